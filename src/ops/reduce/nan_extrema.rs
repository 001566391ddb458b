//! Extrema and their positions that skip NaN.

use super::extrema::best_of;
use super::nan::{numbers, without_nan};
use super::{count, kept, layout_left, reduced, something};
use crate::error::{ErrorKind, ShapeError, raise};
use crate::kernels::fold;
use crate::ops::elementwise::binary;
use crate::rank::{Over, Rank};
use crate::tensor::{Tensor, TensorRef};
use alloc::string::ToString;
use alloc::vec::Vec;
use num_traits::Float;

impl<T: Float, const R: usize> TensorRef<T, R> {
    /// Returns the maximum of the elements along the given axes that are not NaN.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1.0, f64::NAN, 3.0], [f64::NAN, 5.0, 5.0]];
    /// assert_eq!(m.nan_max(Last), tensor![3.0, 5.0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, f64::NAN].nan_max(Axis::<1>); // no such axes in rank 1
    /// ```
    ///
    /// If all elements are NaN, the result is NaN.
    ///
    /// # Panics
    /// If a reduced axis is empty and the result has elements: `nan_max: [2, 0]: axis 1 is empty`.
    ///
    /// numpy: `nanmax`.
    #[doc(alias = "nanmax")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn nan_max<A, const O: usize>(&self, axes: A) -> Tensor<T, O>
    where
        A: Over<R, Output = Rank<O>>,
    {
        raise(self.try_nan_max(axes))
    }

    /// Fallible form of [`nan_max`](TensorRef::nan_max).
    pub fn try_nan_max<A, const O: usize>(&self, axes: A) -> Result<Tensor<T, O>, ShapeError>
    where
        A: Over<R, Output = Rank<O>>,
    {
        extremum("nan_max", self, axes, 0, T::gt, T::neg_infinity)
    }

    /// Returns the minimum of the elements along the given axes that are not NaN.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1.0, f64::NAN, 3.0], [f64::NAN, 5.0, 5.0]];
    /// assert_eq!(m.nan_min(Last), tensor![1.0, 5.0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, f64::NAN].nan_min(Axis::<1>); // no such axes in rank 1
    /// ```
    ///
    /// If all elements are NaN, the result is NaN.
    ///
    /// # Panics
    /// If a reduced axis is empty and the result has elements: `nan_min: [2, 0]: axis 1 is empty`.
    ///
    /// numpy: `nanmin`.
    #[doc(alias = "nanmin")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn nan_min<A, const O: usize>(&self, axes: A) -> Tensor<T, O>
    where
        A: Over<R, Output = Rank<O>>,
    {
        raise(self.try_nan_min(axes))
    }

    /// Fallible form of [`nan_min`](TensorRef::nan_min).
    pub fn try_nan_min<A, const O: usize>(&self, axes: A) -> Result<Tensor<T, O>, ShapeError>
    where
        A: Over<R, Output = Rank<O>>,
    {
        extremum("nan_min", self, axes, 1, T::lt, T::infinity)
    }

    /// Returns the position of the maximum of the elements along the given axes that are not NaN.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1.0, f64::NAN, 3.0], [f64::NAN, 5.0, 5.0]];
    /// assert_eq!(m.nan_argmax(Last), tensor![2_usize, 1]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, f64::NAN].nan_argmax(Axis::<1>); // no such axes in rank 1
    /// ```
    ///
    /// Positions are those of [`argmax`](TensorRef::argmax). Of several, the first one is returned.
    ///
    /// # Panics
    /// - If a reduced axis is empty and the result has elements: `nan_argmax: [2, 0]: axis 1 is empty`.
    /// - If all elements of a result are NaN:
    ///   `nan_argmax: [2, 3]: the number of elements that are not NaN is 0, expected at least 1`.
    ///
    /// numpy: `nanargmax`.
    #[doc(alias = "nanargmax")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn nan_argmax<A, const O: usize>(&self, axes: A) -> Tensor<usize, O>
    where
        A: Over<R, Output = Rank<O>>,
    {
        raise(self.try_nan_argmax(axes))
    }

    /// Fallible form of [`nan_argmax`](TensorRef::nan_argmax).
    pub fn try_nan_argmax<A, const O: usize>(&self, axes: A) -> Result<Tensor<usize, O>, ShapeError>
    where
        A: Over<R, Output = Rank<O>>,
    {
        position("nan_argmax", self, axes, 0, T::gt, T::neg_infinity)
    }

