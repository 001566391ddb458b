//! What views promise beyond what numpy's fixtures show: the facts of strides and sharing, and the
//! operations numpy does not have.

// Mutable views are dropped where a closure must not return what it borrows.
#![allow(clippy::drop_non_drop)]

use crate::caught::{refuses, twins};
use crate::disguise::disguises;
use crate::oracle::Oracle;
use holor::prelude::*;

fn counted<const R: usize>(shape: [usize; R]) -> Tensor<i64, R> {
    let len = shape.iter().product::<usize>() as i64;
    Tensor::from_vec((0..len).collect(), shape).unwrap()
}

#[test]
fn strides_of_new_tensors_and_scalars() {
    assert_eq!(Tensor::<u8, 4>::zeros([10, 9, 5, 13]).strides(), [585, 65, 13, 1]);
    let scalar = Tensor::scalar(7);
    assert_eq!((scalar.shape(), scalar.strides(), scalar.len()), ([], [], 1));
    assert_eq!((scalar.rank(), scalar.item(), scalar[[]]), (0, 7, 7));
    assert!(scalar.is_contiguous() && !scalar.is_empty());
}

#[test]
fn axes_merge_and_split_without_a_copy() {
    let t = counted([3, 4, 5]);
    let m = t.merge_axes(Axis::<1>, Axis::<2>);
    assert_eq!((m.shape(), m.strides()), ([3, 20], [20, 1]));
    let back = m.split_axis(Axis::<1>, [INFER, 5]);
    assert_eq!((back.shape(), back.strides()), ([3, 4, 5], [20, 5, 1]));
    assert!(m.shares_memory_with(&t) && back.shares_memory_with(&t));
    assert_eq!(back, t);

    let t = counted([2, 3, 4, 5]);
    let m = t.reshape_view([6, 20]).unwrap();
    let back = m.reshape_view([2, 3, 4, 5]).unwrap();
    assert!(m.shares_memory_with(&t) && back.shares_memory_with(&t));
    assert_eq!(back, t);
}

#[test]
fn reshape_is_a_view_only_where_memory_allows() {
    let t = counted([6, 8]);
    assert!(t.reshape_view([4, 12]).unwrap().shares_memory_with(&t));
    let gaps = counted([6, 9]).viewed(|v| v.narrow(Axis::<1>, 0, 8));
    assert_eq!(
        gaps.reshape_view([4, 12]).unwrap_err().to_string(),
        "reshape_view: [6, 8] to [4, 12]: axes 0 and 1 do not follow each other in memory; \
         `reshape` copies where a view is not possible"
    );
    let copy = gaps.reshape([4, 12]);
    assert!(!copy.shares_memory_with(&gaps) && copy.is_contiguous());
    assert_eq!(copy.to_vec(), gaps.to_vec());

    let pair = counted([3, 4, 5]).viewed(|v| v.transpose());
    let merged = pair.merge_axes(Axis::<1>, Axis::<2>);
    assert!(!merged.shares_memory_with(&pair), "a transposed pair does not merge");
    let back = pair.clone().viewed(|v| v.transpose());
    let again = back.merge_axes(Axis::<1>, Axis::<2>);
    assert!(again.shares_memory_with(&pair), "transposed back, it does");
    assert_eq!((again.shape(), again.strides()), ([3, 20], [20, 1]));
    let copy = pair.transpose().merge_axes(Axis::<1>, Axis::<2>);
    assert!(!copy.shares_memory_with(&pair), "of what is borrowed, it is a copy");
    assert_eq!((copy.strides(), &copy), ([20, 1], &again));
}

#[test]
fn slices_start_step_and_round_up() {
    let t = counted([4, 4]);
    let corner = t.slice(s![2.., 3..]);
    assert_eq!((corner.shape(), corner.strides()), ([2, 1], [4, 1]));
    // The elements count from 0, so each is its own offset.
    assert_eq!(corner[[0, 0]], 11);

    let t = counted([4, 5, 6]);
    let second = t.step(Axis::<1>, 2);
    assert_eq!((second.shape(), second.strides()), ([4, 3, 6], [30, 12, 1]));
    assert_eq!(counted([10]).step(Axis::<0>, 3).shape(), [4]);
    assert_eq!(counted([10]).slice(s![..;-3]), tensor![9, 6, 3, 0]);

    let column = tensor![[1], [2]];
    let wide = column.broadcast_to([2, 3]);
    assert_eq!(wide.strides(), [1, 0]);
    assert_eq!(tensor![1, 2].broadcast_to([4, 2]).strides(), [0, 1]);
}

