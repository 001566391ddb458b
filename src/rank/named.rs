//! Axes with names, for tensors of one rank only.

use super::arithmetic::Minus;
use super::axis::{Axis, AxisOf, Rank};
use super::over::AxisList;
use super::seal::Sealed;

/// Names an axis by its number, for tensors of rank `R` only: what [`axis_names!`](crate::axis_names!)
/// makes constants of.
///
/// It stands wherever [`Axis`] does, and costs nothing when the program runs.
///
/// ```
/// use holor::prelude::*;
///
/// const ROWS: NamedAxis<2, 0> = NamedAxis;
///
/// assert_eq!(tensor![[1, 2], [3, 4]].sum(ROWS), tensor![4, 6]);
/// ```
///
/// An axis that is named for another rank is refused, also where its number would do, with both ranks
/// in the message:
///
/// ```compile_fail,E0277
/// use holor::prelude::*;
///
/// const ROWS: NamedAxis<2, 0> = NamedAxis;
///
/// // this axis is named for tensors of `Rank<2>`, and this one is of `Rank<3>`
/// Tensor::<f32, 3>::zeros([2, 3, 4]).sum(ROWS);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NamedAxis<const R: usize, const A: usize>;

/// Relates the rank that axes are named for to itself, the only one they go with.
#[diagnostic::on_unimplemented(
    message = "this axis is named for tensors of `{Self}`, and this one is of `{R}`",
    label = "an axis of `{Self}`, not of `{R}`",
    note = "`axis_names!` names the axes of one rank; `Axis::<0>` and `Last` go with any"
)]
pub trait NamedFor<R>: Sealed {}

// At least and at most, as of `IsRankOne`: from a single impl rustc would conclude that a rank that is
// still to be inferred is this one, and report mismatched types.
#[diagnostic::do_not_recommend]
impl<const N: usize, const R: usize> NamedFor<Rank<R>> for Rank<N>
where
    Rank<N>: Minus<Rank<R>>,
    Rank<R>: Minus<Rank<N>>,
{
}

// Not recommended: rustc would list this impl under every mistake in an axis.
#[diagnostic::do_not_recommend]
impl<const N: usize, const A: usize, const P: usize, const R: usize> AxisOf<R> for NamedAxis<N, A>
where
    Rank<N>: NamedFor<Rank<R>>,
    Axis<A>: AxisOf<N, Removed = Rank<P>>,
{
    const INDEX: usize = A;
    type Removed = Rank<P>;
    type At = Axis<A>;
}

// A list of one axis, and by that what a reduction takes: an impl of `Over` would stand beside the one
// for lists, and rustc then says of neither why it does not hold.
impl<const N: usize, const A: usize, const P: usize, const R: usize> AxisList<R> for NamedAxis<N, A>
where
    Rank<N>: NamedFor<Rank<R>>,
    Axis<A>: AxisOf<N, Removed = Rank<P>>,
{
    type Count = Rank<1>;
    const INDICES: &'static [usize] = &[A];
}

