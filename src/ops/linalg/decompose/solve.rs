//! `solve inv det slogdet`: linear systems, inverses and determinants, by LU decompositions.

use super::{Scalar, failed, layout, matrices, square, tensor};
use crate::algorithms::decompose::Batch;
use crate::error::{ErrorKind, ShapeError, raise};
use crate::layout::{Layout, Order};
use crate::rank::seal::Seal;
use crate::rank::{MatrixRank, Rank, SolveRhs};
use crate::tensor::{Tensor, TensorRef};

/// The result of [`slogdet`](TensorRef::slogdet).
#[derive(Clone, Debug, PartialEq)]
pub struct SlogDet<T: Scalar, const R: usize> {
    /// 1, -1, or 0 for a singular matrix; of a complex matrix a number of absolute value 1, or 0.
    pub sign: Tensor<T, R>,
    /// The natural logarithm of the absolute value; negative infinity for a singular matrix.
    pub logdet: Tensor<T::Real, R>,
}

/// Returns the sizes of matrices `a`, repeated where the batch of `a` has size 1 and that of `b` has not.
pub(super) fn common_batch<const R: usize, const B: usize>(
    operation: &'static str,
    a: [usize; R],
    b: [usize; B],
) -> Result<[usize; R], ShapeError> {
    let mut shape = a;
    if B == R {
        for axis in 0..R - 2 {
            let (left, right) = (a[axis], b[axis]);
            if left == 1 {
                shape[axis] = right;
            } else if right != 1 && left != right {
                let kind = ErrorKind::NotBroadcastable { axis, left, right };
                return Err(ShapeError::new(operation, &[&a, &b], kind));
            }
        }
    }
    Ok(shape)
}

/// Returns the elements of an operand as matrices of a batch: those of size 1 are repeated, a vector is a
/// column of each.
pub(super) fn repeated<T, const B: usize, const R: usize>(
    operation: &'static str,
    operand: &TensorRef<T, B>,
    batch: [usize; R],
) -> Result<Layout<R>, ShapeError> {
    let (mut shape, mut strides) = (batch, [0; R]);
    let (sizes, own) = (operand.shape(), operand.strides());
    if B == R {
        for axis in 0..R - 2 {
            strides[axis] = if sizes[axis] == 1 { 0 } else { own[axis] };
        }
        shape[R - 2..].copy_from_slice(&sizes[B - 2..]);
        strides[R - 2..].copy_from_slice(&own[B - 2..]);
    } else {
        (shape[R - 2], shape[R - 1]) = (sizes[0], 1);
        strides[R - 2] = own[0];
    }
    let offset = operand.layout().offset();
    Layout::strided_in(operation, shape, strides, offset, size_of::<T>())
}

impl<T, const R: usize> TensorRef<T, R> {
    /// Solves systems of linear equations: returns `x` with `a x = b`, for each matrix `a` of the last two
    /// axes.
    ///
    /// `[.., n, n], [.., n, k] -> [.., n, k]`, and with one vector `[.., n, n], [n] -> [.., n]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let a = tensor![[4.0, 3.0], [2.0, 1.0]];
    /// assert_eq!(a.solve(&tensor![10.0, 4.0]), tensor![1.0, 2.0]);
    /// assert_eq!(a.solve(&tensor![[10.0, 4.0], [4.0, 2.0]]), tensor![[1.0, 1.0], [2.0, 0.0]]);
    /// ```
    ///
    /// A right side of the same rank has a matrix for each matrix of the batch; axes of size 1 before the
    /// last two are repeated. Any other rank does not compile:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// let a = Tensor::<f64, 3>::ones([5, 2, 2]);
    /// a.solve(&Tensor::<f64, 2>::ones([5, 2])); // a vector or has `Rank<3>` too, found `Rank<2>`
    /// ```
    ///
    /// A vector for each matrix is a matrix of one column, `b.unsqueeze(Last)`.
    ///
    /// The solution is exact for a matrix close to `a`: the residual `b - a x` is small, as
    /// [`accuracy`](crate::accuracy) says. The error of `x` grows with the condition number of `a`.
    /// Elements that are infinite or NaN are no error: the result has NaN, infinities or zeros in it.
    ///
    /// # Panics
    /// If a matrix is not square, `solve: [2, 3] and [2]: a square matrix is needed, found 2 rows and 3
    /// columns`; if the numbers of rows differ, `solve: [3, 3] and [2]: sizes 3 and 2 of axis 0 differ`; if
    /// the batches do not broadcast; and if a matrix has no inverse, because a pivot is exactly zero:
    /// `solve: [3, 3] and [3]: matrix 0 is singular (pivot 2 is zero)`.
    ///
    /// numpy and torch: `linalg.solve`. LU decomposition with partial pivoting: Golub and Van Loan (2013),
    /// "Matrix computations", section 3.4.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn solve<const B: usize, const O: usize>(&self, b: &TensorRef<T, B>) -> Tensor<T, O>
    where
        Rank<R>: MatrixRank,
        Rank<B>: SolveRhs<Rank<R>, Output = Rank<O>>,
        T: Scalar,
    {
        raise(self.try_solve(b))
    }

