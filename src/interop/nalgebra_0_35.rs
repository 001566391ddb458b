//! Matrices and vectors of [nalgebra] 0.35 (feature `nalgebra_0_35`): views, mutable views and owned
//! matrices, both ways.
//!
//! | From | To | Elements | Method |
//! |---|---|---|---|
//! | `&Matrix<T, _, _, _>` of any storage, `MatrixView<T, ..>` | [`TensorView<T, 2>`](TensorView) | shared | `from` |
//! | the same with one column | [`TensorView<T, 1>`](TensorView) | shared | `from` |
//! | `&mut Matrix<T, _, _, _>`, `MatrixViewMut<T, ..>` | [`TensorViewMut<T, 2>`](TensorViewMut), of rank 1 for one column | shared | `from` |
//! | `DMatrix<T>` and other matrices in a `Vec` | [`Tensor<T, 2>`](Tensor) | moved | `from` |
//! | `DVector<T>` and other columns in a `Vec` | [`Tensor<T, 1>`](Tensor) | moved | `from` |
//! | `&Tensor<T, 2>`, `&TensorRef<T, 2>`, `TensorView<T, 2>` | `MatrixView<T, R, C, RStride, CStride>` | shared | `try_from`, [column-major](#errors) only |
//! | the same of rank 1 | `MatrixView<T, R, U1, RStride, CStride>` | shared | `try_from` |
//! | `&mut Tensor<T, _>`, `&mut TensorRef<T, _>`, `TensorViewMut<T, _>` | `MatrixViewMut<T, ..>` | shared | `try_from` |
//! | `Tensor<T, 2>` | `DMatrix<T>` | moved if in column-major order, else copied once | `from` |
//! | `Tensor<T, 1>` | `DVector<T>` | moved if contiguous, else copied once | `from` |
//!
//! nalgebra stores matrices in column-major order: their views have the strides `[1, rows]`, and so has a tensor that
//! takes a matrix over.
//!
//! ```
//! use holor::prelude::*;
//! use nalgebra::{DMatrix, DMatrixView, DVector, Matrix2x3};
//!
//! let m = DMatrix::from_row_slice(2, 3, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
//! let view: TensorView<'_, f64, 2> = (&m).into(); // no copy
//! assert_eq!((view.shape(), view.strides()), ([2, 3], [1, 2]));
//! assert_eq!(view.row(0), tensor![1.0, 2.0, 3.0]);
//!
//! // A row-major tensor is the transpose of a matrix of nalgebra.
//! let t = tensor![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
//! let transposed: DMatrixView<'_, f64> = t.transpose().try_into()?; // no copy
//! assert_eq!(transposed.transpose(), Matrix2x3::new(1.0, 2.0, 3.0, 4.0, 5.0, 6.0));
//! let sums = transposed.tr_mul(&DVector::from_element(3, 1.0)); // `t` times a vector
//! assert_eq!(Tensor::<f64, 1>::from(sums), tensor![6.0, 15.0]); // no copy
//! # Ok::<(), ShapeError>(())
//! ```
//!
//! A rank other than 1 and 2 does not compile, and neither does a matrix for a vector:
//!
//! ```compile_fail,E0277
//! use holor::prelude::*;
//!
//! let t = Tensor::<f32, 3>::zeros([2, 3, 4]);
//! let m: nalgebra::DMatrix<f32> = t.into();
//! ```
//!
//! ```compile_fail,E0277
//! use holor::prelude::*;
//!
//! let m = nalgebra::DMatrix::<f32>::zeros(2, 3);
//! let v: Tensor<f32, 1> = m.into(); // a matrix with `Dyn` columns
//! ```
//!
//! # Errors
//! `try_from` takes tensors whose rows are one element apart: `try_from: [2, 3]: strides is [3, 1], expected 1 from row
//! to row and more from column to column`. Other strides of a view make nalgebra 0.35.0 write out of bounds: a product
//! takes the length of a strided column for its number of elements ([issue
//! 1616](https://github.com/dimforge/nalgebra/issues/1616)), and an iterator misses the end of a column of stride 0. A
//! row-major tensor is lent as its [`transpose`](TensorRef::transpose), or
//! becomes a `DMatrix` by a copy.
//!
//! Where the type of the matrix view fixes a number of rows or columns, or a stride, the tensor has to have it:
//! `try_from: [3, 2]: sizes 3 and 4 of axis 0 differ`.
//!
//! # Panics
//! `from` panics for a matrix view that tensors cannot describe: one with more elements than memory can address, and a
//! mutable one made by `unsafe` code whose indices share elements.

