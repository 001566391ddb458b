//! The bridge between ranks and typenum numbers.

use super::seal::Sealed;
use typenum::Unsigned;

use super::axis::Rank;

/// Relates a rank to its number in [`typenum`], for arithmetic that the relations here do not have.
///
/// A relation of your own is a trait with a message, implemented by typenum's arithmetic:
///
/// ```
/// use core::ops::Mul;
/// use holor::prelude::*;
/// use holor::rank::{AsRank, RankNum};
/// use holor::typenum::{Prod, U2};
///
/// /// Relates the rank of a state to that of an operator on such states.
/// #[diagnostic::on_unimplemented(message = "twice `{Self}` is more than 12 axes")]
/// trait Twice {
///     type Output;
/// }
/// #[diagnostic::do_not_recommend]
/// impl<R: RankNum<Num: Mul<U2, Output: AsRank>>> Twice for R {
///     type Output = <Prod<R::Num, U2> as AsRank>::Rank;
/// }
///
/// fn operator<const R: usize, const O: usize>(_: Rank<R>) -> Rank<O>
/// where
///     Rank<R>: Twice<Output = Rank<O>>,
/// {
///     Rank
/// }
/// assert_eq!(operator(Rank::<3>), Rank::<6>);
/// ```
///
/// No method requires it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no number to compute with",
    note = "ranks are related up to 12 (`MAX_RANK`)"
)]
pub trait RankNum: Sealed {
    /// The number of the rank.
    type Num: Unsigned + AsRank<Rank = Self>;
}

/// Relates a number of [`typenum`] to the rank with that number of axes, 0 to 12. The inverse of
/// [`RankNum`].
///
/// No method requires it.
#[diagnostic::on_unimplemented(
    message = "this number is not a rank up to 12",
    label = "no such rank",
    note = "ranks are related up to 12 (`MAX_RANK`)"
)]
pub trait AsRank {
    /// The rank.
    type Rank;
}

macro_rules! numbers {
    ($($rank:literal $number:ident)*) => { $(
        #[diagnostic::do_not_recommend]
        impl RankNum for Rank<$rank> {
            type Num = typenum::$number;
        }

        #[diagnostic::do_not_recommend]
        impl AsRank for typenum::$number {
            type Rank = Rank<$rank>;
        }
    )* };
}

numbers!(0 U0 1 U1 2 U2 3 U3 4 U4 5 U5 6 U6 7 U7 8 U8 9 U9 10 U10 11 U11 12 U12);
