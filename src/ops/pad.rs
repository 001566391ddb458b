//! A border around the elements.

use super::join::added;
use crate::error::{ErrorKind, ShapeError, raise};
use crate::kernels::join;
use crate::layout::{Layout, Order};
use crate::rank::{MatrixRank, Rank};
use crate::tensor::{Tensor, TensorRef};

impl<T, const R: usize> TensorRef<T, R> {
    /// Surrounds the elements with a border of `value`, so many before and after along each axis.
    ///
    /// `[(1, 2), (0, 3)]: [a, b] -> [1 + a + 2, b + 3]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2], [3, 4]];
    /// let padded = m.pad([(1, 0), (0, 2)], 9);
    /// assert_eq!(padded, tensor![[9, 9, 9, 9], [1, 2, 9, 9], [3, 4, 9, 9]]);
    /// ```
    ///
    /// There is a pair for each axis:
    ///
    /// ```compile_fail,E0308
    /// use holor::prelude::*;
    ///
    /// tensor![[1, 2], [3, 4]].pad([(1, 1)], 0);
    /// ```
    ///
    /// # Panics
    /// When the shape holds more elements than memory can address:
    /// `pad: [2] to [9223372036854775810]: more elements than memory can address`.
    ///
    /// numpy: `pad(mode="constant")`; torch: `constant_pad_nd`, which begins with the last axis.
    #[doc(alias = "constant_pad_nd")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn pad(&self, widths: [(usize, usize); R], value: T) -> Tensor<T, R>
    where
        T: Clone,
    {
        raise(self.try_pad(widths, value))
    }

    /// Returns what [`pad`](Tensor::pad) does, or the error it would panic with.
    pub fn try_pad(&self, widths: [(usize, usize); R], value: T) -> Result<Tensor<T, R>, ShapeError>
    where
        T: Clone,
    {
        self.pad_as("pad", widths, value)
    }

    /// Surrounds images, which are the last two axes, with a border of `value`.
    ///
    /// `(up, bottom, left, right): [.., h, w] -> [.., up + h + bottom, left + w + right]`
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
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1, 2].pad_image(1, 1, 1, 1, 0); // a matrix needs rank 2 or more, found `Rank<1>`
    /// ```
    ///
    /// # Panics
    /// As [`pad`](Tensor::pad).
    ///
    /// torch: `nn.ConstantPad2d`, there in the order left, right, up, bottom.
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

    /// Returns what [`pad_image`](Tensor::pad_image) does, or the error it would panic with.
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
        Ok(Tensor::owned(join::with_border(self.source(), &widths, &value, &layout), layout))
    }
}
