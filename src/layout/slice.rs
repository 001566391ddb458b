//! Parts of axes: an index, a range, a step.

use super::{Layout, advance};
use crate::error::{ErrorKind, ShapeError};
use crate::rank::Selector;

impl<const R: usize> Layout<R> {
    /// Keeps `len` indices of an axis, from `start` on (torch's `narrow`).
    #[inline]
    pub(crate) fn narrow(&self, axis: usize, start: usize, len: usize) -> Result<Self, ShapeError> {
        let size = self.shape[axis];
        // Two comparisons that cannot overflow, unlike `start + len`.
        if start > size || len > size - start {
            let (start, end) = (clamped(start), clamped(start.saturating_add(len)));
            let kind = ErrorKind::RangeOutOfBounds { axis, start, end, size };
            return Err(refuse("narrow", self.shape, kind));
        }
        Ok(self.with_part(axis, start, len, 1))
    }

    /// Picks one index of an axis, which goes (torch's `select`).
    #[inline]
    pub(crate) fn index_axis<const O: usize>(
        &self,
        axis: usize,
        index: usize,
    ) -> Result<Layout<O>, ShapeError> {
        let size = self.shape[axis];
        if index >= size {
            let kind = ErrorKind::IndexOutOfRange { axis, index: clamped(index), size };
            return Err(refuse("index_axis", self.shape, kind));
        }
        Ok(self.without(axis, advance(self.offset, index, self.strides[axis])))
    }

    /// Takes every `step`-th index of an axis, from its end if the step is negative.
    #[inline]
    pub(crate) fn step(&self, axis: usize, step: isize) -> Result<Self, ShapeError> {
        if step == 0 {
            let kind = ErrorKind::ZeroStep { axis };
            return Err(refuse("step", self.shape, kind));
        }
        Ok(self.with_part(axis, 0, self.shape[axis], step))
    }

    /// Cuts an axis in two: the indices before `mid`, and those from `mid` on. The halves share no
    /// element if this layout has none that two indices share.
    #[inline]
    pub(crate) fn split_at(&self, axis: usize, mid: usize) -> Result<(Self, Self), ShapeError> {
        let size = self.shape[axis];
        if mid > size {
            let kind = ErrorKind::RangeOutOfBounds { axis, start: 0, end: clamped(mid), size };
            return Err(refuse("split_at", self.shape, kind));
        }
        Ok((self.with_part(axis, 0, mid, 1), self.with_part(axis, mid, size - mid, 1)))
    }

    /// Checks that parts of these sizes make up an axis.
    pub(crate) fn check_parts(
        &self,
        operation: &'static str,
        axis: usize,
        sizes: &[usize],
    ) -> Result<(), ShapeError> {
        let sum = sizes.iter().fold(0_usize, |sum, &size| sum.saturating_add(size));
        if sum != self.shape[axis] {
            let kind = ErrorKind::PartSizes { axis, size: self.shape[axis], sum };
            return Err(refuse(operation, self.shape, kind));
        }
        Ok(())
    }

    /// Every `step`-th index of `start..start + len` of an axis, which are in range.
    #[inline]
    pub(crate) fn with_part(&self, axis: usize, start: usize, len: usize, step: isize) -> Self {
        let mut result = *self;
        let (size, stride, offset) = part(self.strides[axis], self.offset, start, len, step);
        (result.shape[axis], result.strides[axis], result.offset) = (size, stride, offset);
        result
    }
}

/// Returns size, stride and offset of every `step`-th index of `start..start + len`, from the last
/// one on if the step is negative. The only place where this is computed.
#[inline]
fn part(
    stride: isize,
    offset: usize,
    start: usize,
    len: usize,
    step: isize,
) -> (usize, isize, usize) {
    let first = match len {
        // An empty part stays where it is: an empty range at the end lies outside of the buffer.
        0 => 0,
        _ if step < 0 => start + (len - 1),
        _ => start,
    };
    let size = len.div_ceil(step.unsigned_abs());
    (size, stride.wrapping_mul(step), advance(offset, first, stride))
}

/// Returns a number as an error shows it. Only numbers that no axis reaches are changed.
fn clamped(number: usize) -> isize {
    isize::try_from(number).unwrap_or(isize::MAX)
}

