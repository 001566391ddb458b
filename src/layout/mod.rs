//! Shape, strides and offset as a value; every view operation is a pure function of it.
//!
//! This file has the struct, its invariants, constructors and accessors. `index`: from index to offset
//! and back. `view`: operations that cannot fail. `slice`: parts of axes. `reshape`: splitting and
//! merging axes. `broadcast`: repeated axes and windows. `overlap`: the proofs that the gate needs.
//! `walk`: the planner; `reduction`: that of reductions. `parts`: division into lanes, blocks and windows.
//! `offsets`: index by index, for iterators. No element types, pointers, memory or loops over elements here.
//! Layers below: `rank`, `error`.

mod broadcast;
mod index;
mod offsets;
mod overlap;
mod parts;
mod reduction;
mod reshape;
mod slice;
#[cfg(test)]
mod tests;
mod view;
mod walk;

pub(crate) use broadcast::{common_shape, common_shape_of};
pub(crate) use offsets::{IndexAndOffset, Indices, Offsets};
pub(crate) use parts::Parts;
pub(crate) use reduction::Reduction;
pub(crate) use reshape::resolve_shape;
pub(crate) use slice::Slicer;
pub(crate) use walk::{Sequence, Steps, WalkAxis, merge, moved, sort_by_stride};

use crate::error::{ErrorKind, ShapeError};

/// Stands for the one size of a shape that is inferred from the number of elements.
///
/// At most one size of a shape may be `INFER`.
///
/// ```
/// use holor::prelude::*;
///
/// let v = tensor![1, 2, 3, 4, 5, 6];
/// assert_eq!(v.reshape([2, INFER]).shape(), [2, 3]);
/// ```
///
/// numpy and torch: `-1`.
pub const INFER: usize = crate::error::INFERRED;

/// The order of elements in memory or in a vector: row-major or column-major.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// Row-major: the last index varies fastest (numpy's `"C"`).
    #[default]
    RowMajor,
    /// Column-major: the first index varies fastest (numpy's `"F"`).
    ColMajor,
}

/// The shape, strides and offset by which a tensor of rank `R` selects elements of a buffer.
///
/// The element at `index` is element `offset + sum(index[i] * strides[i])` of the buffer. A layout is
/// `Copy` and holds no elements.
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
// The stride of an axis of size 1 is only ever multiplied by zero, and an empty layout is never
// dereferenced: these strides, and the offset of an empty layout, can be any number. Therefore the
// arithmetic of the view operations wraps: where 2 holds there is no overflow, and elsewhere the
// result is not read. No operation makes a non-empty layout of an empty one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout<const R: usize> {
    shape: [usize; R],
    strides: [isize; R],
    offset: usize,
}

impl<const R: usize> Layout<R> {
    /// Returns the contiguous layout of a shape in row-major order: the last index varies fastest.
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
    /// [`TooLarge`](ErrorKind::TooLarge) if the product of the sizes other than zero is greater than
    /// `isize::MAX`.
    pub fn row_major(shape: [usize; R]) -> Result<Self, ShapeError> {
        Self::new_in("row_major", shape, Order::RowMajor, 1)
    }

    /// Returns the contiguous layout of a shape in column-major order: the first index varies fastest.
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
    /// [`TooLarge`](ErrorKind::TooLarge) if the product of the sizes other than zero is greater than
    /// `isize::MAX`.
    pub fn col_major(shape: [usize; R]) -> Result<Self, ShapeError> {
        Self::new_in("col_major", shape, Order::ColMajor, 1)
    }

    /// Returns the layout with a shape, strides and an offset, both counted in elements.
    ///
    /// A stride may be negative (a reversed axis) or zero (a repeated axis), and indices may share
    /// elements.
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
    /// [`TooLarge`](ErrorKind::TooLarge) if the product of the sizes other than zero or the offset of
    /// an element is greater than `isize::MAX`; [`BeforeStart`](ErrorKind::BeforeStart) if the offset
    /// of an element is negative.
    ///
    /// numpy and torch: `as_strided`.
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

