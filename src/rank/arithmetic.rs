//! Relations between ranks: maxima, sums, differences. Their rows are in `tables`.

use super::axis::{Axis, Rank};
use super::seal::Sealed;

/// The largest rank that the relations know: 12.
///
/// A tensor of a higher rank exists; the methods that require no relation work on it.
pub const MAX_RANK: usize = 12;

/// Relates two ranks to the rank to which their tensors broadcast: the larger of the two.
///
/// Equal ranks are related without a bound, so a function on tensors of one rank adds them freely.
/// A function over two ranks needs it for element-wise operations:
///
/// ```
/// use holor::prelude::*;
///
/// fn midpoint<const A: usize, const B: usize, const O: usize>(
///     x: &TensorRef<f64, A>,
///     y: &TensorRef<f64, B>,
/// ) -> Tensor<f64, O>
/// where
///     Rank<A>: BroadcastWith<Rank<B>, Output = Rank<O>>,
/// {
///     (x + y) / 2.0
/// }
/// let m = tensor![[1.0, 2.0], [3.0, 4.0]];
/// assert_eq!(midpoint(&m, &tensor![3.0, 4.0]), tensor![[2.0, 3.0], [3.0, 4.0]]);
/// ```
///
/// Where the result keeps the rank of one operand, the bound says so:
///
/// ```
/// use holor::prelude::*;
///
/// fn scaled<const R: usize>(x: &TensorRef<f64, R>, by: &VectorRef<f64>) -> Tensor<f64, R>
/// where
///     Rank<R>: BroadcastWith<Rank<1>, Output = Rank<R>>,
/// {
///     x * by
/// }
/// assert_eq!(scaled(&tensor![[1.0, 2.0]], &tensor![3.0, 4.0]), tensor![[3.0, 8.0]]);
/// ```
///
/// Required by the operators `+ - * / % & | ^` and their `try_` forms, comparisons, `minimum`,
/// `maximum`, `atan2`, `hypot`, `powf`, `all_close`, `where_cond`, [`zip`](crate::zip()) and
/// `matmul`.
#[diagnostic::on_unimplemented(
    message = "no rank is known to which both `{Self}` and `{B}` broadcast",
    label = "`{Self}` meets `{B}` here",
    note = "different ranks broadcast to the larger one, up to rank 12 (`MAX_RANK`)",
    note = "a generic function asks for it: `where {Self}: BroadcastWith<{B}, Output = Rank<O>>`, \
            or with `Output = {Self}` where the result keeps that rank"
)]
pub trait BroadcastWith<B>: Sealed {
    /// The larger rank.
    type Output;
}

#[diagnostic::do_not_recommend]
impl<const R: usize> BroadcastWith<Rank<R>> for Rank<R> {
    type Output = Rank<R>;
}

/// Relates a rank to each rank to which its tensors can be broadcast: itself and the higher ones.
///
/// A function over two ranks needs it to write the elements of one tensor into the other:
///
/// ```
/// use holor::prelude::*;
///
/// fn blend<const R: usize, const B: usize>(x: &mut TensorRef<f64, R>, y: &TensorRef<f64, B>)
/// where
///     Rank<B>: BroadcastTo<Rank<R>>,
/// {
///     *x *= 0.5;
///     *x += y;
/// }
/// let mut m = tensor![[2.0, 4.0], [6.0, 8.0]];
/// blend(&mut m, &tensor![1.0, 0.0]);
/// assert_eq!(m, tensor![[2.0, 2.0], [4.0, 4.0]]);
/// ```
///
/// ```compile_fail,E0277
/// use holor::prelude::*;
///
/// // a tensor of `Rank<2>` cannot be broadcast to `Rank<1>`
/// tensor![1, 2].assign(&tensor![[1, 2]]);
/// ```
///
/// Required by `broadcast_to`, `assign`, the operators `+=`, `-=` and so on, and by operands of
/// [`zip`](crate::zip()) that are read.
#[diagnostic::on_unimplemented(
    message = "a tensor of `{Self}` cannot be broadcast to `{B}`",
    label = "`{Self}` does not fit into `{B}`",
    note = "broadcasting adds axes in front and never drops one; \
            different ranks are related up to 12 (`MAX_RANK`)",
    note = "a generic function asks for it: `where {Self}: BroadcastTo<{B}>`"
)]
pub trait BroadcastTo<B>: Sealed {}

#[diagnostic::do_not_recommend]
impl<const R: usize> BroadcastTo<Rank<R>> for Rank<R> {}

