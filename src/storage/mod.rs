//! Ownership and borrows of elements.
//!
//! `tensor.rs` has the four tensor types, `shared.rs` the counted buffer of an owned tensor, `span.rs`
//! borrowed buffers, `raw.rs` tensors and views of memory at a pointer, `bytes.rs` elements as bytes; `cache.rs`
//! keeps large freed buffers, `pages.rs` advises the operating system about their pages. `sync.rs` has what threads share,
//! `fork_join.rs` lends memory of a caller to other threads. Only this folder frees
//! memory and counts owners. Loops over elements belong to `kernels/`.
//!
//! # Invariants
//!
//! 1. The start of a [`Span`], a [`SpanMut`] or a [`Shared`] is aligned and valid for `extent`
//!    initialised elements, all within one allocation of at most `isize::MAX` bytes, for as long as
//!    the span or the owner lives.
//! 2. While a [`Span`] lives, nothing writes to the elements that tensors over it reach.
//! 3. While a [`SpanMut`] lives, nothing else reads or writes the elements that its tensor selects.
//!    Two of them may span the same memory (halves of columns, lanes): then their layouts select
//!    disjoint elements of one layout that was proved free of overlap, and view operations only ever
//!    select subsets, so they stay disjoint.
//! 4. The elements of a [`Shared`] are written only through [`Tensor::exclusive`] and
//!    [`Tensor::exclusive_or_copied`], and only while the tensor is the only owner and the buffer is
//!    not read-only.
//! 5. The buffer of a [`Tensor`] whose layout is not provably free of overlap has a count of owners.
//!    So a tensor whose buffer has no count may be written.
//! 6. The layout of a tensor of any type stays inside its buffer. This is checked when a buffer and a
//!    layout meet; a view operation selects a subset of what a checked layout reaches.
//! 7. A control word of a [`Shared`] lives as long as one of the handles that point at it, and counts them.
//!    It is a leaked `Box`, and so is the foreign owner in it.
//! 8. Without a foreign owner, start, length and capacity of a [`Shared`] are those of one `Vec`, and the
//!    last handle alone gives them back. A block of the cache is an allocation of a `Vec` without elements,
//!    which nothing else points at.
//! 9. A type that is [`Bits`] has no padding; bytes that it calls valid, aligned and whole, are elements of it.
//! 10. What a caller lends to helpers is used only by those counted in its `Fork` (`fork_join.rs`), and the
//!     caller goes on, or unwinds, when that is closed and its count is zero.
#![allow(unsafe_code)]

mod auto_traits;
mod bytes;
#[cfg(feature = "std")]
mod cache;
#[cfg(feature = "rayon")]
pub(crate) mod fork_join;
mod owned;
pub(crate) mod pages;
mod raw;
mod shared;
mod span;
pub(crate) mod sync;
mod tensor;

pub(crate) use bytes::Bits;
#[cfg(any(feature = "npy", feature = "safetensors"))]
pub(crate) use bytes::{bytes_of, elements_in, extend_from_bytes};
#[cfg(feature = "std")]
pub use cache::{cache_memory, clear_cache, set_cache_limit};
#[cfg(feature = "std")]
pub(crate) use cache::{give, take};
pub(crate) use shared::Shared;
pub(crate) use span::{Span, SpanMut};
pub use tensor::{Tensor, TensorRef, TensorView, TensorViewMut};

/// Without std there is no lock, so no buffer is kept.
#[cfg(not(feature = "std"))]
pub(crate) fn take<T>(_len: usize) -> Option<alloc::vec::Vec<T>> {
    None
}

#[cfg(not(feature = "std"))]
pub(crate) fn give<T>(elements: alloc::vec::Vec<T>) {
    drop(elements);
}

/// A layout and a buffer that do not belong together.
#[cold]
#[inline(never)]
pub(crate) fn outside() -> ! {
    unreachable!(
        "a tensor's layout reaches outside of its buffer or overlaps itself: a bug in holor"
    )
}
