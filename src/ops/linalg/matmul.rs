//! `matmul` and `matmul_into`: matrices, in batches that broadcast.

use crate::error::{ErrorKind, ShapeError, raise};
use crate::kernels::product;
use crate::layout::{Layout, Order};
use crate::rank::seal::Seal;
use crate::rank::{BroadcastWith, MatrixRank, Rank};
use crate::tensor::{Tensor, TensorRef, TensorView, TensorViewMut};
use core::ops::Mul;
use num_traits::Zero;

/// The right operand of [`matmul`](TensorRef::matmul): a tensor, owned or borrowed, by whose
/// matrices those of a rank-`R` tensor of `T` can be multiplied.
///
/// A generic function names it when both ranks are unknown, or when the right operand is of any
/// kind. The relation stands on the argument, so the rank of the right operand needs no name:
///
/// ```
/// use holor::prelude::*;
///
/// fn twice<M, const R: usize>(x: &TensorRef<f32, R>, w: M) -> Tensor<f32, R>
/// where
///     Rank<R>: MatrixRank,
///     M: MatmulRhs<f32, R, Output = Rank<R>> + Copy,
/// {
///     x.matmul(w).matmul(w)
/// }
/// let x = Tensor::<f32, 3>::ones([5, 2, 2]);
/// assert_eq!(twice(&x, &tensor![[1.0, 2.0], [0.0, 1.0]]).shape(), [5, 2, 2]);
/// ```
///
/// Required by `matmul` and `try_matmul`. Only this crate implements it.
#[diagnostic::on_unimplemented(
    message = "matmul: `{Self}` is not a tensor that a rank-{R} tensor of `{T}` can be multiplied with",
    label = "expected a tensor of rank 2 or more with elements of type `{T}`",
    note = "`.cast()` converts elements, `tensor![..]` makes a tensor of nested arrays"
)]
pub trait MatmulRhs<T, const R: usize> {
    /// The rank of the product: the larger of both ranks.
    type Output;
    /// The rank of the right operand.
    #[doc(hidden)]
    const RANK: usize;

    /// Returns the elements with axes of size 1 in front, up to rank `O`.
    #[doc(hidden)]
    fn padded<const O: usize>(&self, _: Seal) -> TensorView<'_, T, O>;
}

macro_rules! right_operands {
    ($($Rhs:ty)+) => { $(
        impl<T, const R: usize, const B: usize, const O: usize> MatmulRhs<T, R> for $Rhs
        where
            Rank<B>: MatrixRank,
            Rank<R>: BroadcastWith<Rank<B>, Output = Rank<O>>,
        {
            type Output = Rank<O>;
            const RANK: usize = B;

            #[inline]
            fn padded<const P: usize>(&self, _: Seal) -> TensorView<'_, T, P> {
                padded(self)
            }
        }
    )+ };
}

right_operands! {
    &TensorRef<T, B>
    &Tensor<T, B>
    &TensorView<'_, T, B>
    &TensorViewMut<'_, T, B>
    TensorView<'_, T, B>
    Tensor<T, B>
}

/// Adds axes of size 1 in front, up to rank `O`.
#[inline]
fn padded<T, const R: usize, const O: usize>(tensor: &TensorRef<T, R>) -> TensorView<'_, T, O> {
    let mut shape = [1; O];
    shape[O - R..].copy_from_slice(&tensor.shape());
    let layout = tensor.layout().broadcast_to(shape, size_of::<T>());
    tensor.selecting(layout.expect("as many elements as before"))
}

