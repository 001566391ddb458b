//! `t[[i, j]]`: one element by its index.

use super::{StorageMut, Tensor};
use crate::error::{ErrorKind, ShapeError, raise};
use crate::layout::Layout;
use crate::storage::Storage;
use core::ops::{Index, IndexMut};

#[cold]
#[inline(never)]
#[track_caller]
fn index_out_of_range<const R: usize>(layout: &Layout<R>, index: &[usize; R]) -> ! {
    let shape = layout.shape();
    let axis = (0..R).find(|&axis| index[axis] >= shape[axis]).unwrap_or(0);
    let kind = ErrorKind::IndexOutOfRange {
        axis,
        index: isize::try_from(index[axis]).unwrap_or(isize::MAX),
        size: shape[axis],
    };
    raise(Err(ShapeError::new("index", &[&shape], kind)))
}

/// Reads the element at an index of as many numbers as the tensor has axes.
///
/// # Panics
/// When the index is out of range: `index: [2, 2]: index 2 is out of range for axis 0 of size 2`.
impl<T, const R: usize, S: Storage<Elem = T>> Index<[usize; R]> for Tensor<T, R, S> {
    type Output = T;

    #[inline]
    #[track_caller]
    fn index(&self, index: [usize; R]) -> &T {
        match self.get(index) {
            Some(element) => element,
            // Of a copy, so that the index itself need not lie in memory.
            None => index_out_of_range(&self.layout, &{ index }),
        }
    }
}

/// Writes the element at an index; copies shared elements first.
///
/// # Panics
/// When the index is out of range.
impl<T, const R: usize, S: StorageMut<Elem = T>> IndexMut<[usize; R]> for Tensor<T, R, S> {
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, index: [usize; R]) -> &mut T {
        match self.storage.element_mut(&mut self.layout, index) {
            Some(element) => element,
            None => index_out_of_range(&self.layout, &{ index }),
        }
    }
}
