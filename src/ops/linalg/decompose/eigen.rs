//! `eigh eigvalsh eig eigvals`: eigenvalues and eigenvectors.

use super::{Scalar, failed, layout, matrices, square, tensor};
use crate::error::{ShapeError, raise};
use crate::rank::seal::Seal;
use crate::rank::{MatrixRank, Rank};
use crate::tensor::{Tensor, TensorRef};

/// The result of [`eigh`](TensorRef::eigh): for matrices of rank `R`, `S` is `R - 1`.
#[derive(Clone, Debug, PartialEq)]
pub struct Eigh<T: Scalar, const R: usize, const S: usize> {
    /// The eigenvalues, from the smallest to the largest one.
    pub eigenvalues: Tensor<T::Real, S>,
    /// Matrices whose columns are the eigenvectors.
    pub eigenvectors: Tensor<T, R>,
}

/// The result of [`eig`](TensorRef::eig): for matrices of rank `R`, `S` is `R - 1`.
#[derive(Clone, Debug, PartialEq)]
pub struct Eig<T: Scalar, const R: usize, const S: usize> {
    /// The eigenvalues, in no particular order.
    pub eigenvalues: Tensor<T::Complex, S>,
    /// Matrices whose columns are the eigenvectors.
    pub eigenvectors: Tensor<T::Complex, R>,
}

impl<T, const R: usize> TensorRef<T, R> {
    /// Returns the eigenvalues and eigenvectors of each matrix of the last two axes, which is Hermitian
    /// (a real one symmetric): `a = v diag(w) v^H`.
    ///
    /// `[.., n, n] -> eigenvalues [.., n], eigenvectors [.., n, n]`
    ///
    /// ```
    /// use holor::linalg::Eigh;
    /// use holor::prelude::*;
    ///
    /// let a = tensor![[2.0, 1.0], [1.0, 2.0]];
    /// let Eigh { eigenvalues: w, eigenvectors: v } = a.eigh();
    /// assert!(w.all_close(&tensor![1.0, 3.0], 1e-14, 0.0));
    /// assert!((&v * &w).matmul(v.transpose()).all_close(&a, 0.0, 1e-14));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, 2.0].eigh(); // a matrix needs rank 2 or more, found `Rank<1>`
    /// ```
    ///
    /// Only the lower triangle of the matrices is read. The eigenvalues are real, from the smallest to the
    /// largest one. The eigenvectors are the columns of `v`; they are orthonormal, and unique but for signs
    /// (of a complex matrix, phases) where the eigenvalues differ.
    ///
    /// # Panics
    /// If a matrix is not square, `eigh: [2, 3]: a square matrix is needed, found 2 rows and 3 columns`, or
    /// not finite, `eigh: [2, 2]: matrix 0 has an element that is infinite or NaN`. The iteration converges
    /// for finite matrices; if it does not, `eigh: [2, 2]: matrix 0: the iteration does not converge`.
    ///
    /// numpy and torch: `linalg.eigh`. Golub and Van Loan (2013), "Matrix computations", section 8.3; large
    /// matrices by divide and conquer, Gu and Eisenstat (1995).
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn eigh<const S: usize>(&self) -> Eigh<T, R, S>
    where
        Rank<R>: MatrixRank<Vectors = Rank<S>>,
        T: Scalar,
    {
        raise(self.try_eigh())
    }

    /// Fallible form of [`eigh`](TensorRef::eigh).
    pub fn try_eigh<const S: usize>(&self) -> Result<Eigh<T, R, S>, ShapeError>
    where
        Rank<R>: MatrixRank<Vectors = Rank<S>>,
        T: Scalar,
    {
        let n = square("eigh", self)?;
        let values = layout::<T::Real, R, S>("eigh", self.shape(), &[n])?;
        let vectors = layout::<T, R, R>("eigh", self.shape(), &[n, n])?;
        let (w, v) = T::eigh(&matrices(self), Seal).map_err(failed("eigh", self))?;
        Ok(Eigh { eigenvalues: tensor(w, values), eigenvectors: tensor(v, vectors) })
    }

    /// Returns the eigenvalues of each matrix of the last two axes, which is Hermitian (a real one
    /// symmetric), from the smallest to the largest one.
    ///
    /// `[.., n, n] -> [.., n]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let a = tensor![[2.0, 1.0], [1.0, 2.0]];
    /// assert!(a.eigvalsh().all_close(&tensor![1.0, 3.0], 1e-14, 0.0));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, 2.0].eigvalsh(); // a matrix needs rank 2 or more, found `Rank<1>`
    /// ```
    ///
    /// Only the lower triangle of the matrices is read.
    ///
    /// # Panics
    /// As [`eigh`](TensorRef::eigh).
    ///
    /// numpy and torch: `linalg.eigvalsh`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn eigvalsh<const S: usize>(&self) -> Tensor<T::Real, S>
    where
        Rank<R>: MatrixRank<Vectors = Rank<S>>,
        T: Scalar,
    {
        raise(self.try_eigvalsh())
    }

