//! `cholesky` and `qr`.

use super::{Scalar, failed, layout, matrices, rows_and_columns, square, tensor};
use crate::error::{ShapeError, raise};
use crate::rank::seal::Seal;
use crate::rank::{MatrixRank, Rank};
use crate::tensor::{Tensor, TensorRef};

/// The triangle of a Hermitian matrix that is read, and in which its Cholesky factor is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Triangle {
    /// On and below the diagonal.
    Lower,
    /// On and above the diagonal.
    Upper,
}

/// How many columns and rows the factors of [`qr`](TensorRef::qr) and [`svd`](TensorRef::svd) have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// As many as the product needs: the smaller one of the numbers of rows and columns of the matrix.
    Reduced,
    /// So many that orthogonal factors are square.
    Complete,
}

/// The result of [`qr`](TensorRef::qr).
#[derive(Clone, Debug, PartialEq)]
pub struct Qr<T, const R: usize> {
    /// Matrices with orthonormal columns.
    pub q: Tensor<T, R>,
    /// Upper triangular matrices.
    pub r: Tensor<T, R>,
}

impl<T, const R: usize> TensorRef<T, R> {
    /// Returns the lower Cholesky factor of each matrix of the last two axes: the lower triangular `l` with
    /// `a = l l^H`.
    ///
    /// `[.., n, n] -> [.., n, n]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let a = tensor![[4.0, 2.0], [2.0, 5.0]];
    /// assert_eq!(a.cholesky(), tensor![[2.0, 0.0], [1.0, 2.0]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, 2.0].cholesky(); // a matrix needs rank 2 or more, found `Rank<1>`
    /// ```
    ///
    /// The matrices are Hermitian (real ones symmetric) and positive definite. Only their lower triangle is
    /// read. [`cholesky_with_triangle`](TensorRef::cholesky_with_triangle) returns upper factors.
    ///
    /// # Panics
    /// If a matrix is not square, `cholesky: [2, 3]: a square matrix is needed, found 2 rows and 3
    /// columns`; is not positive definite,
    /// `cholesky: [2, 2]: matrix 0 is not positive definite (pivot 1 is not positive)`; or is not finite,
    /// `cholesky: [2, 2]: matrix 0 has an element that is infinite or NaN`.
    ///
    /// numpy and torch: `linalg.cholesky`. Golub and Van Loan (2013), "Matrix computations", section 4.2.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn cholesky(&self) -> Tensor<T, R>
    where
        Rank<R>: MatrixRank,
        T: Scalar,
    {
        raise(self.try_cholesky())
    }

    /// Fallible form of [`cholesky`](TensorRef::cholesky).
    ///
    /// # Errors
    /// Where `cholesky` panics. A test for positive definite matrices:
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert!(tensor![[4.0, 2.0], [2.0, 5.0]].try_cholesky().is_ok());
    /// assert_eq!(
    ///     tensor![[1.0, 2.0], [2.0, 1.0]].try_cholesky().unwrap_err().to_string(),
    ///     "cholesky: [2, 2]: matrix 0 is not positive definite (pivot 1 is not positive)"
    /// );
    /// ```
    pub fn try_cholesky(&self) -> Result<Tensor<T, R>, ShapeError>
    where
        Rank<R>: MatrixRank,
        T: Scalar,
    {
        cholesky("cholesky", self, Triangle::Lower)
    }

    /// Returns the lower or the upper Cholesky factor of each matrix of the last two axes: the upper
    /// triangular `u` with `a = u^H u`.
    ///
    /// `[.., n, n] -> [.., n, n]`
    ///
    /// ```
    /// use holor::linalg::Triangle;
    /// use holor::prelude::*;
    ///
    /// let a = tensor![[4.0, 2.0], [2.0, 5.0]];
    /// assert_eq!(a.cholesky_with_triangle(Triangle::Upper), tensor![[2.0, 1.0], [0.0, 2.0]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::linalg::Triangle;
    /// use holor::prelude::*;
    ///
    /// tensor![1.0].cholesky_with_triangle(Triangle::Upper); // a matrix needs rank 2 or more
    /// ```
    ///
    /// Only that triangle of the matrices is read.
    ///
    /// # Panics
    /// As [`cholesky`](TensorRef::cholesky).
    ///
    /// numpy and torch: `linalg.cholesky(upper=True)`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn cholesky_with_triangle(&self, triangle: Triangle) -> Tensor<T, R>
    where
        Rank<R>: MatrixRank,
        T: Scalar,
    {
        raise(self.try_cholesky_with_triangle(triangle))
    }

    /// Fallible form of [`cholesky_with_triangle`](TensorRef::cholesky_with_triangle).
    pub fn try_cholesky_with_triangle(&self, triangle: Triangle) -> Result<Tensor<T, R>, ShapeError>
    where
        Rank<R>: MatrixRank,
        T: Scalar,
    {
        cholesky("cholesky_with_triangle", self, triangle)
    }

