//! One operand: its sums along axes, and copies in another order.

use super::{Axes, AxisSizes, Indexed, OperandStrides, with_rank};
use crate::kernels::copy::to_vec;
use crate::layout::WalkAxis;
use crate::ops::reduce::sums;
use alloc::vec::Vec;
use num_traits::Zero;

/// Clones the elements into a buffer laid out by `result`, which has the same axes.
pub(crate) fn copy<T: Clone>(
    sizes: &AxisSizes,
    a: Indexed<'_, T>,
    result: &OperandStrides,
) -> Vec<T> {
    let mut axes = Axes::among(a.place.axes);
    axes.append(sizes, a.place.axes, [result, a.place]);
    with_rank!(axes.as_slice().len(), copy_axes(a, axes.as_slice()))
}

fn copy_axes<const R: usize, T: Clone>(a: Indexed<'_, T>, axes: &[WalkAxis<2>]) -> Vec<T> {
    to_vec(a.source::<R, 2>(axes, 1))
}

/// Adds up the elements along the axes that `result` does not have, into a buffer laid out by it.
pub(crate) fn sum<T: Clone + Zero>(
    sizes: &AxisSizes,
    a: Indexed<'_, T>,
    result: &OperandStrides,
) -> Vec<T> {
    let mut axes = Axes::among(a.place.axes);
    let kept = axes.append(sizes, result.axes, [result, a.place]);
    axes.append(sizes, a.place.axes & !result.axes, [result, a.place]);
    with_rank!(axes.as_slice().len(), sum_axes(a, axes.as_slice(), kept))
}

/// As [`sum`]; the axes from `kept` on are reduced.
fn sum_axes<const R: usize, T: Clone + Zero>(
    a: Indexed<'_, T>,
    axes: &[WalkAxis<2>],
    kept: usize,
) -> Vec<T> {
    let first = R - axes.len() + kept;
    let reduced = core::array::from_fn(|axis| axis >= first);
    sums(a.source::<R, 2>(axes, 1), reduced)
}
