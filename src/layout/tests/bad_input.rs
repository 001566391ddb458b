//! Sizes that overflow, strides that leave the buffer; the exact text of every error.

use super::super::{INFER, Layout, Order, Slicer, common_shape, common_shape_of, resolve_shape};
use crate::error::{ErrorKind, ShapeError};
use crate::rank::Selector;
use alloc::string::{String, ToString};

/// The highest bit of a size, on machines of 32 and 64 bits.
const TOP: usize = 1 << (usize::BITS - 1);
/// 2^40 in the texts; its square does not fit a size on any machine.
const HUGE: usize = 1 << (usize::BITS / 2 + 8);

fn row_major<const R: usize>(shape: [usize; R]) -> Layout<R> {
    Layout::row_major(shape).unwrap()
}

#[track_caller]
fn says<T: core::fmt::Debug>(result: Result<T, ShapeError>, text: &str) {
    let found = result.unwrap_err().to_string();
    if cfg!(target_pointer_width = "64") {
        assert_eq!(found, text);
    } else {
        // Large numbers of the texts are those of 64 bits.
        let words = |text: &str| text.split(|c: char| c.is_ascii_digit()).collect::<String>();
        assert_eq!(words(&found), words(text));
    }
}

#[track_caller]
fn too_large<T: core::fmt::Debug>(result: Result<T, ShapeError>) {
    assert_eq!(*result.unwrap_err().kind(), ErrorKind::TooLarge);
}

fn slice_of_five(start: isize, end: isize, step: isize) -> Result<(), ShapeError> {
    let selector = Selector::Range { start: Some(start), end: Some(end), step };
    Slicer::<2, 2>::new(row_major([5, 2])).push(selector)
}

#[test]
fn text_of_constructors() {
    says(
        Layout::row_major([HUGE, 0, HUGE]),
        "row_major: [1099511627776, 0, 1099511627776]: more elements than memory can address",
    );
    says(
        Layout::col_major([HUGE, HUGE]),
        "col_major: [1099511627776, 1099511627776]: more elements than memory can address",
    );
    says(
        Layout::new_in("zeros", [HUGE, HUGE], Order::RowMajor, 8),
        "zeros: [1099511627776, 1099511627776]: more elements than memory can address",
    );
    says(
        Layout::strided([3, 2], [-4, 1], 7),
        "strided: [3, 2]: the strides reach element -1, before the start of the buffer",
    );
    says(
        Layout::strided([3], [isize::MAX], 0),
        "strided: [3]: more elements than memory can address",
    );
}

#[test]
fn text_of_views() {
    says(row_major([2, 3]).squeeze::<1>(1), "squeeze: [2, 3]: axis 1 has size 3, not 1");
    says(
        row_major([2, 3]).narrow(1, 2, 4),
        "narrow: [2, 3]: range 2..6 is out of bounds for axis 1 of size 3",
    );
    says(
        row_major([2, 3]).index_axis::<1>(0, 2),
        "index_axis: [2, 3]: index 2 is out of range for axis 0 of size 2",
    );
    says(row_major([2, 3]).step(1, 0), "step: [2, 3]: the step on axis 1 is zero");
    says(
        row_major([2, 3]).split_at(1, 4),
        "split_at: [2, 3]: range 0..4 is out of bounds for axis 1 of size 3",
    );
}

#[test]
fn text_of_slices() {
    says(
        Slicer::<2, 1>::new(row_major([5, 2])).push(Selector::Index(-6)),
        "slice: [5, 2]: index -6 is out of range for axis 0 of size 5",
    );
    says(slice_of_five(2, 7, 1), "slice: [5, 2]: range 2..7 is out of bounds for axis 0 of size 5");
    says(
        slice_of_five(-7, -2, 1),
        "slice: [5, 2]: range -7..-2 is out of bounds for axis 0 of size 5",
    );
    says(slice_of_five(-1, 2, 1), "slice: [5, 2]: range 4..2 on axis 0 ends before it starts");
    says(slice_of_five(0, 2, 0), "slice: [5, 2]: the step on axis 0 is zero");
    let mut slicer = Slicer::<2, 1>::new(row_major([5, 2]));
    slicer.push(Selector::Index(0)).unwrap();
    says(
        slicer.push(Selector::Range { start: Some(3), end: None, step: 1 }),
        "slice: [5, 2]: range 3..2 is out of bounds for axis 1 of size 2",
    );
}

