//! The relations against plain arithmetic, cell by cell, and the values that lists carry.

use alloc::vec::Vec;
use core::marker::PhantomData;

use typenum::Unsigned;

use super::*;
use crate::{axes, s};

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
    const SCALAR: bool = false;
    const NUMBER: Option<usize> = None;
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

impl<A: IsVector> Probe<A> {
    const VECTOR: bool = true;
}

impl<A: IsScalar> Probe<A> {
    const SCALAR: bool = true;
}

impl<A: RankNum<Num: NumRank<Rank: Value>>> Probe<A> {
    const NUMBER: Option<usize> = {
        assert!(<A::Num as NumRank>::Rank::VALUE == A::Num::USIZE);
        Some(A::Num::USIZE)
    };
}

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
            assert_eq!(P::MATRIX, (2..=MAX_RANK).contains(&r), "matrix {r}");
            assert_eq!(P::NUMBER, (r <= MAX_RANK).then_some(r), "number {r}");
        })* };
    }
    ranks!(0 1 2 3 4 5 6 7 8 9 10 11 12 13);
}

fn over<const R: usize, A: Over<R, Output: Value>>(_: A) -> (usize, [bool; R], bool) {
    (A::Output::VALUE, A::REDUCED, A::KEEP)
}

#[test]
fn a_reduction_marks_the_axes_it_is_given() {
    const KEPT: bool = true;
    const GONE: bool = false;
    assert_eq!(over(Axis::<0>), (2, [true, false, false], GONE));
    assert_eq!(over(Axis::<1>), (2, [false, true, false], GONE));
    assert_eq!(over(Last), (2, [false, false, true], GONE));
    assert_eq!(over(Back::<3>), (2, [true, false, false], GONE));
    assert_eq!(over(All), (0, [true, true, true], GONE));
    assert_eq!(over(All), (0, [], GONE));
    assert_eq!(over(axes![]), (3, [false, false, false], GONE));
    assert_eq!(over(axes![1]), (2, [false, true, false], GONE));
    assert_eq!(over(axes![2, 0]), (1, [true, false, true], GONE));
    assert_eq!(over(axes![Back::<2>, Last]), (1, [false, true, true], GONE));
    assert_eq!(over(axes![0, 1, 2]), (0, [true, true, true], GONE));
    assert_eq!(over(Keep(Axis::<1>)), (3, [false, true, false], KEPT));
    assert_eq!(over(Keep(Last)), (3, [false, false, true], KEPT));
    assert_eq!(over(Keep(Back::<1>)), (3, [false, false, true], KEPT));
    assert_eq!(over(Keep(axes![0, Last])), (3, [true, false, true], KEPT));
    assert_eq!(over(Keep(axes![])), (3, [false, false, false], KEPT));
    assert_eq!(over(Keep(All)), (3, [true, true, true], KEPT));
    let twelve = axes![11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0];
    assert_eq!(over(twelve), (0, [true; 12], GONE));
}

fn indices<const R: usize, L: AxesOf<R, Count: Value>>(_: L) -> (usize, &'static [usize]) {
    (L::Count::VALUE, L::INDICES)
}

fn order<const R: usize, P: Permutation<R>>(_: P) -> [usize; R] {
    P::AXES
}

