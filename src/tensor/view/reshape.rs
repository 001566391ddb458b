//! The same elements by another shape: as a view, or as an owned tensor that shares the buffer or is a
//! copy.

use crate::error::{ShapeError, raise};
use crate::layout::{Layout, Order, resolve_shape};
use crate::rank::{AxisOf, Minus, Rank, SpanTo};
use crate::tensor::{Tensor, TensorRef, TensorView, TensorViewMut};

impl<T, const R: usize> TensorRef<T, R> {
    /// Returns a view of the elements by another shape; never copies.
    ///
    /// At most one size may be [`INFER`](crate::INFER). [`reshape`](TensorRef::reshape) copies where no
    /// view exists.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2, 3], [4, 5, 6]];
    /// let flat: TensorView<'_, i32, 1> = m.reshape_view([INFER])?;
    /// assert_eq!(flat, tensor![1, 2, 3, 4, 5, 6]);
    ///
    /// let error = m.transpose().reshape_view([6]).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "reshape_view: [3, 2] to [6]: axes 0 and 1 do not follow each other in memory; \
    ///      `reshape` copies where a view is not possible",
    /// );
    /// # Ok::<(), ShapeError>(())
    /// ```
    ///
    /// # Errors
    /// When no strides describe the elements by this shape in row-major order, as above, and when the
    /// shape has a different number of elements:
    /// `reshape_view: [6] to [4, 2]: the shape holds 8 elements, found 6`.
    ///
    /// torch: `view`; numpy: assignment to `shape`; ndarray: `into_shape_with_order` of a view.
    #[doc(alias = "view")]
    #[inline]
    pub fn reshape_view<const O: usize>(
        &self,
        shape: [usize; O],
    ) -> Result<TensorView<'_, T, O>, ShapeError> {
        Ok(self.selecting(self.layout().reshape_view(shape, size_of::<T>())?))
    }
}

impl<'a, T, const R: usize> TensorView<'a, T, R> {
    /// Returns the same view as [`reshape_view`](TensorRef::reshape_view), with the lifetime of this view.
    ///
    /// # Errors
    /// As [`reshape_view`](TensorRef::reshape_view).
    #[inline]
    pub fn reshape_view<const O: usize>(
        self,
        shape: [usize; O],
    ) -> Result<TensorView<'a, T, O>, ShapeError> {
        Ok(self.selecting(self.layout().reshape_view(shape, size_of::<T>())?))
    }
}

impl<'a, T, const R: usize> TensorViewMut<'a, T, R> {
    /// Returns the same view as [`reshape_view`](TensorRef::reshape_view) for writing; consumes this
    /// mutable view.
    ///
    /// # Errors
    /// As [`reshape_view`](TensorRef::reshape_view). The mutable view is then dropped.
    #[inline]
    pub fn reshape_view<const O: usize>(
        self,
        shape: [usize; O],
    ) -> Result<TensorViewMut<'a, T, O>, ShapeError> {
        let layout = self.layout().reshape_view(shape, size_of::<T>())?;
        Ok(self.selecting(layout))
    }
}

/// The elements in another shape, both in `order`: in the buffer of `owner` if strides exist for the
/// shape, otherwise a copy.
fn reshaped<T: Clone, const R: usize, const O: usize>(
    tensor: &TensorRef<T, R>,
    owner: Option<&Tensor<T, R>>,
    shape: [usize; O],
    order: Order,
) -> Result<Tensor<T, O>, ShapeError> {
    let view = tensor.layout().reshape_in("reshape", shape, order, size_of::<T>())?;
    if let (Some(owner), Some(view)) = (owner, view) {
        return Ok(owner.share_with(view));
    }
    let shape = resolve_shape("reshape", &tensor.shape(), shape)?;
    let layout = Layout::new_in("reshape", shape, order, size_of::<T>())?;
    Ok(Tensor::owned(tensor.to_vec_with_order(order), layout))
}

