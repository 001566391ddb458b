//! Selectors of slices, the relation that counts their axes, and `s!`.

use super::seal::Sealed;
use core::ops::{
    Bound, Range, RangeBounds, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive,
};

use super::arithmetic::{Minus, Plus};
use super::axis::Rank;

/// What a slice selects along one axis, as a value. [`SliceOf::each`] gives it.
///
/// Negative numbers count from the end of the axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selector {
    /// Selects one index; the axis is removed.
    Index(isize),
    /// Selects every `step`-th index from `start` to before `end`.
    ///
    /// With a negative step the order is reversed.
    Range {
        /// The first index; `None` is the beginning of the axis.
        start: Option<isize>,
        /// The index after the last; `None` is the end of the axis.
        end: Option<isize>,
        /// The distance between selected indices.
        step: isize,
    },
    /// Inserts an axis of size 1.
    NewAxis,
}

/// Inserts an axis of size 1 in a slice: `s![.., NewAxis]`.
///
/// ```
/// use holor::prelude::*;
///
/// assert_eq!(tensor![1, 2, 3].slice(s![.., NewAxis]).shape(), [3, 1]);
/// ```
///
/// numpy: `newaxis`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NewAxis;

/// Selects every `step`-th index of a range in a slice; [`s!`](crate::s!) writes it `2..8;3`.
///
/// A negative step reverses the order, as in ndarray: `..;-1` reverses the axis.
///
/// ```
/// use holor::prelude::*;
///
/// let v = tensor![0, 1, 2, 3, 4, 5];
/// assert_eq!(v.slice(s![1..;2]), tensor![1, 3, 5]);
/// assert_eq!(v.slice(s![..;-1]), tensor![5, 4, 3, 2, 1, 0]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Step<R>(pub R, pub isize);

/// An integer that selects an index in a slice: `usize`, `isize` or `i32`.
///
/// A number that does not fit `isize` is replaced by the nearest one, which no axis has as an
/// index.
pub trait AxisIndex: Copy + Sealed {
    /// Returns the index; a negative one counts from the end.
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

/// A range of indices in a slice: any range of std over `usize`, `isize` or `i32`.
///
/// ```
/// use holor::prelude::*;
/// use holor::rank::AxisRange;
///
/// assert_eq!((2..5).ends(), (Some(2), Some(5)));
/// assert_eq!((..=-2).ends(), (None, Some(-1)));
/// assert_eq!((..=-1).ends(), (None, None)); // -1 is the last index
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a range that can have a step",
    label = "a step goes with a range, as in `2..8;3`",
    note = "the ends of a range are `usize`, `isize` or `i32`"
)]
pub trait AxisRange: Sealed {
    /// Returns the first index and the index after the last; `None` where the range is open.
    fn ends(self) -> (Option<isize>, Option<isize>);
}

/// A selector of a slice: an index, a range, a [`Step`] or [`NewAxis`].
///
/// `In` and `Out` are the numbers of axes that it selects from and that it leaves. An index selects
/// from one axis and leaves none, a range leaves it, `NewAxis` selects from none and leaves one.
///
/// [`SliceOf`] requires it for each selector; a function over any rank does not name it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not select on an axis",
    label = "expected an index, a range, `range;step` or `NewAxis`",
    note = "indices and the ends of ranges are `usize`, `isize` or `i32`"
)]
pub trait SliceArg: Sealed {
    /// The number of axes of the tensor, as a rank.
    type In;
    /// The number of axes of the result, as a rank.
    type Out;
    /// Returns the selector as a value.
    fn selector(self) -> Selector;
}

// A blanket impl, not one for each integer: it is the only candidate for a literal, so the rank of the
// result is known before literals fall back to `i32`.
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

/// Converts bounds to a first index and the index after the last. After -1, the last index, comes the
/// open end, not 0.
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

