//! `conv_transpose`: each element of an image adds a weighted window to the result.

use super::Call;
use crate::error::{ErrorKind, ShapeError, raise};
use crate::kernels::copy::in_row_major;
use crate::kernels::product::convolve::{Inputs, Sizes, Spatial, convolve_transposed};
use crate::layout::{Layout, Order};
use crate::rank::{Rank, SpatialRank};
use crate::tensor::{Tensor, TensorRef};
use core::ops::Mul;
use num_traits::Zero;

/// The options of [`conv_transpose_with_options`](TensorRef::conv_transpose_with_options), for images with `S`
/// spatial axes.
///
/// The default is a stride and a dilation of 1, no padding, one group, no bias.
///
/// ```
/// use holor::ConvTransposeOptions;
/// use holor::prelude::*;
///
/// let options = ConvTransposeOptions { stride: [2, 2], ..Default::default() };
/// let images = Tensor::<f32, 4>::ones([1, 64, 28, 28]);
/// let twice = images.conv_transpose_with_options(&Tensor::ones([64, 32, 2, 2]), options);
/// assert_eq!(twice.shape(), [1, 32, 56, 56]);
/// ```
#[derive(Debug)]
pub struct ConvTransposeOptions<'a, T, const S: usize> {
    /// The distance of the windows of neighbouring elements along each spatial axis; at least 1.
    pub stride: [usize; S],
    /// How much is cut off at both ends of each spatial axis of the result.
    pub padding: [usize; S],
    /// How much the result is longer at the end of each spatial axis, of the sizes that a convolution with this
    /// stride makes equal; less than the stride or the dilation.
    pub output_padding: [usize; S],
    /// The distance from an element of a window to the next one along each spatial axis; at least 1.
    pub dilation: [usize; S],
    /// The number of groups into which the channels are divided, each with weights of its own.
    pub groups: usize,
    /// What is added to each channel of the result: `[c_out]`.
    pub bias: Option<&'a TensorRef<T, 1>>,
}

impl<T, const S: usize> Default for ConvTransposeOptions<'_, T, S> {
    fn default() -> Self {
        let (stride, padding, output_padding, dilation) = ([1; S], [0; S], [0; S], [1; S]);
        ConvTransposeOptions { stride, padding, output_padding, dilation, groups: 1, bias: None }
    }
}

impl<T, const S: usize> Clone for ConvTransposeOptions<'_, T, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const S: usize> Copy for ConvTransposeOptions<'_, T, S> {}

impl<T, const R: usize> TensorRef<T, R> {
    /// Returns the transposed convolution of a batch of images: each element adds a window of weights, times
    /// itself, to the result.
    ///
    /// `[n, c_in, h, w] x [c_in, c_out, kh, kw] -> [n, c_out, h + kh - 1, w + kw - 1]`, and with one or three
    /// spatial axes alike.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let image = tensor![[[[1, 2], [3, 4]]]]; // one image with one channel
    /// let weights = tensor![[[[1, 10]]]];
    /// assert_eq!(image.conv_transpose(&weights), tensor![[[[1, 12, 20], [3, 34, 40]]]]);
    ///
    /// let signals = Tensor::<f32, 3>::zeros([8, 16, 96]); // one spatial axis
    /// assert_eq!(signals.conv_transpose(&Tensor::zeros([16, 2, 5])).shape(), [8, 2, 100]);
    /// ```
    ///
    /// The first axis of the weights are the channels of the images: it is the transpose of the map from
    /// images to results that [`conv`](TensorRef::conv) with the same weights is, and so its gradient with
    /// respect to the images. It does not undo a convolution.
    /// [`conv_transpose_with_options`](TensorRef::conv_transpose_with_options) has strides, padding, dilation,
    /// groups and a bias.
    ///
    /// An image without a batch has a rank too few; `image.unsqueeze(Axis::<0>)` is a batch of one:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// let image = tensor![[1.0, 2.0], [3.0, 4.0]];
    /// image.conv_transpose(&image); // a batch of images has rank 3 or more, found `Rank<2>`
    /// ```
    ///
    /// `f32` and `f64` are computed by the kernels of [`conv`](TensorRef::conv), every other number slowly.
    /// Sums are made in one order, whatever the number of threads. Beside the images lie zeros: a weight that is infinite
    /// or NaN gives NaN there.
    ///
    /// # Panics
    /// - If the channels differ: `conv_transpose: [1, 3, 8, 8] and [4, 2, 3, 3]: the images have 3 channels,
    ///   the weights 4 for each of 1 groups`.
    /// - If a window or a spatial axis is empty:
    ///   `conv_transpose: [1, 3, 8, 0] by [3, 4, 3, 3]: a window of 3 does not fit axis 3 of size 0`.
    /// - If the result holds more elements than memory can address.
    ///
    /// torch: `nn.functional.conv_transpose1d`, `conv_transpose2d`, `conv_transpose3d`; scipy:
    /// `signal.convolve`.
    #[doc(alias("conv_transpose1d", "conv_transpose2d", "conv_transpose3d", "deconvolution"))]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn conv_transpose<const S: usize>(&self, weights: &TensorRef<T, R>) -> Tensor<T, R>
    where
        Rank<R>: SpatialRank<S>,
        T: Clone + Zero + Mul<Output = T>,
    {
        raise(self.try_conv_transpose(weights))
    }

