//! `interpolate_nearest` and `interpolate_linear`: images of other sizes.

use super::Call;
use crate::error::{ErrorKind, ShapeError, raise};
use crate::kernels::copy::in_row_major;
use crate::kernels::windows::{Resize, linear, nearest};
use crate::layout::{Layout, Order};
use crate::ops::reduce::Mean;
use crate::rank::{Minus, Rank};
use crate::tensor::{Tensor, TensorRef};
use alloc::borrow::Cow;
use num_traits::{FromPrimitive, Num};

impl<T, const R: usize> TensorRef<T, R> {
    /// Changes the sizes of the last `K` axes; each element of the result is the nearest element.
    ///
    /// `[h, w]: [.., a, b] -> [.., h, w]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2], [3, 4]];
    /// assert_eq!(m.interpolate_nearest([2, 4]), tensor![[1, 1, 2, 2], [3, 3, 4, 4]]);
    /// assert_eq!(m.interpolate_nearest([3]), tensor![[1, 1, 2], [3, 3, 4]]);
    ///
    /// let images = Tensor::<u8, 4>::zeros([16, 3, 32, 24]);
    /// assert_eq!(images.interpolate_nearest([64, 48]).shape(), [16, 3, 64, 48]);
    /// ```
    ///
    /// There are no more sizes than axes:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1, 2].interpolate_nearest([4, 4]); // `Rank<1>` has fewer axes than `Rank<2>`
    /// ```
    ///
    /// Index `i` of the result is index `i * a / h` of the tensor, rounded down.
    ///
    /// # Panics
    /// - If an axis is empty and its new size is not zero:
    ///   `interpolate_nearest: [2, 0] and [4]: axis 1 is empty`.
    /// - If the result holds more elements than memory can address.
    ///
    /// torch: `nn.functional.interpolate` with `mode="nearest"`.
    #[doc(alias("interpolate", "resize", "upsample"))]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn interpolate_nearest<const K: usize>(&self, sizes: [usize; K]) -> Tensor<T, R>
    where
        Rank<R>: Minus<Rank<K>>,
        T: Clone,
    {
        raise(self.try_interpolate_nearest(sizes))
    }

    /// Fallible form of [`interpolate_nearest`](TensorRef::interpolate_nearest).
    pub fn try_interpolate_nearest<const K: usize>(
        &self,
        sizes: [usize; K],
    ) -> Result<Tensor<T, R>, ShapeError>
    where
        Rank<R>: Minus<Rank<K>>,
        T: Clone,
    {
        let (passes, layout) = plan("interpolate_nearest", self, sizes)?;
        let mut elements = in_row_major(self.source());
        for pass in passes.iter().rev().filter(|pass| pass.size != pass.out) {
            elements = Cow::Owned(nearest(&elements, pass));
        }
        Ok(Tensor::owned(elements.into_owned(), layout))
    }

    /// Changes the sizes of the last `K` axes, with linear interpolation along each: bilinear for two axes.
    ///
    /// `[h, w]: [.., a, b] -> [.., h, w]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let v = tensor![0.0, 4.0];
    /// assert_eq!(v.interpolate_linear([4]), tensor![0.0, 1.0, 3.0, 4.0]);
    ///
    /// let images = Tensor::<f32, 4>::zeros([16, 3, 32, 24]);
    /// assert_eq!(images.interpolate_linear([64, 48]).shape(), [16, 3, 64, 48]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, 2.0].interpolate_linear([4, 4]); // `Rank<1>` has fewer axes than `Rank<2>`
    /// ```
    ///
    /// Elements are squares, and the outer edges of tensor and result coincide: index `i` of the result is at
    /// `(i + 0.5) * a / h - 0.5` in the tensor, and beyond the centres of the outermost elements are their
    /// values. With [`interpolate_linear_with_align_corners`](TensorRef::interpolate_linear_with_align_corners)
    /// the centres coincide. Integers are refused, because they would be rounded. Smaller results are not smoothed; [`avg_pool`](TensorRef::avg_pool) does that.
    ///
    /// # Panics
    /// As [`interpolate_nearest`](TensorRef::interpolate_nearest):
    /// `interpolate_linear: [2, 0] and [4]: axis 1 is empty`.
    ///
    /// torch: `nn.functional.interpolate` with `mode="linear"`, `"bilinear"` or `"trilinear"`.
    #[doc(alias("bilinear", "trilinear"))]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn interpolate_linear<const K: usize>(&self, sizes: [usize; K]) -> Tensor<T, R>
    where
        Rank<R>: Minus<Rank<K>>,
        T: Mean + Copy + Num + FromPrimitive,
    {
        raise(self.try_interpolate_linear(sizes))
    }

