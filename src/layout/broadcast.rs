//! Views that reach an element more than once: repeated axes and sliding windows; common shapes.
//!
//! Shapes are aligned at their last axes; a size of 1 (or a missing axis) repeats, as in numpy.

use super::{Layout, bounded_product};
use crate::error::{ErrorKind, ShapeError};
use core::array::from_fn;

impl<const R: usize> Layout<R> {
    /// Repeats axes of size 1, and adds axes in front, until the shape is this one.
    #[inline]
    pub(crate) fn broadcast_to<const O: usize>(
        &self,
        shape: [usize; O],
        element_size: usize,
    ) -> Result<Layout<O>, ShapeError> {
        if O == R && (0..R).all(|axis| self.shape[axis] == shape[axis]) {
            // The common case: nothing to repeat, and nothing new to check.
            let strides = from_fn(|axis| self.strides[axis]);
            return Ok(Layout { shape, strides, offset: self.offset });
        }
        let mut strides = [0; O];
        repeat_axes((&self.shape, &self.strides), &shape, &mut strides, element_size)?;
        Ok(Layout { shape, strides, offset: self.offset })
    }

    /// Returns the layout of all elements in row-major order as one axis of `len`, if they are contiguous;
    /// a single element is repeated.
    #[inline]
    pub(crate) fn as_one_axis(&self, len: usize) -> Option<Layout<1>> {
        let own = self.len();
        let fits = own == 1 || own == len && self.is_contiguous();
        fits.then_some(Layout {
            shape: [len],
            strides: [isize::from(own == len)],
            offset: self.offset,
        })
    }

    /// Returns all windows of this size: first the axes of their positions, then those inside
    /// (numpy's `sliding_window_view`): `[h, w]` with `[a, b]` gives `[h - a + 1, w - b + 1, a, b]`.
    #[inline]
    pub(crate) fn sliding_windows<const O: usize>(
        &self,
        size: [usize; R],
        element_size: usize,
    ) -> Result<Layout<O>, ShapeError> {
        let axes: [usize; R] = from_fn(|axis| axis);
        self.sliding_windows_with_axes("sliding_windows", &size, &axes, element_size)
    }

    /// Returns all windows along some axes: first all axes, of which these have the positions, then those
    /// inside of a window: `[h, w]` with `[b]` along axis 1 gives `[h, w - b + 1, b]`.
    #[inline]
    pub(crate) fn sliding_windows_with_axes<const O: usize>(
        &self,
        operation: &'static str,
        size: &[usize],
        axes: &[usize],
        element_size: usize,
    ) -> Result<Layout<O>, ShapeError> {
        assert!(O == R + axes.len(), "windows of rank {R} have rank {O}");
        let fail = |to: &[usize], kind| Err(ShapeError::new(operation, &[&self.shape, to], kind));
        let (mut shape, mut strides) = ([0; O], [0; O]);
        shape[..R].copy_from_slice(&self.shape);
        strides[..R].copy_from_slice(&self.strides);
        for (i, (&window, &axis)) in size.iter().zip(axes).enumerate() {
            let axis_size = self.shape[axis];
            if window == 0 || window > axis_size {
                return fail(size, ErrorKind::Window { axis, window, size: axis_size });
            }
            shape[axis] = axis_size - window + 1;
            (shape[R + i], strides[R + i]) = (window, self.strides[axis]);
        }
        if bounded_product(&shape, element_size).is_none() {
            return fail(&shape, ErrorKind::TooLarge);
        }
        Ok(Layout { shape, strides, offset: self.offset })
    }
}

/// Finds the strides of [`broadcast_to`](Layout::broadcast_to), which are zeros before; without a rank, compiled in
/// this crate, not in each program.
#[inline(never)]
fn repeat_axes(
    (from, from_strides): (&[usize], &[isize]),
    shape: &[usize],
    strides: &mut [isize],
    element_size: usize,
) -> Result<(), ShapeError> {
    let fail = |kind| Err(ShapeError::new("broadcast_to", &[from, shape], kind));
    let added = shape.len().checked_sub(from.len()).expect("a broadcast removes no axis");
    for (i, (&size, &stride)) in from.iter().zip(from_strides).enumerate() {
        let (axis, target) = (added + i, shape[added + i]);
        if size == target {
            strides[axis] = stride;
        } else if size != 1 {
            return fail(ErrorKind::NotBroadcastable { axis, left: size, right: target });
        }
    }
    match bounded_product(shape, element_size) {
        Some(_) => Ok(()),
        None => fail(ErrorKind::TooLarge),
    }
}

/// Returns the shape to which both shapes broadcast. It may hold more elements than memory: the
/// layout made of it is what checks that.
#[inline]
pub(crate) fn common_shape<const O: usize>(
    operation: &'static str,
    a: &[usize],
    b: &[usize],
) -> Result<[usize; O], ShapeError> {
    // One by one and where they lie: sizes that were just written are slow to read as vectors.
    let are_equal = || a.len() == b.len() && (0..O).all(|axis| a[axis] == b[axis]);
    // A scalar fits everything.
    if a.len() == O && (b.is_empty() || are_equal()) {
        return Ok(from_fn(|axis| a[axis]));
    }
    if b.len() == O && a.is_empty() {
        return Ok(from_fn(|axis| b[axis]));
    }
    common_shape_of(operation, &[a, b])
}

/// Returns the shape to which all shapes broadcast.
#[inline]
pub(crate) fn common_shape_of<const O: usize>(
    operation: &'static str,
    shapes: &[&[usize]],
) -> Result<[usize; O], ShapeError> {
    let mut common = [1; O];
    let mut rank = 0;
    for shape in shapes {
        let added = O.checked_sub(shape.len()).expect("the common rank is the highest one");
        rank = rank.max(shape.len());
        for (axis, &right) in (added..O).zip(*shape) {
            let left = common[axis];
            if left == 1 {
                common[axis] = right;
            } else if right != 1 && right != left {
                let kind = ErrorKind::NotBroadcastable { axis, left, right };
                return Err(ShapeError::new(operation, shapes, kind));
            }
        }
    }
    assert!(rank == O, "the common rank is {rank}, not {O}");
    Ok(common)
}
