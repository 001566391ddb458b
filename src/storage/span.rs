//! [`Span`] and [`SpanMut`]: a borrow of elements as a pointer, an extent and a lifetime.
//!
//! They are not `&[T]` and `&mut [T]`: a tensor over them may reach every second element while
//! another one reaches the rest, and a slice would claim all of them.

use crate::error::ShapeError;
use crate::layout::{Layout, Order};
use core::marker::PhantomData;
use core::ptr::NonNull;

/// Borrows elements for reading.
pub(crate) struct Span<'a, T> {
    start: NonNull<T>,
    extent: usize,
    borrows: PhantomData<&'a [T]>,
}

/// Borrows elements for writing.
pub(crate) struct SpanMut<'a, T> {
    start: NonNull<T>,
    extent: usize,
    borrows: PhantomData<&'a mut [T]>,
}

// SAFETY: gives `&T` only, as `&[T]` does (invariant 2).
unsafe impl<T: Sync> Send for Span<'_, T> {}
// SAFETY: as above.
unsafe impl<T: Sync> Sync for Span<'_, T> {}
// SAFETY: exclusive access to the elements it reaches, as `&mut [T]` has (invariant 3).
unsafe impl<T: Send> Send for SpanMut<'_, T> {}
// SAFETY: through `&SpanMut` elements are only read, as through `&&mut [T]` (invariant 3).
unsafe impl<T: Sync> Sync for SpanMut<'_, T> {}

impl<T> Clone for Span<'_, T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Span<'_, T> {}

impl<'a, T> Span<'a, T> {
    /// Borrows a slice.
    #[inline]
    pub(crate) fn from_slice(elements: &'a [T]) -> Self {
        Span { start: NonNull::from(elements).cast(), extent: elements.len(), borrows: PhantomData }
    }

    /// # Safety
    /// Invariants 1 and 2 hold for `'a`.
    #[inline(always)]
    pub(super) unsafe fn from_raw(start: NonNull<T>, extent: usize) -> Self {
        Span { start, extent, borrows: PhantomData }
    }

    /// The first element of the buffer, whichever elements a layout selects from it.
    #[inline(always)]
    pub(crate) fn start(&self) -> NonNull<T> {
        self.start
    }

    /// The number of elements of the buffer.
    #[inline(always)]
    pub(crate) fn extent(&self) -> usize {
        self.extent
    }

    /// The element at `offset`, if the buffer reaches that far.
    #[inline]
    pub(crate) fn element(self, offset: usize) -> Option<&'a T> {
        if offset >= self.extent {
            return None;
        }
        // SAFETY: `offset < extent`, so the element is in bounds (invariant 1).
        let element = unsafe { self.start.add(offset) };
        // SAFETY: initialised (invariant 1) and not written for `'a` (invariant 2).
        Some(unsafe { element.as_ref() })
    }

    /// The elements of a layout that is contiguous in the named order, as one slice.
    #[inline]
    pub(crate) fn run<const R: usize>(self, layout: &Layout<R>, order: Order) -> Option<&'a [T]> {
        if !layout.is_contiguous_in(order) || !layout.fits(self.extent) {
            return None;
        }
        if layout.is_empty() {
            return Some(&[]);
        }
        // SAFETY: the layout fits the buffer, so its offset is in bounds (invariant 1).
        let first = unsafe { self.start.add(layout.offset()) };
        // SAFETY: a contiguous layout selects each of the `len` elements from its offset on; they
        // are in bounds, initialised (invariant 1) and not written for `'a` (invariant 2).
        Some(unsafe { core::slice::from_raw_parts(first.as_ptr(), layout.len()) })
    }
}

impl<'a, T> SpanMut<'a, T> {
    /// Borrows a slice.
    #[inline]
    pub(crate) fn from_slice(elements: &'a mut [T]) -> Self {
        let extent = elements.len();
        SpanMut { start: NonNull::from(elements).cast(), extent, borrows: PhantomData }
    }

    /// # Safety
    /// Invariant 1 holds for `'a`, and nothing else reaches the elements that the caller will select
    /// (invariant 3).
    #[inline(always)]
    pub(crate) unsafe fn from_raw(start: NonNull<T>, extent: usize) -> Self {
        SpanMut { start, extent, borrows: PhantomData }
    }

    /// The first element of the buffer, whichever elements a layout selects from it.
    #[inline(always)]
    pub(crate) fn start(&self) -> NonNull<T> {
        self.start
    }

    /// The number of elements of the buffer.
    #[inline(always)]
    pub(crate) fn extent(&self) -> usize {
        self.extent
    }

    /// Gives up writing: the rest of the borrow only reads.
    #[inline]
    pub(crate) fn into_span(self) -> Span<'a, T> {
        Span { start: self.start, extent: self.extent, borrows: PhantomData }
    }

    /// The elements of a layout that is contiguous in the named order, as one slice.
    ///
    /// `layout` is the one of the tensor that holds this borrow.
    #[inline]
    pub(crate) fn run<const R: usize>(
        self,
        layout: &Layout<R>,
        order: Order,
    ) -> Option<&'a mut [T]> {
        if !layout.is_contiguous_in(order) || !layout.fits(self.extent) {
            return None;
        }
        if layout.is_empty() {
            return Some(&mut []);
        }
        // SAFETY: the layout fits the buffer, so its offset is in bounds (invariant 1).
        let first = unsafe { self.start.add(layout.offset()) };
        // SAFETY: a contiguous layout selects each of the `len` elements from its offset on; they
        // are initialised (invariant 1) and reached by nothing else for `'a` (invariant 3).
        Some(unsafe { core::slice::from_raw_parts_mut(first.as_ptr(), layout.len()) })
    }

    /// Splits an exclusive borrow in two along an axis: disjoint by element, though the memory
    /// they span may interleave.
    pub(crate) fn split_at<const R: usize>(
        self,
        layout: &Layout<R>,
        axis: usize,
        middle: usize,
    ) -> Result<[(Self, Layout<R>); 2], ShapeError> {
        let (first, second) =
            layout.split_at(axis, middle).map_err(|error| error.during("split_at_mut"))?;
        assert!(layout.is_disjoint(), "a mutable layout is free of overlap");
        // Invariant 3: `first` and `second` select disjoint indices of `layout`, and no two of
        // its indices share an element.
        let twin = SpanMut { start: self.start, extent: self.extent, borrows: PhantomData };
        Ok([(self, first), (twin, second)])
    }
}
