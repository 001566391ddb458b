//! Products with vectors: `dot matvec vecmat outer`.

use crate::error::{ErrorKind, ShapeError, raise};
use crate::kernels::{Sees::Copies, Visit, product};
use crate::layout::{Layout, Order};
use crate::rank::{IsRankOne, IsRankTwo, Plus, Rank};
use crate::tensor::{Tensor, TensorRef};
use core::ops::Mul;
use num_traits::Zero;

/// Checks that the last size on the left equals the first size on the right.
fn inner(operation: &'static str, left: &[usize], right: &[usize]) -> Result<(), ShapeError> {
    let (Some(&l), Some(&r)) = (left.last(), right.first()) else { return Ok(()) };
    if l == r {
        return Ok(());
    }
    let kind = ErrorKind::InnerDimensions { left: l, right: r };
    Err(ShapeError::new(operation, &[left, right], kind))
}

impl<T, const R: usize> TensorRef<T, R> {
    /// Returns the dot product of two vectors: the sum of the products of their elements.
    ///
    /// `[k] x [k] -> T`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![1, 2, 3].dot(&tensor![4, 5, 6]), 32);
    /// ```
    ///
    /// Matrices are multiplied by [`matmul`](TensorRef::matmul):
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2], [3, 4]];
    /// m.dot(&m); // a vector has rank 1, found `Rank<2>`
    /// ```
    ///
    /// Complex numbers are not conjugated; `z.conj().dot(&w)` conjugates the left vector. Floats
    /// are added pairwise. Higham (2002), "Accuracy and stability of numerical algorithms", section
    /// 4.2.
    ///
    /// # Panics
    /// If the sizes differ: `dot: [3] x [4]: inner dimensions differ (3 and 4)`.
    ///
    /// numpy, torch, ndarray: `dot`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn dot<const B: usize>(&self, other: &TensorRef<T, B>) -> T
    where
        Rank<R>: IsRankOne,
        Rank<B>: IsRankOne,
        T: Clone + Zero + Mul<Output = T>,
    {
        raise(self.try_dot(other))
    }

    /// Fallible form of [`dot`](TensorRef::dot).
    pub fn try_dot<const B: usize>(&self, other: &TensorRef<T, B>) -> Result<T, ShapeError>
    where
        Rank<R>: IsRankOne,
        Rank<B>: IsRankOne,
        T: Clone + Zero + Mul<Output = T>,
    {
        inner("dot", &self.shape(), &other.shape())?;
        Ok(product::dot(self.source(), other.source()))
    }

    /// Multiplies a matrix by a column vector.
    ///
    /// `[m, k] x [k] -> [m]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(m.matvec(&tensor![1, 0, 2]), tensor![7, 16]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1, 2].matvec(&tensor![1, 2]); // a matrix of rank 2 is needed here, found `Rank<1>`
    /// ```
    ///
    /// # Panics
    /// If the inner dimensions differ: `matvec: [2, 3] x [2]: inner dimensions differ (3 and 2)`.
    ///
    /// numpy: `matvec`; torch: `mv`; ndarray: `dot`.
    #[doc(alias = "mv")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn matvec<const B: usize>(&self, vector: &TensorRef<T, B>) -> Tensor<T, 1>
    where
        Rank<R>: IsRankTwo,
        Rank<B>: IsRankOne,
        T: Clone + Zero + Mul<Output = T>,
    {
        raise(self.try_matvec(vector))
    }

    /// Fallible form of [`matvec`](TensorRef::matvec).
    pub fn try_matvec<const B: usize>(
        &self,
        vector: &TensorRef<T, B>,
    ) -> Result<Tensor<T, 1>, ShapeError>
    where
        Rank<R>: IsRankTwo,
        Rank<B>: IsRankOne,
        T: Clone + Zero + Mul<Output = T>,
    {
        inner("matvec", &self.shape(), &vector.shape())?;
        let shape = [self.shape()[0]];
        let layout = Layout::new_in("matvec", shape, Order::RowMajor, size_of::<T>())?;
        Ok(Tensor::owned(product::matvec(self.source(), vector.source()), layout))
    }

    /// Multiplies a row vector by a matrix.
    ///
    /// `[k] x [k, n] -> [n]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(tensor![1, 2].vecmat(&m), tensor![9, 12, 15]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2, 3], [4, 5, 6]];
    /// m.vecmat(&tensor![1, 2]); // a vector has rank 1, found `Rank<2>`
    /// ```
    ///
    /// Complex numbers are not conjugated.
    ///
    /// # Panics
    /// If the inner dimensions differ: `vecmat: [3] x [2, 3]: inner dimensions differ (3 and 2)`.
    ///
    /// numpy: `vecmat`, which conjugates the vector; ndarray: `dot`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn vecmat<const B: usize>(&self, matrix: &TensorRef<T, B>) -> Tensor<T, 1>
    where
        Rank<R>: IsRankOne,
        Rank<B>: IsRankTwo,
        T: Clone + Zero + Mul<Output = T>,
    {
        raise(self.try_vecmat(matrix))
    }

    /// Fallible form of [`vecmat`](TensorRef::vecmat).
    pub fn try_vecmat<const B: usize>(
        &self,
        matrix: &TensorRef<T, B>,
    ) -> Result<Tensor<T, 1>, ShapeError>
    where
        Rank<R>: IsRankOne,
        Rank<B>: IsRankTwo,
        T: Clone + Zero + Mul<Output = T>,
    {
        inner("vecmat", &self.shape(), &matrix.shape())?;
        let shape = [matrix.shape()[1]];
        let layout = Layout::new_in("vecmat", shape, Order::RowMajor, size_of::<T>())?;
        Ok(Tensor::owned(product::vecmat(self.source(), matrix.source()), layout))
    }

    /// Returns the outer product: each element of one tensor times each element of the other.
    ///
    /// `[a, b] x [c] -> [a, b, c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let table: Tensor<i32, 2> = tensor![1, 2].outer(&tensor![3, 4, 5]);
    /// assert_eq!(table, tensor![[3, 4, 5], [6, 8, 10]]);
    /// ```
    ///
    /// The rank of the result is the sum of both ranks:
    ///
    /// ```compile_fail,E0308
    /// use holor::prelude::*;
    ///
    /// let table: Tensor<i32, 1> = tensor![1, 2].outer(&tensor![3, 4, 5]); // expected `1`, found `2`
    /// ```
    ///
    /// # Panics
    /// If the result is too large for memory: `outer: [4611686018427387904, 4]: more elements than
    /// memory can address`.
    ///
    /// numpy: `multiply.outer`; torch: `outer`, of vectors.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn outer<const B: usize, const O: usize>(&self, other: &TensorRef<T, B>) -> Tensor<T, O>
    where
        Rank<R>: Plus<Rank<B>, Output = Rank<O>>,
        T: Clone + Mul<Output = T>,
    {
        raise(self.try_outer(other))
    }

    /// Fallible form of [`outer`](TensorRef::outer).
    ///
    /// # Errors
    /// Where `outer` panics:
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let one = Tensor::scalar(1_u8);
    /// let (a, b) = (one.broadcast_to([1 << 62]), one.broadcast_to([4]));
    /// assert_eq!(
    ///     a.try_outer(&b).unwrap_err().to_string(),
    ///     "outer: [4611686018427387904, 4]: more elements than memory can address"
    /// );
    /// ```
    pub fn try_outer<const B: usize, const O: usize>(
        &self,
        other: &TensorRef<T, B>,
    ) -> Result<Tensor<T, O>, ShapeError>
    where
        Rank<R>: Plus<Rank<B>, Output = Rank<O>>,
        T: Clone + Mul<Output = T>,
    {
        let (a, b) = (self.layout(), other.layout());
        let mut shape = [0; O];
        shape[..R].copy_from_slice(&a.shape());
        shape[R..].copy_from_slice(&b.shape());
        let layout = Layout::new_in("outer", shape, Order::RowMajor, size_of::<T>())?;
        // Each operand has stride 0 along the axes of the other one.
        let (mut left, mut right) = ([0; O], [0; O]);
        left[..R].copy_from_slice(&a.strides());
        right[R..].copy_from_slice(&b.strides());
        let size = size_of::<T>();
        let left = Layout::strided_in("outer", shape, left, a.offset(), size)?;
        let right = Layout::strided_in("outer", shape, right, b.offset(), size)?;
        let (left, right) = (self.with_layout(left), other.with_layout(right));
        let elements =
            (left.source(), right.source()).gather(Copies, &layout, |(a, b)| a.clone() * b.clone());
        Ok(Tensor::owned(elements, layout))
    }
}
