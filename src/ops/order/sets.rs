//! Operations on sets: tensors of any rank are taken as the sets of their elements.

use super::unique::vector;
use crate::algorithms::order::sets::{self, Kept};
use crate::error::raise;
use crate::kernels::copy::to_vec;
use crate::ops::elementwise::result_layout;
use crate::tensor::{Tensor, TensorRef};

impl<T, const R: usize> TensorRef<T, R> {
    /// Returns for each element whether it is one of `set`.
    ///
    /// `[a, b, c] in [..] -> [a, b, c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2], [3, 4]];
    /// assert_eq!(m.isin(&tensor![2, 3, 5]), tensor![[false, true], [true, false]]);
    /// ```
    ///
    /// The result has the rank of the tensor, whatever that of the set:
    ///
    /// ```compile_fail,E0308
    /// use holor::prelude::*;
    ///
    /// let found: Vector<bool> = tensor![[1, 2], [3, 4]].isin(&tensor![2, 3]); // expected `1`, found `2`
    /// ```
    ///
    /// A NaN is not one of any set. Integers are looked up in a table, if those of the set lie close to each other;
    /// else the set is sorted first, and each element takes a binary search.
    ///
    /// array API, numpy and torch: `isin`; to invert it, `!x.isin(&set)`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn isin<const B: usize>(&self, set: &TensorRef<T, B>) -> Tensor<bool, R>
    where
        T: PartialOrd + Clone,
    {
        let mut set = to_vec(set.source());
        if sets::is_integer::<T>()
            && let Some(found) = sets::has_by_table(&mut set, &mut to_vec(self.source()))
        {
            let layout = raise(result_layout::<bool, R>("isin", self.shape()));
            return Tensor::owned(found, layout);
        }
        let set = sets::unique(set);
        self.map(|element| sets::has(&set, element))
    }

    /// Returns the elements of both tensors, each once, in ascending order.
    ///
    /// `[..], [..] -> [k]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2], [3, 1]];
    /// assert_eq!(m.union1d(&tensor![5, 3]), tensor![1, 2, 3, 5]);
    /// ```
    ///
    /// ```compile_fail,E0308
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2], [3, 1]];
    /// let both: Matrix<i32> = m.union1d(&m); // expected `2`, found `1`: a vector
    /// ```
    ///
    /// Elements are equal where `==` says so, as in [`unique`](TensorRef::unique).
    ///
    /// numpy: `union1d`.
    #[must_use = "the operation leaves the tensors as they are and returns the result"]
    pub fn union1d<const B: usize>(&self, other: &TensorRef<T, B>) -> Tensor<T, 1>
    where
        T: PartialOrd + Clone,
    {
        merged(self, other, [true, true, true])
    }

    /// Returns the elements that are in both tensors, each once, in ascending order.
    ///
    /// `[..], [..] -> [k]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2], [3, 1]];
    /// assert_eq!(m.intersect1d(&tensor![5, 3, 1]), tensor![1, 3]);
    /// ```
    ///
    /// ```compile_fail,E0308
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2], [3, 1]];
    /// let both: Matrix<i32> = m.intersect1d(&m); // expected `2`, found `1`: a vector
    /// ```
    ///
    /// Elements are equal where `==` says so, as in [`unique`](TensorRef::unique).
    ///
    /// numpy: `intersect1d`.
    #[must_use = "the operation leaves the tensors as they are and returns the result"]
    pub fn intersect1d<const B: usize>(&self, other: &TensorRef<T, B>) -> Tensor<T, 1>
    where
        T: PartialOrd + Clone,
    {
        merged(self, other, [false, true, false])
    }

    /// Returns the elements that are not in `other`, each once, in ascending order.
    ///
    /// `[..], [..] -> [k]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2], [3, 1]];
    /// assert_eq!(m.setdiff1d(&tensor![5, 3]), tensor![1, 2]);
    /// ```
    ///
    /// ```compile_fail,E0308
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2], [3, 1]];
    /// let both: Matrix<i32> = m.setdiff1d(&m); // expected `2`, found `1`: a vector
    /// ```
    ///
    /// Elements are equal where `==` says so, as in [`unique`](TensorRef::unique).
    ///
    /// numpy: `setdiff1d`.
    #[must_use = "the operation leaves the tensors as they are and returns the result"]
    pub fn setdiff1d<const B: usize>(&self, other: &TensorRef<T, B>) -> Tensor<T, 1>
    where
        T: PartialOrd + Clone,
    {
        merged(self, other, [true, false, false])
    }

    /// Returns the elements that are in one of the tensors and not in both, each once, in ascending order.
    ///
    /// `[..], [..] -> [k]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2], [3, 1]];
    /// assert_eq!(m.setxor1d(&tensor![5, 3]), tensor![1, 2, 5]);
    /// ```
    ///
    /// ```compile_fail,E0308
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2], [3, 1]];
    /// let both: Matrix<i32> = m.setxor1d(&m); // expected `2`, found `1`: a vector
    /// ```
    ///
    /// Elements are equal where `==` says so, as in [`unique`](TensorRef::unique).
    ///
    /// numpy: `setxor1d`.
    #[must_use = "the operation leaves the tensors as they are and returns the result"]
    pub fn setxor1d<const B: usize>(&self, other: &TensorRef<T, B>) -> Tensor<T, 1>
    where
        T: PartialOrd + Clone,
    {
        merged(self, other, [true, false, true])
    }
}

fn merged<T: PartialOrd + Clone, const A: usize, const B: usize>(
    a: &TensorRef<T, A>,
    b: &TensorRef<T, B>,
    kept: Kept,
) -> Tensor<T, 1> {
    let set = sets::unique;
    vector(sets::merged(set(to_vec(a.source())), set(to_vec(b.source())), kept))
}
