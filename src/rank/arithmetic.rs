//! Relations between ranks: maxima, sums, differences. The rows stand in `tables`.

use super::axis::{Axis, Rank};
use super::seal::Sealed;

/// The largest rank that the relations know.
///
/// A tensor of a higher rank can exist and keeps the operations that leave its rank alone.
pub const MAX_RANK: usize = 12;

/// Relates two ranks to the rank their tensors broadcast to, the larger of the two.
///
/// Equal ranks need no bound, whatever they are, so a generic function on tensors of one rank
/// can add them without saying why.
///
/// ```
/// use holor::prelude::*;
///
/// fn common<const A: usize, const B: usize, const O: usize>(_: [u8; A], _: [u8; B]) -> Rank<O>
/// where
///     Rank<A>: BroadcastWith<Rank<B>, Output = Rank<O>>,
/// {
///     Rank
/// }
/// assert_eq!(common([0; 3], [0; 2]), Rank::<3>);
/// ```
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

/// Relates a rank to those that are not lower, to which its tensors can be broadcast.
///
/// ```
/// use holor::prelude::*;
///
/// fn raise<const A: usize, const B: usize>(_: [u8; A], _: [u8; B])
/// where
///     Rank<A>: BroadcastTo<Rank<B>>,
/// {
/// }
/// raise([0; 2], [0; 3]);
/// ```
///
/// ```compile_fail,E0277
/// use holor::prelude::*;
///
/// fn raise<const A: usize, const B: usize>(_: [u8; A], _: [u8; B])
/// where
///     Rank<A>: BroadcastTo<Rank<B>>,
/// {
/// }
/// raise([0; 3], [0; 2]); // a tensor of `Rank<3>` cannot be broadcast to `Rank<2>`
/// ```
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
/// ```
/// use holor::prelude::*;
///
/// fn outer<const A: usize, const B: usize, const O: usize>(_: [u8; A], _: [u8; B]) -> Rank<O>
/// where
///     Rank<A>: Plus<Rank<B>, Output = Rank<O>>,
/// {
///     Rank
/// }
/// assert_eq!(outer([0; 3], [0; 2]), Rank::<5>);
/// ```
///
/// ```compile_fail,E0277
/// use holor::prelude::*;
///
/// fn outer<const A: usize, const B: usize, const O: usize>(_: [u8; A], _: [u8; B]) -> Rank<O>
/// where
///     Rank<A>: Plus<Rank<B>, Output = Rank<O>>,
/// {
///     Rank
/// }
/// outer([0; 7], [0; 6]); // `Rank<7>` and `Rank<6>` have no known sum
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` and `{B}` have no known sum: the largest rank is 12 (`MAX_RANK`)",
    label = "the sum of these ranks is not known",
    note = "a generic function asks for it: `where {Self}: Plus<{B}, Output = Rank<O>>`"
)]
pub trait Plus<B>: Sealed {
    /// The sum.
    type Output;
}

/// Relates a rank to a lower or equal one and to their difference.
///
/// ```
/// use holor::prelude::*;
///
/// fn rest<const A: usize, const B: usize, const O: usize>(_: [u8; A], _: [u8; B]) -> Rank<O>
/// where
///     Rank<A>: Minus<Rank<B>, Output = Rank<O>>,
/// {
///     Rank
/// }
/// assert_eq!(rest([0; 3], [0; 2]), Rank::<1>);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has fewer axes than `{B}`",
    label = "no axes are left to take away",
    note = "ranks are related up to 12 (`MAX_RANK`)",
    note = "a generic function asks for it: `where {Self}: Minus<{B}, Output = Rank<O>>`"
)]
pub trait Minus<B>: Sealed {
    /// The difference.
    type Output;
}