/// Applies the selectors of a slice one by one, from the first axis on.
///
/// Ranges past the end are errors, as in ndarray (numpy clamps them); a negative step selects the
/// range first and then walks it from its end, as in ndarray too.
pub(crate) struct Slicer<const R: usize, const O: usize> {
    from: Layout<R>,
    to: Layout<O>,
    /// The next axis of `from`.
    axis: usize,
    /// The next axis of `to`.
    place: usize,
}

impl<const R: usize, const O: usize> Slicer<R, O> {
    /// Starts with no axis selected.
    #[inline(always)]
    pub(crate) fn new(from: Layout<R>) -> Self {
        let to = Layout { shape: [0; O], strides: [0; O], offset: from.offset };
        Slicer { from, to, axis: 0, place: 0 }
    }

    /// Applies the next selector.
    ///
    /// Always inlined, as what it calls: with the kind of the selector, its step and both counters
    /// known, little of it is left (measured: a quarter of the time of calls).
    #[inline(always)]
    pub(crate) fn push(&mut self, selector: Selector) -> Result<(), ShapeError> {
        let (shape, strides, axis) = (&self.from.shape, &self.from.strides, self.axis);
        match selector {
            Selector::NewAxis => {
                self.keep(1, self.from.stride_before(axis));
                return Ok(());
            }
            Selector::Index(index) => {
                let size = shape[axis];
                let Some(steps) = from_front(index, size).filter(|&steps| steps < size) else {
                    return Err(refuse(
                        "slice",
                        *shape,
                        ErrorKind::IndexOutOfRange { axis, index, size },
                    ));
                };
                self.to.offset = advance(self.to.offset, steps, strides[axis]);
            }
            Selector::Range { start, end, step } => {
                let (start, after) = match bounds(axis, shape[axis], start, end, step) {
                    Ok(bounds) => bounds,
                    Err(kind) => return Err(refuse("slice", *shape, kind)),
                };
                let offset = self.to.offset;
                let (size, stride, offset) =
                    part(strides[axis], offset, start, after - start, step);
                // First what may panic: the layout stays valid if there are too many selectors.
                self.keep(size, stride);
                self.to.offset = offset;
            }
        }
        self.axis += 1;
        Ok(())
    }

    /// Returns the view, once all axes are selected.
    #[inline(always)]
    pub(crate) fn finish(self) -> Result<Layout<O>, ShapeError> {
        let Slicer { axis, place, .. } = self;
        assert!(axis == R && place == O, "{axis} of {R} axes selected, {place} of {O} kept");
        Ok(self.to)
    }

    #[inline(always)]
    fn keep(&mut self, size: usize, stride: isize) {
        (self.to.shape[self.place], self.to.strides[self.place]) = (size, stride);
        self.place += 1;
    }
}

/// Returns an index counted from the front, `None` if it lies before the front.
#[inline(always)]
fn from_front(index: isize, size: usize) -> Option<usize> {
    match index {
        ..0 => size.checked_sub(index.unsigned_abs()),
        _ => Some(index as usize),
    }
}

/// Returns the bounds of a range counted from the front, in order and inside of the axis.
#[inline(always)]
fn bounds(
    axis: usize,
    size: usize,
    start: Option<isize>,
    end: Option<isize>,
    step: isize,
) -> Result<(usize, usize), ErrorKind> {
    if step == 0 {
        return Err(ErrorKind::ZeroStep { axis });
    }
    let first = start.map_or(Some(0), |start| from_front(start, size));
    let after = end.map_or(Some(size), |end| from_front(end, size));
    match (first, after) {
        (Some(first), Some(after)) if first <= after && after <= size => Ok((first, after)),
        (Some(start), Some(end)) if start <= size && end <= size => {
            Err(ErrorKind::RangeReversed { axis, start, end })
        }
        _ => {
            let (start, end) = (start.unwrap_or(0), end.unwrap_or(clamped(size)));
            Err(ErrorKind::RangeOutOfBounds { axis, start, end, size })
        }
    }
}

/// Takes the shape by value: a reference would keep the state of the `Slicer` out of registers. Returns
/// the error, not a result: of a result it would not be known that the selectors end there.
#[cold]
#[inline(never)]
fn refuse<const R: usize>(
    operation: &'static str,
    shape: [usize; R],
    kind: ErrorKind,
) -> ShapeError {
    ShapeError::new(operation, &[&shape], kind)
}