    /// Returns the reduced QR decomposition of each matrix of the last two axes: `a = q r`, where the
    /// columns of `q` are orthonormal and `r` is upper triangular.
    ///
    /// `[.., m, n] -> q [.., m, k], r [.., k, n]`, where `k` is the smaller one of `m` and `n`
    ///
    /// ```
    /// use holor::linalg::Qr;
    /// use holor::prelude::*;
    ///
    /// let a = tensor![[3.0, 1.0], [4.0, 2.0], [0.0, 5.0]];
    /// let Qr { q, r } = a.qr();
    /// assert_eq!((q.shape(), r.shape()), ([3, 2], [2, 2]));
    /// assert!(q.matmul(&r).all_close(&a, 0.0, 1e-14));
    /// assert!(q.transpose().matmul(&q).all_close(&Tensor::eye(2), 0.0, 1e-14));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, 2.0].qr(); // a matrix needs rank 2 or more, found `Rank<1>`
    /// ```
    ///
    /// The factors of a matrix of full rank are unique but for signs. Of a matrix whose columns are
    /// linearly dependent, a row of `r` may begin further to the right.
    /// [`qr_with_mode`](TensorRef::qr_with_mode) returns a square `q`.
    ///
    /// # Panics
    /// If a matrix is not finite: `qr: [2, 2]: matrix 0 has an element that is infinite or NaN`.
    ///
    /// numpy and torch: `linalg.qr`. Householder reflections: Golub and Van Loan (2013), "Matrix
    /// computations", section 5.2.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn qr(&self) -> Qr<T, R>
    where
        Rank<R>: MatrixRank,
        T: Scalar,
    {
        raise(self.try_qr())
    }

    /// Fallible form of [`qr`](TensorRef::qr).
    pub fn try_qr(&self) -> Result<Qr<T, R>, ShapeError>
    where
        Rank<R>: MatrixRank,
        T: Scalar,
    {
        qr("qr", self, Mode::Reduced)
    }

    /// Returns the reduced or the complete QR decomposition of each matrix of the last two axes.
    ///
    /// `[.., m, n] -> q [.., m, m], r [.., m, n]`
    ///
    /// ```
    /// use holor::linalg::{Mode, Qr};
    /// use holor::prelude::*;
    ///
    /// let a = tensor![[3.0, 1.0], [4.0, 2.0], [0.0, 5.0]];
    /// let Qr { q, r } = a.qr_with_mode(Mode::Complete);
    /// assert_eq!((q.shape(), r.shape()), ([3, 3], [3, 2]));
    /// assert!(q.matmul(&r).all_close(&a, 0.0, 1e-14));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::linalg::Mode;
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, 2.0].qr_with_mode(Mode::Complete); // a matrix needs rank 2 or more
    /// ```
    ///
    /// # Panics
    /// As [`qr`](TensorRef::qr).
    ///
    /// numpy and torch: `linalg.qr(mode="complete")`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn qr_with_mode(&self, mode: Mode) -> Qr<T, R>
    where
        Rank<R>: MatrixRank,
        T: Scalar,
    {
        raise(self.try_qr_with_mode(mode))
    }

    /// Fallible form of [`qr_with_mode`](TensorRef::qr_with_mode).
    pub fn try_qr_with_mode(&self, mode: Mode) -> Result<Qr<T, R>, ShapeError>
    where
        Rank<R>: MatrixRank,
        T: Scalar,
    {
        qr("qr_with_mode", self, mode)
    }
}

fn cholesky<T: Scalar, const R: usize>(
    operation: &'static str,
    a: &TensorRef<T, R>,
    triangle: Triangle,
) -> Result<Tensor<T, R>, ShapeError> {
    let n = square(operation, a)?;
    let layout = layout::<T, R, R>(operation, a.shape(), &[n, n])?;
    let upper = triangle == Triangle::Upper;
    let factors = T::cholesky(&matrices(a), upper, Seal).map_err(failed(operation, a))?;
    Ok(tensor(factors, layout))
}

fn qr<T: Scalar, const R: usize>(
    operation: &'static str,
    a: &TensorRef<T, R>,
    mode: Mode,
) -> Result<Qr<T, R>, ShapeError> {
    let (shape, full) = (a.shape(), mode == Mode::Complete);
    let [m, n] = rows_and_columns(shape);
    let k = if full { m } else { m.min(n) };
    let q_layout = layout::<T, R, R>(operation, shape, &[m, k])?;
    let r_layout = layout::<T, R, R>(operation, shape, &[k, n])?;
    let (q, r) = T::qr(&matrices(a), full, Seal).map_err(failed(operation, a))?;
    Ok(Qr { q: tensor(q, q_layout), r: tensor(r, r_layout) })
}