    /// Fallible form of [`solve`](TensorRef::solve).
    ///
    /// # Errors
    /// Where `solve` panics:
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let a = tensor![[1.0, 2.0], [2.0, 4.0]];
    /// let error = a.try_solve(&tensor![1.0, 1.0]).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "solve: [2, 2] and [2]: matrix 0 is singular (pivot 1 is zero)"
    /// );
    /// assert_eq!(*error.kind(), ErrorKind::Singular { matrix: 0, pivot: 1 });
    /// ```
    pub fn try_solve<const B: usize, const O: usize>(
        &self,
        b: &TensorRef<T, B>,
    ) -> Result<Tensor<T, O>, ShapeError>
    where
        Rank<R>: MatrixRank,
        Rank<B>: SolveRhs<Rank<R>, Output = Rank<O>>,
        T: Scalar,
    {
        let (shape, right) = (self.shape(), b.shape());
        let fail = |kind| ShapeError::new("solve", &[&shape, &right], kind);
        let n = match [shape[R - 2], shape[R - 1]] {
            [rows, columns] if rows == columns => rows,
            [rows, columns] => return Err(fail(ErrorKind::NotSquare { rows, columns })),
        };
        let axis = if B == R { B - 2 } else { 0 };
        if right[axis] != n {
            return Err(fail(ErrorKind::SizesDiffer { axis, left: n, right: right[axis] }));
        }
        let batch = common_batch("solve", shape, right)?;
        // Without the size of a column if the right side is a vector.
        let mut result = [0; O];
        result[..R - 1].copy_from_slice(&batch[..R - 1]);
        result[O - 1] = if B == R { right[B - 1] } else { n };
        let layout = Layout::new_in("solve", result, Order::RowMajor, size_of::<T>())?;
        let left = Batch::new(&self.source_with(&repeated("solve", self, batch)?));
        let right = Batch::new(&b.source_with(&repeated("solve", b, batch)?));
        Ok(tensor(T::solve(&left, &right, Seal).map_err(fail)?, layout))
    }

    /// Returns the inverse of each matrix of the last two axes.
    ///
    /// `[.., n, n] -> [.., n, n]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let a = tensor![[4.0, 3.0], [2.0, 1.0]];
    /// assert_eq!(a.inv(), tensor![[-0.5, 1.5], [1.0, -2.0]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, 2.0].inv(); // a matrix needs rank 2 or more, found `Rank<1>`
    /// ```
    ///
    /// A system of equations is solved faster and more precisely by [`solve`](TensorRef::solve). Elements
    /// that are infinite or NaN are no error: the result has NaN, infinities or zeros in it.
    ///
    /// # Panics
    /// If a matrix is not square, `inv: [2, 3]: a square matrix is needed, found 2 rows and 3 columns`, or
    /// has no inverse, because a pivot is exactly zero:
    /// `inv: [5, 3, 3]: matrix 4 is singular (pivot 2 is zero)`.
    ///
    /// numpy and torch: `linalg.inv`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn inv(&self) -> Tensor<T, R>
    where
        Rank<R>: MatrixRank,
        T: Scalar,
    {
        raise(self.try_inv())
    }