/// Relates the number of axes that are left to select from to the number after one more selector.
///
/// [`SliceOf`] requires it; a function over any rank does not name it. `Self` is the number of axes
/// left, `In` the number that the selector takes, and `N` the rank of the tensor, for the message.
#[diagnostic::on_unimplemented(
    message = "`s![..]` has more selectors than this tensor of `{N}` has axes",
    label = "too many selectors for `{N}`",
    note = "give one selector for each axis; `NewAxis` does not count",
    note = "axes are known for ranks up to 12 (`MAX_RANK`)"
)]
pub trait AxisLeft<In, N>: Sealed {
    /// The number of axes left after the selector.
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

/// The number of axes left after the last selector of a slice: none.
///
/// [`SliceOf`] requires it; a function over any rank does not name it. `N` is the rank of the
/// tensor, for the message.
#[diagnostic::on_unimplemented(
    message = "`s![..]` has fewer selectors than this tensor of `{N}` has axes",
    label = "too few selectors for `{N}`",
    note = "give one selector for each axis; `..` takes all of an axis"
)]
pub trait NoAxisLeft<N>: Sealed {}

#[diagnostic::do_not_recommend]
impl<N> NoAxisLeft<N> for Rank<0> {}

/// A list of selectors for a tensor of rank `L`, as [`s!`](crate::s!) makes it; `Output` is the
/// rank of the result.
///
/// `N` is the rank of the tensor too, for the messages. A function needs it to slice by a list of
/// its caller:
///
/// ```
/// use holor::prelude::*;
/// use holor::rank::SliceOf;
///
/// fn total<S, const R: usize, const O: usize>(x: &TensorRef<i32, R>, selectors: S) -> i32
/// where
///     S: SliceOf<Rank<R>, Rank<R>, Output = Rank<O>>,
/// {
///     x.slice(selectors).sum(All).item()
/// }
/// let m = tensor![[1, 2, 3], [4, 5, 6]];
/// assert_eq!(total(&m, s![1, ..]), 15);
/// assert_eq!(total(&m, s![.., ..2]), 12);
/// ```
///
/// There is one selector for each axis:
///
/// ```compile_fail,E0277
/// use holor::prelude::*;
///
/// // `s![..]` has more selectors than this tensor of `Rank<2>` has axes
/// tensor![[1, 2], [3, 4]].slice(s![1, .., 0]);
/// ```
///
/// ```compile_fail,E0277
/// use holor::prelude::*;
///
/// // `s![..]` has fewer selectors than this tensor of `Rank<2>` has axes
/// tensor![[1, 2], [3, 4]].slice(s![1]);
/// ```
///
/// Required by `slice` and `slice_mut`.
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

// For every list of selectors, not for `()` and `(H, T)`: rustc would show these impls with all their
// bounds under every mistake in a list.
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

/// A nested tuple of selectors, of which the first selects from the first of `L` axes.
///
/// [`SliceOf`] requires it; a function over any rank does not name it. `N` is the rank of the
/// tensor, for the message.
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

/// Lists the selectors of a slice, one for each axis.
///
/// | Selector | Selects |
/// |---|---|
/// | `2`, `-1` | one index; the axis is removed |
/// | `..`, `2..5`, `..-1`, `..=-1` | a range; the axis stays |
/// | `2..8;3`, `..;-1` | every third index of a range; a negative step reverses the order |
/// | `NewAxis` | nothing; inserts an axis of size 1 |
///
/// Negative numbers count from the end.
///
/// ```
/// use holor::prelude::*;
///
/// let m = tensor![[1, 2, 3], [4, 5, 6]];
/// assert_eq!(m.slice(s![1, ..]), tensor![4, 5, 6]);
/// assert_eq!(m.slice(s![.., -1]), tensor![3, 6]);
/// assert_eq!(m.slice(s![.., ..;-2]), tensor![[3, 1], [6, 4]]);
/// assert_eq!(m.slice(s![0, NewAxis, 1..]), tensor![[2, 3]]);
/// ```
///
/// The list is a nested tuple, so the compiler counts the selectors:
///
/// ```
/// use holor::prelude::*;
///
/// assert_eq!(s![1, .., 2..5], (1, (.., (2..5, ()))));
/// ```
///
/// numpy and torch: `m[1, :]`; ndarray: `s![1, ..]`.
#[macro_export]
macro_rules! s {
    () => { () };
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
