//! `searchsorted`: where numbers belong among sorted ones.

use crate::rank::{IsRankOne, Rank};
use crate::tensor::{Tensor, TensorRef};
use alloc::vec::Vec;
use core::hint::select_unpredictable;

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

    fn at(&self, i: usize) -> &T;
}

impl<T> Sorted<T> for [T] {
    #[inline(always)]
    fn len(&self) -> usize {
        self.len()
    }

    #[inline(always)]
    fn at(&self, i: usize) -> &T {
        &self[i]
    }
}

/// Of rank 1.
impl<T, const R: usize> Sorted<T> for TensorRef<T, R> {
    fn len(&self) -> usize {
        self.len()
    }

    fn at(&self, i: usize) -> &T {
        &self[[i; R]]
    }
}

/// How many values are searched together: a step of one search waits for the step before, those of others do not.
const SEARCHES: usize = 16;

/// The place of each value.
#[allow(clippy::eq_op)]
fn places<T: PartialOrd, const K: usize>(
    sorted: &(impl Sorted<T> + ?Sized),
    values: &TensorRef<T, K>,
    side: Side,
) -> Tensor<usize, K> {
    let places = match side {
        Side::Left => each_place(sorted, values, |x, value| x < value, |x| x == x),
        Side::Right => each_place(sorted, values, |x, value| x <= value, |_| true),
    };
    Tensor::owned(places, values.layout().to_row_major())
}

/// How many elements are before each value, of which some are NaN.
#[allow(clippy::eq_op)]
fn each_place<T: PartialOrd, const K: usize>(
    sorted: &(impl Sorted<T> + ?Sized),
    values: &TensorRef<T, K>,
    is_before: impl Fn(&T, &T) -> bool,
    is_before_nan: impl Fn(&T) -> bool,
) -> Vec<usize> {
    let mut places = Vec::with_capacity(values.len());
    let mut group = Vec::with_capacity(SEARCHES);
    let mut values = values.iter();
    loop {
        group.extend(values.by_ref().take(SEARCHES));
        match group.as_array::<SEARCHES>() {
            Some(values) if values.iter().all(|value| value == value) => {
                places.extend(search(sorted, values, &is_before));
            }
            _ if group.is_empty() => return places,
            _ => places.extend(group.iter().flat_map(|value| match value == value {
                true => search(sorted, &[value], &is_before),
                false => search(sorted, &[value], |x, _| is_before_nan(x)),
            })),
        }
        group.clear();
    }
}

/// The number of elements before each value, by bisection.
#[inline(always)]
fn search<T, const N: usize>(
    sorted: &(impl Sorted<T> + ?Sized),
    values: &[&T; N],
    is_before: impl Fn(&T, &T) -> bool,
) -> [usize; N] {
    let mut found = [0; N];
    let mut size = sorted.len();
    while size > 1 {
        let half = size / 2;
        for (found, value) in found.iter_mut().zip(values) {
            let middle = *found + half;
            // The result is as good as random: a branch would be mispredicted for half of the steps.
            *found = select_unpredictable(is_before(sorted.at(middle), value), middle, *found);
        }
        size -= half;
    }
    if size == 1 {
        for (found, value) in found.iter_mut().zip(values) {
            *found += usize::from(is_before(sorted.at(*found), value));
        }
    }
    found
}
