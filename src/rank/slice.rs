//! Selectors, the walk of a rank along them, and `s!`.

use super::seal::Sealed;
use core::ops::{
    Bound, Range, RangeBounds, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive,
};

use super::arithmetic::{Minus, Plus};
use super::axis::Rank;

/// Tells what a slice does at one axis, with the values as they were given.
///
/// Negative numbers count from the end of the axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selector {
    /// Takes one index and drops the axis.
    Index(isize),
    /// Takes the indices from `start` to before `end`, every `step`-th of them.
    ///
    /// With a negative step the indices are taken in reverse order.
    Range {
        /// The first index; the first of the axis when there is none.
        start: Option<isize>,
        /// The index behind the last one; the end of the axis when there is none.
        end: Option<isize>,
        /// The distance between the indices taken.
        step: isize,
    },
    /// Inserts an axis of size 1.
    NewAxis,
}

/// Inserts an axis of size 1 in a slice: `s![.., NewAxis]` (numpy's `newaxis`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NewAxis;

/// Takes every `step`-th index of a range; `s![2..8;3]` writes it.
///
/// A negative step takes the range's indices in reverse order, as in ndarray: `..;-1` flips.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Step<R>(pub R, pub isize);

/// Converts an integer to an index of an axis; for `usize`, `isize` and `i32`.
///
/// What does not fit saturates: such an index is out of range for every axis.
pub trait AxisIndex: Copy + Sealed {
    /// Returns the index.
    fn index(self) -> isize;
}

impl AxisIndex for usize {
    #[inline]
    fn index(self) -> isize {
        isize::try_from(self).unwrap_or(isize::MAX)
    }
}

impl AxisIndex for isize {
    #[inline]
    fn index(self) -> isize {
        self
    }
}

impl AxisIndex for i32 {
    #[inline]
    fn index(self) -> isize {
        isize::try_from(self).unwrap_or(if self < 0 { isize::MIN } else { isize::MAX })
    }
}

/// Converts a range to its two ends, as a slice wants them.
///
/// ```
/// use holor::prelude::*;
///
/// assert_eq!((2..5).ends(), (Some(2), Some(5)));
/// assert_eq!((..=-2).ends(), (None, Some(-1)));
/// assert_eq!((..=-1).ends(), (None, None)); // -1 is the last index: to the end
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a range that can have a step",
    label = "a step goes with a range, as in `2..8;3`",
    note = "the ends of a range are `usize`, `isize` or `i32`"
)]
pub trait AxisRange: Sealed {
    /// Returns the first index and the one behind the last; `None` where the range is open.
    fn ends(self) -> (Option<isize>, Option<isize>);
}

/// Relates a selector to the axes it takes from the tensor and leaves in the result.
///
/// An index takes one and leaves none; a range, with a [`Step`] or without, takes one and leaves
/// one; [`NewAxis`] takes none and leaves one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not select on an axis",
    label = "expected an index, a range, `range;step` or `NewAxis`",
    note = "indices and the ends of ranges are `usize`, `isize` or `i32`"
)]
pub trait SliceArg: Sealed {
    /// How many axes of the tensor it takes, as a rank.
    type In;
    /// How many axes it leaves, as a rank.
    type Out;
    /// Returns the selector as a value.
    fn selector(self) -> Selector;
}

// A blanket impl, not one for each integer: it is the only candidate for a literal, whose rank is
// thus known at once and not only after literals have fallen back to `i32`.
#[diagnostic::do_not_recommend]
impl<I: AxisIndex> SliceArg for I {
    type In = Rank<1>;
    type Out = Rank<0>;
    #[inline]
    fn selector(self) -> Selector {
        Selector::Index(self.index())
    }
}

#[diagnostic::do_not_recommend]
impl SliceArg for NewAxis {
    type In = Rank<0>;
    type Out = Rank<1>;
    #[inline]
    fn selector(self) -> Selector {
        Selector::NewAxis
    }
}

#[diagnostic::do_not_recommend]
impl<R: AxisRange> SliceArg for Step<R> {
    type In = Rank<1>;
    type Out = Rank<1>;
    #[inline]
    fn selector(self) -> Selector {
        stepped(self.0, self.1)
    }
}

