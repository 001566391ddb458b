//! The Euclidean norm, and the logarithm of a sum of exponentials.

use super::softmax::rows_along;
use super::{layout_left, reduce, repeated};
use crate::error::raise;
use crate::kernels::fold::{self, fold_any};
use crate::kernels::math::rows::LOG_SUM;
use crate::rank::{Over, Rank};
use crate::tensor::{Tensor, TensorRef};
use num_traits::Float;

impl<T, const R: usize> TensorRef<T, R> {
    /// Returns the Euclidean norm of the elements along the given axes: the square root of the sum
    /// of their squares.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[3.0, 4.0], [5.0, 12.0]];
    /// assert_eq!(m.norm(Last), tensor![5.0, 13.0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![3.0, 4.0].norm(Axis::<1>); // no such axes in rank 1
    /// ```
    ///
    /// An empty axis gives zero. The squares are not scaled: if the square of an element is
    /// infinite, so is the result.
    ///
    /// The norm of complex numbers is the norm of their magnitudes,
    /// `z.map(|z| z.norm()).norm(over)`.
    ///
    /// numpy: `linalg.norm(axis=..)`, over two axes `linalg.norm(ord="fro")`; torch:
    /// `linalg.vector_norm`.
    #[doc(alias = "vector_norm")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn norm<A, const O: usize>(&self, axes: A) -> Tensor<T, O>
    where
        T: Float,
        A: Over<R, Output = Rank<O>>,
    {
        let otherwise =
            |source, reduced| fold_any(source, reduced, |&x: &T, _| x * x, |a, b| a + b, T::sqrt);
        reduce("norm", self, axes, (fold::norm::<T>(), 0), otherwise, T::zero)
    }

    /// Returns the logarithm of the sum of the exponentials of the elements along the given axes.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, c]`
    ///
    /// The maximum is subtracted before the exponentials are taken, so they do not overflow:
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1000.0, 1000.0], [0.0, f64::NEG_INFINITY]];
    /// assert_eq!(m.logsumexp(Last), tensor![1000.0 + 2.0_f64.ln(), 0.0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// Tensor::scalar(1.0).logsumexp(Axis::<0>); // no such axes in rank 0
    /// ```
    ///
    /// An empty axis gives negative infinity, the logarithm of zero.
    ///
    /// scipy: `special.logsumexp`; torch: `logsumexp`. Milakov and Gimelshein (2018), "Online
    /// normalizer calculation for softmax".
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn logsumexp<A, const O: usize>(&self, axes: A) -> Tensor<T, O>
    where
        T: Float,
        A: Over<R, Output = Rank<O>>,
    {
        let _ = axes;
        let layout = raise(layout_left::<T, A, R, O>("logsumexp", self));
        let elements = if self.is_empty() {
            repeated(layout.len(), &T::neg_infinity)
        } else {
            rows_along(self, A::REDUCED, LOG_SUM, T::zero())
        };
        Tensor::owned(elements, layout)
    }
}
