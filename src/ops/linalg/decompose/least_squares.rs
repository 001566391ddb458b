//! `lstsq`: systems of linear equations in the sense of least squares.

use super::solve::{common_batch, repeated};
use super::{Scalar, layout, tolerance};
use crate::algorithms::decompose::Batch;
use crate::error::{ErrorKind, ShapeError, raise};
use crate::rank::seal::Seal;
use crate::rank::{Axis, AxisOf, MatrixRank, Rank, SolveRhs};
use crate::tensor::{Tensor, TensorRef};

/// The result of [`lstsq`](TensorRef::lstsq): of matrices of rank `R` and solutions of rank `O`, `C` is `O - 1`,
/// `V` is `R - 1` and `S` is `R - 2`.
#[derive(Clone, Debug, PartialEq)]
pub struct Lstsq<T: Scalar, const O: usize, const C: usize, const V: usize, const S: usize> {
    /// The solutions with the smallest norm among those with the smallest residuals.
    pub solution: Tensor<T, O>,
    /// The sums of the squares of `b - a x`, for each column of `b`.
    pub residuals: Tensor<T::Real, C>,
    /// The rank of each matrix.
    pub rank: Tensor<usize, S>,
    /// The singular values of each matrix, from the largest to the smallest one.
    pub singular_values: Tensor<T::Real, V>,
}

impl<T, const R: usize> TensorRef<T, R> {
    /// Solves a system of linear equations in the sense of least squares: returns the `x` for which
    /// `a x` is closest to `b`, for each matrix `a` of the last two axes.
    ///
    /// `[.., m, n], [.., m, k] -> [.., n, k]`, and with one vector `[.., m, n], [m] -> [.., n]`
    ///
    /// ```
    /// use holor::linalg::Lstsq;
    /// use holor::prelude::*;
    ///
    /// // The line through three points: y = 2 x + 1.
    /// let (x, y) = (tensor![0.0, 1.0, 2.0], tensor![1.0, 3.0, 5.0]);
    /// let a = stack(Last, &[&x, &Tensor::ones([3])]);
    /// let Lstsq { solution, residuals, rank, .. } = a.lstsq(&y);
    /// assert!(solution.all_close(&tensor![2.0, 1.0], 0.0, 1e-14));
    /// assert!(residuals.item() < 1e-28 && rank.item() == 2);
    /// ```
    ///
    /// A right side of the same rank has a matrix for each matrix of the batch; axes of size 1 before the
    /// last two are repeated. A vector is the right side of each matrix. Any other rank does not compile:
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let a = Tensor::<f64, 3>::ones([5, 3, 2]);
    /// let fits = a.lstsq(&Tensor::<f64, 3>::ones([5, 3, 1]));
    /// assert_eq!(fits.solution.shape(), [5, 2, 1]);
    /// assert_eq!(fits.residuals.shape(), [5, 1]);
    /// assert_eq!(fits.rank, Tensor::full([5], 1));
    /// assert_eq!(fits.singular_values.shape(), [5, 2]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// let a = Tensor::<f64, 3>::ones([5, 3, 2]);
    /// a.lstsq(&Tensor::<f64, 2>::ones([5, 3])); // a vector or has `Rank<3>` too, found `Rank<2>`
    /// ```
    ///
    /// If the columns of `a` are linearly dependent, `x` has the smallest norm of all solutions. Singular
    /// values count as zero as in [`matrix_rank`](TensorRef::matrix_rank).
    /// [`lstsq_with_rcond`](TensorRef::lstsq_with_rcond) takes another tolerance.
    ///
    /// # Panics
    /// If the numbers of rows differ, `lstsq: [3, 2] and [2]: sizes 3 and 2 of axis 0 differ`, if the batches do
    /// not broadcast, and where
    /// [`svd`](TensorRef::svd) panics: `lstsq: [2, 2] and [2]: matrix 0 has an element that is infinite or
    /// NaN`.
    ///
    /// numpy: `linalg.lstsq`, of one matrix, which returns no residuals if `a` has not full rank or no more rows
    /// than columns; torch: `linalg.lstsq(driver="gelsd")`. Golub and Van Loan (2013), "Matrix computations",
    /// section 5.5.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn lstsq<const B: usize, const O: usize, const C: usize, const V: usize, const S: usize>(
        &self,
        b: &TensorRef<T, B>,
    ) -> Lstsq<T, O, C, V, S>
    where
        Rank<R>: MatrixRank<Vectors = Rank<V>, Scalars = Rank<S>>,
        Rank<B>: SolveRhs<Rank<R>, Output = Rank<O>>,
        Axis<0>: AxisOf<O, Removed = Rank<C>>,
        T: Scalar,
    {
        raise(self.try_lstsq(b))
    }

    /// Fallible form of [`lstsq`](TensorRef::lstsq).
    pub fn try_lstsq<
        const B: usize,
        const O: usize,
        const C: usize,
        const V: usize,
        const S: usize,
    >(
        &self,
        b: &TensorRef<T, B>,
    ) -> Result<Lstsq<T, O, C, V, S>, ShapeError>
    where
        Rank<R>: MatrixRank<Vectors = Rank<V>, Scalars = Rank<S>>,
        Rank<B>: SolveRhs<Rank<R>, Output = Rank<O>>,
        Axis<0>: AxisOf<O, Removed = Rank<C>>,
        T: Scalar,
    {
        lstsq("lstsq", self, b, None)
    }

    /// Solves a system of linear equations in the sense of least squares, where a singular value counts as
    /// zero if it is at most `rcond` times the largest one of its matrix.
    ///
    /// `[.., m, n], [.., m, k] -> [.., n, k]`, and with one vector `[.., m, n], [m] -> [.., n]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let a = tensor![[1.0, 0.0], [0.0, 1e-5]];
    /// let result = a.lstsq_with_rcond(&tensor![1.0, 1.0], 1e-3);
    /// assert!(result.solution.all_close(&tensor![1.0, 0.0], 0.0, 1e-14));
    /// assert_eq!(result.rank.item(), 1);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// let a = tensor![[1.0, 0.0], [0.0, 1e-5]];
    /// a.lstsq_with_rcond(&Tensor::<f64, 3>::ones([2, 1, 1]), 1e-3); // found `Rank<3>`
    /// ```
    ///
    /// # Panics
    /// As [`lstsq`](TensorRef::lstsq), and for another tolerance:
    /// `lstsq_with_rcond: [2, 2]: rcond is -1, expected a finite number of at least 0`.
    ///
    /// numpy and torch: `linalg.lstsq(rcond=..)`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn lstsq_with_rcond<
        const B: usize,
        const O: usize,
        const C: usize,
        const V: usize,
        const S: usize,
    >(
        &self,
        b: &TensorRef<T, B>,
        rcond: T::Real,
    ) -> Lstsq<T, O, C, V, S>
    where
        Rank<R>: MatrixRank<Vectors = Rank<V>, Scalars = Rank<S>>,
        Rank<B>: SolveRhs<Rank<R>, Output = Rank<O>>,
        Axis<0>: AxisOf<O, Removed = Rank<C>>,
        T: Scalar,
    {
        raise(self.try_lstsq_with_rcond(b, rcond))
    }

    /// Fallible form of [`lstsq_with_rcond`](TensorRef::lstsq_with_rcond).
    pub fn try_lstsq_with_rcond<
        const B: usize,
        const O: usize,
        const C: usize,
        const V: usize,
        const S: usize,
    >(
        &self,
        b: &TensorRef<T, B>,
        rcond: T::Real,
    ) -> Result<Lstsq<T, O, C, V, S>, ShapeError>
    where
        Rank<R>: MatrixRank<Vectors = Rank<V>, Scalars = Rank<S>>,
        Rank<B>: SolveRhs<Rank<R>, Output = Rank<O>>,
        Axis<0>: AxisOf<O, Removed = Rank<C>>,
        T: Scalar,
    {
        tolerance("lstsq_with_rcond", "rcond", rcond, self)?;
        lstsq("lstsq_with_rcond", self, b, Some(rcond))
    }
}

