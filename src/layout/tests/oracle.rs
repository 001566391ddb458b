//! The slow and obvious way: count through all indices, add up offsets in wide integers.

use super::super::Layout;
use alloc::vec;
use alloc::vec::Vec;

/// Returns all indices of a shape in row-major order.
pub(super) fn indices<const R: usize>(shape: [usize; R]) -> Vec<[usize; R]> {
    let mut all = vec![[0; R]];
    for axis in 0..R {
        let mut longer = Vec::new();
        for index in all {
            for i in 0..shape[axis] {
                let mut index = index;
                index[axis] = i;
                longer.push(index);
            }
        }
        all = longer;
    }
    all
}

/// Returns the offset of an index, from the definition.
pub(super) fn offset<const R: usize>(layout: &Layout<R>, index: [usize; R]) -> usize {
    let mut offset = layout.offset() as i128;
    for axis in 0..R {
        assert!(index[axis] < layout.shape()[axis], "index {index:?} of {layout:?}");
        offset += index[axis] as i128 * layout.strides()[axis] as i128;
    }
    usize::try_from(offset).unwrap()
}

/// Returns the offsets of all elements in row-major order.
pub(super) fn offsets<const R: usize>(layout: &Layout<R>) -> Vec<usize> {
    indices(layout.shape()).into_iter().map(|index| offset(layout, index)).collect()
}

/// Checks that a view has this shape and shows at each index the element that `source` names.
#[track_caller]
pub(super) fn check_view<const R: usize, const O: usize>(
    from: &Layout<R>,
    view: &Layout<O>,
    shape: [usize; O],
    source: impl Fn([usize; O]) -> [usize; R],
) {
    assert_eq!(view.shape(), shape, "{view:?} of {from:?}");
    for index in indices(shape) {
        let source = source(index);
        assert_eq!(
            offset(view, index),
            offset(from, source),
            "{view:?} at {index:?} is not {from:?} at {source:?}"
        );
    }
}

/// Returns all arrays whose elements are taken from `choices`.
pub(super) fn arrays<T: Copy + Default, const N: usize>(choices: &[T]) -> Vec<[T; N]> {
    let choice = indices([choices.len(); N]);
    choice.into_iter().map(|index| index.map(|i| choices[i])).collect()
}

/// Returns a layout of each of these shapes with each of these strides, at the lowest offset
/// possible plus one.
pub(super) fn patterns<const R: usize>(sizes: &[usize], strides: &[isize]) -> Vec<Layout<R>> {
    let mut all = Vec::new();
    for shape in arrays::<usize, R>(sizes) {
        for strides in arrays::<isize, R>(strides) {
            all.push(at_lowest(shape, strides));
        }
    }
    all
}

/// Returns the layout whose lowest offset is one.
pub(super) fn at_lowest<const R: usize>(shape: [usize; R], strides: [isize; R]) -> Layout<R> {
    let below = |axis: usize| strides[axis].min(0) * (shape[axis].max(1) - 1) as isize;
    let offset = 1 - (0..R).map(below).sum::<isize>();
    Layout::strided(shape, strides, offset as usize).unwrap()
}

/// Returns all shapes of this rank that hold that many elements (which are not zero).
pub(super) fn shapes_of<const R: usize>(elements: usize) -> Vec<[usize; R]> {
    let divisors: Vec<usize> = (1..=elements).filter(|d| elements.is_multiple_of(*d)).collect();
    let mut all = arrays::<usize, R>(&divisors);
    all.retain(|shape| shape.iter().product::<usize>() == elements);
    all
}
