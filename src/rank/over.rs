//! Lists of axes, permutations, and what a reduction takes.

use super::arithmetic::{BroadcastTo, Minus};
use super::axis::{Axis, AxisOf, Back, DistinctFrom, Last, Rank};
use super::seal::Sealed;

/// Names all axes, for a reduction to rank 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct All;

/// Reduces the axes named inside to size 1 instead of removing them (numpy's `keepdims`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keep<A>(pub A);

/// Writes a list of axes: numbers, const blocks, and axes by name, in any mix.
///
/// The list is a tuple, `axes![2, 0, 1]` is `(Axis::<2>, Axis::<0>, Axis::<1>)`, so that the
/// compiler sees each axis. It has at most 12 elements.
///
/// ```
/// use holor::prelude::*;
///
/// const CHANNEL: Axis<2> = Axis;
/// const N: usize = 3;
///
/// assert_eq!(axes![2, 0, 1], (Axis::<2>, Axis::<0>, Axis::<1>));
/// assert_eq!(axes![CHANNEL, 0, Last], (Axis::<2>, Axis::<0>, Last));
/// assert_eq!(axes![{ N - 1 }, Back::<2>], (Axis::<2>, Back::<2>));
/// assert_eq!(axes![1,], (Axis::<1>,));
/// assert_eq!(axes![], ());
/// ```
#[macro_export]
macro_rules! axes {
    () => {
        ()
    };
    // A negative number among the first three, for which rustc would suggest `usize::MAX`.
    (- $k:literal $($rest:tt)*) => { $crate::axes!(@negative $k) };
    ($a:tt, - $k:literal $($rest:tt)*) => { $crate::axes!(@negative $k) };
    ($a:tt, $b:tt, - $k:literal $($rest:tt)*) => { $crate::axes!(@negative $k) };
    (@negative $k:literal) => {
        ::core::compile_error!(::core::concat!(
            "axes! has no negative numbers: the axis -",
            $k,
            " is `Back::<",
            $k,
            ">`, and `Last` is `Back::<1>`"
        ))
    };
    // One optional fragment for each form: they begin with different tokens, so the macro needs
    // neither recursion nor a helper, whose name would show up in messages.
    ($($($number:literal)? $($block:block)? $($axis:path)?),*) => {
        ($($($crate::Axis::<$number>,)? $($crate::Axis::<$block>,)? $($axis,)?)*)
    };
}

/// Relates a list of axes to a rank that has them all, each named once.
///
/// ```
/// use holor::prelude::*;
///
/// fn indices<const R: usize, L: AxisList<R>>(_: L) -> &'static [usize] {
///     L::INDICES
/// }
/// assert_eq!(indices::<4, _>(axes![2, Last, 0]), [2, 3, 0]);
/// ```
///
/// ```compile_fail,E0277
/// use holor::prelude::*;
///
/// fn indices<const R: usize, L: AxisList<R>>(_: L) -> &'static [usize] {
///     L::INDICES
/// }
/// indices::<3, _>(axes![2, Last]); // `Axis<2>` is named twice
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list of axes of a rank-{R} tensor",
    label = "expected a list such as `axes![0, 1]`",
    note = "`axes!` lists up to 12 axes",
    note = "a reduction asks for `A: Over<R, Output = Rank<O>>`, whatever names its axes"
)]
pub trait AxisList<const R: usize>: Sealed {
    /// How many axes are listed, as a rank.
    type Count;
    /// Their numbers, in the order of the list.
    const INDICES: &'static [usize];
}

/// Relates a list of axes to the rank whose axes it reorders: all of them, each once.
///
/// ```
/// use holor::prelude::*;
///
/// fn order<const R: usize, P: Permutation<R>>(_: P) -> [usize; R] {
///     P::AXES
/// }
/// assert_eq!(order::<3, _>(axes![Last, 0, 1]), [2, 0, 1]);
/// ```
///
/// ```compile_fail,E0277
/// use holor::prelude::*;
///
/// fn order<const R: usize, P: Permutation<R>>(_: P) -> [usize; R] {
///     P::AXES
/// }
/// order::<3, _>(axes![1, 0]); // not a permutation of the 3 axes of a rank-3 tensor
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a permutation of the {R} axes of a rank-{R} tensor",
    label = "expected a list of {R} axes",
    note = "`axes![..]` with each of the {R} axes once, up to rank 12 (`MAX_RANK`)"
)]
pub trait Permutation<const R: usize>: Sealed {
    /// The axis that comes to each place.
    const AXES: [usize; R];
}

/// Relates what a reduction is given to the rank it reduces and to the rank that is left.
///
/// An axis, [`Last`], [`Back`], a list (`axes![0, 2]`), [`All`]; or any of them in [`Keep`],
/// which leaves the axes in place with size 1.
///
/// ```
/// use holor::prelude::*;
///
/// fn left<const R: usize, A: Over<R, Output = Rank<O>>, const O: usize>(_: A) -> usize {
///     O
/// }
/// assert_eq!(left::<3, _, _>(Axis::<1>), 2);
/// assert_eq!(left::<3, _, _>(axes![0, Last]), 1);
/// assert_eq!(left::<3, _, _>(All), 0);
/// assert_eq!(left::<3, _, _>(Keep(Last)), 3);
/// ```
///
/// ```compile_fail,E0277
/// use holor::prelude::*;
///
/// fn left<const R: usize, A: Over<R, Output = Rank<O>>, const O: usize>(_: A) -> usize {
///     O
/// }
/// left::<3, _, _>(axes![0, 3]); // `Axis<3>` is not an axis of a rank-3 tensor
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an axis or a list of axes of a rank-{R} tensor",
    label = "no such axes in rank {R}",
    note = "name axes by `Axis::<0>`, `Last`, `Back::<1>`, `axes![0, 1]` with each axis once, `All`, \
            or one of these in `Keep(..)`",
    note = "axes are known for ranks up to 12 (`MAX_RANK`)",
    note = "a function over any rank `R` asks for what it reduces, as in `where Last: Over<R>` or, of any \
            axis, `A: Over<R, Output = Rank<O>>`; `AxisOf` is for views"
)]
pub trait Over<const R: usize>: Sealed {
    /// The rank that is left: `Rank<R>` with [`Keep`], lower by the axes named without it.
    type Output;
    /// Which axes are reduced.
    const REDUCED: [bool; R];
    /// Whether the reduced axes stay, with size 1.
    const KEEP: bool;
}