macro_rules! ranges {
    ($($range:ty $(, $int:ident)?;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl$(<$int: AxisIndex>)? SliceArg for $range {
            type In = Rank<1>;
            type Out = Rank<1>;
            #[inline]
            fn selector(self) -> Selector {
                stepped(self, 1)
            }
        }
    )* };
}

ranges! {
    Range<I>, I;
    RangeFrom<I>, I;
    RangeTo<I>, I;
    RangeInclusive<I>, I;
    RangeToInclusive<I>, I;
    RangeFull;
}

macro_rules! bounded {
    ($($range:ident)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<I: AxisIndex> AxisRange for $range<I> {
            #[inline]
            fn ends(self) -> (Option<isize>, Option<isize>) {
                ends(self.start_bound(), self.end_bound())
            }
        }
    )* };
}

bounded!(Range RangeFrom RangeTo RangeInclusive RangeToInclusive);

impl AxisRange for RangeFull {
    #[inline]
    fn ends(self) -> (Option<isize>, Option<isize>) {
        (None, None)
    }
}

#[inline]
fn stepped(range: impl AxisRange, step: isize) -> Selector {
    let (start, end) = range.ends();
    Selector::Range { start, end, step }
}

/// Turns bounds into a first index and one behind the last. The index behind -1, the last one,
/// is not 0 but the open end.
#[inline]
fn ends<I: AxisIndex>(start: Bound<&I>, end: Bound<&I>) -> (Option<isize>, Option<isize>) {
    let start = match start {
        Bound::Included(start) => Some(start.index()),
        Bound::Excluded(before) => Some(before.index().saturating_add(1)),
        Bound::Unbounded => None,
    };
    let end = match end {
        Bound::Excluded(end) => Some(end.index()),
        Bound::Included(last) => match last.index() {
            -1 => None,
            last => Some(last.saturating_add(1)),
        },
        Bound::Unbounded => None,
    };
    (start, end)
}

/// Relates the axes that are left to be selected, at rank `Self` of `N`, to those left after a
/// selector that takes `In` of them.
#[diagnostic::on_unimplemented(
    message = "`s![..]` has more selectors than this tensor of `{N}` has axes",
    label = "too many selectors for `{N}`",
    note = "give one selector for each axis; `NewAxis` does not count",
    note = "axes are known for ranks up to 12 (`MAX_RANK`)"
)]
pub trait AxisLeft<In, N>: Sealed {
    /// What is left for the selectors behind.
    type Left;
}

#[diagnostic::do_not_recommend]
impl<N, const L: usize> AxisLeft<Rank<0>, N> for Rank<L> {
    type Left = Rank<L>;
}

#[diagnostic::do_not_recommend]
impl<N, const L: usize, const P: usize> AxisLeft<Rank<1>, N> for Rank<L>
where
    Rank<L>: Minus<Rank<1>, Output = Rank<P>>,
{
    type Left = Rank<P>;
}

/// Holds when no axis of a tensor of rank `N` is left to be selected.
#[diagnostic::on_unimplemented(
    message = "`s![..]` has fewer selectors than this tensor of `{N}` has axes",
    label = "too few selectors for `{N}`",
    note = "give one selector for each axis; `..` takes all of an axis"
)]
pub trait NoAxisLeft<N>: Sealed {}

#[diagnostic::do_not_recommend]
impl<N> NoAxisLeft<N> for Rank<0> {}

