//! Selectors: their values, their number, and what `s!` takes.

use alloc::vec::Vec;

use super::{Otherwise, Probe, Value};
use crate::rank::*;
use crate::s;

fn selectors<const R: usize, A>(list: A) -> (usize, Vec<Selector>)
where
    A: SliceOf<Rank<R>, Rank<R>, Output: Value>,
{
    let mut all = Vec::new();
    list.each(|selector| all.push(selector));
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
    let after = (i32::MAX as isize).saturating_add(1);
    assert_eq!((..=i32::MAX).selector(), range(None, Some(after), 1));
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
fn a_list_of_selectors_has_one_for_each_axis() {
    use core::ops::{Range, RangeFull};

    type One<H> = (H, ());
    type Two<H, I> = (H, One<I>);
    let facts = [
        (Probe::<(), Rank<0>>::SLICES, true),
        (Probe::<(), Rank<1>>::SLICES, false),
        (Probe::<One<RangeFull>, Rank<0>>::SLICES, false),
        (Probe::<One<RangeFull>, Rank<1>>::SLICES, true),
        (Probe::<One<RangeFull>, Rank<2>>::SLICES, false),
        (Probe::<Two<NewAxis, usize>, Rank<1>>::SLICES, true),
        (Probe::<Two<NewAxis, usize>, Rank<2>>::SLICES, false),
        (Probe::<Two<usize, Range<i32>>, Rank<2>>::SLICES, true),
        (Probe::<Two<usize, Range<f32>>, Rank<2>>::SLICES, false),
        (Probe::<Two<usize, f32>, Rank<2>>::SLICES, false),
        (Probe::<Two<usize, Step<RangeFull>>, Rank<2>>::SLICES, true),
        (Probe::<Two<usize, Step<usize>>, Rank<2>>::SLICES, false),
        (Probe::<(usize, RangeFull), Rank<2>>::SLICES, false),
    ];
    for (i, (found, expected)) in facts.into_iter().enumerate() {
        assert_eq!(found, expected, "fact {i}");
    }
}

#[test]
fn s_takes_any_expression() {
    let (n, i) = (3_usize, 1_usize);
    assert_eq!(s![i, ..n - 1, n - 2..], (1, (..2, (1.., ()))));
    assert_eq!(s![if n > 2 { 0 } else { 1 }, (n..).start;2,].1, (Step(3, 2), ()));
    assert_eq!(s![[4, 5][i]..=n * 2;-(1 + 1)], (Step(5..=6, -2), ()));
    assert_eq!(s![core::convert::identity(..), NewAxis], (.., (NewAxis, ())));
}
