//! `pad` and `pad_image`: a border of equal elements. `pad_with_mode`: one of the tensor's own elements.

use super::added;
use crate::error::{ErrorKind, ShapeError, raise};
use crate::kernels::repeat;
use crate::layout::Layout;
use crate::rank::{MatrixRank, Rank};
use crate::tensor::{Tensor, TensorRef};

/// The elements of which [`pad_with_mode`](TensorRef::pad_with_mode) makes a border.
///
/// Of the elements `1 2 3` with a border of 4 on both sides:
///
/// | Mode | Result |
/// |---|---|
/// | `Edge` | `1 1 1 1  1 2 3  3 3 3 3` |
/// | `Reflect` | `1 2 3 2  1 2 3  2 1 2 3` |
/// | `Symmetric` | `3 3 2 1  1 2 3  3 2 1 1` |
/// | `Wrap` | `3 1 2 3  1 2 3  1 2 3 1` |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PadMode {
    /// The first or last element of the axis (torch's `replicate`).
    Edge,
    /// The elements mirrored at the first or last one, which is not repeated (torch's `reflect`).
    Reflect,
    /// The elements mirrored beside the first or last one, which is repeated.
    Symmetric,
    /// The elements from the other end of the axis on (torch's `circular`).
    Wrap,
}

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
    /// [`pad_with_mode`](TensorRef::pad_with_mode) makes the border of elements of the tensor.
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

    /// Surrounds the tensor with a border of its own elements.
    ///
    /// `[(1, 2), (0, 3)]: [a, b] -> [1 + a + 2, 0 + b + 3]`: for each axis, the widths are the
    /// number of new elements before and after the present ones.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let v = tensor![1, 2, 3];
    /// assert_eq!(v.pad_with_mode([(1, 2)], PadMode::Edge), tensor![1, 1, 2, 3, 3, 3]);
    /// assert_eq!(v.pad_with_mode([(1, 2)], PadMode::Reflect), tensor![2, 1, 2, 3, 2, 1]);
    /// assert_eq!(v.pad_with_mode([(1, 2)], PadMode::Symmetric), tensor![1, 1, 2, 3, 3, 2]);
    /// assert_eq!(v.pad_with_mode([(1, 2)], PadMode::Wrap), tensor![3, 1, 2, 3, 1, 2]);
    ///
    /// let m = tensor![[1, 2], [3, 4]];
    /// let padded = m.pad_with_mode([(0, 1), (1, 0)], PadMode::Edge);
    /// assert_eq!(padded, tensor![[1, 1, 2], [3, 3, 4], [3, 3, 4]]);
    /// ```
    ///
    /// There is one pair for each axis:
    ///
    /// ```compile_fail,E0308
    /// use holor::prelude::*;
    ///
    /// tensor![[1, 2], [3, 4]].pad_with_mode([(1, 1)], PadMode::Edge);
    /// ```
    ///
    /// A border can be wider than the axis: the mirrored or wrapped elements then come again. `Reflect` of a
    /// single element repeats it. [`PadMode`] shows the modes side by side.
    ///
    /// # Panics
    /// - If an axis with a border is empty: `pad_with_mode: [2, 0]: axis 1 is empty`.
    /// - If the result holds more elements than memory can address:
    ///   `pad_with_mode: [2] to [9223372036854775811]: more elements than memory can address`.
    ///
    /// numpy: `pad(mode=..)`; torch: `nn.functional.pad(mode=..)`, whose widths begin with the last axis.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn pad_with_mode(&self, widths: [(usize, usize); R], mode: PadMode) -> Tensor<T, R>
    where
        T: Clone,
    {
        raise(self.try_pad_with_mode(widths, mode))
    }

    /// Fallible form of [`pad_with_mode`](TensorRef::pad_with_mode).
    pub fn try_pad_with_mode(
        &self,
        widths: [(usize, usize); R],
        mode: PadMode,
    ) -> Result<Tensor<T, R>, ShapeError>
    where
        T: Clone,
    {
        let (operation, shape) = ("pad_with_mode", self.shape());
        let is_missing = |&axis: &usize| shape[axis] == 0 && widths[axis] != (0, 0);
        if let Some(axis) = (0..R).find(is_missing) {
            return Err(ShapeError::new(operation, &[&shape], ErrorKind::Empty { axis }));
        }
        let layout = self.padded_layout(operation, &widths)?;
        let (source, index_at) = (self.source(), mode.index_at());
        let elements = repeat::with_border(source, &widths, index_at, None, layout.len());
        Ok(Tensor::owned(elements, layout))
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
        let layout = self.padded_layout(operation, &widths)?;
        let (source, none, len) = (self.source(), |_, _| repeat::BORDER, layout.len());
        let elements = repeat::with_border(source, &widths, none, Some(&value), len);
        Ok(Tensor::owned(elements, layout))
    }

    fn padded_layout(
        &self,
        operation: &'static str,
        widths: &[(usize, usize); R],
    ) -> Result<Layout<R>, ShapeError> {
        let shape = self.shape();
        let padded = |axis: usize| added(added(shape[axis], widths[axis].0), widths[axis].1);
        self.result(operation, core::array::from_fn(padded))
    }
}

impl PadMode {
    fn index_at(self) -> repeat::IndexAt {
        /// The position within a period.
        fn within(position: isize, period: usize) -> usize {
            position.rem_euclid(period as isize) as usize
        }
        match self {
            PadMode::Edge => |position, size| position.clamp(0, size as isize - 1) as usize,
            PadMode::Wrap => within,
            PadMode::Symmetric => |position, size| {
                let index = within(position, 2 * size);
                index.min(2 * size - 1 - index)
            },
            PadMode::Reflect => |position, size| {
                let period = (2 * (size - 1)).max(1);
                let index = within(position, period);
                index.min(period - index)
            },
        }
    }
}