use crate::error::{ErrorKind, ShapeError, raise};
use crate::tensor::{Tensor, TensorRef, TensorView, TensorViewMut};
use alloc::format;
use alloc::vec::Vec;
use nalgebra::base::storage::{RawStorage, RawStorageMut};
use nalgebra::{
    DMatrix, DVector, Dim, Dyn, Matrix, MatrixView, MatrixViewMut, U1, VecStorage, ViewStorage,
    ViewStorageMut,
};

/// The shape and the strides of a matrix.
fn measures<T, R: Dim, C: Dim, S: RawStorage<T, R, C>>(
    matrix: &Matrix<T, R, C, S>,
) -> ([usize; 2], [isize; 2]) {
    let (rows, columns) = matrix.shape();
    let (row_stride, column_stride) = matrix.strides();
    // A stride above `isize::MAX` is that of an axis of one element or none, and has no meaning.
    ([rows, columns], [row_stride, column_stride].map(|stride| stride.try_into().unwrap_or(0)))
}

fn both<X>(of_axes: [X; 2]) -> [X; 2] {
    of_axes
}

fn of_rows<X>([rows, _]: [X; 2]) -> [X; 1] {
    [rows]
}

macro_rules! from_matrices {
    ($($rank:literal [$($C:ident)?] $Columns:ty, $axes:ident;)+) => { $(
        /// Shares the elements.
        impl<'a, T, R: Dim, $($C: Dim,)? S: RawStorage<T, R, $Columns>>
            From<&'a Matrix<T, R, $Columns, S>> for TensorView<'a, T, $rank>
        {
            #[track_caller]
            fn from(matrix: &'a Matrix<T, R, $Columns, S>) -> Self {
                let (shape, strides) = measures(matrix);
                let (first, shape, strides) = (matrix.as_ptr(), $axes(shape), $axes(strides));
                // SAFETY: the matrix is borrowed for `'a` (invariants 1 and 2).
                let view = unsafe { TensorView::from_raw_parts(first, shape, strides) };
                raise(view.map_err(|error| error.during("from")))
            }
        }

        /// Shares the elements.
        impl<'a, T, R: Dim, $($C: Dim,)? RStride: Dim, CStride: Dim>
            From<MatrixView<'a, T, R, $Columns, RStride, CStride>> for TensorView<'a, T, $rank>
        {
            #[track_caller]
            fn from(matrix: MatrixView<'a, T, R, $Columns, RStride, CStride>) -> Self {
                let (shape, strides) = measures(&matrix);
                let (first, shape, strides) = (matrix.as_ptr(), $axes(shape), $axes(strides));
                // SAFETY: the view of the matrix borrows its elements for `'a` (invariants 1 and 2).
                let view = unsafe { TensorView::from_raw_parts(first, shape, strides) };
                raise(view.map_err(|error| error.during("from")))
            }
        }

        /// Shares the elements.
        impl<'a, T, R: Dim, $($C: Dim,)? S: RawStorageMut<T, R, $Columns>>
            From<&'a mut Matrix<T, R, $Columns, S>> for TensorViewMut<'a, T, $rank>
        {
            #[track_caller]
            fn from(matrix: &'a mut Matrix<T, R, $Columns, S>) -> Self {
                let (shape, strides) = measures(matrix);
                let (first, shape, strides) = (matrix.as_mut_ptr(), $axes(shape), $axes(strides));
                // SAFETY: the matrix is borrowed for writing for `'a` (invariants 1 and 2).
                let view = unsafe { TensorViewMut::from_raw_parts_mut(first, shape, strides) };
                raise(view.map_err(|error| error.during("from")))
            }
        }

        /// Shares the elements.
        impl<'a, T, R: Dim, $($C: Dim,)? RStride: Dim, CStride: Dim>
            From<MatrixViewMut<'a, T, R, $Columns, RStride, CStride>> for TensorViewMut<'a, T, $rank>
        {
            #[track_caller]
            fn from(mut matrix: MatrixViewMut<'a, T, R, $Columns, RStride, CStride>) -> Self {
                let (shape, strides) = measures(&matrix);
                let (first, shape, strides) = (matrix.as_mut_ptr(), $axes(shape), $axes(strides));
                // SAFETY: the view is exclusive for `'a`, and it is consumed (invariants 1 and 2).
                let view = unsafe { TensorViewMut::from_raw_parts_mut(first, shape, strides) };
                raise(view.map_err(|error| error.during("from")))
            }
        }

        /// Moves the elements.
        impl<T, R: Dim, $($C: Dim)?> From<Matrix<T, R, $Columns, VecStorage<T, R, $Columns>>>
            for Tensor<T, $rank>
        where
            VecStorage<T, R, $Columns>: RawStorage<T, R, $Columns>,
        {
            #[track_caller]
            fn from(matrix: Matrix<T, R, $Columns, VecStorage<T, R, $Columns>>) -> Self {
                let (shape, strides) = measures(&matrix);
                let elements = Vec::from(matrix.data);
                let tensor = Tensor::from_vec_strided(elements, $axes(shape), $axes(strides), 0);
                raise(tensor.map_err(|error| error.during("from")))
            }
        }
    )+ };
}

