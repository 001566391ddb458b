//! Lists of axes, their order, and the axes that a reduction marks.

use super::{Otherwise, Probe, Value};
use crate::axes;
use crate::rank::*;

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

fn indices<const R: usize, L: AxisList<R, Count: Value>>(_: L) -> (usize, &'static [usize]) {
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

    assert_eq!(order(axes![]), [0usize; 0]);
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

#[test]
fn lists_that_repeat_or_invent_or_leave_out_an_axis_are_refused() {
    type Pair<const A: usize, const B: usize> = (Axis<A>, Axis<B>);
    type Three = Rank<3>;
    let facts = [
        (Probe::<Pair<2, 0>, Three>::LISTED, true),
        (Probe::<Pair<2, 2>, Three>::LISTED, false),
        (Probe::<Pair<2, 3>, Three>::LISTED, false),
        (Probe::<(Axis<2>, Last), Three>::LISTED, false),
        (Probe::<(Axis<1>, Last), Three>::LISTED, true),
        (Probe::<(Back<2>, Axis<1>), Three>::LISTED, false),
        (Probe::<(Axis<0>, Axis<1>, Axis<0>), Three>::LISTED, false),
        (Probe::<(Axis<0>, Axis<1>, Axis<1>), Three>::LISTED, false),
        (Probe::<Axis<0>, Three>::LISTED, false),
        (Probe::<(usize,), Three>::LISTED, false),
        (Probe::<(Axis<0>, Axis<1>, Last), Three>::PERMUTES, true),
        (Probe::<(Axis<0>, Axis<2>, Last), Three>::PERMUTES, false),
        (Probe::<Pair<0, 1>, Three>::PERMUTES, false),
        (Probe::<(), Three>::PERMUTES, false),
        (Probe::<Pair<0, 1>, Rank<1>>::PERMUTES, false),
        (Probe::<Pair<0, 1>, Rank<2>>::PERMUTES, true),
        (Probe::<Pair<0, 3>, Three>::REDUCES, false),
        (Probe::<Keep<Pair<0, 0>>, Three>::REDUCES, false),
        (Probe::<Keep<Axis<3>>, Three>::REDUCES, false),
        (Probe::<Last, Rank<0>>::REDUCES, false),
        (Probe::<All, Rank<13>>::REDUCES, true),
        (Probe::<Keep<All>, Rank<13>>::REDUCES, true),
        (Probe::<Axis<0>, Rank<13>>::REDUCES, false),
    ];
    for (i, (found, expected)) in facts.into_iter().enumerate() {
        assert_eq!(found, expected, "fact {i}");
    }
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
