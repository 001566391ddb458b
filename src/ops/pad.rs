//! `pad` and `pad_image`: a border of equal elements.

use super::join::added;
use crate::error::{ErrorKind, ShapeError, raise};
use crate::kernels::concat;
use crate::layout::{Layout, Order};
use crate::rank::{MatrixRank, Rank};
use crate::tensor::{Tensor, TensorRef};

impl<T, const R: usize> TensorRef<T, R> {
    /// Surrounds the tensor with a border of elements equal to `value`.
    ///
    /// `[(1, 2), (0, 3)]: [a, b] -> [1 + a + 2, 0 + b + 3]`: for each axis, the widths are the
    /// number of new elements before and after the present ones.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2], [3, 4]];
    /// let padded = m.pad([(1, 0), (0, 2)], 9);
    /// assert_eq!(padded, tensor![[9, 9, 9, 9], [1, 2, 9, 9], [3, 4, 9, 9]]);
    /// ```
    ///
    /// There is one pair for each axis:
    ///
    /// ```compile_fail,E0308
    /// use holor::prelude::*;
    ///
    /// tensor![[1, 2], [3, 4]].pad([(1, 1)], 0);
    /// ```
    ///
    /// # Panics
    /// If the result holds more elements than memory can address:
    /// `pad: [2] to [9223372036854775811]: more elements than memory can address`.
    ///
    /// numpy: `pad` with `mode="constant"`; torch: `constant_pad_nd`, whose widths begin with the
    /// last axis.
    #[doc(alias = "constant_pad_nd")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn pad(&self, widths: [(usize, usize); R], value: T) -> Tensor<T, R>
    where
        T: Clone,
    {
        raise(self.try_pad(widths, value))
    }

    /// Fallible form of [`pad`](TensorRef::pad).
    pub fn try_pad(&self, widths: [(usize, usize); R], value: T) -> Result<Tensor<T, R>, ShapeError>
    where
        T: Clone,
    {
        self.pad_as("pad", widths, value)
    }

    /// Surrounds each image with a border of elements equal to `value`.
    ///
    /// An image is made of the last two axes: its rows and columns.
    ///
    /// `[.., h, w] -> [.., up + h + bottom, left + w + right]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let images = Tensor::<f32, 4>::zeros([16, 3, 32, 24]);
    /// assert_eq!(images.pad_image(1, 2, 3, 4, 0.0).shape(), [16, 3, 35, 31]);
    ///
    /// let dot = tensor![[1]];
    /// assert_eq!(dot.pad_image(1, 0, 0, 2, 0), tensor![[0, 0, 0], [1, 0, 0]]);
    /// ```
    ///
    /// A vector is not an image:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1, 2].pad_image(1, 1, 1, 1, 0); // a matrix needs rank 2 or more, found `Rank<1>`
    /// ```
    ///
    /// # Panics
    /// If the result holds more elements than memory can address:
    /// `pad_image: [1, 2] to [4611686018427387905, 2]: more elements than memory can address`.
    ///
    /// torch: `nn.ConstantPad2d`, which takes left, right, top, bottom.
    #[doc(alias = "ConstantPad2d")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn pad_image(
        &self,
        up: usize,
        bottom: usize,
        left: usize,
        right: usize,
        value: T,
    ) -> Tensor<T, R>
    where
        T: Clone,
        Rank<R>: MatrixRank,
    {
        raise(self.try_pad_image(up, bottom, left, right, value))
    }

    /// Fallible form of [`pad_image`](TensorRef::pad_image).
    pub fn try_pad_image(
        &self,
        up: usize,
        bottom: usize,
        left: usize,
        right: usize,
        value: T,
    ) -> Result<Tensor<T, R>, ShapeError>
    where
        T: Clone,
        Rank<R>: MatrixRank,
    {
        let mut widths = [(0, 0); R];
        (widths[R - 2], widths[R - 1]) = ((up, bottom), (left, right));
        self.pad_as("pad_image", widths, value)
    }

    fn pad_as(
        &self,
        operation: &'static str,
        widths: [(usize, usize); R],
        value: T,
    ) -> Result<Tensor<T, R>, ShapeError>
    where
        T: Clone,
    {
        let shape = self.shape();
        let padded =
            core::array::from_fn(|axis| added(added(shape[axis], widths[axis].0), widths[axis].1));
        let layout = Layout::new_in(operation, padded, Order::RowMajor, size_of::<T>())
            .map_err(|_| ShapeError::new(operation, &[&shape, &padded], ErrorKind::TooLarge))?;
        Ok(Tensor::owned(concat::with_border(self.source(), &widths, &value, &layout), layout))
    }
}
