//! Single facts with their numbers.

use super::super::{INFER, Layout, Order, Slicer};
use crate::error::{ErrorKind, ShapeError};
use crate::rank::Selector;
use alloc::vec;

fn row_major<const R: usize>(shape: [usize; R]) -> Layout<R> {
    Layout::row_major(shape).unwrap()
}

fn from(start: isize) -> Selector {
    Selector::Range { start: Some(start), end: None, step: 1 }
}

#[test]
fn row_major_strides() {
    assert_eq!(row_major([10, 9, 5, 13]).strides(), [585, 65, 13, 1]);
    assert_eq!(Layout::col_major([10, 9, 5, 13]).unwrap().strides(), [1, 10, 90, 450]);
}

#[test]
fn sizes_of_zero_count_as_one_in_strides() {
    assert_eq!(row_major([2, 0, 3]).strides(), [3, 3, 1]);
    assert_eq!(Layout::col_major([2, 0, 3]).unwrap().strides(), [1, 2, 2]);
}

#[test]
fn only_dense_strides_are_contiguous() {
    assert!(row_major([]).is_contiguous() && row_major([2, 1, 3]).is_contiguous());
    for other in [[6, 3, 1], [3, 1, 0], [3, 0, 1], [0, 3, 1], [-3, 3, 1], [3, 3, 2], [1, 2, 2]] {
        let layout = Layout::strided([2, 2, 3], other, 6).unwrap();
        assert_eq!(layout.is_contiguous(), other == [6, 3, 1], "{other:?}");
    }
    // Strides of axes of size 1 do not matter.
    assert!(Layout::strided([3, 1], [1, 5], 0).unwrap().is_contiguous());
}

#[test]
fn a_scalar_has_an_empty_shape_and_one_element() {
    let scalar = row_major([]);
    assert_eq!((scalar.shape(), scalar.strides(), scalar.len()), ([], [], 1));
    assert!(!scalar.is_empty() && scalar.is_contiguous() && scalar.is_disjoint());
    assert_eq!(
        (scalar.offset_of([]), scalar.index_of(0), scalar.index_of(1)),
        (Some(0), Ok(Some([])), Ok(None))
    );
    assert_eq!((scalar.unravel(0), scalar.unravel(1)), (Some([]), None));
    assert_eq!(scalar.extent(), Some((0, 0)));
}

#[test]
fn merge_then_split() {
    let merged: Layout<2> = row_major([3, 4, 5]).merge_axes(1, 2).unwrap();
    assert_eq!((merged.shape(), merged.strides()), ([3, 20], [20, 1]));
    let split: Layout<3> = merged.split_axis(1, [INFER, 5], 1).unwrap();
    assert_eq!((split.shape(), split.strides()), ([3, 4, 5], [20, 5, 1]));
    assert_eq!(split, row_major([3, 4, 5]));
}

#[test]
fn slice_of_a_square() {
    let mut slicer = Slicer::<2, 2>::new(row_major([4, 4]));
    slicer.push(from(2)).unwrap();
    slicer.push(from(3)).unwrap();
    let slice = slicer.finish().unwrap();
    assert_eq!((slice.shape(), slice.strides(), slice.offset()), ([2, 1], [4, 1], 11));
}

#[test]
fn steps_round_up() {
    let odd = row_major([4, 5, 6]).step(1, 2).unwrap();
    assert_eq!((odd.shape(), odd.strides()), ([4, 3, 6], [30, 12, 1]));
    assert_eq!(row_major([10]).step(0, 3).unwrap().shape(), [4]);
    assert_eq!(row_major([10]).step(0, -3).unwrap(), Layout::strided([4], [-3], 9).unwrap());
}

#[test]
fn expanding_gives_a_stride_of_zero() {
    let wide: Layout<3> = row_major([3, 1]).broadcast_to([2, 3, 4], 8).unwrap();
    assert_eq!((wide.shape(), wide.strides()), ([2, 3, 4], [0, 1, 0]));
}

#[test]
fn reshape_there_and_back() {
    let whole = row_major([2, 3, 4, 5]);
    let flat: Layout<2> = whole.reshape_view([6, 20], 1).unwrap();
    assert_eq!(flat, row_major([6, 20]));
    let back: Layout<4> = flat.reshape_view([2, 3, 4, 5], 1).unwrap();
    assert_eq!(back, whole);
}

#[test]
fn six_by_eight_as_four_by_twelve_only_if_contiguous() {
    let whole = row_major([6, 8]);
    assert_eq!(whole.reshape_view([4, 12], 1).unwrap(), row_major([4, 12]));
    for gaps in
        [row_major([6, 9]).narrow(1, 0, 8).unwrap(), whole.flip(0), row_major([8, 6]).transpose()]
    {
        assert!(gaps.reshape_view([4, 12], 1).is_err(), "{gaps:?}");
        assert_eq!(gaps.reshape_in("reshape", [4, 12], Order::RowMajor, 1), Ok(None));
    }
}

