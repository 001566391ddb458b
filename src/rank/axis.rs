//! Ranks, the names of axes, and the relations between axes and ranks.

use super::arithmetic::{Minus, Plus};
use super::seal::Sealed;

/// A rank, the number of axes of a tensor, as a type.
///
/// The [relations](crate::rank) between ranks are traits of this type. A function over any rank `R`
/// names them in its bounds, as in `where Rank<R>: MatrixRank`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rank<const R: usize>;

/// An axis by its number, counted from 0: `Axis::<1>` is the second axis.
///
/// ```
/// use holor::prelude::*;
///
/// const CHANNEL: Axis<2> = Axis; // a constant gives an axis a name
///
/// let image = Tensor::<f32, 3>::ones([4, 6, 3]);
/// assert_eq!(image.sum(Axis::<0>).shape(), [6, 3]);
/// assert_eq!(image.sum(CHANNEL).shape(), [4, 6]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Axis<const A: usize>;

/// The last axis, whatever the rank is.
///
/// ```
/// use holor::prelude::*;
///
/// assert_eq!(tensor![[1, 2, 3], [4, 5, 6]].sum(Last), tensor![6, 15]);
/// ```
///
/// numpy and torch: `-1`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Last;

/// An axis by its number from the end: `Back::<1>` is the last axis, `Back::<2>` the one before.
///
/// ```
/// use holor::prelude::*;
///
/// assert_eq!(tensor![[1, 2, 3], [4, 5, 6]].sum(Back::<2>), tensor![5, 7, 9]);
/// ```
///
/// numpy and torch: `-1`, `-2`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Back<const K: usize>;

/// An axis of a tensor of rank `R`: [`Axis<A>`](Axis) with `A < R`, [`Back<K>`](Back) with
/// `1 <= K <= R`, [`Last`] with `R >= 1`, or a [`NamedAxis`](super::NamedAxis) of that rank.
///
/// A function over any rank needs it to name an axis in a call that keeps the rank:
///
/// ```
/// use holor::prelude::*;
///
/// /// The differences of neighbours along an axis.
/// fn differences<A, const R: usize>(x: &TensorRef<f64, R>, axis: A) -> Tensor<f64, R>
/// where
///     A: AxisOf<R> + Copy,
/// {
///     let pairs = x.shape()[A::INDEX] - 1;
///     x.narrow(axis, 1, pairs) - x.narrow(axis, 0, pairs)
/// }
/// assert_eq!(differences(&tensor![1.0, 4.0, 9.0], Last), tensor![3.0, 5.0]);
/// ```
///
/// Where the axis is removed, the bound also says which rank is left:
///
/// ```
/// use holor::prelude::*;
///
/// fn first<const R: usize, const O: usize>(x: &TensorRef<f64, R>) -> TensorView<'_, f64, O>
/// where
///     Axis<0>: AxisOf<R, Removed = Rank<O>>,
/// {
///     x.index_axis(Axis::<0>, 0)
/// }
/// assert_eq!(first(&tensor![[1.0, 2.0], [3.0, 4.0]]), tensor![1.0, 2.0]);
/// ```
///
/// An axis that does not exist is refused:
///
/// ```compile_fail,E0277
/// use holor::prelude::*;
///
/// tensor![1, 2].flip(Axis::<1>); // `Axis<1>` is not an axis of a rank-1 tensor
/// ```
///
/// Required by `flip`, `narrow`, `step`, `swap_axes`, `move_axis`, `split_at`, `lanes`, `cumsum`,
/// `cumprod`, `sort`, `argsort`, `topk`, `partition`, `softmax`, `log_softmax`, `merge_axes` and
/// [`concat`](crate::concat()); with
/// `Removed` by `index_axis`, `squeeze`, `axis_iter`, `diagonal` and `split_axis`. Reductions
/// require [`Over`](super::Over) instead.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an axis of a rank-{R} tensor",
    label = "no such axis in rank {R}",
    note = "axes are counted from 0 (`Axis::<0>`), or from the end (`Last`, `Back::<1>`)",
    note = "axes are known for ranks up to 12 (`MAX_RANK`)",
    note = "a function over any rank `R` asks for its axes, as in `where Last: AxisOf<R>`, with \
            `Removed = Rank<O>` where the axis goes"
)]
pub trait AxisOf<const R: usize>: Sealed {
    /// The number of the axis, counted from 0.
    const INDEX: usize;
    /// The rank without this axis, `Rank<R - 1>`.
    type Removed;
    /// The same axis as [`Axis`]: [`DistinctFrom`] and [`SpanTo`](super::SpanTo) compare axes by
    /// it.
    type At;
}

