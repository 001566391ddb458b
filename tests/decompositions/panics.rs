//! The texts of errors and panics.

use crate::caught::twins;
use holor::linalg::{Mode, Triangle};
use holor::prelude::*;

#[test]
fn matrices_have_to_be_square() {
    let m = Tensor::<f64, 3>::zeros([5, 2, 3]);
    let text = |name: &str| {
        format!("{name}: [5, 2, 3]: a square matrix is needed, found 2 rows and 3 columns")
    };
    twins(&text("inv"), m.try_inv(), || m.inv());
    twins(&text("det"), m.try_det(), || m.det());
    twins(&text("slogdet"), m.try_slogdet(), || m.slogdet());
    twins(&text("cholesky"), m.try_cholesky(), || m.cholesky());
    let upper = Triangle::Upper;
    twins(&text("cholesky_with_triangle"), m.try_cholesky_with_triangle(upper), || {
        m.cholesky_with_triangle(upper)
    });
    twins(&text("eigh"), m.try_eigh(), || m.eigh());
    twins(&text("eigvalsh"), m.try_eigvalsh(), || m.eigvalsh());
    twins(&text("eig"), m.try_eig(), || m.eig());
    twins(&text("eigvals"), m.try_eigvals(), || m.eigvals());
    let v = tensor![1.0, 2.0];
    let text = "solve: [5, 2, 3] and [2]: a square matrix is needed, found 2 rows and 3 columns";
    twins(text, m.try_solve(&v), || m.solve(&v));
    assert_eq!(*m.try_inv().unwrap_err().kind(), ErrorKind::NotSquare { rows: 2, columns: 3 });
}

#[test]
fn right_sides_have_to_fit() {
    let a = Tensor::<f64, 3>::ones([5, 3, 3]);
    let (b, v) = (Tensor::<f64, 3>::ones([5, 2, 3]), tensor![1.0, 2.0]);
    let text = "solve: [5, 3, 3] and [5, 2, 3]: sizes 3 and 2 of axis 1 differ";
    twins(text, a.try_solve(&b), || a.solve(&b));
    let text = "solve: [5, 3, 3] and [2]: sizes 3 and 2 of axis 0 differ";
    twins(text, a.try_solve(&v), || a.solve(&v));
    let b = Tensor::<f64, 3>::ones([4, 3, 1]);
    let text = "solve: [5, 3, 3] and [4, 3, 1]: sizes 5 and 4 meet at axis 0 and neither is 1";
    twins(text, a.try_solve(&b), || a.solve(&b));

    let a = Tensor::<f64, 2>::ones([3, 2]);
    let text = "lstsq: [3, 2] and [2]: sizes 3 and 2 of axis 0 differ";
    twins(text, a.try_lstsq(&v), || a.lstsq(&v));
    let b = Tensor::<f64, 2>::ones([2, 3]);
    let text = "lstsq_with_rcond: [3, 2] and [2, 3]: sizes 3 and 2 of axis 0 differ";
    twins(text, a.try_lstsq_with_rcond(&b, 0.0), || a.lstsq_with_rcond(&b, 0.0));
    let (a, b) = (Tensor::<f64, 3>::ones([5, 3, 2]), Tensor::<f64, 3>::ones([4, 3, 1]));
    let text = "lstsq: [5, 3, 2] and [4, 3, 1]: sizes 5 and 4 meet at axis 0 and neither is 1";
    twins(text, a.try_lstsq(&b), || a.lstsq(&b));
    let text = "lstsq: [5, 3, 2] and [2]: sizes 3 and 2 of axis 0 differ";
    twins(text, a.try_lstsq(&v), || a.lstsq(&v));
    let (b, rcond) = (Tensor::<f64, 3>::ones([1, 2, 1]), 0.0);
    let text = "lstsq_with_rcond: [5, 3, 2] and [1, 2, 1]: sizes 3 and 2 of axis 1 differ";
    twins(text, a.try_lstsq_with_rcond(&b, rcond), || a.lstsq_with_rcond(&b, rcond));
}

#[test]
fn singular_matrices_have_no_inverse() {
    let mut a = Tensor::<f64, 3>::from_fn([4, 3, 3], |[_, i, j]| f64::from(i == j));
    a[[2, 1, 1]] = 0.0;
    let v = tensor![1.0, 2.0, 3.0];
    let text = "inv: [4, 3, 3]: matrix 2 is singular (pivot 1 is zero)";
    twins(text, a.try_inv(), || a.inv());
    let text = "solve: [4, 3, 3] and [3]: matrix 2 is singular (pivot 1 is zero)";
    twins(text, a.try_solve(&v), || a.solve(&v));
    assert_eq!(*a.try_inv().unwrap_err().kind(), ErrorKind::Singular { matrix: 2, pivot: 1 });
    let ones = Tensor::<f32, 2>::ones([3, 3]);
    let text = "inv: [3, 3]: matrix 0 is singular (pivot 1 is zero)";
    twins(text, ones.try_inv(), || ones.inv());
    // Of a large one too, whose factors are computed in blocks.
    let mut large = Tensor::<f64, 2>::eye(100);
    large[[99, 99]] = 0.0;
    let text = "inv: [100, 100]: matrix 0 is singular (pivot 99 is zero)";
    twins(text, large.try_inv(), || large.inv());
}