/// Relates two ranks to their sum.
///
/// A function over two ranks needs it where the result has the axes of both:
///
/// ```
/// use holor::prelude::*;
///
/// /// All products of an element of one tensor and an element of the other.
/// fn products<const A: usize, const B: usize, const O: usize>(
///     x: &TensorRef<i32, A>,
///     y: &TensorRef<i32, B>,
/// ) -> Tensor<i32, O>
/// where
///     Rank<A>: Plus<Rank<B>, Output = Rank<O>>,
/// {
///     x.outer(y)
/// }
/// assert_eq!(products(&tensor![1, 2], &tensor![[3, 4]]).shape(), [2, 1, 2]);
/// ```
///
/// ```compile_fail,E0277
/// use holor::prelude::*;
///
/// // `Rank<7>` and `Rank<6>` have no known sum
/// Tensor::<f32, 7>::ones([1; 7]).outer(&Tensor::<f32, 6>::ones([1; 6]));
/// ```
///
/// Required by `outer`, `split_axis`, `sliding_windows`, and by the [patterns](crate::notation) in
/// which `...` stands for axes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` and `{B}` have no known sum: the largest rank is 12 (`MAX_RANK`)",
    label = "the sum of these ranks is not known",
    note = "a generic function asks for it: `where {Self}: Plus<{B}, Output = Rank<O>>`",
    note = "`Rank<_>`, if it stands there, is a rank that is not known yet: that of the other operand"
)]
pub trait Plus<B>: Sealed {
    /// The sum.
    type Output;
}

/// Relates a rank to each rank that is not higher, and to their difference.
///
/// A function over any rank needs it to have a number of axes and to name the rank of the others:
///
/// ```
/// use holor::prelude::*;
///
/// /// `[.., h, w] -> [batch, h, w]`
/// fn batch<const R: usize, const E: usize>(images: &TensorRef<f32, R>) -> Tensor<f32, 3>
/// where
///     Rank<R>: Minus<Rank<2>, Output = Rank<E>>,
/// {
///     rearrange!(images, "... h w -> (...) h w")
/// }
/// assert_eq!(batch(&Tensor::zeros([5, 3, 32, 24])).shape(), [15, 32, 24]);
/// ```
///
/// Required by `merge_axes`, by [`dims!`](crate::dims!) with `..`, and by the
/// [patterns](crate::notation) with `...`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has fewer axes than `{B}`",
    label = "no axes are left to take away",
    note = "ranks are related up to 12 (`MAX_RANK`)",
    note = "a generic function asks for it: `where {Self}: Minus<{B}, Output = Rank<O>>`",
    note = "`Rank<_>`, if it stands there, is a rank that is not known yet: the number of axes that go"
)]
pub trait Minus<B>: Sealed {
    /// The difference.
    type Output;
}

/// Relates an axis to itself and to the axes behind it, and to the number of axes that are lost
/// when all from the first to the last become one.
///
/// It holds between [`Axis`] types; [`AxisOf::At`](super::AxisOf::At) gives the one for which
/// [`Last`](super::Last) or [`Back`](super::Back) stands. A function over any rank needs it to
/// merge axes:
///
/// ```
/// use holor::prelude::*;
/// use holor::rank::SpanTo;
///
/// /// `[a, ..] -> [a, n]`: merges all axes but the first.
/// fn flat<const R: usize, const D: usize>(x: &TensorRef<f32, R>) -> Tensor<f32, 2>
/// where
///     Axis<1>: AxisOf<R>,
///     Last: AxisOf<R>,
///     <Axis<1> as AxisOf<R>>::At: SpanTo<<Last as AxisOf<R>>::At, Lost = Rank<D>>,
///     Rank<R>: Minus<Rank<D>, Output = Rank<2>>,
/// {
///     x.merge_axes(Axis::<1>, Last)
/// }
/// assert_eq!(flat(&Tensor::zeros([2, 3, 4])).shape(), [2, 12]);
/// ```
///
/// ```compile_fail,E0277
/// use holor::prelude::*;
///
/// Tensor::<f32, 3>::zeros([2, 3, 4]).merge_axes(Last, Axis::<1>); // `Axis<2>` comes after `Axis<1>`
/// ```
///
/// Required by `merge_axes`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` comes after `{B}`: name the first axis, then the last",
    label = "the axes are in reverse order",
    note = "a generic function asks for it: `where {Self}: SpanTo<{B}, Lost = Rank<D>>`"
)]
pub trait SpanTo<B>: Sealed {
    /// The number of axes that are lost, `Rank<B - A>`.
    type Lost;
}

#[diagnostic::do_not_recommend]
impl<const A: usize, const B: usize, const D: usize> SpanTo<Axis<B>> for Axis<A>
where
    Rank<B>: Minus<Rank<A>, Output = Rank<D>>,
{
    type Lost = Rank<D>;
}

