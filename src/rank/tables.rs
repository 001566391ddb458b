//! The relations as tables: a row for each left rank, a column for each right one.
//!
//! `_` means that there is no relation, or that a blanket impl has it (the diagonal of broadcasting).
//! The cells are written out and not computed, because an impl for two plain numbers is the only form
//! whose failure rustc reports without a projection. `proofs` shows that no cell is wrong, `tests` that
//! none is missing. Both are compiled for tests only, so that users do not wait for them.

#[cfg(feature = "linalg")]
use super::arithmetic::SolveRhs;
use super::arithmetic::{BroadcastTo, BroadcastWith, MatrixRank, Minus, Plus};
use super::axis::{Axis, AxisOf, DistinctFrom, Rank};
use super::exact::IsRankZero;
#[cfg(test)]
use super::proofs;

/// Calls `$cell!` with each cell of a table and the numbers of its row and column.
macro_rules! table {
    ($cell:ident: $($row:literal | $c0:tt $c1:tt $c2:tt $c3:tt $c4:tt $c5:tt $c6:tt $c7:tt $c8:tt
        $c9:tt $c10:tt $c11:tt $c12:tt)*) => { $(
        $cell!($row 0 $c0);
        $cell!($row 1 $c1);
        $cell!($row 2 $c2);
        $cell!($row 3 $c3);
        $cell!($row 4 $c4);
        $cell!($row 5 $c5);
        $cell!($row 6 $c6);
        $cell!($row 7 $c7);
        $cell!($row 8 $c8);
        $cell!($row 9 $c9);
        $cell!($row 10 $c10);
        $cell!($row 11 $c11);
        $cell!($row 12 $c12);
    )* };
}

macro_rules! broadcast_with {
    ($a:literal $b:literal _) => {};
    ($a:literal $b:literal $output:literal) => {
        #[diagnostic::do_not_recommend]
        impl BroadcastWith<Rank<$b>> for Rank<$a> {
            type Output = Rank<$output>;
        }
        #[cfg(test)]
        const _: () = proofs::broadcast_with::<Rank<$a>, Rank<$b>>();
    };
}

macro_rules! broadcast_to {
    ($a:literal $b:literal _) => {};
    ($a:literal $b:literal x) => {
        #[diagnostic::do_not_recommend]
        impl BroadcastTo<Rank<$b>> for Rank<$a> {}
        #[cfg(test)]
        const _: () = proofs::broadcast_to::<Rank<$a>, Rank<$b>>();
    };
}

macro_rules! plus {
    ($a:literal $b:literal _) => {};
    ($a:literal $b:literal $output:literal) => {
        #[diagnostic::do_not_recommend]
        impl Plus<Rank<$b>> for Rank<$a> {
            type Output = Rank<$output>;
        }
        #[cfg(test)]
        const _: () = proofs::plus::<Rank<$a>, Rank<$b>>();
    };
}

macro_rules! minus {
    ($a:literal $b:literal _) => {};
    ($a:literal $b:literal $output:literal) => {
        #[diagnostic::do_not_recommend]
        impl Minus<Rank<$b>> for Rank<$a> {
            type Output = Rank<$output>;
        }
        #[cfg(test)]
        const _: () = proofs::minus::<Rank<$a>, Rank<$b>>();
    };
}

macro_rules! axis_of {
    ($r:literal $a:literal _) => {};
    ($r:literal $a:literal $removed:literal) => {
        #[diagnostic::do_not_recommend]
        impl AxisOf<$r> for Axis<$a> {
            const INDEX: usize = $a;
            type Removed = Rank<$removed>;
            type At = Axis<$a>;
        }
        #[cfg(test)]
        const _: () = proofs::axis_of::<$r, $a>();
    };
}

macro_rules! distinct_from {
    ($a:literal $b:literal _) => {};
    ($a:literal $b:literal x) => {
        #[diagnostic::do_not_recommend]
        impl DistinctFrom<Axis<$b>> for Axis<$a> {}
        #[cfg(test)]
        const _: () = proofs::distinct_from::<$a, $b>();
    };
}

