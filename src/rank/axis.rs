//! Ranks, the ways of naming an axis, and which axes a rank has.

use super::arithmetic::{Minus, Plus};
use super::seal::Sealed;

/// Stands for a rank, the number of axes, where a type is needed.
///
/// The relations between ranks ([`BroadcastWith`](super::BroadcastWith), [`Plus`] and their kin)
/// are traits of this type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rank<const R: usize>;

/// Names an axis by its number, counted from 0: `Axis::<1>` is a value.
///
/// Constants give axes names: `const CHANNEL: Axis<2> = Axis;`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Axis<const A: usize>;

/// Names the last axis, whatever the rank is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Last;

/// Names an axis by its number from the end: `Back::<1>` is the last axis, like numpy's -1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Back<const K: usize>;

/// Relates an axis to a rank that has it.
///
/// [`Axis<A>`](Axis) is an axis of rank `R` when `A < R`, [`Back<K>`](Back) when `1 <= K <= R`,
/// [`Last`] when `R >= 1`.
///
/// ```
/// use holor::prelude::*;
///
/// fn index<const R: usize, A: AxisOf<R>>(_: A) -> usize {
///     A::INDEX
/// }
/// assert_eq!(index::<3, _>(Axis::<1>), 1);
/// assert_eq!(index::<3, _>(Last), 2);
/// assert_eq!(index::<3, _>(Back::<3>), 0);
/// ```
///
/// An axis that the rank does not have is refused:
///
/// ```compile_fail,E0277
/// use holor::prelude::*;
///
/// fn index<const R: usize, A: AxisOf<R>>(_: A) -> usize {
///     A::INDEX
/// }
/// index::<3, _>(Axis::<3>); // `Axis<3>` is not an axis of a rank-3 tensor
/// ```
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
    /// The same axis by its number, so that [`Last`] and [`Back`] can be compared with others.
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

/// Relates a place to a rank in which a new axis can be put there.
///
/// The place is where the new axis stands afterwards, as in numpy's `expand_dims` and torch's
/// `unsqueeze`: [`Axis<A>`](Axis) for `A <= R`, [`Last`] at the end, [`Back<K>`](Back) at
/// `R + 1 - K`.
///
/// ```
/// use holor::prelude::*;
///
/// fn place<const R: usize, A: InsertInto<R>>(_: A) -> usize {
///     A::INDEX
/// }
/// assert_eq!(place::<2, _>(Axis::<2>), 2);
/// assert_eq!(place::<2, _>(Last), 2);
/// assert_eq!(place::<2, _>(Back::<2>), 1);
/// ```
///
/// ```compile_fail,E0277
/// use holor::prelude::*;
///
/// fn place<const R: usize, A: InsertInto<R>>(_: A) -> usize {
///     A::INDEX
/// }
/// place::<2, _>(Axis::<3>); // a new axis cannot be put at `Axis<3>` of a rank-2 tensor
/// ```
#[diagnostic::on_unimplemented(
    message = "a new axis cannot be put at `{Self}` of a rank-{R} tensor",
    label = "no such place in rank {R}",
    note = "the places are `Axis::<0>` to `Axis::<{R}>` and, from the end, `Last` or `Back::<1>`",
    note = "the largest rank that can result is 12 (`MAX_RANK`)",
    note = "a function over any rank `R` asks for it: `where {Self}: InsertInto<R, Inserted = Rank<O>>`"
)]
pub trait InsertInto<const R: usize>: Sealed {
    /// The number the new axis has afterwards.
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

/// Relates two axes that are not the same one.
///
/// It holds between numbers; [`Last`] and [`Back`] are compared by [`AxisOf::At`]:
///
/// ```
/// use holor::prelude::*;
///
/// fn pair<const R: usize, A: AxisOf<R>, B: AxisOf<R>>(_: A, _: B)
/// where
///     A::At: DistinctFrom<B::At>,
/// {
/// }
/// pair::<3, _, _>(Axis::<1>, Last);
/// ```
///
/// ```compile_fail,E0277
/// use holor::prelude::*;
///
/// fn pair<const R: usize, A: AxisOf<R>, B: AxisOf<R>>(_: A, _: B)
/// where
///     A::At: DistinctFrom<B::At>,
/// {
/// }
/// pair::<2, _, _>(Axis::<1>, Last); // `Axis<1>` is named twice
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is named twice",
    label = "repeated axis",
    note = "each axis can be named once; `Last` and `Back` count as the axis they stand for"
)]
pub trait DistinctFrom<A>: Sealed {}
