//! Shapes, strides and offsets as a plain value; every view operation is a pure function of it.
//!
//! Here: the struct, its invariants, constructors and accessors. `index`: index <-> offset.
//! `view`: operations that cannot fail. `slice`: parts of axes. `reshape`: splitting and merging.
//! `broadcast`: repeated axes and windows. `overlap`: what the gate proves. `walk`: the planner.
//! `parts`: cut into lanes, blocks, windows. `offsets`: index by index, for iterators.
//! Not here: element types, pointers, memory, loops over elements. Below: `rank`, `error`.

mod broadcast;
mod index;
mod offsets;
mod overlap;
mod parts;
mod reshape;
mod slice;
#[cfg(test)]
mod tests;
mod view;
mod walk;

pub(crate) use broadcast::{common_shape, common_shape_of};
pub(crate) use offsets::{Indices, Offsets};
pub(crate) use parts::Parts;
pub(crate) use reshape::resolve_shape;
pub(crate) use slice::Slicer;
pub(crate) use walk::{Axis, Sequence, Steps, Walk, merge, sort_by_stride};

use crate::error::{ErrorKind, ShapeError};

/// Marks the one size of a shape that is to be inferred from the number of elements.
///
/// At most one size may be marked. Written `-1` in numpy and torch.
pub const INFER: usize = crate::error::INFERRED;

/// Tells which axis is the fastest to vary: the last one or the first one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// The last axis varies fastest (numpy's `"C"`).
    #[default]
    RowMajor,
    /// The first axis varies fastest (numpy's `"F"`).
    ColMajor,
}

/// Describes where the elements of a tensor of rank `R` lie in a buffer.
///
/// The element at `index` lies `offset + sum(index[i] * strides[i])` elements after the start of
/// the buffer. A layout is a value of a few words: copying it touches no element.
///
/// ```
/// use holor::Layout;
///
/// let layout = Layout::row_major([10, 9, 5, 13])?;
/// assert_eq!(layout.strides(), [585, 65, 13, 1]);
/// assert_eq!(layout.offset_of([1, 0, 2, 3]), Some(585 + 2 * 13 + 3));
/// # Ok::<(), holor::ShapeError>(())
/// ```
//
// Invariants, kept by every function of this folder:
//
// 1. The product of the sizes other than zero is at most `isize::MAX`; the product times the size
//    of an element too, where the function that made the layout was told that size.
// 2. If no size is zero: `offset` plus the sum of the negative `stride * (size - 1)` and `offset`
//    plus the sum of the positive ones both lie in `0..=isize::MAX`.
// 3. A view operation reaches no offset that the layout it was given does not reach.
//
// The stride of an axis of size 1 is never multiplied by anything but zero, and an empty layout is
// never dereferenced: those strides (and the offset of an empty layout) can be any number. This is
// why the arithmetic of the view operations wraps: where 2 holds it never does, and elsewhere
// nobody reads the result. No operation makes an empty layout into one that is not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout<const R: usize> {
    shape: [usize; R],
    strides: [isize; R],
    offset: usize,
}

impl<const R: usize> Layout<R> {
    /// Returns the layout of a whole buffer in which the last axis varies fastest.
    ///
    /// ```
    /// use holor::Layout;
    ///
    /// let layout = Layout::row_major([2, 3, 4])?;
    /// assert_eq!(layout.strides(), [12, 4, 1]);
    /// # Ok::<(), holor::ShapeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`TooLarge`](ErrorKind::TooLarge) if the sizes other than zero multiply to more than
    /// `isize::MAX`.
    pub fn row_major(shape: [usize; R]) -> Result<Self, ShapeError> {
        Self::new_in("row_major", shape, Order::RowMajor, 1)
    }

    /// Returns the layout of a whole buffer in which the first axis varies fastest.
    ///
    /// ```
    /// use holor::Layout;
    ///
    /// let layout = Layout::col_major([2, 3, 4])?;
    /// assert_eq!(layout.strides(), [1, 2, 6]);
    /// # Ok::<(), holor::ShapeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`TooLarge`](ErrorKind::TooLarge) if the sizes other than zero multiply to more than
    /// `isize::MAX`.
    pub fn col_major(shape: [usize; R]) -> Result<Self, ShapeError> {
        Self::new_in("col_major", shape, Order::ColMajor, 1)
    }

