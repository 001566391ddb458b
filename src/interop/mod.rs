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
//! 4. The view of a tensor that becomes another library's view is true in the same way: each index selects an
//!    initialised element, of a mutable view one of its own, and the borrow lasts as long as the other's.
//! 5. A view of the same bytes as another type reaches no byte that the tensor does not select, and both types may
//!    have any bits that the other one has: bytemuck's traits say so.
#![allow(unsafe_code)]

#[cfg(feature = "approx_0_5")]
pub mod approx_0_5;
#[cfg(feature = "bytemuck")]
pub mod bytemuck;
#[cfg(feature = "faer_0_24")]
pub mod faer_0_24;
#[cfg(feature = "image_0_25")]
pub mod image_0_25;
#[cfg(feature = "nalgebra_0_35")]
pub mod nalgebra_0_35;
#[cfg(feature = "ndarray_0_17")]
pub mod ndarray_0_17;
#[cfg(feature = "serde")]
pub mod serde;
