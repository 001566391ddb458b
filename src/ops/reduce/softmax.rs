//! Softmax and its logarithm.

use crate::kernels::copy::to_vec;
use crate::kernels::math::rows::{LOG_SOFTMAX, LOG_SUM, RowFunction, SOFTMAX, is_norm, rows};
use crate::rank::AxisOf;
use crate::tensor::{Tensor, TensorRef};
use alloc::vec::Vec;
use core::array;
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
        let elements = rows_along(self, marks(A::INDEX), SOFTMAX, T::zero());
        Tensor::owned(elements, self.layout().to_row_major())
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
        let elements = rows_along(self, marks(A::INDEX), LOG_SOFTMAX, T::zero());
        Tensor::owned(elements, self.layout().to_row_major())
    }
}

fn marks<const R: usize>(axis: usize) -> [bool; R] {
    array::from_fn(|other| other == axis)
}

/// What `function` makes of the lanes along the marked axes of a tensor, in row-major order. Takes the axes
/// as a value: this is compiled once for each rank, not for each list of axes too.
pub(super) fn rows_along<T: Float, const R: usize>(
    x: &TensorRef<T, R>,
    reduced: [bool; R],
    function: RowFunction,
    eps: T,
) -> Vec<T> {
    if x.is_empty() {
        return Vec::new();
    }
    let (shape, are_neighbours) = lanes(&x.shape(), &reduced);
    if are_neighbours && (shape[2] == 1 || !is_norm(function)) {
        return rows(x.source(), shape, function, eps);
    }
    let (mut order, mut back) = ([0; R], [0; R]);
    let lanes = reduced_last(&x.shape(), &reduced, &mut order, &mut back);
    let layout = x.layout().permute(order);
    let elements = rows(x.with_layout(layout).source(), [lanes, x.len() / lanes, 1], function, eps);
    if function == LOG_SUM {
        return elements;
    }
    let layout = layout.to_row_major();
    let there = Tensor::owned(elements, layout);
    to_vec(there.with_layout(layout.permute(back)).source())
}

// Without types and ranks: compiled once for all of them.

/// Sizes before, along and behind the reduced axes, and whether no other axis lies between these.
fn lanes(shape: &[usize], reduced: &[bool]) -> ([usize; 3], bool) {
    let rank = shape.len();
    // Axes of size 1 are in nobody's way.
    let is = |axis: usize, mark: bool| reduced[axis] == mark || shape[axis] == 1;
    let first = (0..rank).find(|&axis| !is(axis, false)).unwrap_or(rank);
    let end = (first..rank).rfind(|&axis| !is(axis, false)).map_or(rank, |last| last + 1);
    let size = |axes: &[usize]| axes.iter().product();
    let sizes = [size(&shape[..first]), size(&shape[first..end]), size(&shape[end..])];
    (sizes, (first..end).all(|axis| is(axis, true)))
}

/// Writes the order of axes in which the reduced ones are the last, and the way back. Returns the size of the others.
pub(super) fn reduced_last(
    shape: &[usize],
    reduced: &[bool],
    order: &mut [usize],
    back: &mut [usize],
) -> usize {
    let marked = |mark: bool| (0..shape.len()).filter(move |&axis| reduced[axis] == mark);
    for (place, axis) in marked(false).chain(marked(true)).enumerate() {
        (order[place], back[axis]) = (axis, place);
    }
    marked(false).map(|axis| shape[axis]).product()
}
