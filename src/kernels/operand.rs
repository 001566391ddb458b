//! The gate: (span, layout) in, proved operand out.

use crate::layout::Layout;
pub(super) use crate::storage::outside;
use crate::storage::{Span, SpanMut};
use core::marker::PhantomData;
use core::mem::MaybeUninit;

/// Elements to read: at every index of the layout there is an initialised one.
pub struct Source<'a, T, const R: usize> {
    /// The element at index zero; of an empty operand, never to be used.
    zero: *const T,
    layout: Layout<R>,
    reads: PhantomData<&'a T>,
}

/// Elements to change: initialised, and each reached by one index only.
pub struct Sink<'a, T, const R: usize> {
    zero: *mut T,
    layout: Layout<R>,
    writes: PhantomData<&'a mut T>,
}

/// Places of a fresh row-major result, not yet initialised.
pub(crate) struct Slots<'a, T, const R: usize> {
    zero: *mut MaybeUninit<T>,
    layout: Layout<R>,
    writes: PhantomData<&'a mut MaybeUninit<T>>,
}

impl<T, const R: usize> Clone for Source<'_, T, R> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const R: usize> Copy for Source<'_, T, R> {}

// SAFETY: gives `&T` only.
unsafe impl<T: Sync, const R: usize> Send for Source<'_, T, R> {}
// SAFETY: gives `&T` only.
unsafe impl<T: Sync, const R: usize> Sync for Source<'_, T, R> {}

impl<'a, T, const R: usize> Source<'a, T, R> {
    /// Proves that `layout` stays inside of the buffer.
    #[inline]
    pub(crate) fn new(span: Span<'a, T>, layout: &Layout<R>) -> Self {
        if !layout.fits(span.extent()) {
            outside();
        }
        let start = span.start().as_ptr();
        let zero = if layout.is_empty() {
            start
        } else {
            // SAFETY: the offset is that of index zero, which fits the buffer.
            unsafe { start.add(layout.offset()) }
        };
        Source { zero, layout: *layout, reads: PhantomData }
    }

    /// The address of the element at index zero; not to be used when the operand is empty.
    #[inline]
    pub(crate) fn zero(&self) -> *const T {
        self.zero
    }

    #[inline]
    pub(crate) fn layout(&self) -> &Layout<R> {
        &self.layout
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
        Some(unsafe { core::slice::from_raw_parts(self.zero, self.layout.len()) })
    }
}

impl<'a, T, const R: usize> Sink<'a, T, R> {
    /// Proves that `layout` stays inside of the buffer and never meets itself.
    #[inline]
    pub(crate) fn new(span: SpanMut<'a, T>, layout: &Layout<R>) -> Self {
        if !layout.fits(span.extent()) || !layout.is_disjoint() {
            outside();
        }
        let start = span.start().as_ptr();
        let zero = if layout.is_empty() {
            start
        } else {
            // SAFETY: the offset is that of index zero, which fits the buffer.
            unsafe { start.add(layout.offset()) }
        };
        Sink { zero, layout: *layout, writes: PhantomData }
    }

    /// The address of the element at index zero; not to be used when the operand is empty.
    #[inline]
    pub(crate) fn zero(&self) -> *mut T {
        self.zero
    }

    #[inline]
    pub(crate) fn layout(&self) -> &Layout<R> {
        &self.layout
    }
}

impl<'a, T, const R: usize> Slots<'a, T, R> {
    /// Lays the places of a fresh buffer out by `layout`, which has to be dense and to fill them.
    #[inline]
    pub(crate) fn new(places: &'a mut [MaybeUninit<T>], layout: &Layout<R>) -> Self {
        if layout.len() != places.len() || layout.offset() != 0 || !layout.is_contiguous() {
            outside();
        }
        Slots { zero: places.as_mut_ptr(), layout: *layout, writes: PhantomData }
    }

