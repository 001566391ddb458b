//! Cutting a layout into parts of one shape: along an axis, into lanes, into blocks and windows.

use super::Layout;
use crate::error::{ErrorKind, ShapeError};
use core::array::from_fn;

/// A layout cut into parts of one shape: a layout of where they start, and the part that starts at
/// index zero of it.
///
/// The parts that [`along`](Layout::along), [`lanes`](Layout::lanes) and
/// [`exact_chunks`](Layout::exact_chunks) make have no index of the layout in common; windows do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parts<const K: usize, const O: usize> {
    pub(crate) starts: Layout<K>,
    pub(crate) part: Layout<O>,
}

impl<const R: usize> Layout<R> {
    /// Cuts across an axis: each part has one index of it, and all other axes.
    #[inline]
    pub(crate) fn along<const O: usize>(&self, axis: usize) -> Parts<1, O> {
        self.parts(self.only(axis), self.without(axis, self.offset))
    }

    /// Cuts into lanes: each part is an axis, at one index of all others. Of the starts, that axis has
    /// size 1.
    #[inline]
    pub(crate) fn lanes(&self, axis: usize) -> Parts<R, 1> {
        let mut starts = *self;
        starts.shape[axis] = 1;
        self.parts(starts, self.only(axis))
    }

    /// Cuts into blocks of a size; what does not fill a block is left out.
    #[inline]
    pub(crate) fn exact_chunks(
        &self,
        operation: &'static str,
        size: [usize; R],
    ) -> Result<Parts<R, R>, ShapeError> {
        if let Some(axis) = size.iter().position(|&size| size == 0) {
            return Err(self.no_window(operation, axis, size));
        }
        let starts = Layout {
            shape: from_fn(|axis| self.shape[axis] / size[axis]),
            strides: from_fn(|axis| self.strides[axis].wrapping_mul(size[axis] as isize)),
            offset: self.offset,
        };
        Ok(self.parts(starts, Layout { shape: size, ..*self }))
    }

    /// Cuts into all blocks of a size, at every index where one fits.
    #[inline]
    pub(crate) fn windows(
        &self,
        operation: &'static str,
        size: [usize; R],
    ) -> Result<Parts<R, R>, ShapeError> {
        if let Some(axis) = (0..R).find(|&axis| size[axis] == 0 || size[axis] > self.shape[axis]) {
            return Err(self.no_window(operation, axis, size));
        }
        let starts = Layout { shape: from_fn(|axis| self.shape[axis] - size[axis] + 1), ..*self };
        Ok(self.parts(starts, Layout { shape: size, ..*self }))
    }

    /// The same layout with its index zero elsewhere.
    #[inline]
    pub(crate) fn starting_at(&self, offset: isize) -> Self {
        Layout { offset: offset as usize, ..*self }
    }

    /// The axis alone.
    #[inline]
    fn only(&self, axis: usize) -> Layout<1> {
        Layout { shape: [self.shape[axis]], strides: [self.strides[axis]], offset: self.offset }
    }

    /// Pairs starts and part. There can be parts of a layout without elements (rows of length 0);
    /// its strides mean nothing and might overflow, so they are not stepped along.
    #[inline]
    fn parts<const K: usize, const O: usize>(
        &self,
        mut starts: Layout<K>,
        part: Layout<O>,
    ) -> Parts<K, O> {
        if self.is_empty() {
            starts.strides = [0; K];
        }
        Parts { starts, part }
    }

    #[cold]
    fn no_window(&self, operation: &'static str, axis: usize, size: [usize; R]) -> ShapeError {
        let kind = ErrorKind::Window { axis, window: size[axis], size: self.shape[axis] };
        ShapeError::new(operation, &[&self.shape, &size], kind)
    }
}
