//! Sums, means and variances that skip NaN.
//!
//! Sums leave NaN out. Elsewhere NaN is replaced by what does not change the result, and the result is that of the
//! other reductions.

use super::sum::sum_any;
use super::{kept, layout_left, reduced, repeated};
use crate::error::raise;
use crate::kernels::fold::{self, fold_any};
use crate::ops::elementwise::{binary, unary};
use crate::ops::integer::square;
use crate::ops::small_floats::{narrow, widened};
use crate::rank::{Over, Rank};
use crate::tensor::{Tensor, TensorRef};
use alloc::vec::Vec;
use num_traits::Float;

impl<T: Float, const R: usize> TensorRef<T, R> {
    /// Returns the sum of the elements along the given axes that are not NaN.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1.0, f64::NAN, 3.0], [f64::NAN, f64::NAN, f64::NAN]];
    /// assert_eq!(m.nan_sum(Last), tensor![4.0, 0.0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, f64::NAN].nan_sum(Axis::<1>); // no such axes in rank 1
    /// ```
    ///
    /// If there are none, the sum is zero. Floats are added pairwise, as in [`sum`](TensorRef::sum).
    ///
    /// numpy: `nansum`; torch: `nansum`.
    #[doc(alias = "nansum")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn nan_sum<A, const O: usize>(&self, axes: A) -> Tensor<T, O>
    where
        A: Over<R, Output = Rank<O>>,
    {
        let _ = axes;
        let layout = raise(layout_left::<T, A, R, O>("nan_sum", self));
        Tensor::owned(sums_of_numbers(self, A::REDUCED, layout.len()), layout)
    }

    /// Returns the product of the elements along the given axes that are not NaN.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[2.0, f64::NAN, 3.0], [f64::NAN, f64::NAN, f64::NAN]];
    /// assert_eq!(m.nan_prod(Last), tensor![6.0, 1.0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, f64::NAN].nan_prod(Axis::<1>); // no such axes in rank 1
    /// ```
    ///
    /// If there are none, the product is one. Partial products neither overflow nor underflow, as in
    /// [`prod`](TensorRef::prod).
    ///
    /// numpy: `nanprod`.
    #[doc(alias = "nanprod")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn nan_prod<A, const O: usize>(&self, axes: A) -> Tensor<T, O>
    where
        A: Over<R, Output = Rank<O>>,
    {
        without_nan("nan_prod", self, T::one).prod(axes)
    }

    /// Returns the mean of the elements along the given axes that are not NaN.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1.0, f64::NAN, 3.0], [4.0, 5.0, 6.0]];
    /// assert_eq!(m.nan_mean(Last), tensor![2.0, 5.0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, f64::NAN].nan_mean(Axis::<1>); // no such axes in rank 1
    /// ```
    ///
    /// If there are none, the mean is NaN. Floats are added pairwise, as in [`sum`](TensorRef::sum).
    ///
    /// numpy: `nanmean`; torch: `nanmean`.
    #[doc(alias = "nanmean")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn nan_mean<A, const O: usize>(&self, axes: A) -> Tensor<T, O>
    where
        A: Over<R, Output = Rank<O>>,
    {
        let _ = axes;
        let layout = raise(layout_left::<T, A, R, O>("nan_mean", self));
        Tensor::owned(means(self, A::REDUCED, layout.len()), layout)
    }

    /// Returns the variance of the elements along the given axes that are not NaN.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1.0, f64::NAN, 3.0], [f64::NAN, 5.0, 5.0]];
    /// assert_eq!(m.nan_var(Last), tensor![1.0, 0.0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, f64::NAN].nan_var(Axis::<1>); // no such axes in rank 1
    /// ```
    ///
    /// If there are none, the result is NaN. [`nan_var_with_ddof`](TensorRef::nan_var_with_ddof) with 1 estimates the
    /// variance from a sample.
    ///
    /// Deviations are taken from the mean in a second pass, whose rounding is made up for. Chan, Golub and
    /// `LeVeque` (1983), "Algorithms for computing the sample variance".
    ///
    /// numpy: `nanvar`.
    #[doc(alias = "nanvar")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn nan_var<A, const O: usize>(&self, axes: A) -> Tensor<T, O>
    where
        A: Over<R, Output = Rank<O>>,
    {
        deviations("nan_var", self, axes, 0, false)
    }

    /// Returns the variance of the elements along the given axes that are not NaN, with `ddof` degrees of
    /// freedom subtracted.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let v = tensor![1.0, f64::NAN, 3.0];
    /// assert_eq!(v.nan_var_with_ddof(All, 1).item(), 2.0);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, f64::NAN].nan_var_with_ddof(Axis::<1>, 1); // no such axes in rank 1
    /// ```
    ///
    /// If at most `ddof` elements are not NaN, the divisor is zero and the result is NaN or infinite.
    ///
    /// numpy: `nanvar(ddof=..)`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn nan_var_with_ddof<A, const O: usize>(&self, axes: A, ddof: usize) -> Tensor<T, O>
    where
        A: Over<R, Output = Rank<O>>,
    {
        deviations("nan_var_with_ddof", self, axes, ddof, false)
    }

    /// Returns the standard deviation of the elements along the given axes that are not NaN.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1.0, f64::NAN, 3.0], [f64::NAN, 5.0, 5.0]];
    /// assert_eq!(m.nan_std(Last), tensor![1.0, 0.0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, f64::NAN].nan_std(Axis::<1>); // no such axes in rank 1
    /// ```
    ///
    /// If there are none, the result is NaN. [`nan_std_with_ddof`](TensorRef::nan_std_with_ddof) with 1 estimates the
    /// standard deviation from a sample.
    ///
    /// Deviations are taken from the mean in a second pass, whose rounding is made up for. Chan, Golub and
    /// `LeVeque` (1983), "Algorithms for computing the sample variance".
    ///
    /// numpy: `nanstd`.
    #[doc(alias = "nanstd")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn nan_std<A, const O: usize>(&self, axes: A) -> Tensor<T, O>
    where
        A: Over<R, Output = Rank<O>>,
    {
        deviations("nan_std", self, axes, 0, true)
    }