    /// Returns the layout with these strides, counted in elements, whose index 0 lies at `offset`.
    ///
    /// Strides can be negative (the axis runs backwards), zero (the axis repeats) or such that
    /// indices share elements.
    ///
    /// ```
    /// use holor::Layout;
    ///
    /// let backwards = Layout::strided([4], [-2], 6)?;
    /// assert_eq!(backwards.offset_of([3]), Some(0));
    ///
    /// let error = Layout::strided([4], [-2], 5).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "strided: [4]: the strides reach element -1, before the start of the buffer"
    /// );
    /// # Ok::<(), holor::ShapeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`TooLarge`](ErrorKind::TooLarge) if the sizes other than zero multiply to more than
    /// `isize::MAX`, or if an element would lie further than that;
    /// [`BeforeStart`](ErrorKind::BeforeStart) if one would lie before the start of the buffer.
    ///
    /// numpy: `as_strided`, torch: `as_strided`.
    pub fn strided(
        shape: [usize; R],
        strides: [isize; R],
        offset: usize,
    ) -> Result<Self, ShapeError> {
        Self::strided_in("strided", shape, strides, offset, 1)
    }

    #[inline]
    pub(crate) fn shape_ref(&self) -> &[usize] {
        &self.shape
    }

    #[inline]
    pub(crate) fn strides_ref(&self) -> &[isize] {
        &self.strides
    }

    /// Returns the same shape laid out in row-major order, as a copy of the elements is.
    #[inline]
    pub(crate) fn to_row_major(self) -> Self {
        Layout { shape: self.shape, strides: dense_strides(self.shape, Order::RowMajor), offset: 0 }
    }

    /// As [`row_major`](Self::row_major), for any order, operation and size of an element.
    #[inline]
    pub(crate) fn new_in(
        operation: &'static str,
        shape: [usize; R],
        order: Order,
        element_size: usize,
    ) -> Result<Self, ShapeError> {
        if bounded_product(&shape, element_size).is_none() {
            return Err(ShapeError::new(operation, &[&shape], ErrorKind::TooLarge));
        }
        Ok(Layout { shape, strides: dense_strides(shape, order), offset: 0 })
    }

    /// As [`strided`](Self::strided), for any operation and size of an element.
    #[inline]
    pub(crate) fn strided_in(
        operation: &'static str,
        shape: [usize; R],
        strides: [isize; R],
        offset: usize,
        element_size: usize,
    ) -> Result<Self, ShapeError> {
        let fail = |kind| Err(ShapeError::new(operation, &[&shape], kind));
        if bounded_product(&shape, element_size).is_none() {
            return fail(ErrorKind::TooLarge);
        }
        let layout = Layout { shape, strides, offset };
        match layout.checked_extent() {
            _ if layout.is_empty() => Ok(layout),
            Some((0.., _)) => Ok(layout),
            Some((lowest, _)) => fail(ErrorKind::BeforeStart { lowest }),
            None => fail(ErrorKind::TooLarge),
        }
    }

    /// Returns the size of each axis.
    ///
    /// ```
    /// use holor::Layout;
    ///
    /// let [rows, columns] = Layout::row_major([2, 3])?.shape();
    /// assert_eq!((rows, columns), (2, 3));
    /// # Ok::<(), holor::ShapeError>(())
    /// ```
    ///
    /// numpy: `shape`, torch: `size()`.
    #[inline]
    pub fn shape(&self) -> [usize; R] {
        self.shape
    }

    /// Returns by how many elements the offset grows from one index of each axis to the next.
    ///
    /// The strides of an axis of size 1 and those of a layout without elements mean nothing.
    ///
    /// ```
    /// use holor::Layout;
    ///
    /// assert_eq!(Layout::row_major([2, 3])?.strides(), [3, 1]);
    /// # Ok::<(), holor::ShapeError>(())
    /// ```
    ///
    /// numpy: `strides` (in bytes), torch: `stride()`.
    #[inline]
    pub fn strides(&self) -> [isize; R] {
        self.strides
    }

