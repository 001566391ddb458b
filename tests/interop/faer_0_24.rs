//! Feature `faer_0_24`: matrices, columns and rows of faer, both ways.

mod common;

use common::{addresses, count, disguises};
use faer::{Col, ColMut, ColRef, Mat, MatMut, MatRef, Row, RowMut, RowRef};
use holor::prelude::*;

fn counted(rows: usize, columns: usize) -> Mat<i32> {
    Mat::from_fn(rows, columns, |row, column| (row * columns + column) as i32)
}

fn addresses_of(matrix: MatRef<'_, i32>) -> Vec<*const i32> {
    let rows = 0..matrix.nrows();
    rows.flat_map(|row| (0..matrix.ncols()).map(move |column| &raw const matrix[(row, column)]))
        .collect()
}

#[test]
fn views_of_matrices_share_their_elements() {
    let m = counted(5, 6); // with gaps between its columns
    let view: TensorView<'_, i32, 2> = (&m).into();
    assert_eq!((view.as_ptr(), view.strides()[0]), (m.as_ptr(), 1));
    assert_eq!(view, count([5, 6]));
    let column = m.as_ref().subcols(2, 1);
    let parts = [
        m.as_ref(),
        m.transpose(),
        m.as_ref().submatrix(1, 2, 3, 2),
        m.as_ref().reverse_rows(),
        m.as_ref().reverse_cols().transpose(),
        MatRef::from_repeated_col(m.as_ref().col(1), 3),
        m.as_ref().submatrix(2, 3, 0, 2),
        m.as_ref().submatrix(2, 3, 2, 0),
        column,
    ];
    for (at, part) in parts.into_iter().enumerate() {
        let view = TensorView::from(part);
        assert_eq!(view.shape(), [part.nrows(), part.ncols()], "{at}");
        assert_eq!(addresses(&view), addresses_of(part), "{at}");
    }
    let col: Col<i32> = Col::from_fn(4, |i| i as i32);
    let view: TensorView<'_, i32, 1> = (&col).into();
    assert_eq!((view.as_ptr(), view), (col.as_ptr(), count([4]).view()));
    assert_eq!(TensorView::from(col.as_ref().reverse_rows()), tensor![3, 2, 1, 0]);
    assert_eq!(TensorView::from(m.row(1)), tensor![6, 7, 8, 9, 10, 11]);
    let row: Row<i32> = Row::from_fn(3, |i| i as i32);
    let view: TensorView<'_, i32, 1> = (&row).into();
    assert_eq!((view.as_ptr(), view.to_vec()), (row.as_ptr(), vec![0, 1, 2]));
    // Sizes and strides that are part of the type.
    let contiguous = m.as_ref().try_as_col_major().unwrap();
    assert_eq!(TensorView::from(contiguous).as_ptr(), m.as_ptr());
}

#[test]
fn matrices_view_tensors_of_any_layout() {
    for t in [count([3, 4]), Tensor::full([3, 2], 5), count([1, 3]), count([0, 3]), count([3, 0])] {
        for (name, t) in disguises(&t) {
            let matrix = MatRef::from(&t);
            assert_eq!([matrix.nrows(), matrix.ncols()], t.shape(), "{name}");
            assert_eq!(addresses_of(matrix), addresses(&t), "{name}");
            assert_eq!(addresses(&TensorView::from(matrix)), addresses(&t), "{name}");
        }
    }
    for (name, t) in disguises(&count([5])) {
        let (col, row) = (ColRef::from(&*t), RowRef::from(t.view()));
        let of_col: Vec<_> = col.iter().map(std::ptr::from_ref).collect();
        let of_row: Vec<_> = row.iter().map(std::ptr::from_ref).collect();
        assert_eq!((of_col, of_row), (addresses(&t), addresses(&t)), "{name}");
    }
}