#[test]
fn a_transposed_pair_merges_back() {
    let transposed = row_major([3, 4, 5]).permute([0, 2, 1]);
    assert!(transposed.merge_axes::<2>(1, 2).is_err());
    let back: Layout<2> = transposed.permute([0, 2, 1]).merge_axes(1, 2).unwrap();
    assert_eq!(back, row_major([3, 20]));
    // A pair moved as a whole is still a pair.
    let moved = row_major([3, 4, 5]).permute([1, 2, 0]);
    let merged: Layout<2> = moved.merge_axes(0, 1).unwrap();
    assert_eq!((merged.shape(), merged.strides()), ([20, 3], [1, 20]));
}

#[test]
fn new_axes_keep_the_strides_of_a_dense_buffer() {
    let whole = row_major([3, 4]);
    assert_eq!(whole.unsqueeze::<3>(0), row_major([1, 3, 4]));
    assert_eq!(whole.unsqueeze::<3>(1), row_major([3, 1, 4]));
    assert_eq!(whole.unsqueeze::<3>(2), row_major([3, 4, 1]));
    assert_eq!(row_major([]).unsqueeze::<1>(0), row_major([1]));
}

#[test]
fn contiguity_looks_past_axes_of_one_and_empty_layouts() {
    assert!(Layout::strided([3, 1, 2], [2, 77, 1], 9).unwrap().is_contiguous());
    assert!(!Layout::strided([3, 2], [3, 1], 0).unwrap().is_contiguous());
    assert!(!Layout::strided([3], [-1], 2).unwrap().is_contiguous());
    assert!(Layout::strided([3, 0], [-7, 5], 2).unwrap().is_contiguous());
    assert!(Layout::strided([3, 0], [-7, 5], 2).unwrap().is_contiguous_in(Order::ColMajor));
    let columns = Layout::col_major([3, 2]).unwrap();
    assert!(!columns.is_contiguous() && columns.is_contiguous_in(Order::ColMajor));
}

#[test]
fn row_major_is_the_default_order() {
    assert_eq!(Order::default(), Order::RowMajor);
}

#[test]
fn slices_of_shape_and_strides_are_the_arrays() {
    let layout = Layout::strided([3, 1, 2], [-7, 5, 2], 14).unwrap();
    assert_eq!((layout.shape_ref(), layout.strides_ref()), (&[3, 1, 2][..], &[-7, 5, 2][..]));
    assert_eq!(layout.to_row_major(), row_major([3, 1, 2]));
}

#[test]
fn one_element_or_contiguous_ones_are_one_axis() {
    let one = Layout::strided([1, 1], [5, 9], 7).unwrap();
    assert_eq!(one.as_one_axis(3), Some(Layout::strided([3], [0], 7).unwrap()));
    assert_eq!(one.as_one_axis(1).map(|axis| axis.offset()), Some(7));
    let whole = Layout::strided([2, 3], [3, 1], 4).unwrap();
    assert_eq!(whole.as_one_axis(6), Some(Layout::strided([6], [1], 4).unwrap()));
    assert_eq!((whole.as_one_axis(3), whole.transpose().as_one_axis(6)), (None, None));
    assert_eq!(row_major([0, 3]).as_one_axis(1), None);
}

#[test]
fn axes_of_one_in_front_come_and_go() {
    let layout = Layout::strided([2, 3], [1, 2], 5).unwrap();
    let higher = layout.with_rank::<4>();
    assert_eq!((higher.shape(), higher.strides()[2..].to_vec()), ([1, 1, 2, 3], vec![1, 2]));
    assert_eq!((higher.offset(), higher.with_rank::<2>()), (5, layout));
    assert_eq!(
        (layout.with_rank::<2>(), row_major([1, 1]).with_rank::<0>()),
        (layout, row_major([]))
    );
}

#[test]
#[should_panic(expected = "rank 1 of [2, 3]")]
fn an_axis_of_two_does_not_go() {
    let _ = row_major([2, 3]).with_rank::<1>();
}

#[test]
fn windows_along_some_axes() {
    let layout = Layout::strided([4, 5], [10, 2], 3).unwrap();
    let along = |size: &[usize], axes: &[usize]| {
        let windows = layout.sliding_windows_with_axes::<3>("windows", size, axes, 1)?;
        Ok::<_, ShapeError>((windows.shape(), windows.strides(), windows.offset()))
    };
    assert_eq!(along(&[2], &[1]), Ok(([4, 4, 2], [10, 2, 2], 3)));
    assert_eq!(along(&[4], &[0]), Ok(([1, 5, 4], [10, 2, 10], 3)));
    let kind = |window| ErrorKind::Window { axis: 0, window, size: 4 };
    assert_eq!(*along(&[5], &[0]).unwrap_err().kind(), kind(5));
    assert_eq!(*along(&[0], &[0]).unwrap_err().kind(), kind(0));
}

#[test]
fn sizes_of_parts_add_up_to_the_axis() {
    let layout = row_major([2, 5]);
    for sizes in [&[5][..], &[2, 3], &[0, 5, 0], &[1; 5]] {
        assert_eq!(layout.check_parts("split", 1, sizes), Ok(()));
    }
    for (sizes, sum) in [(&[][..], 0), (&[4], 4), (&[5, 1], 6), (&[usize::MAX, 6], usize::MAX)] {
        let error = layout.check_parts("split", 1, sizes).unwrap_err();
        assert_eq!(*error.kind(), ErrorKind::PartSizes { axis: 1, size: 5, sum });
    }
    assert_eq!(layout.check_parts("split", 0, &[2]), Ok(()));
}
