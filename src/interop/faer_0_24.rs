//! Matrices, columns and rows of [faer] 0.24 (feature `faer_0_24`): views and mutable views, both ways.
//!
//! | From | To | Elements | Method |
//! |---|---|---|---|
//! | `&Mat<T>`, `MatRef<T>` | [`TensorView<T, 2>`](TensorView) | shared | `from` |
//! | `&Col<T>`, `ColRef<T>`, `&Row<T>`, `RowRef<T>` | [`TensorView<T, 1>`](TensorView) | shared | `from` |
//! | `&mut Mat<T>`, `MatMut<T>` | [`TensorViewMut<T, 2>`](TensorViewMut) | shared | `from` |
//! | `&mut Col<T>`, `ColMut<T>`, `&mut Row<T>`, `RowMut<T>` | [`TensorViewMut<T, 1>`](TensorViewMut) | shared | `from` |
//! | `&Tensor<T, 2>`, `&TensorRef<T, 2>`, `TensorView<T, 2>` | `MatRef<T>` | shared | `from` |
//! | the same of rank 1 | `ColRef<T>`, `RowRef<T>` | shared | `from` |
//! | `&mut Tensor<T, _>`, `&mut TensorRef<T, _>`, `TensorViewMut<T, _>` | `MatMut<T>`, `ColMut<T>`, `RowMut<T>` | shared | `from` |
//!
//! All strides work, negative ones and those of broadcast axes too. An owned `Mat` has gaps between its columns, so
//! that `to_owned` of a view copies in either direction.
//!
//! ```
//! use faer::linalg::solvers::Solve;
//! use faer::{ColRef, Mat, MatRef};
//! use holor::prelude::*;
//!
//! let a = tensor![[2.0, 1.0], [1.0, 3.0]];
//! let b = tensor![[3.0], [5.0]];
//! let x: Mat<f64> = MatRef::from(&a).partial_piv_lu().solve(MatRef::from(&b)); // no copy of `a` and `b`
//! let x = TensorView::from(&x); // no copy
//! assert!(a.matmul(x).all_close(&b, 1e-12, 0.0));
//!
//! let column: ColRef<'_, f64> = a.column(1).into(); // no copy
//! assert_eq!(column.sum(), 4.0);
//! ```
//!
//! A rank other than 2 for a matrix, and 1 for a column or row, does not compile:
//!
//! ```compile_fail,E0277
//! use holor::prelude::*;
//!
//! let t = Tensor::<f64, 3>::zeros([2, 3, 4]);
//! let m = faer::MatRef::from(&t);
//! ```
//!
//! ```compile_fail,E0277
//! use holor::prelude::*;
//!
//! let m = faer::Mat::<f64>::zeros(2, 3);
//! let t: TensorView<'_, f64, 1> = (&m).into();
//! ```
//!
//! # Panics
//! `from` panics for a matrix that tensors cannot describe: one with more elements than memory can address, such as a
//! repeated column, and a mutable one made by `unsafe` code whose indices share elements. A `&mut Tensor` that is
//! [shared](Tensor::is_shared) is copied before its elements are lent.

use crate::error::raise;
use crate::tensor::{Tensor, TensorRef, TensorView, TensorViewMut};
use faer::{Col, ColMut, ColRef, Mat, MatMut, MatRef, Row, RowMut, RowRef, Shape, Stride};

/// The shape and the strides of an array of faer.
macro_rules! measures {
    ($array:ident, matrix) => {
        (
            [$array.nrows().unbound(), $array.ncols().unbound()],
            [$array.row_stride().element_stride(), $array.col_stride().element_stride()],
        )
    };
    ($array:ident, column) => {
        ([$array.nrows().unbound()], [$array.row_stride().element_stride()])
    };
    ($array:ident, row) => {
        ([$array.ncols().unbound()], [$array.col_stride().element_stride()])
    };
}