#[test]
fn text_of_reshapes() {
    let whole = row_major([2, 3, 4]);
    says(
        whole.reshape_view([5, 5], 8),
        "reshape_view: [2, 3, 4] to [5, 5]: the shape holds 25 elements, found 24",
    );
    says(
        whole.reshape_view([INFER, 2, INFER], 8),
        "reshape_view: [2, 3, 4] to [INFER, 2, INFER]: only one size can be inferred",
    );
    says(
        whole.reshape_view([INFER, 5], 8),
        "reshape_view: [2, 3, 4] to [INFER, 5]: 24 elements cannot be divided by 5",
    );
    says(
        whole.reverse_axes().reshape_view([24], 8),
        "reshape_view: [4, 3, 2] to [24]: axes 1 and 2 do not follow each other in memory; \
         `reshape` copies where a view is not possible",
    );
    says(
        whole.reshape_in("reshape", [5], Order::ColMajor, 8),
        "reshape: [2, 3, 4] to [5]: the shape holds 5 elements, found 24",
    );
    says(
        whole.reshape_view([HUGE, HUGE], 1),
        "reshape_view: [2, 3, 4] to [1099511627776, 1099511627776]: \
         more elements than memory can address",
    );
    says(
        resolve_shape("reshape", &[0, 3], [INFER, 0]),
        "reshape: [0, 3] to [INFER, 0]: 0 elements cannot be divided by 0",
    );
    says(
        whole.transpose().merge_axes::<2>(1, 2),
        "merge_axes: [2, 4, 3] to [2, 12]: axes 1 and 2 do not follow each other in memory; \
         `reshape` copies where a view is not possible",
    );
}

#[test]
fn text_of_splits() {
    let whole = row_major([3, 20]);
    says(
        whole.split_axis::<2, 3>(1, [4, 6], 1),
        "split_axis: [3, 20] to [3, 4, 6]: axis 1 has size 20, the sizes multiply to 24",
    );
    says(
        whole.split_axis::<2, 3>(1, [INFER, 7], 1),
        "split_axis: [3, 20] to [3, INFER, 7]: 20 elements cannot be divided by 7",
    );
    says(
        whole.split_axis::<2, 3>(1, [INFER, INFER], 1),
        "split_axis: [3, 20] to [3, INFER, INFER]: only one size can be inferred",
    );
    says(
        row_major([0, 20]).split_axis::<2, 3>(0, [HUGE, 0], 1 << 20),
        "split_axis: [0, 20] to [1099511627776, 0, 20]: more elements than memory can address",
    );
}

#[test]
fn text_of_broadcasts() {
    says(
        common_shape::<2>("add", &[2, 3], &[4]),
        "add: [2, 3] and [4]: sizes 3 and 4 meet at axis 1 and neither is 1",
    );
    says(
        common_shape_of::<2>("zip", &[&[2, 3], &[1], &[5, 1]]),
        "zip: [2, 3] and [1] and [5, 1]: sizes 2 and 5 meet at axis 0 and neither is 1",
    );
    says(
        row_major([2, 3]).broadcast_to([4, 2, 5], 1),
        "broadcast_to: [2, 3] to [4, 2, 5]: sizes 3 and 5 meet at axis 2 and neither is 1",
    );
    says(
        row_major([2, 3]).broadcast_to([2, 1], 1),
        "broadcast_to: [2, 3] to [2, 1]: size 3 cannot be broadcast to size 1 at axis 1",
    );
    says(
        row_major([1]).broadcast_to([TOP >> 1, 4], 8),
        "broadcast_to: [1] to [4611686018427387904, 4]: more elements than memory can address",
    );
    says(
        row_major([5, 4]).sliding_windows::<4>([2, 6], 1),
        "sliding_windows: [5, 4] by [2, 6]: a window of 6 does not fit axis 1 of size 4",
    );
    says(
        row_major([HUGE]).sliding_windows::<2>([HUGE / 2], 1),
        "sliding_windows: [1099511627776] to [549755813889, 549755813888]: \
         more elements than memory can address",
    );
}

#[test]
fn sizes_that_overflow() {
    let max = isize::MAX as usize;
    too_large(Layout::row_major([usize::MAX]));
    too_large(Layout::row_major([usize::MAX, 0]));
    too_large(Layout::row_major([usize::MAX; 3]));
    too_large(Layout::row_major([max + 1]));
    too_large(Layout::row_major([1 << (usize::BITS / 2); 2]));
    assert_eq!(row_major([max]).len(), max);
    assert_eq!(row_major([max, 0]).len(), 0);
    // Bytes count, and one element counts although there is none.
    too_large(Layout::new_in("zeros", [max], Order::RowMajor, 2));
    too_large(Layout::new_in("zeros", [0, max], Order::RowMajor, 2));
    too_large(Layout::new_in("zeros", [TOP >> 3, 0], Order::ColMajor, 8));
    assert!(Layout::new_in("zeros", [max], Order::RowMajor, 0).is_ok());
    too_large(Layout::new_in("zeros", [max + 1], Order::RowMajor, 0));
    assert!(Layout::new_in("zeros", [TOP >> 4], Order::RowMajor, 8).is_ok());
    too_large(Layout::strided_in("from_strided", [HUGE, 0, HUGE], [0; 3], 0, 1));
    too_large(Layout::strided_in("from_strided", [TOP >> 3], [0], 0, 8));
}

