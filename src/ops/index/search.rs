//! `searchsorted`: where numbers belong among sorted ones.

use crate::rank::{IsRankOne, Rank};
use crate::tensor::{Tensor, TensorRef};

/// The side of equal elements on which [`searchsorted`](TensorRef::searchsorted) finds a place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Side {
    /// Before the elements that equal the number.
    #[default]
    Left,
    /// Behind the elements that equal the number.
    Right,
}

impl<T, const R: usize> TensorRef<T, R> {
    /// Returns for each value the first place in this sorted vector at which it can be inserted.
    ///
    /// `(values [a, b]): [n] -> [a, b]`: the number of elements that are less than the value, from 0 to
    /// `n`.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let sorted = tensor![10, 20, 20, 30];
    /// assert_eq!(sorted.searchsorted(&tensor![[5, 20], [25, 99]]), tensor![[0, 1], [3, 4]]);
    /// assert_eq!(sorted.searchsorted(&Tensor::scalar(20)).item(), 1);
    /// ```
    ///
    /// The vector must be sorted in ascending order, with NaN last; of another one the places mean nothing.
    /// With [`Side::Right`], a place is behind equal elements:
    /// [`searchsorted_with_side`](TensorRef::searchsorted_with_side).
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// // a vector has rank 1, found `Rank<2>`
    /// tensor![[10, 20], [20, 30]].searchsorted(&tensor![20]);
    /// ```
    ///
    /// numpy and torch: `searchsorted`; torch: `bucketize`.
    #[doc(alias = "bucketize")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    pub fn searchsorted<const K: usize>(&self, values: &TensorRef<T, K>) -> Tensor<usize, K>
    where
        Rank<R>: IsRankOne,
        T: PartialOrd,
    {
        self.searchsorted_with_side(values, Side::Left)
    }

    /// Returns for each value the first or the last place in this sorted vector at which it can be
    /// inserted.
    ///
    /// `(values [a, b], side): [n] -> [a, b]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let sorted = tensor![10, 20, 20, 30];
    /// let places = sorted.searchsorted_with_side(&tensor![5, 20], Side::Right);
    /// assert_eq!(places, tensor![0, 3]);
    ///
    /// // The interval `i` of each element: `edges[i - 1] <= x < edges[i]` (numpy's `digitize`).
    /// let edges = tensor![0.0, 1.0, 2.0];
    /// let bins = edges.searchsorted_with_side(&tensor![0.5, 1.0], Side::Right);
    /// assert_eq!(bins, tensor![1, 2]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// let rows = tensor![[10, 20], [30, 40]];
    /// rows.searchsorted_with_side(&tensor![5], Side::Left); // a vector has rank 1, found `Rank<2>`
    /// ```
    ///
    /// numpy: `searchsorted(side=..)`, `digitize`; torch: `searchsorted(right=..)`.
    #[doc(alias = "digitize")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    pub fn searchsorted_with_side<const K: usize>(
        &self,
        values: &TensorRef<T, K>,
        side: Side,
    ) -> Tensor<usize, K>
    where
        Rank<R>: IsRankOne,
        T: PartialOrd,
    {
        match self.as_slice() {
            Some(sorted) => places(sorted, values, side),
            None => places(self, values, side),
        }
    }
}

/// Sorted elements, of a slice or at any stride.
trait Sorted<T> {
    fn len(&self) -> usize;

    /// The number of elements before the first one for which `f` is false.
    fn partition_point(&self, f: impl Fn(&T) -> bool) -> usize;
}

impl<T> Sorted<T> for [T] {
    fn len(&self) -> usize {
        self.len()
    }

    #[inline(always)]
    fn partition_point(&self, f: impl Fn(&T) -> bool) -> usize {
        self.partition_point(f)
    }
}

/// Of rank 1.
impl<T, const R: usize> Sorted<T> for TensorRef<T, R> {
    fn len(&self) -> usize {
        self.len()
    }

    fn partition_point(&self, f: impl Fn(&T) -> bool) -> usize {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            if f(&self[[middle; R]]) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }
}

/// The place of each value. For each kind of value one comparison: with two, the search jumps and does not choose.
#[allow(clippy::eq_op)]
fn places<T: PartialOrd, const K: usize>(
    sorted: &(impl Sorted<T> + ?Sized),
    values: &TensorRef<T, K>,
    side: Side,
) -> Tensor<usize, K> {
    match side {
        Side::Left => values.map(|value| match value == value {
            true => sorted.partition_point(|x| x < value),
            false => sorted.partition_point(|x| x == x),
        }),
        Side::Right => values.map(|value| match value == value {
            true => sorted.partition_point(|x| x <= value),
            false => sorted.len(),
        }),
    }
}
