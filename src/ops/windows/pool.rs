//! `max_pool` and `avg_pool`: the largest element and the mean of windows.

use super::Call;
use crate::error::{ErrorKind, ShapeError, raise};
use crate::kernels::copy::in_row_major;
use crate::kernels::windows::{AxisWindows, max_of_windows, sum_of_windows};
use crate::layout::{Layout, Order};
use crate::ops::reduce::Mean;
use crate::rank::{Minus, Rank};
use crate::tensor::{Tensor, TensorRef};
use alloc::borrow::Cow;
use num_traits::{FromPrimitive, Num};

/// The options of [`max_pool_with_options`](TensorRef::max_pool_with_options) and
/// [`avg_pool_with_options`](TensorRef::avg_pool_with_options), for windows over `K` axes.
///
/// ```
/// use holor::PoolOptions;
/// use holor::prelude::*;
///
/// let options = PoolOptions { stride: Some([2, 2]), padding: [1, 1], ..Default::default() };
/// let images = Tensor::<f32, 4>::ones([1, 64, 112, 112]);
/// assert_eq!(images.max_pool_with_options([3, 3], options).shape(), [1, 64, 56, 56]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolOptions<const K: usize> {
    /// The distance from a window to the next one along each axis, at least 1. `None`, the default, is the
    /// size of a window.
    pub stride: Option<[usize; K]>,
    /// How much windows reach beyond both ends of each axis: at most half of a window. Elements there are
    /// smaller than all others for `max_pool`, and zero for `avg_pool`.
    pub padding: [usize; K],
    /// Whether `avg_pool` divides by the size of a window where it reaches beyond the axis too, and not only
    /// by the number of elements there are. The default is `true`.
    pub count_include_pad: bool,
}

impl<const K: usize> Default for PoolOptions<K> {
    fn default() -> Self {
        PoolOptions { stride: None, padding: [0; K], count_include_pad: true }
    }
}

impl<T, const R: usize> TensorRef<T, R> {
    /// Returns the largest element of each window of the last `K` axes. Windows do not overlap.
    ///
    /// `[kh, kw]: [.., h, w] -> [.., h / kh, w / kw]`, rounded down.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2, 3, 4], [5, 6, 7, 8]];
    /// assert_eq!(m.max_pool([2, 2]), tensor![[6, 8]]);
    /// assert_eq!(m.max_pool([2]), tensor![[2, 4], [6, 8]]);
    ///
    /// let images = Tensor::<f32, 4>::zeros([16, 3, 32, 24]);
    /// assert_eq!(images.max_pool([2, 2]).shape(), [16, 3, 16, 12]);
    /// assert_eq!(images.max(axes![2, 3]).shape(), [16, 3]); // one window: global pooling
    /// ```
    ///
    /// A window has no more axes than the tensor:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1, 2, 3, 4].max_pool([2, 2]); // `Rank<1>` has fewer axes than `Rank<2>`
    /// ```
    ///
    /// NaN propagates. [`max_pool_with_options`](TensorRef::max_pool_with_options) has strides and padding.
    ///
    /// # Panics
    /// If a window is empty or larger than an axis:
    /// `max_pool: [2, 4] by [3, 2]: a window of 3 does not fit axis 0 of size 2`.
    ///
    /// torch: `nn.functional.max_pool1d`, `max_pool2d`, `max_pool3d`.
    #[doc(alias("max_pool1d", "max_pool2d", "max_pool3d"))]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn max_pool<const K: usize>(&self, window: [usize; K]) -> Tensor<T, R>
    where
        Rank<R>: Minus<Rank<K>>,
        T: Clone + PartialOrd,
    {
        raise(self.try_max_pool(window))
    }

    /// Fallible form of [`max_pool`](TensorRef::max_pool).
    pub fn try_max_pool<const K: usize>(
        &self,
        window: [usize; K],
    ) -> Result<Tensor<T, R>, ShapeError>
    where
        Rank<R>: Minus<Rank<K>>,
        T: Clone + PartialOrd,
    {
        self.max_pool_as("max_pool", window, PoolOptions::default())
    }