    /// Fallible form of [`inv`](TensorRef::inv).
    pub fn try_inv(&self) -> Result<Tensor<T, R>, ShapeError>
    where
        Rank<R>: MatrixRank,
        T: Scalar,
    {
        let n = square("inv", self)?;
        let layout = layout::<T, R, R>("inv", self.shape(), &[n, n])?;
        let inverses = T::inv(&matrices(self), Seal).map_err(failed("inv", self))?;
        Ok(tensor(inverses, layout))
    }

    /// Returns the determinant of each matrix of the last two axes.
    ///
    /// `[.., n, n] -> [..]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let a = tensor![[4.0, 3.0], [2.0, 1.0]];
    /// assert_eq!(a.det().item(), -2.0);
    /// let batch = Tensor::<f64, 3>::zeros([5, 2, 2]);
    /// assert_eq!(batch.det(), Tensor::zeros([5]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, 2.0].det(); // a matrix needs rank 2 or more, found `Rank<1>`
    /// ```
    ///
    /// The determinant of a matrix of no rows is 1. The pivots are multiplied with their exponents apart,
    /// so the product overflows or underflows only if the determinant does;
    /// [`slogdet`](TensorRef::slogdet) gives its logarithm.
    ///
    /// # Panics
    /// If a matrix is not square: `det: [2, 3]: a square matrix is needed, found 2 rows and 3 columns`.
    ///
    /// numpy and torch: `linalg.det`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn det<const O: usize>(&self) -> Tensor<T, O>
    where
        Rank<R>: MatrixRank<Scalars = Rank<O>>,
        T: Scalar,
    {
        raise(self.try_det())
    }

    /// Fallible form of [`det`](TensorRef::det).
    pub fn try_det<const O: usize>(&self) -> Result<Tensor<T, O>, ShapeError>
    where
        Rank<R>: MatrixRank<Scalars = Rank<O>>,
        T: Scalar,
    {
        square("det", self)?;
        let layout = layout::<T, R, O>("det", self.shape(), &[])?;
        Ok(tensor(T::det(&matrices(self), Seal), layout))
    }

    /// Returns the sign of the determinant of each matrix of the last two axes, and the logarithm of its
    /// absolute value.
    ///
    /// `[.., n, n] -> [..], [..]`
    ///
    /// ```
    /// use holor::linalg::SlogDet;
    /// use holor::prelude::*;
    ///
    /// let a = Tensor::<f64, 2>::eye(1000) * -0.1; // the determinant, 1e-1000, is no `f64`
    /// let SlogDet { sign, logdet } = a.slogdet();
    /// assert_eq!(sign.item(), 1.0);
    /// assert!((logdet.item() - 1000.0 * 0.1_f64.ln()).abs() < 1e-9);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, 2.0].slogdet(); // a matrix needs rank 2 or more, found `Rank<1>`
    /// ```
    ///
    /// A singular matrix has sign 0 and logarithm negative infinity.
    ///
    /// # Panics
    /// If a matrix is not square: `slogdet: [2, 3]: a square matrix is needed, found 2 rows and 3
    /// columns`.
    ///
    /// numpy and torch: `linalg.slogdet`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn slogdet<const O: usize>(&self) -> SlogDet<T, O>
    where
        Rank<R>: MatrixRank<Scalars = Rank<O>>,
        T: Scalar,
    {
        raise(self.try_slogdet())
    }

    /// Fallible form of [`slogdet`](TensorRef::slogdet).
    pub fn try_slogdet<const O: usize>(&self) -> Result<SlogDet<T, O>, ShapeError>
    where
        Rank<R>: MatrixRank<Scalars = Rank<O>>,
        T: Scalar,
    {
        square("slogdet", self)?;
        let layout = layout::<T, R, O>("slogdet", self.shape(), &[])?;
        let (sign, logdet) = T::slogdet(&matrices(self), Seal);
        Ok(SlogDet { sign: tensor(sign, layout), logdet: tensor(logdet, layout) })
    }
}
