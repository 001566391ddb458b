//! Views that read the same memory by another shape, and the forms that copy where none exists.

use super::fallible_views;
use crate::error::{ShapeError, raise};
use crate::layout::{Layout, Order};
use crate::rank::{AxisOf, Minus, Plus, Rank, SpanTo};
use crate::storage::{Mut, Share, Storage};
use crate::tensor::{Tensor, TensorViewMut};

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
    ) -> O where [
        A: AxisOf<R, Removed = Rank<P>>,
        Rank<P>: Plus<Rank<K>, Output = Rank<O>>,
    ] { |layout: &Layout<R>, _, sizes| layout.split_axis(A::INDEX, sizes, size_of::<T>()) }
}

impl<T, const R: usize, S: Share<Elem = T>> Tensor<T, R, S> {
    /// Reads the same memory by another shape; never copies.
    ///
    /// At most one size may be `INFER`.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2, 3], [4, 5, 6]];
    /// let flat: Tensor<i32, 1> = m.view_as([INFER]).unwrap();
    /// assert!(flat.shares_memory_with(&m));
    ///
    /// let error = m.transpose().view_as([6]).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "view_as: [3, 2] to [6]: axes 0 and 1 do not follow each other in memory; \
    ///      `reshape` copies where a view is not possible",
    /// );
    /// ```
    ///
    /// # Errors
    /// When no strides describe the shape over the memory as it lies, or the number of elements
    /// differs.
    ///
    /// torch: `view`; numpy: assigning to `shape`.
    #[doc(alias = "view")]
    #[inline]
    pub fn view_as<const O: usize>(
        &self,
        shape: [usize; O],
    ) -> Result<Tensor<T, O, S>, ShapeError> {
        Ok(self.with_layout(self.layout.view_as(shape, size_of::<T>())?))
    }
}

impl<'a, T, const R: usize> TensorViewMut<'a, T, R> {
    /// Reads and writes the same memory by another shape; takes the mutable view by value, for it
    /// is exclusive.
    ///
    /// # Errors
    /// As [`view_as`](Tensor::view_as) of a tensor.
    #[inline]
    pub fn view_as<const O: usize>(
        self,
        shape: [usize; O],
    ) -> Result<TensorViewMut<'a, T, O>, ShapeError> {
        let layout = self.layout.view_as(shape, size_of::<T>())?;
        Ok(self.into_layout(layout))
    }

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
        let [first, second] = self.storage.split_at(&self.layout, A::INDEX, middle)?;
        Ok((Tensor::new(first.0, first.1), Tensor::new(second.0, second.1)))
    }
}

impl<T, const R: usize, S: Storage<Elem = T>> Tensor<T, R, S> {
    /// Returns the elements, in row-major order, in another shape; at most one size may be `INFER`.
    ///
    /// On an owned tensor it is a view where one exists; otherwise, and on borrowed views, a copy.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let v = Tensor::<i32, 1>::from_fn([6], |[i]| i as i32);
    /// let m = v.reshape([2, INFER]);
    /// assert_eq!(m, tensor![[0, 1, 2], [3, 4, 5]]);
    /// assert!(m.shares_memory_with(&v));
    /// assert_eq!(m.transpose().reshape([6]), tensor![0, 3, 1, 4, 2, 5]);
    /// ```
    ///
    /// The rank of the result is the number of sizes:
    ///
    /// ```compile_fail,E0308
    /// use holor::prelude::*;
    ///
    /// let m: Tensor<i32, 2> = tensor![1, 2, 3, 4].reshape([2, 1, 2]);
    /// ```
    ///
    /// # Panics
    /// When the number of elements differs:
    /// `reshape: [6] to [4, 2]: the shape holds 8 elements, found 6`.
    ///
    /// numpy and torch: `reshape`; ndarray: `to_shape`.
    #[doc(alias = "to_shape")]
    #[must_use = "a view operation leaves the tensor as it is and returns the view"]
    #[track_caller]
    pub fn reshape<const O: usize>(&self, shape: [usize; O]) -> Tensor<T, O>
    where
        T: Clone,
    {
        raise(self.try_reshape(shape))
    }

    /// Returns what [`reshape`](Tensor::reshape) does, or the error it would panic with.
    pub fn try_reshape<const O: usize>(&self, shape: [usize; O]) -> Result<Tensor<T, O>, ShapeError>
    where
        T: Clone,
    {
        self.try_reshape_with_order(shape, Order::RowMajor)
    }