/// The ranks whose last two axes are the rows and columns of matrices: 2 and above.
///
/// A function over any batch of matrices needs it:
///
/// ```
/// use holor::prelude::*;
///
/// /// `[.., m, n] -> [.., n, n]`: the products of the columns.
/// fn gram<const R: usize>(x: &TensorRef<f64, R>) -> Tensor<f64, R>
/// where
///     Rank<R>: MatrixRank,
/// {
///     x.transpose().matmul(x)
/// }
/// assert_eq!(gram(&tensor![[1.0, 2.0], [3.0, 4.0]]), tensor![[10.0, 14.0], [14.0, 20.0]]);
/// assert_eq!(gram(&Tensor::ones([5, 2, 3])).shape(), [5, 3, 3]);
/// ```
///
/// ```compile_fail,E0277
/// use holor::prelude::*;
///
/// tensor![1, 2].transpose(); // a matrix needs rank 2 or more, found `Rank<1>`
/// ```
///
/// Required by `matmul`, of both ranks, `transpose`, `tril`, `triu`, `pad_image`, `flatten_batches`, and by
/// decompositions, whose results of one vector or number for each matrix name the rank of the result:
/// `Rank<R>: MatrixRank<Scalars = Rank<O>>` for `det`.
#[diagnostic::on_unimplemented(
    message = "a matrix needs rank 2 or more, found `{Self}`",
    label = "not a matrix",
    note = "`unsqueeze` makes a row or a column of a vector; \
            ranks are known up to 12 (`MAX_RANK`)",
    note = "of products: `matmul` multiplies matrices, `matvec` and `vecmat` a matrix and a vector, \
            `dot` vectors, `einsum!` any axes",
    note = "a generic function asks for it: `where {Self}: MatrixRank`"
)]
pub trait MatrixRank: Sealed {
    /// The rank of a result with one vector for each matrix: one less.
    type Vectors;
    /// The rank of a result with one number for each matrix: two less.
    type Scalars;
}

/// Relates the rank of the right side of linear systems to the rank of their matrices, and to the rank of
/// the solutions.
///
/// A right side of the same rank holds one matrix for each matrix, and the solutions have that rank. A
/// vector is the right side of every matrix, and the solutions are one vector for each matrix.
///
/// A function over any rank needs it:
///
/// ```
/// use holor::linalg::Scalar;
/// use holor::prelude::*;
/// use holor::rank::SolveRhs;
///
/// /// `[.., n, n], [.., n, k] -> [.., k, k]`: the products `b^T a^-1 b`.
/// fn weighted<T: Scalar, const R: usize>(a: &TensorRef<T, R>, b: &TensorRef<T, R>) -> Tensor<T, R>
/// where
///     Rank<R>: MatrixRank + SolveRhs<Rank<R>, Output = Rank<R>>,
/// {
///     b.transpose().matmul(&a.solve(b))
/// }
/// let a = tensor![[2.0, 0.0], [0.0, 4.0]];
/// assert_eq!(weighted(&a, &tensor![[2.0], [2.0]]), tensor![[3.0]]);
/// ```
///
/// Required by `solve` and `lstsq`.
#[cfg(feature = "linalg")]
#[diagnostic::on_unimplemented(
    message = "the right side of a linear system with matrices of `{B}` is a vector or has `{B}` too, \
               found `{Self}`",
    label = "`{B}` has no right side of `{Self}`",
    note = "`unsqueeze` and `broadcast_to` make one matrix the right side of a batch; \
            ranks are related up to 12 (`MAX_RANK`)",
    note = "a generic function asks for it: `where {Self}: SolveRhs<{B}, Output = Rank<O>>`"
)]
pub trait SolveRhs<B>: Sealed {
    /// The rank of the solutions.
    type Output;
}

/// The ranks that an [`AnyTensor`](crate::AnyTensor) can have: 0 to 12.
///
/// A function over any rank needs it to take or return a tensor whose rank is known at run time:
///
/// ```
/// use holor::prelude::*;
/// use holor::rank::AnyRank;
///
/// fn load<const R: usize>(elements: Vec<f32>, shape: &[usize]) -> Result<Tensor<f32, R>, ShapeError>
/// where
///     Rank<R>: AnyRank,
/// {
///     AnyTensor::from_vec(elements, shape)?.into_rank()
/// }
/// assert_eq!(load(vec![1.0, 2.0], &[1, 2]), Ok(tensor![[1.0, 2.0]]));
/// assert!(load::<1>(vec![1.0, 2.0], &[1, 2]).is_err());
/// ```
///
/// Required by the conversions to and from an `AnyTensor`, and by [`match_rank!`](crate::match_rank!).
#[diagnostic::on_unimplemented(
    message = "an `AnyTensor` has rank 12 at most (`MAX_RANK`), found `{Self}`",
    label = "not a rank at run time",
    note = "a generic function asks for it: `where {Self}: AnyRank`"
)]
pub trait AnyRank: Sealed {}

// Not by a table: what broadcasts to the largest rank is a rank up to it.
#[diagnostic::do_not_recommend]
impl<const R: usize> AnyRank for Rank<R> where Rank<R>: BroadcastTo<Rank<MAX_RANK>> {}
