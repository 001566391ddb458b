//! `lstsq`: systems of linear equations in the sense of least squares.

use super::{Scalar, tolerance};
use crate::algorithms::decompose::Batch;
use crate::error::{ErrorKind, ShapeError, raise};
use crate::layout::{Layout, Order};
use crate::rank::seal::Seal;
use crate::rank::{Axis, AxisOf, IsRankTwo, Rank, SolveRhs};
use crate::tensor::{Tensor, TensorRef};

/// The result of [`lstsq`](TensorRef::lstsq): for a right side of rank `B`, `C` is `B - 1`.
#[derive(Clone, Debug, PartialEq)]
pub struct Lstsq<T: Scalar, const B: usize, const C: usize> {
    /// The solution with the smallest norm among those with the smallest residuals.
    pub solution: Tensor<T, B>,
    /// The sum of the squares of `b - a x`, for each column of `b`.
    pub residuals: Tensor<T::Real, C>,
    /// The rank of the matrix.
    pub rank: usize,
    /// The singular values of the matrix, from the largest to the smallest one.
    pub singular_values: Tensor<T::Real, 1>,
}

impl<T, const R: usize> TensorRef<T, R> {
    /// Solves a system of linear equations in the sense of least squares: returns the `x` for which
    /// `a x` is closest to `b`.
    ///
    /// `[m, n], [m] -> [n]` and `[m, n], [m, k] -> [n, k]`
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
    /// assert!(residuals.item() < 1e-28 && rank == 2);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// let a = Tensor::<f64, 3>::ones([5, 3, 2]);
    /// a.lstsq(&tensor![1.0, 2.0, 3.0]); // a matrix of rank 2 is needed here, found `Rank<3>`
    /// ```
    ///
    /// If the columns of `a` are linearly dependent, `x` has the smallest norm of all solutions. Singular
    /// values count as zero as in [`matrix_rank`](TensorRef::matrix_rank).
    /// [`lstsq_with_rcond`](TensorRef::lstsq_with_rcond) takes another tolerance.
    ///
    /// # Panics
    /// If the numbers of rows differ, `lstsq: [3, 2] and [2]: sizes 3 and 2 of axis 0 differ`, and where
    /// [`svd`](TensorRef::svd) panics: `lstsq: [2, 2] and [2]: matrix 0 has an element that is infinite or
    /// NaN`.
    ///
    /// numpy: `linalg.lstsq`, which returns no residuals if `a` has not full rank or no more rows than
    /// columns; torch: `linalg.lstsq(driver="gelsd")`. Golub and Van Loan (2013), "Matrix computations",
    /// section 5.5.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn lstsq<const B: usize, const C: usize>(&self, b: &TensorRef<T, B>) -> Lstsq<T, B, C>
    where
        Rank<R>: IsRankTwo,
        Rank<B>: SolveRhs<Rank<2>, Output = Rank<B>>,
        Axis<0>: AxisOf<B, Removed = Rank<C>>,
        T: Scalar,
    {
        raise(self.try_lstsq(b))
    }

    /// Fallible form of [`lstsq`](TensorRef::lstsq).
    pub fn try_lstsq<const B: usize, const C: usize>(
        &self,
        b: &TensorRef<T, B>,
    ) -> Result<Lstsq<T, B, C>, ShapeError>
    where
        Rank<R>: IsRankTwo,
        Rank<B>: SolveRhs<Rank<2>, Output = Rank<B>>,
        Axis<0>: AxisOf<B, Removed = Rank<C>>,
        T: Scalar,
    {
        lstsq("lstsq", self, b, None)
    }

    /// Solves a system of linear equations in the sense of least squares, where a singular value counts as
    /// zero if it is at most `rcond` times the largest one.
    ///
    /// `[m, n], [m] -> [n]` and `[m, n], [m, k] -> [n, k]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let a = tensor![[1.0, 0.0], [0.0, 1e-5]];
    /// let result = a.lstsq_with_rcond(&tensor![1.0, 1.0], 1e-3);
    /// assert!(result.solution.all_close(&tensor![1.0, 0.0], 0.0, 1e-14));
    /// assert_eq!(result.rank, 1);
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
    pub fn lstsq_with_rcond<const B: usize, const C: usize>(
        &self,
        b: &TensorRef<T, B>,
        rcond: T::Real,
    ) -> Lstsq<T, B, C>
    where
        Rank<R>: IsRankTwo,
        Rank<B>: SolveRhs<Rank<2>, Output = Rank<B>>,
        Axis<0>: AxisOf<B, Removed = Rank<C>>,
        T: Scalar,
    {
        raise(self.try_lstsq_with_rcond(b, rcond))
    }

    /// Fallible form of [`lstsq_with_rcond`](TensorRef::lstsq_with_rcond).
    pub fn try_lstsq_with_rcond<const B: usize, const C: usize>(
        &self,
        b: &TensorRef<T, B>,
        rcond: T::Real,
    ) -> Result<Lstsq<T, B, C>, ShapeError>
    where
        Rank<R>: IsRankTwo,
        Rank<B>: SolveRhs<Rank<2>, Output = Rank<B>>,
        Axis<0>: AxisOf<B, Removed = Rank<C>>,
        T: Scalar,
    {
        tolerance("lstsq_with_rcond", "rcond", rcond, self)?;
        lstsq("lstsq_with_rcond", self, b, Some(rcond))
    }
}

fn lstsq<T: Scalar, const R: usize, const B: usize, const C: usize>(
    operation: &'static str,
    a: &TensorRef<T, R>,
    b: &TensorRef<T, B>,
    rcond: Option<T::Real>,
) -> Result<Lstsq<T, B, C>, ShapeError> {
    let (shape, right) = (a.shape(), b.shape());
    let fail = |kind| ShapeError::new(operation, &[&shape, &right], kind);
    let (m, n) = (shape[0], shape[1]);
    if right[0] != m {
        return Err(fail(ErrorKind::SizesDiffer { axis: 0, left: m, right: right[0] }));
    }
    let mut solution = right;
    solution[0] = n;
    let mut residuals = [0; C];
    residuals.copy_from_slice(&right[1..]);
    let solution = Layout::new_in(operation, solution, Order::RowMajor, size_of::<T>())?;
    let residuals = Layout::new_in(operation, residuals, Order::RowMajor, size_of::<T::Real>())?;
    let values = Layout::new_in(operation, [m.min(n)], Order::RowMajor, size_of::<T::Real>())?;
    // A vector is a matrix of one column.
    let (k, stride) = if B == 2 { (right[B - 1], b.strides()[B - 1]) } else { (1, 0) };
    let columns = [b.strides()[0], stride];
    let offset = b.layout().offset();
    let columns = Layout::strided_in(operation, [m, k], columns, offset, size_of::<T>())?;
    let (left, right) = (Batch::new(&a.source()), Batch::new(&b.source_with(&columns)));
    let found = T::lstsq(&left, &right, rcond, Seal).map_err(fail)?;
    Ok(Lstsq {
        solution: Tensor::owned(found.solution, solution),
        residuals: Tensor::owned(found.residuals, residuals),
        rank: found.rank,
        singular_values: Tensor::owned(found.singular_values, values),
    })
}