    /// Returns the elements, read and laid out in the named order, in another shape.
    ///
    /// With `Order::ColMajor` the first index varies fastest, on both sides.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let v = tensor![0, 1, 2, 3, 4, 5];
    /// assert_eq!(v.reshape_with_order([2, 3], Order::ColMajor), tensor![[0, 2, 4], [1, 3, 5]]);
    /// ```
    ///
    /// # Panics
    /// As [`reshape`](Tensor::reshape).
    ///
    /// numpy: `reshape(shape, order="F")`.
    #[must_use = "a view operation leaves the tensor as it is and returns the view"]
    #[track_caller]
    pub fn reshape_with_order<const O: usize>(
        &self,
        shape: [usize; O],
        order: Order,
    ) -> Tensor<T, O>
    where
        T: Clone,
    {
        raise(self.try_reshape_with_order(shape, order))
    }

    /// Returns what [`reshape_with_order`](Tensor::reshape_with_order) does, or the error it would
    /// panic with.
    pub fn try_reshape_with_order<const O: usize>(
        &self,
        shape: [usize; O],
        order: Order,
    ) -> Result<Tensor<T, O>, ShapeError>
    where
        T: Clone,
    {
        let view = self.layout.reshape_in("reshape", shape, order, size_of::<T>())?;
        Ok(match (view, view.and_then(|_| self.storage.counted())) {
            (Some(view), Some(storage)) => Tensor::new(storage, view),
            _ => {
                let shape = crate::layout::resolve_shape("reshape", &self.shape(), shape)?;
                let layout = Layout::new_in("reshape", shape, order, size_of::<T>())?;
                Tensor::owned(self.to_vec_with_order(order), layout)
            }
        })
    }

    /// Returns the elements in row-major order along one axis.
    ///
    /// On an owned tensor it is a view where one exists; otherwise, and on borrowed views, a copy.
    ///
    /// `[a, b, c] -> [a * b * c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![[1, 2], [3, 4]].flatten(), tensor![1, 2, 3, 4]);
    /// assert_eq!(tensor![[1, 2], [3, 4]].transpose().flatten(), tensor![1, 3, 2, 4]);
    /// ```
    ///
    /// numpy: `ravel`; torch: `flatten`.
    #[doc(alias = "ravel")]
    #[must_use = "a view operation leaves the tensor as it is and returns the view"]
    pub fn flatten(&self) -> Tensor<T, 1>
    where
        T: Clone,
    {
        self.flatten_with_order(Order::RowMajor)
    }

    /// Returns the elements in the named order along one axis.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2], [3, 4]];
    /// assert_eq!(m.flatten_with_order(Order::ColMajor), tensor![1, 3, 2, 4]);
    /// ```
    ///
    /// numpy: `ravel(order="F")`.
    #[must_use = "a view operation leaves the tensor as it is and returns the view"]
    pub fn flatten_with_order(&self, order: Order) -> Tensor<T, 1>
    where
        T: Clone,
    {
        // The number of elements fits the shape by invariant 2 of the tensor.
        raise(self.try_reshape_with_order([self.len()], order))
    }

    /// Merges the axes `first` to `last` into one.
    ///
    /// On an owned tensor it is a view where one exists; otherwise, and on borrowed views, a copy.
    ///
    /// `(Axis::<1>, Axis::<2>): [a, b, c, d] -> [a, b * c, d]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let t = Tensor::<f32, 3>::zeros([3, 4, 5]);
    /// let m: Tensor<f32, 2> = t.merge_axes(Axis::<1>, Axis::<2>);
    /// assert_eq!((m.shape(), m.strides()), ([3, 20], [20, 1]));
    /// ```
    ///
    /// The first axis comes first:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// Tensor::<f32, 3>::zeros([3, 4, 5]).merge_axes(Axis::<2>, Axis::<1>);
    /// ```
    ///
    /// torch: `flatten(start_dim, end_dim)`; ndarray: `merge_axes`.
    #[must_use = "a view operation leaves the tensor as it is and returns the view"]
    pub fn merge_axes<A, B, const D: usize, const O: usize>(
        &self,
        _first: A,
        _last: B,
    ) -> Tensor<T, O>
    where
        T: Clone,
        A: AxisOf<R>,
        B: AxisOf<R>,
        A::At: SpanTo<B::At, Lost = Rank<D>>,
        Rank<R>: Minus<Rank<D>, Output = Rank<O>>,
    {
        let view = self.layout.merge_axes(A::INDEX, B::INDEX).ok();
        if let (Some(view), Some(storage)) = (view, view.and_then(|_| self.storage.counted())) {
            return Tensor::new(storage, view);
        }
        let shape = self.layout.merged_shape(A::INDEX, B::INDEX);
        // The product of some sizes fits by invariant 2 of the tensor.
        let layout = raise(Layout::new_in("merge_axes", shape, Order::RowMajor, size_of::<T>()));
        Tensor::owned(self.to_vec(), layout)
    }
}
