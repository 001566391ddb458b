//! Parts of axes, against the same done to a `Vec` of positions.

use super::super::{Layout, Slicer};
use super::oracle::{at_lowest, check_view, offset, offsets, patterns};
use crate::error::{ErrorKind, ShapeError};
use crate::rank::Selector;
use alloc::vec::Vec;

/// The same selection on a list, or the error.
fn on_a_list(
    size: usize,
    (start, end, step): (Option<isize>, Option<isize>, isize),
) -> Result<Vec<usize>, ErrorKind> {
    let n = size as isize;
    let from_front = |i: isize| if i < 0 { i + n } else { i };
    let (first, after) = (start.map_or(0, from_front), end.map_or(n, from_front));
    if step == 0 {
        return Err(ErrorKind::ZeroStep { axis: 0 });
    }
    if !(0..=n).contains(&first) || !(0..=n).contains(&after) {
        let (start, end) = (start.unwrap_or(0), end.unwrap_or(n));
        return Err(ErrorKind::RangeOutOfBounds { axis: 0, start, end, size });
    }
    let (first, after) = (first as usize, after as usize);
    if first > after {
        return Err(ErrorKind::RangeReversed { axis: 0, start: first, end: after });
    }
    let positions: Vec<usize> = (0..size).collect();
    let mut part = positions[first..after].to_vec();
    if step < 0 {
        part.reverse();
    }
    Ok(part.into_iter().step_by(step.unsigned_abs()).collect())
}

fn slice<const R: usize, const O: usize>(
    layout: Layout<R>,
    selectors: &[Selector],
) -> Result<Layout<O>, ShapeError> {
    let mut slicer = Slicer::new(layout);
    for &selector in selectors {
        slicer.push(selector)?;
    }
    slicer.finish()
}

fn bounds() -> Vec<Option<isize>> {
    let ends = [isize::MIN, isize::MAX];
    core::iter::once(None).chain((-8..=8).chain(ends).map(Some)).collect()
}

#[test]
fn every_range_and_step() {
    let mut errors = 0;
    for size in 0..=6 {
        for stride in [-3, 0, 1, 2] {
            let layout = at_lowest([size], [stride]);
            for start in bounds() {
                for end in bounds() {
                    for step in (-8..=8).chain([isize::MIN, isize::MAX]) {
                        let selector = Selector::Range { start, end, step };
                        let got = slice::<1, 1>(layout, &[selector]);
                        match on_a_list(size, (start, end, step)) {
                            Ok(list) => {
                                let got = got.unwrap();
                                check_view(&layout, &got, [list.len()], |[i]| [list[i]]);
                                // Also an empty range stays inside of the buffer.
                                assert!(got.offset() <= 1 + 3 * size, "{got:?}");
                            }
                            Err(kind) => {
                                assert_eq!(
                                    got.unwrap_err(),
                                    ShapeError::new("slice", &[&[size]], kind)
                                );
                                errors += 1;
                            }
                        }
                    }
                }
            }
        }
    }
    assert!(errors > 10_000, "the errors were tried too: {errors}");
}

#[test]
fn every_index() {
    for size in 0..=4_usize {
        let layout = at_lowest([size], [-2]);
        for index in (-6..=6).chain([isize::MIN, isize::MAX]) {
            let got = slice::<1, 0>(layout, &[Selector::Index(index)]);
            let positions: Vec<usize> = (0..size).collect();
            let position = if index < 0 { index.saturating_add(size as isize) } else { index };
            match usize::try_from(position).ok().and_then(|i| positions.get(i)) {
                Some(&i) => assert_eq!(got.unwrap().offset(), offset(&layout, [i])),
                None => {
                    let kind = ErrorKind::IndexOutOfRange { axis: 0, index, size };
                    assert_eq!(got.unwrap_err(), ShapeError::new("slice", &[&[size]], kind));
                }
            }
        }
    }
}