    /// Returns the largest element of each window of the last `K` axes, with a stride and padding.
    ///
    /// `[kh, kw]: [.., h, w] -> [.., oh, ow]`, where `oh` is `(h + 2 * padding - kh) / stride + 1`, rounded
    /// down.
    ///
    /// ```
    /// use holor::PoolOptions;
    /// use holor::prelude::*;
    ///
    /// let options = PoolOptions { stride: Some([1]), padding: [1], ..Default::default() };
    /// assert_eq!(tensor![1, 5, 2, 0].max_pool_with_options([3], options), tensor![5, 5, 5, 2]);
    /// ```
    ///
    /// Options are for as many axes as the window:
    ///
    /// ```compile_fail,E0308
    /// use holor::PoolOptions;
    /// use holor::prelude::*;
    ///
    /// let options = PoolOptions { padding: [1, 1], ..Default::default() };
    /// tensor![[1, 2], [3, 4]].max_pool_with_options([2], options);
    /// ```
    ///
    /// # Panics
    /// - If a window is empty or larger than an axis with its padding, as
    ///   [`max_pool`](TensorRef::max_pool) does, and if an axis with padding is empty:
    ///   `max_pool_with_options: [2, 0] and [2]: axis 1 is empty`.
    /// - If a stride is zero:
    ///   `max_pool_with_options: [2, 4] and [2, 2]: stride is [0, 1], expected numbers of at least 1`.
    /// - If the padding is more than half of a window:
    ///   `max_pool_with_options: [4] and [3]: padding is [2], expected at most half of the window`.
    ///
    /// torch: `nn.functional.max_pool1d`, `max_pool2d`, `max_pool3d`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn max_pool_with_options<const K: usize>(
        &self,
        window: [usize; K],
        options: PoolOptions<K>,
    ) -> Tensor<T, R>
    where
        Rank<R>: Minus<Rank<K>>,
        T: Clone + PartialOrd,
    {
        raise(self.try_max_pool_with_options(window, options))
    }

    /// Fallible form of [`max_pool_with_options`](TensorRef::max_pool_with_options).
    pub fn try_max_pool_with_options<const K: usize>(
        &self,
        window: [usize; K],
        options: PoolOptions<K>,
    ) -> Result<Tensor<T, R>, ShapeError>
    where
        Rank<R>: Minus<Rank<K>>,
        T: Clone + PartialOrd,
    {
        self.max_pool_as("max_pool_with_options", window, options)
    }

    fn max_pool_as<const K: usize>(
        &self,
        operation: &'static str,
        window: [usize; K],
        options: PoolOptions<K>,
    ) -> Result<Tensor<T, R>, ShapeError>
    where
        T: Clone + PartialOrd,
    {
        let (passes, layout) = plan(operation, self, window, &options)?;
        let mut elements = in_row_major(self.source());
        for pass in &passes {
            elements = Cow::Owned(max_of_windows(&elements, pass));
        }
        Ok(Tensor::owned(elements.into_owned(), layout))
    }

    /// Returns the mean of each window of the last `K` axes. Windows do not overlap.
    ///
    /// `[kh, kw]: [.., h, w] -> [.., h / kh, w / kw]`, rounded down.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]];
    /// assert_eq!(m.avg_pool([2, 2]), tensor![[3.5, 5.5]]);
    ///
    /// let images = Tensor::<f32, 4>::zeros([16, 3, 32, 24]);
    /// assert_eq!(images.avg_pool([2, 2]).shape(), [16, 3, 16, 12]);
    /// assert_eq!(images.mean(axes![2, 3]).shape(), [16, 3]); // one window: global pooling
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, 2.0].avg_pool([2, 2]); // `Rank<1>` has fewer axes than `Rank<2>`
    /// ```
    ///
    /// Integers are refused, because their mean would be rounded, as by [`mean`](TensorRef::mean).
    /// [`avg_pool_with_options`](TensorRef::avg_pool_with_options) has strides and padding.
    ///
    /// # Panics
    /// If a window is empty or larger than an axis:
    /// `avg_pool: [2, 4] by [3, 2]: a window of 3 does not fit axis 0 of size 2`.
    ///
    /// torch: `nn.functional.avg_pool1d`, `avg_pool2d`, `avg_pool3d`.
    #[doc(alias("avg_pool1d", "avg_pool2d", "avg_pool3d", "adaptive_avg_pool2d"))]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn avg_pool<const K: usize>(&self, window: [usize; K]) -> Tensor<T, R>
    where
        Rank<R>: Minus<Rank<K>>,
        T: Mean + Copy + Num + FromPrimitive,
    {
        raise(self.try_avg_pool(window))
    }

    /// Fallible form of [`avg_pool`](TensorRef::avg_pool).
    pub fn try_avg_pool<const K: usize>(
        &self,
        window: [usize; K],
    ) -> Result<Tensor<T, R>, ShapeError>
    where
        Rank<R>: Minus<Rank<K>>,
        T: Mean + Copy + Num + FromPrimitive,
    {
        self.avg_pool_as("avg_pool", window, PoolOptions::default())
    }

    /// Returns the mean of each window of the last `K` axes, with a stride and padding.
    ///
    /// `[kh, kw]: [.., h, w] -> [.., oh, ow]`, where `oh` is `(h + 2 * padding - kh) / stride + 1`, rounded
    /// down.
    ///
    /// ```
    /// use holor::PoolOptions;
    /// use holor::prelude::*;
    ///
    /// let v = tensor![3.0, 6.0, 9.0];
    /// let mut options = PoolOptions { stride: Some([1]), padding: [1], ..Default::default() };
    /// assert_eq!(v.avg_pool_with_options([3], options), tensor![3.0, 6.0, 5.0]);
    /// options.count_include_pad = false;
    /// assert_eq!(v.avg_pool_with_options([3], options), tensor![4.5, 6.0, 7.5]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::PoolOptions;
    /// use holor::prelude::*;
    ///
    /// tensor![3.0, 6.0].avg_pool_with_options([2, 2], PoolOptions::default()); // more axes than there are
    /// ```
    ///
    /// # Panics
    /// As [`max_pool_with_options`](TensorRef::max_pool_with_options).
    ///
    /// torch: `nn.functional.avg_pool1d`, `avg_pool2d`, `avg_pool3d`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn avg_pool_with_options<const K: usize>(
        &self,
        window: [usize; K],
        options: PoolOptions<K>,
    ) -> Tensor<T, R>
    where
        Rank<R>: Minus<Rank<K>>,
        T: Mean + Copy + Num + FromPrimitive,
    {
        raise(self.try_avg_pool_with_options(window, options))
    }

    /// Fallible form of [`avg_pool_with_options`](TensorRef::avg_pool_with_options).
    pub fn try_avg_pool_with_options<const K: usize>(
        &self,
        window: [usize; K],
        options: PoolOptions<K>,
    ) -> Result<Tensor<T, R>, ShapeError>
    where
        Rank<R>: Minus<Rank<K>>,
        T: Mean + Copy + Num + FromPrimitive,
    {
        self.avg_pool_as("avg_pool_with_options", window, options)
    }

    fn avg_pool_as<const K: usize>(
        &self,
        operation: &'static str,
        window: [usize; K],
        options: PoolOptions<K>,
    ) -> Result<Tensor<T, R>, ShapeError>
    where
        T: Mean + Copy + Num + FromPrimitive,
    {
        let (passes, layout) = plan(operation, self, window, &options)?;
        let mut elements = in_row_major(self.source());
        for pass in &passes {
            elements = Cow::Owned(sum_of_windows(&elements, pass, options.count_include_pad));
        }
        Ok(Tensor::owned(elements.into_owned(), layout))
    }
}

