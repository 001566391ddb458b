//! [`UninitVec`]: the buffer of a result while it is being written.

use super::operand::Slots;
use crate::layout::Layout;
use crate::storage::pages::{HUGE_PAGE, KEPT, make_huge, make_huge_anew};
use crate::storage::take;
use alloc::{vec, vec::Vec};
use core::mem::{MaybeUninit, needs_drop};
use num_traits::Zero;

/// A row-major buffer that knows what of it is initialised.
///
/// Elements that need dropping are written in row-major order and counted one by one, so that a
/// panicking operation drops exactly those. Others are not counted, and may come in any order.
pub(crate) struct UninitVec<T> {
    elements: Vec<T>,
    /// How many leading elements are initialised and need dropping.
    written: usize,
}

impl<T> UninitVec<T> {
    #[inline]
    pub(crate) fn with_len(len: usize) -> Self {
        UninitVec { elements: with_capacity(len), written: 0 }
    }

    /// The places to write to and the count to keep (see [`count`]).
    #[inline]
    pub(crate) fn slots<const R: usize>(
        &mut self,
        layout: &Layout<R>,
    ) -> (Slots<'_, T, R>, &mut usize) {
        let (places, written) = self.places(layout.len());
        (Slots::new(places, layout), written)
    }

    /// The first `len` places and the count to keep.
    #[inline]
    pub(crate) fn places(&mut self, len: usize) -> (&mut [MaybeUninit<T>], &mut usize) {
        (&mut self.elements.spare_capacity_mut()[..len], &mut self.written)
    }

    /// Returns the finished elements.
    ///
    /// # Safety
    /// The first `len` places are all written.
    #[inline]
    pub(crate) unsafe fn finish(mut self, len: usize) -> Vec<T> {
        self.written = 0;
        let mut elements = core::mem::take(&mut self.elements);
        // SAFETY: by the caller's promise; `len` places were asked for.
        unsafe { elements.set_len(len) };
        elements
    }
}

/// Takes a buffer that was freed before, or allocates and asks for huge pages where there is a lot
/// to write.
///
/// The first write to a page is a page fault, in which the system clears it: with pages of 4 KiB
/// that takes longer than most operations on what is in them (3 GB/s instead of 22 with pages of
/// 2 MiB). The allocation itself is an ordinary one.
#[inline]
pub(crate) fn with_capacity<T>(len: usize) -> Vec<T> {
    let bytes = len.saturating_mul(size_of::<T>());
    if bytes < KEPT { Vec::with_capacity(len) } else { large(len, bytes) }
}

#[cold]
fn large<T>(len: usize, bytes: usize) -> Vec<T> {
    take(len).unwrap_or_else(|| {
        let mut elements = Vec::<T>::with_capacity(len);
        if bytes >= 2 * HUGE_PAGE {
            make_huge_anew(elements.as_mut_ptr().cast(), bytes);
        }
        elements
    })
}

/// Makes a vector of equal elements.
pub(crate) fn filled<T: Clone>(element: T, len: usize) -> Vec<T> {
    if len.saturating_mul(size_of::<T>()) < KEPT {
        return vec![element; len]; // elements of no size take no time
    }
    let mut elements = with_capacity(len);
    elements.resize(len, element);
    elements
}

/// Makes a vector of zeros. Many of them the system clears when they are first touched.
pub(crate) fn zeroed<T: Clone + Zero>(len: usize) -> Vec<T> {
    let bytes = len.saturating_mul(size_of::<T>());
    if bytes < 2 * HUGE_PAGE {
        return filled(T::zero(), len);
    }
    let mut elements = vec![T::zero(); len];
    make_huge(elements.as_mut_ptr().cast(), bytes);
    elements
}

impl<T> Drop for UninitVec<T> {
    #[inline]
    fn drop(&mut self) {
        if const { needs_drop::<T>() } && self.written > 0 {
            // SAFETY: the first `written` elements are initialised (invariant 4).
            unsafe { self.elements.set_len(self.written) };
        }
    }
}
