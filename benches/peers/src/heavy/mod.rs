//! The libraries that take long to compile, which the feature `all` adds: their inputs, their results
//! and what they ask of a float.

pub mod engines;

use crate::elements::Elements;
use crate::inputs::{Number, filled};
use burn_tensor as burn;
use candle_core as candle;
use half::f16;
use mdarray::DArray;
use nalgebra::DMatrix;

/// An element type that these libraries and engines know.
pub trait Known:
    Sized
    + candle::WithDType
    + burn::Element
    + nalgebra::RealField
    + faer::traits::RealField
    + num_complex::ComplexFloat<Real = Self>
    + num_traits::MulAdd<Output = Self>
    + std::iter::Sum
{
    const PRIVATE: private_gemm_x86::DType;
    fn plan(m: usize, n: usize, k: usize) -> nano_gemm::Plan<Self>;
}

impl Known for f32 {
    const PRIVATE: private_gemm_x86::DType = private_gemm_x86::DType::F32;

    fn plan(m: usize, n: usize, k: usize) -> nano_gemm::Plan<f32> {
        nano_gemm::Plan::new_colmajor_lhs_and_dst_f32(m, n, k)
    }
}

impl Known for f64 {
    const PRIVATE: private_gemm_x86::DType = private_gemm_x86::DType::F64;

    fn plan(m: usize, n: usize, k: usize) -> nano_gemm::Plan<f64> {
        nano_gemm::Plan::new_colmajor_lhs_and_dst_f64(m, n, k)
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

pub fn burn_indices(indices: &[usize]) -> burn::Tensor<1, burn::Int> {
    let numbers: Vec<i64> = indices.iter().map(|&i| i as i64).collect();
    let data = burn::TensorData::new(numbers, [indices.len()]);
    burn::Tensor::from_data(data, (&burn::Device::flex(), burn::DType::I64))
}

pub fn candle_indices(indices: &[usize]) -> candle::Tensor {
    let numbers: Vec<u32> = indices.iter().map(|&i| i as u32).collect();
    candle::Tensor::from_vec(numbers, indices.len(), &candle::Device::Cpu).expect("as many")
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

pub fn faer_column(n: usize, seed: u64) -> faer::Col<f32> {
    let numbers = filled::<f32, 1>([n], seed);
    faer::Col::from_fn(n, |i| numbers[i])
}

pub fn nalgebra_column(n: usize, seed: u64) -> nalgebra::DVector<f32> {
    nalgebra::DVector::from_vec(filled([n], seed))
}

impl Elements for candle::Tensor {
    fn elements(&self) -> Vec<f64> {
        let flat = self.to_dtype(candle::DType::F64).and_then(|t| t.flatten_all());
        flat.and_then(|t| t.to_vec1()).expect("a float type")
    }
}

impl<const R: usize, K: burn::kind::Basic> Elements for burn::Tensor<R, K> {
    fn elements(&self) -> Vec<f64> {
        self.to_data().iter::<f64>().collect()
    }
}

impl<T: Number + nalgebra::Scalar> Elements for nalgebra::DMatrix<T> {
    fn elements(&self) -> Vec<f64> {
        let at = |i| (0..self.ncols()).map(move |j| self[(i, j)].to_f64());
        (0..self.nrows()).flat_map(at).collect()
    }
}

impl<T: Number + nalgebra::Scalar> Elements for nalgebra::DVector<T> {
    fn elements(&self) -> Vec<f64> {
        self.iter().map(|x| x.to_f64()).collect()
    }
}

impl<T: Number> Elements for faer::Mat<T> {
    fn elements(&self) -> Vec<f64> {
        let at = |i| (0..self.ncols()).map(move |j| self[(i, j)].to_f64());
        (0..self.nrows()).flat_map(at).collect()
    }
}

impl<T: Number> Elements for faer::Col<T> {
    fn elements(&self) -> Vec<f64> {
        (0..self.nrows()).map(|i| self[i].to_f64()).collect()
    }
}

impl<T: Number, S: mdarray::Shape> Elements for mdarray::Array<T, S> {
    fn elements(&self) -> Vec<f64> {
        self.iter().map(|x| x.to_f64()).collect()
    }
}
