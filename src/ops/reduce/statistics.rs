//! Variance and standard deviation.

use super::reduce;
use crate::formulas::moment::Moment;
use crate::kernels::fold::{self, fold_any};
use crate::rank::{Over, Rank};
use crate::tensor::{Tensor, TensorRef};
use num_traits::Float;

impl<T, const R: usize> TensorRef<T, R> {
    /// Returns the variance of the elements along the given axes: the mean of the squared
    /// deviations from their mean.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1.0, 2.0, 3.0, 4.0], [5.0, 5.0, 5.0, 5.0]];
    /// assert_eq!(m.var(Last), tensor![1.25, 0.0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, 2.0].var(axes![0, 1]); // a vector has no axis 1
    /// ```
    ///
    /// The sum of the squared deviations is divided by the number of elements;
    /// [`var_with_ddof`](TensorRef::var_with_ddof) with 1 divides by one less and estimates the
    /// variance from a sample. An empty axis gives NaN.
    ///
    /// A large mean does not cost precision: deviations are taken from the mean of a block of
    /// elements, and the blocks are merged pairwise. If the squares of finite deviations overflow, the
    /// result is infinite. Chan, Golub and `LeVeque` (1979), "Updating
    /// formulae and a pairwise algorithm for computing sample variances".
    ///
    /// numpy: `var`; torch: `var(correction=0)`; ndarray: `var(0.0)`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn var<A, const O: usize>(&self, axes: A) -> Tensor<T, O>
    where
        T: Float,
        A: Over<R, Output = Rank<O>>,
    {
        deviations("var", self, axes, 0, false)
    }

    /// Returns the variance along the given axes with `ddof` degrees of freedom subtracted: the sum
    /// of squared deviations divided by the number of elements minus `ddof`.
    ///
    /// `(Axis::<1>, 1): [a, b, c] -> [a, c]`
    ///
    /// With a `ddof` of 1 the result estimates the variance of the population from a sample
    /// (Bessel's correction).
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let sample = tensor![1.0, 2.0, 3.0, 4.0, 5.0];
    /// assert_eq!(sample.var_with_ddof(All, 1).item(), 2.5);
    /// assert_eq!(sample.var(All).item(), 2.0);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, 2.0].var_with_ddof(Axis::<1>, 1); // no such axes in rank 1
    /// ```
    ///
    /// If at most `ddof` elements are reduced, the divisor is zero and the result is NaN or
    /// infinite.
    ///
    /// numpy: `var(ddof=..)`; torch: `var(correction=..)`; ndarray: `var(ddof)`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn var_with_ddof<A, const O: usize>(&self, axes: A, ddof: usize) -> Tensor<T, O>
    where
        T: Float,
        A: Over<R, Output = Rank<O>>,
    {
        deviations("var_with_ddof", self, axes, ddof, false)
    }

    /// Returns the standard deviation of the elements along the given axes: the square root of
    /// [`var`](TensorRef::var).
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1.0, 3.0], [5.0, 5.0]];
    /// assert_eq!(m.std(Last), tensor![1.0, 0.0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, 2.0].std(Axis::<1>); // no such axes in rank 1
    /// ```
    ///
    /// An empty axis gives NaN.
    ///
    /// numpy: `std`; torch: `std(correction=0)`; ndarray: `std(0.0)`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn std<A, const O: usize>(&self, axes: A) -> Tensor<T, O>
    where
        T: Float,
        A: Over<R, Output = Rank<O>>,
    {
        deviations("std", self, axes, 0, true)
    }

    /// Returns the standard deviation along the given axes with `ddof` degrees of freedom
    /// subtracted: the square root of [`var_with_ddof`](TensorRef::var_with_ddof).
    ///
    /// `(Axis::<1>, 1): [a, b, c] -> [a, c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![[1.0], [4.0], [7.0]].std_with_ddof(Axis::<0>, 1), tensor![3.0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// Tensor::scalar(1.0).std_with_ddof(Last, 1); // no such axes in rank 0
    /// ```
    ///
    /// If at most `ddof` elements are reduced, the divisor is zero and the result is NaN or
    /// infinite.
    ///
    /// numpy: `std(ddof=..)`; torch: `std(correction=..)`; ndarray: `std(ddof)`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn std_with_ddof<A, const O: usize>(&self, axes: A, ddof: usize) -> Tensor<T, O>
    where
        T: Float,
        A: Over<R, Output = Rank<O>>,
    {
        deviations("std_with_ddof", self, axes, ddof, true)
    }
}

/// The variance, or its root; small floats are computed in `f32`.
#[track_caller]
fn deviations<T, A, const R: usize, const O: usize>(
    name: &'static str,
    x: &TensorRef<T, R>,
    axes: A,
    ddof: usize,
    has_root: bool,
) -> Tensor<T, O>
where
    T: Float,
    A: Over<R, Output = Rank<O>>,
{
    let otherwise = |source, reduced| {
        let finish = |moment: Moment<T>| {
            let variance = moment.variance(ddof);
            if has_root { variance.sqrt() } else { variance }
        };
        fold_any(source, reduced, |&x, _| Moment::of(x), Moment::merged, finish)
    };
    // No tensor has as many elements.
    let number = 2 * ddof.min(usize::MAX / 2) + usize::from(has_root);
    reduce(name, x, axes, (fold::variance::<T>(), number), otherwise, T::nan)
}