    /// Fallible form of [`conv_transpose`](TensorRef::conv_transpose).
    pub fn try_conv_transpose<const S: usize>(
        &self,
        weights: &TensorRef<T, R>,
    ) -> Result<Tensor<T, R>, ShapeError>
    where
        Rank<R>: SpatialRank<S>,
        T: Clone + Zero + Mul<Output = T>,
    {
        transpose_as("conv_transpose", self, weights, ConvTransposeOptions::<T, S>::default())
    }

    /// Returns the transposed convolution of a batch of images as
    /// [`conv_transpose`](TensorRef::conv_transpose) does, with a stride, padding, dilation, groups and a bias.
    ///
    /// `[n, c_in, h, w] x [c_in, c_out / groups, kh, kw] -> [n, c_out, oh, ow]`, where `oh` is
    /// `(h - 1) * stride + dilation * (kh - 1) + 1 + output_padding - 2 * padding`.
    ///
    /// ```
    /// use holor::prelude::*;
    /// use holor::{ConvOptions, ConvTransposeOptions};
    ///
    /// let weights = Tensor::<f32, 4>::ones([8, 3, 3, 3]);
    /// let images = Tensor::ones([1, 3, 32, 32]);
    /// let options = ConvOptions { stride: [2, 2], padding: [1, 1], ..Default::default() };
    /// let y = images.conv_with_options(&weights, options);
    /// assert_eq!(y.shape(), [1, 8, 16, 16]);
    ///
    /// // Back to the size of the images. From 31 x 31 too, `y` is 16 x 16: the output padding says which.
    /// let (stride, padding, output_padding) = ([2, 2], [1, 1], [1, 1]);
    /// let options = ConvTransposeOptions { stride, padding, output_padding, ..Default::default() };
    /// assert_eq!(y.conv_transpose_with_options(&weights, options).shape(), [1, 3, 32, 32]);
    /// ```
    ///
    /// There is a stride for each spatial axis:
    ///
    /// ```compile_fail,E0308
    /// use holor::ConvTransposeOptions;
    /// use holor::prelude::*;
    ///
    /// let images = Tensor::<f32, 4>::ones([1, 3, 8, 8]);
    /// let options = ConvTransposeOptions { stride: [2], ..Default::default() };
    /// images.conv_transpose_with_options(&images, options); // expected `2`, found `1`
    /// ```
    ///
    /// # Panics
    /// As [`conv_transpose`](TensorRef::conv_transpose); and
    /// - if a stride or a dilation is zero: `conv_transpose_with_options: [1, 3, 8, 8] and [3, 4, 3, 3]: stride
    ///   is [2, 0], expected numbers of at least 1`;
    /// - if the groups do not divide the channels of the images: `conv_transpose_with_options: [1, 4, 8, 8] and
    ///   [4, 2, 3, 3]: groups is 3, expected a divisor of the first size of the weights`;
    /// - if the output padding is too large: `conv_transpose_with_options: [1, 3, 8, 8] and [3, 4, 3, 3]:
    ///   output_padding is [2, 0], expected numbers less than the stride or the dilation`;
    /// - if the padding is longer than the result: `conv_transpose_with_options: [1, 3, 8, 8] and [3, 4, 3, 3]:
    ///   padding is [6, 0], expected at most half of the result`;
    /// - if the bias has another size than the result has channels:
    ///   `conv_transpose_with_options: [3, 4, 3, 3] and [5]: sizes 4 and 5 of axis 1 differ`.
    ///
    /// torch: `nn.functional.conv_transpose1d`, `conv_transpose2d`, `conv_transpose3d`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn conv_transpose_with_options<const S: usize>(
        &self,
        weights: &TensorRef<T, R>,
        options: ConvTransposeOptions<'_, T, S>,
    ) -> Tensor<T, R>
    where
        Rank<R>: SpatialRank<S>,
        T: Clone + Zero + Mul<Output = T>,
    {
        raise(self.try_conv_transpose_with_options(weights, options))
    }

    /// Fallible form of [`conv_transpose_with_options`](TensorRef::conv_transpose_with_options).
    pub fn try_conv_transpose_with_options<const S: usize>(
        &self,
        weights: &TensorRef<T, R>,
        options: ConvTransposeOptions<'_, T, S>,
    ) -> Result<Tensor<T, R>, ShapeError>
    where
        Rank<R>: SpatialRank<S>,
        T: Clone + Zero + Mul<Output = T>,
    {
        transpose_as("conv_transpose_with_options", self, weights, options)
    }
}