/// Relates a list of selectors, as `s!` makes it, to the rank it slices and the rank it leaves.
///
/// `L` is the rank that is left to be selected and `N` the rank of the whole tensor, which
/// messages name; they are equal at the head of the list.
///
/// ```
/// use holor::prelude::*;
///
/// fn rank<const R: usize, A: SliceOf<Rank<R>, Rank<R>, Output = Rank<O>>, const O: usize>(
///     _: A,
/// ) -> usize {
///     O
/// }
/// assert_eq!(rank::<3, _, _>(s![1, .., 2..5]), 2);
/// assert_eq!(rank::<1, _, _>(s![..;-1, NewAxis]), 2);
/// ```
///
/// ```compile_fail,E0277
/// use holor::prelude::*;
///
/// fn rank<const R: usize, A: SliceOf<Rank<R>, Rank<R>, Output = Rank<O>>, const O: usize>(
///     _: A,
/// ) -> usize {
///     O
/// }
/// rank::<2, _, _>(s![1, .., 2..5]); // `s![..]` has more selectors than this tensor of `Rank<2>`
/// ```
///
/// ```compile_fail,E0277
/// use holor::prelude::*;
///
/// fn rank<const R: usize, A: SliceOf<Rank<R>, Rank<R>, Output = Rank<O>>, const O: usize>(
///     _: A,
/// ) -> usize {
///     O
/// }
/// rank::<2, _, _>(s![1]); // `s![..]` has fewer selectors than this tensor of `Rank<2>` has axes
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list of selectors for a tensor of `{N}`",
    label = "expected `s![..]`",
    note = "`s![1, .., 2..5]` makes a list with one selector for each axis"
)]
pub trait SliceOf<L, N>: Sealed {
    /// The rank of the result.
    type Output;
    /// Calls `f` with each selector, in order.
    fn each(self, f: impl FnMut(Selector));
}

// For anything that is a list of selectors, not for `()` and `(H, T)`: rustc would show those impls
// with all their bounds under every mistake in a list.
impl<A, N, const L: usize, const O: usize> SliceOf<Rank<L>, N> for A
where
    A: Selectors<Rank<L>, N, Output = Rank<O>>,
{
    type Output = Rank<O>;
    #[inline]
    fn each(self, mut f: impl FnMut(Selector)) {
        self.walk(&mut f);
    }
}

/// Relates a nested tuple of selectors to the rank `L` that is left where it begins; the walk
/// behind [`SliceOf`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list of selectors for a tensor of `{N}`",
    label = "expected `s![..]`",
    note = "`s![1, .., 2..5]` makes a list with one selector for each axis"
)]
pub trait Selectors<L, N>: Sealed {
    /// The rank of what is selected.
    type Output;
    /// Calls `f` with each selector, in order.
    fn walk(self, f: &mut impl FnMut(Selector));
}

impl<N, const L: usize> Selectors<Rank<L>, N> for ()
where
    Rank<L>: NoAxisLeft<N>,
{
    type Output = Rank<0>;
    #[inline]
    fn walk(self, _: &mut impl FnMut(Selector)) {}
}

impl<H, T, N, const L: usize, const M: usize, const P: usize, const O: usize> Selectors<Rank<L>, N>
    for (H, T)
where
    H: SliceArg,
    Rank<L>: AxisLeft<H::In, N, Left = Rank<M>>,
    T: Selectors<Rank<M>, N, Output = Rank<P>>,
    H::Out: Plus<Rank<P>, Output = Rank<O>>,
{
    type Output = Rank<O>;
    #[inline]
    fn walk(self, f: &mut impl FnMut(Selector)) {
        f(self.0.selector());
        self.1.walk(f);
    }
}

/// Writes the selectors of a slice, one for each axis.
///
/// An index drops its axis, a range keeps it, `range;step` takes every `step`-th index of a range
/// (backwards when the step is negative), `NewAxis` adds an axis of size 1. Negative numbers count from the end;
/// `..=-1` is to the end.
///
/// The list is a nested tuple, `s![1, ..]` is `(1, (.., ()))`, so that the compiler can walk along
/// it with the rank.
///
/// ```
/// use holor::prelude::*;
///
/// assert_eq!(s![1, .., 2..5], (1, (.., (2..5, ()))));
/// assert_eq!(s![..;-1, NewAxis], (Step(.., -1), (NewAxis, ())));
/// ```
#[macro_export]
macro_rules! s {
    ($($selectors:tt)*) => {
        // To clippy `1..-1` is an empty range.
        match () {
            #[allow(clippy::reversed_empty_ranges)]
            () => $crate::__selectors!($($selectors)*),
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __selectors {
    () => { () };
    ($range:expr; $step:expr $(, $($rest:tt)*)?) => {
        ($crate::Step($range, $step), $crate::__selectors!($($($rest)*)?))
    };
    ($selector:expr $(, $($rest:tt)*)?) => { ($selector, $crate::__selectors!($($($rest)*)?)) };
}
