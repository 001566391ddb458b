//! `gemm`: a product into an existing matrix.

use super::matmul::{product_shape, same_shape};
use crate::error::{ShapeError, raise};
use crate::kernels::product;
use crate::rank::{IsRankTwo, Rank};
use crate::tensor::TensorRef;
use core::ops::Mul;
use num_traits::Zero;

/// Multiplies two matrices into an existing matrix: `c = alpha * a x b + beta * c`.
///
/// `[m, k] x [k, n] -> [m, n]`
///
/// ```
/// use holor::prelude::*;
///
/// let a = tensor![[1.0, 2.0], [3.0, 4.0]];
/// let mut c = tensor![[1.0, 0.0], [0.0, 1.0]];
/// gemm(2.0, &a, &a, -1.0, &mut c);
/// assert_eq!(c, tensor![[13.0, 20.0], [30.0, 43.0]]);
///
/// // Into a part of a larger matrix.
/// let mut blocks = Tensor::<f64, 2>::zeros([4, 4]);
/// gemm(1.0, &a, &a, 0.0, &mut blocks.slice_mut(s![2.., ..2]));
/// assert_eq!(blocks[[3, 1]], 22.0);
/// ```
///
/// All three have rank 2:
///
/// ```compile_fail,E0277
/// use holor::prelude::*;
///
/// let a = tensor![[1.0, 2.0], [3.0, 4.0]];
/// let mut c = tensor![1.0, 0.0];
/// gemm(1.0, &a, &a, 0.0, &mut c); // a matrix of rank 2 is needed here, found `Rank<1>`
/// ```
///
/// If `beta` is zero, `c` is written and not read: NaN in `c` does not reach the result. If `alpha` is
/// zero, neither `a` nor `b` is read. [`matmul_into`](TensorRef::matmul_into) writes the products of
/// batches. Any strides work for all three. A [`Tensor`](crate::Tensor) that shares its buffer copies its
/// elements first.
///
/// # Panics
/// If the inner dimensions differ, `gemm: [2, 3] x [4, 5]: inner dimensions differ (3 and 4)`, or
/// `c` does not have the shape of the product,
/// `gemm: [2, 5] and [2, 4]: sizes 5 and 4 of axis 1 differ`.
///
/// BLAS: `gemm`; torch: `addmm`; ndarray: `general_mat_mul`.
#[doc(alias = "addmm")]
#[doc(alias = "general_mat_mul")]
#[track_caller]
pub fn gemm<T, const A: usize, const B: usize, const C: usize>(
    alpha: T,
    a: &TensorRef<T, A>,
    b: &TensorRef<T, B>,
    beta: T,
    c: &mut TensorRef<T, C>,
) where
    Rank<A>: IsRankTwo,
    Rank<B>: IsRankTwo,
    Rank<C>: IsRankTwo,
    T: Clone + Zero + Mul<Output = T>,
{
    raise(try_gemm(alpha, a, b, beta, c));
}

/// Fallible form of [`gemm`](fn@gemm).
///
/// # Errors
/// Where `gemm` panics. `c` is left as it is.
pub fn try_gemm<T, const A: usize, const B: usize, const C: usize>(
    alpha: T,
    a: &TensorRef<T, A>,
    b: &TensorRef<T, B>,
    beta: T,
    c: &mut TensorRef<T, C>,
) -> Result<(), ShapeError>
where
    Rank<A>: IsRankTwo,
    Rank<B>: IsRankTwo,
    Rank<C>: IsRankTwo,
    T: Clone + Zero + Mul<Output = T>,
{
    let (left, right) = (a.shape(), b.shape());
    let product = product_shape([left[0], left[1]], [right[0], right[1]])
        .map_err(|kind| ShapeError::new("gemm", &[&left, &right], kind))?;
    same_shape("gemm", &product, c.layout().shape_ref())?;
    product::gemm(Some(alpha), a.source(), b.source(), beta, c.sink());
    Ok(())
}
