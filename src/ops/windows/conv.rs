//! `conv`: sums of weighted windows of images.

use super::Call;
use crate::error::{ErrorKind, ShapeError, raise};
use crate::kernels::copy::in_row_major;
use crate::kernels::product::convolve::{Inputs, Sizes, Spatial, convolve};
use crate::layout::{Layout, Order};
use crate::rank::{MAX_RANK, Rank, SpatialRank};
use crate::tensor::{Tensor, TensorRef};
use core::ops::Mul;
use num_traits::Zero;

/// The options of [`conv_with_options`](TensorRef::conv_with_options), for images with `S` spatial axes.
///
/// The default is a stride and a dilation of 1, no padding, one group, no bias.
///
/// ```
/// use holor::ConvOptions;
/// use holor::prelude::*;
///
/// let bias = tensor![0.5, 1.0];
/// let options = ConvOptions { stride: [2, 2], bias: Some(&bias), ..Default::default() };
/// let images = Tensor::<f64, 4>::ones([1, 3, 5, 5]);
/// let y = images.conv_with_options(&Tensor::ones([2, 3, 1, 1]), options);
/// assert_eq!(y.sum(axes![0, 2, 3]), tensor![9.0 * 3.5, 9.0 * 4.0]);
/// ```
#[derive(Debug)]
pub struct ConvOptions<'a, T, const S: usize> {
    /// The distance from a window to the next one along each spatial axis; at least 1.
    pub stride: [usize; S],
    /// How many zeros stand before the first and after the last element of each spatial axis.
    pub padding: [usize; S],
    /// The distance from an element of a window to the next one along each spatial axis; at least 1.
    pub dilation: [usize; S],
    /// The number of groups into which the channels are divided, each with weights of its own. With as many
    /// groups as channels, the convolution is depthwise.
    pub groups: usize,
    /// What is added to each channel of the result: `[c_out]`.
    pub bias: Option<&'a TensorRef<T, 1>>,
}

impl<T, const S: usize> Default for ConvOptions<'_, T, S> {
    fn default() -> Self {
        ConvOptions { stride: [1; S], padding: [0; S], dilation: [1; S], groups: 1, bias: None }
    }
}

impl<T, const S: usize> Clone for ConvOptions<'_, T, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const S: usize> Copy for ConvOptions<'_, T, S> {}

impl<T, const R: usize> TensorRef<T, R> {
    /// Convolves a batch of images with weights: an element of the result is the sum of a window of all
    /// channels, weighted.
    ///
    /// `[n, c_in, h, w] x [c_out, c_in, kh, kw] -> [n, c_out, h - kh + 1, w - kw + 1]`, and with one or three
    /// spatial axes alike.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let image = tensor![[[[1, 2, 3], [4, 5, 6], [7, 8, 9]]]]; // one image with one channel
    /// let sum = tensor![[[[1, 1], [1, 1]]]];
    /// assert_eq!(image.conv(&sum), tensor![[[[12, 16], [24, 28]]]]);
    ///
    /// let signals = Tensor::<f32, 3>::zeros([8, 2, 100]); // one spatial axis
    /// assert_eq!(signals.conv(&Tensor::zeros([16, 2, 5])).shape(), [8, 16, 96]);
    /// ```
    ///
    /// Weights are not flipped, as in all libraries of neural networks; [`convolve`](TensorRef::convolve)
    /// flips. [`conv_with_options`](TensorRef::conv_with_options) has strides, padding, dilation, groups and
    /// a bias.
    ///
    /// An image without a batch has a rank too few; `image.unsqueeze(Axis::<0>)` is a batch of one:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// let image = tensor![[1.0, 2.0], [3.0, 4.0]];
    /// image.conv(&image); // a batch of images has rank 3 or more, found `Rank<2>`
    /// ```
    ///
    /// `f32` and `f64` have a kernel of their own, on several threads where there is enough work (feature
    /// `rayon`); every other number is computed slowly. Sums are made in the order of the weights, whatever
    /// the number of threads.
    ///
    /// # Panics
    /// - If the channels differ:
    ///   `conv: [1, 3, 8, 8] and [4, 2, 3, 3]: the images have 3 channels, the weights 2 for each of 1 groups`.
    /// - If a window is empty or larger than the images:
    ///   `conv: [1, 3, 8, 8] by [4, 3, 3, 9]: a window of 9 does not fit axis 3 of size 8`.
    ///
    /// torch: `nn.functional.conv1d`, `conv2d`, `conv3d`; scipy: `signal.correlate`.
    #[doc(alias("conv1d", "conv2d", "conv3d", "convolution"))]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn conv<const S: usize>(&self, weights: &TensorRef<T, R>) -> Tensor<T, R>
    where
        Rank<R>: SpatialRank<S>,
        T: Clone + Zero + Mul<Output = T>,
    {
        raise(self.try_conv(weights))
    }