#[test]
fn lists_keep_their_order() {
    assert_eq!(indices::<5, _>(axes![]), (0, &[][..]));
    assert_eq!(indices::<5, _>(axes![3]), (1, &[3][..]));
    assert_eq!(indices::<5, _>(axes![Last, 0, Back::<2>]), (3, &[4, 0, 3][..]));

    assert_eq!(order(axes![]), []);
    assert_eq!(order(axes![0]), [0]);
    assert_eq!(order(axes![0, 1, 2]), [0, 1, 2]);
    assert_eq!(order(axes![0, 2, 1]), [0, 2, 1]);
    assert_eq!(order(axes![1, 0, 2]), [1, 0, 2]);
    assert_eq!(order(axes![1, 2, 0]), [1, 2, 0]);
    assert_eq!(order(axes![2, 0, 1]), [2, 0, 1]);
    assert_eq!(order(axes![2, 1, 0]), [2, 1, 0]);
    assert_eq!(order::<4, _>(axes![Last, Back::<4>, 2, 1]), [3, 0, 2, 1]);
    let reversed = axes![11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0];
    assert_eq!(order(reversed), [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
}

mod image {
    use super::Axis;

    pub(super) struct Image;

    impl Image {
        pub(super) const C: Axis<2> = Axis;
    }
}

#[test]
fn axes_takes_numbers_blocks_and_names() {
    fn generic<const A: usize>() -> (Axis<A>, Axis<0>) {
        axes![{ A }, 0]
    }
    let local = Axis::<3>;
    let mixed: (Axis<2>, Axis<3>, Axis<0>, Last, Back<2>, Axis<5>) =
        axes![image::Image::C, local, 0, Last, Back::<2>, { 2 + 3 }];
    assert_eq!(mixed, (Axis, Axis, Axis, Last, Back, Axis));
    assert_eq!(generic::<4>(), (Axis, Axis));
    assert_eq!(axes![1,], (Axis::<1>,));
}

fn selectors<const R: usize, A>(list: A) -> (usize, Vec<Selector>)
where
    A: SliceOf<Rank<R>, Rank<R>, Output: Value>,
{
    let mut all = Vec::new();
    list.each(&mut |selector| all.push(selector));
    (A::Output::VALUE, all)
}

fn range(start: Option<isize>, end: Option<isize>, step: isize) -> Selector {
    Selector::Range { start, end, step }
}

#[test]
fn every_form_of_range_selects_the_same_with_every_integer() {
    macro_rules! forms {
        ($($int:ident)*) => { $(
            let (two, five): ($int, $int) = (2, 5);
            assert_eq!((two..five).selector(), range(Some(2), Some(5), 1));
            assert_eq!((two..).selector(), range(Some(2), None, 1));
            assert_eq!((..five).selector(), range(None, Some(5), 1));
            assert_eq!((two..=five).selector(), range(Some(2), Some(6), 1));
            assert_eq!((..=five).selector(), range(None, Some(6), 1));
            assert_eq!(Step(two..five, 2).selector(), range(Some(2), Some(5), 2));
            assert_eq!(Step(..=five, -3).selector(), range(None, Some(6), -3));
            assert_eq!(two.selector(), Selector::Index(2));
        )* };
    }
    forms!(usize isize i32);
    assert_eq!((..).selector(), range(None, None, 1));
    assert_eq!(Step(.., -1).selector(), range(None, None, -1));
    assert_eq!(NewAxis.selector(), Selector::NewAxis);
}

#[test]
fn negative_ends_count_from_the_end() {
    macro_rules! forms {
        ($($int:ident)*) => { $(
            let (third, last): ($int, $int) = (-3, -1);
            assert_eq!(last.selector(), Selector::Index(-1));
            assert_eq!((third..last).selector(), range(Some(-3), Some(-1), 1));
            assert_eq!((third..).selector(), range(Some(-3), None, 1));
            assert_eq!((..third).selector(), range(None, Some(-3), 1));
            assert_eq!((..=third).selector(), range(None, Some(-2), 1));
            assert_eq!((third..=last).selector(), range(Some(-3), None, 1));
            assert_eq!((..=last).selector(), range(None, None, 1));
        )* };
    }
    forms!(isize i32);
}

#[test]
fn what_does_not_fit_saturates() {
    const MAX: Option<isize> = Some(isize::MAX);
    for huge in [usize::MAX, 1 << (usize::BITS - 1)] {
        assert_eq!(huge.selector(), Selector::Index(isize::MAX));
        assert_eq!((huge..huge).selector(), range(MAX, MAX, 1));
        assert_eq!((huge..=huge).selector(), range(MAX, MAX, 1));
        assert_eq!((..=huge).selector(), range(None, MAX, 1));
    }
    assert_eq!((..=isize::MAX).selector(), range(None, MAX, 1));
    assert_eq!(
        (isize::MIN..=isize::MIN).selector(),
        range(Some(isize::MIN), Some(isize::MIN + 1), 1)
    );
    assert_eq!(i32::MAX.selector(), Selector::Index(i32::MAX as isize));
    assert_eq!((..=i32::MAX).selector(), range(None, Some(i32::MAX as isize + 1), 1));
}

#[test]
fn a_list_of_selectors_gives_its_rank_and_its_values_in_order() {
    use Selector::{Index, NewAxis as New};

    let full = range(None, None, 1);
    assert_eq!(selectors::<0, _>(s![]), (0, Vec::new()));
    assert_eq!(selectors::<0, _>(s![NewAxis]), (1, [New].to_vec()));
    assert_eq!(selectors::<1, _>(s![..]), (1, [full].to_vec()));
    assert_eq!(selectors::<2, _>(s![0, -1]), (0, [Index(0), Index(-1)].to_vec()));
    assert_eq!(
        selectors::<3, _>(s![1, .., 2..5]),
        (2, [Index(1), full, range(Some(2), Some(5), 1)].to_vec())
    );
    assert_eq!(
        selectors::<3, _>(s![..;-1, ..2, 0]),
        (2, [range(None, None, -1), range(None, Some(2), 1), Index(0)].to_vec())
    );
    assert_eq!(
        selectors::<2, _>(s![NewAxis, 1..;2, NewAxis, ..=-1]),
        (4, [New, range(Some(1), None, 2), New, full].to_vec())
    );
    assert_eq!(
        selectors::<12, _>(s![.., .., .., .., .., .., .., .., .., .., .., ..]),
        (12, [full; 12].to_vec())
    );
}

#[test]
fn s_takes_any_expression() {
    let (n, i) = (3_usize, 1_usize);
    assert_eq!(s![i, ..n - 1, n - 2..], (1, (..2, (1.., ()))));
    assert_eq!(s![if n > 2 { 0 } else { 1 }, (n..).start;2,].1, (Step(3, 2), ()));
    assert_eq!(s![[4, 5][i]..=n * 2;-(1 + 1)], (Step(5..=6, -2), ()));
    assert_eq!(s![(|| ..)(), NewAxis], (.., (NewAxis, ())));
}
