//! Ranks as typenum numbers, and back.

use typenum::Unsigned;

use super::axis::Rank;

/// Relates a rank to its number in [`typenum`], where ranks can be computed with.
///
/// ```
/// use core::ops::Mul;
/// use holor::prelude::*;
/// use holor::typenum::{Prod, U2};
///
/// // The rank of a matrix of such tensors, written as one tensor: twice the rank.
/// fn twice<const R: usize, const O: usize>(_: Rank<R>) -> Rank<O>
/// where
///     Rank<R>: RankNum<Num: Mul<U2, Output: NumRank<Rank = Rank<O>>>>,
/// {
///     Rank
/// }
/// assert_eq!(twice(Rank::<3>), Rank::<6>);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no number to compute with",
    note = "ranks are related up to 12 (`MAX_RANK`)"
)]
pub trait RankNum {
    /// The number.
    type Num: Unsigned + NumRank<Rank = Self>;
}

/// Relates a number of [`typenum`] to the rank it stands for; the way back of [`RankNum`].
#[diagnostic::on_unimplemented(
    message = "this number is not a rank up to 12",
    label = "no such rank",
    note = "ranks are related up to 12 (`MAX_RANK`)"
)]
pub trait NumRank {
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
        impl NumRank for typenum::$number {
            type Rank = Rank<$rank>;
        }
    )* };
}

numbers!(0 U0 1 U1 2 U2 3 U3 4 U4 5 U5 6 U6 7 U7 8 U8 9 U9 10 U10 11 U11 12 U12);