// The larger of two ranks; equal ones by the blanket impl.
#[rustfmt::skip]
table! { broadcast_with:
    // A\B     0  1  2  3  4  5  6  7  8  9 10 11 12
     0     |   _  1  2  3  4  5  6  7  8  9 10 11 12
     1     |   1  _  2  3  4  5  6  7  8  9 10 11 12
     2     |   2  2  _  3  4  5  6  7  8  9 10 11 12
     3     |   3  3  3  _  4  5  6  7  8  9 10 11 12
     4     |   4  4  4  4  _  5  6  7  8  9 10 11 12
     5     |   5  5  5  5  5  _  6  7  8  9 10 11 12
     6     |   6  6  6  6  6  6  _  7  8  9 10 11 12
     7     |   7  7  7  7  7  7  7  _  8  9 10 11 12
     8     |   8  8  8  8  8  8  8  8  _  9 10 11 12
     9     |   9  9  9  9  9  9  9  9  9  _ 10 11 12
    10     |  10 10 10 10 10 10 10 10 10 10  _ 11 12
    11     |  11 11 11 11 11 11 11 11 11 11 11  _ 12
    12     |  12 12 12 12 12 12 12 12 12 12 12 12  _
}

// The ranks that are higher; equal ones by the blanket impl.
#[rustfmt::skip]
table! { broadcast_to:
    // A\B     0  1  2  3  4  5  6  7  8  9 10 11 12
     0     |   _  x  x  x  x  x  x  x  x  x  x  x  x
     1     |   _  _  x  x  x  x  x  x  x  x  x  x  x
     2     |   _  _  _  x  x  x  x  x  x  x  x  x  x
     3     |   _  _  _  _  x  x  x  x  x  x  x  x  x
     4     |   _  _  _  _  _  x  x  x  x  x  x  x  x
     5     |   _  _  _  _  _  _  x  x  x  x  x  x  x
     6     |   _  _  _  _  _  _  _  x  x  x  x  x  x
     7     |   _  _  _  _  _  _  _  _  x  x  x  x  x
     8     |   _  _  _  _  _  _  _  _  _  x  x  x  x
     9     |   _  _  _  _  _  _  _  _  _  _  x  x  x
    10     |   _  _  _  _  _  _  _  _  _  _  _  x  x
    11     |   _  _  _  _  _  _  _  _  _  _  _  _  x
    12     |   _  _  _  _  _  _  _  _  _  _  _  _  _
}

// The sum of two ranks, up to 12.
#[rustfmt::skip]
table! { plus:
    // A\B     0  1  2  3  4  5  6  7  8  9 10 11 12
     0     |   0  1  2  3  4  5  6  7  8  9 10 11 12
     1     |   1  2  3  4  5  6  7  8  9 10 11 12  _
     2     |   2  3  4  5  6  7  8  9 10 11 12  _  _
     3     |   3  4  5  6  7  8  9 10 11 12  _  _  _
     4     |   4  5  6  7  8  9 10 11 12  _  _  _  _
     5     |   5  6  7  8  9 10 11 12  _  _  _  _  _
     6     |   6  7  8  9 10 11 12  _  _  _  _  _  _
     7     |   7  8  9 10 11 12  _  _  _  _  _  _  _
     8     |   8  9 10 11 12  _  _  _  _  _  _  _  _
     9     |   9 10 11 12  _  _  _  _  _  _  _  _  _
    10     |  10 11 12  _  _  _  _  _  _  _  _  _  _
    11     |  11 12  _  _  _  _  _  _  _  _  _  _  _
    12     |  12  _  _  _  _  _  _  _  _  _  _  _  _
}

// The difference of two ranks.
#[rustfmt::skip]
table! { minus:
    // A\B     0  1  2  3  4  5  6  7  8  9 10 11 12
     0     |   0  _  _  _  _  _  _  _  _  _  _  _  _
     1     |   1  0  _  _  _  _  _  _  _  _  _  _  _
     2     |   2  1  0  _  _  _  _  _  _  _  _  _  _
     3     |   3  2  1  0  _  _  _  _  _  _  _  _  _
     4     |   4  3  2  1  0  _  _  _  _  _  _  _  _
     5     |   5  4  3  2  1  0  _  _  _  _  _  _  _
     6     |   6  5  4  3  2  1  0  _  _  _  _  _  _
     7     |   7  6  5  4  3  2  1  0  _  _  _  _  _
     8     |   8  7  6  5  4  3  2  1  0  _  _  _  _
     9     |   9  8  7  6  5  4  3  2  1  0  _  _  _
    10     |  10  9  8  7  6  5  4  3  2  1  0  _  _
    11     |  11 10  9  8  7  6  5  4  3  2  1  0  _
    12     |  12 11 10  9  8  7  6  5  4  3  2  1  0
}

