//! Elements brought to mean 0 and variance 1.

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
    /// Returns `(x - mean) / sqrt(var + eps)` with mean and variance along the named axes: they
    /// become 0 and 1.
    ///
    /// `(Axis::<1>, eps): [a, b, c] -> [a, b, c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1.0, 3.0], [10.0, 10.0]];
    /// assert_eq!(m.layer_norm(Last, 0.0).index_axis(Axis::<0>, 0), tensor![-1.0, 1.0]);
    /// assert_eq!(m.layer_norm(Last, 1e-5).index_axis(Axis::<0>, 1), tensor![0.0, 0.0]);
    /// ```
    ///
    /// A weight and a bias, of the shape of the axes, are a product and a sum:
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
    /// tensor![1.0, 2.0].layer_norm(Axis::<1>, 1e-5); // `Axis<1>` does not name axes of a rank-1 tensor
    /// ```
    ///
    /// The variance is that of [`var`](Tensor::var), divided by the number of elements. `eps` keeps
    /// the quotient finite where it is zero; torch has `1e-5` unless told. An empty axis gives an
    /// empty result.
    ///
    /// torch: `nn.functional.layer_norm`, over the last axes (Ba, Kiros and Hinton 2016, "Layer
    /// normalization"); over others, `instance_norm` and `group_norm` are made of it.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    pub fn layer_norm<A: Over<R>>(&self, over: A, eps: T) -> Tensor<T, R>
    where
        T: Float,
    {
        let _ = over;
        layer_norm(self.view(), A::REDUCED, eps)
    }
}

/// A function of views, and not of how the axes are named: the loops are compiled once for each rank.
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

/// The same in two passes over memory: the moments, then what `f` makes of each element and them.
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