#[test]
fn strides_that_leave_the_address_space() {
    let max = isize::MAX;
    too_large(Layout::strided([2], [1], max as usize));
    too_large(Layout::strided([1], [0], max as usize + 1));
    too_large(Layout::strided([1], [0], usize::MAX));
    too_large(Layout::strided([3], [isize::MIN], 0));
    too_large(Layout::strided([2, 2], [max, max], 0));
    too_large(Layout::strided([2, 2, 2], [isize::MIN, isize::MIN, max], 0));
    let before = Layout::strided([2], [isize::MIN], 0).unwrap_err();
    assert_eq!(*before.kind(), ErrorKind::BeforeStart { lowest: isize::MIN });
    let last = Layout::strided([2], [max], 0).unwrap();
    assert_eq!(last.extent(), Some((0, max as usize)));
    assert_eq!(last.flip(0).extent(), Some((0, max as usize)));
    assert_eq!(last.index_of(max as usize), Ok(Some([1])));
    // Where nothing is reached, nothing is asked.
    assert!(Layout::strided([1, 1], [isize::MIN, max], 5).is_ok());
    assert!(Layout::strided([0, 5], [max, isize::MIN], usize::MAX).is_ok());
}

#[test]
fn arguments_that_overflow() {
    let whole = row_major([4]);
    for (start, len) in [(usize::MAX, 1), (1, usize::MAX), (usize::MAX, usize::MAX), (5, 0)] {
        assert!(whole.narrow(0, start, len).is_err());
    }
    says(
        whole.narrow(0, 1, usize::MAX),
        "narrow: [4]: range 1..9223372036854775807 is out of bounds for axis 0 of size 4",
    );
    assert!(whole.index_axis::<0>(0, usize::MAX).is_err());
    assert!(whole.split_at(0, usize::MAX).is_err());
    assert_eq!(whole.step(0, isize::MIN).unwrap(), Layout::strided([1], [isize::MIN], 3).unwrap());
    assert_eq!(whole.step(0, isize::MAX).unwrap(), Layout::strided([1], [isize::MAX], 0).unwrap());
}

#[test]
fn an_empty_layout_does_not_outgrow_memory() {
    let empty = row_major([0]);
    too_large(empty.reshape_view([0, TOP >> 3], 8));
    too_large(empty.reshape_view([0, TOP >> 1, 4], 1));
    too_large(empty.reshape_in("reshape", [TOP >> 3, 0], Order::ColMajor, 8));
    too_large(empty.split_axis::<2, 2>(0, [TOP >> 3, INFER], 8));
    too_large(row_major([0, 1]).broadcast_to([0, TOP >> 3], 8));
    assert!(empty.reshape_view([0, TOP >> 3], 4).is_ok());
    assert!(empty.split_axis::<2, 2>(0, [TOP >> 3, INFER], 4).is_ok());
}

#[test]
fn wild_strides_of_an_empty_layout_do_no_harm() {
    let wild =
        Layout::strided([0, 5, 1], [isize::MIN, isize::MAX, isize::MIN], usize::MAX).unwrap();
    for axis in 0..3 {
        assert!(wild.flip(axis).is_empty());
        assert!(wild.step(axis, -3).unwrap().is_empty());
        assert!(wild.unsqueeze::<4>(axis).is_empty());
        assert!(wild.diagonal::<2>(axis, (axis + 1) % 3, 1).is_empty());
    }
    assert!(wild.index_axis::<2>(1, 4).unwrap().is_empty());
    assert!(wild.narrow(1, 3, 2).unwrap().is_empty());
    assert!(wild.split_axis::<2, 4>(1, [5, 1], 1).unwrap().is_empty());
    assert!(wild.merge_axes::<1>(0, 2).unwrap().is_empty());
    assert!(wild.broadcast_to([0, 5, 9], 1).unwrap().is_empty());
    let plain = (wild.extent(), wild.fits(0), wild.is_disjoint(), wild.index_of(0), wild.len());
    assert_eq!(plain, (None, true, true, Ok(None), 0));
    assert_eq!((wild.offset_of([0, 0, 0]), wild.unravel(0)), (None, None));
}
