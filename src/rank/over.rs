//! Lists of axes, permutations, and the arguments of reductions.

use super::arithmetic::{BroadcastTo, Minus};
use super::axis::{Axis, AxisOf, Back, DistinctFrom, Last, Rank};
use super::seal::{Seal, Sealed, SealedOver};

/// All axes, for a reduction to rank 0.
///
/// ```
/// use holor::prelude::*;
///
/// assert_eq!(tensor![[1, 2], [3, 4]].sum(All).item(), 10);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct All;

/// Keeps the reduced axes with size 1, instead of removing them.
///
/// ```
/// use holor::prelude::*;
///
/// let m = tensor![[1.0, 3.0], [5.0, 9.0]];
/// assert_eq!(m.mean(Keep(Last)), tensor![[2.0], [7.0]]);
/// assert_eq!(&m - m.mean(Keep(Last)), tensor![[-1.0, 1.0], [-2.0, 2.0]]);
/// ```
///
/// numpy: `keepdims=True`; torch: `keepdim=True`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keep<A>(pub A);

/// Lists axes: by numbers, const blocks, names, or any mix of these.
///
/// The list is a tuple of types, so the compiler knows each axis: `axes![2, 0, 1]` is
/// `(Axis::<2>, Axis::<0>, Axis::<1>)`. It has at most 12 axes.
///
/// ```
/// use holor::prelude::*;
///
/// let t = Tensor::<f32, 3>::ones([2, 3, 4]);
/// assert_eq!(t.permute(axes![2, 0, 1]).shape(), [4, 2, 3]);
/// assert_eq!(t.sum(axes![0, Last]).shape(), [3]);
///
/// const CHANNEL: Axis<2> = Axis;
/// const N: usize = 3;
/// assert_eq!(axes![CHANNEL, 0, Last], (Axis::<2>, Axis::<0>, Last));
/// assert_eq!(axes![{ N - 1 }, Back::<2>], (Axis::<2>, Back::<2>));
/// ```
///
/// Numbers from the end are `Back`:
///
/// ```compile_fail
/// use holor::prelude::*;
///
/// tensor![[1, 2], [3, 4]].permute(axes![-1, 0]); // the axis -1 is `Back::<1>`
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

/// A list of different axes of a tensor of rank `R`, as [`axes!`](crate::axes!) makes it.
///
/// A function over any rank rarely names it: reductions require [`Over`] and `permute`
/// [`Permutation`], which hold for lists. It gives the numbers of the listed axes:
///
/// ```
/// use holor::prelude::*;
/// use holor::rank::AxisList;
///
/// /// The sizes of some axes.
/// fn sizes<L: AxisList<R>, const R: usize>(x: &TensorRef<f32, R>, _: L) -> Vec<usize> {
///     L::INDICES.iter().map(|&axis| x.shape()[axis]).collect()
/// }
/// assert_eq!(sizes(&Tensor::ones([2, 3, 4]), axes![Last, 0]), [4, 2]);
/// ```
///
/// ```compile_fail,E0277
/// use holor::prelude::*;
///
/// tensor![[1, 2], [3, 4]].sum(axes![1, Last]); // `Axis<1>` is named twice
/// ```
///
/// Required by `tensordot` for each of its lists.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list of axes of a rank-{R} tensor",
    label = "expected a list such as `axes![0, 1]`",
    note = "`axes!` lists up to 12 axes",
    note = "a reduction asks for `A: Over<R, Output = Rank<O>>`, whatever names its axes"
)]
pub trait AxisList<const R: usize>: Sealed {
    /// The number of listed axes, as a rank.
    type Count;
    /// The numbers of the axes, in the order of the list.
    const INDICES: &'static [usize];
}

