//! `t[[i, j]]`: reads or writes the element at an index.

use super::{Tensor, TensorRef};
use crate::error::{ErrorKind, ShapeError, raise};
use crate::layout::Layout;
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

/// Reads the element at an index: `t[[i, j]]`, with one number for each axis.
///
/// [`get`](TensorRef::get) is the form that returns an `Option`.
///
/// ```
/// use holor::prelude::*;
///
/// let m = tensor![[1, 2], [3, 4]];
/// assert_eq!(m[[1, 0]], 3);
/// ```
///
/// ```compile_fail,E0308
/// use holor::prelude::*;
///
/// tensor![[1, 2], [3, 4]][[1]]; // 1 number, 2 axes
/// ```
///
/// # Panics
/// When the index is out of range: `index: [2, 2]: index 2 is out of range for axis 0 of size 2`.
impl<T, const R: usize> Index<[usize; R]> for TensorRef<T, R> {
    type Output = T;

    #[inline]
    #[track_caller]
    fn index(&self, index: [usize; R]) -> &T {
        // Copies for the panic, so that the index and the layout can stay in registers.
        match self.element(index) {
            Some(element) => element,
            None => index_out_of_range(&{ *self.layout() }, &{ index }),
        }
    }
}

/// Writes the element at an index: `t[[i, j]] = x`, with one number for each axis.
///
/// # Panics
/// When the index is out of range: `index: [2, 2]: index 2 is out of range for axis 0 of size 2`.
impl<T, const R: usize> IndexMut<[usize; R]> for TensorRef<T, R> {
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, index: [usize; R]) -> &mut T {
        // Copies for the panic, so that the index and the layout can stay in registers.
        let layout = *self.layout();
        match self.element_mut(index) {
            Some(element) => element,
            None => index_out_of_range(&{ layout }, &{ index }),
        }
    }
}

/// Reads the element at an index: `t[[i, j]]`, with one number for each axis.
///
/// # Panics
/// When the index is out of range: `index: [2, 2]: index 2 is out of range for axis 0 of size 2`.
impl<T, const R: usize> Index<[usize; R]> for Tensor<T, R> {
    type Output = T;

    #[inline]
    #[track_caller]
    fn index(&self, index: [usize; R]) -> &T {
        &(**self)[index]
    }
}

/// Writes the element at an index: `t[[i, j]] = x`, with one number for each axis.
///
/// A tensor that shares its buffer [copies](Tensor#clone-and-copy-on-write) its elements first.
///
/// ```
/// use holor::prelude::*;
///
/// let mut m = tensor![[1, 2], [3, 4]];
/// m[[1, 0]] = 9;
/// assert_eq!(m, tensor![[1, 2], [9, 4]]);
/// ```
///
/// # Panics
/// When the index is out of range: `index: [2, 2]: index 2 is out of range for axis 0 of size 2`.
/// Then no element is copied.
impl<T: Clone, const R: usize> IndexMut<[usize; R]> for Tensor<T, R> {
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, index: [usize; R]) -> &mut T {
        if self.is_counted() {
            // Before the elements are copied. Layout and index go by copies, as above.
            check_index(&{ *self.layout() }, &{ index });
        }
        &mut (**self)[index]
    }
}

/// Not inlined, so that a loop over indices has one jump for it.
#[cold]
#[inline(never)]
#[track_caller]
fn check_index<const R: usize>(layout: &Layout<R>, index: &[usize; R]) {
    if layout.offset_of(*index).is_none() {
        index_out_of_range(layout, index);
    }
}