#[test]
fn what_is_contiguous_and_what_is_not() {
    let t = counted([3, 2]);
    let transposed = t.transpose();
    assert!(transposed.shares_memory_with(&t));
    assert_eq!(transposed.strides(), [1, 2]);
    assert!(!transposed.is_contiguous());
    assert!(!t.narrow(Axis::<1>, 0, 1).is_contiguous());
    assert!(t.narrow(Axis::<0>, 1, 1).is_contiguous(), "whole rows are");
    let repeated = tensor![1, 2].viewed(|v| v.broadcast_to([3, 2]));
    assert!(!repeated.is_contiguous());
    assert!(repeated.to_contiguous().is_contiguous());
    assert_eq!(repeated.to_contiguous().strides(), [2, 1]);
    let turned = t.clone().viewed(|v| v.transpose()).reshape([6]);
    assert!(turned.is_contiguous() && !turned.shares_memory_with(&t));
    let same = t.reshape([6]);
    assert!(same.shares_memory_with(&t) && t.is_shared(), "an owner more");
    let copy = t.view().reshape([6]);
    assert!(copy.is_contiguous() && !copy.shares_memory_with(&t) && !copy.is_shared());
    assert_eq!(
        transposed.reshape_view([6]).unwrap_err().to_string(),
        "reshape_view: [2, 3] to [6]: axes 0 and 1 do not follow each other in memory; \
         `reshape` copies where a view is not possible"
    );
    assert_eq!(transposed.flatten(), tensor![0, 2, 4, 1, 3, 5]);
}

#[test]
fn narrow_is_a_slice_of_one_axis_for_every_start_and_length() {
    let t = counted([3, 4]);
    for (name, mut t) in disguises(&t) {
        for start in 0..=4_usize {
            for len in 0..=4 - start {
                let expected = Oracle::from_fn(&[3, len], |i| (i[0] * 4 + start + i[1]) as i64);
                assert_eq!(Oracle::of(&t.narrow(Axis::<1>, start, len)), expected, "{name}");
                assert_eq!(Oracle::of(&t.view().narrow(Last, start, len)), expected, "{name}");
                let sliced = t.slice(s![.., start..start + len]);
                assert_eq!(Oracle::of(&sliced), expected, "{name}");
                let narrow = t.view_mut().narrow(Axis::<1>, start, len);
                assert_eq!(Oracle::of(&narrow), expected, "{name}");
                assert_eq!(Oracle::of(&t.slice_mut(s![.., start..start + len])), expected);
            }
        }
    }
}

#[test]
fn split_axis_is_a_view_of_every_disguise() {
    let t = counted([2, 12, 3]);
    for (name, mut t) in disguises(&t) {
        let expected = Oracle { shape: vec![2, 4, 3, 3], values: (0..72).collect() };
        let split = t.split_axis(Axis::<1>, [4, INFER]);
        assert_eq!(Oracle::of(&split), expected, "{name}");
        assert!(split.shares_memory_with(&t), "{name}");
        assert_eq!(Oracle::of(&t.view().split_axis(Axis::<1>, [INFER, 3])), expected, "{name}");
        let at = t.as_ptr();
        let view = t.view_mut().split_axis(Axis::<1>, [4, 3]);
        assert_eq!((Oracle::of(&view), view.as_ptr()), (expected, at), "{name}");
        // Any number of sizes: none at all for an axis of size 1.
        let one = t.narrow(Axis::<1>, 5, 1).split_axis(Axis::<1>, []);
        assert_eq!(Oracle::of(&one), Oracle::of(&t.index_axis(Axis::<1>, 5)), "{name}");
        let deep = t.split_axis(Axis::<1>, [2, 3, 2]);
        assert_eq!((deep.shape(), deep.to_vec()), ([2, 2, 3, 2, 3], t.to_vec()), "{name}");
    }
}

#[test]
fn merge_axes_reads_every_disguise_in_order() {
    let t = counted([2, 3, 4, 2]);
    for (name, mut t) in disguises(&t) {
        let values: Vec<i64> = (0..48).collect();
        let all = t.merge_axes(Axis::<0>, Axis::<3>);
        assert_eq!((all.shape(), all.to_vec()), ([48], values.clone()), "{name}");
        let middle = t.view().merge_axes(Axis::<1>, Axis::<2>);
        assert_eq!((middle.shape(), middle.to_vec()), ([2, 12, 2], values.clone()), "{name}");
        let front = t.view_mut().merge_axes(Axis::<0>, Axis::<1>);
        assert_eq!((front.shape(), front.to_vec()), ([6, 4, 2], values.clone()), "{name}");
        let none = t.merge_axes(Axis::<2>, Axis::<2>);
        assert_eq!((none.shape(), none.to_vec()), ([2, 3, 4, 2], values), "{name}");
        assert!(none.shares_memory_with(&t), "{name}: nothing to merge, so a view");
    }
}