/// The elements with the axes `first` to `last` merged: in the buffer of `owner` if a stride exists
/// for the merged axis, otherwise a copy.
fn merged<T: Clone, const R: usize, const O: usize>(
    tensor: &TensorRef<T, R>,
    owner: Option<&Tensor<T, R>>,
    first: usize,
    last: usize,
) -> Tensor<T, O> {
    let view = tensor.layout().merge_axes(first, last).ok();
    if let (Some(owner), Some(view)) = (owner, view) {
        return owner.share_with(view);
    }
    let shape = tensor.layout().merged_shape(first, last);
    // The product of some sizes fits by invariant 1 of the layout.
    let layout = raise(Layout::new_in("merge_axes", shape, Order::RowMajor, size_of::<T>()));
    Tensor::owned(tensor.to_vec(), layout)
}

/// The methods, for an owned tensor whose buffer the result may share (`Some`) and for a borrowed one.
macro_rules! reshapes {
    ($Tensor:ident, $Owner:ident, [$($reshape:tt)*] [$($reshape_with_order:tt)*] [$($flatten:tt)*]
        [$($flatten_with_order:tt)*] [$($merge_axes:tt)*]) => {
        impl<T: Clone, const R: usize> $Tensor<T, R> {
            $($reshape)*
            #[must_use = "the operation leaves the tensor as it is and returns the result"]
            #[track_caller]
            pub fn reshape<const O: usize>(&self, shape: [usize; O]) -> Tensor<T, O> {
                raise(self.try_reshape(shape))
            }

            #[doc = concat!("Fallible form of [`reshape`](", stringify!($Tensor), "::reshape).")]
            pub fn try_reshape<const O: usize>(
                &self,
                shape: [usize; O],
            ) -> Result<Tensor<T, O>, ShapeError> {
                self.try_reshape_with_order(shape, Order::RowMajor)
            }

            $($reshape_with_order)*
            #[must_use = "the operation leaves the tensor as it is and returns the result"]
            #[track_caller]
            pub fn reshape_with_order<const O: usize>(
                &self,
                shape: [usize; O],
                order: Order,
            ) -> Tensor<T, O> {
                raise(self.try_reshape_with_order(shape, order))
            }

            #[doc = concat!("Fallible form of [`reshape_with_order`](", stringify!($Tensor),
                "::reshape_with_order).")]
            pub fn try_reshape_with_order<const O: usize>(
                &self,
                shape: [usize; O],
                order: Order,
            ) -> Result<Tensor<T, O>, ShapeError> {
                reshaped(self, $Owner(self), shape, order)
            }

            $($flatten)*
            #[must_use = "the operation leaves the tensor as it is and returns the result"]
            pub fn flatten(&self) -> Tensor<T, 1> {
                self.flatten_with_order(Order::RowMajor)
            }

            $($flatten_with_order)*
            #[must_use = "the operation leaves the tensor as it is and returns the result"]
            pub fn flatten_with_order(&self, order: Order) -> Tensor<T, 1> {
                // The number of elements fits the shape by invariant 1 of the layout.
                raise(self.try_reshape_with_order([self.len()], order))
            }

            $($merge_axes)*
            #[must_use = "the operation leaves the tensor as it is and returns the result"]
            pub fn merge_axes<A, B, const D: usize, const O: usize>(
                &self,
                _first: A,
                _last: B,
            ) -> Tensor<T, O>
            where
                A: AxisOf<R>,
                B: AxisOf<R>,
                A::At: SpanTo<B::At, Lost = Rank<D>>,
                Rank<R>: Minus<Rank<D>, Output = Rank<O>>,
            {
                merged(self, $Owner(self), A::INDEX, B::INDEX)
            }
        }
    };
}

/// A borrowed tensor has no buffer for the result.
fn borrowed<T, const R: usize>(_: &TensorRef<T, R>) -> Option<&Tensor<T, R>> {
    None
}

