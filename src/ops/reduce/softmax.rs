//! Softmax and its logarithm.

use super::sum::sums_of;
use super::{is_small, narrow, widen};
use crate::kernels::Visit;
use crate::kernels::fold::{Fold, best, fold};
use crate::kernels::math::rows::{LOG_SOFTMAX, SOFTMAX, lanes};
use crate::rank::AxisOf;
use crate::tensor::{Tensor, TensorRef, TensorView};
use alloc::vec::Vec;
use core::array;
use core::convert::identity;
use num_traits::Float;

impl<T, const R: usize> TensorRef<T, R> {
    /// Returns the softmax along an axis: `exp(x) / sum(exp(x))`, positive numbers that add up to
    /// 1.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, b, c]`
    ///
    /// The maximum of each lane is subtracted first, so the exponentials do not overflow.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let scores = tensor![[0.0, 0.0], [1000.0, 1000.0]];
    /// assert_eq!(scores.softmax(Last), tensor![[0.5, 0.5], [0.5, 0.5]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, 2.0].softmax(Axis::<1>); // `Axis<1>` is not an axis of a rank-1 tensor
    /// ```
    ///
    /// A lane that contains NaN or positive infinity becomes NaN, and so does a lane whose elements
    /// all are negative infinity. An empty axis gives an empty result.
    ///
    /// scipy: `special.softmax`; torch: `softmax`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    pub fn softmax<A: AxisOf<R>>(&self, axis: A) -> Tensor<T, R>
    where
        T: Float,
    {
        let _ = axis;
        softmax(self.view(), A::INDEX)
    }

    /// Returns the logarithm of [`softmax`](TensorRef::softmax) along an axis:
    /// `x - log(sum(exp(x)))`.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, b, c]`
    ///
    /// It is more precise than the logarithm of the result of `softmax`, which can be zero.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let scores = tensor![[0.0, 1000.0], [0.0, 0.0]];
    /// let half = 0.5_f64.ln();
    /// assert_eq!(scores.log_softmax(Last), tensor![[-1000.0, 0.0], [half, half]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// Tensor::scalar(1.0).log_softmax(Last); // `Last` is not an axis of a rank-0 tensor
    /// ```
    ///
    /// NaN and infinite elements are treated as in `softmax`. An empty axis gives an empty result.
    ///
    /// scipy: `special.log_softmax`; torch: `log_softmax`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    pub fn log_softmax<A: AxisOf<R>>(&self, axis: A) -> Tensor<T, R>
    where
        T: Float,
    {
        let _ = axis;
        log_softmax(self.view(), A::INDEX)
    }
}

// These take the axis as a number: the loops are compiled once for each rank, not for each axis.

fn softmax<T: Float, const R: usize>(x: TensorView<'_, T, R>, axis: usize) -> Tensor<T, R> {
    if !x.is_empty()
        && let Some(elements) = lanes(x.source(), axis..=axis, T::zero(), &SOFTMAX, x.len())
    {
        return Tensor::owned(elements, x.layout().to_row_major());
    }
    if const { is_small::<T>() } {
        let divide = |e: &T, sum: f32| narrow(widen(e) / sum);
        normalised(x, axis, T::exp, widen, |sum| sum, divide)
    } else {
        normalised(x, axis, T::exp, |&e| e, |sum| sum, |&e, sum: T| e / sum)
    }
}

fn log_softmax<T: Float, const R: usize>(x: TensorView<'_, T, R>, axis: usize) -> Tensor<T, R> {
    if !x.is_empty()
        && let Some(elements) = lanes(x.source(), axis..=axis, T::zero(), &LOG_SOFTMAX, x.len())
    {
        return Tensor::owned(elements, x.layout().to_row_major());
    }
    let ln = |sum| Float::ln(sum);
    if const { is_small::<T>() } {
        let exp = |x: &T| Float::exp(widen(x));
        let subtract = |x: &T, log: f32| narrow(widen(x) - log);
        normalised(x, axis, |x| x, exp, ln, subtract)
    } else {
        normalised(x, axis, |x| x, |&x: &T| x.exp(), T::ln, |&x, log| x - log)
    }
}

/// Computes `last(y, total(sum of weight(y)))` with `y = term(x - max)`; the maximum and the sum are
/// those of the lane of `x`.
fn normalised<T: Float, W: Float, const R: usize>(
    x: TensorView<'_, T, R>,
    axis: usize,
    term: impl Fn(T) -> T + Sync,
    weight: impl Fn(&T) -> W + Copy + Sync,
    total: impl Fn(W) -> W + Sync,
    last: impl Fn(&T, W) -> T + Sync,
) -> Tensor<T, R> {
    let layout = x.layout().to_row_major();
    if x.is_empty() {
        return Tensor::owned(Vec::new(), layout);
    }
    let greatest = along(&x, axis, &best(T::gt), identity);
    let elements = (x.source(), spread(&greatest, x.shape()).source())
        .collect(&layout, |(&x, &greatest)| term(x - greatest));
    let mut result = Tensor::owned(elements, layout);

    let totals = along(&result, axis, &sums_of(weight), total);
    (result.sink(), spread(&totals, x.shape()).source())
        .for_each(x.shape(), |(place, &total)| *place = last(place, total));
    result
}

/// Reduces an axis to size 1. No size may be zero.
fn along<'a, T, U, F: Fold<'a, T> + Sync, const R: usize>(
    x: &'a TensorRef<T, R>,
    axis: usize,
    by: &F,
    finish: impl Fn(F::Part) -> U + Sync,
) -> Tensor<U, R> {
    let elements = fold(x.source(), array::from_fn(|other| other == axis), by, finish);
    let shape = array::from_fn(|other| if other == axis { 1 } else { x.shape()[other] });
    Tensor::from_vec(elements, shape).expect("a result for each lane")
}

/// Broadcasts a reduced tensor back to the shape it was reduced from.
fn spread<U, const R: usize>(t: &Tensor<U, R>, shape: [usize; R]) -> TensorView<'_, U, R> {
    t.view().broadcast_to(shape)
}