/// Names the axes of the tensors of one rank: constants of type [`NamedAxis`](crate::NamedAxis).
///
/// The names are in the order of the axes. Lower-case letters give upper-case constants; any other
/// name is taken as it is written.
///
/// ```
/// use holor::prelude::*;
///
/// axis_names!(Image { h, w, c });
/// axis_names!(
///     /// What a stream of samples is.
///     pub Signal { CHANNEL, TIME }
/// );
///
/// let image = Tensor::<f32, 3>::zeros([4, 6, 3]);
/// assert_eq!(image.sum(Image::C).shape(), [4, 6]);
/// assert_eq!(image.mean(axes![Image::H, Image::W]).shape(), [3]);
/// assert_eq!(image.permute(axes![Image::C, Image::H, Image::W]).shape(), [3, 4, 6]);
/// assert_eq!(image.index_axis(Image::C, 0).shape(), [4, 6]);
/// let stereo = Tensor::<f32, 2>::zeros([2, 100]);
/// assert_eq!(concat(Signal::TIME, &[&stereo, &stereo]).shape(), [2, 200]);
/// ```
///
/// ```compile_fail,E0277
/// use holor::prelude::*;
///
/// axis_names!(Image { h, w, c });
/// // this axis is named for tensors of `Rank<3>`, and this one is of `Rank<2>`
/// Tensor::<f32, 2>::zeros([4, 6]).sum(Image::H);
/// ```
#[macro_export]
macro_rules! axis_names {
    ($(#[$doc:meta])* $vis:vis $Name:ident { $($axis:ident),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        $vis struct $Name;

        #[allow(dead_code, non_upper_case_globals, missing_docs)]
        impl $Name {
            $crate::axis_names!(@names [$($axis)+] 0; $($axis)+);
        }
    };
    // Goes through the names, counting them; `$all` says how many there are.
    (@names $all:tt $at:expr;) => {};
    (@names $all:tt $at:expr; $axis:ident $($behind:ident)*) => {
        $crate::axis_names!(@name $all $at; $axis);
        $crate::axis_names!(@names $all $at + 1; $($behind)*);
    };
    (@name $all:tt $at:expr; a) => { $crate::axis_names!(@constant $all $at; A); };
    (@name $all:tt $at:expr; b) => { $crate::axis_names!(@constant $all $at; B); };
    (@name $all:tt $at:expr; c) => { $crate::axis_names!(@constant $all $at; C); };
    (@name $all:tt $at:expr; d) => { $crate::axis_names!(@constant $all $at; D); };
    (@name $all:tt $at:expr; e) => { $crate::axis_names!(@constant $all $at; E); };
    (@name $all:tt $at:expr; f) => { $crate::axis_names!(@constant $all $at; F); };
    (@name $all:tt $at:expr; g) => { $crate::axis_names!(@constant $all $at; G); };
    (@name $all:tt $at:expr; h) => { $crate::axis_names!(@constant $all $at; H); };
    (@name $all:tt $at:expr; i) => { $crate::axis_names!(@constant $all $at; I); };
    (@name $all:tt $at:expr; j) => { $crate::axis_names!(@constant $all $at; J); };
    (@name $all:tt $at:expr; k) => { $crate::axis_names!(@constant $all $at; K); };
    (@name $all:tt $at:expr; l) => { $crate::axis_names!(@constant $all $at; L); };
    (@name $all:tt $at:expr; m) => { $crate::axis_names!(@constant $all $at; M); };
    (@name $all:tt $at:expr; n) => { $crate::axis_names!(@constant $all $at; N); };
    (@name $all:tt $at:expr; o) => { $crate::axis_names!(@constant $all $at; O); };
    (@name $all:tt $at:expr; p) => { $crate::axis_names!(@constant $all $at; P); };
    (@name $all:tt $at:expr; q) => { $crate::axis_names!(@constant $all $at; Q); };
    (@name $all:tt $at:expr; r) => { $crate::axis_names!(@constant $all $at; R); };
    (@name $all:tt $at:expr; s) => { $crate::axis_names!(@constant $all $at; S); };
    (@name $all:tt $at:expr; t) => { $crate::axis_names!(@constant $all $at; T); };
    (@name $all:tt $at:expr; u) => { $crate::axis_names!(@constant $all $at; U); };
    (@name $all:tt $at:expr; v) => { $crate::axis_names!(@constant $all $at; V); };
    (@name $all:tt $at:expr; w) => { $crate::axis_names!(@constant $all $at; W); };
    (@name $all:tt $at:expr; x) => { $crate::axis_names!(@constant $all $at; X); };
    (@name $all:tt $at:expr; y) => { $crate::axis_names!(@constant $all $at; Y); };
    (@name $all:tt $at:expr; z) => { $crate::axis_names!(@constant $all $at; Z); };
    (@name $all:tt $at:expr; $axis:ident) => { $crate::axis_names!(@constant $all $at; $axis); };
    (@constant [$($all:ident)+] $at:expr; $axis:ident) => {
        pub const $axis: $crate::NamedAxis<{ [$(::core::stringify!($all)),+].len() }, { $at }> =
            $crate::NamedAxis;
    };
    ($($other:tt)*) => {
        ::core::compile_error!(
            "axis_names! takes a name for the rank and the names of its axes: \
             `axis_names!(Image { h, w, c })`"
        )
    };
}
