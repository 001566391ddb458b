//! `max`, `min` and their positions, `argmax`, `argmin`.

use super::{something, try_reduce};
use crate::error::{ShapeError, raise};
use crate::kernels::Source;
use crate::kernels::fold::{self, Operation, fold_any};
use crate::rank::{Over, Rank};
use crate::tensor::{Tensor, TensorRef};
use alloc::vec::Vec;

impl<T, const R: usize> TensorRef<T, R> {
    /// Returns the maximum of the elements along the given axes.
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
    /// An axis that does not exist is refused by the compiler:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![[1, 7, 3], [4, 5, 6]].max(Axis::<2>); // no such axes in rank 2
    /// ```
    ///
    /// NaN propagates: if one of the reduced elements is NaN, the result is NaN.
    ///
    /// # Panics
    /// If a reduced axis is empty and the result has elements: `max: [2, 0]: axis 1 is empty`. A
    /// result without elements is returned: `max(Axis::<1>)` of shape `[0, 0]` has shape `[0]`.
    ///
    /// numpy: `max`; torch: `amax`.
    #[doc(alias = "amax")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn max<A, const O: usize>(&self, axes: A) -> Tensor<T, O>
    where
        T: PartialOrd + Clone,
        A: Over<R, Output = Rank<O>>,
    {
        raise(self.try_max(axes))
    }

    /// Fallible form of [`max`](TensorRef::max).
    ///
    /// # Errors
    /// Where `max` panics:
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let error = Tensor::<i32, 2>::zeros([2, 0]).try_max(Last).unwrap_err();
    /// assert_eq!(error.to_string(), "max: [2, 0]: axis 1 is empty");
    /// ```
    pub fn try_max<A, const O: usize>(&self, axes: A) -> Result<Tensor<T, O>, ShapeError>
    where
        T: PartialOrd + Clone,
        A: Over<R, Output = Rank<O>>,
    {
        extremum("max", self, axes, (fold::best::<T>(), 0), T::gt)
    }

    /// Returns the minimum of the elements along the given axes.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1.0, 7.0, 3.0], [4.0, 5.0, f64::NAN]];
    /// assert_eq!(m.min(Axis::<0>).to_vec()[..2], [1.0, 5.0]);
    /// assert!(m.min(All).item().is_nan());
    /// ```
    ///
    /// An axis that is named twice is refused by the compiler:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1, 2].min(axes![0, 0]); // `Axis<0>` is named twice
    /// ```
    ///
    /// NaN propagates: if one of the reduced elements is NaN, the result is NaN.
    ///
    /// # Panics
    /// If a reduced axis is empty and the result has elements: `min: [2, 0]: axis 1 is empty`.
    ///
    /// numpy: `min`; torch: `amin`.
    #[doc(alias = "amin")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn min<A, const O: usize>(&self, axes: A) -> Tensor<T, O>
    where
        T: PartialOrd + Clone,
        A: Over<R, Output = Rank<O>>,
    {
        raise(self.try_min(axes))
    }

    /// Fallible form of [`min`](TensorRef::min).
    pub fn try_min<A, const O: usize>(&self, axes: A) -> Result<Tensor<T, O>, ShapeError>
    where
        T: PartialOrd + Clone,
        A: Over<R, Output = Rank<O>>,
    {
        extremum("min", self, axes, (fold::best::<T>(), 1), T::lt)
    }

