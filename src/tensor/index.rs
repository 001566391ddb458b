//! `t[[i, j]]`: one element by its index.

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

/// Reads the element at an index of as many numbers as the tensor has axes.
///
/// # Panics
/// When the index is out of range: `index: [2, 2]: index 2 is out of range for axis 0 of size 2`.
impl<T, const R: usize> Index<[usize; R]> for TensorRef<T, R> {
    type Output = T;

    #[inline]
    #[track_caller]
    fn index(&self, index: [usize; R]) -> &T {
        // The way out has copies, so that neither the index nor the layout need be in memory.
        match self.element(index) {
            Some(element) => element,
            None => index_out_of_range(&{ *self.layout() }, &{ index }),
        }
    }
}

/// Writes the element at an index.
///
/// # Panics
/// When the index is out of range.
impl<T, const R: usize> IndexMut<[usize; R]> for TensorRef<T, R> {
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, index: [usize; R]) -> &mut T {
        // The way out has copies, so that neither the index nor the layout need be in memory.
        let layout = *self.layout();
        match self.element_mut(index) {
            Some(element) => element,
            None => index_out_of_range(&{ layout }, &{ index }),
        }
    }
}

/// Reads the element at an index.
impl<T, const R: usize> Index<[usize; R]> for Tensor<T, R> {
    type Output = T;

    #[inline]
    #[track_caller]
    fn index(&self, index: [usize; R]) -> &T {
        &(**self)[index]
    }
}

/// Writes the element at an index; copies shared elements first.
///
/// # Panics
/// When the index is out of range; then nothing is copied.
impl<T: Clone, const R: usize> IndexMut<[usize; R]> for Tensor<T, R> {
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, index: [usize; R]) -> &mut T {
        if self.is_exclusive() {
            let tensor = self.exclusive().expect("just seen");
            return &mut tensor[index];
        }
        if self.layout().offset_of(index).is_none() {
            index_out_of_range(self.layout(), &{ index });
        }
        &mut (**self)[index]
    }
}
