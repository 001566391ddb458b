//! Layouts cut into parts: each part selects the indices of the whole that it should.

use super::super::{Layout, Parts};
use super::oracle::{check_view, indices, offset, patterns};
use crate::error::ErrorKind;

/// Checks the number of parts, their shape, and the index of the whole at each index of each part.
fn check<const R: usize, const K: usize, const O: usize>(
    parts: &Parts<R, K, O>,
    whole: &Layout<R>,
    (starts, shape): ([usize; K], [usize; O]),
    source: impl Fn([usize; K], [usize; O]) -> [usize; R],
) {
    assert_eq!((parts.whole(), parts.starts().shape()), (whole, starts), "{whole:?}");
    assert_eq!(parts.part().shape(), shape, "{whole:?}");
    if whole.is_empty() {
        // Strides of an empty layout have no meaning; parts without elements are not stepped along.
        assert!(parts.part().is_empty() || parts.starts().is_empty());
        assert_eq!(parts.starts().strides(), [0; K]);
        return;
    }
    for start in indices(starts) {
        let part = parts.part().starting_at(offset(parts.starts(), start) as isize);
        check_view(whole, &part, shape, |index| source(start, index));
    }
}

#[test]
fn axes_lanes_blocks_and_windows_of_every_small_pattern() {
    for whole in patterns::<3>(&[0, 1, 2, 4], &[-3, 0, 1, 7]) {
        let [a, b, c] = whole.shape();
        let along = whole.along::<2>(1);
        check(&along, &whole, ([b], [a, c]), |[j], [i, k]| [i, j, k]);
        assert!(!along.overlap());
        let lanes = whole.lanes(0);
        check(&lanes, &whole, ([1, b, c], [a]), |[_, j, k], [i]| [i, j, k]);
        assert!(!lanes.overlap());
        let chunks = whole.exact_chunks("exact_chunks", [2, 1, 3]).unwrap();
        assert!(!chunks.overlap());
        check(&chunks, &whole, ([a / 2, b, c / 3], [2, 1, 3]), |[p, q, r], [i, j, k]| {
            [2 * p + i, q + j, 3 * r + k]
        });
        let fits = a >= 2 && b >= 1 && c >= 1;
        let windows = whole.windows("windows", [2, 1, 1]);
        assert_eq!(windows.is_ok(), fits, "{whole:?}");
        if let Ok(windows) = windows {
            assert!(windows.overlap());
            check(&windows, &whole, ([a - 1, b, c], [2, 1, 1]), |[p, q, r], [i, j, k]| {
                [p + i, q + j, r + k]
            });
        }
    }
}

#[test]
fn blocks_of_no_size_and_windows_that_do_not_fit() {
    let whole = Layout::row_major([4, 3]).unwrap();
    let kind = |axis, window, size| ErrorKind::Window { axis, window, size };
    let error = whole.exact_chunks("exact_chunks", [2, 0]).unwrap_err();
    assert_eq!(error.kind(), &kind(1, 0, 3));
    // A block larger than the axis: there is none.
    assert_eq!(whole.exact_chunks("exact_chunks", [5, 1]).unwrap().starts().shape(), [0, 3]);
    assert_eq!(whole.windows("windows", [0, 1]).unwrap_err().kind(), &kind(0, 0, 4));
    assert_eq!(whole.windows("windows", [4, 4]).unwrap_err().kind(), &kind(1, 4, 3));
    assert_eq!(whole.windows("windows", [4, 3]).unwrap().starts().shape(), [1, 1]);
}
