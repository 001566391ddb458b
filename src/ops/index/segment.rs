//! Reductions of groups: `segment_sum`, `segment_mean`, `segment_max`, `segment_min`.

use super::{ListOf, check, check_len, in_row_major};
use crate::error::{ErrorKind, ShapeError, raise};
use crate::kernels::index::{self, Along};
use crate::kernels::uninit::filled;
use crate::layout::{Layout, Order};
use crate::ops::Mean;
use crate::rank::AxisOf;
use crate::rank::seal::Seal;
use crate::tensor::{Tensor, TensorRef};
use alloc::borrow::Cow;
use alloc::vec::Vec;
use num_traits::Zero;

/// The groups along an axis, checked.
struct Groups<'a, const R: usize> {
    ids: Cow<'a, [usize]>,
    /// Of the result.
    layout: Layout<R>,
    along: Along,
    /// The number of elements behind the axis.
    inner: usize,
}

impl<T, const R: usize> TensorRef<T, R> {
    /// Adds up the parts along an axis in groups: part `i` belongs to group `ids[i]` of `count` groups.
    ///
    /// `(Axis::<0>, [a] ids, count): [a, b, c] -> [count, b, c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let sales = tensor![[1, 10], [2, 20], [4, 40]];
    /// let shop = [0, 2, 0];
    /// let sums = sales.segment_sum(Axis::<0>, &shop, 3);
    /// assert_eq!(sums, tensor![[5, 50], [0, 0], [2, 20]]);
    /// // How many parts each group has:
    /// assert_eq!(tensor![0, 2, 0].bincount_with_min_len(3), tensor![2, 0, 1]);
    /// ```
    ///
    /// The ids are in any order. A group without parts gives zeros. Parts are added in order; into a
    /// tensor that there is, by [`index_add`](TensorRef::index_add).
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 10], [2, 20]];
    /// m.segment_sum(Axis::<2>, [0, 0], 1); // `Axis<2>` is not an axis of a rank-2 tensor
    /// ```
    ///
    /// # Panics
    /// - If there are not as many ids as indices of the axis:
    ///   `segment_sum: [3, 2] and [2]: axis 0 on the left has size 3, axis 0 on the right 2`.
    /// - If an id is not less than `count`:
    ///   `segment_sum: [3, 2] and [3]: index 3 at position 1 is out of range for axis 0 of size 3`.
    ///
    /// numpy: `add.at`; torch: `index_add`, `scatter_reduce`; jax: `segment_sum`; pandas: `groupby`.
    #[doc(alias("groupby", "scatter_reduce"))]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn segment_sum<A>(&self, axis: A, ids: impl ListOf<usize>, count: usize) -> Tensor<T, R>
    where
        A: AxisOf<R>,
        T: Clone + Zero,
    {
        raise(self.try_segment_sum(axis, ids, count))
    }

    /// Fallible form of [`segment_sum`](TensorRef::segment_sum).
    pub fn try_segment_sum<A>(
        &self,
        _axis: A,
        ids: impl ListOf<usize>,
        count: usize,
    ) -> Result<Tensor<T, R>, ShapeError>
    where
        A: AxisOf<R>,
        T: Clone + Zero,
    {
        let groups = self.groups::<T>("segment_sum", A::INDEX, ids.list(Seal), count)?;
        let sums = groups.sums(&in_row_major(self), T::clone);
        Ok(Tensor::owned(sums, groups.layout))
    }

    /// Returns the means of the parts along an axis in groups: part `i` belongs to group `ids[i]` of
    /// `count` groups.
    ///
    /// `(Axis::<0>, [a] ids, count): [a, b, c] -> [count, b, c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let x = tensor![1.0, 2.0, 4.0];
    /// assert_eq!(x.segment_mean(Last, [1, 0, 1], 2), tensor![2.0, 2.5]);
    /// ```
    ///
    /// A group without parts gives NaN. Integers have no mean:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1, 2, 4].segment_mean(Last, [1, 0, 1], 2); // the mean of `i32` would be rounded
    /// ```
    ///
    /// # Panics
    /// As [`segment_sum`](TensorRef::segment_sum):
    /// `segment_mean: [3] and [3]: index 2 at position 1 is out of range for axis 0 of size 2`.
    ///
    /// torch: `scatter_reduce(reduce="mean")`; pandas: `groupby(..).mean()`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn segment_mean<A>(&self, axis: A, ids: impl ListOf<usize>, count: usize) -> Tensor<T, R>
    where
        A: AxisOf<R>,
        T: Mean,
        T::Sum: Clone,
    {
        raise(self.try_segment_mean(axis, ids, count))
    }

    /// Fallible form of [`segment_mean`](TensorRef::segment_mean).
    pub fn try_segment_mean<A>(
        &self,
        _axis: A,
        ids: impl ListOf<usize>,
        count: usize,
    ) -> Result<Tensor<T, R>, ShapeError>
    where
        A: AxisOf<R>,
        T: Mean,
        T::Sum: Clone,
    {
        let groups = self.groups::<T::Sum>("segment_mean", A::INDEX, ids.list(Seal), count)?;
        let sums = groups.sums(&in_row_major(self), |x: &T| T::Sum::from(x.clone()));
        let (sizes, inner) = (index::count(&groups.ids, count), groups.inner);
        let mean = |(i, sum)| T::from_sum(sum, sizes[i / inner % count]);
        let means: Vec<T> = sums.into_iter().enumerate().map(mean).collect();
        Ok(Tensor::owned(means, groups.layout))
    }

    /// Returns the largest elements along an axis in groups: part `i` belongs to group `ids[i]` of `count`
    /// groups.
    ///
    /// `(Axis::<0>, [a] ids, count): [a, b, c] -> [count, b, c]`
    ///
    /// NaN propagates: if an element of a group is NaN, its result is NaN.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 40], [2, 20], [4, 10]];
    /// assert_eq!(m.segment_max(Axis::<0>, [0, 1, 0], 2), tensor![[4, 40], [2, 20]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 10], [2, 20]];
    /// m.segment_max(Axis::<2>, [0, 0], 1); // `Axis<2>` is not an axis of a rank-2 tensor
    /// ```
    ///
    /// # Panics
    /// - As [`segment_sum`](TensorRef::segment_sum).
    /// - If a group has no parts: `segment_max: [3, 2] and [3]: segment 1 is empty`.
    ///
    /// numpy: `maximum.at`; torch: `scatter_reduce(reduce="amax")`; jax: `segment_max`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn segment_max<A>(&self, axis: A, ids: impl ListOf<usize>, count: usize) -> Tensor<T, R>
    where
        A: AxisOf<R>,
        T: Clone + PartialOrd,
    {
        raise(self.try_segment_max(axis, ids, count))
    }

    /// Fallible form of [`segment_max`](TensorRef::segment_max).
    pub fn try_segment_max<A>(
        &self,
        _axis: A,
        ids: impl ListOf<usize>,
        count: usize,
    ) -> Result<Tensor<T, R>, ShapeError>
    where
        A: AxisOf<R>,
        T: Clone + PartialOrd,
    {
        self.extrema("segment_max", A::INDEX, ids.list(Seal), count, |x, best| x > best)
    }

    /// Returns the least elements along an axis in groups: part `i` belongs to group `ids[i]` of `count`
    /// groups.
    ///
    /// `(Axis::<0>, [a] ids, count): [a, b, c] -> [count, b, c]`
    ///
    /// NaN propagates: if an element of a group is NaN, its result is NaN.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 40], [2, 20], [4, 10]];
    /// assert_eq!(m.segment_min(Axis::<0>, [0, 1, 0], 2), tensor![[1, 10], [2, 20]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 10], [2, 20]];
    /// m.segment_min(Axis::<2>, [0, 0], 1); // `Axis<2>` is not an axis of a rank-2 tensor
    /// ```
    ///
    /// # Panics
    /// - As [`segment_sum`](TensorRef::segment_sum).
    /// - If a group has no parts: `segment_min: [3, 2] and [3]: segment 1 is empty`.
    ///
    /// numpy: `minimum.at`; torch: `scatter_reduce(reduce="amin")`; jax: `segment_min`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn segment_min<A>(&self, axis: A, ids: impl ListOf<usize>, count: usize) -> Tensor<T, R>
    where
        A: AxisOf<R>,
        T: Clone + PartialOrd,
    {
        raise(self.try_segment_min(axis, ids, count))
    }

    /// Fallible form of [`segment_min`](TensorRef::segment_min).
    pub fn try_segment_min<A>(
        &self,
        _axis: A,
        ids: impl ListOf<usize>,
        count: usize,
    ) -> Result<Tensor<T, R>, ShapeError>
    where
        A: AxisOf<R>,
        T: Clone + PartialOrd,
    {
        self.extrema("segment_min", A::INDEX, ids.list(Seal), count, |x, best| x < best)
    }

    /// Checks the groups, whose results are of type `U`.
    fn groups<'a, U>(
        &self,
        operation: &'static str,
        axis: usize,
        ids: Cow<'a, [usize]>,
        count: usize,
    ) -> Result<Groups<'a, R>, ShapeError> {
        let mut shape = self.shape();
        check_len(operation, &shape, axis, ids.len())?;
        check(operation, &[&shape, &[ids.len()]], &ids, axis, count)?;
        shape[axis] = count;
        let size = size_of::<T>().max(size_of::<U>());
        let layout = Layout::new_in(operation, shape, Order::RowMajor, size)?;
        let inner = shape[axis + 1..].iter().product();
        Ok(Groups { ids, layout, along: Along::new(&shape, axis), inner })
    }

    fn extrema(
        &self,
        operation: &'static str,
        axis: usize,
        ids: Cow<'_, [usize]>,
        count: usize,
        is_better: fn(&T, &T) -> bool,
    ) -> Result<Tensor<T, R>, ShapeError>
    where
        T: Clone + PartialOrd,
    {
        let groups = self.groups::<T>(operation, axis, ids, count)?;
        let mut first = filled(usize::MAX, count);
        for (i, &id) in groups.ids.iter().enumerate().rev() {
            first[id] = i;
        }
        if let Some(segment) = first.iter().position(|&first| first == usize::MAX) {
            let kind = ErrorKind::EmptySegment { segment };
            return Err(ShapeError::new(operation, &[&self.shape(), &[groups.ids.len()]], kind));
        }
        let from = in_row_major(self);
        let best = index::take(&from, Along::new(&self.shape(), axis), &first);
        let mut best = best.expect("in range");
        #[allow(clippy::eq_op)]
        index::combine(&mut best, groups.along, &groups.ids, &from, |best, x| {
            // NaN, which does not equal itself, stays.
            if is_better(x, best) || x != x {
                best.clone_from(x);
            }
        });
        Ok(Tensor::owned(best, groups.layout))
    }
}

impl<const R: usize> Groups<'_, R> {
    /// The sums of the groups.
    fn sums<T, S: Clone + Zero>(&self, from: &[T], widened: impl Fn(&T) -> S) -> Vec<S> {
        let mut sums = filled(S::zero(), self.layout.len());
        index::combine(&mut sums, self.along, &self.ids, from, |sum, x| {
            let before = core::mem::replace(sum, S::zero());
            *sum = before + widened(x);
        });
        sums
    }
}
