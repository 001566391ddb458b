//! Loops over memory: given proved operands and an operation, do it to every element.
//!
//! `operand.rs` is the gate between safe and raw: its constructors prove that a layout stays inside
//! its buffer and that what is written is free of overlap; everything below trusts only that.
//!
//! - `elementwise/`: the one element-wise loop (map, zip, in place, 1 to 9 operands, several threads).
//! - `fold/`: reductions; `scan.rs`: running results, `scan_best.rs` maxima and minima.
//! - `product/`: matrix products and convolutions; `windows.rs`: pooling and interpolation.
//! - `math/`: functions of floats. `saturate.rs`: floats as integers. `division.rs`: integers divided by a number.
//!   `index.rs`: indices and masks.
//! - `copy.rs`: plain copies; `concat.rs`: joined ones; `repeat.rs`: repeated and padded ones; `fill.rs`: results
//!   written from first to last, on several threads; `equal.rs`: comparison.
//! - `cursor.rs`, `elements.rs`: the base of iterators. `keys.rs`: the bits of numbers, for sorting; `sort/`: the
//!   vectorised quicksort of these; `matrices.rs`: the matrices of an operand, for faer.
//! - `uninit.rs`: the buffer that a result is written into. `dispatch.rs`: the choice of instruction set.
//!   `prefetch.rs`: software prefetch.
//!   `specialize.rs` recognises built-in numbers.
//! - `threads.rs` shares work (by `storage/fork_join.rs`), from the sizes in `thresholds.rs` on.
//!
//! No `Tensor` here, and no user-facing name.
//!
//! # Invariants
//!
//! 1. A [`Source`] or [`Sink`] reaches only initialised elements of its buffer at every index of
//!    its shape, for as long as its lifetime lasts (the gate checks the layout's extent).
//! 2. No two indices of a [`Sink`] or of [`Slots`] share an element (the gate checks the strides),
//!    and nothing else reaches these elements meanwhile (the borrow it was made from).
//! 3. A plan ([`Steps`](crate::layout::Steps)) for operands of one shape visits each index exactly once.
//! 4. Elements of a [`UninitVec`] buffer are counted as they are written where they need dropping, and
//!    only initialised ones are dropped, also when the operation panics.
//! 5. No reference spans more than one element or one contiguous inner run.
//! 6. [`Offsets`](crate::layout::Offsets) and [`Indices`](crate::layout::Indices) yield each index
//!    of their layout at most once, whichever end they are asked of; the [`Parts`](crate::layout::Parts)
//!    of a layout have none of its indices in common, unless they say that they overlap.
//! 7. `LaneRef`, `LaneSet` and `ContiguousRuns` (`fold/lane.rs`) are of the element type of their loops, and
//!    reach only elements of a [`Source`] or copies of them.
//! 8. The parts of a reduction (`fold/loops.rs`) are plain numbers without drop, written before they are read.
//! 9. Only plain numbers (`specialize::is_plain`) are copied to a buffer and back by the element-wise loop,
//!    and only for operations that cannot keep a reference to what they see.
//! 10. What other threads reach by an address of [`SendPtr`](send_ptr::SendPtr) is plain or
//!     `Send`, and no two of them reach an element that one of them writes.
//! 11. What is written as the bits of a number (`keys.rs`) is the bits of a number of the same slice, or those of a NaN
//!     of it without its sign.
#![allow(unsafe_code)]

pub(crate) mod concat;
pub(crate) mod copy;
pub(crate) mod cursor;
pub(crate) mod dispatch;
pub(crate) mod division;
pub(crate) mod elements;
pub(crate) mod elementwise;
pub(crate) mod equal;
mod fill;
pub(crate) mod fold;
pub(crate) mod index;
pub(crate) mod keys;
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) mod math;
#[cfg(feature = "linalg")]
pub(crate) mod matrices;
pub(crate) mod operand;
pub(crate) mod prefetch;
pub(crate) mod product;
pub(crate) mod repeat;
pub(crate) mod saturate;
pub(crate) mod scan;
pub(crate) mod scan_best;
mod send_ptr;
#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod sort;
pub(crate) mod specialize;
#[cfg(test)]
mod tests;
pub(crate) mod threads;
pub(crate) mod thresholds;
pub(crate) mod uninit;
pub(crate) mod windows;

pub(crate) use elementwise::*;
pub(crate) use operand::{Sink, Source};