/// A list of all axes of a tensor of rank `R`, each once, in any order.
///
/// A function over any rank needs it to permute by a list of its caller:
///
/// ```
/// use holor::prelude::*;
///
/// /// The elements in another order of the axes, contiguous.
/// fn permuted<P: Permutation<R>, const R: usize>(x: &TensorRef<u8, R>, axes: P) -> Tensor<u8, R> {
///     x.permute(axes).to_owned()
/// }
/// assert_eq!(permuted(&Tensor::zeros([2, 3, 4]), axes![Last, 0, 1]).shape(), [4, 2, 3]);
/// ```
///
/// ```compile_fail,E0277
/// use holor::prelude::*;
///
/// // `(Axis<1>, Axis<0>)` is not a permutation of the 3 axes of a rank-3 tensor
/// Tensor::<u8, 3>::zeros([2, 3, 4]).permute(axes![1, 0]);
/// ```
///
/// Required by `permute`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a permutation of the {R} axes of a rank-{R} tensor",
    label = "expected a list of {R} axes",
    note = "`axes![..]` with each of the {R} axes once, up to rank 12 (`MAX_RANK`)"
)]
pub trait Permutation<const R: usize>: Sealed {
    /// For each axis of the result, the axis of the tensor that it is.
    const AXES: [usize; R];
}

/// An argument that names the axes of a rank-`R` tensor to reduce; `Output` is the resulting rank.
///
/// It is an axis ([`Axis`], [`Last`], [`Back`], [`NamedAxis`](super::NamedAxis)), a list
/// (`axes![0, 2]`), [`All`], or one of these in [`Keep`], which keeps the axes with size 1.
///
/// A function over any rank needs it to reduce; `A: Over<R, Output = Rank<O>>` also says the rank
/// of the result:
///
/// ```
/// use holor::prelude::*;
///
/// /// The difference of the maximum and the minimum.
/// fn range<A, const R: usize, const O: usize>(x: &TensorRef<f64, R>, over: A) -> Tensor<f64, O>
/// where
///     A: Over<R, Output = Rank<O>> + Copy,
/// {
///     x.max(over) - x.min(over)
/// }
/// let m = tensor![[1.0, 5.0], [2.0, 2.0]];
/// assert_eq!(range(&m, Last), tensor![4.0, 0.0]);
/// assert_eq!(range(&m, All).item(), 4.0);
/// ```
///
/// With [`Keep`] the rank stays. For one axis the bound is on the axis, for any axes it is on
/// `Keep`:
///
/// ```
/// use holor::prelude::*;
///
/// fn centred<const R: usize>(x: &TensorRef<f64, R>) -> Tensor<f64, R>
/// where
///     Last: Over<R>,
/// {
///     x - x.mean(Keep(Last))
/// }
/// fn centred_over<A, const R: usize>(x: &TensorRef<f64, R>, over: A) -> Tensor<f64, R>
/// where
///     Keep<A>: Over<R, Output = Rank<R>>,
/// {
///     x - x.mean(Keep(over))
/// }
/// let m = tensor![[1.0, 5.0], [2.0, 2.0]];
/// assert_eq!(centred(&m), tensor![[-2.0, 2.0], [0.0, 0.0]]);
/// assert_eq!(centred_over(&m, Last), centred(&m));
/// ```
///
/// ```compile_fail,E0277
/// use holor::prelude::*;
///
/// tensor![[1, 2], [3, 4]].sum(axes![0, 2]); // `Axis<2>` is not an axis of a rank-2 tensor
/// ```
///
/// Required by `sum`, `sum_as`, `prod`, `mean`, `var`, `std`, `var_with_ddof`, `std_with_ddof`,
/// `min`, `max`, `argmin`, `argmax`, `any`, `all`, `count_nonzero`, `norm`, `logsumexp`,
/// `layer_norm` and `rms_norm`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an axis or a list of axes of a rank-{R} tensor",
    label = "no such axes in rank {R}",
    note = "name axes by `Axis::<0>`, `Last`, `Back::<1>`, `axes![0, 1]` with each axis once, `All`, \
            or one of these in `Keep(..)`",
    note = "`max` and `min` are along axes: the larger of each element and another is `x.maximum(0.0)`",
    note = "axes are known for ranks up to 12 (`MAX_RANK`)",
    note = "a function over any rank `R` asks for what it reduces, as in `where Last: Over<R>` or, of any \
            axis, `A: Over<R, Output = Rank<O>>`; `AxisOf` is for views"
)]
pub trait Over<const R: usize>: SealedOver<R> {
    /// The rank of the result: `Rank<R>` with [`Keep`], else `R` minus the number of reduced axes.
    type Output;
    /// Tells for each axis whether it is reduced.
    const REDUCED: [bool; R];
    /// Tells whether the reduced axes stay, with size 1.
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
// those under every mistake in a list. They have no `do_not_recommend`, so that the message names the
// mistake itself (an axis that does not exist, an axis named twice).
impl<L, const R: usize, const O: usize> Over<R> for L
where
    Rank<R>: HasAxes<L, R, Left = Rank<O>>,
{
    type Output = Rank<O>;
    const REDUCED: [bool; R] = marked(<Rank<R> as HasAxes<L, R>>::INDICES);
    const KEEP: bool = false;
}

#[diagnostic::do_not_recommend]
impl<L, const R: usize> SealedOver<R> for L where Rank<R>: HasAxes<L, R> {}

/// Relates a rank to the lists of axes that [`Over`] takes.
///
/// It exists for its message; a function over any rank names [`Over`]. A bound on the list itself would
/// say the same, but where the list is a type parameter, rustc would propose that bound as the cure.
#[diagnostic::on_unimplemented(
    message = "`{L}` is not an axis or a list of axes of a rank-{R} tensor",
    label = "no such axes in rank {R}",
    note = "name axes by `Axis::<0>`, `Last`, `Back::<1>`, `axes![0, 1]` with each axis once, `All`, \
            or one of these in `Keep(..)`",
    note = "`max` and `min` are along axes: the larger of each element and another is `x.maximum(0.0)`",
    note = "axes are known for ranks up to 12 (`MAX_RANK`)",
    note = "a function over any rank `R` asks for what it reduces, as in `where Last: Over<R>` or, of any \
            axis, `A: Over<R, Output = Rank<O>>`; `AxisOf` is for views"
)]
pub trait HasAxes<L, const R: usize>: Sealed {
    /// The rank without the listed axes.
    type Left;
    /// The numbers of the axes, in the order of the list.
    const INDICES: &'static [usize];
    // `Sealed` does not keep out `impl HasAxes<Mine, 3> for Rank<3>`.
    #[doc(hidden)]
    fn sealed(_: Seal);
}