    /// Fallible form of [`conv`](TensorRef::conv).
    pub fn try_conv<const S: usize>(
        &self,
        weights: &TensorRef<T, R>,
    ) -> Result<Tensor<T, R>, ShapeError>
    where
        Rank<R>: SpatialRank<S>,
        T: Clone + Zero + Mul<Output = T>,
    {
        conv_as("conv", self, weights, ConvOptions::<T, S>::default())
    }

    /// Convolves a batch of images with weights as [`conv`](TensorRef::conv) does, with a stride, padding,
    /// dilation, groups and a bias.
    ///
    /// `[n, c_in, h, w] x [c_out, c_in / groups, kh, kw] -> [n, c_out, oh, ow]`, where `oh` is
    /// `(h + 2 * padding - dilation * (kh - 1) - 1) / stride + 1`, rounded down.
    ///
    /// ```
    /// use holor::ConvOptions;
    /// use holor::prelude::*;
    ///
    /// let images = Tensor::<f32, 4>::ones([1, 3, 224, 224]);
    /// let weights = Tensor::ones([64, 3, 7, 7]);
    /// let options = ConvOptions { stride: [2, 2], padding: [3, 3], ..Default::default() };
    /// let y = images.conv_with_options(&weights, options);
    /// assert_eq!(y.shape(), [1, 64, 112, 112]);
    ///
    /// // Depthwise: a window of its own for each channel.
    /// let options = ConvOptions { groups: 3, ..Default::default() };
    /// assert_eq!(images.conv_with_options(&Tensor::ones([3, 1, 3, 3]), options).shape()[1], 3);
    /// ```
    ///
    /// There is a stride for each spatial axis:
    ///
    /// ```compile_fail,E0308
    /// use holor::ConvOptions;
    /// use holor::prelude::*;
    ///
    /// let images = Tensor::<f32, 4>::ones([1, 3, 8, 8]);
    /// let options = ConvOptions { stride: [2], ..Default::default() };
    /// images.conv_with_options(&images, options); // expected `2`, found `1`
    /// ```
    ///
    /// The padding is zeros: a weight that is infinite or NaN gives NaN there.
    ///
    /// # Panics
    /// As [`conv`](TensorRef::conv), where the size of an axis counts its padding; and
    /// - if a stride or a dilation is zero:
    ///   `conv_with_options: [1, 3, 8, 8] and [4, 3, 3, 3]: stride is [2, 0], expected numbers of at least 1`;
    /// - if the groups do not divide the channels of the result: `conv_with_options: [1, 6, 8, 8] and
    ///   [4, 2, 3, 3]: groups is 3, expected a divisor of the first size of the weights`;
    /// - if the bias has another size than the weights' first axis:
    ///   `conv_with_options: [4, 3, 3, 3] and [5]: sizes 4 and 5 of axis 0 differ`;
    /// - if the result holds more elements than memory can address.
    ///
    /// torch: `nn.functional.conv1d`, `conv2d`, `conv3d`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn conv_with_options<const S: usize>(
        &self,
        weights: &TensorRef<T, R>,
        options: ConvOptions<'_, T, S>,
    ) -> Tensor<T, R>
    where
        Rank<R>: SpatialRank<S>,
        T: Clone + Zero + Mul<Output = T>,
    {
        raise(self.try_conv_with_options(weights, options))
    }

    /// Fallible form of [`conv_with_options`](TensorRef::conv_with_options).
    pub fn try_conv_with_options<const S: usize>(
        &self,
        weights: &TensorRef<T, R>,
        options: ConvOptions<'_, T, S>,
    ) -> Result<Tensor<T, R>, ShapeError>
    where
        Rank<R>: SpatialRank<S>,
        T: Clone + Zero + Mul<Output = T>,
    {
        conv_as("conv_with_options", self, weights, options)
    }
}

