//! Every reshape of every small stride pattern, against a search for strides.

use super::super::{INFER, Layout, Order, resolve_shape};
use super::oracle::{check_view, indices, offsets, patterns, shapes_of};
use crate::error::ErrorKind;
use alloc::vec::Vec;
use core::array::from_fn;

/// Finds the layout of a shape that runs through these offsets, if there is one. The stride of an
/// axis can only be the distance between the elements at its indices 0 and 1.
fn search<const O: usize>(offsets: &[usize], shape: [usize; O]) -> Option<Layout<O>> {
    let strides = from_fn(|axis| {
        let inner: usize = shape[axis + 1..].iter().product();
        match shape[axis] {
            1 => 0,
            _ => offsets[inner] as isize - offsets[0] as isize,
        }
    });
    let mut found = indices(shape).into_iter().map(|index| {
        let distance = |axis: usize| index[axis] as isize * strides[axis];
        offsets[0] as isize + (0..O).map(distance).sum::<isize>()
    });
    let same = found.by_ref().zip(offsets).all(|(found, &offset)| found == offset as isize);
    same.then(|| Layout::strided(shape, strides, offsets[0]).unwrap())
}

/// Compares `reshape_view` and `reshape_in` with the search for all shapes of rank `O`; returns how
/// many views there are, and how many are not.
fn reshapes<const R: usize, const O: usize>(layout: &Layout<R>) -> (usize, usize) {
    let rows = offsets(layout);
    let columns = offsets(&layout.reverse_axes());
    let mut counts = (0, 0);
    for shape in shapes_of::<O>(rows.len()) {
        let view = layout.reshape_view(shape, 1);
        let reshaped = layout.reshape_in("reshape", shape, Order::RowMajor, 1).unwrap();
        match (search(&rows, shape), view) {
            (Some(_), Ok(view)) => {
                assert_eq!(view.shape(), shape);
                assert_eq!(offsets(&view), rows, "{layout:?} as {shape:?}");
                assert_eq!(reshaped, Some(view));
                counts.0 += 1;
            }
            (None, Err(error)) => {
                assert_eq!(reshaped, None);
                check_not_a_view(layout, error.kind());
                counts.1 += 1;
            }
            (expected, view) => panic!("{layout:?} as {shape:?}: {view:?}, not {expected:?}"),
        }
        let by_columns = layout.reshape_in("reshape", shape, Order::ColMajor, 1).unwrap();
        let mut reversed = shape;
        reversed.reverse();
        assert_eq!(by_columns.is_some(), search(&columns, reversed).is_some(), "{layout:?}");
        if let Some(view) = by_columns {
            assert_eq!(view.shape(), shape);
            assert_eq!(offsets(&view.reverse_axes()), columns, "{layout:?} as {shape:?}");
        }
    }
    counts
}

/// The axes named are neighbours (but for axes of size 1) and do not follow each other.
fn check_not_a_view<const R: usize>(layout: &Layout<R>, kind: &ErrorKind) {
    let ErrorKind::NotAView { outer, inner } = *kind else { panic!("{layout:?}: {kind:?}") };
    let (shape, strides) = (layout.shape(), layout.strides());
    assert!(outer < inner && shape[outer] > 1 && shape[inner] > 1, "{layout:?}: {kind:?}");
    assert!(shape[outer + 1..inner].iter().all(|&size| size == 1), "{layout:?}: {kind:?}");
    assert_ne!(strides[outer], strides[inner] * shape[inner] as isize, "{layout:?}: {kind:?}");
}

fn all_reshapes<const R: usize>(layouts: &[Layout<R>]) {
    let mut total = (0, 0);
    for layout in layouts {
        let counts = [reshapes::<R, 1>(layout), reshapes::<R, 2>(layout), reshapes::<R, 3>(layout)];
        for (yes, no) in counts {
            total = (total.0 + yes, total.1 + no);
        }
    }
    assert!(total.0 > 0 && (R == 1 || total.1 > 0), "both answers were tried: {total:?}");
}

#[test]
fn every_reshape_of_a_vector() {
    let strides: Vec<isize> = (-3..=3).collect();
    all_reshapes::<1>(&patterns(&[1, 2, 3, 4, 6, 8, 12], &strides));
}

#[test]
fn every_reshape_of_a_matrix() {
    let strides: Vec<isize> = (-4..=9).collect();
    all_reshapes::<2>(&patterns(&[1, 2, 3, 4, 6], &strides));
    all_reshapes::<2>(&patterns(&[6, 8], &[-8, -6, -1, 0, 1, 2, 6, 8, 12, 16]));
}

#[test]
fn every_reshape_of_rank_3_and_4() {
    all_reshapes::<3>(&patterns(&[1, 2, 3], &[-6, -1, 0, 1, 2, 3, 6, 9]));
    all_reshapes::<4>(&patterns(&[1, 2], &[-4, 0, 1, 2, 4, 8]));
}

#[test]
fn one_element_takes_every_shape_of_ones() {
    let scalar = Layout::row_major([]).unwrap();
    assert_eq!(scalar.reshape_view([1, 1], 1).unwrap(), Layout::row_major([1, 1]).unwrap());
    let far = Layout::strided([1, 1], [isize::MIN, isize::MAX], 7).unwrap();
    let view = far.reshape_view([], 1).unwrap();
    assert_eq!((view.shape(), view.offset()), ([], 7));
    assert_eq!(far.reshape_view([1, 1, 1], 1).unwrap().offset_of([0, 0, 0]), Some(7));
}

