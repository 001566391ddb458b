//! `any` and `all` of booleans, `count_nonzero`.

use super::reduce;
use super::sum::sums_of;
use crate::kernels::fold::{Fold, Simple};
use crate::rank::{Over, Rank};
use crate::tensor::{Tensor, TensorRef};
use core::convert::identity;

impl<const R: usize> TensorRef<bool, R> {
    /// Tests whether at least one element along the given axes is true.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[true, false], [false, false]];
    /// assert_eq!(m.any(Axis::<1>), tensor![true, false]);
    /// assert_eq!(m.any(All).item(), true);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![true, false].any(Axis::<1>); // no such axes in rank 1
    /// ```
    ///
    /// An empty axis gives `false`.
    ///
    /// numpy and torch: `any`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn any<A, const O: usize>(&self, axes: A) -> Tensor<bool, O>
    where
        A: Over<R, Output = Rank<O>>,
    {
        reduce("any", self, axes, &disjunctions(), identity, || false)
    }

    /// Tests whether all elements along the given axes are true.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[true, true], [false, true]];
    /// assert_eq!(m.all(Axis::<1>), tensor![true, false]);
    /// assert_eq!(m.all(All).item(), false);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![true, false].all(axes![0, Last]); // `Axis<0>` is named twice
    /// ```
    ///
    /// An empty axis gives `true`.
    ///
    /// numpy and torch: `all`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn all<A, const O: usize>(&self, axes: A) -> Tensor<bool, O>
    where
        A: Over<R, Output = Rank<O>>,
    {
        reduce("all", self, axes, &conjunctions(), identity, || true)
    }
}

impl<T, const R: usize> TensorRef<T, R> {
    /// Counts the elements along the given axes that are not zero.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, c]`
    ///
    /// Zero is `T::default()`, which is `false` for booleans. Negative zero is zero; NaN is not.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1.5, 0.0, f64::NAN], [0.0, -0.0, 0.0]];
    /// assert_eq!(m.count_nonzero(Last), tensor![2_usize, 0]);
    /// assert_eq!(tensor![true, false, true].count_nonzero(All).item(), 2);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// Tensor::scalar(1).count_nonzero(Last); // no such axes in rank 0
    /// ```
    ///
    /// An empty axis gives 0.
    ///
    /// numpy and torch: `count_nonzero`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn count_nonzero<A, const O: usize>(&self, axes: A) -> Tensor<usize, O>
    where
        T: PartialEq + Default,
        A: Over<R, Output = Rank<O>>,
    {
        reduce("count_nonzero", self, axes, &sums_of(is_nonzero), identity, || 0)
    }
}

#[inline(always)]
fn is_nonzero<T: PartialEq + Default>(x: &T) -> usize {
    usize::from(*x != T::default())
}

#[inline(always)]
fn disjunctions<'a>() -> impl Fold<'a, bool, Part = bool> {
    Simple::new(bool::clone, |any: bool, x: &bool| any | *x, |a: bool, b: bool| a | b)
}

#[inline(always)]
fn conjunctions<'a>() -> impl Fold<'a, bool, Part = bool> {
    Simple::new(bool::clone, |all: bool, x: &bool| all & *x, |a: bool, b: bool| a & b)
}