fn conv_as<T, const R: usize, const S: usize>(
    operation: &'static str,
    images: &TensorRef<T, R>,
    weights: &TensorRef<T, R>,
    options: ConvOptions<'_, T, S>,
) -> Result<Tensor<T, R>, ShapeError>
where
    T: Clone + Zero + Mul<Output = T>,
{
    let (shape, kernel) = (images.shape(), weights.shape());
    let (axes, result) = plan(operation, &shape, &kernel, &options)?;
    let mut sizes = [0; R];
    sizes.copy_from_slice(&result[..R]);
    let layout = Layout::new_in(operation, sizes, Order::RowMajor, size_of::<T>())?;
    if let Some(bias) = options.bias
        && bias.len() != kernel[0]
    {
        let kind = ErrorKind::SizesDiffer { axis: 0, left: kernel[0], right: bias.len() };
        return Err(ShapeError::new(operation, &[&kernel, &bias.shape()], kind));
    }
    let groups = options.groups;
    let sizes =
        Sizes { count: shape[0], groups, c_in: kernel[1], c_out: kernel[0] / groups, axes: &axes };
    let bias = options.bias.map(|bias| in_row_major(bias.source()));
    let (x, weights) = (in_row_major(images.source()), in_row_major(weights.source()));
    let inputs = Inputs { x: &x, weights: &weights, bias: bias.as_deref() };
    Ok(Tensor::owned(convolve(&sizes, inputs), layout))
}

/// Checks sizes and options; returns the spatial axes and the sizes of the result.
#[inline(never)]
fn plan_of(
    call: &Call<'_>,
    [images, weights]: [&[usize]; 2],
    [stride, padding, dilation]: [&[usize]; 3],
    groups: usize,
    axes: &mut [Spatial],
) -> Result<[usize; MAX_RANK], ShapeError> {
    call.nonzero("stride", stride)?;
    call.nonzero("dilation", dilation)?;
    if groups == 0 || weights[0] % groups != 0 {
        return Err(call.argument("groups", &groups, "a divisor of the first size of the weights"));
    }
    if weights[1].checked_mul(groups) != Some(images[1]) {
        let (images, weights) = (images[1], weights[1]);
        return Err(call.fail(ErrorKind::Channels { images, weights, groups }));
    }
    let mut result = [0; MAX_RANK];
    (result[0], result[1]) = (images[0], weights[0]);
    for (i, axis) in axes.iter_mut().enumerate() {
        let (size, kernel, before) = (images[i + 2], weights[i + 2], padding[i]);
        let (stride, dilation) = (stride[i], dilation[i]);
        let out = call.windows(i + 2, [size, kernel, stride, dilation, before])?;
        *axis = Spatial { size, kernel, stride, dilation, before, out };
        result[i + 2] = out;
    }
    Ok(result)
}

fn plan<T, const S: usize>(
    operation: &'static str,
    images: &[usize],
    weights: &[usize],
    options: &ConvOptions<'_, T, S>,
) -> Result<([Spatial; S], [usize; MAX_RANK]), ShapeError> {
    let call = Call { operation, shapes: &[images, weights] };
    let mut axes = [Spatial::NONE; S];
    let lists = [&options.stride[..], &options.padding, &options.dilation];
    let result = plan_of(&call, [images, weights], lists, options.groups, &mut axes)?;
    Ok((axes, result))
}