    /// Returns the position of the minimum of the elements along the given axes that are not NaN.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1.0, f64::NAN, 3.0], [f64::NAN, 5.0, 5.0]];
    /// assert_eq!(m.nan_argmin(Last), tensor![0_usize, 1]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, f64::NAN].nan_argmin(Axis::<1>); // no such axes in rank 1
    /// ```
    ///
    /// Positions are those of [`argmax`](TensorRef::argmax). Of several, the first one is returned.
    ///
    /// # Panics
    /// - If a reduced axis is empty and the result has elements: `nan_argmin: [2, 0]: axis 1 is empty`.
    /// - If all elements of a result are NaN:
    ///   `nan_argmin: [2, 3]: the number of elements that are not NaN is 0, expected at least 1`.
    ///
    /// numpy: `nanargmin`.
    #[doc(alias = "nanargmin")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn nan_argmin<A, const O: usize>(&self, axes: A) -> Tensor<usize, O>
    where
        A: Over<R, Output = Rank<O>>,
    {
        raise(self.try_nan_argmin(axes))
    }

    /// Fallible form of [`nan_argmin`](TensorRef::nan_argmin).
    pub fn try_nan_argmin<A, const O: usize>(&self, axes: A) -> Result<Tensor<usize, O>, ShapeError>
    where
        A: Over<R, Output = Rank<O>>,
    {
        position("nan_argmin", self, axes, 1, T::lt, T::infinity)
    }
}

fn extremum<T: Float, A, const R: usize, const O: usize>(
    name: &'static str,
    x: &TensorRef<T, R>,
    _axes: A,
    number: usize,
    is_better: fn(&T, &T) -> bool,
    worst: impl Fn() -> T + Sync,
) -> Result<Tensor<T, O>, ShapeError>
where
    A: Over<R, Output = Rank<O>>,
{
    something::<A, R>(name, x.shape())?;
    let layout = layout_left::<T, A, R, O>(name, x)?;
    let (marked, len) = (A::REDUCED, layout.len());
    let nothing = || unreachable!("there are no results");
    let otherwise = |_, marked| {
        let clean = without_nan(name, x, &worst);
        let otherwise = |source, marked| best_of(source, marked, is_better, |(x, _)| *x);
        reduced(&clean, marked, len, (fold::best::<T>(), number), otherwise, nothing)
    };
    let operation = (fold::best_number::<T>(), number);
    let mut results = reduced(x, marked, len, operation, otherwise, nothing);
    // The worst of all numbers may be the result, or stand for NaN.
    if results.contains(&worst()) {
        for (result, count) in results.iter_mut().zip(numbers(x, marked, len)) {
            if count == 0 {
                *result = T::nan();
            }
        }
    }
    Ok(Tensor::owned(results, layout))
}

fn position<T: Float, A, const R: usize, const O: usize>(
    name: &'static str,
    x: &TensorRef<T, R>,
    axes: A,
    number: usize,
    is_better: fn(&T, &T) -> bool,
    worst: fn() -> T,
) -> Result<Tensor<usize, O>, ShapeError>
where
    A: Over<R, Output = Rank<O>>,
{
    something::<A, R>(name, x.shape())?;
    let layout = layout_left::<usize, A, R, O>(name, x)?;
    if layout.is_empty() || count::<A, R>(x.shape()) == 0 {
        return Ok(Tensor::owned(Vec::new(), layout));
    }
    let values = extremum(name, x, axes, number, is_better, worst)?.into_vec();
    if values.iter().any(|x| x.is_nan()) {
        let kind = ErrorKind::Argument {
            name: "the number of elements that are not NaN",
            value: "0".to_string(),
            expected: "at least 1",
        };
        return Err(ShapeError::new(name, &[&x.shape()], kind));
    }
    // The first of the elements that are equal to the extremum, which NaN is not.
    let marked = A::REDUCED;
    let values = kept(values, x.shape(), marked);
    let is_best: Tensor<bool, R> = binary(name, x, &values, T::eq)?;
    let otherwise = || unreachable!("booleans are built in");
    let found = fold::fold((fold::position::<bool>(), 0), is_best.source(), marked, otherwise);
    Ok(Tensor::owned(found, layout))
}
