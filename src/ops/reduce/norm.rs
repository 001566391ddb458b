//! The Euclidean norm, and the logarithm of a sum of exponentials.

use super::sum::sums_of;
use super::{is_small, narrow, reduce, shape_left, widen};
use crate::error::raise;
use crate::kernels::fold::{Exponentials, LogSum};
use crate::kernels::math::rows::{LOG_SUM, lanes};
use crate::layout::{Layout, Order};
use crate::rank::{Over, Rank};
use crate::tensor::{Tensor, TensorRef};
use core::ops::RangeInclusive;
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
        if const { is_small::<T>() } {
            reduce("norm", self, axes, &sums_of(square_f32), root_f32, T::zero)
        } else {
            reduce("norm", self, axes, &sums_of(square), T::sqrt, T::zero)
        }
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
        if let (Some(axes), false) = (neighbours(A::REDUCED), self.is_empty()) {
            let shape = shape_left::<A, R, O>(self.shape());
            let layout = raise(Layout::new_in("logsumexp", shape, Order::RowMajor, size_of::<T>()));
            let results = layout.len();
            if let Some(elements) = lanes(self.source(), axes, T::zero(), &LOG_SUM, results) {
                return Tensor::owned(elements, layout);
            }
        }
        if const { is_small::<T>() } {
            let by = LogSum::new(widen::<T>);
            reduce("logsumexp", self, axes, &by, log_f32, T::neg_infinity)
        } else {
            let by = LogSum::new(T::clone);
            reduce("logsumexp", self, axes, &by, Exponentials::log, T::neg_infinity)
        }
    }
}

/// Returns the marked axes as a range if they are adjacent.
fn neighbours<const R: usize>(marked: [bool; R]) -> Option<RangeInclusive<usize>> {
    let first = marked.iter().position(|&marked| marked)?;
    let last = marked.iter().rposition(|&marked| marked)?;
    marked[first..=last].iter().all(|&marked| marked).then_some(first..=last)
}

#[inline(always)]
fn square<T: Float>(&x: &T) -> T {
    x * x
}

#[inline(always)]
fn square_f32<T: Float>(x: &T) -> f32 {
    widen(x) * widen(x)
}

fn root_f32<T: Float>(sum: f32) -> T {
    narrow(Float::sqrt(sum))
}

fn log_f32<T: Float>(part: Exponentials<f32>) -> T {
    narrow(part.log())
}