    /// Returns how many elements of the buffer lie before the one at index 0.
    ///
    /// ```
    /// use holor::Layout;
    ///
    /// assert_eq!(Layout::strided([2, 2], [4, 1], 5)?.offset(), 5);
    /// # Ok::<(), holor::ShapeError>(())
    /// ```
    ///
    /// torch: `storage_offset()`.
    #[inline]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the number of elements: the product of the sizes, 1 for a scalar.
    ///
    /// ```
    /// use holor::Layout;
    ///
    /// assert_eq!(Layout::row_major([2, 3, 4])?.len(), 24);
    /// assert_eq!(Layout::row_major([])?.len(), 1);
    /// # Ok::<(), holor::ShapeError>(())
    /// ```
    ///
    /// numpy: `size`, torch: `numel()`.
    #[inline]
    pub fn len(&self) -> usize {
        // Invariant 1: a partial product is at most the product of the sizes other than zero.
        self.shape.iter().product()
    }

    /// Returns whether there is no element: some size is zero.
    ///
    /// ```
    /// use holor::Layout;
    ///
    /// assert!(Layout::row_major([2, 0, 4])?.is_empty());
    /// # Ok::<(), holor::ShapeError>(())
    /// ```
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.shape.contains(&0)
    }

    /// Returns whether the elements lie in row-major order without gaps.
    ///
    /// ```
    /// use holor::Layout;
    ///
    /// assert!(Layout::row_major([3, 2])?.is_contiguous());
    /// assert!(!Layout::col_major([3, 2])?.is_contiguous());
    /// # Ok::<(), holor::ShapeError>(())
    /// ```
    ///
    /// numpy: `flags.c_contiguous`, torch: `is_contiguous()`.
    #[inline]
    pub fn is_contiguous(&self) -> bool {
        self.is_contiguous_in(Order::RowMajor)
    }

    /// Returns whether the elements lie in this order without gaps.
    ///
    /// ```
    /// use holor::{Layout, Order};
    ///
    /// assert!(Layout::col_major([3, 2])?.is_contiguous_in(Order::ColMajor));
    /// assert!(Layout::col_major([3, 1])?.is_contiguous_in(Order::RowMajor));
    /// # Ok::<(), holor::ShapeError>(())
    /// ```
    ///
    /// numpy: `flags.c_contiguous` and `flags.f_contiguous`.
    #[inline]
    pub fn is_contiguous_in(&self, order: Order) -> bool {
        let dense = dense_strides(self.shape, order);
        let follows = |axis: usize| self.shape[axis] == 1 || self.strides[axis] == dense[axis];
        (0..R).all(follows) || self.is_empty()
    }
}

/// Returns the product of the sizes other than zero if that many elements (and if one alone) can
/// be addressed.
#[inline]
fn bounded_product(shape: &[usize], element_size: usize) -> Option<usize> {
    let mut product = 1_usize;
    for &size in shape {
        product = product.checked_mul(size.max(1))?;
    }
    let bytes = product.checked_mul(element_size.max(1))?;
    (bytes <= isize::MAX as usize).then_some(product)
}

/// Returns the strides without gaps, as if sizes of zero were 1 (numpy's and torch's rule). The
/// shape keeps invariant 1, or else nobody reads the result.
#[inline]
fn dense_strides<const R: usize>(shape: [usize; R], order: Order) -> [isize; R] {
    let mut strides = [0; R];
    let mut stride = 1_usize;
    for i in 0..R {
        let axis = match order {
            Order::RowMajor => R - 1 - i,
            Order::ColMajor => i,
        };
        strides[axis] = stride as isize;
        stride = stride.wrapping_mul(shape[axis].max(1));
    }
    strides
}

/// Returns `offset + steps * stride`. Wraps where the result is never read.
#[inline]
fn advance(offset: usize, steps: usize, stride: isize) -> usize {
    offset.wrapping_add_signed((steps as isize).wrapping_mul(stride))
}