#[test]
fn halves_are_disjoint_and_write_through() {
    let t = counted([4, 6]);
    for (name, mut t) in disguises(&t) {
        for middle in 0..=6 {
            let mut expected = t.to_vec();
            for (position, value) in expected.iter_mut().enumerate() {
                *value += if position % 6 < middle { 1000 } else { 100_000 };
            }
            let (mut left, mut right) = t.view_mut().split_at_mut(Axis::<1>, middle);
            assert_eq!((left.shape(), right.shape()), ([4, middle], [4, 6 - middle]), "{name}");
            // Both alive, written in turns, each cut again.
            right += 100_000;
            left += 500;
            let (mut top, mut bottom) = left.split_at_mut(Axis::<0>, 1);
            bottom += 500;
            top += 500;
            assert_eq!(t.to_vec(), expected, "{name} at {middle}");
        }
    }
    let mut m = counted([2, 3]);
    twins(
        "split_at_mut: [2, 3]: range 0..4 is out of bounds for axis 1 of size 3",
        m.clone().view_mut().try_split_at_mut(Axis::<1>, 4).map(|_| ()),
        || drop(m.view_mut().split_at_mut(Axis::<1>, 4)),
    );
}

#[test]
fn halves_may_go_to_two_threads() {
    let mut t = counted([64, 64]);
    let (left, right) = t.view_mut().split_at_mut(Axis::<1>, 31);
    std::thread::scope(|scope| {
        for (mut half, by) in [(left, 1), (right, 2)] {
            scope.spawn(move || half *= by);
        }
    });
    for i in 0..64 {
        for j in 0..64 {
            assert_eq!(t[[i, j]], (i * 64 + j) as i64 * if j < 31 { 1 } else { 2 });
        }
    }
}

/// What is selected for writing is what is selected for reading, on whatever gives it.
#[test]
fn selections_for_writing_reach_what_those_for_reading_show() {
    fn clear<const R: usize>(mut view: TensorViewMut<'_, i64, R>) {
        view.fill(-1);
    }
    type Write = fn(&mut TensorRef<i64, 3>);
    type Read = fn(&TensorRef<i64, 3>) -> Vec<i64>;
    let rows: [(&str, Write, Read); 5] = [
        ("channel", |t| clear(t.channel_mut(1)), |t| t.channel(1).to_vec()),
        ("slice", |t| clear(t.slice_mut(s![.., -1, ..;2])), |t| t.slice(s![.., -1, ..;2]).to_vec()),
        ("narrow", |t| clear(t.narrow_mut(Last, 1, 2)), |t| t.narrow(Last, 1, 2).to_vec()),
        (
            "index_axis",
            |t| clear(t.index_axis_mut(Axis::<1>, 2)),
            |t| t.index_axis(Axis::<1>, 2).to_vec(),
        ),
        (
            "row and column",
            |t| {
                clear(t.index_axis_mut(Axis::<0>, 0).row_mut(2));
                clear(t.index_axis_mut(Axis::<0>, 1).column_mut(0));
            },
            |t| {
                let column = t.index_axis(Axis::<0>, 1).column(0).to_vec();
                [t.index_axis(Axis::<0>, 0).row(2).to_vec(), column].concat()
            },
        ),
    ];
    for (name, write, read) in rows {
        for (disguise, mut t) in disguises(&counted([2, 3, 4])) {
            let selected = read(&t);
            let written = |v: i64| if selected.contains(&v) { -1 } else { v };
            let expected: Vec<i64> = (0..24).map(written).collect();
            let (at, mut u) = (t.as_ptr(), t.to_contiguous());
            write(&mut t);
            assert_eq!((t.to_vec(), t.as_ptr()), (expected.clone(), at), "{name}, {disguise}");
            write(&mut u.view_mut());
            assert_eq!(u.to_vec(), expected, "{name} of a mutable view");
        }
    }
}