    /// Selects places of the same buffer by another layout.
    #[inline]
    pub(crate) fn part(self, layout: &Layout<R>) -> Self {
        if !layout.fits(self.layout.len()) || !layout.is_disjoint() {
            outside();
        }
        let zero = if layout.is_empty() {
            self.zero
        } else {
            // SAFETY: the buffer starts at the place of index zero, and the offset fits it.
            unsafe { self.zero.add(layout.offset()) }
        };
        Slots { zero, layout: *layout, writes: PhantomData }
    }

    /// The address of the place at index zero; not to be used when there are none.
    #[cfg(any(feature = "std", feature = "libm"))]
    #[inline]
    pub(crate) fn zero(&self) -> *mut MaybeUninit<T> {
        self.zero
    }
}

/// One operand of the element-wise loop: where it lies, and what the loop does at each element.
pub trait Operand<const R: usize> {
    /// What the operation sees of an element.
    type Item;

    /// What is done at each element.
    type Access: Access<Item = Self::Item>;

    fn layout(&self) -> &Layout<R>;

    #[inline(always)]
    fn shape(&self) -> [usize; R] {
        self.layout().shape()
    }

    #[inline(always)]
    fn strides(&self) -> [isize; R] {
        self.layout().strides()
    }

    /// The address of the element at index zero.
    fn address(&self) -> *mut u8;
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

/// The [`Access`] of a [`Source`].
pub struct Reads<'a, T>(PhantomData<&'a T>);

/// The [`Access`] of a [`Sink`].
pub struct Changes<'a, T>(PhantomData<&'a mut T>);

/// The [`Access`] of [`Slots`].
pub(crate) struct Fills<'a, T>(PhantomData<&'a mut T>);

impl<'a, T> Access for Reads<'a, T> {
    type Element = T;
    type Item = &'a T;
    const READ: bool = true;
    const WRITTEN: bool = false;

    #[inline(always)]
    unsafe fn item(zero: *mut u8, offset: usize) -> &'a T {
        // SAFETY: in bounds by invariant 1.
        let element = unsafe { zero.cast::<T>().add(offset) };
        // SAFETY: initialised by invariant 1.
        unsafe { &*element }
    }
}

impl<'a, T> Access for Changes<'a, T> {
    type Element = T;
    type Item = &'a mut T;
    const READ: bool = true;
    const WRITTEN: bool = true;

    #[inline(always)]
    unsafe fn item(zero: *mut u8, offset: usize) -> &'a mut T {
        // SAFETY: in bounds by invariant 1.
        let element = unsafe { zero.cast::<T>().add(offset) };
        // SAFETY: the only reference to this element by invariants 2 and 3.
        unsafe { &mut *element }
    }
}

impl<'a, T> Access for Fills<'a, T> {
    type Element = T;
    type Item = &'a mut MaybeUninit<T>;
    const READ: bool = false;
    const WRITTEN: bool = true;

    #[inline(always)]
    unsafe fn item(zero: *mut u8, offset: usize) -> &'a mut MaybeUninit<T> {
        // SAFETY: a place of the buffer.
        let place = unsafe { zero.cast::<MaybeUninit<T>>().add(offset) };
        // SAFETY: asked for once (invariants 2 and 3).
        unsafe { &mut *place }
    }
}

macro_rules! operands {
    ($($Operand:ident $Access:ident $Item:ty [$($mutable:tt)*];)+) => { $(
        impl<'a, T, const R: usize> Operand<R> for $Operand<'a, T, R> {
            type Item = $Item;
            type Access = $Access<'a, T>;

            #[inline(always)]
            fn layout(&self) -> &Layout<R> {
                &self.layout
            }

            #[inline(always)]
            fn address(&self) -> *mut u8 {
                self.zero$($mutable)*.cast()
            }
        }
    )+ };
}

operands! {
    Source Reads &'a T [.cast_mut()];
    Sink Changes &'a mut T [];
    Slots Fills &'a mut MaybeUninit<T> [];
}