from_matrices! {
    2 [C] C, both;
    1 [] U1, of_rows;
}

/// The size of an axis as a number of the type of a matrix.
fn size<D: Dim>(shape: &[usize], axis: usize, size: usize) -> Result<D, ShapeError> {
    match D::try_to_usize() {
        Some(expected) if expected != size => {
            let kind = ErrorKind::SizesDiffer { axis, left: size, right: expected };
            Err(ShapeError::new("try_from", &[shape], kind))
        }
        _ => Ok(D::from_usize(size)),
    }
}

/// The strides as numbers of the type of a matrix, if nalgebra reads and writes inside of the elements with them.
///
/// With a stride other than 1 from row to row, `axcpy` of nalgebra 0.35.0 takes the length of the slice from the first
/// element of a column to the last one for the number of elements, and its iterator finds the end of a column by the
/// address of the next row.
fn strides<RStride: Dim, CStride: Dim>(
    shape: &[usize],
    of_tensor: &[isize],
    [rows, columns]: [usize; 2],
    [row_stride, column_stride]: [isize; 2],
) -> Result<(RStride, CStride), ShapeError> {
    let refused = |expected| {
        let value = format!("{of_tensor:?}");
        let kind = ErrorKind::Argument { name: "strides", value, expected };
        Err(ShapeError::new("try_from", &[shape], kind))
    };
    let fixed = (RStride::try_to_usize(), CStride::try_to_usize());
    // The stride of an axis of size 1 and those of no elements have no meaning: the one of the type, or that of
    // contiguous columns.
    let is_empty = rows == 0 || columns == 0;
    let row_stride = if rows > 1 && !is_empty { row_stride } else { 1 };
    let column_stride = match usize::try_from(column_stride) {
        _ if columns <= 1 || is_empty => fixed.1.unwrap_or(rows.max(1)),
        Ok(stride) => stride,
        Err(_) => 0,
    };
    if row_stride != 1 || column_stride == 0 {
        return refused("1 from row to row and more from column to column");
    }
    match fixed {
        (Some(row), _) if row != 1 => refused("those of the type of the matrix"),
        (_, Some(column)) if column != column_stride => refused("those of the type of the matrix"),
        _ => Ok((RStride::from_usize(1), CStride::from_usize(column_stride))),
    }
}

type Measures<R, C, RStride, CStride> = ((R, C), (RStride, CStride));

fn of_matrix<R: Dim, C: Dim, RStride: Dim, CStride: Dim>(
    shape: [usize; 2],
    of_tensor: [isize; 2],
) -> Result<Measures<R, C, RStride, CStride>, ShapeError> {
    let sizes = (size(&shape, 0, shape[0])?, size(&shape, 1, shape[1])?);
    Ok((sizes, strides(&shape, &of_tensor, shape, of_tensor)?))
}

fn of_column<R: Dim, RStride: Dim, CStride: Dim>(
    shape: [usize; 1],
    of_tensor: [isize; 1],
) -> Result<Measures<R, U1, RStride, CStride>, ShapeError> {
    let sizes = (size(&shape, 0, shape[0])?, U1);
    Ok((sizes, strides(&shape, &of_tensor, [shape[0], 1], [of_tensor[0], 0])?))
}

