//! The same numbers for every library, on every machine and in every run.

use burn_tensor as burn;
use candle_core as candle;
use half::f16;
use holor::Tensor;
use mdarray::DArray;
use nalgebra::DMatrix;
use ndarray::{Array, Dim, Dimension, IntoDimension};

/// A number of an input or a result. `f64` holds all that are used here.
pub trait Number: Copy + 'static {
    fn from_unit(number: f32) -> Self;
    fn to_f64(self) -> f64;
}

impl Number for f32 {
    fn from_unit(number: f32) -> f32 {
        number
    }
    fn to_f64(self) -> f64 {
        self.into()
    }
}

impl Number for f64 {
    fn from_unit(number: f32) -> f64 {
        number.into()
    }
    fn to_f64(self) -> f64 {
        self
    }
}

impl Number for f16 {
    fn from_unit(number: f32) -> f16 {
        f16::from_f32(number)
    }
    fn to_f64(self) -> f64 {
        self.into()
    }
}

impl Number for i32 {
    fn from_unit(number: f32) -> i32 {
        (number * 100.0) as i32
    }
    fn to_f64(self) -> f64 {
        self.into()
    }
}

impl Number for usize {
    fn from_unit(number: f32) -> usize {
        (number.abs() * 100.0) as usize
    }
    fn to_f64(self) -> f64 {
        self as f64
    }
}

/// Makes numbers from -1 to 1: the upper bits of a linear congruential generator (Knuth's MMIX).
pub fn numbers<T: Number>(len: usize, seed: u64) -> Vec<T> {
    let mut state = seed;
    let mut next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        T::from_unit((state >> 40) as f32 / (1 << 23) as f32 - 1.0)
    };
    next();
    (0..len).map(|_| next()).collect()
}

fn filled<T: Number, const R: usize>(shape: [usize; R], seed: u64) -> Vec<T> {
    numbers(shape.iter().product(), seed)
}

pub fn holor_of<T: Number, const R: usize>(shape: [usize; R], seed: u64) -> Tensor<T, R> {
    Tensor::from_vec(filled(shape, seed), shape).expect("as many as it holds")
}

pub fn ndarray_of<T: Number, const R: usize>(
    shape: [usize; R],
    seed: u64,
) -> Array<T, Dim<[usize; R]>>
where
    [usize; R]: IntoDimension<Dim = Dim<[usize; R]>>,
    Dim<[usize; R]>: Dimension,
{
    Array::from_shape_vec(shape, filled(shape, seed)).expect("as many as it holds")
}

pub fn candle_of<T: Number + candle::WithDType, const R: usize>(
    shape: [usize; R],
    seed: u64,
) -> candle::Tensor {
    candle::Tensor::from_vec(filled::<T, R>(shape, seed), shape.to_vec(), &candle::Device::Cpu)
        .expect("as many as it holds")
}

pub fn burn_of<T: Number + burn::Element, const R: usize>(
    shape: [usize; R],
    seed: u64,
) -> burn::Tensor<R> {
    let data = burn::TensorData::new(filled::<T, R>(shape, seed), shape);
    burn::Tensor::from_data(data, (&burn::Device::flex(), T::dtype()))
}

pub fn burn_ints<const R: usize>(shape: [usize; R], seed: u64) -> burn::Tensor<R, burn::Int> {
    let data = burn::TensorData::new(filled::<i32, R>(shape, seed), shape);
    burn::Tensor::from_data(data, (&burn::Device::flex(), burn::DType::I32))
}

/// Column-major, as nalgebra stores it; the same matrix.
pub fn nalgebra_of<T: Number + nalgebra::Scalar>([m, n]: [usize; 2], seed: u64) -> DMatrix<T> {
    DMatrix::from_row_slice(m, n, &filled::<T, 2>([m, n], seed))
}

/// Column-major, as faer stores it; the same matrix.
pub fn faer_of<T: Number>([m, n]: [usize; 2], seed: u64) -> faer::Mat<T> {
    let numbers = filled::<T, 2>([m, n], seed);
    faer::Mat::from_fn(m, n, |i, j| numbers[i * n + j])
}

pub fn mdarray_of<T: Number, const R: usize>(shape: [usize; R], seed: u64) -> DArray<T, R>
where
    [usize; R]: mdarray::IntoShape,
{
    DArray::<T, 1>::from(filled::<T, R>(shape, seed)).into_shape(shape)
}
