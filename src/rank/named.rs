//! Axes with names, for tensors of one rank only.

use super::arithmetic::Minus;
use super::axis::{Axis, AxisOf, Rank};
use super::over::{AxisList, HasAxes};
use super::seal::{Seal, Sealed};

/// An axis by its number, for tensors of rank `R` only: the type of the constants that
/// [`axis_names!`](crate::axis_names!) makes.
///
/// It is accepted wherever [`Axis`] is. It has size 0 and costs nothing at run time.
///
/// ```
/// use holor::prelude::*;
/// use holor::NamedAxis;
///
/// const ROWS: NamedAxis<2, 0> = NamedAxis;
///
/// assert_eq!(tensor![[1, 2], [3, 4]].sum(ROWS), tensor![4, 6]);
/// ```
///
/// A tensor of another rank is refused, also if it has an axis of that number. The message says
/// both ranks:
///
/// ```compile_fail,E0277
/// use holor::prelude::*;
/// use holor::NamedAxis;
///
/// const ROWS: NamedAxis<2, 0> = NamedAxis;
///
/// // this axis is named for tensors of `Rank<2>`, and this one is of `Rank<3>`
/// Tensor::<f32, 3>::zeros([2, 3, 4]).sum(ROWS);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NamedAxis<const R: usize, const A: usize>;

/// Relates the rank of a [`NamedAxis`] to the rank of the tensor it is used with: they are equal.
///
/// It exists for its message; a function over any rank does not name it.
#[diagnostic::on_unimplemented(
    message = "this axis is named for tensors of `{Self}`, and this one is of `{R}`",
    label = "an axis of `{Self}`, not of `{R}`",
    note = "`axis_names!` names the axes of one rank; `Axis::<0>` and `Last` go with any"
)]
pub trait NamedFor<R>: Sealed {}

// At least and at most, as for `IsRankOne`: rustc would infer a rank that is not known yet from a
// single impl, and report mismatched types.
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

// A list of one axis, so that reductions take it through the impl of `Over` for lists: beside an impl of
// its own, rustc would say for neither why it does not hold.
impl<const N: usize, const A: usize, const P: usize, const R: usize> AxisList<R> for NamedAxis<N, A>
where
    Rank<N>: NamedFor<Rank<R>>,
    Axis<A>: AxisOf<N, Removed = Rank<P>>,
{
    type Count = Rank<1>;
    const INDICES: &'static [usize] = &[A];
}

impl<const N: usize, const A: usize, const P: usize, const R: usize> HasAxes<NamedAxis<N, A>, R>
    for Rank<R>
where
    NamedAxis<N, A>: AxisList<R>,
    Axis<A>: AxisOf<N, Removed = Rank<P>>,
{
    type Left = Rank<P>;
    const INDICES: &'static [usize] = &[A];
    fn sealed(_: Seal) {}
}

/// Names the axes of the tensors of one rank: a type with a [`NamedAxis`](crate::NamedAxis)
/// constant for each axis.
///
/// The names are in the order of the axes, and there are as many as axes. A single lower-case
/// letter gives an upper-case constant; any other name is taken as it is written.
///
/// ```
/// use holor::prelude::*;
///
/// axis_names!(Image { h, w, c });
/// axis_names!(
///     /// A recording: samples of several channels.
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
/// Axes of another rank are refused:
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