reshapes! {
    TensorRef, borrowed,
    [
    /// Returns an owned tensor of the elements, in row-major order, by another shape.
    ///
    /// At most one size may be [`INFER`](crate::INFER).
    ///
    /// The elements are copied. [`Tensor::reshape`] of an owned tensor shares the buffer if possible,
    /// and [`reshape_view`](TensorRef::reshape_view) never copies.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let v = Tensor::<i32, 1>::from_fn([6], |[i]| i as i32);
    /// let m = v.reshape([2, INFER]);
    /// assert_eq!(m, tensor![[0, 1, 2], [3, 4, 5]]);
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
    /// When the shape has a different number of elements:
    /// `reshape: [6] to [4, 2]: the shape holds 8 elements, found 6`; and when no size fits `INFER`:
    /// `reshape: [6] to [4, INFER]: 6 elements cannot be divided by 4`.
    ///
    /// numpy and torch: `reshape`; ndarray: `to_shape`.
    #[doc(alias = "to_shape")]
    ]
    [
    /// Returns an owned tensor of the elements, in row-major or column-major order, by another shape.
    ///
    /// With `Order::ColMajor` the first index varies fastest, in the tensor and in the result.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let v = tensor![0, 1, 2, 3, 4, 5];
    /// assert_eq!(v.reshape_with_order([2, 3], Order::ColMajor), tensor![[0, 2, 4], [1, 3, 5]]);
    /// ```
    ///
    /// # Panics
    /// As [`reshape`](TensorRef::reshape).
    ///
    /// numpy: `reshape(shape, order="F")`.
    ]
    [
    /// Returns an owned tensor of rank 1 with the elements in row-major order.
    ///
    /// The elements are copied. [`Tensor::flatten`] of an owned tensor shares the buffer if possible.
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
    /// numpy: `flatten`, `ravel`; torch: `flatten`; ndarray: `flatten`.
    #[doc(alias = "ravel")]
    ]
    [
    /// Returns an owned tensor of rank 1 with the elements in row-major or column-major order.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2], [3, 4]];
    /// assert_eq!(m.flatten_with_order(Order::ColMajor), tensor![1, 3, 2, 4]);
    /// ```
    ///
    /// numpy: `ravel(order="F")`.
    ]
    [
    /// Merges the axes from `first` to `last` into one; returns an owned tensor.
    ///
    /// The elements are copied. [`Tensor::merge_axes`] of an owned tensor shares the buffer if possible.
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
    /// The first axis may not come after the last:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// Tensor::<f32, 3>::zeros([3, 4, 5]).merge_axes(Axis::<2>, Axis::<1>);
    /// ```
    ///
    /// torch: `flatten(start_dim, end_dim)`; ndarray: `merge_axes`, of two axes, in place.
    ]
}

reshapes! {
    Tensor, Some,
    [
    /// Returns an owned tensor of the elements, in row-major order, by another shape.
    ///
    /// As [`TensorRef::reshape`], except that no element is copied if strides exist for the shape.
    /// Then both tensors own the buffer, and while both live, the first write to one of them
    /// [copies](Tensor#clone-and-copy-on-write).
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let v = tensor![0, 1, 2, 3, 4, 5];
    /// let m = v.reshape([2, INFER]);
    /// assert_eq!(m, tensor![[0, 1, 2], [3, 4, 5]]);
    /// assert!(m.shares_memory_with(&v));
    /// ```
    ///
    /// # Panics
    /// As [`TensorRef::reshape`].
    ]
    [
    /// Returns an owned tensor of the elements, in row-major or column-major order, by another shape.
    ///
    /// As [`TensorRef::reshape_with_order`], except that the result shares the buffer if strides exist
    /// for the shape, as with [`reshape`](Tensor::reshape).
    ///
    /// # Panics
    /// As [`TensorRef::reshape`].
    ]
    [
    /// Returns an owned tensor of rank 1 with the elements in row-major order.
    ///
    /// As [`TensorRef::flatten`], except that the result shares the buffer if one stride exists for all
    /// elements, as with [`reshape`](Tensor::reshape).
    ]
    [
    /// Returns an owned tensor of rank 1 with the elements in row-major or column-major order.
    ///
    /// As [`TensorRef::flatten_with_order`], except that the result shares the buffer if one stride
    /// exists for all elements, as with [`reshape`](Tensor::reshape).
    ]
    [
    /// Merges the axes from `first` to `last` into one.
    ///
    /// As [`TensorRef::merge_axes`], except that the result shares the buffer if a stride exists for the
    /// merged axis, as with [`reshape`](Tensor::reshape).
    ]
}