fn transpose_as<T, const R: usize, const S: usize>(
    operation: &'static str,
    images: &TensorRef<T, R>,
    weights: &TensorRef<T, R>,
    options: ConvTransposeOptions<'_, T, S>,
) -> Result<Tensor<T, R>, ShapeError>
where
    T: Clone + Zero + Mul<Output = T>,
{
    let ConvTransposeOptions { stride, padding, output_padding, dilation, groups, bias } = options;
    let (shape, kernel) = (images.shape(), weights.shape());
    let call = Call { operation, shapes: &[&shape, &kernel] };
    let lists = [&stride[..], &padding, &output_padding, &dilation];
    let mut axes = [Spatial::NONE; S];
    plan(&call, lists, groups, &mut axes)?;
    let mut sizes = shape;
    // No overflow: a result without elements takes part in no product.
    sizes[1] = kernel[1].checked_mul(groups).ok_or_else(|| call.fail(ErrorKind::TooLarge))?;
    sizes[2..].iter_mut().zip(&axes).for_each(|(size, axis)| *size = axis.out);
    let layout = Layout::new_in(operation, sizes, Order::RowMajor, size_of::<T>())?;
    if let Some(bias) = bias
        && bias.len() != sizes[1]
    {
        let kind = ErrorKind::SizesDiffer { axis: 1, left: sizes[1], right: bias.len() };
        return Err(ShapeError::new(operation, &[&kernel, &bias.shape()], kind));
    }
    let (count, c_in, c_out) = (shape[0], kernel[0] / groups, kernel[1]);
    let sizes = Sizes { count, groups, c_in, c_out, axes: &axes };
    let bias = bias.map(|bias| in_row_major(bias.source()));
    let (x, weights) = (in_row_major(images.source()), in_row_major(weights.source()));
    let inputs = Inputs { x: &x, weights: &weights, bias: bias.as_deref() };
    let result = convolve_transposed(&sizes, inputs);
    Ok(Tensor::owned(result, layout))
}

/// Checks sizes and options, and sets the spatial axes.
fn plan(
    call: &Call<'_>,
    [stride, padding, output_padding, dilation]: [&[usize]; 4],
    groups: usize,
    axes: &mut [Spatial],
) -> Result<(), ShapeError> {
    let [images, weights] = [call.shapes[0], call.shapes[1]];
    call.nonzero("stride", stride)?;
    call.nonzero("dilation", dilation)?;
    if groups == 0 || weights[0] % groups != 0 {
        return Err(call.argument("groups", &groups, "a divisor of the first size of the weights"));
    }
    if weights[0] != images[1] {
        let (images, weights) = (images[1], weights[0] / groups);
        return Err(call.fail(ErrorKind::Channels { images, weights, groups }));
    }
    for (i, axis) in axes.iter_mut().enumerate() {
        let (size, kernel, after) = (images[i + 2], weights[i + 2], output_padding[i]);
        let (stride, dilation, before) = (stride[i], dilation[i], padding[i]);
        if size == 0 || kernel == 0 {
            return Err(call.fail(ErrorKind::Window { axis: i + 2, window: kernel, size }));
        }
        if after >= stride.max(dilation) {
            let expected = "numbers less than the stride or the dilation";
            return Err(call.argument("output_padding", &output_padding, expected));
        }
        let reach = (kernel - 1).checked_mul(dilation);
        let full = (size - 1).checked_mul(stride).zip(reach).and_then(|(a, b)| a.checked_add(b));
        let full = full.and_then(|full| full.checked_add(after)?.checked_add(1));
        let full = full.ok_or_else(|| call.fail(ErrorKind::TooLarge))?;
        let out = before.checked_mul(2).and_then(|cut| full.checked_sub(cut));
        let out =
            out.ok_or_else(|| call.argument("padding", &padding, "at most half of the result"))?;
        *axis = Spatial { size, kernel, stride, dilation, before, out };
    }
    Ok(())
}
