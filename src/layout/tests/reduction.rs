//! The planner of reductions: each element once, with the place of its result, in the promised order.

use super::super::{Layout, Reduction, WalkAxis};
use super::oracle::{arrays, indices, patterns};
use alloc::vec;
use alloc::vec::Vec;

/// Position of an index among the axes that `is_of` names, in row-major order.
fn position<const R: usize>(
    shape: [usize; R],
    index: [usize; R],
    is_of: impl Fn(usize) -> bool,
) -> usize {
    (0..R).filter(|&axis| is_of(axis)).fold(0, |at, axis| at * shape[axis] + index[axis])
}

/// Source offset, number of the result, position within the result: of each index, in row-major order of
/// the kept axes and then of the reduced ones.
fn expected<const R: usize>(layout: &Layout<R>, reduced: [bool; R]) -> Vec<[isize; 3]> {
    let (shape, strides) = (layout.shape(), layout.strides());
    let mut all: Vec<[isize; 3]> = indices(shape)
        .into_iter()
        .map(|index| {
            let source = (0..R).map(|axis| index[axis] as isize * strides[axis]).sum();
            let kept = position(shape, index, |axis| !reduced[axis]);
            [source, kept as isize, position(shape, index, |axis| reduced[axis]) as isize]
        })
        .collect();
    all.sort_by_key(|&[_, kept, within]| (kept, within));
    all
}

/// The same, by the plan, in its order.
fn planned<const R: usize>(
    layout: &Layout<R>,
    reduced: [bool; R],
    has_positions: bool,
    in_order: bool,
) -> Vec<[isize; 3]> {
    let (shape, strides) = (layout.shape(), layout.strides());
    let mut axes = [WalkAxis::UNIT; R];
    let mut reduction =
        Reduction { shape: &shape, strides: &strides, reduced: &reduced, axes: &mut axes };
    let [kept, lane] = reduction.plan(has_positions, in_order);
    let mut all = Vec::new();
    kept.for_each_run(|at| {
        for k in 0..kept.run.size as isize {
            lane.for_each_run(|within| {
                for l in 0..lane.run.size as isize {
                    let step = |n: usize| k * kept.run.strides[n];
                    let inner = |n: usize| within[n] + l * lane.run.strides[n];
                    all.push([at[0] + step(0) + inner(0), at[1] + step(1), inner(1)]);
                }
            });
        }
    });
    all
}

fn check<const R: usize>(layout: &Layout<R>, reduced: [bool; R]) {
    let expected = expected(layout, reduced);
    assert_eq!(planned(layout, reduced, true, true), expected, "{layout:?} {reduced:?}");
    let without: Vec<_> = expected.iter().map(|&[source, kept, _]| [source, kept, 0]).collect();
    assert_eq!(planned(layout, reduced, false, true), without, "{layout:?} {reduced:?}");
    let sorted = |mut all: Vec<[isize; 3]>| {
        all.sort_unstable();
        all
    };
    let any = planned(layout, reduced, true, false);
    assert_eq!(sorted(any), sorted(expected.clone()), "{layout:?} {reduced:?}, in any order");
    let any = planned(layout, reduced, false, false);
    assert_eq!(sorted(any), sorted(without), "{layout:?} {reduced:?}, in any order");
    check_numbers(layout, reduced, expected);
}

/// What is known without a plan: how many there are, where they are, and whether that is one run.
fn check_numbers<const R: usize>(
    layout: &Layout<R>,
    reduced: [bool; R],
    expected: Vec<[isize; 3]>,
) {
    let (shape, strides) = (layout.shape(), layout.strides());
    let reduction =
        Reduction { shape: &shape, strides: &strides, reduced: &reduced, axes: &mut [] };
    let [_, kept, within] = expected.last().map_or([0; 3], |last| last.map(|i| (i + 1) as usize));
    assert_eq!(reduction.sizes(), [within, kept], "{layout:?} {reduced:?}");
    let is_one_run = |all: &[[isize; 3]]| all.iter().zip(0..).all(|(at, i)| at[0] == i);
    assert_eq!(reduction.is_contiguous(true), is_one_run(&expected), "{layout:?} {reduced:?}");
    let mut room = vec![isize::MIN; expected.len() + 1];
    let offsets: Vec<_> = expected.iter().map(|at| at[0]).collect();
    assert_eq!(reduction.offsets(&mut room), offsets, "{layout:?} {reduced:?}");
    let mut turned = expected;
    turned.sort_by_key(|&[_, kept, within]| (within, kept));
    assert_eq!(reduction.is_contiguous(false), is_one_run(&turned), "{layout:?} {reduced:?}");
}

#[test]
fn every_small_pattern_along_any_axes() {
    for layout in patterns::<3>(&[1, 2, 3], &[-6, 0, 1, 3]) {
        for reduced in arrays::<bool, 3>(&[false, true]) {
            check(&layout, reduced);
        }
    }
    check(&Layout::row_major([]).unwrap(), []);
}

/// Where the order is free, the memory is read forwards, and neighbours are one run.
#[test]
fn the_memory_decides_where_the_order_is_free() {
    let all = vec![
        Layout::col_major([4, 3, 2]).unwrap(),
        Layout::strided([4, 3, 2], [-1, -4, -12], 23).unwrap(),
    ];
    for layout in all {
        let (shape, strides) = (layout.shape(), layout.strides());
        let mut axes = [WalkAxis::UNIT; 3];
        let reduced = &[true; 3];
        let mut reduction =
            Reduction { shape: &shape, strides: &strides, reduced, axes: &mut axes };
        let [kept, lane] = reduction.plan(false, false);
        assert_eq!((kept.len(), lane.is_one_run(), lane.run.size), (1, true, 24));
        assert_eq!(lane.run.strides, [1, 0]);
        let [_, lane] = reduction.plan(false, true);
        assert_eq!((lane.is_one_run(), lane.run.size), (false, 2));
        let [_, lane] = reduction.plan(true, false);
        assert_eq!((lane.is_one_run(), lane.run.strides[0].unsigned_abs()), (false, 1));
        assert!(lane.run.strides[0] > 0);
    }
}
