//! `layer_norm`: mean 0 and variance 1 along axes.

use super::softmax::rows_along;
use crate::kernels::math::rows::LAYER_NORM;
use crate::rank::Over;
use crate::tensor::{Tensor, TensorRef};
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
        let elements = rows_along(self, A::REDUCED, LAYER_NORM, eps);
        Tensor::owned(elements, self.layout().to_row_major())
    }
}