#[diagnostic::do_not_recommend]
impl<const R: usize> Over<R> for All {
    type Output = Rank<0>;
    const REDUCED: [bool; R] = [true; R];
    const KEEP: bool = false;
}

#[diagnostic::do_not_recommend]
impl<A: Over<R>, const R: usize> Over<R> for Keep<A> {
    type Output = Rank<R>;
    const REDUCED: [bool; R] = A::REDUCED;
    const KEEP: bool = true;
}

#[diagnostic::do_not_recommend]
impl<const A: usize, const R: usize> Over<R> for Axis<A>
where
    Axis<A>: AxisOf<R>,
{
    type Output = <Self as AxisOf<R>>::Removed;
    const REDUCED: [bool; R] = marked(&[Self::INDEX]);
    const KEEP: bool = false;
}

#[diagnostic::do_not_recommend]
impl<const K: usize, const R: usize> Over<R> for Back<K>
where
    Back<K>: AxisOf<R>,
{
    type Output = <Self as AxisOf<R>>::Removed;
    const REDUCED: [bool; R] = marked(&[Self::INDEX]);
    const KEEP: bool = false;
}

#[diagnostic::do_not_recommend]
impl<const R: usize> Over<R> for Last
where
    Last: AxisOf<R>,
{
    type Output = <Self as AxisOf<R>>::Removed;
    const REDUCED: [bool; R] = marked(&[Self::INDEX]);
    const KEEP: bool = false;
}

// The impls for lists are for any `L: AxisList`, not for each length of tuple: rustc would list
// those under every mistake in a list. They are recommended, so that the mistake itself is told
// (an axis that is none, an axis named twice).
impl<L, const R: usize, const K: usize, const O: usize> Over<R> for L
where
    L: AxisList<R, Count = Rank<K>>,
    Rank<R>: Minus<Rank<K>, Output = Rank<O>>,
{
    type Output = Rank<O>;
    const REDUCED: [bool; R] = marked(L::INDICES);
    const KEEP: bool = false;
}

impl<L, const R: usize, const K: usize> Permutation<R> for L
where
    L: AxisList<R, Count = Rank<K>>,
    Rank<K>: CoversRank<L, R>,
{
    const AXES: [usize; R] = copied(L::INDICES);
}

/// Holds when a list `L` of as many axes as `Self` says leaves out none of the axes of rank `R`.
///
/// A list that is longer than the rank satisfies it; [`AxisList`] refuses that list for the axis it
/// repeats or invents.
#[diagnostic::on_unimplemented(
    message = "`{L}` is not a permutation of the {R} axes of a rank-{R} tensor",
    label = "expected {R} axes",
    note = "`axes![..]` names each of the {R} axes once"
)]
pub trait CoversRank<L, const R: usize>: Sealed {}

#[diagnostic::do_not_recommend]
impl<L, const R: usize, const K: usize> CoversRank<L, R> for Rank<K> where
    Rank<R>: BroadcastTo<Rank<K>>
{
}

/// Implements `AxisList` for tuples. Each step takes the first of the axes that are left, and tells
/// it from those behind.
macro_rules! lists {
    ($($count:literal: $($axis:ident)*;)*) => { $(
        lists!(@step $count [$($axis)*] [] $($axis)*);
    )* };
    (@step $count:literal [$($all:ident)*] [$($bounds:tt)*] $axis:ident $($behind:ident)*) => {
        lists!(@step $count [$($all)*]
            [$($bounds)* $axis: AxisOf<R>, $($behind::At: DistinctFrom<$axis::At>,)*]
            $($behind)*);
    };
    (@step $count:literal [$($all:ident)*] [$($bounds:tt)*]) => {
        impl<$($all,)* const R: usize> AxisList<R> for ($($all,)*)
        where
            $($bounds)*
        {
            type Count = Rank<$count>;
            const INDICES: &'static [usize] = &[$($all::INDEX),*];
        }
    };
}

lists! {
    0: ;
    1: A;
    2: A B;
    3: A B C;
    4: A B C D;
    5: A B C D E;
    6: A B C D E F;
    7: A B C D E F G;
    8: A B C D E F G H;
    9: A B C D E F G H I;
    10: A B C D E F G H I J;
    11: A B C D E F G H I J K;
    12: A B C D E F G H I J K L;
}

/// Marks the axes that are listed.
const fn marked<const R: usize>(indices: &[usize]) -> [bool; R] {
    let mut marks = [false; R];
    let mut i = 0;
    while i < indices.len() {
        marks[indices[i]] = true;
        i += 1;
    }
    marks
}

/// Copies a list that is known to have `R` elements.
const fn copied<const R: usize>(indices: &[usize]) -> [usize; R] {
    let mut array = [0; R];
    array.copy_from_slice(indices);
    array
}
