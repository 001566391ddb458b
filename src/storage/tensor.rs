//! The four tensor types: what each holds, and how one is borrowed from another.
//!
//! Everything that tensors can do is in `tensor/` and `ops/`; here are the fields, the conversions
//! to [`TensorRef`] and the check before a write.

use super::{Shared, Span, SpanMut};
use crate::layout::Layout;
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ops::{Deref, DerefMut};
use core::panic::{RefUnwindSafe, UnwindSafe};
use core::ptr::{self, NonNull};

/// What the four types have in common: a buffer and the layout of the elements in it.
///
/// `U` is there to make it unsized: `[(); 0]` in the types that are held by value, `[()]` in
/// [`TensorRef`].
pub(crate) struct Part<T, const R: usize, U: ?Sized = [(); 0]> {
    start: NonNull<T>,
    extent: usize,
    layout: Layout<R>,
    #[expect(dead_code, reason = "its type alone matters")]
    tail: U,
}

/// Reads the elements of a tensor of rank `R`, and behind `&mut` writes them, whoever owns them.
///
/// [`Tensor`], [`TensorView`] and [`TensorViewMut`] dereference to it, as `Vec<T>` and boxed slices
/// dereference to `[T]`. It is only ever used behind a reference.
//
// Unsized, so that it is never held by value: two `&mut TensorRef` cannot be swapped or assigned,
// which would move a buffer out from under its owner.
#[repr(transparent)]
pub struct TensorRef<T, const R: usize>(Part<T, R, [()]>);

/// Owns elements of type `T` along `R` axes; the rank `R` is part of the type.
pub struct Tensor<T, const R: usize> {
    part: Part<T, R>,
    shared: Shared<T>,
}

/// Borrows the elements of a tensor, a slice or foreign memory, for reading.
pub struct TensorView<'a, T, const R: usize> {
    part: Part<T, R>,
    borrows: PhantomData<&'a [T]>,
}

/// Borrows elements for writing: nothing else reaches them meanwhile, and no two indices share one.
pub struct TensorViewMut<'a, T, const R: usize> {
    part: Part<T, R>,
    borrows: PhantomData<&'a mut [T]>,
}

// SAFETY: `&TensorRef` gives `&T` only, and `&mut TensorRef` gives `&mut T` only: as `[T]`.
unsafe impl<T: Send, const R: usize> Send for TensorRef<T, R> {}
// SAFETY: as above.
unsafe impl<T: Sync, const R: usize> Sync for TensorRef<T, R> {}
// SAFETY: a part without its owner is an address; whoever owns the elements is `Shared<T>`, which is
// sent as `Arc<[T]>` is.
unsafe impl<T: Send + Sync, const R: usize> Send for Tensor<T, R> {}
// SAFETY: as above.
unsafe impl<T: Send + Sync, const R: usize> Sync for Tensor<T, R> {}
// SAFETY: gives `&T` only, as `&[T]` does (invariant 2).
unsafe impl<T: Sync, const R: usize> Send for TensorView<'_, T, R> {}
// SAFETY: as above.
unsafe impl<T: Sync, const R: usize> Sync for TensorView<'_, T, R> {}
// SAFETY: exclusive access to the elements it selects, as `&mut [T]` has (invariant 3).
unsafe impl<T: Send, const R: usize> Send for TensorViewMut<'_, T, R> {}
// SAFETY: through `&TensorViewMut` elements are only read, as through `&&mut [T]`.
unsafe impl<T: Sync, const R: usize> Sync for TensorViewMut<'_, T, R> {}

// As of `[T]`, `Vec<T>` shared as an `Arc`, `&[T]` and `&mut [T]`.
impl<T: UnwindSafe, const R: usize> UnwindSafe for TensorRef<T, R> {}
impl<T: RefUnwindSafe, const R: usize> RefUnwindSafe for TensorRef<T, R> {}
impl<T: UnwindSafe + RefUnwindSafe, const R: usize> UnwindSafe for Tensor<T, R> {}
impl<T: RefUnwindSafe, const R: usize> RefUnwindSafe for Tensor<T, R> {}
impl<T: RefUnwindSafe, const R: usize> UnwindSafe for TensorView<'_, T, R> {}
impl<T: RefUnwindSafe, const R: usize> RefUnwindSafe for TensorView<'_, T, R> {}
impl<T: RefUnwindSafe, const R: usize> RefUnwindSafe for TensorViewMut<'_, T, R> {}

