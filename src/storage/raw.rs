//! Tensors of memory at a pointer: views of what another library owns, and tensors that keep its owner.

use super::{Shared, Span, SpanMut, Tensor, TensorView, TensorViewMut};
use crate::error::{ErrorKind, ShapeError};
use crate::layout::Layout;
use core::ptr::NonNull;

impl<'a, T, const R: usize> TensorView<'a, T, R> {
    /// Borrows elements as a view by the address of the first one, shape and strides; copies no element.
    ///
    /// `first` is the address of the element at `[0, .., 0]`, whatever the signs of the strides are. The element
    /// at `index` is at `first.offset(sum(index[i] * strides[i]))`. For memory that a slice borrows, the safe
    /// [`from_slice_strided`](TensorView::from_slice_strided) does the same.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let rows = [[1, 2, 3], [4, 5, 6]];
    /// // From the last column backwards.
    /// let first = &raw const rows[0][2];
    /// // SAFETY: all indices select elements of `rows`, which lives longer than the view.
    /// let view = unsafe { TensorView::from_raw_parts(first, [2, 3], [3, -1]) }?;
    /// assert_eq!(view, tensor![[3, 2, 1], [6, 5, 4]]);
    /// # Ok::<(), ShapeError>(())
    /// ```
    ///
    /// # Safety
    /// - Each index selects an aligned, initialised `T`, and all of them lie in one allocation, which lives for `'a`.
    /// - Nothing writes to these elements for `'a`.
    ///
    /// If a size is 0, `first` may be any pointer, null too.
    ///
    /// # Errors
    /// When the shape or the strides reach further than memory does:
    /// `from_raw_parts: [4, 4611686018427387904]: more elements than memory can address`.
    ///
    /// numpy: `lib.stride_tricks.as_strided`; ndarray: `ArrayView::from_shape_ptr`.
    pub unsafe fn from_raw_parts(
        first: *const T,
        shape: [usize; R],
        strides: [isize; R],
    ) -> Result<Self, ShapeError> {
        let (layout, extent) = layout_around("from_raw_parts", shape, strides, size_of::<T>())?;
        let start = start_of(first.cast_mut(), &layout);
        // SAFETY: the caller's promise, for the elements that the layout selects; no others are read.
        let span = unsafe { Span::from_raw(start, extent) };
        Ok(TensorView::new(span, layout))
    }
}

impl<'a, T, const R: usize> TensorViewMut<'a, T, R> {
    /// Borrows elements as a mutable view by the address of the first one, shape and strides; copies no element.
    ///
    /// As [`TensorView::from_raw_parts`], except that no two indices may share an element.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let mut samples = [1, 10, 2, 20];
    /// let first = &raw mut samples[1];
    /// // SAFETY: both indices select elements of `samples`, which nothing else reaches while the view lives.
    /// unsafe { TensorViewMut::from_raw_parts_mut(first, [2], [2]) }?.fill(0);
    /// assert_eq!(samples, [1, 0, 2, 0]);
    /// # Ok::<(), ShapeError>(())
    /// ```
    ///
    /// # Safety
    /// - Each index selects an aligned, initialised `T`, and all of them lie in one allocation, which lives for `'a`.
    /// - Nothing else reads or writes these elements for `'a`.
    ///
    /// If a size is 0, `first` may be any pointer, null too.
    ///
    /// # Errors
    /// As [`TensorView::from_raw_parts`], and when two indices may share an element:
    /// `from_raw_parts_mut: [3, 3]: two indices may share an element`.
    ///
    /// ndarray: `ArrayViewMut::from_shape_ptr`.
    pub unsafe fn from_raw_parts_mut(
        first: *mut T,
        shape: [usize; R],
        strides: [isize; R],
    ) -> Result<Self, ShapeError> {
        let operation = "from_raw_parts_mut";
        let (layout, extent) = layout_around(operation, shape, strides, size_of::<T>())?;
        if !layout.is_disjoint() {
            return Err(ShapeError::new(operation, &[&shape], ErrorKind::Overlap));
        }
        let start = start_of(first, &layout);
        // SAFETY: the caller's promise, for the elements that the layout selects; no others are reached.
        let span = unsafe { SpanMut::from_raw(start, extent) };
        Ok(TensorViewMut::new(span, layout))
    }
}