    /// Fallible form of [`interpolate_linear`](TensorRef::interpolate_linear).
    pub fn try_interpolate_linear<const K: usize>(
        &self,
        sizes: [usize; K],
    ) -> Result<Tensor<T, R>, ShapeError>
    where
        Rank<R>: Minus<Rank<K>>,
        T: Mean + Copy + Num + FromPrimitive,
    {
        self.interpolate_linear_as("interpolate_linear", sizes, false)
    }

    /// As [`interpolate_linear`](TensorRef::interpolate_linear); with `align_corners`, the centres of the
    /// outermost elements keep their places.
    ///
    /// `[h, w]: [.., a, b] -> [.., h, w]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let v = tensor![0.0, 6.0];
    /// let aligned = v.interpolate_linear_with_align_corners([4], true);
    /// assert_eq!(aligned, tensor![0.0, 2.0, 4.0, 6.0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// let v = tensor![0.0, 6.0];
    /// v.interpolate_linear_with_align_corners([4, 4], true); // more sizes than axes
    /// ```
    ///
    /// Index `i` of the result is at `i * (a - 1) / (h - 1)` in the tensor. One element is at index 0.
    ///
    /// # Panics
    /// As [`interpolate_linear`](TensorRef::interpolate_linear).
    ///
    /// torch: `nn.functional.interpolate` with `align_corners=True`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn interpolate_linear_with_align_corners<const K: usize>(
        &self,
        sizes: [usize; K],
        align_corners: bool,
    ) -> Tensor<T, R>
    where
        Rank<R>: Minus<Rank<K>>,
        T: Mean + Copy + Num + FromPrimitive,
    {
        raise(self.try_interpolate_linear_with_align_corners(sizes, align_corners))
    }

    /// Fallible form of
    /// [`interpolate_linear_with_align_corners`](TensorRef::interpolate_linear_with_align_corners).
    pub fn try_interpolate_linear_with_align_corners<const K: usize>(
        &self,
        sizes: [usize; K],
        align_corners: bool,
    ) -> Result<Tensor<T, R>, ShapeError>
    where
        Rank<R>: Minus<Rank<K>>,
        T: Mean + Copy + Num + FromPrimitive,
    {
        let operation = "interpolate_linear_with_align_corners";
        self.interpolate_linear_as(operation, sizes, align_corners)
    }

    fn interpolate_linear_as<const K: usize>(
        &self,
        operation: &'static str,
        sizes: [usize; K],
        align_corners: bool,
    ) -> Result<Tensor<T, R>, ShapeError>
    where
        T: Mean + Copy + Num + FromPrimitive,
    {
        let (passes, layout) = plan(operation, self, sizes)?;
        let mut elements = in_row_major(self.source());
        for pass in passes.iter().rev().filter(|pass| pass.size != pass.out) {
            elements = Cow::Owned(linear(&elements, pass, align_corners));
        }
        Ok(Tensor::owned(elements.into_owned(), layout))
    }
}

/// Checks sizes; returns one pass for each of the last axes, of which the last one comes first, and the layout
/// of the result.
fn plan<T, const R: usize, const K: usize>(
    operation: &'static str,
    tensor: &TensorRef<T, R>,
    sizes: [usize; K],
) -> Result<([Resize; K], Layout<R>), ShapeError> {
    let from = tensor.shape();
    let mut shape = from;
    shape[R - K..].copy_from_slice(&sizes);
    let call = Call { operation, shapes: &[&from, &sizes] };
    if let Some(axis) = (0..R).find(|&axis| from[axis] == 0 && shape[axis] > 0) {
        return Err(call.fail(ErrorKind::Empty { axis }));
    }
    let layout = Layout::new_in(operation, shape, Order::RowMajor, size_of::<T>())?;
    let passes = core::array::from_fn(|i| {
        let axis = R - K + i;
        Resize {
            outer: from[..axis].iter().product(),
            size: from[axis],
            inner: shape[axis + 1..].iter().product(),
            out: shape[axis],
        }
    });
    Ok((passes, layout))
}
