//! Cutting a layout into parts of one shape: along an axis, into lanes, into blocks and windows.

use super::Layout;
use crate::error::{ErrorKind, ShapeError};
use core::array::from_fn;

/// A layout cut into parts of one shape: where each of them starts, and the part that starts at index zero.
///
/// Only the functions below make one, so that each part selects indices of the whole.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parts<const R: usize, const K: usize, const O: usize> {
    whole: Layout<R>,
    starts: Layout<K>,
    part: Layout<O>,
    overlap: bool,
}

impl<const R: usize, const K: usize, const O: usize> Parts<R, K, O> {
    /// The layout that was cut.
    #[inline]
    pub(crate) fn whole(&self) -> &Layout<R> {
        &self.whole
    }

    /// Where the parts start.
    #[inline]
    pub(crate) fn starts(&self) -> &Layout<K> {
        &self.starts
    }

    /// The part at index zero of the starts.
    #[inline]
    pub(crate) fn part(&self) -> Layout<O> {
        self.part
    }

    /// Whether parts may have an index of the whole in common, as windows have.
    #[inline]
    pub(crate) fn overlap(&self) -> bool {
        self.overlap
    }
}

impl<const R: usize> Layout<R> {
    /// Cuts across an axis: each part has one index of it, and all other axes.
    #[inline]
    pub(crate) fn along<const O: usize>(&self, axis: usize) -> Parts<R, 1, O> {
        self.parts(self.only(axis), self.without(axis, self.offset))
    }

    /// Cuts into lanes: each part is an axis, at one index of all others. Of the starts, that axis has
    /// size 1.
    #[inline]
    pub(crate) fn lanes(&self, axis: usize) -> Parts<R, R, 1> {
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
    ) -> Result<Parts<R, R, R>, ShapeError> {
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
    ) -> Result<Parts<R, R, R>, ShapeError> {
        if let Some(axis) = (0..R).find(|&axis| size[axis] == 0 || size[axis] > self.shape[axis]) {
            return Err(self.no_window(operation, axis, size));
        }
        let starts = Layout { shape: from_fn(|axis| self.shape[axis] - size[axis] + 1), ..*self };
        let parts = self.parts(starts, Layout { shape: size, ..*self });
        Ok(Parts { overlap: true, ..parts })
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
    ) -> Parts<R, K, O> {
        if self.is_empty() {
            starts.strides = [0; K];
        }
        Parts { whole: *self, starts, part, overlap: false }
    }

    #[cold]
    fn no_window(&self, operation: &'static str, axis: usize, size: [usize; R]) -> ShapeError {
        let kind = ErrorKind::Window { axis, window: size[axis], size: self.shape[axis] };
        ShapeError::new(operation, &[&self.shape, &size], kind)
    }
}
