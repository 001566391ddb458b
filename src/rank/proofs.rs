//! Proofs that the tables agree with typenum's arithmetic: a function for each table, whose bounds
//! hold for a cell only when typenum computes the same. `tables` calls it for every cell that it
//! fills, when tests are compiled; that the cells left empty should be empty is a unit test.

use core::ops::{Add, Sub};

use typenum::{Diff, IsLess, IsNotEqual, Max, Maximum, Sum, True, U1, U2};

use super::arithmetic::{BroadcastTo, BroadcastWith, MatrixRank, Minus, Plus};
use super::axis::{Axis, AxisOf, DistinctFrom, Rank};
use super::bridge::{AsRank, RankNum};

type Num<const R: usize> = <Rank<R> as RankNum>::Num;

pub(super) const fn broadcast_with<A, B>()
where
    A: RankNum<Num: Max<B::Num>> + BroadcastWith<B>,
    B: RankNum,
    Maximum<A::Num, B::Num>: AsRank<Rank = <A as BroadcastWith<B>>::Output>,
{
}

pub(super) const fn broadcast_to<A, B>()
where
    A: RankNum<Num: IsLess<B::Num, Output = True>> + BroadcastTo<B>,
    B: RankNum,
{
}

pub(super) const fn plus<A, B>()
where
    A: RankNum<Num: Add<B::Num>> + Plus<B>,
    B: RankNum,
    Sum<A::Num, B::Num>: AsRank<Rank = <A as Plus<B>>::Output>,
{
}

pub(super) const fn minus<A, B>()
where
    A: RankNum<Num: Sub<B::Num>> + Minus<B>,
    B: RankNum,
    Diff<A::Num, B::Num>: AsRank<Rank = <A as Minus<B>>::Output>,
{
}

pub(super) const fn matrix_rank<R>()
where
    R: RankNum<Num: Sub<U1> + Sub<U2>> + MatrixRank,
    Diff<R::Num, U1>: AsRank<Rank = R::Vectors>,
    Diff<R::Num, U2>: AsRank<Rank = R::Scalars>,
{
}

pub(super) const fn axis_of<const R: usize, const A: usize>()
where
    Axis<A>: AxisOf<R, At = Axis<A>>,
    Rank<R>: RankNum<Num: Sub<U1>>,
    Rank<A>: RankNum<Num: IsLess<Num<R>, Output = True>>,
    Diff<Num<R>, U1>: AsRank<Rank = <Axis<A> as AxisOf<R>>::Removed>,
{
    assert!(<Axis<A> as AxisOf<R>>::INDEX == A);
}

pub(super) const fn distinct_from<const A: usize, const B: usize>()
where
    Axis<A>: DistinctFrom<Axis<B>>,
    Rank<A>: RankNum<Num: IsNotEqual<Num<B>, Output = True>>,
    Rank<B>: RankNum,
{
}
