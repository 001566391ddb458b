//! Indices, masks, counts and groups: against the oracle over disguises, and against numpy.

// Lists and tensors by reference are arguments of their own.
#![allow(clippy::needless_borrows_for_generic_args)]

mod at;
mod counts;
mod errors;
mod groups;
mod masks;
mod numpy;
mod places;
mod writes;

use holor::prelude::*;

/// Numbers from `first` on, no two equal.
fn counted<const R: usize>(shape: [usize; R], first: i32) -> Tensor<i32, R> {
    let mut i = first;
    Tensor::from_fn(shape, |_| {
        i += 1;
        i
    })
}

/// Numbers below `limit` without an order that shows.
fn below<const R: usize>(shape: [usize; R], limit: usize) -> Tensor<usize, R> {
    let mut state = 7_usize;
    Tensor::from_fn(shape, |_| {
        state = state.wrapping_mul(1_103_515_245).wrapping_add(12345) % (1 << 31);
        (state >> 8) % limit.max(1)
    })
}

fn text<T>(result: Result<T, ShapeError>) -> String {
    match result {
        Ok(_) => panic!("expected an error"),
        Err(error) => error.to_string(),
    }
}