macro_rules! to_matrices {
    ([$($generic:tt)*] $Columns:ty, $measures:ident;
        $Tensor:ty => $View:ident($Storage:ident), |$tensor:ident| $view:expr, $first:expr
    ) => {
        /// Shares the elements, if the type of the matrix has their shape and their strides.
        impl<'a, $($generic)* R: Dim, RStride: Dim, CStride: Dim> TryFrom<$Tensor>
            for $View<'a, T, R, $Columns, RStride, CStride>
        {
            type Error = ShapeError;

            #[allow(clippy::redundant_locals, reason = "some rows of the table lend a tensor as it is")]
            fn try_from($tensor: $Tensor) -> Result<Self, ShapeError> {
                let $tensor = $view;
                let (shape, strides) = $measures($tensor.shape(), $tensor.strides())?;
                // SAFETY: the elements live for `'a`, and the borrow of them goes over to the matrix
                // (invariant 4).
                let storage = unsafe { $Storage::from_raw_parts($first, shape, strides) };
                Ok(Matrix::from_data(storage))
            }
        }
    };
}

/// Borrows a matrix for writing; one that is shared and has contiguous columns is copied in column-major order.
fn columns_mut<T: Clone>(tensor: &mut Tensor<T, 2>) -> TensorViewMut<'_, T, 2> {
    if tensor.is_shared() && tensor.strides()[0] == 1 {
        *tensor = tensor.transpose().to_contiguous().viewed(|view| view.transpose());
    }
    tensor.view_mut()
}

fn column_mut<T: Clone>(tensor: &mut Tensor<T, 1>) -> TensorViewMut<'_, T, 1> {
    tensor.view_mut()
}

macro_rules! to_matrices_of_rank {
    ($rank:literal $($C:ident: $Dim:ident)?, $Columns:ty, $measures:ident, $lend:ident) => {
        to_matrices! { [T, $($C: $Dim,)?] $Columns, $measures;
            TensorView<'a, T, $rank> => MatrixView(ViewStorage), |t| t, t.as_ptr() }
        to_matrices! { [T, $($C: $Dim,)?] $Columns, $measures;
            &'a TensorRef<T, $rank> => MatrixView(ViewStorage), |t| t, t.as_ptr() }
        to_matrices! { [T, $($C: $Dim,)?] $Columns, $measures;
            &'a Tensor<T, $rank> => MatrixView(ViewStorage), |t| t, t.as_ptr() }
        to_matrices! { [T, $($C: $Dim,)?] $Columns, $measures;
            TensorViewMut<'a, T, $rank> => MatrixViewMut(ViewStorageMut), |t| t, t.as_ptr().cast_mut() }
        to_matrices! { [T, $($C: $Dim,)?] $Columns, $measures;
            &'a mut TensorRef<T, $rank> => MatrixViewMut(ViewStorageMut), |t| t.view_mut(), t.as_ptr().cast_mut() }
        to_matrices! { [T: Clone, $($C: $Dim,)?] $Columns, $measures;
            &'a mut Tensor<T, $rank> => MatrixViewMut(ViewStorageMut), |t| $lend(t), t.as_ptr().cast_mut() }
    };
}

to_matrices_of_rank!(2 C: Dim, C, of_matrix, columns_mut);
to_matrices_of_rank!(1, U1, of_column, column_mut);

/// Moves the elements if they are in column-major order and the tensor is their only owner, else copies them.
impl<T: Clone> From<Tensor<T, 2>> for DMatrix<T> {
    fn from(tensor: Tensor<T, 2>) -> Self {
        let [rows, columns] = tensor.shape();
        let elements = tensor.viewed(|view| view.transpose()).into_vec();
        Matrix::from_data(VecStorage::new(Dyn(rows), Dyn(columns), elements))
    }
}

/// Moves the elements if they are contiguous and the tensor is their only owner, else copies them.
impl<T: Clone> From<Tensor<T, 1>> for DVector<T> {
    fn from(tensor: Tensor<T, 1>) -> Self {
        let [rows] = tensor.shape();
        Matrix::from_data(VecStorage::new(Dyn(rows), U1, tensor.into_vec()))
    }
}
