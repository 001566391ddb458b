//! `layer_norm`: mean 0 and variance 1 along axes.

use super::{is_small, narrow, widen};
use crate::kernels::Visit;
use crate::kernels::fold::{Moment, Moments, fold};
use crate::kernels::math::rows::{LAYER_NORM, lanes};
use crate::layout::Layout;
use crate::rank::Over;
use crate::tensor::{Tensor, TensorRef, TensorView};
use alloc::vec::Vec;
use num_traits::Float;

impl<T, const R: usize> TensorRef<T, R> {
    /// Normalises the elements along the given axes to mean 0 and variance 1.
    ///
    /// `(Axis::<1>, eps): [a, b, c] -> [a, b, c]`
    ///
    /// The result is `(x - mean) / sqrt(var + eps)`, with the mean and the variance of the elements
    /// along the given axes.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1.0, 3.0], [10.0, 10.0]];
    /// assert_eq!(m.layer_norm(Last, 0.0).row(0), tensor![-1.0, 1.0]);
    /// assert_eq!(m.layer_norm(Last, 1e-5).row(1), tensor![0.0, 0.0]);
    /// ```
    ///
    /// A weight and a bias are applied by a product and a sum:
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let (x, weight, bias) = (tensor![[1.0, 3.0]], tensor![2.0, 2.0], tensor![1.0, 0.0]);
    /// assert_eq!(x.layer_norm(Last, 0.0) * &weight + &bias, tensor![[-1.0, 2.0]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, 2.0].layer_norm(Axis::<1>, 1e-5); // no such axes in rank 1
    /// ```
    ///
    /// The variance is that of [`var`](TensorRef::var): it is divided by the number of elements. A
    /// positive `eps` keeps the quotient finite where the variance is zero; torch's default is
    /// `1e-5`. An empty axis gives an empty result.
    ///
    /// torch: `nn.functional.layer_norm`, over the last axes; `instance_norm` normalises over the
    /// axes of the image. Ba, Kiros and Hinton (2016), "Layer normalization".
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    pub fn layer_norm<A: Over<R>>(&self, axes: A, eps: T) -> Tensor<T, R>
    where
        T: Float,
    {
        let _ = axes;
        layer_norm(self.view(), A::REDUCED, eps)
    }
}

/// Takes the reduced axes as a value: the loops are compiled once for each rank, not for each list of
/// axes too.
fn layer_norm<T: Float, const R: usize>(
    x: TensorView<'_, T, R>,
    reduced: [bool; R],
    eps: T,
) -> Tensor<T, R> {
    let (layout, shape) = (x.layout().to_row_major(), x.shape());
    if x.is_empty() {
        return Tensor::owned(Vec::new(), layout);
    }
    if let Some(first) = (0..R).find(|&axis| reduced[axis])
        && (first..R).all(|axis| reduced[axis] || shape[axis] == 1)
        && let Some(elements) = lanes(x.source(), first..=R - 1, eps, &LAYER_NORM, x.len())
    {
        return Tensor::owned(elements, layout);
    }
    if const { is_small::<T>() } {
        let eps = widen(&eps);
        normed(x, reduced, layout, widen, move |x, part| narrow(part.normed(widen(x), eps)))
    } else {
        normed(x, reduced, layout, T::clone, move |&x, part| part.normed(x, eps))
    }
}

/// Normalises in two passes over memory: finds the moments, then calls `f` with each element and its
/// moments.
fn normed<T: Float, W: Float, const R: usize>(
    x: TensorView<'_, T, R>,
    reduced: [bool; R],
    layout: Layout<R>,
    widen: impl Fn(&T) -> W + Sync,
    f: impl Fn(&T, &Moment<W>) -> T,
) -> Tensor<T, R> {
    let parts = fold(x.source(), reduced, &Moments::new(widen), |part| part);
    let one = core::array::from_fn(|i| if reduced[i] { 1 } else { x.shape()[i] });
    let parts = Tensor::from_vec(parts, one).expect("a result for each lane");
    let parts = parts.view().broadcast_to(x.shape());
    let elements = (x.source(), parts.source()).collect(&layout, move |(x, part)| f(x, part));
    Tensor::owned(elements, layout)
}
