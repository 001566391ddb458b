//! How often numbers come up: `bincount`, `histogram`; and `one_hot`.

use super::{ListOf, check, in_row_major};
use crate::error::{ErrorKind, ShapeError, raise};
use crate::kernels::index::{self, Along};
use crate::kernels::uninit::{filled, zeroed};
use crate::layout::{Layout, Order};
#[cfg(any(feature = "std", feature = "libm"))]
use crate::rank::All;
use crate::rank::seal::Seal;
use crate::rank::{InsertInto, Last, Rank};
use crate::tensor::{Tensor, TensorRef, Vector};
use alloc::format;
use alloc::string::ToString;
#[cfg(any(feature = "std", feature = "libm"))]
use alloc::vec::Vec;
#[cfg(any(feature = "std", feature = "libm"))]
use core::fmt::Debug;
use core::ops::AddAssign;
#[cfg(any(feature = "std", feature = "libm"))]
use num_traits::{Float, NumCast};
use num_traits::{One, Zero};

impl<const R: usize> TensorRef<usize, R> {
    /// Counts how often each number comes up, from 0 to the largest one.
    ///
    /// `[..] -> [k]`: `k` is the largest number plus 1, and 0 if there is none.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![3, 0, 1, 3].bincount(), tensor![1, 1, 0, 2]);
    /// ```
    ///
    /// The numbers are `usize`:
    ///
    /// ```compile_fail,E0599
    /// use holor::prelude::*;
    ///
    /// tensor![3_i32, 0, 1, 3].bincount();
    /// ```
    ///
    /// # Panics
    /// If the result holds more elements than memory can address:
    /// `bincount: [9223372036854775808]: more elements than memory can address`.
    ///
    /// numpy and torch: `bincount`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn bincount(&self) -> Vector<usize> {
        raise(self.try_bincount())
    }

    /// Fallible form of [`bincount`](TensorRef::bincount).
    pub fn try_bincount(&self) -> Result<Vector<usize>, ShapeError> {
        self.try_bincount_with_min_len(0)
    }

    /// Counts how often each number comes up, from 0 to the largest one, and at least so many numbers.
    ///
    /// `[..] -> [k]`: `k` is the largest number plus 1, or `min_len` if that is more.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![2, 0].bincount_with_min_len(4), tensor![1, 0, 1, 0]);
    /// ```
    ///
    /// ```compile_fail,E0599
    /// use holor::prelude::*;
    ///
    /// tensor![2_i32, 0].bincount_with_min_len(4); // the numbers are `usize`: `.cast_exact::<usize>()`
    /// ```
    ///
    /// # Panics
    /// As [`bincount`](TensorRef::bincount).
    ///
    /// numpy: `bincount(minlength=..)`; torch: the same.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn bincount_with_min_len(&self, min_len: usize) -> Vector<usize> {
        raise(self.try_bincount_with_min_len(min_len))
    }

    /// Fallible form of [`bincount_with_min_len`](TensorRef::bincount_with_min_len).
    pub fn try_bincount_with_min_len(&self, min_len: usize) -> Result<Vector<usize>, ShapeError> {
        let numbers = in_row_major(self);
        let layout = bins::<usize>("bincount", &numbers, min_len)?;
        Ok(Tensor::owned(index::count(&numbers, layout.len()), layout))
    }

    /// Adds up the weights of equal numbers, from 0 to the largest one.
    ///
    /// `([..] of weights): [..] -> [k]`: `k` is the largest number plus 1.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let sums = tensor![3, 0, 3].bincount_with_weights(&tensor![0.5, 2.0, 1.0]);
    /// assert_eq!(sums, tensor![2.0, 0.0, 0.0, 1.5]);
    /// ```
    ///
    /// With a given number of bins, or weights that are rows:
    /// [`segment_sum`](TensorRef::segment_sum).
    ///
    /// ```compile_fail,E0308
    /// use holor::prelude::*;
    ///
    /// tensor![3, 0, 3].bincount_with_weights(&tensor![[0.5, 2.0, 1.0]]); // expected `1`, found `2`
    /// ```
    ///
    /// # Panics
    /// - If the shapes differ: `bincount: [3] and [2]: sizes 3 and 2 of axis 0 differ`.
    /// - As [`bincount`](TensorRef::bincount).
    ///
    /// numpy and torch: `bincount(weights=..)`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn bincount_with_weights<T>(&self, weights: &TensorRef<T, R>) -> Vector<T>
    where
        T: Clone + Zero + AddAssign,
    {
        raise(self.try_bincount_with_weights(weights))
    }

    /// Fallible form of [`bincount_with_weights`](TensorRef::bincount_with_weights).
    pub fn try_bincount_with_weights<T>(
        &self,
        weights: &TensorRef<T, R>,
    ) -> Result<Vector<T>, ShapeError>
    where
        T: Clone + Zero + AddAssign,
    {
        let (shape, other) = (self.shape(), weights.shape());
        if let Some(axis) = (0..R).find(|&axis| shape[axis] != other[axis]) {
            let kind = ErrorKind::SizesDiffer { axis, left: shape[axis], right: other[axis] };
            return Err(ShapeError::new("bincount", &[&shape, &other], kind));
        }
        let numbers = in_row_major(self);
        let layout = bins::<T>("bincount", &numbers, 0)?;
        let mut sums = zeroed::<T>(layout.len());
        let along = Along::new(&layout.shape(), 0);
        index::combine(&mut sums, along, &numbers, &in_row_major(weights), |sum, weight| {
            *sum += weight.clone();
        });
        Ok(Tensor::owned(sums, layout))
    }

    /// Returns a one at the place of each class, and zeros elsewhere, along a new last axis.
    ///
    /// `(classes): [a, b] -> [a, b, classes]`
    ///
    /// The type of the elements is that of the result.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let labels = tensor![2, 0];
    /// let coded: Tensor<f32, 2> = labels.one_hot(3);
    /// assert_eq!(coded, tensor![[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]);
    /// assert_eq!(labels.one_hot::<u8, _>(3).sum(Axis::<0>), tensor![1, 0, 1]);
    /// ```
    ///
    /// ```compile_fail,E0308
    /// use holor::prelude::*;
    ///
    /// let coded: Tensor<f32, 1> = tensor![2, 0].one_hot(3); // expected `1`, found `2`
    /// ```
    ///
    /// # Panics
    /// If a number is not less than `classes`:
    /// `one_hot: [2]: index 3 at position 1 is out of range for axis 1 of size 3`.
    ///
    /// numpy: `eye(classes)[labels]`; torch: `nn.functional.one_hot`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn one_hot<U, const O: usize>(&self, classes: usize) -> Tensor<U, O>
    where
        U: Clone + Zero + One,
        Last: InsertInto<R, Inserted = Rank<O>>,
    {
        raise(self.try_one_hot(classes))
    }

    /// Fallible form of [`one_hot`](TensorRef::one_hot).
    pub fn try_one_hot<U, const O: usize>(&self, classes: usize) -> Result<Tensor<U, O>, ShapeError>
    where
        U: Clone + Zero + One,
        Last: InsertInto<R, Inserted = Rank<O>>,
    {
        let (mut shape, labels) = ([classes; O], in_row_major(self));
        shape[..R].copy_from_slice(&self.shape());
        check("one_hot", &[&self.shape()], &labels, R, classes)?;
        let layout = Layout::new_in("one_hot", shape, Order::RowMajor, size_of::<U>())?;
        let mut coded = zeroed::<U>(layout.len());
        for (row, &label) in coded.chunks_exact_mut(classes.max(1)).zip(&*labels) {
            row[label] = U::one();
        }
        Ok(Tensor::owned(coded, layout))
    }
}