    /// Fallible form of [`eigvalsh`](TensorRef::eigvalsh).
    pub fn try_eigvalsh<const S: usize>(&self) -> Result<Tensor<T::Real, S>, ShapeError>
    where
        Rank<R>: MatrixRank<Vectors = Rank<S>>,
        T: Scalar,
    {
        let n = square("eigvalsh", self)?;
        let layout = layout::<T::Real, R, S>("eigvalsh", self.shape(), &[n])?;
        let values = T::eigvalsh(&matrices(self), Seal).map_err(failed("eigvalsh", self))?;
        Ok(tensor(values, layout))
    }

    /// Returns the eigenvalues and eigenvectors of each square matrix of the last two axes:
    /// `a v = v diag(w)`.
    ///
    /// `[.., n, n] -> eigenvalues [.., n], eigenvectors [.., n, n]`
    ///
    /// ```
    /// use holor::linalg::Eig;
    /// use holor::num_complex::Complex;
    /// use holor::prelude::*;
    ///
    /// let quarter_turn = tensor![[0.0, -1.0], [1.0, 0.0]];
    /// let Eig { eigenvalues: w, eigenvectors: v } = quarter_turn.eig();
    /// assert!(w.im().abs().all_close(1.0, 0.0, 1e-14)); // i and -i
    ///
    /// let complex = quarter_turn.map(|&x| Complex::new(x, 0.0));
    /// let rest = complex.matmul(&v) - &v * &w;
    /// assert!(rest.map(|z| z.norm()).all_close(0.0, 0.0, 1e-14));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, 2.0].eig(); // a matrix needs rank 2 or more, found `Rank<1>`
    /// ```
    ///
    /// Eigenvalues and eigenvectors are complex, of real matrices too; the type does not depend on values.
    /// They are in no particular order. The eigenvectors are the columns of `v`, of norm 1. They need not be
    /// linearly independent. [`eigh`](TensorRef::eigh) is for Hermitian matrices: faster, more precise, with
    /// real eigenvalues.
    ///
    /// # Panics
    /// If a matrix is not square, `eig: [2, 3]: a square matrix is needed, found 2 rows and 3 columns`, or
    /// not finite, `eig: [2, 2]: matrix 0 has an element that is infinite or NaN`.
    ///
    /// numpy: `linalg.eig`, which returns real numbers if all eigenvalues are real; torch: `linalg.eig`.
    /// Golub and Van Loan (2013), "Matrix computations", section 7.5; Braman, Byers and Mathias (2002), "The
    /// multishift QR algorithm".
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn eig<const S: usize>(&self) -> Eig<T, R, S>
    where
        Rank<R>: MatrixRank<Vectors = Rank<S>>,
        T: Scalar,
    {
        raise(self.try_eig())
    }

    /// Fallible form of [`eig`](TensorRef::eig).
    pub fn try_eig<const S: usize>(&self) -> Result<Eig<T, R, S>, ShapeError>
    where
        Rank<R>: MatrixRank<Vectors = Rank<S>>,
        T: Scalar,
    {
        let n = square("eig", self)?;
        let values = layout::<T::Complex, R, S>("eig", self.shape(), &[n])?;
        let vectors = layout::<T::Complex, R, R>("eig", self.shape(), &[n, n])?;
        let (w, v) = T::eig(&matrices(self), Seal).map_err(failed("eig", self))?;
        Ok(Eig { eigenvalues: tensor(w, values), eigenvectors: tensor(v, vectors) })
    }

    /// Returns the eigenvalues of each square matrix of the last two axes, in no particular order.
    ///
    /// `[.., n, n] -> [.., n]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let w: Tensor<f64, 1> = tensor![[0.0, -1.0], [1.0, 0.0]].eigvals().im();
    /// assert!(w.abs().all_close(1.0, 0.0, 1e-14)); // i and -i
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, 2.0].eigvals(); // a matrix needs rank 2 or more, found `Rank<1>`
    /// ```
    ///
    /// # Panics
    /// As [`eig`](TensorRef::eig).
    ///
    /// numpy and torch: `linalg.eigvals`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn eigvals<const S: usize>(&self) -> Tensor<T::Complex, S>
    where
        Rank<R>: MatrixRank<Vectors = Rank<S>>,
        T: Scalar,
    {
        raise(self.try_eigvals())
    }

    /// Fallible form of [`eigvals`](TensorRef::eigvals).
    pub fn try_eigvals<const S: usize>(&self) -> Result<Tensor<T::Complex, S>, ShapeError>
    where
        Rank<R>: MatrixRank<Vectors = Rank<S>>,
        T: Scalar,
    {
        let n = square("eigvals", self)?;
        let layout = layout::<T::Complex, R, S>("eigvals", self.shape(), &[n])?;
        let values = T::eigvals(&matrices(self), Seal).map_err(failed("eigvals", self))?;
        Ok(tensor(values, layout))
    }
}