#[diagnostic::do_not_recommend]
impl<const K: usize, const R: usize, const A: usize, const P: usize> AxisOf<R> for Back<K>
where
    Rank<R>: Minus<Rank<K>, Output = Rank<A>>,
    Axis<A>: AxisOf<R, Removed = Rank<P>>,
{
    const INDEX: usize = A;
    type Removed = Rank<P>;
    type At = Axis<A>;
}

#[diagnostic::do_not_recommend]
impl<const R: usize, const P: usize> AxisOf<R> for Last
where
    Rank<R>: Minus<Rank<1>, Output = Rank<P>>,
{
    const INDEX: usize = P;
    type Removed = Rank<P>;
    type At = Axis<P>;
}

/// A place at which an axis can be inserted into a tensor of rank `R`: [`Axis<A>`](Axis) with
/// `A <= R`, [`Last`] for the end, [`Back<K>`](Back) with `1 <= K <= R + 1`.
///
/// The place is the number of the new axis in the result, as in numpy's `expand_dims`.
///
/// A function over any rank needs it to add an axis:
///
/// ```
/// use holor::prelude::*;
///
/// /// `[..] -> [.., 2]`: each element and its square.
/// fn with_squares<const R: usize, const O: usize>(x: &TensorRef<i32, R>) -> Tensor<i32, O>
/// where
///     Last: InsertInto<R, Inserted = Rank<O>>,
/// {
///     stack(Last, &[x.view(), (x * x).view()])
/// }
/// assert_eq!(with_squares(&tensor![2, 3]), tensor![[2, 4], [3, 9]]);
/// ```
///
/// ```compile_fail,E0277
/// use holor::prelude::*;
///
/// tensor![1, 2].unsqueeze(Axis::<2>); // a new axis cannot be put at `Axis<2>` of a rank-1 tensor
/// ```
///
/// Required by `unsqueeze` and [`stack`](crate::stack()).
#[diagnostic::on_unimplemented(
    message = "a new axis cannot be put at `{Self}` of a rank-{R} tensor",
    label = "no such place in rank {R}",
    note = "the places are `Axis::<0>` to `Axis::<{R}>` and, from the end, `Last` or `Back::<1>`",
    note = "the largest rank that can result is 12 (`MAX_RANK`)",
    note = "a function over any rank `R` asks for it: `where {Self}: InsertInto<R, Inserted = Rank<O>>`"
)]
pub trait InsertInto<const R: usize>: Sealed {
    /// The number of the new axis in the result.
    const INDEX: usize;
    /// The rank with the new axis, `Rank<R + 1>`.
    type Inserted;
}

#[diagnostic::do_not_recommend]
impl<A, const R: usize, const N: usize> InsertInto<R> for A
where
    Rank<R>: Plus<Rank<1>, Output = Rank<N>>,
    A: AxisOf<N>,
{
    const INDEX: usize = A::INDEX;
    type Inserted = Rank<N>;
}

/// Relates two different axes by their numbers.
///
/// It holds between [`Axis`] types. [`AxisOf::At`] gives the one for which [`Last`] or [`Back`]
/// stands. A function over any rank needs it to take a diagonal along two axes of its caller:
///
/// ```
/// use holor::prelude::*;
/// use holor::rank::DistinctFrom;
///
/// fn diagonal_sum<A, B, const R: usize, const O: usize>(x: &TensorRef<i32, R>, a: A, b: B) -> i32
/// where
///     A: AxisOf<R, Removed = Rank<O>>,
///     B: AxisOf<R>,
///     A::At: DistinctFrom<B::At>,
/// {
///     x.diagonal(a, b).iter().sum()
/// }
/// assert_eq!(diagonal_sum(&tensor![[1, 2], [3, 4]], Axis::<0>, Last), 5);
/// ```
///
/// ```compile_fail,E0277
/// use holor::prelude::*;
///
/// tensor![[1, 2], [3, 4]].diagonal(Axis::<1>, Last); // `Axis<1>` is named twice
/// ```
///
/// Required by `diagonal`, and by lists of axes ([`AxisList`](super::AxisList)) for each pair.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is named twice",
    label = "repeated axis",
    note = "each axis can be named once; `Last` and `Back` count as the axis they stand for"
)]
pub trait DistinctFrom<A>: Sealed {}