/// The layout of as many elements as the largest number asks for.
fn bins<T>(
    operation: &'static str,
    numbers: &[usize],
    min_len: usize,
) -> Result<Layout<1>, ShapeError> {
    // The largest `usize` would be written as a size to infer; it is too large as it is.
    let len = index::largest(numbers).map_or(0, |largest| largest.saturating_add(1));
    let shape = [len.max(min_len).min(usize::MAX - 1)];
    Layout::new_in(operation, shape, Order::RowMajor, size_of::<T>())
}

#[cfg(any(feature = "std", feature = "libm"))]
impl<T, const R: usize> TensorRef<T, R> {
    /// Counts the elements in `bins` intervals of equal width, from the least to the largest element.
    /// Returns the counts and the edges of the intervals.
    ///
    /// `(bins): [..] -> ([bins], [bins + 1])`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let (counts, edges) = tensor![1.0, 2.0, 1.0, 5.0].histogram(2);
    /// assert_eq!(counts, tensor![3, 1]);
    /// assert_eq!(edges, tensor![1.0, 3.0, 5.0]);
    /// ```
    ///
    /// An interval has its left edge and not its right one; the last has both. If all elements are
    /// equal to `x`, the intervals reach from `x - 0.5` to `x + 0.5`; if there are no elements, from 0 to 1.
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1, 2, 1, 5].histogram(2); // integers: `.cast::<f64>()`
    /// ```
    ///
    /// # Panics
    /// - If `bins` is 0: `histogram: [4]: bins is 0, expected at least 1`.
    /// - If there are so many that edges are equal:
    ///   `histogram: [4]: bins is 100, expected so few that their edges differ`.
    /// - If an element is NaN or infinite:
    ///   `histogram: [2]: the range is NaN..NaN, expected finite bounds in order`.
    ///
    /// numpy: `histogram`; torch: `histogram`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn histogram(&self, bins: usize) -> (Vector<usize>, Vector<T>)
    where
        T: Float + Debug,
    {
        raise(self.try_histogram(bins))
    }

    /// Fallible form of [`histogram`](TensorRef::histogram).
    pub fn try_histogram(&self, bins: usize) -> Result<(Vector<usize>, Vector<T>), ShapeError>
    where
        T: Float + Debug,
    {
        if self.is_empty() {
            return self.try_histogram_with_range(bins, T::zero(), T::one());
        }
        // NaN if there is one.
        self.try_histogram_with_range(bins, self.min(All).item(), self.max(All).item())
    }

    /// Counts the elements in `bins` intervals of equal width from `low` to `high`. Returns the counts and
    /// the edges of the intervals.
    ///
    /// `(bins, low, high): [..] -> ([bins], [bins + 1])`
    ///
    /// Elements outside, and NaN, are not counted.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let x = tensor![0.5, 1.0, 7.0, f64::NAN, 4.0];
    /// let (counts, edges) = x.histogram_with_range(4, 0.0, 4.0);
    /// assert_eq!(counts, tensor![1, 1, 0, 1]);
    /// assert_eq!(edges, tensor![0.0, 1.0, 2.0, 3.0, 4.0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1, 2, 1, 5].histogram_with_range(4, 0, 8); // integers: `.cast::<f64>()`
    /// ```
    ///
    /// # Panics
    /// - If `bins` is 0: `histogram: [5]: bins is 0, expected at least 1`.
    /// - If there are so many that edges are equal:
    ///   `histogram: [5]: bins is 100, expected so few that their edges differ`.
    /// - If the bounds are NaN, infinite or not in order:
    ///   `histogram: [5]: the range is 4.0..0.0, expected finite bounds in order`.
    ///
    /// numpy: `histogram(range=..)`; torch: `histc`.
    #[doc(alias = "histc")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn histogram_with_range(&self, bins: usize, low: T, high: T) -> (Vector<usize>, Vector<T>)
    where
        T: Float + Debug,
    {
        raise(self.try_histogram_with_range(bins, low, high))
    }

    /// Fallible form of [`histogram_with_range`](TensorRef::histogram_with_range).
    pub fn try_histogram_with_range(
        &self,
        bins: usize,
        low: T,
        high: T,
    ) -> Result<(Vector<usize>, Vector<T>), ShapeError>
    where
        T: Float + Debug,
    {
        let refuse = |name, value, expected| {
            let kind = ErrorKind::Argument { name, value, expected };
            Err(ShapeError::new("histogram", &[&self.shape()], kind))
        };
        if bins == 0 {
            return refuse("bins", bins.to_string(), "at least 1");
        }
        if !(low <= high && (high - low).is_finite()) {
            let range = format!("{low:?}..{high:?}");
            return refuse("the range", range, "finite bounds in order");
        }
        let layout = bins_layout::<T>(bins)?;
        let half: T = number(0.5);
        let (low, high) = if low == high { (low - half, high + half) } else { (low, high) };
        let step = (high - low) / number(bins);
        let mut edges: Vec<T> = (0..bins).map(|i| number::<T, _>(i) * step + low).collect();
        edges.push(high);
        if !edges.is_sorted_by(|a, b| a < b) {
            return refuse("bins", bins.to_string(), "so few that their edges differ");
        }
        let (mut counts, width, intervals) =
            (filled(0_usize, bins), high - low, number::<T, _>(bins));
        let mut places = [T::zero(); 256];
        for block in in_row_major(self).chunks(places.len()) {
            for (place, &x) in places.iter_mut().zip(block) {
                *place = (x - low) / width * intervals;
            }
            let within = |(x, _): &(T, T)| *x >= low && *x <= high;
            for (x, place) in block.iter().copied().zip(places).filter(within) {
                // The product is off by rounding; the edges decide.
                let mut place = place.to_usize().unwrap_or(0).min(bins - 1);
                while place > 0 && x < edges[place] {
                    place -= 1;
                }
                while place + 1 < bins && x >= edges[place + 1] {
                    place += 1;
                }
                counts[place] += 1;
            }
        }
        Ok((Vector::from(counts), Tensor::owned(edges, layout)))
    }
}

