//! The gate: (span, layout) in, proved operand out.

use crate::layout::Layout;
pub(super) use crate::storage::outside;
use crate::storage::{Span, SpanMut};
use core::{marker::PhantomData, mem::MaybeUninit};

/// An operand that was proved: at every index of the layout lies what `A` needs.
pub struct Proved<A, const R: usize> {
    /// The element at index zero; of an empty operand, never to be used.
    zero: *mut u8,
    layout: Layout<R>,
    access: PhantomData<A>,
}

/// Elements to read: at every index of the layout there is an initialised one.
pub(crate) type Source<'a, T, const R: usize> = Proved<Reads<'a, T>, R>;

/// Elements to change: initialised, and each reached by one index only.
pub(crate) type Sink<'a, T, const R: usize> = Proved<Changes<'a, T>, R>;

/// Places of a fresh row-major result, not yet initialised.
pub(crate) type Slots<'a, T, const R: usize> = Proved<Fills<'a, T>, R>;

impl<T, const R: usize> Clone for Source<'_, T, R> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const R: usize> Copy for Source<'_, T, R> {}

// SAFETY: gives `&T` only, of elements that nobody writes meanwhile (invariants 1 and 2).
unsafe impl<T: Sync, const R: usize> Send for Source<'_, T, R> {}
// SAFETY: as above.
unsafe impl<T: Sync, const R: usize> Sync for Source<'_, T, R> {}

/// Proves that a layout stays inside of a buffer and, where it is written, never meets itself.
#[inline]
pub(super) fn prove<const R: usize>(extent: usize, layout: &Layout<R>, written: bool) {
    if !layout.fits(extent) || (written && !layout.is_disjoint()) {
        outside();
    }
}

impl<A: Access, const R: usize> Proved<A, R> {
    #[inline]
    fn prove(start: *mut A::Element, extent: usize, layout: &Layout<R>) -> Self {
        prove(extent, layout, A::WRITTEN);
        let zero = start.wrapping_add(layout.offset()).cast();
        Proved { zero, layout: *layout, access: PhantomData }
    }

    #[inline(always)]
    pub(crate) fn layout(&self) -> &Layout<R> {
        &self.layout
    }

    /// The address of the element at index zero; not to be used when the operand is empty.
    #[inline(always)]
    pub(crate) fn zero(&self) -> *mut A::Element {
        self.zero.cast()
    }
}

impl<'a, T, const R: usize> Source<'a, T, R> {
    /// Proves that `layout` stays inside of the buffer.
    #[inline]
    pub(crate) fn new(span: Span<'a, T>, layout: &Layout<R>) -> Self {
        Self::prove(span.start().as_ptr(), span.extent(), layout)
    }

    /// The elements in row-major order, where they lie so.
    #[inline]
    pub(crate) fn as_slice(&self) -> Option<&'a [T]> {
        if !self.layout.is_contiguous() {
            return None;
        }
        if self.layout.is_empty() {
            return Some(&[]);
        }
        // SAFETY: a contiguous layout reaches exactly the `len` elements from index zero on, all
        // initialised and readable for `'a` (invariant 1).
        Some(unsafe { core::slice::from_raw_parts(self.zero(), self.layout.len()) })
    }
}

impl<'a, T, const R: usize> Sink<'a, T, R> {
    /// Proves that `layout` stays inside of the buffer and never meets itself.
    #[inline]
    pub(crate) fn new(span: SpanMut<'a, T>, layout: &Layout<R>) -> Self {
        Self::prove(span.start().as_ptr(), span.extent(), layout)
    }
}

impl<'a, T, const R: usize> Slots<'a, T, R> {
    /// Lays the places of a fresh buffer out by `layout`, which has to be dense and to fill them.
    #[inline]
    pub(crate) fn new(places: &'a mut [MaybeUninit<T>], layout: &Layout<R>) -> Self {
        if layout.len() != places.len() || layout.offset() != 0 || !layout.is_contiguous() {
            outside();
        }
        Proved { zero: places.as_mut_ptr().cast(), layout: *layout, access: PhantomData }
    }

    /// Selects places of the same buffer by another layout.
    #[inline]
    pub(crate) fn part(self, layout: &Layout<R>) -> Self {
        Self::prove(self.zero(), self.layout.len(), layout)
    }
}

/// What the element-wise loop does at an element. It knows no rank, so that the loop is compiled
/// once for all of them.
pub trait Access {
    type Element;
    /// What the operation sees of an element.
    type Item;
    /// Whether the element is there before.
    const READ: bool;
    /// Whether it may be another one after.
    const WRITTEN: bool;

    /// # Safety
    /// `zero` is the address of an element of the operand, and `offset` elements further is one
    /// too; each is asked for once, and the items do not outlive the operand's lifetime.
    unsafe fn item(zero: *mut u8, offset: usize) -> Self::Item;
}

macro_rules! accesses {
    ($($(#[$attribute:meta])* $visible:vis $Access:ident: $Item:ty, $read:literal, $written:literal,
       |$element:ident| $item:expr;)+) => { $(
        $(#[$attribute])*
        $visible struct $Access<'a, T>(PhantomData<$Item>);

        impl<'a, T> Access for $Access<'a, T> {
            type Element = T;
            type Item = $Item;
            const READ: bool = $read;
            const WRITTEN: bool = $written;

            #[inline(always)]
            unsafe fn item(zero: *mut u8, offset: usize) -> $Item {
                // SAFETY: in bounds by the caller's promise.
                let $element = unsafe { zero.cast::<T>().add(offset) };
                $item
            }
        }
    )+ };
}

accesses! {
    /// The [`Access`] of a [`Source`].
    pub Reads: &'a T, true, false, |element| {
        // SAFETY: initialised by invariant 1.
        unsafe { &*element }
    };
    /// The [`Access`] of a [`Sink`].
    pub Changes: &'a mut T, true, true, |element| {
        // SAFETY: the only reference to this element by invariants 2 and 3.
        unsafe { &mut *element }
    };
    /// The [`Access`] of [`Slots`].
    pub(crate) Fills: &'a mut MaybeUninit<T>, false, true, |element| {
        // SAFETY: the only reference to this place by invariants 2 and 3.
        unsafe { &mut *element.cast::<MaybeUninit<T>>() }
    };
}