fn lstsq<
    T: Scalar,
    const R: usize,
    const B: usize,
    const O: usize,
    const C: usize,
    const V: usize,
    const S: usize,
>(
    operation: &'static str,
    a: &TensorRef<T, R>,
    b: &TensorRef<T, B>,
    rcond: Option<T::Real>,
) -> Result<Lstsq<T, O, C, V, S>, ShapeError> {
    let (shape, right) = (a.shape(), b.shape());
    let fail = |kind| ShapeError::new(operation, &[&shape, &right], kind);
    let (m, n) = (shape[R - 2], shape[R - 1]);
    let axis = if B == R { B - 2 } else { 0 };
    if right[axis] != m {
        return Err(fail(ErrorKind::SizesDiffer { axis, left: m, right: right[axis] }));
    }
    let matrices = common_batch(operation, shape, right)?;
    // Without the size of a column if the right side is a vector.
    let column = if B == R { &right[B - 1..] } else { &[] };
    let sizes = [n, column.first().copied().unwrap_or(1)];
    let solution = layout::<T, R, O>(operation, matrices, &sizes[..1 + column.len()])?;
    let residuals = layout::<T::Real, R, C>(operation, matrices, column)?;
    let singular_values = layout::<T::Real, R, V>(operation, matrices, &[m.min(n)])?;
    let rank = layout::<usize, R, S>(operation, matrices, &[])?;
    let left = Batch::new(&a.source_with(&repeated(operation, a, matrices)?));
    let right = Batch::new(&b.source_with(&repeated(operation, b, matrices)?));
    let found = T::lstsq(&left, &right, rcond, Seal).map_err(fail)?;
    Ok(Lstsq {
        solution: Tensor::owned(found.solution, solution),
        residuals: Tensor::owned(found.residuals, residuals),
        rank: Tensor::owned(found.ranks, rank),
        singular_values: Tensor::owned(found.singular_values, singular_values),
    })
}