    /// Returns the standard deviation of the elements along the given axes that are not NaN, with `ddof` degrees of
    /// freedom subtracted.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let v = tensor![1.0, f64::NAN, 3.0];
    /// assert_eq!(v.nan_std_with_ddof(All, 1).item(), 2.0_f64.sqrt());
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, f64::NAN].nan_std_with_ddof(Axis::<1>, 1); // no such axes in rank 1
    /// ```
    ///
    /// If at most `ddof` elements are not NaN, the divisor is zero and the result is NaN or infinite.
    ///
    /// numpy: `nanstd(ddof=..)`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn nan_std_with_ddof<A, const O: usize>(&self, axes: A, ddof: usize) -> Tensor<T, O>
    where
        A: Over<R, Output = Rank<O>>,
    {
        deviations("nan_std_with_ddof", self, axes, ddof, true)
    }
}

/// Replaces NaN.
#[track_caller]
pub(super) fn without_nan<T: Float, const R: usize>(
    name: &'static str,
    x: &TensorRef<T, R>,
    by: impl Fn() -> T + Sync,
) -> Tensor<T, R> {
    unary(name, x, unless_nan(by))
}

// Functions of the element type alone, and closures made in them: their loops are compiled once for all ranks and axes.

fn unless_nan<T: Float>(by: impl Fn() -> T + Sync) -> impl Fn(&T) -> T + Sync {
    move |&x| if x.is_nan() { by() } else { x }
}

fn is_number<T: Float>(x: &T) -> bool {
    !x.is_nan()
}

fn deviation<T: Float>(x: &T, mean: &T) -> T {
    if x.is_nan() { T::zero() } else { *x - *mean }
}

/// The sums along the marked axes.
pub(super) fn sums<T: Float, const R: usize>(
    x: &TensorRef<T, R>,
    marked: [bool; R],
    len: usize,
) -> Vec<T> {
    reduced(x, marked, len, (fold::sum::<T>(), 0), sum_any, T::zero)
}

/// The sums of the elements along the marked axes that are not NaN.
fn sums_of_numbers<T: Float, const R: usize>(
    x: &TensorRef<T, R>,
    marked: [bool; R],
    len: usize,
) -> Vec<T> {
    let otherwise = |source, marked| {
        let number = |x: &T, _| if x.is_nan() { T::zero() } else { *x };
        fold_any(source, marked, number, |a, b| a + b, |sum| sum)
    };
    reduced(x, marked, len, (fold::sum_of_numbers::<T>(), 0), otherwise, T::zero)
}

/// A number of elements as a float.
pub(super) fn float<T: Float>(count: usize) -> T {
    T::from(count).unwrap_or_else(T::infinity)
}

/// How many elements are not NaN.
pub(super) fn numbers<T: Float, const R: usize>(
    x: &TensorRef<T, R>,
    marked: [bool; R],
    len: usize,
) -> Vec<usize> {
    let mask = unary("nan_mean", x, is_number);
    let otherwise = |_, _| unreachable!("booleans are built in");
    reduced(&mask, marked, len, (fold::count::<bool>(), 0), otherwise, || 0)
}

fn means<T: Float, const R: usize>(x: &TensorRef<T, R>, marked: [bool; R], len: usize) -> Vec<T> {
    if let Some(x) = widened("nan_mean", x) {
        return means(&x, marked, len).into_iter().map(narrow).collect();
    }
    let mut means = sums_of_numbers(x, marked, len);
    for (mean, count) in means.iter_mut().zip(numbers(x, marked, len)) {
        *mean = *mean / float(count);
    }
    means
}
#[track_caller]
fn deviations<T: Float, A, const R: usize, const O: usize>(
    name: &'static str,
    x: &TensorRef<T, R>,
    _axes: A,
    ddof: usize,
    has_root: bool,
) -> Tensor<T, O>
where
    A: Over<R, Output = Rank<O>>,
{
    let layout = raise(layout_left::<T, A, R, O>(name, x));
    Tensor::owned(deviations_along(name, x, A::REDUCED, layout.len(), ddof, has_root), layout)
}

/// The same along the marked axes.
#[track_caller]
fn deviations_along<T: Float, const R: usize>(
    name: &'static str,
    x: &TensorRef<T, R>,
    marked: [bool; R],
    len: usize,
    ddof: usize,
    has_root: bool,
) -> Vec<T> {
    if let Some(x) = widened(name, x) {
        let results = deviations_along(name, &x, marked, len, ddof, has_root);
        return results.into_iter().map(narrow).collect();
    }
    if x.is_empty() {
        return repeated(len, &T::nan);
    }
    let mean = kept(means(x, marked, len), x.shape(), marked);
    let d: Tensor<T, R> = raise(binary(name, x, &mean, deviation));
    let rest = sums(&d, marked, len);
    let mut results = sums(&unary(name, &d, square), marked, len);
    for ((result, rest), n) in results.iter_mut().zip(rest).zip(numbers(x, marked, len)) {
        // The deviations sum to zero but for the rounding of the mean.
        let squares = *result - rest * rest / float(n);
        let squares = if squares < T::zero() { T::zero() } else { squares };
        let variance = squares / float(n.saturating_sub(ddof));
        *result = if has_root { variance.sqrt() } else { variance };
    }
    results
}
