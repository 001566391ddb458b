//! Which of the four tensor types may be sent, shared and kept over a panic: as `[T]`, an `Arc<[T]>`,
//! `&[T]` and `&mut [T]`.

use super::{Tensor, TensorRef, TensorView, TensorViewMut};
use core::panic::{RefUnwindSafe, UnwindSafe};

// SAFETY: `&TensorRef` gives `&T` only, and `&mut TensorRef` gives `&mut T` only, as `[T]` does
// (invariants 2 and 3).
unsafe impl<T: Send, const R: usize> Send for TensorRef<T, R> {}
// SAFETY: as above.
unsafe impl<T: Sync, const R: usize> Sync for TensorRef<T, R> {}
// SAFETY: a part is an address and does not own the elements; the owner is `Shared<T>`, which may
// be sent as `Arc<[T]>` may (invariants 1 and 7).
unsafe impl<T: Send + Sync, const R: usize> Send for Tensor<T, R> {}
// SAFETY: as above.
unsafe impl<T: Send + Sync, const R: usize> Sync for Tensor<T, R> {}
// SAFETY: gives `&T` only, as `&[T]` does (invariant 2).
unsafe impl<T: Sync, const R: usize> Send for TensorView<'_, T, R> {}
// SAFETY: as above.
unsafe impl<T: Sync, const R: usize> Sync for TensorView<'_, T, R> {}
// SAFETY: exclusive access to the elements it selects, as `&mut [T]` has (invariant 3).
unsafe impl<T: Send, const R: usize> Send for TensorViewMut<'_, T, R> {}
// SAFETY: through `&TensorViewMut` elements are only read, as through `&&mut [T]` (invariant 3).
unsafe impl<T: Sync, const R: usize> Sync for TensorViewMut<'_, T, R> {}

// As of `[T]`, `Vec<T>` shared as an `Arc`, `&[T]` and `&mut [T]`.
impl<T: UnwindSafe, const R: usize> UnwindSafe for TensorRef<T, R> {}
impl<T: RefUnwindSafe, const R: usize> RefUnwindSafe for TensorRef<T, R> {}
impl<T: UnwindSafe + RefUnwindSafe, const R: usize> UnwindSafe for Tensor<T, R> {}
impl<T: RefUnwindSafe, const R: usize> RefUnwindSafe for Tensor<T, R> {}
impl<T: RefUnwindSafe, const R: usize> UnwindSafe for TensorView<'_, T, R> {}
impl<T: RefUnwindSafe, const R: usize> RefUnwindSafe for TensorView<'_, T, R> {}
impl<T: RefUnwindSafe, const R: usize> RefUnwindSafe for TensorViewMut<'_, T, R> {}