/// Relates an axis to itself and those behind it, and to the axes lost by merging all between.
///
/// It holds between numbers; [`Last`](super::Last) and [`Back`](super::Back) stand for theirs by
/// [`AxisOf::At`](super::AxisOf::At):
///
/// ```
/// use holor::prelude::*;
///
/// fn merged<const R: usize, A, B, const D: usize, const O: usize>(_: A, _: B) -> Rank<O>
/// where
///     A: AxisOf<R>,
///     B: AxisOf<R>,
///     A::At: SpanTo<B::At, Lost = Rank<D>>,
///     Rank<R>: Minus<Rank<D>, Output = Rank<O>>,
/// {
///     Rank
/// }
/// assert_eq!(merged::<4, _, _, _, _>(Axis::<1>, Last), Rank::<2>);
/// ```
///
/// ```compile_fail,E0277
/// use holor::prelude::*;
///
/// fn merged<const R: usize, A, B, const D: usize, const O: usize>(_: A, _: B) -> Rank<O>
/// where
///     A: AxisOf<R>,
///     B: AxisOf<R>,
///     A::At: SpanTo<B::At, Lost = Rank<D>>,
///     Rank<R>: Minus<Rank<D>, Output = Rank<O>>,
/// {
///     Rank
/// }
/// merged::<4, _, _, _, _>(Last, Axis::<1>); // `Axis<3>` comes after `Axis<1>`
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` comes after `{B}`: name the first axis, then the last",
    label = "the axes are in reverse order",
    note = "a generic function asks for it: `where {Self}: SpanTo<{B}, Lost = Rank<D>>`"
)]
pub trait SpanTo<B>: Sealed {
    /// How many axes are lost when these and all between them become one, `Rank<B - A>`.
    type Lost;
}

#[diagnostic::do_not_recommend]
impl<const A: usize, const B: usize, const D: usize> SpanTo<Axis<B>> for Axis<A>
where
    Rank<B>: Minus<Rank<A>, Output = Rank<D>>,
{
    type Lost = Rank<D>;
}

/// Holds for the ranks whose last two axes are rows and columns: 2 and above.
///
/// ```
/// use holor::prelude::*;
///
/// fn transpose<const R: usize>(_: [u8; R])
/// where
///     Rank<R>: MatrixRank,
/// {
/// }
/// transpose([0; 3]);
/// ```
///
/// ```compile_fail,E0277
/// use holor::prelude::*;
///
/// fn transpose<const R: usize>(_: [u8; R])
/// where
///     Rank<R>: MatrixRank,
/// {
/// }
/// transpose([0; 1]); // a matrix needs rank 2 or more, found `Rank<1>`
/// ```
#[diagnostic::on_unimplemented(
    message = "a matrix needs rank 2 or more, found `{Self}`",
    label = "not a matrix",
    note = "`unsqueeze` makes a row or a column of a vector; \
            ranks are known up to 12 (`MAX_RANK`)",
    note = "of products: `matmul` multiplies matrices, `matvec` and `vecmat` a matrix and a vector, \
            `dot` vectors, `einsum!` any axes",
    note = "a generic function asks for it: `where {Self}: MatrixRank`"
)]
pub trait MatrixRank: Sealed {}

/// Holds for rank 1.
#[diagnostic::on_unimplemented(
    message = "a vector has rank 1, found `{Self}`",
    label = "not a vector",
    note = "of products: `matmul` multiplies matrices, `matvec` and `vecmat` a matrix and a vector, \
            `einsum!` any axes"
)]
pub trait IsRankOne: Sealed {}

// At least 1 and at most 1, rather than one impl for `Rank<1>`: of a rank still to be inferred,
// rustc would conclude from a single impl that it is 1, and then report mismatched types where
// the relation would have found words. The same below for 2 and 3.
#[diagnostic::do_not_recommend]
impl<const R: usize> IsRankOne for Rank<R>
where
    Rank<R>: Minus<Rank<1>>,
    Rank<1>: Minus<Rank<R>>,
{
}

/// Holds for rank 0.
#[diagnostic::on_unimplemented(
    message = "a scalar has rank 0, found `{Self}`",
    label = "not a scalar",
    note = "an element of a higher rank is `t[[i, j]]`; `sum(All)`, `max(All)` reduce to a scalar"
)]
pub trait IsRankZero: Sealed {}

/// Holds for rank 2: one matrix, not a batch of them.
#[diagnostic::on_unimplemented(
    message = "a matrix of rank 2 is needed here, found `{Self}`",
    label = "not of rank 2",
    note = "of any rank, `matmul` multiplies matrices in batches, `einsum!` any axes, and `index_axis` \
            and `axis_iter` go along an axis"
)]
pub trait IsRankTwo: Sealed {}

#[diagnostic::do_not_recommend]
impl<const R: usize> IsRankTwo for Rank<R>
where
    Rank<R>: Minus<Rank<2>>,
    Rank<2>: Minus<Rank<R>>,
{
}

/// Holds for rank 3: an image of height, width and channels.
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
