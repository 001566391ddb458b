//! Converts tensors to the arrays of other libraries and back: one module for each library, behind its feature.
//!
//! Rank and element type are checked before an element is used. Where the rank of an array is part of its type, the
//! compiler checks it; otherwise an error names both ranks. Elements are not copied where the other library can share
//! them. [`io`](crate::io) reads and writes files.
//!
//! # Crates
//!
//! All conversions are [`From`], and [`TryFrom`] where something is checked at run time: the other library's type to a
//! tensor, and a tensor to the other library's type. A reference or a view becomes a view of the same elements, an
//! owned value an owned one. Where neither type can have such an impl, there are functions with the names of the other
//! library. The module of each feature has the table of its conversions, with the checks and the exceptions.
//!
//! | Feature and module | Of the other library | Shared as views | Owned |
//! |---|---|---|---|
//! | `ndarray_0_17` | `ArrayView`, `ArrayViewMut`, `Array` of `Ix0` to `Ix6` and `IxDyn` | any strides, both ways | moved both ways; copied if shared |
//! | `nalgebra_0_35` | `Matrix` of any storage and its views, vectors | any strides in, column-major ones out | moved in; moved out in column-major order, else copied |
//! | `faer_0_24` | `MatRef`, `MatMut`, `ColRef`, `RowRef`, .. | any strides, both ways | |
//! | `image_0_25` | `ImageBuffer`, `DynamicImage` as `[height, width, channels]` | in | moved in; moved out if contiguous, else copied |
//! | `approx_0_5` | `assert_abs_diff_eq!` and the like, by its traits | compared in place | |
//! | `bytemuck` | `bytes_of`, `from_bytes`, `cast_ref`: functions | contiguous bytes, both ways | |
//! | `serde` | `Serialize`, `Deserialize` | written as they are | read into a new buffer |
//! | `dlpack` | arrays of numpy, torch, jax and of C: `DLManagedTensorVersioned` | any strides, both ways | moved both ways; read-only if shared |
//! | `arrow_buffer_60`, `arrow_60`, `arrow_59` | `ScalarBuffer`, `PrimitiveArray`, lists, `arrow.fixed_shape_tensor` | in | moved out if contiguous, else copied |
//! | `zarrs_0_23` | `Array`: parts by the methods of zarrs, or by `retrieve` and `store` | | read into a new buffer |
//!
//! "In" is towards tensors. A tensor whose buffer is [shared](crate::Tensor::is_shared) is copied once before it is
//! moved or lent for writing. The features and modules of crates before 1.0 have the version in their names: a later
//! version stands beside an earlier one.
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
//! 6. An array that is taken over has one owner here, which gives it back once, after the last tensor over its
//!    elements is dropped, on any thread. Until then it lives, and so does what describes it.

// The files here use the public interface of the crate, errors, and the two parts of an `AnyTensor`, whose tensor of
// the largest rank is what a header of another library describes.
#![allow(unsafe_code)]

#[cfg(feature = "approx_0_5")]
pub mod approx_0_5;
#[cfg(feature = "arrow_59")]
pub mod arrow_59;
#[cfg(feature = "arrow_buffer_60")]
pub mod arrow_60;
#[cfg(feature = "bytemuck")]
pub mod bytemuck;
#[cfg(feature = "dlpack")]
pub mod dlpack;
#[cfg(feature = "faer_0_24")]
pub mod faer_0_24;
#[cfg(feature = "image_0_25")]
pub mod image_0_25;
#[cfg(feature = "mmap")]
mod mmap;
#[cfg(feature = "nalgebra_0_35")]
pub mod nalgebra_0_35;
#[cfg(feature = "ndarray_0_17")]
pub mod ndarray_0_17;
#[cfg(feature = "serde")]
pub mod serde;
#[cfg(feature = "zarrs_0_23")]
pub mod zarrs_0_23;