#[test]
fn selections_for_writing_refuse_as_those_for_reading() {
    let mut m = counted([2, 3]);
    let row = "row: [2, 3]: index 2 is out of range for axis 0 of size 2";
    twins(row, m.clone().try_row_mut(2).map(drop), || drop(m.row_mut(2)));
    let column = "column: [2, 3]: index 3 is out of range for axis 1 of size 3";
    twins(column, m.clone().try_column_mut(3).map(drop), || drop(m.column_mut(3)));
    let slice = "slice: [2, 3]: index -3 is out of range for axis 0 of size 2";
    let outside = s![-3, ..];
    twins(slice, m.clone().try_slice_mut(outside).map(drop), || {
        drop(m.slice_mut(outside));
    });
    let narrow = "narrow: [2, 3]: range 2..4 is out of bounds for axis 1 of size 3";
    twins(narrow, m.clone().try_narrow_mut(Last, 2, 2).map(drop), || {
        drop(m.narrow_mut(Last, 2, 2));
    });
    let index = "index_axis: [2, 3]: index 2 is out of range for axis 0 of size 2";
    twins(index, m.clone().try_index_axis_mut(Axis::<0>, 2).map(drop), || {
        drop(m.index_axis_mut(Axis::<0>, 2));
    });
    let mut image = counted([1, 2, 3]);
    let channel = "channel: [1, 2, 3]: index 3 is out of range for axis 2 of size 3";
    twins(channel, image.clone().try_channel_mut(3).map(drop), || drop(image.channel_mut(3)));
    assert_eq!((m, image), (counted([2, 3]), counted([1, 2, 3])));
}

/// A view operation on a view lives as long as the borrow, not as long as the view it is called on.
#[test]
fn views_of_views_keep_the_lifetime() {
    fn corner<'a>(v: TensorView<'a, i64, 3>) -> TensorView<'a, i64, 2> {
        let turned = v.transpose().flip(Last);
        let by_reference = &turned.index_axis(Axis::<0>, 0);
        by_reference.slice(s![..2, ..2])
    }
    fn flat<'a>(v: TensorView<'a, i64, 3>) -> Result<TensorView<'a, i64, 2>, ShapeError> {
        let wide = v.try_squeeze(Axis::<0>)?.reshape_view([INFER])?;
        wide.try_broadcast_to([2, 12])
    }
    fn last<'a>(v: TensorViewMut<'a, i64, 3>) -> TensorViewMut<'a, i64, 1> {
        let plane = v.squeeze(Axis::<0>);
        let (_, rest) = plane.split_at_mut(Axis::<0>, 2);
        rest.reshape_view([INFER]).unwrap()
    }
    fn element<'a>(v: TensorView<'a, i64, 3>) -> &'a i64 {
        v.into_iter().last().unwrap()
    }
    let mut t = counted([1, 3, 4]);
    let (a, b, c) = {
        let view = t.view();
        (corner(view), flat(view).unwrap(), element(view))
    };
    assert_eq!((a.to_vec(), b.shape(), *c), (vec![8, 4, 9, 5], [2, 12], 11));
    last(t.view_mut()).fill(0);
    assert_eq!(t.to_vec(), [0, 1, 2, 3, 4, 5, 6, 7, 0, 0, 0, 0]);
}

#[test]
fn shapes_without_elements_stay_views() {
    let t = Tensor::<i64, 3>::zeros([2, 0, 3]);
    assert_eq!(t.transpose().flip(Axis::<0>).shape(), [2, 3, 0]);
    assert_eq!(t.reshape_view([0, 7]).unwrap().shape(), [0, 7]);
    assert_eq!(t.slice(s![..;-1, .., 1]).shape(), [2, 0]);
    assert_eq!(t.diagonal(Axis::<0>, Axis::<2>).shape(), [0, 2]);
    assert_eq!(t.index_axis(Axis::<0>, 1).len(), 0);
    assert_eq!(t.as_slice(), Some(&[][..]));
    assert!(t.is_contiguous() && t.is_empty() && !t.shares_memory_with(&t));
    assert_eq!(t.get([0, 0, 0]), None);
    assert_eq!(t.reshape([5, 0]).reshape([0, 9]).shape(), [0, 9]);
    refuses("reshape: [2, 0, 3] to [0, INFER]: 0 elements cannot be divided by 0", || {
        t.reshape([0, INFER])
    });
}

#[test]
fn a_mutable_view_becomes_a_view_that_may_be_repeated() {
    let mut t = counted([3]);
    let view: TensorView<'_, i64, 1> = {
        let mut writer = t.view_mut();
        writer += 1;
        writer.into_view()
    };
    let wide = view.broadcast_to([2, 3]);
    assert_eq!(wide, tensor![[1, 2, 3], [1, 2, 3]]);
    assert_eq!(wide.sliding_windows([1, 2]).shape(), [2, 2, 1, 2]);
}