impl<T, const R: usize> TensorRef<T, R> {
    /// Counts the elements in the intervals between given edges.
    ///
    /// `([k + 1] edges): [..] -> [k]`
    ///
    /// An interval has its left edge and not its right one; the last has both. Elements outside, and NaN,
    /// are not counted.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let ages = tensor![3, 17, 18, 40, 64, 65, 99];
    /// assert_eq!(ages.histogram_with_edges(&[0, 18, 65, 120]), tensor![2, 3, 2]);
    /// ```
    ///
    /// The interval of each element, such as for sums of weights, is found by
    /// [`searchsorted_with_side`](TensorRef::searchsorted_with_side):
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let (edges, ages) = (tensor![0, 18, 65], tensor![17, 18, 40]);
    /// let interval = edges.searchsorted_with_side(&ages, Side::Right) - 1;
    /// assert_eq!(interval, tensor![0, 1, 1]);
    /// assert_eq!(tensor![0.5, 1.0, 2.0].segment_sum(Last, &interval, 2), tensor![0.5, 3.0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// // `&Tensor<i32, 2>` is neither a list of `i32` nor of rank 1
    /// tensor![3, 17].histogram_with_edges(&tensor![[0, 18], [65, 120]]);
    /// ```
    ///
    /// # Panics
    /// - If there are less than two edges: `histogram: [7] and [1]: the number of edges is 1, expected at
    ///   least 2`.
    /// - If an edge is less than the one before, or NaN: `histogram: [7] and [3]: an edge is not in order
    ///   at position 2, expected ascending edges`.
    ///
    /// numpy: `histogram(bins=edges)`; torch: the same.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn histogram_with_edges(&self, edges: impl ListOf<T>) -> Vector<usize>
    where
        T: PartialOrd + Clone,
    {
        raise(self.try_histogram_with_edges(edges))
    }

