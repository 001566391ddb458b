//! Every relation between two numbers, one past the end included.

use super::{Otherwise, Probe};
use crate::rank::*;

/// Calls a macro with all pairs of numbers from 0 to 13, one past the relations.
macro_rules! pairs {
    ($cell:ident) => { pairs!(@rows $cell 0 1 2 3 4 5 6 7 8 9 10 11 12 13); };
    (@rows $cell:ident $($a:literal)*) => {
        $( pairs!(@row $cell $a 0 1 2 3 4 5 6 7 8 9 10 11 12 13); )*
    };
    (@row $cell:ident $a:literal $($b:literal)*) => { $( $cell!($a $b); )* };
}

// The cells call a plain function: two thousand assertions written out took 15 s to compile.
#[test]
fn ranks_are_related_as_arithmetic_says_and_no_further() {
    type Found = (Option<usize>, bool, Option<usize>, Option<usize>);
    fn check(a: usize, b: usize, (common, raised, sum, difference): Found) {
        let known = a <= MAX_RANK && b <= MAX_RANK;
        assert_eq!(common, (known || a == b).then_some(a.max(b)), "{a} with {b}");
        assert_eq!(raised, known && a <= b || a == b, "{a} to {b}");
        assert_eq!(sum, (a + b <= MAX_RANK).then_some(a + b), "{a} + {b}");
        assert_eq!(difference, (known && a >= b).then(|| a - b), "{a} - {b}");
    }
    macro_rules! cell {
        ($a:literal $b:literal) => {{
            type P = Probe<Rank<$a>, Rank<$b>>;
            check($a, $b, (P::COMMON, P::RAISED, P::SUM, P::DIFFERENCE));
        }};
    }
    pairs!(cell);
}

#[test]
fn axes_are_related_as_arithmetic_says_and_no_further() {
    fn check(a: usize, b: usize, distinct: bool, lost: Option<usize>) {
        assert_eq!(distinct, a < MAX_RANK && b < MAX_RANK && a != b, "{a} is not {b}");
        // No rank has an axis 12; the span follows the ranks, which go that far.
        let spanned = a <= b && b <= MAX_RANK;
        assert_eq!(lost, spanned.then(|| b - a), "{a} to {b}");
    }
    macro_rules! cell {
        ($a:literal $b:literal) => {{
            type P = Probe<Axis<$a>, Axis<$b>>;
            check($a, $b, P::DISTINCT, P::LOST);
        }};
    }
    pairs!(cell);
}

#[test]
fn a_rank_has_the_axes_below_it() {
    /// The number, the same number as a type, the rank left.
    type Found = Option<[usize; 3]>;
    fn check(n: usize, r: usize, axis: Found, back: Found, last: Found) {
        let known = r <= MAX_RANK;
        assert_eq!(axis, (known && n < r).then(|| [n, n, r - 1]), "axis {n} of {r}");
        let counted = known && 1 <= n && n <= r;
        assert_eq!(back, counted.then(|| [r - n, r - n, r - 1]), "back {n} of {r}");
        assert_eq!(last, (known && r > 0).then(|| [r - 1; 3]), "last of {r}");
    }
    macro_rules! cell {
        ($n:literal $r:literal) => {
            check(
                $n,
                $r,
                Probe::<Axis<$n>, Rank<$r>>::AXIS,
                Probe::<Back<$n>, Rank<$r>>::AXIS,
                Probe::<Last, Rank<$r>>::AXIS,
            )
        };
    }
    pairs!(cell);
}

#[test]
fn a_rank_has_a_place_for_a_new_axis_at_each_axis_and_behind() {
    /// The number the new axis has, the rank that results.
    type Found = Option<[usize; 2]>;
    fn check(n: usize, r: usize, axis: Found, back: Found, last: Found) {
        let known = r < MAX_RANK;
        assert_eq!(axis, (known && n <= r).then(|| [n, r + 1]), "at {n} into {r}");
        let counted = known && 1 <= n && n <= r + 1;
        assert_eq!(back, counted.then(|| [r + 1 - n, r + 1]), "at back {n} into {r}");
        assert_eq!(last, known.then(|| [r, r + 1]), "at last into {r}");
    }
    macro_rules! cell {
        ($n:literal $r:literal) => {
            check(
                $n,
                $r,
                Probe::<Axis<$n>, Rank<$r>>::PLACE,
                Probe::<Back<$n>, Rank<$r>>::PLACE,
                Probe::<Last, Rank<$r>>::PLACE,
            )
        };
    }
    pairs!(cell);
}

#[test]
fn properties_hold_for_their_ranks() {
    macro_rules! ranks {
        ($($r:literal)*) => { $({
            let r: usize = $r;
            type P = Probe<Rank<$r>>;
            assert_eq!(P::SCALAR, r == 0, "scalar {r}");
            assert_eq!(P::VECTOR, r == 1, "vector {r}");
            assert_eq!(P::TWO, r == 2, "matrix of rank {r}");
            assert_eq!(P::MATRIX, (2..=MAX_RANK).contains(&r), "matrix {r}");
            assert_eq!(P::ANY, r <= MAX_RANK, "at run time {r}");
            assert_eq!(P::NUMBER, (r <= MAX_RANK).then_some(r), "number {r}");
        })* };
    }
    ranks!(0 1 2 3 4 5 6 7 8 9 10 11 12 13);
}