impl<T, const R: usize> Part<T, R> {
    /// Proves that the layout stays inside of the buffer (invariant 6): elements are then reached by
    /// any index inside of the shape.
    #[inline(always)]
    fn new(start: NonNull<T>, extent: usize, layout: Layout<R>) -> Self {
        if !layout.fits(extent) {
            outside();
        }
        Part { start, extent, layout, tail: [] }
    }

    #[inline(always)]
    fn as_tensor(&self) -> &TensorRef<T, R> {
        let part: &Part<T, R, [()]> = self;
        // SAFETY: `TensorRef` is a transparent wrapper of the part.
        unsafe { &*(ptr::from_ref(part) as *const TensorRef<T, R>) }
    }

    #[inline(always)]
    fn as_tensor_mut(&mut self) -> &mut TensorRef<T, R> {
        let part: &mut Part<T, R, [()]> = self;
        // SAFETY: as above.
        unsafe { &mut *(ptr::from_mut(part) as *mut TensorRef<T, R>) }
    }
}

#[cold]
#[inline(never)]
pub(crate) fn outside() -> ! {
    unreachable!(
        "a tensor's layout reaches outside of its buffer or overlaps itself: a bug in holor"
    )
}

impl<T, const R: usize> TensorRef<T, R> {
    /// The element at an index, if it is inside of the shape.
    #[inline(always)]
    pub(crate) fn element(&self, index: [usize; R]) -> Option<&T> {
        let offset = self.0.layout.offset_of(index)?;
        // SAFETY: in bounds, for the layout fits the buffer (invariant 6).
        let element = unsafe { self.0.start.add(offset) };
        // SAFETY: initialised (invariant 1) and not written while the tensor is borrowed (invariant 2).
        Some(unsafe { element.as_ref() })
    }

    /// The element at an index for writing, if it is inside of the shape.
    #[inline(always)]
    pub(crate) fn element_mut(&mut self, index: [usize; R]) -> Option<&mut T> {
        let offset = self.0.layout.offset_of(index)?;
        // SAFETY: in bounds, for the layout fits the buffer (invariant 6).
        let mut element = unsafe { self.0.start.add(offset) };
        // SAFETY: initialised (invariant 1) and reached by nothing else while the tensor is borrowed for
        // writing (invariants 3 and 4).
        Some(unsafe { element.as_mut() })
    }

    #[inline(always)]
    pub(crate) fn layout(&self) -> &Layout<R> {
        &self.0.layout
    }

    /// The buffer, for as long as the tensor is borrowed.
    #[inline(always)]
    pub(crate) fn span(&self) -> Span<'_, T> {
        // SAFETY: whoever holds this reference has the tensor borrowed, so that its buffer lives
        // (invariant 1) and nothing writes to its elements (invariant 2).
        unsafe { Span::from_raw(self.0.start, self.0.extent) }
    }

    /// The buffer for writing, for as long as the tensor is borrowed.
    #[inline(always)]
    pub(crate) fn span_mut(&mut self) -> SpanMut<'_, T> {
        // SAFETY: an exclusive reference is given by a `TensorViewMut`, which is exclusive itself, and
        // by a `Tensor` that is the only owner of its buffer (invariants 3 and 4).
        unsafe { SpanMut::from_raw(self.0.start, self.0.extent) }
    }
}

impl<T, const R: usize> Tensor<T, R> {
    /// Owns a buffer under a layout that selects among its elements.
    #[inline]
    pub(crate) fn new(shared: Shared<T>, layout: Layout<R>) -> Self {
        if !layout.is_disjoint() {
            // Invariant 5: a count, so that the layout is looked at again before a write.
            shared.count();
        }
        Tensor { part: Part::new(shared.start(), shared.len(), layout), shared }
    }

    /// Owns a result: `elements` in the order of `layout`, which is dense.
    #[inline]
    pub(crate) fn owned(elements: Vec<T>, layout: Layout<R>) -> Self {
        debug_assert!(layout.fits(elements.len()) && layout.is_disjoint());
        let shared = Shared::from_vec(elements);
        Tensor { part: Part::new(shared.start(), shared.len(), layout), shared }
    }

    /// Takes the owner and the layout apart.
    #[inline]
    pub(crate) fn into_parts(self) -> (Shared<T>, Layout<R>) {
        (self.shared, self.part.layout)
    }

