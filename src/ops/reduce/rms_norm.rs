//! `rms_norm`: root mean square 1 along axes.

use super::softmax::rows_along;
use crate::kernels::math::rows::RMS_NORM;
use crate::rank::Over;
use crate::tensor::{Tensor, TensorRef};
use num_traits::Float;

impl<T, const R: usize> TensorRef<T, R> {
    /// Divides the elements along the given axes by their root mean square.
    ///
    /// `(Axis::<1>, eps): [a, b, c] -> [a, b, c]`
    ///
    /// The result is `x / sqrt(mean(x * x) + eps)`, with the mean over the given axes. Unlike
    /// [`layer_norm`](TensorRef::layer_norm) it does not move the mean to 0.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[0.0, 0.0, 0.0, 4.0], [0.0, 0.0, 0.0, 0.0]];
    /// assert_eq!(m.rms_norm(Last, 0.0).row(0), tensor![0.0, 0.0, 0.0, 2.0]); // the mean of the squares is 4
    /// assert_eq!(m.rms_norm(Last, 1e-5).row(1), tensor![0.0, 0.0, 0.0, 0.0]);
    /// ```
    ///
    /// A weight is applied by a product:
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let (x, weight) = (tensor![[2.0, -2.0]], tensor![10.0, 5.0]);
    /// assert_eq!(x.rms_norm(Last, 0.0) * &weight, tensor![[10.0, -5.0]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, 2.0].rms_norm(Axis::<1>, 1e-5); // no such axes in rank 1
    /// ```
    ///
    /// A positive `eps` keeps the quotient finite where all elements are zero. torch's default is the
    /// distance from 1 to the next number of the type, `T::EPSILON`; models have their own, as `1e-5` or `1e-6`.
    /// An empty axis gives an empty result.
    ///
    /// torch: `nn.functional.rms_norm`, over the last axes. Zhang and Sennrich (2019), "Root mean
    /// square layer normalization".
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    pub fn rms_norm<A: Over<R>>(&self, axes: A, eps: T) -> Tensor<T, R>
    where
        T: Float,
    {
        let _ = axes;
        let elements = rows_along(self, A::REDUCED, RMS_NORM, eps);
        Tensor::owned(elements, self.layout().to_row_major())
    }
}
