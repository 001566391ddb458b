//! The least and the greatest element, and where they are.

use super::{reduce, something};
use crate::error::{ShapeError, raise};
use crate::kernels::fold::{Candidate, Position, best};
use crate::rank::{Over, Rank};
use crate::tensor::{Tensor, TensorRef};
use core::convert::identity;

impl<T, const R: usize> TensorRef<T, R> {
    /// Returns the greatest element along the named axes.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 7, 3], [4, 5, 6]];
    /// assert_eq!(m.max(Axis::<1>), tensor![7, 6]);
    /// assert_eq!(m.max(All).item(), 7);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![[1, 7, 3], [4, 5, 6]].max(Axis::<2>); // no such axes in rank 2
    /// ```
    ///
    /// A NaN is greater than all numbers, so that it is not overlooked.
    ///
    /// # Panics
    /// When there is no element to choose from: `max: [2, 0]: axis 1 is empty`. A result without
    /// elements needs none: of shape `[0, 2]` along axis 1 it has shape `[0]`.
    ///
    /// numpy: `max`; torch: `amax`.
    #[doc(alias = "amax")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn max<A, const O: usize>(&self, over: A) -> Tensor<T, O>
    where
        T: PartialOrd + Clone,
        A: Over<R, Output = Rank<O>>,
    {
        raise(self.try_max(over))
    }

    /// Returns the greatest element along the named axes, or why there is none.
    ///
    /// # Errors
    /// As the panics of [`max`](Tensor::max).
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let error = Tensor::<i32, 2>::zeros([2, 0]).try_max(Last).unwrap_err();
    /// assert_eq!(error.to_string(), "max: [2, 0]: axis 1 is empty");
    /// ```
    #[track_caller]
    pub fn try_max<A, const O: usize>(&self, over: A) -> Result<Tensor<T, O>, ShapeError>
    where
        T: PartialOrd + Clone,
        A: Over<R, Output = Rank<O>>,
    {
        extremum("max", self, over, T::gt)
    }

    /// Returns the least element along the named axes.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1.0, 7.0, 3.0], [4.0, f64::NAN, 6.0]];
    /// assert_eq!(m.min(Axis::<0>).to_vec()[0], 1.0);
    /// assert!(m.min(All).item().is_nan());
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1, 2].min(axes![0, 0]); // `Axis<0>` is named twice
    /// ```
    ///
    /// A NaN is less than all numbers, so that it is not overlooked.
    ///
    /// # Panics
    /// When there is no element to choose from: `min: [2, 0]: axis 1 is empty`.
    ///
    /// numpy: `min`; torch: `amin`.
    #[doc(alias = "amin")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn min<A, const O: usize>(&self, over: A) -> Tensor<T, O>
    where
        T: PartialOrd + Clone,
        A: Over<R, Output = Rank<O>>,
    {
        raise(self.try_min(over))
    }

    /// Returns the least element along the named axes, or why there is none.
    ///
    /// # Errors
    /// As the panics of [`min`](Tensor::min).
    #[track_caller]
    pub fn try_min<A, const O: usize>(&self, over: A) -> Result<Tensor<T, O>, ShapeError>
    where
        T: PartialOrd + Clone,
        A: Over<R, Output = Rank<O>>,
    {
        extremum("min", self, over, T::lt)
    }

    /// Returns where the greatest element along the named axes is.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, c]`
    ///
    /// Along one axis that is its index; along several, its position among the reduced elements in
    /// row-major order. Of equal elements it is the first, and the first NaN before all numbers.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 7, 3], [6, 5, 6]];
    /// assert_eq!(m.argmax(Axis::<1>), tensor![1_usize, 0]);
    /// assert_eq!(m.argmax(All).item(), 1);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1, 7, 3].argmax(Axis::<1>); // no such axes in rank 1
    /// ```
    ///
    /// # Panics
    /// When there is no element to choose from: `argmax: [2, 0]: axis 1 is empty`.
    ///
    /// numpy and torch: `argmax`, over one axis or all.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn argmax<A, const O: usize>(&self, over: A) -> Tensor<usize, O>
    where
        T: PartialOrd + Clone,
        A: Over<R, Output = Rank<O>>,
    {
        raise(self.try_argmax(over))
    }

    /// Returns where the greatest element along the named axes is, or why it is nowhere.
    ///
    /// # Errors
    /// As the panics of [`argmax`](Tensor::argmax).
    #[track_caller]
    pub fn try_argmax<A, const O: usize>(&self, over: A) -> Result<Tensor<usize, O>, ShapeError>
    where
        T: PartialOrd + Clone,
        A: Over<R, Output = Rank<O>>,
    {
        position("argmax", self, over, T::gt)
    }

    /// Returns where the least element along the named axes is.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, c]`
    ///
    /// As [`argmax`](Tensor::argmax), the other way round.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[9, 7, 3], [6, 2, 6]];
    /// assert_eq!(m.argmin(Axis::<0>), tensor![1_usize, 1, 0]);
    /// assert_eq!(m.argmin(All).item(), 4);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// Tensor::scalar(1).argmin(Last); // no such axes in rank 0
    /// ```
    ///
    /// # Panics
    /// When there is no element to choose from: `argmin: [2, 0]: axis 1 is empty`.
    ///
    /// numpy and torch: `argmin`, over one axis or all.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn argmin<A, const O: usize>(&self, over: A) -> Tensor<usize, O>
    where
        T: PartialOrd + Clone,
        A: Over<R, Output = Rank<O>>,
    {
        raise(self.try_argmin(over))
    }

    /// Returns where the least element along the named axes is, or why it is nowhere.
    ///
    /// # Errors
    /// As the panics of [`argmin`](Tensor::argmin).
    #[track_caller]
    pub fn try_argmin<A, const O: usize>(&self, over: A) -> Result<Tensor<usize, O>, ShapeError>
    where
        T: PartialOrd + Clone,
        A: Over<R, Output = Rank<O>>,
    {
        position("argmin", self, over, T::lt)
    }
}

#[track_caller]
fn extremum<T, A, const R: usize, const O: usize>(
    operation: &'static str,
    x: &TensorRef<T, R>,
    over: A,
    is_better: impl Fn(&T, &T) -> bool + Copy + Sync,
) -> Result<Tensor<T, O>, ShapeError>
where
    T: PartialOrd + Clone,
    A: Over<R, Output = Rank<O>>,
{
    something::<A, R>(operation, x.shape())?;
    let nothing = || unreachable!("there are no results");
    Ok(reduce(operation, x, over, &best(is_better), identity, nothing))
}

#[track_caller]
fn position<T, A, const R: usize, const O: usize>(
    operation: &'static str,
    x: &TensorRef<T, R>,
    over: A,
    is_better: impl Fn(&T, &T) -> bool + Copy + Sync,
) -> Result<Tensor<usize, O>, ShapeError>
where
    T: PartialOrd + Clone,
    A: Over<R, Output = Rank<O>>,
{
    something::<A, R>(operation, x.shape())?;
    let nothing = || unreachable!("there are no results");
    Ok(reduce(operation, x, over, &Position::new(is_better), Candidate::position, nothing))
}
