//! Indices, masks and segments: elements by lists or tensors of indices, by masks, and in groups.
//!
//! `operands.rs`: the arguments that are lists or tensors of indices. `take.rs`: elements at indices.
//! `scatter.rs`: writes at indices. `at.rs`: elements with an index for each axis. `mask.rs`: elements
//! where a mask is true. `count.rs`: how often numbers come up. `search.rs`: where numbers belong.
//! `segment.rs`: reductions of groups. `disjoint.rs`: several mutable views at once.
//!
//! Each checks all indices before it writes to a tensor that is there. No loop over elements is here: those are in
//! `kernels/index.rs`.

mod at;
mod count;
mod disjoint;
mod mask;
mod operands;
mod scatter;
mod search;
mod segment;
mod take;

pub use operands::{ListOf, TakeIndices};
pub use search::Side;

use crate::error::{ErrorKind, ShapeError};
use crate::kernels::index::first_outside;
use crate::tensor::TensorRef;
use alloc::borrow::Cow;

/// Checks that all indices are less than the size of the axis. The error carries the shapes, of which the
/// first has the axis.
fn check(
    operation: &'static str,
    shapes: &[&[usize]],
    indices: &[usize],
    axis: usize,
    size: usize,
) -> Result<(), ShapeError> {
    let Some(position) = first_outside(indices, size) else { return Ok(()) };
    let kind = ErrorKind::IndexAt { position, index: indices[position], axis, size };
    Err(ShapeError::new(operation, shapes, kind))
}

/// Checks that a list has an element for each index of an axis.
fn check_len(
    operation: &'static str,
    shape: &[usize],
    axis: usize,
    len: usize,
) -> Result<(), ShapeError> {
    if len == shape[axis] {
        return Ok(());
    }
    let kind =
        ErrorKind::PairedSizes { left_axis: axis, left: shape[axis], right_axis: 0, right: len };
    Err(ShapeError::new(operation, &[shape, &[len]], kind))
}

/// The elements in row-major order, copied if they are in another one.
fn in_row_major<T: Clone, const R: usize>(t: &TensorRef<T, R>) -> Cow<'_, [T]> {
    match t.as_slice() {
        Some(elements) => Cow::Borrowed(elements),
        None => Cow::Owned(t.to_vec()),
    }
}
