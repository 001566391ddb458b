//! Decompositions of matrices and what follows from them, of the last two axes (feature `linalg`).
//!
//! `solve.rs` linear systems, inverses and determinants, `factor.rs` Cholesky and QR, `singular.rs`
//! singular values, ranks and pseudoinverses, `least_squares.rs` `lstsq`, `eigen.rs` eigenvalues. These
//! files check shapes and make the errors; the decompositions are in `algorithms/decompose`.

mod eigen;
mod factor;
mod least_squares;
mod singular;
mod solve;

pub use eigen::{Eig, Eigh};
pub use factor::{Mode, Qr, Triangle};
pub use least_squares::Lstsq;
pub use singular::Svd;
pub use solve::SlogDet;

pub use crate::algorithms::decompose::Scalar;

use crate::algorithms::decompose::Batch;
use crate::error::{ErrorKind, ShapeError};
use crate::layout::{Layout, Order};
use crate::tensor::{Tensor, TensorRef};
use alloc::format;
use num_traits::{Float, Zero};

/// The matrices of a tensor for the kernels.
fn matrices<T, const R: usize>(tensor: &TensorRef<T, R>) -> Batch<'_, T> {
    Batch::new(&tensor.source())
}

/// Returns the numbers of rows and columns.
fn rows_and_columns<const R: usize>(shape: [usize; R]) -> [usize; 2] {
    [shape[R - 2], shape[R - 1]]
}

/// Returns the number of rows of square matrices.
fn square<T, const R: usize>(
    operation: &'static str,
    tensor: &TensorRef<T, R>,
) -> Result<usize, ShapeError> {
    let [rows, columns] = rows_and_columns(tensor.shape());
    if rows == columns {
        return Ok(rows);
    }
    Err(ShapeError::new(operation, &[&tensor.shape()], ErrorKind::NotSquare { rows, columns }))
}

/// Returns the layout of a result that has `last` in place of the last two sizes.
fn layout<T, const R: usize, const O: usize>(
    operation: &'static str,
    shape: [usize; R],
    last: &[usize],
) -> Result<Layout<O>, ShapeError> {
    let mut result = [0; O];
    result[..R - 2].copy_from_slice(&shape[..R - 2]);
    result[R - 2..].copy_from_slice(last);
    Layout::new_in(operation, result, Order::RowMajor, size_of::<T>())
}

/// Adds operation and shape to the reason of a failed decomposition.
fn failed<T, const R: usize>(
    operation: &'static str,
    tensor: &TensorRef<T, R>,
) -> impl FnOnce(ErrorKind) -> ShapeError {
    move |kind| ShapeError::new(operation, &[&tensor.shape()], kind)
}

/// Checks a relative tolerance.
fn tolerance<T: Scalar, const R: usize>(
    operation: &'static str,
    name: &'static str,
    value: T::Real,
    tensor: &TensorRef<T, R>,
) -> Result<(), ShapeError> {
    if Float::is_finite(value) && value >= T::Real::zero() {
        return Ok(());
    }
    let (value, expected) = (format!("{value}"), "a finite number of at least 0");
    let kind = ErrorKind::Argument { name, value, expected };
    Err(ShapeError::new(operation, &[&tensor.shape()], kind))
}

/// Makes a result of the elements in row-major order.
fn tensor<T, const R: usize>(elements: alloc::vec::Vec<T>, layout: Layout<R>) -> Tensor<T, R> {
    Tensor::owned(elements, layout)
}
