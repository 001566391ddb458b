//! Who owns the elements, and for how long they may be reached.
//!
//! `shared.rs` has [`Shared`], the counted buffer of an owned tensor; `borrowed.rs` has [`Ref`] and
//! [`Mut`], the borrows behind `TensorView` and `TensorViewMut`; `cache.rs` keeps large freed buffers,
//! `pages.rs` advises the system about them. Only here is memory freed or counted. It knows layouts
//! only as far as splitting an exclusive borrow needs them; loops over elements belong to `kernels/`.
//!
//! # Invariants of every storage
//!
//! 1. `start()` is aligned and valid for `extent()` initialised elements, all within one
//!    allocation of at most `isize::MAX` bytes, for as long as the storage lives.
//! 2. While a [`Ref`] lives, nothing writes to the elements that tensors over it reach.
//! 3. While a [`Mut`] lives, nothing else reads or writes the elements that its tensor reaches. Two
//!    `Mut` may span the same memory (column halves, lanes): then their layouts select disjoint
//!    elements of one layout that was proved free of overlap, and view operations only ever select
//!    subsets, so they stay disjoint.
//! 4. The elements of a [`Shared`] are written only through [`Shared::exclusive`], which answers
//!    only when this handle is the last one and the buffer is not read-only.
#![allow(unsafe_code)]

mod borrowed;
#[cfg(feature = "std")]
mod cache;
pub(crate) mod pages;
mod shared;

pub use borrowed::{Mut, Ref};
#[cfg(feature = "std")]
pub use cache::{cache_memory, clear_cache, set_cache_limit};
#[cfg(feature = "std")]
pub(crate) use cache::{give, take};
pub use shared::Shared;

use crate::layout::{Layout, Order};
use core::ptr::NonNull;

/// Without std there is no lock, and so nothing is kept.
#[cfg(not(feature = "std"))]
pub(crate) fn take<T>(_len: usize) -> Option<alloc::vec::Vec<T>> {
    None
}

#[cfg(not(feature = "std"))]
pub(crate) fn give<T>(elements: alloc::vec::Vec<T>) {
    drop(elements);
}

mod sealed {
    /// Storages promise the module's invariants, so nobody else may add one.
    pub trait Sealed {}
    impl<T> Sealed for super::Shared<T> {}
    impl<T> Sealed for super::Ref<'_, T> {}
    impl<T> Sealed for super::Mut<'_, T> {}
}

/// Names what holds the elements of a tensor: [`Shared`], [`Ref`] or [`Mut`].
///
/// Functions that read take `&Tensor<T, R, S>` with `S: Storage<Elem = T>`, and so accept owned
/// tensors and views alike. (With `S: Storage` alone the methods are not found, for the elements of
/// `S` could be others than `T`.)
///
/// ```
/// use holor::prelude::*;
///
/// fn range<S: Storage<Elem = f32>, const R: usize>(x: &Tensor<f32, R, S>) -> f32 {
///     x.max(All).item() - x.min(All).item()
/// }
/// let t = tensor![[1.0, 5.0], [2.0, 3.0]];
/// assert_eq!(range(&t), 4.0);
/// assert_eq!(range(&t.index_axis(Axis::<0>, 1)), 1.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not hold the elements of a tensor",
    note = "a tensor's storage is `Shared<T>` (owned), `Ref<'_, T>` (view) or `Mut<'_, T>` (mutable view)"
)]
pub trait Storage: sealed::Sealed {
    /// The type of the elements.
    type Elem;

    /// What `Debug` calls a tensor over this storage.
    #[doc(hidden)]
    const TENSOR: &'static str;

    /// The first element of the buffer, whichever elements a layout selects from it.
    #[doc(hidden)]
    fn start(&self) -> NonNull<Self::Elem>;

    /// How many elements the buffer holds from there on.
    #[doc(hidden)]
    fn extent(&self) -> usize;

    /// The owner, where the storage owns at all.
    #[doc(hidden)]
    #[inline]
    fn as_shared(&self) -> Option<&Shared<Self::Elem>> {
        None
    }

    /// A further owner of the same buffer, where the storage owns at all.
    #[doc(hidden)]
    #[inline]
    fn counted(&self) -> Option<Shared<Self::Elem>> {
        self.as_shared().cloned()
    }

    /// The buffer as an owner, where the storage owns at all.
    #[doc(hidden)]
    #[inline]
    fn into_shared(self) -> Result<Shared<Self::Elem>, Self>
    where
        Self: Sized,
    {
        Err(self)
    }

    /// Whether the storage is the only owner of memory that may be written.
    #[doc(hidden)]
    #[inline]
    fn is_sole_owner(&mut self) -> bool {
        false
    }

    /// The element at `offset`, if the buffer reaches that far.
    #[doc(hidden)]
    #[inline]
    fn element(&self, offset: usize) -> Option<&Self::Elem> {
        if offset >= self.extent() {
            return None;
        }
        // SAFETY: `offset < extent()`, so the element is in bounds (invariant 1).
        let element = unsafe { self.start().add(offset) };
        // SAFETY: initialised (invariant 1), and no writer is alive while `&self` is (invariants 2
        // to 4).
        Some(unsafe { element.as_ref() })
    }

    /// The elements of a contiguous layout as one slice, in its order.
    ///
    /// `layout` is the one of the tensor that holds this storage.
    #[doc(hidden)]
    #[inline]
    fn run<const R: usize>(&self, layout: &Layout<R>, order: Order) -> Option<&[Self::Elem]> {
        if !layout.is_contiguous_in(order) || !layout.fits(self.extent()) {
            return None;
        }
        if layout.is_empty() {
            return Some(&[]);
        }
        let start = self.start().as_ptr();
        // SAFETY: the layout fits the buffer, so its offset is in bounds (invariant 1).
        let first = unsafe { start.add(layout.offset()) };
        // SAFETY: a contiguous layout selects each of the `len` elements from its offset on; they
        // are in bounds, initialised (invariant 1) and not written while `&self` is alive
        // (invariants 2 to 4).
        Some(unsafe { core::slice::from_raw_parts(first, layout.len()) })
    }
}

/// Names the storages that may be read through several tensors at once: [`Shared`] and [`Ref`].
///
/// Their view methods take `&self`. A mutable view is exclusive; its view methods consume it.
#[diagnostic::on_unimplemented(
    message = "a mutable view is exclusive: it cannot be repeated, windowed or cloned",
    label = "not possible on a mutable view",
    note = "call `.view()` first to read from it"
)]
pub trait Share: Storage + Clone {}
#[diagnostic::do_not_recommend]
impl<T> Share for Shared<T> {}
#[diagnostic::do_not_recommend]
impl<T> Share for Ref<'_, T> {}