macro_rules! from_faer {
    ($([$($generic:tt)*] $Ref:ty, $Mut:ty: $rank:literal by $measures:tt;)+) => { $(
        /// Shares the elements.
        impl<'a, T, $($generic)*> From<$Ref> for TensorView<'a, T, $rank> {
            #[track_caller]
            fn from(array: $Ref) -> Self {
                let (shape, strides) = measures!(array, $measures);
                // SAFETY: the elements live and are not written for `'a` (invariants 1 and 2).
                let view = unsafe { TensorView::from_raw_parts(array.as_ptr(), shape, strides) };
                raise(view.map_err(|error| error.during("from")))
            }
        }

        /// Shares the elements.
        impl<'a, T, $($generic)*> From<$Mut> for TensorViewMut<'a, T, $rank> {
            #[track_caller]
            fn from(array: $Mut) -> Self {
                let (shape, strides) = measures!(array, $measures);
                let first = array.as_ptr_mut();
                // SAFETY: the view is exclusive for `'a`, and it is consumed (invariants 1 and 2).
                let view = unsafe { TensorViewMut::from_raw_parts_mut(first, shape, strides) };
                raise(view.map_err(|error| error.during("from")))
            }
        }
    )+ };
}

from_faer! {
    [R: Shape, C: Shape, RS: Stride, CS: Stride]
        MatRef<'a, T, R, C, RS, CS>, MatMut<'a, T, R, C, RS, CS>: 2 by matrix;
    [R: Shape, RS: Stride] ColRef<'a, T, R, RS>, ColMut<'a, T, R, RS>: 1 by column;
    [C: Shape, CS: Stride] RowRef<'a, T, C, CS>, RowMut<'a, T, C, CS>: 1 by row;
}

macro_rules! from_owned {
    ($([$($generic:tt)*] $Owned:ty: $rank:literal;)+) => { $(
        /// Shares the elements.
        impl<'a, T, $($generic)*> From<&'a $Owned> for TensorView<'a, T, $rank> {
            #[track_caller]
            fn from(array: &'a $Owned) -> Self {
                array.as_ref().into()
            }
        }

        /// Shares the elements.
        impl<'a, T, $($generic)*> From<&'a mut $Owned> for TensorViewMut<'a, T, $rank> {
            #[track_caller]
            fn from(array: &'a mut $Owned) -> Self {
                array.as_mut().into()
            }
        }
    )+ };
}

from_owned! {
    [R: Shape, C: Shape] Mat<T, R, C>: 2;
    [R: Shape] Col<T, R>: 1;
    [C: Shape] Row<T, C>: 1;
}

macro_rules! to_faer {
    ($rank:literal, $Ref:ident, $Mut:ident, |$t:ident| $($measure:expr),+) => {
        /// Shares the elements.
        impl<'a, T> From<TensorView<'a, T, $rank>> for $Ref<'a, T> {
            fn from($t: TensorView<'a, T, $rank>) -> Self {
                // SAFETY: the elements live and are not written for `'a` (invariant 4).
                unsafe { $Ref::from_raw_parts($t.as_ptr(), $($measure),+) }
            }
        }

        /// Shares the elements.
        impl<'a, T> From<TensorViewMut<'a, T, $rank>> for $Mut<'a, T> {
            fn from($t: TensorViewMut<'a, T, $rank>) -> Self {
                // SAFETY: the view is exclusive for `'a`, and it is consumed (invariant 4).
                unsafe { $Mut::from_raw_parts_mut($t.as_ptr().cast_mut(), $($measure),+) }
            }
        }

        to_faer! { $rank, [T] &'a TensorRef<T, $rank> => $Ref, |t| t.view() }
        to_faer! { $rank, [T] &'a Tensor<T, $rank> => $Ref, |t| t.view() }
        to_faer! { $rank, [T] &'a mut TensorRef<T, $rank> => $Mut, |t| t.view_mut() }
        to_faer! { $rank, [T: Clone] &'a mut Tensor<T, $rank> => $Mut, |t| t.view_mut() }
    };
    ($rank:literal, [$($generic:tt)*] $Tensor:ty => $Array:ident, |$t:ident| $view:expr) => {
        /// Shares the elements.
        impl<'a, $($generic)*> From<$Tensor> for $Array<'a, T> {
            fn from($t: $Tensor) -> Self {
                $view.into()
            }
        }
    };
}

to_faer! { 2, MatRef, MatMut, |t| t.shape()[0], t.shape()[1], t.strides()[0], t.strides()[1] }
to_faer! { 1, ColRef, ColMut, |t| t.shape()[0], t.strides()[0] }
to_faer! { 1, RowRef, RowMut, |t| t.shape()[0], t.strides()[0] }
