//! index -> offset -> index, and positions.

use super::super::Layout;
use super::oracle::{indices, offset, offsets, patterns};
use crate::error::ErrorKind;

fn round_trips<const R: usize>(layout: &Layout<R>) {
    let offsets = offsets(layout);
    for (position, &index) in indices(layout.shape()).iter().enumerate() {
        let expected = offset(layout, index);
        assert_eq!(layout.offset_of(index), Some(expected), "{layout:?} at {index:?}");
        assert_eq!(layout.unravel(position), Some(index), "{layout:?}");
        match layout.index_of(expected) {
            Ok(found) => assert_eq!(found, Some(index), "{layout:?}"),
            Err(error) => {
                assert!(!layout.is_disjoint(), "{layout:?}");
                assert_eq!((error.operation(), error.kind()), ("index_of", &ErrorKind::Overlap));
            }
        }
    }
    let end = offsets.iter().max().map_or(3, |highest| highest + 3);
    for other in (0..end).chain([usize::MAX]).filter(|other| !offsets.contains(other)) {
        let none = if layout.is_disjoint() { Some(None) } else { None };
        assert_eq!(layout.index_of(other).ok(), none, "{layout:?} at offset {other}");
    }
    assert_eq!((layout.len(), layout.unravel(offsets.len())), (offsets.len(), None));
    for axis in 0..R {
        let mut outside = [0; R];
        for beyond in [layout.shape()[axis], usize::MAX] {
            outside[axis] = beyond;
            assert_eq!(layout.offset_of(outside), None, "{layout:?}");
        }
    }
}

#[test]
fn every_pattern_round_trips() {
    patterns::<0>(&[], &[]).iter().for_each(round_trips);
    let strides = [-9, -7, -6, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 8];
    patterns::<1>(&[0, 1, 2, 3, 4], &strides).iter().for_each(round_trips);
    patterns::<2>(&[0, 1, 2, 3, 4], &strides).iter().for_each(round_trips);
    patterns::<3>(&[0, 1, 2, 3], &[-6, -4, -1, 0, 1, 2, 4, 6]).iter().for_each(round_trips);
    patterns::<4>(&[0, 2, 3], &[-3, 0, 1, 6]).iter().for_each(round_trips);
}

#[test]
fn windows_round_trip() {
    let image = Layout::row_major([5, 6]).unwrap();
    for layout in [image, image.flip(0), image.transpose().narrow(0, 1, 5).unwrap()] {
        for size in [[1, 1], [2, 2], [3, 1], [5, 5]] {
            round_trips(&layout.sliding_windows::<4>(size, 1).unwrap());
        }
    }
}

/// A search through the indices of such a layout takes seconds.
#[test]
fn an_overlapping_layout_is_refused_at_once() {
    let layout = Layout::strided([10; 9], [4, 6, 10, 14, 22, 26, 34, 38, 46], 0).unwrap();
    assert!((0..10_000).all(|offset| layout.index_of(offset).is_err()));
}