impl<T, const R: usize> TensorRef<T, R> {
    /// Multiplies matrices: those of the last two axes. The other axes are batches, which
    /// broadcast.
    ///
    /// `[.., m, k] x [.., k, n] -> [.., m, n]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let a = tensor![[1, 2, 3], [4, 5, 6]];
    /// let b = tensor![[1, 0], [0, 1], [2, 2]];
    /// assert_eq!(a.matmul(&b), tensor![[7, 8], [16, 17]]);
    ///
    /// let heads = Tensor::<f32, 4>::zeros([8, 6, 10, 64]); // batch, head, position, feature
    /// let scores = heads.matmul(heads.transpose());
    /// assert_eq!(scores.shape(), [8, 6, 10, 10]);
    ///
    /// let weights = Tensor::<f32, 2>::zeros([64, 32]); // one matrix for all batches
    /// assert_eq!(heads.matmul(&weights).shape(), [8, 6, 10, 32]);
    /// ```
    ///
    /// A vector is not a matrix; [`matvec`](TensorRef::matvec), [`vecmat`](TensorRef::vecmat) and
    /// [`dot`](TensorRef::dot) multiply vectors:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// let a = tensor![[1, 2, 3], [4, 5, 6]];
    /// a.matmul(&tensor![1, 0, 1]); // a matrix needs rank 2 or more, found `Rank<1>`
    /// ```
    ///
    /// Every number type and any strides work: a transposed view is multiplied without a copy of
    /// your own. An inner size of 0 gives zeros. Large products of floats and complex numbers run
    /// on several threads (feature `rayon`).
    ///
    /// [`matmul_into`](TensorRef::matmul_into) writes into a tensor that exists.
    ///
    /// # Panics
    /// If the inner dimensions differ,
    /// `matmul: [2, 3] x [4, 5]: inner dimensions differ (3 and 4)`, or the batches do not
    /// broadcast, `matmul: [2, 4, 3] and [5, 3, 4]: sizes 2 and 5 meet at axis 0 and neither is 1`.
    ///
    /// numpy and torch: `matmul`, `@`; ndarray: `dot`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn matmul<M, const O: usize>(&self, rhs: M) -> Tensor<T, O>
    where
        Rank<R>: MatrixRank,
        M: MatmulRhs<T, R, Output = Rank<O>>,
        T: Clone + Zero + Mul<Output = T>,
    {
        raise(self.try_matmul(rhs))
    }

    /// Fallible form of [`matmul`](TensorRef::matmul).
    ///
    /// # Errors
    /// Where `matmul` panics, and if the product is too large for memory.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let (a, b) = (Tensor::<f32, 3>::ones([2, 4, 3]), Tensor::<f32, 3>::ones([5, 3, 4]));
    /// assert_eq!(
    ///     a.try_matmul(&b).unwrap_err().to_string(),
    ///     "matmul: [2, 4, 3] and [5, 3, 4]: sizes 2 and 5 meet at axis 0 and neither is 1"
    /// );
    /// ```
    pub fn try_matmul<M, const O: usize>(&self, rhs: M) -> Result<Tensor<T, O>, ShapeError>
    where
        Rank<R>: MatrixRank,
        M: MatmulRhs<T, R, Output = Rank<O>>,
        T: Clone + Zero + Mul<Output = T>,
    {
        let (a, b) = (padded::<T, R, O>(self), rhs.padded::<O>(Seal));
        let shape = shape_of("matmul", a.shape(), b.shape(), [R, M::RANK])?;
        let layout = Layout::new_in("matmul", shape, Order::RowMajor, size_of::<T>())?;
        Ok(Tensor::owned(product::matmul(a.source(), b.source(), &layout), layout))
    }

    /// Multiplies matrices into a tensor that exists, as [`matmul`](TensorRef::matmul).
    ///
    /// `[.., m, k] x [.., k, n] -> [.., m, n]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let (queries, keys) = (Tensor::<f32, 3>::ones([8, 5, 4]), Tensor::<f32, 3>::ones([8, 6, 4]));
    /// let mut scores = Tensor::<f32, 3>::zeros([8, 5, 6]);
    /// queries.matmul_into(keys.transpose(), &mut scores);
    /// assert_eq!(scores[[7, 4, 5]], 4.0);
    ///
    /// // Into a part of a larger tensor.
    /// let mut padded = Tensor::<f32, 3>::zeros([8, 5, 10]);
    /// queries.matmul_into(keys.transpose(), &mut padded.slice_mut(s![.., .., ..6]));
    /// assert_eq!(padded.sum(All).item(), 8.0 * 5.0 * 6.0 * 4.0);
    /// ```
    ///
    /// The elements of `out` are written and not read. Its rank is that of the product:
    ///
    /// ```compile_fail,E0308
    /// use holor::prelude::*;
    ///
    /// let a = Tensor::<f32, 3>::ones([8, 5, 5]);
    /// let mut out = Tensor::<f32, 2>::zeros([5, 5]);
    /// a.matmul_into(&a, &mut out); // expected `3`, found `2`
    /// ```
    ///
    /// Any strides work for all three. A [`Tensor`] that shares its buffer copies its elements first.
    /// [`gemm`](fn@crate::gemm) adds a product to a matrix.
    ///
    /// # Panics
    /// Where `matmul` panics, and if `out` does not have the shape of the product,
    /// `matmul_into: [8, 5, 6] and [8, 6, 5]: sizes 5 and 6 of axis 1 differ`.
    ///
    /// numpy and torch: `matmul(.., out=..)`; ndarray: `general_mat_mul`, of matrices.
    #[track_caller]
    pub fn matmul_into<M, const O: usize>(&self, rhs: M, out: &mut TensorRef<T, O>)
    where
        Rank<R>: MatrixRank,
        M: MatmulRhs<T, R, Output = Rank<O>>,
        T: Clone + Zero + Mul<Output = T>,
    {
        raise(self.try_matmul_into(rhs, out));
    }