    /// Returns the position of the maximum along the given axes.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, c]`
    ///
    /// Along one axis the position is an index of that axis. Along several axes it is the position
    /// among the reduced elements in row-major order.
    ///
    /// ```
    /// use holor::Layout;
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 7, 3], [6, 5, 6]];
    /// assert_eq!(m.argmax(Axis::<1>), tensor![1_usize, 0]);
    /// assert_eq!(m.argmax(All).item(), 1);
    ///
    /// // As an index of all axes:
    /// let layout = Layout::row_major(m.shape()).unwrap();
    /// assert_eq!(layout.unravel(m.argmax(All).item()), Some([0, 1]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1, 7, 3].argmax(Axis::<1>); // no such axes in rank 1
    /// ```
    ///
    /// If the maximum occurs several times, the first position is returned. If one of the elements
    /// is NaN, the position of the first NaN is returned.
    ///
    /// # Panics
    /// If a reduced axis is empty and the result has elements: `argmax: [2, 0]: axis 1 is empty`.
    /// If the result holds more elements than memory can address.
    ///
    /// numpy and torch: `argmax`, over one axis or all.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn argmax<A, const O: usize>(&self, axes: A) -> Tensor<usize, O>
    where
        T: PartialOrd + Clone,
        A: Over<R, Output = Rank<O>>,
    {
        raise(self.try_argmax(axes))
    }

    /// Fallible form of [`argmax`](TensorRef::argmax).
    pub fn try_argmax<A, const O: usize>(&self, axes: A) -> Result<Tensor<usize, O>, ShapeError>
    where
        T: PartialOrd + Clone,
        A: Over<R, Output = Rank<O>>,
    {
        position("argmax", self, axes, (fold::position::<T>(), 0), T::gt)
    }

    /// Returns the position of the minimum along the given axes.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, c]`
    ///
    /// Positions, repeated minima and NaN are treated as in [`argmax`](TensorRef::argmax).
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
    /// If a reduced axis is empty and the result has elements: `argmin: [2, 0]: axis 1 is empty`.
    /// If the result holds more elements than memory can address.
    ///
    /// numpy and torch: `argmin`, over one axis or all.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn argmin<A, const O: usize>(&self, axes: A) -> Tensor<usize, O>
    where
        T: PartialOrd + Clone,
        A: Over<R, Output = Rank<O>>,
    {
        raise(self.try_argmin(axes))
    }

    /// Fallible form of [`argmin`](TensorRef::argmin).
    pub fn try_argmin<A, const O: usize>(&self, axes: A) -> Result<Tensor<usize, O>, ShapeError>
    where
        T: PartialOrd + Clone,
        A: Over<R, Output = Rank<O>>,
    {
        position("argmin", self, axes, (fold::position::<T>(), 1), T::lt)
    }
}

fn extremum<T, A, const R: usize, const O: usize>(
    name: &'static str,
    x: &TensorRef<T, R>,
    axes: A,
    operation: Operation<T, T>,
    is_better: fn(&T, &T) -> bool,
) -> Result<Tensor<T, O>, ShapeError>
where
    T: PartialOrd + Clone,
    A: Over<R, Output = Rank<O>>,
{
    something::<A, R>(name, x.shape())?;
    let otherwise = |source, reduced| best_of(source, reduced, is_better, |(x, _)| x.clone());
    let nothing = || unreachable!("there are no results");
    try_reduce(name, x, axes, operation, otherwise, nothing)
}

fn position<T, A, const R: usize, const O: usize>(
    name: &'static str,
    x: &TensorRef<T, R>,
    axes: A,
    operation: Operation<T, usize>,
    is_better: fn(&T, &T) -> bool,
) -> Result<Tensor<usize, O>, ShapeError>
where
    T: PartialOrd + Clone,
    A: Over<R, Output = Rank<O>>,
{
    something::<A, R>(name, x.shape())?;
    let otherwise = |source, reduced| best_of(source, reduced, is_better, |(_, position)| position);
    let nothing = || unreachable!("there are no results");
    try_reduce(name, x, axes, operation, otherwise, nothing)
}

/// The best elements of any type and their positions: of equal ones the first. What is not equal to itself is
/// better than all others.
pub(super) fn best_of<T: PartialOrd + Clone, U, const R: usize>(
    source: Source<'_, T, R>,
    reduced: [bool; R],
    is_better: fn(&T, &T) -> bool,
    finish: fn((&T, usize)) -> U,
) -> Vec<U> {
    let is_nan = |x: &T| {
        let same = x;
        x != same
    };
    let best = |earlier: (_, _), later: (_, _)| {
        let is_later = is_better(later.0, earlier.0) || is_nan(later.0) && !is_nan(earlier.0);
        if is_later { later } else { earlier }
    };
    fold_any(source, reduced, |x, position| (x, position), best, finish)
}