    /// Fallible form of [`histogram_with_edges`](TensorRef::histogram_with_edges).
    pub fn try_histogram_with_edges(
        &self,
        edges: impl ListOf<T>,
    ) -> Result<Vector<usize>, ShapeError>
    where
        T: PartialOrd + Clone,
    {
        let edges = edges.list(Seal);
        let refuse = |name, value, expected| {
            let kind = ErrorKind::Argument { name, value, expected };
            Err(ShapeError::new("histogram", &[&self.shape(), &[edges.len()]], kind))
        };
        let [low, .., high] = &*edges else {
            return refuse("the number of edges", edges.len().to_string(), "at least 2");
        };
        if let Some(i) = edges.windows(2).position(|pair| !matches!(pair, [a, b] if a <= b)) {
            let value = format!("not in order at position {}", i + 1);
            return refuse("an edge", value, "ascending edges");
        }
        let mut counts = filled(0_usize, edges.len() - 1);
        for x in self.iter().filter(|x| *low <= **x && **x <= *high) {
            let after = edges.partition_point(|edge| edge <= x);
            counts[after.min(edges.len() - 1) - 1] += 1;
        }
        Ok(Vector::from(counts))
    }
}

/// The layout of the edges of so many bins.
#[cfg(any(feature = "std", feature = "libm"))]
fn bins_layout<T>(bins: usize) -> Result<Layout<1>, ShapeError> {
    let shape = [bins.saturating_add(1).min(usize::MAX - 1)];
    let size = size_of::<T>().max(size_of::<usize>());
    Layout::new_in("histogram", shape, Order::RowMajor, size)
}

#[cfg(any(feature = "std", feature = "libm"))]
fn number<T: NumCast, N: num_traits::ToPrimitive>(n: N) -> T {
    T::from(n).expect("a float has a value for each number of bins")
}