#[test]
fn empty_layouts_take_every_empty_shape() {
    for layout in patterns::<2>(&[0, 3], &[-5, 0, 2]).iter().filter(|layout| layout.is_empty()) {
        for shape in [[0, 1, 1], [5, 0, 7], [0, 0, 0], [3, 4, 0]] {
            assert_eq!(layout.reshape_view(shape, 8).unwrap().shape(), shape);
            let reshaped = layout.reshape_in("reshape", shape, Order::ColMajor, 8).unwrap();
            assert_eq!(reshaped.unwrap().shape(), shape);
        }
        assert_eq!(layout.reshape_view([3, INFER], 1).unwrap().shape(), [3, 0]);
    }
}

#[test]
fn one_size_is_inferred() {
    assert_eq!(resolve_shape("reshape", &[2, 3, 4], [INFER, 6]), Ok([4, 6]));
    assert_eq!(resolve_shape("reshape", &[2, 3, 4], [INFER]), Ok([24]));
    assert_eq!(resolve_shape("reshape", &[], [1, INFER]), Ok([1, 1]));
    assert_eq!(resolve_shape("reshape", &[0, 3], [INFER, 5]), Ok([0, 5]));
    assert_eq!(resolve_shape("reshape", &[usize::MAX, usize::MAX, 0], [INFER]), Ok([0]));
    assert_eq!(resolve_shape("reshape", &[2, 3], [3, 2]), Ok([3, 2]));
    let whole = Layout::row_major([4, 6]).unwrap();
    let by_columns = whole.reshape_in("reshape", [INFER, 3, 2], Order::ColMajor, 1).unwrap();
    assert_eq!(by_columns.unwrap().shape(), [4, 3, 2]);
}

#[test]
fn split_then_merge_every_axis_of_every_pattern() {
    for layout in patterns::<2>(&[0, 1, 4, 6], &[-7, -1, 0, 1, 4, 6]) {
        for axis in 0..2 {
            let n = layout.shape()[axis];
            let sizes =
                if n == 0 { alloc::vec![[0, 3], [3, 0], [0, 0]] } else { shapes_of::<2>(n) };
            for [p, q] in sizes {
                let split: Layout<3> = layout.split_axis(axis, [p, q], 1).unwrap();
                let mut shape = [p, q, layout.shape()[1]];
                if axis == 1 {
                    shape = [layout.shape()[0], p, q];
                }
                check_view(&layout, &split, shape, |[i, j, k]| match axis {
                    0 => [i * q + j, k],
                    _ => [i, j * q + k],
                });
                let merged: Layout<2> = split.merge_axes(axis, axis + 1).unwrap();
                assert_eq!(merged.shape(), layout.shape());
                assert_eq!(offsets(&merged), offsets(&layout));
                if q != 0 {
                    assert_eq!(layout.split_axis(axis, [INFER, q], 1), Ok(split));
                }
            }
        }
    }
}

#[test]
fn split_into_any_number_of_axes() {
    let layout = Layout::row_major([3, 24]).unwrap();
    assert_eq!(layout.split_axis(1, [2, 3, 4], 1), Layout::row_major([3, 2, 3, 4]));
    assert_eq!(layout.split_axis(0, [INFER], 1), Ok(layout));
    let one = Layout::row_major([3, 1]).unwrap();
    assert_eq!(one.split_axis(1, [], 1), Layout::strided([3], [1], 0));
}

#[test]
fn merge_is_a_view_if_and_only_if_the_search_finds_one() {
    for layout in patterns::<3>(&[1, 2, 3], &[-6, -2, 0, 1, 2, 3, 6]) {
        for (first, last) in [(0, 1), (1, 2)] {
            let shape = layout.merged_shape::<2>(first, last);
            match (layout.merge_axes::<2>(first, last), search(&offsets(&layout), shape)) {
                (Ok(view), Some(_)) => assert_eq!(offsets(&view), offsets(&layout)),
                (Err(error), None) => {
                    check_not_a_view(&layout, error.kind());
                    assert_eq!(*error.kind(), ErrorKind::NotAView { outer: first, inner: last });
                }
                (got, expected) => panic!("{layout:?}: {got:?}, not {expected:?}"),
            }
        }
        let [a, b, c] = layout.shape();
        assert_eq!(layout.merged_shape::<1>(0, 2), [a * b * c]);
        assert_eq!(layout.merged_shape::<3>(1, 1), [a, b, c]);
        assert!(layout.merge_axes::<3>(1, 1).is_ok());
    }
}

#[test]
#[should_panic(expected = "2..=1 of 3")]
fn merged_axes_come_in_order() {
    let _ = Layout::row_major([2, 3, 4]).unwrap().merge_axes::<3>(2, 1);
}

#[test]
#[should_panic(expected = "axis 0 of rank 1 in 2 gives rank 3")]
fn the_rank_after_a_split_counts_the_parts() {
    let _ = Layout::row_major([4]).unwrap().split_axis::<2, 3>(0, [2, 2], 1);
}
