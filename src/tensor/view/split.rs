//! Views that read the same memory by another shape, and the forms that copy where none exists.

use super::fallible_views;
use crate::error::{ShapeError, raise};
use crate::layout::Layout;
use crate::rank::{AxisOf, Plus, Rank};
use crate::tensor::{TensorRef, TensorView, TensorViewMut};

fallible_views! {
    /// Splits an axis into several, without copying; at most one size may be `INFER`.
    ///
    /// `(Axis::<1>, [INFER, 5]): [a, b] -> [a, b / 5, 5]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = Tensor::<f32, 2>::zeros([3, 20]);
    /// let t: Tensor<f32, 3> = m.split_axis(Axis::<1>, [INFER, 5]);
    /// assert_eq!((t.shape(), t.strides()), ([3, 4, 5], [20, 5, 1]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// Tensor::<f32, 2>::zeros([3, 20]).split_axis(Axis::<2>, [4, 5]);
    /// ```
    ///
    /// # Panics
    /// When the sizes do not multiply to the size of the axis, or do not divide it:
    /// `split_axis: [3, 20] to [INFER, 6]: 20 elements cannot be divided by 6`.
    ///
    /// torch: `unflatten`.
    #[doc(alias = "unflatten")]
    split_axis or try_split_axis[A, const K: usize, const P: usize, const O: usize](
        axis: A,
        sizes: [usize; K]
    ) -> [O] where [
        A: AxisOf<R, Removed = Rank<P>>,
        Rank<P>: Plus<Rank<K>, Output = Rank<O>>,
    ] { |layout: &Layout<R>, _, sizes| layout.split_axis(A::INDEX, sizes, size_of::<T>()) }
}

impl<T, const R: usize> TensorRef<T, R> {
    /// Splits a tensor in two views along an axis: `[..middle]` and `[middle..]`.
    ///
    /// `(Axis::<1>, k): [a, b] -> [a, k], [a, b - k]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2, 3], [4, 5, 6]];
    /// let (left, right) = m.split_at(Axis::<1>, 1);
    /// assert_eq!((left, right), (tensor![[1], [4]].view(), tensor![[2, 3], [5, 6]].view()));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1, 2, 3].split_at(Axis::<1>, 1); // `Axis<1>` is not an axis of a rank-1 tensor
    /// ```
    ///
    /// # Panics
    /// When `middle` exceeds the size:
    /// `split_at: [2, 3]: range 0..4 is out of bounds for axis 1 of size 3`.
    ///
    /// ndarray and slices: `split_at`.
    #[must_use = "a view operation leaves the tensor as it is and returns the views"]
    #[track_caller]
    pub fn split_at<A: AxisOf<R>>(
        &self,
        axis: A,
        middle: usize,
    ) -> (TensorView<'_, T, R>, TensorView<'_, T, R>) {
        self.view().split_at(axis, middle)
    }

    /// Fallible form of [`split_at`](TensorRef::split_at).
    pub fn try_split_at<A: AxisOf<R>>(
        &self,
        axis: A,
        middle: usize,
    ) -> Result<(TensorView<'_, T, R>, TensorView<'_, T, R>), ShapeError> {
        self.view().try_split_at(axis, middle)
    }
}

impl<T, const R: usize> TensorView<'_, T, R> {
    /// As [`split_at`](TensorRef::split_at) of a tensor, for as long as the borrow lives.
    #[must_use = "a view operation returns the views"]
    #[track_caller]
    pub fn split_at<A: AxisOf<R>>(self, axis: A, middle: usize) -> (Self, Self) {
        raise(self.try_split_at(axis, middle))
    }

    /// Fallible form of [`split_at`](TensorRef::split_at).
    pub fn try_split_at<A: AxisOf<R>>(
        self,
        _axis: A,
        middle: usize,
    ) -> Result<(Self, Self), ShapeError> {
        let (first, second) = self.layout().split_at(A::INDEX, middle)?;
        Ok((self.into_layout(first), self.into_layout(second)))
    }
}

impl<'a, T, const R: usize> TensorViewMut<'a, T, R> {
    /// Splits a mutable view in two along an axis: `[..middle]` and `[middle..]`.
    ///
    /// `(Axis::<1>, k): [a, b] -> [a, k], [a, b - k]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let mut m = tensor![[1, 2, 3], [4, 5, 6]];
    /// let (mut left, right) = m.view_mut().split_at_mut(Axis::<1>, 1);
    /// left.assign(&right.slice(s![.., 1..]));
    /// assert_eq!(m, tensor![[3, 2, 3], [6, 5, 6]]);
    /// ```
    ///
    /// # Panics
    /// When `middle` exceeds the size:
    /// `split_at_mut: [2, 3]: range 0..4 is out of bounds for axis 1 of size 3`.
    ///
    /// ndarray: `split_at`; slices: `split_at_mut`.
    #[track_caller]
    pub fn split_at_mut<A: AxisOf<R>>(self, axis: A, middle: usize) -> (Self, Self) {
        raise(self.try_split_at_mut(axis, middle))
    }

    /// Returns what [`split_at_mut`](Tensor::split_at_mut) does, or the error it would panic with.
    pub fn try_split_at_mut<A: AxisOf<R>>(
        self,
        _axis: A,
        middle: usize,
    ) -> Result<(Self, Self), ShapeError> {
        let (span, layout) = self.into_parts();
        let [first, second] = span.split_at(&layout, A::INDEX, middle)?;
        Ok((TensorViewMut::new(first.0, first.1), TensorViewMut::new(second.0, second.1)))
    }
}
