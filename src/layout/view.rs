//! View operations that cannot fail on any shape: axes reordered, added, removed, reversed.
//!
//! The public methods prove the axes by their types. Here they are numbers, and a wrong one (or a
//! wrong rank of the result) panics: a layout that reaches outside of its parent must not exist.

use super::{Layout, advance};
use crate::error::{ErrorKind, ShapeError};
use core::array::from_fn;

impl<const R: usize> Layout<R> {
    /// Reorders the axes: axis `i` of the result is `axes[i]` of this one (numpy's `transpose`).
    #[inline]
    pub(crate) fn permute(&self, axes: [usize; R]) -> Self {
        // An axis named twice would reach twice as far. Constant axes make this vanish.
        let mut named = [false; R];
        for axis in axes {
            assert!(!named[axis], "axis {axis} is named twice");
            named[axis] = true;
        }
        Layout {
            shape: axes.map(|axis| self.shape[axis]),
            strides: axes.map(|axis| self.strides[axis]),
            offset: self.offset,
        }
    }

    /// Swaps the last two axes.
    #[inline]
    pub(crate) fn transpose(&self) -> Self {
        self.swap_axes(R - 2, R - 1)
    }

    /// Reverses the order of the axes (numpy's `.T`).
    #[inline]
    pub(crate) fn reverse_axes(&self) -> Self {
        let mut result = *self;
        result.shape.reverse();
        result.strides.reverse();
        result
    }

    /// Swaps two axes, which may be the same.
    #[inline]
    pub(crate) fn swap_axes(&self, a: usize, b: usize) -> Self {
        let mut result = *self;
        result.shape.swap(a, b);
        result.strides.swap(a, b);
        result
    }

    /// Moves an axis to another place; the other ones keep their order (numpy's `moveaxis`).
    #[inline]
    pub(crate) fn move_axis(&self, from: usize, to: usize) -> Self {
        assert!(from < R && to < R, "axes {from} and {to} of rank {R}");
        self.permute(from_fn(|i| {
            if i == to {
                return from;
            }
            let among_others = i - usize::from(i > to);
            among_others + usize::from(among_others >= from)
        }))
    }

    /// Removes an axis of size 1.
    #[inline]
    pub(crate) fn squeeze<const O: usize>(&self, axis: usize) -> Result<Layout<O>, ShapeError> {
        let size = self.shape[axis];
        if size != 1 {
            let kind = ErrorKind::NotOne { axis, size };
            return Err(ShapeError::new("squeeze", &[&self.shape], kind));
        }
        Ok(self.without(axis, self.offset))
    }

    /// Adds an axis of size 1 before `axis`, or at the end.
    #[inline]
    pub(crate) fn unsqueeze<const O: usize>(&self, axis: usize) -> Layout<O> {
        assert!(O == R + 1 && axis <= R, "axis {axis} into rank {R} gives rank {O}");
        let stride = self.stride_before(axis);
        Layout {
            shape: inserted(&self.shape, axis, 1),
            strides: inserted(&self.strides, axis, stride),
            offset: self.offset,
        }
    }

    /// Adds axes of size 1 in front, or removes those that are there, until the rank is `O`.
    #[inline]
    pub(crate) fn with_rank<const O: usize>(&self) -> Layout<O> {
        let removed = &self.shape[..R.saturating_sub(O)];
        assert!(removed.iter().all(|&size| size == 1), "rank {O} of {:?}", self.shape);
        // A number below zero is an axis to be added.
        let from = |i: usize| (i + R).checked_sub(O);
        Layout {
            shape: from_fn(|i| from(i).map_or(1, |i| self.shape[i])),
            strides: from_fn(|i| from(i).map_or(0, |i| self.strides[i])),
            offset: self.offset,
        }
    }

    /// Reverses an axis.
    #[inline]
    pub(crate) fn flip(&self, axis: usize) -> Self {
        let mut result = *self;
        let steps = self.shape[axis].saturating_sub(1);
        result.offset = advance(self.offset, steps, self.strides[axis]);
        result.strides[axis] = self.strides[axis].wrapping_neg();
        result
    }

    /// Removes two axes and adds the one that runs along both of them, from index `offset` of axis `b` on
    /// or, if it is negative, from index `-offset` of axis `a` on, at the end (numpy's `diagonal`).
    #[inline]
    pub(crate) fn diagonal<const O: usize>(&self, a: usize, b: usize, offset: isize) -> Layout<O> {
        assert!(O + 1 == R && a != b, "diagonal of axes {a} and {b} of rank {R} has rank {O}");
        let (low, high) = (a.min(b), a.max(b));
        let skipped = offset.unsigned_abs();
        let (from, other) = if offset < 0 { (a, b) } else { (b, a) };
        let size = self.shape[from].saturating_sub(skipped).min(self.shape[other]);
        let mut shape = [size; O];
        let mut strides = [self.strides[low].wrapping_add(self.strides[high]); O];
        for i in 0..O - 1 {
            let from = i + usize::from(i >= low);
            let from = from + usize::from(from >= high);
            (shape[i], strides[i]) = (self.shape[from], self.strides[from]);
        }
        // A diagonal outside of the matrix is empty and stays at index zero.
        let steps = if size == 0 { 0 } else { skipped };
        Layout { shape, strides, offset: advance(self.offset, steps, self.strides[from]) }
    }

    /// Removes an axis and starts at another offset.
    #[inline]
    pub(super) fn without<const O: usize>(&self, axis: usize, offset: usize) -> Layout<O> {
        assert!(O + 1 == R && axis < R, "axis {axis} out of rank {R} gives rank {O}");
        let kept = |i: usize| i + usize::from(i >= axis);
        Layout {
            shape: from_fn(|i| self.shape[kept(i)]),
            strides: from_fn(|i| self.strides[kept(i)]),
            offset,
        }
    }

    /// Returns the stride that an axis put before `axis` has if the layout is dense there, so that
    /// the strides of a contiguous view look like those of a new buffer (torch's rule; numpy has
    /// zero there).
    #[inline]
    pub(super) fn stride_before(&self, axis: usize) -> isize {
        if axis == R {
            return 1;
        }
        self.strides[axis].wrapping_mul(self.shape[axis].max(1) as isize)
    }
}

/// Returns a copy with a value inserted before `at`.
#[inline]
fn inserted<T: Copy, const R: usize, const O: usize>(from: &[T; R], at: usize, value: T) -> [T; O] {
    from_fn(|i| match i {
        _ if i == at => value,
        _ => from[i - usize::from(i > at)],
    })
}