#[test]
fn what_is_written_through_a_mutable_view_is_seen() {
    let mut m = counted(3, 4);
    let mut view: TensorViewMut<'_, i32, 2> = (&mut m).into();
    view.slice_mut(s![1.., ..;-2]).fill(0);
    TensorViewMut::from(m.as_mut().col_mut(0)).assign(&tensor![7, 8, 9]);
    TensorViewMut::from(m.as_mut().reverse_cols_mut().row_mut(0)).slice(s![..2]).fill(5);
    assert_eq!(TensorView::from(&m), tensor![[7, 1, 5, 5], [8, 0, 6, 0], [9, 0, 10, 0]]);
    let (mut col, mut row) = (Col::from_fn(2, |_| 0), Row::from_fn(2, |_| 0));
    TensorViewMut::<'_, i32, 1>::from(&mut col).fill(1);
    TensorViewMut::<'_, i32, 1>::from(&mut row).fill(2);
    assert_eq!((col[0], row[1]), (1, 2));

    let mut t = count([3, 4]);
    let kept = t.clone();
    let mut matrix: MatMut<'_, i32> = (&mut t).into();
    matrix[(2, 3)] = 0;
    matrix.col_mut(1).fill(-1);
    assert_eq!(t, tensor![[0, -1, 2, 3], [4, -1, 6, 7], [8, -1, 10, 0]]);
    assert_eq!(kept, count([3, 4])); // was copied first
    let first = t.as_ptr();
    assert_eq!(MatMut::from(&mut t).as_ptr(), first);
    MatMut::from(t.view_mut().flip(Axis::<0>)).row_mut(0).fill(6);
    assert_eq!(t.row(2), tensor![6, 6, 6, 6]);
    ColMut::from(t.column_mut(0)).fill(1);
    RowMut::from(&mut *t.row_mut(1)).fill(2);
    assert_eq!(t, tensor![[1, -1, 2, 3], [2, 2, 2, 2], [1, 6, 6, 6]]);
}

#[test]
fn views_drop_no_element() {
    let tokens = common::Tokens::new();
    let t = Tensor::from_vec(tokens.vec(6), [2, 3]).unwrap();
    let _ = (MatRef::from(&t), TensorView::from(MatRef::from(&t)));
    assert_eq!(tokens.alive(), 6);
    let m = Mat::from_fn(2, 3, |row, column| t[[row, column]].clone());
    assert_eq!(tokens.alive(), 12);
    let copy = TensorView::from(&m).to_owned();
    drop((m, t));
    assert_eq!(tokens.alive(), 6);
    drop(copy);
    assert_eq!(tokens.alive(), 0);
}

#[test]
fn faer_computes_on_tensors() {
    use faer::linalg::solvers::Solve;
    let a = Tensor::from_fn([6, 6], |[i, j]| if i == j { 9.0 } else { (i * 5 % 7 + j) as f64 });
    let b = Tensor::from_fn([6, 2], |[i, j]| (i + j) as f64);
    for (name, a) in disguises(&a) {
        let x: Mat<f64> = MatRef::from(&a).partial_piv_lu().solve(MatRef::from(&b));
        let product = a.matmul(TensorView::from(&x));
        assert!(product.zip_distance(&b) < 1e-9, "{name}");
    }
}

trait Distance {
    fn zip_distance(&self, other: &Tensor<f64, 2>) -> f64;
}

impl Distance for Tensor<f64, 2> {
    fn zip_distance(&self, other: &Tensor<f64, 2>) -> f64 {
        (self - other).abs().max(All).item()
    }
}

#[test]
fn what_tensors_cannot_describe_is_refused() {
    let col = Col::from_fn(1, |_| 1.0_f64);
    let many = MatRef::from_repeated_col(col.as_ref(), 1 << 61);
    let panic = std::panic::catch_unwind(|| TensorView::from(many).len()).unwrap_err();
    let text = panic.downcast::<String>().unwrap();
    assert_eq!(*text, "from: [1, 2305843009213693952]: more elements than memory can address");
}