    #[inline]
    pub(crate) fn shared(&self) -> &Shared<T> {
        &self.shared
    }

    /// Whether this tensor is the only owner of elements that may be written, no two indices of
    /// which share one.
    #[inline(always)]
    pub(crate) fn is_exclusive(&mut self) -> bool {
        !self.shared.is_counted() || self.regain()
    }

    #[cold]
    #[inline(never)]
    fn regain(&mut self) -> bool {
        self.part.layout.is_disjoint() && self.shared.drop_count()
    }

    /// The elements for writing, if nothing has to be copied before.
    #[inline(always)]
    pub(crate) fn exclusive(&mut self) -> Option<&mut TensorRef<T, R>> {
        if self.is_exclusive() { Some(self.part.as_tensor_mut()) } else { None }
    }

    /// The elements for writing; `copy` makes a tensor of its own where others could see the write.
    #[inline(always)]
    pub(crate) fn exclusive_or_copied(
        &mut self,
        copy: impl FnOnce(&TensorRef<T, R>) -> Tensor<T, R>,
    ) -> &mut TensorRef<T, R> {
        if !self.is_exclusive() {
            let mut copied = copy(self);
            assert!(!copied.shared.is_counted(), "a copy has one owner");
            *self = copied;
        }
        self.part.as_tensor_mut()
    }
}

impl<'a, T, const R: usize> TensorView<'a, T, R> {
    /// Borrows elements of a buffer by a layout that selects among them.
    #[inline]
    pub(crate) fn new(span: Span<'a, T>, layout: Layout<R>) -> Self {
        TensorView { part: Part::new(span.start(), span.extent(), layout), borrows: PhantomData }
    }

    /// Takes the borrow and the layout apart.
    #[inline]
    pub(crate) fn into_parts(self) -> (Span<'a, T>, Layout<R>) {
        // SAFETY: the part is that of a span of the same lifetime.
        (unsafe { Span::from_raw(self.part.start, self.part.extent) }, self.part.layout)
    }
}

impl<'a, T, const R: usize> TensorViewMut<'a, T, R> {
    /// Borrows elements of a buffer by a layout that selects among them, each once.
    #[inline]
    pub(crate) fn new(span: SpanMut<'a, T>, layout: Layout<R>) -> Self {
        TensorViewMut { part: Part::new(span.start(), span.extent(), layout), borrows: PhantomData }
    }

    /// Takes the borrow and the layout apart.
    #[inline]
    pub(crate) fn into_parts(self) -> (SpanMut<'a, T>, Layout<R>) {
        // SAFETY: the part is that of a span of the same lifetime, and this view is gone.
        (unsafe { SpanMut::from_raw(self.part.start, self.part.extent) }, self.part.layout)
    }
}

macro_rules! derefs {
    ($([$($lifetime:tt)?] $Tensor:ty;)+) => { $(
        impl<$($lifetime,)? T, const R: usize> Deref for $Tensor {
            type Target = TensorRef<T, R>;

            #[inline(always)]
            fn deref(&self) -> &TensorRef<T, R> {
                self.part.as_tensor()
            }
        }
    )+ };
}

derefs! {
    [] Tensor<T, R>;
    ['a] TensorView<'a, T, R>;
    ['a] TensorViewMut<'a, T, R>;
}

impl<T, const R: usize> DerefMut for TensorViewMut<'_, T, R> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut TensorRef<T, R> {
        self.part.as_tensor_mut()
    }
}

impl<T, const R: usize> Clone for Part<T, R> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const R: usize> Copy for Part<T, R> {}

impl<T, const R: usize> Clone for Tensor<T, R> {
    /// Makes another owner of the same elements; nothing is copied until one of them is changed.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let a = tensor![1, 2, 3];
    /// let mut b = a.clone();
    /// assert!(a.shares_memory_with(&b));
    /// b[[0]] = 9; // copies first
    /// assert_eq!((a[[0]], b[[0]]), (1, 9));
    /// ```
    #[inline]
    fn clone(&self) -> Self {
        Tensor { part: self.part, shared: self.shared.clone() }
    }
}

impl<T, const R: usize> Clone for TensorView<'_, T, R> {
    /// Copies the borrow, not the elements.
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const R: usize> Copy for TensorView<'_, T, R> {}