#[test]
fn cholesky_factors_are_of_positive_definite_matrices() {
    let mut a = Tensor::<f64, 3>::from_fn([4, 3, 3], |[_, i, j]| f64::from(i == j));
    a[[1, 2, 2]] = -1.0;
    let text = "cholesky: [4, 3, 3]: matrix 1 is not positive definite (pivot 2 is not positive)";
    twins(text, a.try_cholesky(), || a.cholesky());
    let kind = ErrorKind::NotPositiveDefinite { matrix: 1, pivot: 2 };
    assert_eq!(*a.try_cholesky().unwrap_err().kind(), kind);
    let zero = Tensor::<f32, 2>::zeros([2, 2]);
    let text = "cholesky: [2, 2]: matrix 0 is not positive definite (pivot 0 is not positive)";
    twins(text, zero.try_cholesky(), || zero.cholesky());
    let mut large = Tensor::<f64, 2>::eye(200);
    large[[150, 150]] = -1.0;
    let text =
        "cholesky: [200, 200]: matrix 0 is not positive definite (pivot 150 is not positive)";
    twins(text, large.try_cholesky(), || large.cholesky());
}

#[test]
fn elements_have_to_be_finite() {
    let mut a = Tensor::<f64, 3>::from_fn([4, 3, 3], |[_, i, j]| f64::from(i == j));
    a[[3, 1, 0]] = f64::NAN;
    let text =
        |name: &str| format!("{name}: [4, 3, 3]: matrix 3 has an element that is infinite or NaN");
    let full = Mode::Complete;
    twins(&text("qr"), a.try_qr(), || a.qr());
    twins(&text("qr_with_mode"), a.try_qr_with_mode(full), || a.qr_with_mode(full));
    twins(&text("svd"), a.try_svd(), || a.svd());
    twins(&text("svd_with_mode"), a.try_svd_with_mode(full), || a.svd_with_mode(full));
    twins(&text("svdvals"), a.try_svdvals(), || a.svdvals());
    twins(&text("matrix_rank"), a.try_matrix_rank(), || a.matrix_rank());
    twins(&text("pinv"), a.try_pinv(), || a.pinv());
    twins(&text("cholesky"), a.try_cholesky(), || a.cholesky());
    twins(&text("eigh"), a.try_eigh(), || a.eigh());
    twins(&text("eigvalsh"), a.try_eigvalsh(), || a.eigvalsh());
    twins(&text("eig"), a.try_eig(), || a.eig());
    twins(&text("eigvals"), a.try_eigvals(), || a.eigvals());
    assert_eq!(*a.try_qr().unwrap_err().kind(), ErrorKind::NotFinite { matrix: 3 });
    let (m, v) = (tensor![[f64::INFINITY]], tensor![1.0]);
    let text = "lstsq: [1, 1] and [1]: matrix 0 has an element that is infinite or NaN";
    twins(text, m.try_lstsq(&v), || m.lstsq(&v));
    let b = Tensor::<f64, 3>::ones([4, 3, 1]);
    let text = "lstsq: [4, 3, 3] and [4, 3, 1]: matrix 3 has an element that is infinite or NaN";
    twins(text, a.try_lstsq(&b), || a.lstsq(&b));
}

#[test]
fn tolerances_have_to_be_numbers() {
    let a = Tensor::<f32, 2>::eye(2);
    let text = "matrix_rank_with_rtol: [2, 2]: rtol is -1, expected a finite number of at least 0";
    twins(text, a.try_matrix_rank_with_rtol(-1.0), || a.matrix_rank_with_rtol(-1.0));
    let text = "pinv_with_rtol: [2, 2]: rtol is NaN, expected a finite number of at least 0";
    twins(text, a.try_pinv_with_rtol(f32::NAN), || a.pinv_with_rtol(f32::NAN));
    let (b, rcond) = (tensor![1.0_f32, 2.0], f32::INFINITY);
    let text = "lstsq_with_rcond: [2, 2]: rcond is inf, expected a finite number of at least 0";
    twins(text, a.try_lstsq_with_rcond(&b, rcond), || a.lstsq_with_rcond(&b, rcond));
}

#[test]
fn results_too_large_for_memory_are_errors() {
    let one = Tensor::<f64, 3>::ones([1, 1, 1]);
    let tall = one.broadcast_to([1, 1 << 40, 1]);
    let text =
        "qr_with_mode: [1, 1099511627776, 1099511627776]: more elements than memory can address";
    twins(text, tall.try_qr_with_mode(Mode::Complete), || tall.qr_with_mode(Mode::Complete));
    let text =
        "svd_with_mode: [1, 1099511627776, 1099511627776]: more elements than memory can address";
    twins(text, tall.try_svd_with_mode(Mode::Complete), || tall.svd_with_mode(Mode::Complete));
    let many = one.broadcast_to([1 << 59, 1, 1]);
    let text = "eigvals: [576460752303423488, 1]: more elements than memory can address";
    twins(text, many.try_eigvals(), || many.eigvals());
}
