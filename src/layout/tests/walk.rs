//! The planner: every index once, at the right offsets, in the promised order; and runs as long as
//! the operands allow.

use super::super::walk::{Sequence, Steps, WalkAxis};
use super::oracle::{arrays, indices};
use alloc::vec;
use alloc::vec::Vec;
use core::array::from_fn;
use proptest::prelude::*;

/// Calls `f` with the plan.
fn planned<const R: usize, const N: usize, O>(
    shape: [usize; R],
    strides: [[isize; R]; N],
    sequence: Sequence,
    f: impl FnOnce(&Steps<'_, N>) -> O,
) -> O {
    let mut axes = [WalkAxis::UNIT; R];
    f(&Steps::plan(&mut axes, &shape, from_fn(|n| &strides[n][..]), sequence))
}

/// Returns the offsets at which the steps stop, one array for each element, in their order.
fn stepped<const N: usize>(steps: &Steps<'_, N>) -> Vec<[isize; N]> {
    let mut all = Vec::new();
    steps.for_each_plane(&mut [0; 8], |at| {
        for row in 0..steps.rows.size as isize {
            let offset =
                |i, n: usize| at[n] + row * steps.rows.strides[n] + i * steps.run.strides[n];
            all.extend((0..steps.run.size as isize).map(|i| from_fn(|n| offset(i, n))));
        }
    });
    all
}

/// Returns the offsets of all indices in row-major order, from the definition.
fn expected<const R: usize, const N: usize>(
    shape: [usize; R],
    strides: [[isize; R]; N],
) -> Vec<[isize; N]> {
    let at = |index: [usize; R]| {
        from_fn(|n| (0..R).map(|axis| index[axis] as isize * strides[n][axis]).sum())
    };
    indices(shape).into_iter().map(at).collect()
}

/// Splits as often as it goes, `depth` times at most, and returns what the parts visit, in order.
fn split_up<const N: usize>(steps: &Steps<'_, N>, depth: usize) -> Vec<[isize; N]> {
    let Some((first, second)) = (if depth > 0 { steps.split() } else { None }) else {
        return stepped(steps);
    };
    assert!(first.len() > 0 && second.len() > 0, "a part without elements");
    assert_eq!(first.len() + second.len(), steps.len());
    let mut all = split_up(&first, depth - 1);
    all.extend(split_up(&second, depth - 1));
    all
}

/// Checks both sequences, whole and cut in parts.
fn check<const R: usize, const N: usize>(shape: [usize; R], strides: [[isize; R]; N]) {
    let mut expected = expected(shape, strides);
    planned(shape, strides, Sequence::RowMajor, |ordered| {
        assert_eq!(ordered.len(), expected.len(), "{shape:?} {strides:?}");
        assert_eq!(stepped(ordered), expected, "{shape:?} {strides:?}");
        assert_eq!(split_up(ordered, 3), expected, "{shape:?} {strides:?}, in parts");
    });

    // Several indices may have the same offsets, so the lists are compared as multisets.
    expected.sort_unstable();
    planned(shape, strides, Sequence::Any, |any| {
        assert_eq!(any.len(), expected.len());
        for mut found in [stepped(any), split_up(any, 3), split_up(any, 7)] {
            found.sort_unstable();
            assert_eq!(found, expected, "{shape:?} {strides:?}, in any order");
        }
    });
}

/// Returns the strides of memory in which the axes of `shape` lie in this order, the last one
/// fastest, stretched and turned by `steps` (0 repeats an axis).
fn lie<const R: usize>(shape: [usize; R], order: [usize; R], steps: [isize; R]) -> [isize; R] {
    let mut strides = [0; R];
    let mut extent = 1;
    for &axis in order.iter().rev() {
        strides[axis] = extent * steps[axis];
        extent *= (shape[axis].max(1) as isize) * steps[axis].abs().max(1);
    }
    strides
}

fn orders<const R: usize>() -> Vec<[usize; R]> {
    let axes: [usize; R] = from_fn(|axis| axis);
    let mut all = arrays::<usize, R>(&axes);
    all.retain(|order| axes.iter().all(|axis| order.contains(axis)));
    all
}

#[test]
fn one_and_two_operands_of_every_small_pattern() {
    let sizes = [0, 1, 2, 3, 9, 33, 40];
    for shape in arrays::<usize, 0>(&sizes) {
        check(shape, [[]]);
        check(shape, [[], [], []]);
    }
    for shape in arrays::<usize, 1>(&sizes) {
        for a in [-9, -1, 0, 1, 2, 8] {
            check(shape, [[a]]);
            for b in [-1, 0, 1, 40] {
                check(shape, [[a], [b]]);
                check(shape, [[1], [a], [b]]);
            }
        }
    }
    for shape in arrays::<usize, 2>(&sizes) {
        for a in orders::<2>() {
            for b in orders::<2>() {
                for steps in arrays::<isize, 2>(&[-1, 0, 2]) {
                    check(shape, [lie(shape, a, [1; 2]), lie(shape, b, steps)]);
                    check(shape, [lie(shape, b, steps), lie(shape, a, [-1; 2])]);
                }
            }
        }
    }
}

#[test]
fn ranks_three_and_four() {
    for shape in arrays::<usize, 3>(&[0, 1, 3, 33]) {
        for order in orders::<3>() {
            let dense = lie(shape, [0, 1, 2], [1; 3]);
            check(shape, [dense, lie(shape, order, [1; 3])]);
            check(shape, [lie(shape, order, [2, -1, 0]), dense, lie(shape, [2, 0, 1], [-1, 0, 1])]);
        }
    }
    for shape in arrays::<usize, 4>(&[1, 3, 9]) {
        for (i, order) in orders::<4>().into_iter().enumerate() {
            let dense = lie(shape, [0, 1, 2, 3], [1; 4]);
            let steps = from_fn(|axis| [1, -1, 2, 0][(axis + i) % 4]);
            check(shape, [dense, lie(shape, order, steps)]);
        }
    }
    check([40, 2, 33, 3], [lie([40, 2, 33, 3], [2, 1, 3, 0], [1; 4]), [198, 99, 3, 1]]);
}

/// The number of runs and how long the first one is.
fn runs<const R: usize, const N: usize>(
    shape: [usize; R],
    strides: [[isize; R]; N],
    sequence: Sequence,
) -> (usize, usize) {
    planned(shape, strides, sequence, |steps| {
        let mut count = 0;
        steps.for_each_plane(&mut [0; 8], |_| count += steps.rows.size);
        (count, if count == 0 { 0 } else { steps.run.size })
    })
}

#[test]
fn what_lies_together_is_one_run() {
    let shape = [3, 4, 5];
    for order in orders::<3>() {
        let strides = lie(shape, order, [1; 3]);
        assert_eq!(runs(shape, [strides, strides], Sequence::Any), (1, 60), "{order:?}");
        let backwards = strides.map(|stride| -stride);
        assert_eq!(runs(shape, [backwards, backwards], Sequence::Any), (1, 60), "{order:?}");
    }
    let dense = [20, 5, 1];
    assert_eq!(runs(shape, [dense], Sequence::RowMajor), (1, 60));
    assert_eq!(runs(shape, [dense, [1, 3, 12]], Sequence::RowMajor), (12, 5));
    assert_eq!(runs(shape, [dense, [0, 5, 1]], Sequence::Any), (3, 20), "rows repeated");
    assert_eq!(runs(shape, [dense, [0, 0, 0]], Sequence::Any), (1, 60), "a scalar repeated");
    assert_eq!(runs(shape, [dense, [4, 1, 0]], Sequence::Any), (12, 5), "a column repeated");
    assert_eq!(runs(shape, [[24, 6, 1]], Sequence::Any), (12, 5), "gaps between the rows");
    assert_eq!(runs([1, 60, 1], [[-7, 1, 99], [0, 1, -5]], Sequence::Any), (1, 60), "sizes of 1");
    assert_eq!(runs([4, 1, 5], [[5, 77, 1]], Sequence::RowMajor), (1, 20), "a size of 1 between");
    assert_eq!(runs([4, 0], [[1, 1]], Sequence::Any), (0, 0));
    assert_eq!(runs([], [[], []], Sequence::Any), (1, 1));
}

/// An axis is turned where every operand that moves on it goes backwards.
#[test]
fn memory_is_walked_forwards() {
    let run = |strides: [isize; 2], sequence| {
        planned([5], [[strides[0]], [strides[1]]], sequence, |steps| {
            (steps.only_run(), steps.run.strides)
        })
    };
    assert_eq!(run([-1, -3], Sequence::Any), ([-4, -12], [1, 3]));
    assert_eq!(run([0, -3], Sequence::Any), ([0, -12], [0, 3]));
    for strides in [[1, -3], [-1, 3], [2, 0], [0, 0]] {
        assert_eq!(run(strides, Sequence::Any), ([0, 0], strides));
    }
    assert_eq!(run([-1, -3], Sequence::RowMajor), ([0, 0], [-1, -3]));
}

/// The first operand that moves on both axes, and by different distances, says which is the run.
#[test]
fn one_operand_decides_the_order() {
    for (strides, run) in [
        ([[3, 1], [1, 3]], [1, 3]),
        ([[1, 3], [3, 1]], [1, 3]),
        ([[1, 0], [1, 3]], [1, 1]),
        ([[0, 1], [3, 1]], [1, 1]),
        ([[1, 1], [1, 3]], [1, 1]),
        ([[0, 1], [1, 3]], [0, 1]),
    ] {
        planned([3, 4], strides, Sequence::Any, |steps| assert_eq!(steps.run.strides, run));
    }
}

#[test]
fn a_transpose_is_to_be_walked_in_blocks() {
    let (shape, strides) = ([70, 67], [[67, 1], [1, 70]]);
    planned(shape, strides, Sequence::Any, |steps| {
        assert!(steps.tiled);
        assert_eq!((steps.depth(), steps.rows.size, steps.run.size), (0, 70, 67));
        assert_eq!((steps.rows.strides, steps.run.strides), ([67, 1], [1, 70]));
    });
    planned(shape, [[67, 1]; 2], Sequence::Any, |steps| assert!(!steps.tiled));
    // Row-major order is not given up for blocks.
    planned(shape, strides, Sequence::RowMajor, |steps| assert!(!steps.tiled));
    assert_eq!(runs(shape, strides, Sequence::RowMajor), (70, 67));
}

/// What is far enough and long enough for blocks, and the axis that they take.
#[test]
fn blocks_are_for_long_axes_that_lie_far_apart() {
    let tiled = |shape: [usize; 2], strides: [isize; 2]| {
        let dense = [shape[1] as isize, 1];
        planned(shape, [dense, strides], Sequence::Any, |steps| steps.tiled)
    };
    assert!(tiled([8, 8], [1, 8]) && tiled([8, 8], [-1, 8]) && tiled([8, 8], [2, -16]));
    assert!(!tiled([7, 8], [1, 8]) && !tiled([8, 7], [1, 8]), "a short axis");
    assert!(!tiled([8, 8], [1, 7]) && !tiled([8, 8], [2, 15]), "neighbours");
    assert!(!tiled([8, 8], [0, 8]), "no axis along which the operand is dense");
    // The axis with the shortest strides that are not zero, wherever it is.
    for (strides, rows) in [([1, 9, 90], 0), ([9, 1, 90], 1), ([0, 1, 90], 1), ([1, 0, 90], 0)] {
        let dense = [1000, 30, 1];
        planned([10, 11, 12], [dense, strides], Sequence::Any, |steps| {
            assert!(steps.tiled);
            assert_eq!(steps.rows.strides, [dense[rows], strides[rows]], "{strides:?}");
            assert_eq!((steps.depth(), steps.run.strides), (1, [1, 90]));
        });
    }
}

#[test]
fn a_cut_is_in_the_middle_and_between_blocks_of_long_axes() {
    for (size, first) in [(2, 1), (5, 2), (80, 40), (257, 128), (258, 128), (320, 160), (330, 160)]
    {
        planned([size], [[1]], Sequence::Any, |steps| {
            let (left, right) = steps.split().unwrap();
            assert_eq!((left.len(), right.len()), (first, size - first));
        });
        planned([size, 3], [[9, 1]], Sequence::Any, |steps| {
            let (left, right) = steps.split().unwrap();
            assert_eq!((left.len(), right.len()), (3 * first, 3 * (size - first)));
        });
    }
    planned([5, 2, 3], [[40, 9, 1]], Sequence::Any, |steps| {
        let (left, right) = steps.split().unwrap();
        assert_eq!((left.len(), right.len()), (12, 18), "two planes and three");
    });
    planned([1, 1], [[3, 1]], Sequence::Any, |steps| assert!(steps.split().is_none()));
}

/// Checks each part of the slowest axis.
fn check_parts<const R: usize>(shape: [usize; R], strides: [isize; R]) {
    planned(shape, [strides, [0; R]], Sequence::RowMajor, |steps| {
        let (whole, count) = (stepped(steps), steps.slowest());
        assert!(whole.len().is_multiple_of(count), "{shape:?} {strides:?}");
        let each = whole.len() / count;
        for start in 0..count {
            for end in start..=count {
                let part = steps.part(start, end - start);
                let expected = &whole[start * each..end * each];
                assert_eq!(stepped(&part), expected, "{shape:?} {strides:?} {start}..{end}");
                assert_eq!(part.len(), expected.len());
            }
        }
    });
}

#[test]
fn parts_of_the_slowest_axis() {
    for shape in arrays::<usize, 3>(&[1, 2, 3, 5]) {
        // Of three axes, of two and of one, after merging.
        for strides in [[100, 10, 1], [-30, 7, 2], [50, 5, 1], [shape[1] as isize * 9, 9, 2]] {
            check_parts(shape, strides);
        }
    }
    for shape in arrays::<usize, 4>(&[1, 2, 3]) {
        check_parts(shape, [1000, 100, 10, 1]);
    }
}

#[test]
fn axes_as_they_are_given() {
    let axis = |size, strides| WalkAxis { size, strides };
    let axes = [axis(2, [7, 0]), axis(3, [-1, 10]), axis(2, [0, 100]), axis(4, [5, 1])];
    for from in 0..=4 {
        let axes = &axes[from..];
        let steps = Steps::along(axes, [50, 1]);
        let mut expected = vec![[50, 1]];
        for axis in axes {
            let along = |at: [isize; 2]| {
                let step = move |i: isize| from_fn(|n| at[n] + i * axis.strides[n]);
                (0..axis.size as isize).map(step)
            };
            expected = expected.into_iter().flat_map(along).collect();
        }
        assert_eq!((stepped(&steps), steps.len()), (expected.clone(), expected.len()));
        let mut runs = Vec::new();
        steps.for_each_run(|at| runs.push(at));
        let starts: Vec<_> = expected.iter().copied().step_by(steps.run.size).collect();
        assert_eq!((runs, steps.is_one_run()), (starts, from >= 3));
        let sizes: Vec<_> = steps.outer_axes().map(|axis| axis.size).collect();
        let outer: Vec<_> = axes.iter().rev().skip(1).rev().map(|axis| axis.size).collect();
        assert_eq!((sizes, steps.slowest()), (outer, axes.first().map_or(1, |axis| axis.size)));
        if from >= 3 {
            assert_eq!(steps.only_run(), [50, 1]);
        }
    }
}

/// Strides of zero-sized elements may be so long that one step more leaves the range.
#[test]
fn strides_at_the_edge_of_the_range() {
    let far = isize::MAX - 2;
    for strides in
        [[[2, 1], [1, far]], [[1, far], [2, 1]], [[far, 1], [1, 2]], [[-far, -1], [2, 1]]]
    {
        check([2, 2], strides);
    }
    check([2, 2], [[1, far], [1, far]]);
}

proptest! {
    // Each looks at up to 74,088 indices twice.
    #![proptest_config(ProptestConfig::with_cases(80))]

    #[test]
    fn any_strides_of_three_operands(
        shape in proptest::array::uniform4(0_usize..12),
        strides in proptest::array::uniform3(proptest::array::uniform4(-20_isize..20)),
    ) {
        check(shape, strides);
    }

    #[test]
    fn permuted_and_stretched_memory(
        shape in proptest::array::uniform3(prop_oneof![0_usize..4, 30_usize..42]),
        order in Just(vec![0, 1, 2]).prop_shuffle(),
        steps in proptest::array::uniform3(-2_isize..3),
    ) {
        let order = order.try_into().unwrap();
        let dense = lie(shape, [0, 1, 2], [1; 3]);
        check(shape, [dense, lie(shape, order, steps)]);
        check(shape, [lie(shape, order, steps), dense, lie(shape, order, [1; 3])]);
    }
}
