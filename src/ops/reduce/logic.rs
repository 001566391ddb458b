//! `any` and `all` of booleans, `count_nonzero`.

use super::reduce;
use crate::kernels::fold::{self, fold_any};
use crate::kernels::operand::Source;
use crate::rank::{Over, Rank};
use crate::tensor::{Tensor, TensorRef};
use alloc::vec::Vec;

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
        reduce("any", self, axes, (fold::best::<bool>(), 2), built_in, || false)
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
        reduce("all", self, axes, (fold::best::<bool>(), 1), built_in, || true)
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
        let otherwise = |source, reduced| {
            let is_nonzero = |x: &T, _| usize::from(*x != T::default());
            fold_any(source, reduced, is_nonzero, |a, b| a + b, |count| count)
        };
        reduce("count_nonzero", self, axes, (fold::count::<T>(), 0), otherwise, || 0)
    }
}

/// There are loops for booleans.
fn built_in<const R: usize>(_: Source<'_, bool, R>, _: [bool; R]) -> Vec<bool> {
    unreachable!("booleans are built in")
}
