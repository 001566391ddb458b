//! `matmul`: matrices, in batches that broadcast.

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
    /// Large products of floats and complex numbers use the `gemm` crate. Its setting
    /// `rhs_packing_threshold`, one for the process, is lowered from its default of 128 to 32; any
    /// other value is kept.
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
        let (left, right) = (a.shape(), b.shape());
        let shape = product_shape(left, right).map_err(|kind| {
            ShapeError::new("matmul", &[&left[O - R..], &right[O - M::RANK..]], kind)
        })?;
        let layout = Layout::new_in("matmul", shape, Order::RowMajor, size_of::<T>())?;
        Ok(Tensor::owned(product::matmul(a.source(), b.source(), &layout), layout))
    }
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
