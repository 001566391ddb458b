//! `svd svdvals matrix_rank pinv`: singular values and what follows from them.

use super::{Mode, Scalar, failed, layout, matrices, rows_and_columns, tensor, tolerance};
use crate::error::{ShapeError, raise};
use crate::rank::seal::Seal;
use crate::rank::{MatrixRank, Rank};
use crate::tensor::{Tensor, TensorRef};

/// The result of [`svd`](TensorRef::svd): for matrices of rank `R`, `S` is `R - 1`.
#[derive(Clone, Debug, PartialEq)]
pub struct Svd<T: Scalar, const R: usize, const S: usize> {
    /// Matrices whose columns are the left singular vectors.
    pub u: Tensor<T, R>,
    /// The singular values, from the largest to the smallest one.
    pub s: Tensor<T::Real, S>,
    /// Matrices whose rows are the conjugates of the right singular vectors.
    pub vh: Tensor<T, R>,
}

impl<T, const R: usize> TensorRef<T, R> {
    /// Returns the reduced singular value decomposition of each matrix of the last two axes:
    /// `a = u diag(s) vh`.
    ///
    /// `[.., m, n] -> u [.., m, k], s [.., k], vh [.., k, n]`, where `k` is the smaller one of `m` and `n`
    ///
    /// ```
    /// use holor::linalg::Svd;
    /// use holor::prelude::*;
    ///
    /// let a = tensor![[3.0, 1.0], [4.0, 2.0], [0.0, 5.0]];
    /// let Svd { u, s, vh } = a.svd();
    /// assert_eq!((u.shape(), s.shape(), vh.shape()), ([3, 2], [2], [2, 2]));
    /// assert!((&u * &s).matmul(&vh).all_close(&a, 0.0, 1e-14));
    ///
    /// // The closest matrix of rank 1.
    /// let first = u.narrow(Last, 0, 1).matmul(vh.narrow(Axis::<0>, 0, 1)) * s[[0]];
    /// assert_eq!(first.matrix_rank().item(), 1);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, 2.0].svd(); // a matrix needs rank 2 or more, found `Rank<1>`
    /// ```
    ///
    /// The singular values are real and at least 0, from the largest to the smallest one. The singular
    /// vectors are unique but for signs (of a complex matrix, phases) where the singular values differ.
    /// [`svd_with_mode`](TensorRef::svd_with_mode) returns square `u` and `vh`,
    /// [`svdvals`](TensorRef::svdvals) the singular values alone.
    ///
    /// # Panics
    /// If a matrix is not finite: `svd: [2, 2]: matrix 0 has an element that is infinite or NaN`. The
    /// iteration converges for finite matrices; if it does not,
    /// `svd: [2, 2]: matrix 0: the iteration does not converge`.
    ///
    /// numpy and torch: `linalg.svd(full_matrices=False)`. Golub and Van Loan (2013), "Matrix
    /// computations", section 8.6; large matrices by divide and conquer, Gu and Eisenstat (1995).
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn svd<const S: usize>(&self) -> Svd<T, R, S>
    where
        Rank<R>: MatrixRank<Vectors = Rank<S>>,
        T: Scalar,
    {
        raise(self.try_svd())
    }

    /// Fallible form of [`svd`](TensorRef::svd).
    pub fn try_svd<const S: usize>(&self) -> Result<Svd<T, R, S>, ShapeError>
    where
        Rank<R>: MatrixRank<Vectors = Rank<S>>,
        T: Scalar,
    {
        svd("svd", self, Mode::Reduced)
    }

