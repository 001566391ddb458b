//! Lists of axes, permutations, and what a reduction takes.

use super::arithmetic::Minus;
use super::axis::{Axis, AxisOf, Back, DistinctFrom, Last, Rank};

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
/// assert_eq!(axes![], ());
/// ```
#[macro_export]
macro_rules! axes {
    // One group of one fragment for each form: they begin with different tokens, so the macro
    // needs neither recursion nor a helper, whose name would show up in messages.
    ($($($number:literal)? $($block:block)? $($axis:path)?),* $(,)?) => {
        ($($($crate::Axis::<$number>)? $($crate::Axis::<$block>)? $($axis)?,)*)
    };
}

/// Relates a list of axes to a rank that has them all, each named once.
///
/// ```
/// use holor::prelude::*;
///
/// fn indices<const R: usize, L: AxesOf<R>>(_: L) -> &'static [usize] {
///     L::INDICES
/// }
/// assert_eq!(indices::<4, _>(axes![2, Last, 0]), [2, 3, 0]);
/// ```
///
/// ```compile_fail,E0277
/// use holor::prelude::*;
///
/// fn indices<const R: usize, L: AxesOf<R>>(_: L) -> &'static [usize] {
///     L::INDICES
/// }
/// indices::<3, _>(axes![2, Last]); // `Axis<2>` is named twice
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list of axes of a rank-{R} tensor",
    label = "expected a list such as `axes![0, 1]`",
    note = "`axes!` lists up to 12 axes"
)]
pub trait AxesOf<const R: usize> {
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
    note = "a permutation of rank {R} names {R} axes: `axes![..]` with each of them once, up to 12"
)]
pub trait Permutation<const R: usize> {
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
    message = "`{Self}` does not name axes of a rank-{R} tensor",
    label = "expected an axis, a list of axes, or `All`",
    note = "name axes by `Axis::<0>`, `Last`, `Back::<1>`, `axes![0, 1]`, `All`, \
            or one of these in `Keep(..)`"
)]
pub trait Over<const R: usize> {
    /// The rank that is left: `Rank<R>` with [`Keep`], lower by the axes named without it.
    type Output;
    /// Which axes are reduced.
    const REDUCED: [bool; R];
    /// Whether the reduced axes stay, with size 1.
    const KEEP: bool;
}

impl<const R: usize> Over<R> for All {
    type Output = Rank<0>;
    const REDUCED: [bool; R] = [true; R];
    const KEEP: bool = false;
}

impl<A: Over<R>, const R: usize> Over<R> for Keep<A> {
    type Output = Rank<R>;
    const REDUCED: [bool; R] = A::REDUCED;
    const KEEP: bool = true;
}

impl<const A: usize, const R: usize, const O: usize> Over<R> for Axis<A>
where
    Axis<A>: AxisOf<R, Removed = Rank<O>>,
{
    type Output = Rank<O>;
    const REDUCED: [bool; R] = marked(&[Self::INDEX]);
    const KEEP: bool = false;
}

impl<const K: usize, const R: usize, const O: usize> Over<R> for Back<K>
where
    Back<K>: AxisOf<R, Removed = Rank<O>>,
{
    type Output = Rank<O>;
    const REDUCED: [bool; R] = marked(&[Self::INDEX]);
    const KEEP: bool = false;
}

impl<const R: usize, const O: usize> Over<R> for Last
where
    Last: AxisOf<R, Removed = Rank<O>>,
{
    type Output = Rank<O>;
    const REDUCED: [bool; R] = marked(&[Self::INDEX]);
    const KEEP: bool = false;
}

/// Implements the relations of a list: `($all: $rest)*` pairs each element with those behind it.
macro_rules! lists {
    ($($count:literal: $($axis:ident)*;)*) => { $(
        lists!(@pairs $count [$($axis)*] [] $($axis)*);

        impl<$($axis,)* const R: usize, const O: usize> Over<R> for ($($axis,)*)
        where
            ($($axis,)*): AxesOf<R>,
            Rank<R>: Minus<Rank<$count>, Output = Rank<O>>,
        {
            type Output = Rank<O>;
            const REDUCED: [bool; R] = marked(<Self as AxesOf<R>>::INDICES);
            const KEEP: bool = false;
        }

        impl<$($axis),*> Permutation<$count> for ($($axis,)*)
        where
            ($($axis,)*): AxesOf<$count>,
        {
            const AXES: [usize; $count] = copied(<Self as AxesOf<$count>>::INDICES);
        }
    )* };
    (@pairs $count:literal [$($all:ident)*] [$($bounds:tt)*]) => {
        impl<$($all,)* const R: usize> AxesOf<R> for ($($all,)*)
        where
            $($bounds)*
        {
            type Count = Rank<$count>;
            const INDICES: &'static [usize] = &[$($all::INDEX),*];
        }
    };
    (@pairs $count:literal [$($all:ident)*] [$($bounds:tt)*] $axis:ident $($behind:ident)*) => {
        lists!(@pairs $count [$($all)*]
            [$($bounds)* $axis: AxisOf<R>, $($behind::At: DistinctFrom<$axis::At>,)*]
            $($behind)*);
    };
}

lists! {
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

impl<const R: usize> AxesOf<R> for () {
    type Count = Rank<0>;
    const INDICES: &'static [usize] = &[];
}

impl<const R: usize> Over<R> for () {
    type Output = Rank<R>;
    const REDUCED: [bool; R] = [false; R];
    const KEEP: bool = false;
}

impl Permutation<0> for () {
    const AXES: [usize; 0] = [];
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
