//! All views that chains of operations make of whole buffers.
//!
//! A rank is a number here, so that one set holds the views of all ranks.

use super::super::Layout;
use super::oracle::{indices, offset, offsets, shapes_of};
use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;

/// Shape, strides, offset.
type Any = (Vec<usize>, Vec<isize>, usize);

fn any<const R: usize>(layout: &Layout<R>) -> Any {
    (layout.shape().to_vec(), layout.strides().to_vec(), layout.offset())
}

fn typed<const R: usize>((shape, strides, offset): &Any) -> Layout<R> {
    let shape = shape[..].try_into().unwrap();
    Layout::strided(shape, strides[..].try_into().unwrap(), *offset).unwrap()
}

/// Every view by one operation, except those that repeat elements.
fn views<const R: usize, const FEWER: usize, const MORE: usize>(layout: &Layout<R>) -> Vec<Any> {
    let shape = layout.shape();
    let mut all = vec![any(&layout.reverse_axes())];
    for (axis, n) in shape.into_iter().enumerate() {
        all.push(any(&layout.flip(axis)));
        all.push(any(&layout.move_axis(0, axis)));
        all.push(any(&layout.unsqueeze::<MORE>(axis)));
        all.extend([2, -2, 3].map(|step| any(&layout.step(axis, step).unwrap())));
        if n > 0 {
            all.push(any(&layout.narrow(axis, 1, n - 1).unwrap()));
            all.push(any(&layout.narrow(axis, 0, n - 1).unwrap()));
            all.push(any(&layout.index_axis::<FEWER>(axis, n - 1).unwrap()));
            for sizes in shapes_of::<2>(n) {
                all.push(any(&layout.split_axis::<2, MORE>(axis, sizes, 8).unwrap()));
            }
        }
        for other in (0..R).filter(|&other| other != axis) {
            all.push(any(&layout.diagonal::<FEWER>(axis, other, 0)));
        }
        if let Ok(squeezed) = layout.squeeze::<FEWER>(axis) {
            all.push(any(&squeezed));
        }
        if axis + 1 < R
            && let Ok(merged) = layout.merge_axes::<FEWER>(axis, axis + 1)
        {
            all.push(any(&merged));
        }
    }
    if let Ok(view) = layout.reshape_view([layout.len()], 8) {
        all.push(any(&view));
    }
    all
}

fn check<const R: usize>(layout: &Layout<R>, buffer: usize) {
    let offsets = offsets(layout);
    assert!(layout.fits(buffer), "{layout:?} leaves a buffer of {buffer}");
    // Also the start of an empty part of a buffer that is not empty stays inside.
    assert!(buffer == 0 || layout.offset() < buffer, "{layout:?} of a buffer of {buffer}");
    let distinct: BTreeSet<&usize> = offsets.iter().collect();
    assert_eq!(distinct.len(), offsets.len(), "{layout:?}");
    assert!(layout.is_disjoint(), "{layout:?}");
    for index in indices(layout.shape()) {
        assert_eq!(layout.index_of(offset(layout, index)), Ok(Some(index)), "{layout:?}");
    }
}

fn chains(start: Any, length: usize) -> usize {
    let buffer = start.0.iter().product();
    let mut seen = BTreeSet::from([start.clone()]);
    let mut latest = vec![start];
    for _ in 0..length {
        let mut next = Vec::new();
        for view in &latest {
            let made = match view.0.len() {
                1 => views::<1, 0, 2>(&typed(view)),
                2 => views::<2, 1, 3>(&typed(view)),
                3 => views::<3, 2, 4>(&typed(view)),
                4 => views::<4, 3, 5>(&typed(view)),
                _ => Vec::new(),
            };
            next.extend(made.into_iter().filter(|view| seen.insert(view.clone())));
        }
        latest = next;
    }
    for view in &seen {
        match view.0.len() {
            0 => check::<0>(&typed(view), buffer),
            1 => check::<1>(&typed(view), buffer),
            2 => check::<2>(&typed(view), buffer),
            3 => check::<3>(&typed(view), buffer),
            4 => check::<4>(&typed(view), buffer),
            _ => check::<5>(&typed(view), buffer),
        }
    }
    seen.len()
}

fn whole<const R: usize>(shape: [usize; R]) -> Any {
    any(&Layout::row_major(shape).unwrap())
}

#[test]
fn no_chain_of_views_leaves_the_buffer_or_overlaps() {
    let mut seen = 0;
    seen += chains(whole([7]), 4);
    seen += chains(whole([0]), 4);
    seen += chains(whole([4, 6]), 3);
    seen += chains(whole([5, 3]), 3);
    seen += chains(whole([3, 0, 2]), 3);
    seen += chains(whole([2, 3, 4]), 3);
    seen += chains(whole([3, 3, 3]), 3);
    seen += chains(whole([2, 3, 2, 3]), 2);
    assert!(seen > 30_000, "only {seen} views");
}