    /// Fallible form of [`matmul_into`](TensorRef::matmul_into).
    ///
    /// # Errors
    /// Where `matmul_into` panics. `out` is left as it is.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let (a, mut out) = (Tensor::<f32, 2>::ones([3, 3]), Tensor::<f32, 2>::ones([3, 4]));
    /// assert_eq!(
    ///     a.try_matmul_into(&a, &mut out).unwrap_err().to_string(),
    ///     "matmul_into: [3, 3] and [3, 4]: sizes 3 and 4 of axis 1 differ"
    /// );
    /// ```
    pub fn try_matmul_into<M, const O: usize>(
        &self,
        rhs: M,
        out: &mut TensorRef<T, O>,
    ) -> Result<(), ShapeError>
    where
        Rank<R>: MatrixRank,
        M: MatmulRhs<T, R, Output = Rank<O>>,
        T: Clone + Zero + Mul<Output = T>,
    {
        let (a, b) = (padded::<T, R, O>(self), rhs.padded::<O>(Seal));
        let shape = shape_of("matmul_into", a.shape(), b.shape(), [R, M::RANK])?;
        same_shape("matmul_into", &shape, out.layout().shape_ref())?;
        product::gemm(None, a.source(), b.source(), T::zero(), out.sink());
        Ok(())
    }
}

/// Returns the shape of the product of padded operands of these ranks.
fn shape_of<const O: usize>(
    operation: &'static str,
    left: [usize; O],
    right: [usize; O],
    ranks: [usize; 2],
) -> Result<[usize; O], ShapeError> {
    product_shape(left, right).map_err(|kind| {
        ShapeError::new(operation, &[&left[O - ranks[0]..], &right[O - ranks[1]..]], kind)
    })
}

/// Checks that the product has the shape of what it is to be written into.
#[inline]
pub(super) fn same_shape(
    operation: &'static str,
    product: &[usize],
    shape: &[usize],
) -> Result<(), ShapeError> {
    match product.iter().zip(shape).position(|(left, right)| left != right) {
        Some(axis) => Err(differing(operation, product, shape, axis)),
        None => Ok(()),
    }
}

#[cold]
#[inline(never)]
fn differing(
    operation: &'static str,
    product: &[usize],
    shape: &[usize],
    axis: usize,
) -> ShapeError {
    let kind = ErrorKind::SizesDiffer { axis, left: product[axis], right: shape[axis] };
    ShapeError::new(operation, &[product, shape], kind)
}

/// Returns the shape of the product, or why there is none.
pub(super) fn product_shape<const R: usize>(
    left: [usize; R],
    right: [usize; R],
) -> Result<[usize; R], ErrorKind> {
    let (rows, columns) = (R - 2, R - 1);
    if left[columns] != right[rows] {
        return Err(ErrorKind::InnerDimensions { left: left[columns], right: right[rows] });
    }
    let mut shape = left;
    for axis in 0..rows {
        let (left, right) = (left[axis], right[axis]);
        if left == 1 {
            shape[axis] = right;
        } else if right != 1 && right != left {
            return Err(ErrorKind::NotBroadcastable { axis, left, right });
        }
    }
    shape[columns] = right[columns];
    Ok(shape)
}
