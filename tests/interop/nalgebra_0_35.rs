//! Feature `nalgebra_0_35`: matrices and vectors of nalgebra, both ways.

mod common;

use common::{Tokens, addresses, count, disguises};
use holor::prelude::*;
use nalgebra::{
    Const, DMatrix, DMatrixView, DMatrixViewMut, DVector, DVectorView, DVectorViewMut, Dyn,
    Matrix3x2, Matrix3xX, MatrixView, MatrixXx2, RowDVector, SMatrixView, U1, U2, U3, Vector3,
};

type AnyMatrix<'a> = DMatrixView<'a, i32, Dyn, Dyn>;

/// The address of each element, row by row.
macro_rules! addresses_of {
    ($matrix:expr) => {{
        let matrix = &$matrix;
        let (rows, columns) = matrix.shape();
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        places.map(|place| std::ptr::from_ref(&matrix[place])).collect::<Vec<_>>()
    }};
}

fn counted(rows: usize, columns: usize) -> DMatrix<i32> {
    DMatrix::from_fn(rows, columns, |row, column| (row * columns + column) as i32)
}

#[test]
fn views_of_matrices_share_their_elements() {
    let m = counted(4, 6);
    let view: TensorView<'_, i32, 2> = (&m).into();
    assert_eq!((view.shape(), view.strides()), ([4, 6], [1, 4]));
    assert_eq!(addresses(&view), addresses_of!(m));
    assert_eq!(view, count([4, 6]));
    let part = m.view((1, 2), (2, 3));
    assert_eq!(addresses(&TensorView::<'_, i32, 2>::from(part)), addresses_of!(part));
    let stepped = m.view_with_steps((0, 1), (2, 2), (1, 2));
    assert_eq!(addresses(&TensorView::<'_, i32, 2>::from(&stepped)), addresses_of!(stepped));
    let row = m.row(2);
    assert_eq!(TensorView::<'_, i32, 2>::from(row), count([4, 6]).slice(s![2..3, ..]));
    let empty = m.view((1, 2), (0, 3));
    assert_eq!(TensorView::<'_, i32, 2>::from(empty).shape(), [0, 3]);

    // Sizes that are part of the type, and vectors.
    let fixed = Matrix3x2::new(1, 2, 3, 4, 5, 6);
    let view: TensorView<'_, i32, 2> = (&fixed).into();
    assert_eq!((view.as_ptr(), view), (fixed.as_ptr(), tensor![[1, 2], [3, 4], [5, 6]].view()));
    let column: TensorView<'_, i32, 1> = m.column(3).into();
    assert_eq!((column.as_ptr(), column.shape()), (m.column(3).as_ptr(), [4]));
    assert_eq!(column, tensor![3, 9, 15, 21]);
    let column = m.column(1);
    let stepped: TensorView<'_, i32, 1> = column.rows_with_step(0, 2, 1).into();
    assert_eq!(stepped, tensor![1, 13]);
    let v = Vector3::new(7, 8, 9);
    let view: TensorView<'_, i32, 1> = (&v).into();
    assert_eq!((view.as_ptr(), view), (v.as_ptr(), tensor![7, 8, 9].view()));
    let as_matrix: TensorView<'_, i32, 2> = (&v).into();
    assert_eq!(as_matrix.shape(), [3, 1]);
    let row = RowDVector::from_vec(vec![1, 2]);
    assert_eq!(TensorView::<'_, i32, 2>::from(&row), tensor![[1, 2]]);
}

#[test]
fn matrices_view_tensors_whose_rows_are_one_element_apart() {
    for shape in [[3, 4], [1, 5], [5, 1], [1, 1], [0, 3], [3, 0]] {
        let mut lent = 0;
        for (name, t) in disguises(&count(shape)) {
            let ([rows, columns], [down, right]) = (t.shape(), t.strides());
            let takes = t.is_empty() || (rows <= 1 || down == 1) && (columns <= 1 || right > 0);
            let matrix = AnyMatrix::try_from(&t);
            assert_eq!(matrix.is_ok(), takes, "{name} {shape:?}");
            let Ok(matrix) = matrix else { continue };
            lent += 1;
            assert_eq!(addresses_of!(matrix), addresses(&t), "{name} {shape:?}");
            // nalgebra's own loops see the same elements.
            let by_column: Vec<i32> = matrix.iter().copied().collect();
            assert_eq!(by_column, t.transpose().to_vec(), "{name} {shape:?}");
            let backwards: Vec<i32> = matrix.iter().rev().copied().collect();
            assert!(backwards.iter().rev().eq(&by_column), "{name} {shape:?}");
            assert_eq!(matrix.clone_owned(), matrix, "{name} {shape:?}");
            let ones = DMatrix::from_element(columns, 2, 1);
            let product = Tensor::<i32, 2>::from(matrix * ones);
            assert_eq!(product, t.matmul(Tensor::ones([columns, 2])), "{name} {shape:?}");
        }
        assert!(lent > 0, "{shape:?}");
    }
    let t = count([5]);
    let vector = DVectorView::<'_, i32>::try_from(&t).unwrap();
    assert_eq!((addresses_of!(vector), vector.sum()), (addresses(&t), 10));
    assert!(DVectorView::<'_, i32, Dyn, Dyn>::try_from(t.slice(s![..;2])).is_err());
    // Windows: indices that share elements, read only.
    let t = count([6]).viewed(|v| v.sliding_windows([3]).transpose());
    let matrix = AnyMatrix::try_from(&t).unwrap();
    assert_eq!(matrix.iter().copied().collect::<Vec<_>>(), t.transpose().to_vec());
    assert_eq!((matrix * DVector::from_element(4, 1)).as_slice(), [6, 10, 14]);
}

#[test]
fn the_type_of_a_matrix_is_checked() {
    let t = count([2, 3]);
    let text = |error: ShapeError| error.to_string();
    let of_rows = "expected 1 from row to row and more from column to column";
    // A row-major tensor, with which nalgebra would write out of bounds.
    let error = AnyMatrix::try_from(&t).unwrap_err();
    assert_eq!(text(error), format!("try_from: [2, 3]: strides is [3, 1], {of_rows}"));
    assert!(DMatrixViewMut::<'_, i32, Dyn, Dyn>::try_from(&mut t.clone()).is_err());
    let matrix = DMatrixView::<'_, i32>::try_from(t.transpose()).unwrap();
    assert_eq!(matrix, counted(2, 3).transpose());
    let fixed = SMatrixView::<'_, i32, 3, 2>::try_from(t.transpose()).unwrap();
    assert_eq!(fixed, Matrix3x2::new(0, 3, 1, 4, 2, 5));
    let error = SMatrixView::<'_, i32, 4, 2>::try_from(t.transpose()).unwrap_err();
    assert_eq!(text(error), "try_from: [3, 2]: sizes 3 and 4 of axis 0 differ");
    let error = MatrixView::<'_, i32, Dyn, U3, Dyn, Dyn>::try_from(t.transpose()).unwrap_err();
    assert_eq!(text(error), "try_from: [3, 2]: sizes 2 and 3 of axis 1 differ");
    assert!(MatrixView::<'_, i32, U3, U2, U1, U3>::try_from(t.transpose()).is_ok());
    let error = MatrixView::<'_, i32, U3, U2, U1, U2>::try_from(t.transpose()).unwrap_err();
    let of_type = "expected those of the type of the matrix";
    assert_eq!(text(error), format!("try_from: [3, 2]: strides is [1, 3], {of_type}"));
    let row = t.slice(s![0..1, ..]);
    assert!(MatrixView::<'_, i32, Dyn, Dyn, Const<0>, Dyn>::try_from(row).is_err());
    assert!(MatrixView::<'_, i32, Dyn, Dyn, U2, Dyn>::try_from(row).is_err());
    let error = AnyMatrix::try_from(row.broadcast_to([2, 3])).unwrap_err();
    assert_eq!(text(error), format!("try_from: [2, 3]: strides is [0, 1], {of_rows}"));
    let error = AnyMatrix::try_from(t.transpose().flip(Axis::<1>)).unwrap_err();
    assert_eq!(text(error), format!("try_from: [3, 2]: strides is [1, -3], {of_rows}"));
    let error = DVectorView::<'_, i32>::try_from(t.column(0)).unwrap_err();
    assert_eq!(text(error), format!("try_from: [2]: strides is [3], {of_rows}"));
}

#[test]
fn what_is_written_through_a_mutable_view_is_seen() {
    let mut m = counted(3, 4);
    let mut view: TensorViewMut<'_, i32, 2> = (&mut m).into();
    view.row_mut(1).fill(0);
    TensorViewMut::<'_, i32, 2>::from(m.view_mut((0, 1), (2, 2))).fill(-1);
    TensorViewMut::<'_, i32, 1>::from(m.column_mut(3)).assign(&tensor![7, 8, 9]);
    let mut v = DVector::from_vec(vec![1, 2, 3]);
    TensorViewMut::<'_, i32, 1>::from(&mut v).map_inplace(|x| *x *= 2);
    assert_eq!(v.as_slice(), [2, 4, 6]);
    assert_eq!(
        TensorView::<'_, i32, 2>::from(&m),
        tensor![[0, -1, -1, 7], [0, -1, -1, 8], [8, 9, 10, 9]]
    );

    let mut t = Tensor::<i32, 2>::from(counted(3, 4)); // in column-major order
    let kept = t.clone();
    let mut matrix: DMatrixViewMut<'_, i32> = (&mut t).try_into().unwrap();
    matrix.column_mut(1).fill(0);
    matrix[(2, 3)] = 5;
    matrix.gemm(1, &counted(3, 2), &DMatrix::from_element(2, 4, 1), 1);
    assert_eq!(t, tensor![[1, 1, 3, 4], [9, 5, 11, 12], [17, 9, 19, 14]]);
    assert_eq!(kept, count([3, 4])); // was copied first
    let mut one = tensor![1, 2];
    DVectorViewMut::<'_, i32>::try_from(&mut one).unwrap().fill(4);
    assert_eq!(one, tensor![4, 4]);
}

#[test]
fn owned_matrices_go_both_ways() {
    let m = counted(3, 4);
    let first = m.as_ptr();
    let mut t: Tensor<i32, 2> = m.into();
    assert_eq!((t.as_ptr(), t.strides(), t.is_shared()), (first, [1, 3], false));
    assert_eq!(t, count([3, 4]));
    t += 1;
    let m: DMatrix<i32> = t.into();
    assert_eq!((m.as_ptr(), &m), (first, &counted(3, 4).add_scalar(1)));
    let v = DVector::from_vec(vec![1, 2, 3]);
    let first = v.as_ptr();
    let t: Tensor<i32, 1> = v.into();
    assert_eq!((t.as_ptr(), &t), (first, &tensor![1, 2, 3]));
    let v: DVector<i32> = t.into();
    assert_eq!(v.as_ptr(), first);
    let t: Tensor<i32, 2> = v.into(); // as a matrix of one column
    assert_eq!((t.as_ptr(), t.shape()), (first, [3, 1]));
    assert_eq!(
        Tensor::<i32, 2>::from(MatrixXx2::from_element(3, 1)),
        tensor![[1, 1], [1, 1], [1, 1]]
    );
    assert_eq!(Tensor::<i32, 2>::from(Matrix3xX::from_element(0, 1)).shape(), [3, 0]);
    // In any layout, whatever the owner.
    for shape in [[3, 4], [1, 4], [4, 1], [0, 2], [2, 0]] {
        for (name, t) in disguises(&count(shape)) {
            assert_eq!(DMatrix::from(t.clone()), counted(shape[0], shape[1]), "{name}");
            assert_eq!(t, count(shape), "{name}");
        }
    }
    let flipped = count([4]).viewed(|v| v.flip(Axis::<0>));
    assert_eq!(DVector::from(flipped).as_slice(), [3, 2, 1, 0]);
}

#[test]
fn each_element_is_dropped_once() {
    let tokens = Tokens::new();
    let m = DMatrix::from_vec(3, 4, tokens.vec(12));
    let t: Tensor<_, 2> = m.into();
    assert_eq!(tokens.alive(), 12);
    let copy: DMatrix<_> = t.clone().into();
    assert_eq!(tokens.alive(), 24);
    drop(t);
    let t: Tensor<_, 2> = copy.into();
    assert_eq!(tokens.alive(), 12);
    let m: DMatrix<_> = t.viewed(|v| v.slice(s![1.., ..2])).into(); // copies 4 and drops 12
    assert_eq!((m.shape(), tokens.alive()), ((2, 2), 4));
    drop(m);
    let v: DVector<_> = Tensor::from(tokens.vec(3)).into();
    assert_eq!(tokens.alive(), 3);
    drop(Tensor::<_, 1>::from(v));
    assert_eq!(tokens.alive(), 0);
}