    /// Returns the reduced or the complete singular value decomposition of each matrix of the last two
    /// axes.
    ///
    /// `[.., m, n] -> u [.., m, m], s [.., k], vh [.., n, n]`, where `k` is the smaller one of `m` and `n`
    ///
    /// ```
    /// use holor::linalg::{Mode, Svd};
    /// use holor::prelude::*;
    ///
    /// // The last rows of `vh` span the null space.
    /// let a = tensor![[1.0, 2.0, 3.0]];
    /// let Svd { u, s, vh } = a.svd_with_mode(Mode::Complete);
    /// assert_eq!((u.shape(), s.shape(), vh.shape()), ([1, 1], [1], [3, 3]));
    /// let zeros = a.matmul(vh.slice(s![1.., ..]).transpose());
    /// assert!(zeros.all_close(0.0, 0.0, 1e-14));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::linalg::Mode;
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, 2.0].svd_with_mode(Mode::Complete); // a matrix needs rank 2 or more
    /// ```
    ///
    /// # Panics
    /// As [`svd`](TensorRef::svd).
    ///
    /// numpy and torch: `linalg.svd`, whose matrices are complete unless told otherwise.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn svd_with_mode<const S: usize>(&self, mode: Mode) -> Svd<T, R, S>
    where
        Rank<R>: MatrixRank<Vectors = Rank<S>>,
        T: Scalar,
    {
        raise(self.try_svd_with_mode(mode))
    }

    /// Fallible form of [`svd_with_mode`](TensorRef::svd_with_mode).
    pub fn try_svd_with_mode<const S: usize>(&self, mode: Mode) -> Result<Svd<T, R, S>, ShapeError>
    where
        Rank<R>: MatrixRank<Vectors = Rank<S>>,
        T: Scalar,
    {
        svd("svd_with_mode", self, mode)
    }

    /// Returns the singular values of each matrix of the last two axes, from the largest to the smallest
    /// one.
    ///
    /// `[.., m, n] -> [.., k]`, where `k` is the smaller one of `m` and `n`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let a = tensor![[3.0, 0.0], [0.0, -4.0]];
    /// let s = a.svdvals();
    /// assert!(s.all_close(&tensor![4.0, 3.0], 1e-14, 0.0));
    ///
    /// let spectral_norm = s.max(Last);
    /// let nuclear_norm = s.sum(Last);
    /// let condition_number = s.max(Last) / s.min(Last);
    /// assert!((condition_number.item() - 4.0_f64 / 3.0).abs() < 1e-14);
    /// # assert!((spectral_norm + nuclear_norm).all_close(11.0, 1e-14, 0.0));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, 2.0].svdvals(); // a matrix needs rank 2 or more, found `Rank<1>`
    /// ```
    ///
    /// # Panics
    /// As [`svd`](TensorRef::svd).
    ///
    /// numpy and torch: `linalg.svdvals`; from it, as above, `linalg.norm(ord=2)` or `linalg.matrix_norm`,
    /// `linalg.norm(ord="nuc")` and `linalg.cond`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn svdvals<const S: usize>(&self) -> Tensor<T::Real, S>
    where
        Rank<R>: MatrixRank<Vectors = Rank<S>>,
        T: Scalar,
    {
        raise(self.try_svdvals())
    }

    /// Fallible form of [`svdvals`](TensorRef::svdvals).
    pub fn try_svdvals<const S: usize>(&self) -> Result<Tensor<T::Real, S>, ShapeError>
    where
        Rank<R>: MatrixRank<Vectors = Rank<S>>,
        T: Scalar,
    {
        let [m, n] = rows_and_columns(self.shape());
        let layout = layout::<T::Real, R, S>("svdvals", self.shape(), &[m.min(n)])?;
        let values = T::svdvals(&matrices(self), Seal).map_err(failed("svdvals", self))?;
        Ok(tensor(values, layout))
    }

    /// Returns the rank of each matrix of the last two axes: the number of its singular values that are
    /// not zero.
    ///
    /// `[.., m, n] -> [..]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let a = tensor![[1.0, 2.0], [2.0, 4.0]];
    /// assert_eq!(a.matrix_rank().item(), 1);
    /// assert_eq!(Tensor::<f32, 3>::ones([5, 2, 2]).matrix_rank(), tensor![1, 1, 1, 1, 1]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, 2.0].matrix_rank(); // a matrix needs rank 2 or more, found `Rank<1>`
    /// ```
    ///
    /// A singular value counts as zero if it is at most the largest one times the larger one of `m` and `n`
    /// times the machine epsilon. [`matrix_rank_with_rtol`](TensorRef::matrix_rank_with_rtol) takes another
    /// tolerance.
    ///
    /// # Panics
    /// As [`svd`](TensorRef::svd).
    ///
    /// numpy and torch: `linalg.matrix_rank`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn matrix_rank<const O: usize>(&self) -> Tensor<usize, O>
    where
        Rank<R>: MatrixRank<Scalars = Rank<O>>,
        T: Scalar,
    {
        raise(self.try_matrix_rank())
    }

    /// Fallible form of [`matrix_rank`](TensorRef::matrix_rank).
    pub fn try_matrix_rank<const O: usize>(&self) -> Result<Tensor<usize, O>, ShapeError>
    where
        Rank<R>: MatrixRank<Scalars = Rank<O>>,
        T: Scalar,
    {
        matrix_rank("matrix_rank", self, None)
    }

    /// Returns the rank of each matrix of the last two axes, where a singular value counts as zero if it is
    /// at most `rtol` times the largest one.
    ///
    /// `[.., m, n] -> [..]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let a = tensor![[1.0, 0.0], [0.0, 1e-5]];
    /// assert_eq!(a.matrix_rank().item(), 2);
    /// assert_eq!(a.matrix_rank_with_rtol(1e-3).item(), 1);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, 2.0].matrix_rank_with_rtol(1e-3); // a matrix needs rank 2 or more
    /// ```
    ///
    /// # Panics
    /// As [`svd`](TensorRef::svd), and for another tolerance:
    /// `matrix_rank_with_rtol: [2, 2]: rtol is -1, expected a finite number of at least 0`.
    ///
    /// numpy and torch: `linalg.matrix_rank(rtol=..)`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn matrix_rank_with_rtol<const O: usize>(&self, rtol: T::Real) -> Tensor<usize, O>
    where
        Rank<R>: MatrixRank<Scalars = Rank<O>>,
        T: Scalar,
    {
        raise(self.try_matrix_rank_with_rtol(rtol))
    }

    /// Fallible form of [`matrix_rank_with_rtol`](TensorRef::matrix_rank_with_rtol).
    pub fn try_matrix_rank_with_rtol<const O: usize>(
        &self,
        rtol: T::Real,
    ) -> Result<Tensor<usize, O>, ShapeError>
    where
        Rank<R>: MatrixRank<Scalars = Rank<O>>,
        T: Scalar,
    {
        matrix_rank("matrix_rank_with_rtol", self, Some(rtol))
    }

    /// Returns the pseudoinverse (Moore-Penrose) of each matrix of the last two axes.
    ///
    /// `[.., m, n] -> [.., n, m]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let a = tensor![[1.0, 0.0], [0.0, 2.0], [0.0, 0.0]];
    /// assert!(a.pinv().all_close(&tensor![[1.0, 0.0, 0.0], [0.0, 0.5, 0.0]], 0.0, 1e-14));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, 2.0].pinv(); // a matrix needs rank 2 or more, found `Rank<1>`
    /// ```
    ///
    /// Singular values count as zero as in [`matrix_rank`](TensorRef::matrix_rank).
    /// [`pinv_with_rtol`](TensorRef::pinv_with_rtol) takes another tolerance.
    ///
    /// # Panics
    /// As [`svd`](TensorRef::svd).
    ///
    /// numpy: `linalg.pinv(rtol=None)`, without which it takes 1e-15 for every element type; torch:
    /// `linalg.pinv`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn pinv(&self) -> Tensor<T, R>
    where
        Rank<R>: MatrixRank,
        T: Scalar,
    {
        raise(self.try_pinv())
    }

    /// Fallible form of [`pinv`](TensorRef::pinv).
    pub fn try_pinv(&self) -> Result<Tensor<T, R>, ShapeError>
    where
        Rank<R>: MatrixRank,
        T: Scalar,
    {
        pinv("pinv", self, None)
    }

    /// Returns the pseudoinverse of each matrix of the last two axes, where a singular value counts as zero
    /// if it is at most `rtol` times the largest one.
    ///
    /// `[.., m, n] -> [.., n, m]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let a = tensor![[1.0, 0.0], [0.0, 1e-5]];
    /// let expected = tensor![[1.0, 0.0], [0.0, 0.0]];
    /// assert!(a.pinv_with_rtol(1e-3).all_close(&expected, 0.0, 1e-14));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, 2.0].pinv_with_rtol(1e-3); // a matrix needs rank 2 or more, found `Rank<1>`
    /// ```
    ///
    /// # Panics
    /// As [`svd`](TensorRef::svd), and for another tolerance:
    /// `pinv_with_rtol: [2, 2]: rtol is -1, expected a finite number of at least 0`.
    ///
    /// numpy and torch: `linalg.pinv(rtol=..)`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn pinv_with_rtol(&self, rtol: T::Real) -> Tensor<T, R>
    where
        Rank<R>: MatrixRank,
        T: Scalar,
    {
        raise(self.try_pinv_with_rtol(rtol))
    }

    /// Fallible form of [`pinv_with_rtol`](TensorRef::pinv_with_rtol).
    pub fn try_pinv_with_rtol(&self, rtol: T::Real) -> Result<Tensor<T, R>, ShapeError>
    where
        Rank<R>: MatrixRank,
        T: Scalar,
    {
        pinv("pinv_with_rtol", self, Some(rtol))
    }
}