#[test]
fn selectors_meet_their_axes() {
    let range = |start, end, step| Selector::Range { start: Some(start), end: Some(end), step };
    let all = Selector::Range { start: None, end: None, step: 1 };
    for layout in patterns::<3>(&[3, 4], &[-5, 1, 7]) {
        let [a, b, c] = layout.shape();
        let (last_b, last_c) = (b - 1, c - 1);
        let picked = slice::<3, 1>(layout, &[Selector::Index(1), Selector::Index(-1), all]);
        check_view(&layout, &picked.unwrap(), [c], |[k]| [1, last_b, k]);
        let mixed = slice::<3, 4>(
            layout,
            &[
                Selector::NewAxis,
                range(1, 3, 1),
                Selector::NewAxis,
                range(0, -1, -1),
                Selector::Index(-1),
            ],
        );
        check_view(&layout, &mixed.unwrap(), [1, 2, 1, b - 1], |[_, i, _, j]| {
            [i + 1, b - 2 - j, last_c]
        });
        let none = slice::<3, 3>(layout, &[all, range(2, 2, 1), all]);
        check_view(&layout, &none.unwrap(), [a, 0, c], |index| index);
        assert_eq!(slice::<3, 3>(layout, &[all, all, all]), Ok(layout));
    }
}

#[test]
fn new_axes_keep_the_strides_of_a_dense_buffer() {
    let whole = Layout::row_major([3, 4]).unwrap();
    let all = Selector::Range { start: None, end: None, step: 1 };
    let sliced = slice::<2, 4>(whole, &[Selector::NewAxis, all, all, Selector::NewAxis]).unwrap();
    assert_eq!(sliced, Layout::row_major([1, 3, 4, 1]).unwrap());
}

#[test]
#[should_panic(expected = "1 of 2 axes selected, 1 of 2 kept")]
fn all_axes_are_selected() {
    let whole = Layout::row_major([3, 4]).unwrap();
    let _ = slice::<2, 2>(whole, &[Selector::Range { start: None, end: None, step: 1 }]);
}

#[test]
#[should_panic(expected = "1 of 2 axes selected, 1 of 1 kept")]
fn an_axis_without_a_selector_is_not_dropped() {
    let whole = Layout::row_major([3, 4]).unwrap();
    let _ = slice::<2, 1>(whole, &[Selector::Range { start: None, end: None, step: 1 }]);
}

#[test]
#[should_panic(expected = "2 of 2 axes selected, 1 of 2 kept")]
fn the_rank_of_a_slice_counts_the_axes_kept() {
    let whole = Layout::row_major([3, 4]).unwrap();
    let all = Selector::Range { start: None, end: None, step: 1 };
    let _ = slice::<2, 2>(whole, &[Selector::Index(0), all]);
}

#[test]
fn parts_of_every_axis() {
    for layout in patterns::<2>(&[0, 1, 2, 5], &[-4, 0, 1, 3]) {
        for axis in 0..2 {
            let shape = layout.shape();
            let size = shape[axis];
            let with = |n: usize| {
                let mut shape = shape;
                shape[axis] = n;
                shape
            };
            let at = |index: [usize; 2], i: usize| {
                let mut index = index;
                index[axis] = i;
                index
            };
            for start in 0..=size + 1 {
                for len in 0..=size + 1 {
                    let narrowed = layout.narrow(axis, start, len);
                    assert_eq!(narrowed.is_ok(), start + len <= size);
                    let Ok(narrowed) = narrowed else { continue };
                    check_view(&layout, &narrowed, with(len), |i| at(i, start + i[axis]));
                }
                let halves = layout.split_at(axis, start);
                assert_eq!(halves.is_ok(), start <= size);
                if let Ok((before, after)) = halves {
                    check_view(&layout, &before, with(start), |i| i);
                    check_view(&layout, &after, with(size - start), |i| at(i, start + i[axis]));
                }
                let picked = layout.index_axis::<1>(axis, start);
                assert_eq!(picked.is_ok(), start < size);
                if let Ok(picked) = picked {
                    check_view(&layout, &picked, [shape[1 - axis]], |[i]| at([i; 2], start));
                }
            }
            for step in (-7..=7).chain([isize::MIN, isize::MAX]).filter(|&step| step != 0) {
                let list = on_a_list(size, (None, None, step)).unwrap();
                let stepped = layout.step(axis, step).unwrap();
                check_view(&layout, &stepped, with(list.len()), |i| at(i, list[i[axis]]));
            }
        }
    }
}

#[test]
fn halves_share_no_element() {
    let layout = Layout::row_major([4, 5]).unwrap();
    for (axis, size) in [(0, 4), (1, 5)] {
        for mid in 0..=size {
            let (before, after) = layout.split_at(axis, mid).unwrap();
            let (before, after) = (offsets(&before), offsets(&after));
            assert!(before.iter().all(|offset| !after.contains(offset)));
            assert_eq!(before.len() + after.len(), 20);
        }
    }
}
