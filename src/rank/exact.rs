//! Exact ranks, of vectors, matrices and images, and relations that a single operation requires.

use super::arithmetic::Minus;
use super::axis::Rank;
use super::seal::Sealed;

/// Rank 1: the rank of a vector.
///
/// It exists for its message. A function on vectors takes `&TensorRef<T, 1>` and names no bound.
///
/// Required by `dot`, `diag` and `diag_with_offset`.
#[diagnostic::on_unimplemented(
    message = "a vector has rank 1, found `{Self}`",
    label = "not a vector",
    note = "of products: `matmul` multiplies matrices, `matvec` and `vecmat` a matrix and a vector, \
            `einsum!` any axes"
)]
pub trait IsRankOne: Sealed {}

// At least 1 and at most 1, rather than one impl for `Rank<1>`: rustc would infer 1 from a single impl
// for a rank that is not known yet, and would then report mismatched types instead of the message of
// the relation. The same below for 2 and 3.
#[diagnostic::do_not_recommend]
impl<const R: usize> IsRankOne for Rank<R>
where
    Rank<R>: Minus<Rank<1>>,
    Rank<1>: Minus<Rank<R>>,
{
}

/// Relates the rank of vectors to that of the matrices which they can be multiplied by: at least 1, and less
/// than that of the matrices.
///
/// A function over any batch of matrices needs it to multiply vectors:
///
/// ```
/// use holor::prelude::*;
/// use holor::rank::VectorsOf;
///
/// /// `[.., m, k] x [.., k] x [.., m] -> [.., m]`
/// fn affine<const R: usize, const V: usize>(
///     m: &TensorRef<f64, R>,
///     x: &TensorRef<f64, V>,
///     b: &TensorRef<f64, V>,
/// ) -> Tensor<f64, V>
/// where
///     Rank<V>: VectorsOf<Rank<R>>,
///     Last: AxisOf<R, Removed = Rank<V>>,
/// {
///     m.matvec(x) + b
/// }
/// let m = tensor![[2.0, 0.0], [0.0, 3.0]];
/// assert_eq!(affine(&m, &tensor![1.0, 2.0], &tensor![1.0, 1.0]), tensor![3.0, 7.0]);
/// ```
///
/// Required by `matvec` and `vecmat`.
#[diagnostic::on_unimplemented(
    message = "vectors of `{Self}` cannot be multiplied with matrices of `{M}`",
    label = "expected rank 1, or fewer axes than the matrices have",
    note = "a matrix has rank 2 and takes a vector of rank 1; a batch of matrices takes a batch of vectors, \
            `[.., m, k]` and `[.., k]`, or one vector for all",
    note = "`matmul` multiplies matrices, `dot` vectors, `einsum!` any axes",
    note = "a generic function asks for it: `where {Self}: VectorsOf<{M}>`"
)]
pub trait VectorsOf<M>: Sealed {}

// By differences: of a single higher rank rustc would infer the rank of the vectors before it reads them.
#[diagnostic::do_not_recommend]
impl<const V: usize, const R: usize, const D: usize> VectorsOf<Rank<R>> for Rank<V>
where
    Rank<V>: Minus<Rank<1>>,
    Rank<R>: Minus<Rank<V>, Output = Rank<D>>,
    Rank<D>: Minus<Rank<1>>,
{
}

/// Rank 0: the rank of a scalar.
///
/// It exists for its message. A function on scalars takes `&TensorRef<T, 0>` and names no bound.
///
/// Required by `item`.
#[diagnostic::on_unimplemented(
    message = "a scalar has rank 0, found `{Self}`",
    label = "not a scalar",
    note = "an element of a higher rank is `t[[i, j]]`; `sum(All)`, `max(All)` reduce to a scalar"
)]
pub trait IsRankZero: Sealed {}

