//! View methods that split an axis, or a tensor along an axis.

use super::fallible_views;
use crate::error::{ShapeError, raise};
use crate::layout::Layout;
use crate::rank::{AxisOf, Plus, Rank};
use crate::tensor::{Tensor, TensorRef, TensorView, TensorViewMut};

fallible_views! {
    /// Splits an axis into several axes; copies no element.
    ///
    /// At most one size may be [`INFER`](crate::INFER).
    ///
    /// `(Axis::<1>, [INFER, 5]): [a, b] -> [a, b / 5, 5]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = Tensor::<f32, 2>::zeros([3, 20]);
    /// let t: TensorView<'_, f32, 3> = m.split_axis(Axis::<1>, [INFER, 5]);
    /// assert_eq!((t.shape(), t.strides()), ([3, 4, 5], [20, 5, 1]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// Tensor::<f32, 2>::zeros([3, 20]).split_axis(Axis::<2>, [4, 5]); // axes are 0 and 1
    /// ```
    ///
    /// # Panics
    /// When the product of the sizes is not the size of the axis:
    /// `split_axis: [3, 20] to [3, 4, 6]: axis 1 has size 20, the sizes multiply to 24`; and when no
    /// size fits `INFER`: `split_axis: [3, 20] to [3, INFER, 6]: 20 elements cannot be divided by 6`.
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
    /// Splits a tensor along an axis into two views, `..middle` and `middle..`.
    ///
    /// `(Axis::<1>, k): [a, b] -> [a, k], [a, b - k]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2, 3], [4, 5, 6]];
    /// let (left, right) = m.split_at(Axis::<1>, 1);
    /// assert_eq!(left, tensor![[1], [4]]);
    /// assert_eq!(right, tensor![[2, 3], [5, 6]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1, 2, 3].split_at(Axis::<1>, 1); // `Axis<1>` is not an axis of a rank-1 tensor
    /// ```
    ///
    /// # Panics
    /// When `middle` is greater than the size of the axis:
    /// `split_at: [2, 3]: range 0..4 is out of bounds for axis 1 of size 3`.
    ///
    /// numpy and torch: `split`, into any number of parts; ndarray and slices: `split_at`.
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

impl<T, const R: usize> TensorRef<T, R> {
    /// Splits a tensor along an axis into two mutable views, `..middle` and `middle..`.
    ///
    /// Both can be written at the same time.
    ///
    /// `(Axis::<1>, k): [a, b] -> [a, k], [a, b - k]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let mut m = tensor![[1, 2, 3], [4, 5, 6]];
    /// let (mut left, right) = m.split_at_mut(Axis::<1>, 1);
    /// left.assign(&right.slice(s![.., 1..]));
    /// assert_eq!(m, tensor![[3, 2, 3], [6, 5, 6]]);
    /// ```
    ///
    /// # Panics
    /// When `middle` is greater than the size of the axis:
    /// `split_at_mut: [2, 3]: range 0..4 is out of bounds for axis 1 of size 3`.
    ///
    /// ndarray: `split_at`; slices: `split_at_mut`.
    #[must_use = "a view operation leaves the tensor as it is and returns the views"]
    #[track_caller]
    pub fn split_at_mut<A: AxisOf<R>>(
        &mut self,
        axis: A,
        middle: usize,
    ) -> (TensorViewMut<'_, T, R>, TensorViewMut<'_, T, R>) {
        self.view_mut().split_at_mut(axis, middle)
    }

    /// Fallible form of [`split_at_mut`](TensorRef::split_at_mut).
    pub fn try_split_at_mut<A: AxisOf<R>>(
        &mut self,
        axis: A,
        middle: usize,
    ) -> Result<(TensorViewMut<'_, T, R>, TensorViewMut<'_, T, R>), ShapeError> {
        self.view_mut().try_split_at_mut(axis, middle)
    }
}

impl<T, const R: usize> TensorView<'_, T, R> {
    /// Returns the same views as [`split_at`](TensorRef::split_at), with the lifetime of this view.
    ///
    /// # Panics
    /// As [`split_at`](TensorRef::split_at).
    #[must_use = "a view operation returns the views"]
    #[track_caller]
    pub fn split_at<A: AxisOf<R>>(self, axis: A, middle: usize) -> (Self, Self) {
        raise(self.try_split_at(axis, middle))
    }

    /// Fallible form of [`split_at`](TensorView::split_at).
    pub fn try_split_at<A: AxisOf<R>>(
        self,
        _axis: A,
        middle: usize,
    ) -> Result<(Self, Self), ShapeError> {
        let (first, second) = self.layout().split_at(A::INDEX, middle)?;
        Ok((self.selecting(first), self.selecting(second)))
    }
}

impl<T, const R: usize> TensorViewMut<'_, T, R> {
    /// Splits the mutable view as [`split_at_mut`](TensorRef::split_at_mut) splits a tensor, with the
    /// lifetime of this view; consumes it.
    ///
    /// # Panics
    /// As [`split_at_mut`](TensorRef::split_at_mut).
    #[must_use = "a view operation returns the views"]
    #[track_caller]
    pub fn split_at_mut<A: AxisOf<R>>(self, axis: A, middle: usize) -> (Self, Self) {
        raise(self.try_split_at_mut(axis, middle))
    }

    /// Fallible form of [`split_at_mut`](TensorViewMut::split_at_mut).
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