fn svd<T: Scalar, const R: usize, const S: usize>(
    operation: &'static str,
    a: &TensorRef<T, R>,
    mode: Mode,
) -> Result<Svd<T, R, S>, ShapeError> {
    let (shape, full) = (a.shape(), mode == Mode::Complete);
    let [m, n] = rows_and_columns(shape);
    let k = m.min(n);
    let [left, right] = if full { [m, n] } else { [k, k] };
    let u_layout = layout::<T, R, R>(operation, shape, &[m, left])?;
    let s_layout = layout::<T::Real, R, S>(operation, shape, &[k])?;
    let vh_layout = layout::<T, R, R>(operation, shape, &[right, n])?;
    let (u, s, vh) = T::svd(&matrices(a), full, Seal).map_err(failed(operation, a))?;
    Ok(Svd { u: tensor(u, u_layout), s: tensor(s, s_layout), vh: tensor(vh, vh_layout) })
}

fn matrix_rank<T: Scalar, const R: usize, const O: usize>(
    operation: &'static str,
    a: &TensorRef<T, R>,
    rtol: Option<T::Real>,
) -> Result<Tensor<usize, O>, ShapeError> {
    rtol.map_or(Ok(()), |rtol| tolerance(operation, "rtol", rtol, a))?;
    let layout = layout::<usize, R, O>(operation, a.shape(), &[])?;
    let ranks = T::matrix_rank(&matrices(a), rtol, Seal).map_err(failed(operation, a))?;
    Ok(tensor(ranks, layout))
}

fn pinv<T: Scalar, const R: usize>(
    operation: &'static str,
    a: &TensorRef<T, R>,
    rtol: Option<T::Real>,
) -> Result<Tensor<T, R>, ShapeError> {
    rtol.map_or(Ok(()), |rtol| tolerance(operation, "rtol", rtol, a))?;
    let [m, n] = rows_and_columns(a.shape());
    let layout = layout::<T, R, R>(operation, a.shape(), &[n, m])?;
    let inverses = T::pinv(&matrices(a), rtol, Seal).map_err(failed(operation, a))?;
    Ok(tensor(inverses, layout))
}