/// Checks sizes and options; returns one pass for each of the last axes, and the layout of the result.
fn plan<T, const R: usize, const K: usize>(
    operation: &'static str,
    tensor: &TensorRef<T, R>,
    window: [usize; K],
    options: &PoolOptions<K>,
) -> Result<([AxisWindows; K], Layout<R>), ShapeError> {
    let (mut shape, stride) = (tensor.shape(), options.stride.unwrap_or(window));
    let call = Call { operation, shapes: &[&tensor.shape(), &window] };
    if options.stride.is_some() {
        call.nonzero("stride", &stride)?;
    }
    if options.padding.iter().zip(&window).any(|(&padding, &window)| padding > window / 2) {
        return Err(call.argument("padding", &options.padding, "at most half of the window"));
    }
    let mut outs = [0; K];
    for (i, out) in outs.iter_mut().enumerate() {
        let (axis, padding) = (R - K + i, options.padding[i]);
        *out = call.windows(axis, [shape[axis], window[i], stride[i], 1, padding])?;
        if shape[axis] == 0 {
            // Windows of padding alone.
            return Err(call.fail(ErrorKind::Empty { axis }));
        }
    }
    let sizes = shape;
    shape[R - K..].copy_from_slice(&outs);
    let layout = Layout::new_in(operation, shape, Order::RowMajor, size_of::<T>())?;
    let passes = core::array::from_fn(|i| {
        let axis = R - K + i;
        AxisWindows {
            outer: shape[..axis].iter().product(),
            size: sizes[axis],
            inner: sizes[axis + 1..].iter().product(),
            out: outs[i],
            window: window[i],
            stride: stride[i],
            before: options.padding[i],
        }
    });
    Ok((passes, layout))
}