/// Rank 2: the rank of one matrix. A batch of matrices has a higher rank, see [`MatrixRank`](super::MatrixRank).
///
/// It exists for its message. A function on a matrix takes `&TensorRef<T, 2>` and names no bound.
///
/// Required by `t`, `row`, `column`, `rows`, `columns` and their forms for writing, `trace`,
/// `cov`, `corrcoef` and [`gemm`](crate::gemm()).
#[diagnostic::on_unimplemented(
    message = "a matrix of rank 2 is needed here, found `{Self}`",
    label = "not of rank 2",
    note = "of any rank, `matmul` multiplies matrices in batches, `einsum!` any axes, and `index_axis` \
            and `axis_iter` go along an axis",
    note = "of any rank, `transpose` swaps the last two axes, `swap_axes` any two, `reverse_axes` all"
)]
pub trait IsRankTwo: Sealed {}

#[diagnostic::do_not_recommend]
impl<const R: usize> IsRankTwo for Rank<R>
where
    Rank<R>: Minus<Rank<2>>,
    Rank<2>: Minus<Rank<R>>,
{
}

/// Relates the rank of a batch of images to its number of spatial axes, which is two less: the others are
/// the batch and the channels.
///
/// A function over any number of spatial axes needs it to convolve:
///
/// ```
/// use holor::ConvOptions;
/// use holor::prelude::*;
/// use holor::rank::SpatialRank;
///
/// /// A convolution that keeps the sizes, for windows of 3 along each axis.
/// fn same<const R: usize, const S: usize>(x: &TensorRef<f32, R>, w: &TensorRef<f32, R>) -> Tensor<f32, R>
/// where
///     Rank<R>: SpatialRank<S>,
/// {
///     x.conv_with_options(w, ConvOptions { padding: [1; S], ..Default::default() })
/// }
/// let x = Tensor::ones([1, 2, 8, 9]);
/// assert_eq!(same(&x, &Tensor::ones([4, 2, 3, 3])).shape(), [1, 4, 8, 9]);
/// ```
///
/// Required by `conv`.
#[diagnostic::on_unimplemented(
    message = "a batch of images has rank 3 or more (batch, channels, spatial axes), found `{Self}`",
    label = "not a batch of images",
    note = "`[n, c, w]` has one spatial axis, `[n, c, h, w]` two, `[n, c, d, h, w]` three; \
            ranks are known up to 12 (`MAX_RANK`)",
    note = "`unsqueeze(Axis::<0>)` makes a batch of one image",
    note = "a generic function asks for it: `where {Self}: SpatialRank<S>`"
)]
pub trait SpatialRank<const S: usize>: Sealed {}

macro_rules! spatial_ranks {
    ($($rank:literal $spatial:literal;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl SpatialRank<$spatial> for Rank<$rank> {}
    )* };
}

spatial_ranks! { 3 1; 4 2; 5 3; 6 4; 7 5; 8 6; 9 7; 10 8; 11 9; 12 10; }

/// Relates the number of sizes in an array to the number of axes in a list, both as ranks.
///
/// `sliding_windows_with_axes` requires it; a function over any rank does not name it.
#[diagnostic::on_unimplemented(
    message = "the windows have the sizes of `{Self}`, the list names the axes of `{B}`",
    label = "a size for each axis is needed"
)]
pub trait AsManySizesAs<B>: Sealed {}

// Two differences instead of an impl for equal ranks, as for `IsRankOne`.
#[diagnostic::do_not_recommend]
impl<const A: usize, const B: usize> AsManySizesAs<Rank<B>> for Rank<A>
where
    Rank<A>: Minus<Rank<B>>,
    Rank<B>: Minus<Rank<A>>,
{
}

/// Rank 3: the rank of an image of height, width and channels.
///
/// It exists for its message. A function on images takes `&TensorRef<T, 3>` and names no bound.
///
/// Required by `channel`, `channels` and their forms for writing.
#[diagnostic::on_unimplemented(
    message = "channels are those of an image of rank 3 (height, width, channels), found `{Self}`",
    label = "not of rank 3",
    note = "`index_axis(Last, i)` and `axis_iter(Last)` go along an axis of any rank"
)]
pub trait IsRankThree: Sealed {}

#[diagnostic::do_not_recommend]
impl<const R: usize> IsRankThree for Rank<R>
where
    Rank<R>: Minus<Rank<3>>,
    Rank<3>: Minus<Rank<R>>,
{
}
