//! Exchanges tensors with other libraries and languages by DLPack, without a copy (feature `dlpack`).
//!
//! DLPack is a struct in memory that numpy, torch, jax, cupy, tensorflow and libraries of other languages make and
//! take. [`Managed`] owns such a struct: [`Managed::export`] makes one of a tensor, [`Managed::from_raw`] takes one
//! over. The structs are declared here, so that no release of another crate breaks the exchange.
//!
//! ```
//! use holor::interop::dlpack::{DLManagedTensorVersioned, Managed};
//! use holor::prelude::*;
//! use std::ptr::NonNull;
//!
//! /// Called by another library: gives up its array and takes the result.
//! unsafe extern "C" fn scores(raw: *mut DLManagedTensorVersioned) -> *mut DLManagedTensorVersioned {
//!     let compute = || {
//!         let raw = NonNull::new(raw).ok_or("no array")?;
//!         // SAFETY: the caller's promise.
//!         let array = unsafe { Managed::from_raw(raw) }.map_err(|error| error.to_string())?;
//!         let x: Tensor<f32, 2> = array.into_tensor().map_err(|error| error.to_string())?;
//!         Ok::<_, String>(Managed::export(x.softmax(Last)))
//!     };
//!     compute().map_or(std::ptr::null_mut(), |array| array.into_raw().as_ptr())
//! }
//! # let array: Managed = Managed::export(tensor![[1.0_f32, 1.0]]);
//! # // SAFETY: the array is given up, and the result is taken.
//! # let back: Managed = unsafe { Managed::from_raw(NonNull::new(scores(array.into_raw().as_ptr())).unwrap()) }?;
//! # assert_eq!(back.into_tensor::<f32, 2>()?, tensor![[0.5, 0.5]]);
//! # Ok::<(), ShapeError>(())
//! ```
//!
//! The folder `python/` of the repository is a Python package on this module: its functions take and return arrays
//! of numpy and torch.
//!
//! # Ownership
//!
//! | | Who frees, and when | Who may write |
//! |---|---|---|
//! | a tensor that was handed out, not shared | holor, when the other library calls the deleter | the other library |
//! | a tensor that was handed out, shared | the same; the elements go with their last owner | nobody: the struct says read-only |
//! | the same, as [`DLManagedTensor`] | the same | the other library: it has a copy |
//! | an array that was taken over, by [`into_tensor`](Managed::into_tensor) | the other library, in its deleter; called with the last tensor of the buffer | nobody: the first write copies |
//! | the same, by [`view_mut`](Managed::view_mut) | the same; called when [`Managed`] is dropped | the holder of the view, if the struct is not read-only; [`DLManagedTensor`] counts as read-only |
//! | an array that was refused | the other library, in its deleter; called before the error is returned | |
//!
//! - A deleter is called once. It is called on the thread that drops the last tensor, which may be any: a tensor
//!   of an array that was taken over is `Send`. The deleters of numpy and torch take Python's lock by themselves.
//! - A deleter that is null is not called: the array is never freed.
//! - A struct of another major version is refused, and its deleter called, which is all that is known of it.
//! - A tensor shows what another library writes to the array that it was made of: the array's owner may still write.
//!   Only a write during a method of the tensor is undefined behaviour, and the promise of `from_raw` excludes it.
//! - A tensor that was taken over and is handed out again is shared, since its first owner may still read it.
//!
//! # What is taken
//!
//! - Memory of the CPU. Other devices are refused by their name.
//! - Ranks up to 12, with strides of any sign, which are counted in elements.
//! - Each [`DType`](crate::DType). The elements must be aligned; others are refused and not copied, since a copy
//!   in the library that made them (`numpy.require(x, requirements="A")`) is as good.
//! - `bool` in bytes of 0 and 1. Each byte is read once to check that, because another one is undefined behaviour
//!   in Rust.
#![allow(clippy::doc_markdown, reason = "DLPack is a proper name")]

mod abi;
mod header;
mod managed;

pub use abi::{
    DLDataType, DLDevice, DLManagedTensor, DLManagedTensorVersioned, DLPackVersion, DLTensor,
    READ_ONLY,
};
pub use header::Header;
pub use managed::Managed;
