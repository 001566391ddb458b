//! Inputs that are the same on every machine and in every run.

use holor::prelude::*;
use ndarray::{Array, Dim, Dimension, IntoDimension};

/// A float to be made of 24 random bits.
pub(crate) trait Float: Copy {
    fn from_bits(bits: u32) -> Self;
}

impl Float for f32 {
    fn from_bits(bits: u32) -> f32 {
        bits as f32 / (1 << 23) as f32 - 1.0
    }
}

impl Float for f64 {
    fn from_bits(bits: u32) -> f64 {
        f32::from_bits(bits).into()
    }
}

/// Makes numbers from -1 to 1: the upper bits of a linear congruential generator (Knuth's MMIX).
pub(crate) fn numbers<T: Float>(len: usize, seed: u64) -> Vec<T> {
    let mut state = seed;
    let mut next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        T::from_bits((state >> 40) as u32)
    };
    next();
    (0..len).map(|_| next()).collect()
}

/// Makes a tensor of [`numbers`].
pub(crate) fn tensor_of<T: Float, const R: usize>(shape: [usize; R], seed: u64) -> Tensor<T, R> {
    Tensor::from_vec(numbers(shape.iter().product(), seed), shape).expect("as many as it holds")
}

/// Makes the array that holds the same numbers as [`tensor_of`].
pub(crate) fn ndarray_of<T: Float, const R: usize>(
    shape: [usize; R],
    seed: u64,
) -> Array<T, Dim<[usize; R]>>
where
    [usize; R]: IntoDimension<Dim = Dim<[usize; R]>>,
    Dim<[usize; R]>: Dimension,
{
    Array::from_shape_vec(shape, numbers(shape.iter().product(), seed))
        .expect("as many as it holds")
}
