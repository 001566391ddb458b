//! [`Ref`] and [`Mut`]: a borrow of elements as a pointer and an extent.
//!
//! They are not `&[T]` and `&mut [T]`: a tensor over them may reach every second element while
//! another one reaches the rest, and a reference would claim the span of both.

use super::Storage;
use crate::error::ShapeError;
use crate::layout::{Layout, Order};
use core::marker::PhantomData;
use core::ptr::NonNull;

/// Borrows the elements of a [`TensorView`](crate::TensorView).
pub struct Ref<'a, T> {
    start: NonNull<T>,
    extent: usize,
    borrows: PhantomData<&'a [T]>,
}

/// Borrows the elements of a [`TensorViewMut`](crate::TensorViewMut), exclusively.
pub struct Mut<'a, T> {
    start: NonNull<T>,
    extent: usize,
    borrows: PhantomData<&'a mut [T]>,
}

// SAFETY: gives `&T` only, as `&[T]` does.
unsafe impl<T: Sync> Send for Ref<'_, T> {}
// SAFETY: as above.
unsafe impl<T: Sync> Sync for Ref<'_, T> {}
// SAFETY: exclusive access to the elements it reaches, as `&mut [T]` has.
unsafe impl<T: Send> Send for Mut<'_, T> {}
// SAFETY: through `&Mut` elements are only read, as through `&&mut [T]`.
unsafe impl<T: Sync> Sync for Mut<'_, T> {}

impl<T> Clone for Ref<'_, T> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Ref<'_, T> {}

impl<'a, T> Ref<'a, T> {
    /// Borrows a slice.
    #[inline]
    pub(crate) fn from_slice(elements: &'a [T]) -> Self {
        Ref { start: NonNull::from(elements).cast(), extent: elements.len(), borrows: PhantomData }
    }

    /// Borrows what another storage holds, for as long as that storage is borrowed.
    #[inline]
    pub(crate) fn from_storage<S: Storage<Elem = T>>(storage: &'a S) -> Self {
        Ref { start: storage.start(), extent: storage.extent(), borrows: PhantomData }
    }
}

impl<'a, T> Mut<'a, T> {
    /// Borrows a slice.
    #[inline]
    pub(crate) fn from_slice(elements: &'a mut [T]) -> Self {
        let extent = elements.len();
        Mut { start: NonNull::from(elements).cast(), extent, borrows: PhantomData }
    }

    /// # Safety
    /// The `extent` elements from `start` are initialised, and for `'a` nothing else reaches those
    /// that the caller will select.
    #[inline]
    pub(crate) unsafe fn from_raw(start: NonNull<T>, extent: usize) -> Self {
        Mut { start, extent, borrows: PhantomData }
    }

    /// Lends the same elements for a shorter time.
    #[inline]
    pub(crate) fn reborrow(&mut self) -> Mut<'_, T> {
        Mut { start: self.start, extent: self.extent, borrows: PhantomData }
    }

    /// Gives up writing: the rest of the borrow only reads.
    #[inline]
    pub(crate) fn into_ref(self) -> Ref<'a, T> {
        Ref { start: self.start, extent: self.extent, borrows: PhantomData }
    }

    /// The element at `offset`, for writing, if the buffer reaches that far.
    ///
    /// The layout of the tensor that holds this borrow selects it.
    #[inline]
    pub(crate) fn into_element(self, offset: usize) -> Option<&'a mut T> {
        if offset >= self.extent {
            return None;
        }
        // SAFETY: in bounds by the check.
        let mut element = unsafe { self.start.add(offset) };
        // SAFETY: initialised and ours alone for `'a` by invariants 1 and 3.
        Some(unsafe { element.as_mut() })
    }

    /// The elements of a contiguous layout as one slice, in its order.
    ///
    /// `layout` is the one of the tensor that holds this borrow.
    #[inline]
    pub(crate) fn into_run<const R: usize>(
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
        // are initialised (invariant 1) and ours alone for `'a` (invariant 3).
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
        let twin = Mut { start: self.start, extent: self.extent, borrows: PhantomData };
        Ok([(self, first), (twin, second)])
    }
}

impl<T> Storage for Ref<'_, T> {
    type Elem = T;
    const TENSOR: &'static str = "TensorView";

    #[inline]
    fn start(&self) -> NonNull<T> {
        self.start
    }

    #[inline]
    fn extent(&self) -> usize {
        self.extent
    }
}

impl<T> Storage for Mut<'_, T> {
    type Elem = T;
    const TENSOR: &'static str = "TensorViewMut";

    #[inline]
    fn start(&self) -> NonNull<T> {
        self.start
    }

    #[inline]
    fn extent(&self) -> usize {
        self.extent
    }
}