    /// Returns the row-major layout of the same shape, which is the layout of a copy.
    #[inline]
    pub(crate) fn to_row_major(self) -> Self {
        Layout { shape: self.shape, strides: dense_strides(self.shape, Order::RowMajor), offset: 0 }
    }

    /// As [`row_major`](Self::row_major), with the order, the name of the operation and the size of an
    /// element as arguments.
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

    /// As [`strided`](Self::strided), with the name of the operation and the size of an element as
    /// arguments.
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

    /// Returns the shape: the size of each axis.
    ///
    /// ```
    /// use holor::Layout;
    ///
    /// let [rows, columns] = Layout::row_major([2, 3])?.shape();
    /// assert_eq!((rows, columns), (2, 3));
    /// # Ok::<(), holor::ShapeError>(())
    /// ```
    ///
    /// numpy and torch: `shape`.
    #[inline]
    pub fn shape(&self) -> [usize; R] {
        self.shape
    }

    /// Returns the stride of each axis: the difference between the offsets of two neighbours.
    ///
    /// The stride of an axis of size 1 and the strides of an empty layout have no meaning.
    ///
    /// ```
    /// use holor::Layout;
    ///
    /// assert_eq!(Layout::row_major([2, 3])?.strides(), [3, 1]);
    /// # Ok::<(), holor::ShapeError>(())
    /// ```
    ///
    /// torch: `stride()`; numpy: `strides`, in bytes.
    #[inline]
    pub fn strides(&self) -> [isize; R] {
        self.strides
    }

    /// Returns the offset of the element at index 0 of every axis.
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

    /// Returns the number of elements: the product of the sizes, and 1 at rank 0.
    ///
    /// ```
    /// use holor::Layout;
    ///
    /// assert_eq!(Layout::row_major([2, 3, 4])?.len(), 24);
    /// assert_eq!(Layout::row_major([])?.len(), 1);
    /// # Ok::<(), holor::ShapeError>(())
    /// ```
    ///
    /// numpy: `size`; torch: `numel()`.
    #[inline]
    pub fn len(&self) -> usize {
        // No overflow: a partial product is at most the product of the sizes other than zero
        // (invariant 1).
        self.shape.iter().product()
    }

    /// Returns whether the layout has no elements: the size of an axis is 0.
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

    /// Returns whether the elements are contiguous: in row-major order and without gaps.
    ///
    /// ```
    /// use holor::Layout;
    ///
    /// assert!(Layout::row_major([3, 2])?.is_contiguous());
    /// assert!(!Layout::col_major([3, 2])?.is_contiguous());
    /// # Ok::<(), holor::ShapeError>(())
    /// ```
    ///
    /// numpy: `flags.c_contiguous`; torch: `is_contiguous()`.
    #[inline]
    pub fn is_contiguous(&self) -> bool {
        self.is_contiguous_in(Order::RowMajor)
    }

    /// Returns whether the elements are in row-major or column-major order and without gaps.
    ///
    /// An axis of size 1 is in any order, and so is a layout without elements.
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

/// Returns the product of the sizes other than zero, or `None` if so many elements cannot be
/// addressed.
#[inline]
fn bounded_product(shape: &[usize], element_size: usize) -> Option<usize> {
    let mut product = 1_usize;
    for &size in shape {
        product = product.checked_mul(size.max(1))?;
    }
    let bytes = product.checked_mul(element_size.max(1))?;
    (bytes <= isize::MAX as usize).then_some(product)
}

/// Returns the contiguous strides of a shape, as if sizes of zero were 1 (as numpy and torch do). If
/// the shape violates invariant 1, the result is not read.
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

/// Returns `offset + steps * stride`. It wraps only where the result is not read.
#[inline]
fn advance(offset: usize, steps: usize, stride: isize) -> usize {
    offset.wrapping_add_signed((steps as isize).wrapping_mul(stride))
}