// The rank left when an axis is removed: a row for each rank, a column for each axis.
#[rustfmt::skip]
table! { axis_of:
    // R\A     0  1  2  3  4  5  6  7  8  9 10 11 12
     1     |   0  _  _  _  _  _  _  _  _  _  _  _  _
     2     |   1  1  _  _  _  _  _  _  _  _  _  _  _
     3     |   2  2  2  _  _  _  _  _  _  _  _  _  _
     4     |   3  3  3  3  _  _  _  _  _  _  _  _  _
     5     |   4  4  4  4  4  _  _  _  _  _  _  _  _
     6     |   5  5  5  5  5  5  _  _  _  _  _  _  _
     7     |   6  6  6  6  6  6  6  _  _  _  _  _  _
     8     |   7  7  7  7  7  7  7  7  _  _  _  _  _
     9     |   8  8  8  8  8  8  8  8  8  _  _  _  _
    10     |   9  9  9  9  9  9  9  9  9  9  _  _  _
    11     |  10 10 10 10 10 10 10 10 10 10 10  _  _
    12     |  11 11 11 11 11 11 11 11 11 11 11 11  _
}

// Axes that differ.
#[rustfmt::skip]
table! { distinct_from:
    // A\B     0  1  2  3  4  5  6  7  8  9 10 11 12
     0     |   _  x  x  x  x  x  x  x  x  x  x  x  _
     1     |   x  _  x  x  x  x  x  x  x  x  x  x  _
     2     |   x  x  _  x  x  x  x  x  x  x  x  x  _
     3     |   x  x  x  _  x  x  x  x  x  x  x  x  _
     4     |   x  x  x  x  _  x  x  x  x  x  x  x  _
     5     |   x  x  x  x  x  _  x  x  x  x  x  x  _
     6     |   x  x  x  x  x  x  _  x  x  x  x  x  _
     7     |   x  x  x  x  x  x  x  _  x  x  x  x  _
     8     |   x  x  x  x  x  x  x  x  _  x  x  x  _
     9     |   x  x  x  x  x  x  x  x  x  _  x  x  _
    10     |   x  x  x  x  x  x  x  x  x  x  _  x  _
    11     |   x  x  x  x  x  x  x  x  x  x  x  _  _
}

/// Implements a property for the ranks it holds for.
macro_rules! holds {
    ($property:ident: $($rank:literal)*) => { $(
        #[diagnostic::do_not_recommend]
        impl $property for Rank<$rank> {}
    )* };
}

holds!(IsRankZero: 0);

/// Implements the ranks of matrices: the rank, the rank of one vector for each matrix, and of one number.
macro_rules! matrix_rank {
    ($($rank:literal $vectors:literal $scalars:literal)*) => { $(
        #[diagnostic::do_not_recommend]
        impl MatrixRank for Rank<$rank> {
            type Vectors = Rank<$vectors>;
            type Scalars = Rank<$scalars>;
        }
        #[cfg(test)]
        const _: () = proofs::matrix_rank::<Rank<$rank>>();
    )* };
}

matrix_rank!(2 1 0  3 2 1  4 3 2  5 4 3  6 5 4  7 6 5  8 7 6  9 8 7  10 9 8  11 10 9  12 11 10);

/// Implements the right sides of linear systems: a vector for each rank, and matrices of the same rank.
#[cfg(feature = "linalg")]
macro_rules! solve_rhs {
    ($($rank:literal $vectors:literal)*) => { $(
        #[diagnostic::do_not_recommend]
        impl SolveRhs<Rank<$rank>> for Rank<1> {
            type Output = Rank<$vectors>;
        }
        #[diagnostic::do_not_recommend]
        impl SolveRhs<Rank<$rank>> for Rank<$rank> {
            type Output = Rank<$rank>;
        }
    )* };
}

// Vectors as matrices are refused by `MatrixRank`, once: this is no second error.
#[cfg(feature = "linalg")]
#[diagnostic::do_not_recommend]
impl SolveRhs<Rank<1>> for Rank<1> {
    type Output = Rank<1>;
}

#[cfg(feature = "linalg")]
solve_rhs!(2 1  3 2  4 3  5 4  6 5  7 6  8 7  9 8  10 9  11 10  12 11);
