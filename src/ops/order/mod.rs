//! Order and sets: elements sorted along an axis, selected, or taken once each.
//!
//! `sort.rs` sort and argsort, `select.rs` topk, partition and argpartition, `quantile.rs` median and quantiles,
//! `unique.rs` the different elements, `sets.rs` operations on sets. Here: lanes along an axis. Not here: loops
//! (`algorithms/order`).
//!
//! NaN comes last in either direction, and both zeros are equal. A type of the user is sorted by its
//! `PartialOrd`; what is not equal to itself counts as NaN.

#[cfg(any(feature = "std", feature = "libm"))]
mod quantile;
mod select;
mod sets;
mod sort;
mod unique;

#[cfg(any(feature = "std", feature = "libm"))]
pub use quantile::QuantileMethod;
pub use unique::Unique;

use crate::kernels::copy::to_vec;
use crate::layout::Layout;
use crate::tensor::{Tensor, TensorRef};
use alloc::vec::Vec;

/// Copies the lanes along an axis one after the other; the layout has the axis last.
fn lanes_along<T: Clone, const R: usize>(x: &TensorRef<T, R>, axis: usize) -> (Vec<T>, Layout<R>) {
    let layout = x.layout().move_axis(axis, R - 1);
    (to_vec(x.with_layout(layout).source()), layout.to_row_major())
}

/// Moves the last axis back to its place.
fn moved_back<T: Clone, const R: usize>(
    elements: Vec<T>,
    layout: Layout<R>,
    axis: usize,
) -> Tensor<T, R> {
    let there = Tensor::owned(elements, layout);
    if axis + 1 == R {
        return there;
    }
    let layout = layout.move_axis(R - 1, axis);
    Tensor::owned(to_vec(there.with_layout(layout).source()), layout.to_row_major())
}