impl<L, const R: usize, const K: usize> Permutation<R> for L
where
    L: AxisList<R, Count = Rank<K>>,
    Rank<K>: CoversRank<L, R>,
{
    const AXES: [usize; R] = copied(L::INDICES);
}

/// Relates the length of a list `L` to a rank none of whose axes the list leaves out.
///
/// [`Permutation`] requires it; a function over any rank does not name it. A list longer than the
/// rank satisfies it and is refused by [`AxisList`].
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

/// Implements `AxisList` and `HasAxes` for tuples. Each step takes the first of the axes that are left, and requires
/// that it differs from those behind.
macro_rules! lists {
    ($($(#[$attribute:meta])? $count:literal: $($axis:ident)*;)*) => { $(
        lists!(@step $(#[$attribute])? $count [$($axis)*] [] $($axis)*);
    )* };
    (@step $(#[$attribute:meta])? $count:literal [$($all:ident)*] [$($bounds:tt)*]
        $axis:ident $($behind:ident)*) => {
        lists!(@step $(#[$attribute])? $count [$($all)*]
            [$($bounds)* $axis: AxisOf<R>, $($behind::At: DistinctFrom<$axis::At>,)*]
            $($behind)*);
    };
    (@step $(#[$attribute:meta])? $count:literal [$($all:ident)*] [$($bounds:tt)*]) => {
        impl<$($all,)* const R: usize> AxisList<R> for ($($all,)*)
        where
            $($bounds)*
        {
            type Count = Rank<$count>;
            const INDICES: &'static [usize] = &[$($all::INDEX),*];
        }

        $(#[$attribute])?
        impl<$($all,)* const R: usize, const O: usize> HasAxes<($($all,)*), R> for Rank<R>
        where
            ($($all,)*): AxisList<R>,
            Rank<R>: Minus<Rank<$count>, Output = Rank<O>>,
        {
            type Left = Rank<O>;
            const INDICES: &'static [usize] = <($($all,)*)>::INDICES;
            fn sealed(_: Seal) {}
        }
    };
}

lists! {
    0: ;
    // Else rustc would recommend it where any `A` is reduced.
    #[diagnostic::do_not_recommend]
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

/// Marks the listed axes.
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
