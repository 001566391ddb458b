//! The relations against plain arithmetic, cell by cell, and the values that lists carry.
//!
//! Here: `Probe`, which turns the question whether a relation holds into a constant.
//! `relations`: ranks and axes, 0 to 13. `lists`: `axes!`, what a reduction or a permutation takes.
//! `slices`: `s!` and its selectors. What rustc says about a mistake is not tested here.

mod lists;
mod relations;
mod slices;

use core::marker::PhantomData;

use typenum::Unsigned;

use super::*;

/// Tells which relations hold between `A` and `B` and what they give. A constant here is found
/// only when its bounds hold; [`Otherwise`] answers when they do not.
struct Probe<A, B = ()>(PhantomData<(A, B)>);

trait Otherwise {
    const COMMON: Option<usize> = None;
    const RAISED: bool = false;
    const SUM: Option<usize> = None;
    const DIFFERENCE: Option<usize> = None;
    const LOST: Option<usize> = None;
    const DISTINCT: bool = false;
    const AXIS: Option<[usize; 3]> = None;
    const PLACE: Option<[usize; 2]> = None;
    const MATRIX: bool = false;
    const VECTOR: bool = false;
    const TWO: bool = false;
    const SCALAR: bool = false;
    const ANY: bool = false;
    const NUMBER: Option<usize> = None;
    const LISTED: bool = false;
    const PERMUTES: bool = false;
    const REDUCES: bool = false;
    const SLICES: bool = false;
}

impl<A, B> Otherwise for Probe<A, B> {}

/// Reads the number out of a type.
trait Value {
    const VALUE: usize;
}

impl<const R: usize> Value for Rank<R> {
    const VALUE: usize = R;
}

impl<const A: usize> Value for Axis<A> {
    const VALUE: usize = A;
}

impl<A: BroadcastWith<B, Output: Value>, B> Probe<A, B> {
    const COMMON: Option<usize> = Some(A::Output::VALUE);
}

impl<A: BroadcastTo<B>, B> Probe<A, B> {
    const RAISED: bool = true;
}

impl<A: Plus<B, Output: Value>, B> Probe<A, B> {
    const SUM: Option<usize> = Some(A::Output::VALUE);
}

impl<A: Minus<B, Output: Value>, B> Probe<A, B> {
    const DIFFERENCE: Option<usize> = Some(A::Output::VALUE);
}

impl<A: SpanTo<B, Lost: Value>, B> Probe<A, B> {
    const LOST: Option<usize> = Some(A::Lost::VALUE);
}

impl<A: DistinctFrom<B>, B> Probe<A, B> {
    const DISTINCT: bool = true;
}

impl<A: AxisOf<R, Removed: Value, At: Value>, const R: usize> Probe<A, Rank<R>> {
    const AXIS: Option<[usize; 3]> = Some([A::INDEX, A::At::VALUE, A::Removed::VALUE]);
}

impl<A: InsertInto<R, Inserted: Value>, const R: usize> Probe<A, Rank<R>> {
    const PLACE: Option<[usize; 2]> = Some([A::INDEX, A::Inserted::VALUE]);
}

impl<A: MatrixRank> Probe<A> {
    const MATRIX: bool = true;
}

impl<A: IsRankOne> Probe<A> {
    const VECTOR: bool = true;
}

impl<A: IsRankTwo> Probe<A> {
    const TWO: bool = true;
}

impl<A: IsRankZero> Probe<A> {
    const SCALAR: bool = true;
}

impl<A: AnyRank> Probe<A> {
    const ANY: bool = true;
}

impl<A: RankNum<Num: AsRank<Rank: Value>>> Probe<A> {
    const NUMBER: Option<usize> = {
        assert!(<A::Num as AsRank>::Rank::VALUE == A::Num::USIZE);
        Some(A::Num::USIZE)
    };
}

impl<L: AxisList<R>, const R: usize> Probe<L, Rank<R>> {
    const LISTED: bool = true;
}

impl<L: Permutation<R>, const R: usize> Probe<L, Rank<R>> {
    const PERMUTES: bool = true;
}

impl<A: Over<R>, const R: usize> Probe<A, Rank<R>> {
    const REDUCES: bool = true;
}

impl<A: SliceOf<Rank<R>, Rank<R>>, const R: usize> Probe<A, Rank<R>> {
    const SLICES: bool = true;
}
