//! Floats that are smaller than `f32`, as `f16` and `bf16`: what is made of sums of them is computed in `f32` and
//! rounded once. In their own type such sums overflow from 65504 on, or lose all but the first digits.

use super::elementwise::unary;
use crate::tensor::{Tensor, TensorRef};
use num_traits::Float;

/// Tells whether a type is smaller than `f32`.
pub(super) const fn is_small<T>() -> bool {
    size_of::<T>() < size_of::<f32>()
}

/// The elements in `f32`, if their type is smaller.
#[track_caller]
pub(super) fn widened<T: Float, const R: usize>(
    name: &'static str,
    x: &TensorRef<T, R>,
) -> Option<Tensor<f32, R>> {
    is_small::<T>().then(|| unary(name, x, wide_of))
}

/// Rounds the elements of a result.
#[track_caller]
pub(super) fn narrowed<T: Float, const R: usize>(
    name: &'static str,
    x: &TensorRef<f32, R>,
) -> Tensor<T, R> {
    unary(name, x, narrow_of)
}

// Of the element type alone: the loop is compiled once for all ranks.

fn wide_of<T: Float>(x: &T) -> f32 {
    wide(*x)
}

fn narrow_of<T: Float>(x: &f32) -> T {
    narrow(*x)
}

/// A number in `f32`.
pub(super) fn wide<T: Float>(x: T) -> f32 {
    x.to_f32().unwrap_or(f32::NAN)
}

/// The nearest number of a type.
pub(super) fn narrow<T: Float>(x: f32) -> T {
    T::from(x).unwrap_or_else(T::nan)
}
