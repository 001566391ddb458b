//! Hands tensors to other libraries and takes theirs: one file or folder for each, behind its feature.
//!
//! Rank and element type are checked at the door: what a library gives is of a rank that is known only at run
//! time, and an error names both ranks. Elements are not copied where the other library can share them. The
//! files use the public interface of the crate, as a program would.
//!
//! # Invariants
//!
//! 1. What another library says of an array that lives is true: its address, its shape, its strides and its
//!    element type describe initialised elements of one allocation, which lives as long as the array.
//! 2. Nothing writes to an array while it is borrowed for reading, and nothing else reads or writes one that is
//!    borrowed for writing: the other library's own borrow lasts as long as ours.
//! 3. A tensor that is handed out lives until the other library gives it back, once.
//! 4. An array that is taken over has one owner here, which gives it back once, after the last tensor over its
//!    elements is dropped, on any thread. Until then it lives, and so does what describes it.
#![allow(unsafe_code)]

#[cfg(feature = "dlpack")]
pub mod dlpack;
