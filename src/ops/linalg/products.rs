//! Products with vectors: `dot matvec vecmat outer`.

use super::batches::contracted;
use crate::error::{ErrorKind, ShapeError, raise};
use crate::kernels::{Sees::Copies, Visit, of_two, product};
use crate::layout::{Layout, Order};
use crate::ops::operators::of_clones;
use crate::rank::{AxisOf, IsRankOne, Last, Plus, Rank, VectorsOf};
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

/// Multiplies each matrix by a vector: by its rows if `is_matvec`, else by its columns.
fn batch_of_vectors<T, const M: usize, const V: usize, const O: usize>(
    operation: &'static str,
    matrices: &TensorRef<T, M>,
    vectors: &TensorRef<T, V>,
    is_matvec: bool,
) -> Result<Tensor<T, O>, ShapeError>
where
    T: Clone + Zero + Mul<Output = T>,
{
    let (matrix, vector) = (matrices.shape(), vectors.shape());
    let (kept, summed) = if is_matvec { (M - 2, M - 1) } else { (M - 1, M - 2) };
    let (batches, of_vectors) = (&matrix[..M - 2], &vector[..V - 1]);
    // The left operand comes first in errors.
    let in_order = |of_matrix, of_vector| match is_matvec {
        true => (of_matrix, of_vector),
        false => (of_vector, of_matrix),
    };
    if matrix[summed] != vector[V - 1] {
        let (left, right) = in_order(matrix[summed], vector[V - 1]);
        let kind = ErrorKind::InnerDimensions { left, right };
        let shapes: [&[usize]; 2] = if is_matvec { [&matrix, &vector] } else { [&vector, &matrix] };
        return Err(ShapeError::new(operation, &shapes, kind));
    }
    let mut shape = [matrix[kept]; O];
    let shapes = if is_matvec { [batches, of_vectors] } else { [of_vectors, batches] };
    for (axis, &size) in batches.iter().enumerate() {
        let other = (axis + V + 1).checked_sub(M).map_or(1, |axis| of_vectors[axis]);
        shape[axis] = if size == 1 { other } else { size };
        if other != 1 && size != 1 && other != size {
            let (left, right) = in_order(size, other);
            let kind = ErrorKind::NotBroadcastable { axis, left, right };
            return Err(ShapeError::new(operation, &shapes, kind));
        }
    }
    // The axis of the matrices that is kept is the last one of the result.
    let numbers = core::array::from_fn(|axis| match axis {
        _ if axis == summed => O,
        _ if axis == kept => O - 1,
        _ => axis,
    });
    let of_vectors = core::array::from_fn(|axis| if axis == V - 1 { O } else { O - V + axis });
    contracted(operation, matrices, vectors, numbers, of_vectors, shape)
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

    /// Multiplies matrices by column vectors. The axes before those are batches.
    ///
    /// `[.., m, k] x [.., k] -> [.., m]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(m.matvec(&tensor![1, 0, 2]), tensor![7, 16]);
    ///
    /// let batch = Tensor::<f32, 3>::ones([8, 2, 3]);
    /// assert_eq!(batch.matvec(&Tensor::<f32, 2>::ones([8, 3])).shape(), [8, 2]);
    /// assert_eq!(batch.matvec(&tensor![1.0, 2.0, 3.0]).shape(), [8, 2]); // one vector for all
    /// ```
    ///
    /// The batches of the vectors broadcast to those of the matrices. One matrix takes one vector; to multiply
    /// a batch of vectors by one matrix, use `x.matmul(m.transpose())`:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2], [3, 4]];
    /// m.matvec(&m); // vectors of `Rank<2>` cannot be multiplied with matrices of `Rank<2>`
    /// ```
    ///
    /// # Panics
    /// If the inner dimensions differ, `matvec: [2, 3] x [2]: inner dimensions differ (3 and 2)`, or the batches
    /// do not broadcast, `matvec: [2] and [5]: sizes 2 and 5 meet at axis 0 and neither is 1`.
    ///
    /// numpy: `matvec`; torch: `mv`; ndarray: `dot`.
    #[doc(alias = "mv")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn matvec<const B: usize, const O: usize>(&self, vectors: &TensorRef<T, B>) -> Tensor<T, O>
    where
        Rank<B>: VectorsOf<Rank<R>>,
        Last: AxisOf<R, Removed = Rank<O>>,
        T: Clone + Zero + Mul<Output = T>,
    {
        raise(self.try_matvec(vectors))
    }

    /// Fallible form of [`matvec`](TensorRef::matvec).
    pub fn try_matvec<const B: usize, const O: usize>(
        &self,
        vectors: &TensorRef<T, B>,
    ) -> Result<Tensor<T, O>, ShapeError>
    where
        Rank<B>: VectorsOf<Rank<R>>,
        Last: AxisOf<R, Removed = Rank<O>>,
        T: Clone + Zero + Mul<Output = T>,
    {
        if R > 2 {
            return batch_of_vectors("matvec", self, vectors, true);
        }
        inner("matvec", &self.shape(), &vectors.shape())?;
        let shape = [self.shape()[0]; O];
        let layout = Layout::new_in("matvec", shape, Order::RowMajor, size_of::<T>())?;
        Ok(Tensor::owned(product::matvec(self.source(), vectors.source()), layout))
    }

    /// Multiplies row vectors by matrices. The axes before those are batches.
    ///
    /// `[.., k] x [.., k, n] -> [.., n]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(tensor![1, 2].vecmat(&m), tensor![9, 12, 15]);
    ///
    /// let batch = Tensor::<f32, 3>::ones([8, 2, 3]);
    /// assert_eq!(Tensor::<f32, 2>::ones([8, 2]).vecmat(&batch).shape(), [8, 3]);
    /// ```
    ///
    /// The batches of the vectors broadcast to those of the matrices. One matrix takes one vector; to multiply
    /// a batch of vectors by one matrix, use [`matmul`](TensorRef::matmul):
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2], [3, 4]];
    /// m.vecmat(&m); // vectors of `Rank<2>` cannot be multiplied with matrices of `Rank<2>`
    /// ```
    ///
    /// Complex numbers are not conjugated.
    ///
    /// # Panics
    /// If the inner dimensions differ, `vecmat: [3] x [2, 3]: inner dimensions differ (3 and 2)`, or the batches
    /// do not broadcast, `vecmat: [5] and [2]: sizes 5 and 2 meet at axis 0 and neither is 1`.
    ///
    /// numpy: `vecmat`, which conjugates the vector; ndarray: `dot`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn vecmat<const B: usize, const O: usize>(&self, matrices: &TensorRef<T, B>) -> Tensor<T, O>
    where
        Rank<R>: VectorsOf<Rank<B>>,
        Last: AxisOf<B, Removed = Rank<O>>,
        T: Clone + Zero + Mul<Output = T>,
    {
        raise(self.try_vecmat(matrices))
    }

    /// Fallible form of [`vecmat`](TensorRef::vecmat).
    pub fn try_vecmat<const B: usize, const O: usize>(
        &self,
        matrices: &TensorRef<T, B>,
    ) -> Result<Tensor<T, O>, ShapeError>
    where
        Rank<R>: VectorsOf<Rank<B>>,
        Last: AxisOf<B, Removed = Rank<O>>,
        T: Clone + Zero + Mul<Output = T>,
    {
        if B > 2 {
            return batch_of_vectors("vecmat", matrices, self, false);
        }
        inner("vecmat", &self.shape(), &matrices.shape())?;
        let shape = [matrices.shape()[1]; O];
        let layout = Layout::new_in("vecmat", shape, Order::RowMajor, size_of::<T>())?;
        Ok(Tensor::owned(product::vecmat(self.source(), matrices.source()), layout))
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
            (left.source(), right.source()).gather(Copies, &layout, of_two(of_clones::mul));
        Ok(Tensor::owned(elements, layout))
    }
}