impl<T, const R: usize> Tensor<T, R> {
    /// Makes a tensor of memory that belongs to a foreign owner, by the address of the first element, shape and
    /// strides; copies no element.
    ///
    /// As [`from_owner_strided`](Tensor::from_owner_strided), for an owner that gives no slice: elements that no
    /// index selects need not be initialised, and others may write them. `first` is the address of the element at
    /// `[0, .., 0]`, whatever the signs of the strides are. The owner is dropped with the last tensor that owns the
    /// buffer, and at once if there is an error. The memory is read-only: the first write
    /// [copies](Tensor#clone-and-copy-on-write).
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let owner = vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    /// let first = owner.as_ptr();
    /// // SAFETY: all indices select elements of the vector, which lives in the tensor and is not written.
    /// let m = unsafe { Tensor::from_raw_parts_with_owner(first, [2, 3], [1, 2], owner) }?;
    /// assert_eq!(m, tensor![[1.0, 3.0, 5.0], [2.0, 4.0, 6.0]]);
    /// assert_eq!(m.as_ptr(), first);
    /// # Ok::<(), ShapeError>(())
    /// ```
    ///
    /// # Safety
    /// - Each index selects an aligned, initialised `T`, and all of them lie in one allocation, which lives until
    ///   the owner is dropped.
    /// - Nothing writes to these elements while a method of a tensor over them reads them or a view borrows them.
    ///   Such tensors show what is written in between.
    ///
    /// If a size is 0, `first` may be any pointer, null too.
    ///
    /// # Errors
    /// When the shape or the strides reach further than memory does, as
    /// [`from_raw_parts`](TensorView::from_raw_parts).
    ///
    /// numpy: `lib.stride_tricks.as_strided`; torch: `from_blob`.
    #[doc(alias("from_blob", "as_strided"))]
    pub unsafe fn from_raw_parts_with_owner<O: Send + 'static>(
        first: *const T,
        shape: [usize; R],
        strides: [isize; R],
        owner: O,
    ) -> Result<Self, ShapeError> {
        let operation = "from_raw_parts_with_owner";
        let (layout, extent) = layout_around(operation, shape, strides, size_of::<T>())?;
        let start = start_of(first.cast_mut(), &layout);
        // SAFETY: the caller's promise, for the elements that the layout selects; no others are read.
        let shared = unsafe { Shared::from_raw_owner(owner, start, extent) };
        Ok(Tensor::new(shared, layout))
    }
}

/// The layout whose lowest element has offset 0, and the number of elements from there to the highest.
fn layout_around<const R: usize>(
    operation: &'static str,
    shape: [usize; R],
    strides: [isize; R],
    element_size: usize,
) -> Result<(Layout<R>, usize), ShapeError> {
    let too_large = || ShapeError::new(operation, &[&shape], ErrorKind::TooLarge);
    if shape.contains(&0) {
        return Ok((Layout::strided_in(operation, shape, strides, 0, element_size)?, 0));
    }
    let (mut below, mut above) = (0usize, 0usize);
    for (&size, stride) in shape.iter().zip(strides) {
        let distance = stride.unsigned_abs().checked_mul(size - 1).ok_or_else(too_large)?;
        let side = if stride < 0 { &mut below } else { &mut above };
        *side = side.checked_add(distance).ok_or_else(too_large)?;
    }
    let extent = below.checked_add(above).and_then(|last| last.checked_add(1));
    let bytes = extent.and_then(|extent| extent.checked_mul(element_size.max(1)));
    match (extent, bytes) {
        (Some(extent), Some(bytes)) if isize::try_from(bytes).is_ok() => {
            Ok((Layout::strided_in(operation, shape, strides, below, element_size)?, extent))
        }
        _ => Err(too_large()),
    }
}

/// The lowest of the elements that a layout selects, by the address of its first one.
fn start_of<T, const R: usize>(first: *mut T, layout: &Layout<R>) -> NonNull<T> {
    if layout.is_empty() {
        return NonNull::dangling();
    }
    NonNull::new(first.wrapping_sub(layout.offset())).expect("elements do not lie at address 0")
}
