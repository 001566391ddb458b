//! Seals traits: they cannot be implemented outside of the crate.
//!
//! Layouts and kernels trust what relations, selectors and operands say.

use super::{All, Axis, Back, Keep, Last, NamedAxis, NewAxis, Rank, Step};
use core::ops::{Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};

/// Implemented for the types of ranks, axes and selectors. A trait that requires it cannot be
/// implemented for other types.
#[diagnostic::on_unimplemented(
    message = "relations of ranks and axes cannot be implemented for `{Self}`",
    label = "not a rank, an axis or a selector of this crate",
    note = "an axis gets a name by `axis_names!` or a constant, `const CHANNELS: Axis<2> = Axis;`"
)]
pub trait Sealed {}

macro_rules! sealed {
    ($([$($generic:tt)*] $Type:ty;)+) => { $( impl<$($generic)*> Sealed for $Type {} )+ };
}

sealed! {
    [const R: usize] Rank<R>;
    [const A: usize] Axis<A>;
    [const K: usize] Back<K>;
    [] Last;
    [] All;
    [A] Keep<A>;
    [const R: usize, const A: usize] NamedAxis<R, A>;
    [] NewAxis;
    [R] Step<R>;
    [] usize;
    [] isize;
    [] i32;
    [I] Range<I>;
    [I] RangeFrom<I>;
    [I] RangeTo<I>;
    [I] RangeInclusive<I>;
    [I] RangeToInclusive<I>;
    [] RangeFull;
    [] ();
    [A] (A,);
    [A, B] (A, B);
    [A, B, C] (A, B, C);
    [A, B, C, D] (A, B, C, D);
    [A, B, C, D, E] (A, B, C, D, E);
    [A, B, C, D, E, F] (A, B, C, D, E, F);
    [A, B, C, D, E, F, G] (A, B, C, D, E, F, G);
    [A, B, C, D, E, F, G, H] (A, B, C, D, E, F, G, H);
    [A, B, C, D, E, F, G, H, I] (A, B, C, D, E, F, G, H, I);
    [A, B, C, D, E, F, G, H, I, J] (A, B, C, D, E, F, G, H, I, J);
    [A, B, C, D, E, F, G, H, I, J, K] (A, B, C, D, E, F, G, H, I, J, K);
    [A, B, C, D, E, F, G, H, I, J, K, L] (A, B, C, D, E, F, G, H, I, J, K, L);
}

/// As [`Sealed`], for the types that [`Over`](super::Over) holds of: those below, and lists.
///
/// With `Sealed` instead, the impl of `Over` for lists `L` would have to require `L: Sealed`, and there
/// would be a second error under each argument that is none.
#[diagnostic::on_unimplemented(
    message = "relations of ranks and axes cannot be implemented for `{Self}`",
    label = "not an axis or a list of axes of this crate",
    note = "the axes to reduce are named by `axes![0, 1]`; `axis_names!` and constants give them names"
)]
pub trait SealedOver<const R: usize> {}

macro_rules! sealed_over {
    ($([$($generic:tt)*] $Type:ty;)+) => { $(
        #[diagnostic::do_not_recommend]
        impl<$($generic)* const R: usize> SealedOver<R> for $Type {}
    )+ };
}

sealed_over! {
    [const A: usize,] Axis<A>;
    [const K: usize,] Back<K>;
    [] Last;
    [] All;
    [A,] Keep<A>;
}

/// An argument of this type cannot be made outside of the crate. The traits that hold for types of
/// users too have it in their methods, so that users cannot call or implement these.
pub struct Seal;
