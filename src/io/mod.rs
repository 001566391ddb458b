//! Reads and writes files: one file or folder for each format, behind its feature.
//!
//! A reader checks what a file says before it uses it: an error names the place in the file, and memory is
//! allocated for bytes that are there, not for those that a header announces.
//!
//! | Feature | Module | Files | Packages |
//! |---|---|---|---|
//! | `npy` | `npy` | one array of numpy: `np.save`, `np.load` | none |
//! | `npz` | `npz` | arrays of numpy by name: `np.savez`, `np.savez_compressed` | 6: `rawzip`, `flate2` and what it needs |
//! | `safetensors` | `safetensors` | tensors by name: weights of models | none |
//! | `text` | `text` | CSV and columns of numbers: `np.savetxt`, `np.loadtxt` | none |
//! | `mmap` | | `FileBytes::map`: tensors of a file without a copy | 1: `memmap2` |
//!
//! A program says which element type and which rank it reads. A file with another one is an error that names both.
//! Where the rank is not known, a reader returns an [`AnyTensor`](crate::AnyTensor); where the element type is not
//! known, the header has it as a [`DType`](crate::DType), for a `match`.
//!
//! A writer writes to a temporary name in the same folder and renames the file at the end. The file is there as a
//! whole or not at all: another program sees the old one or the new one, and a map of the old one keeps its bytes. A
//! symbolic link is followed, and what it names is written.
//!
#![cfg_attr(feature = "npy", doc = "```")]
#![cfg_attr(not(feature = "npy"), doc = "```ignore")]
//! use holor::io::npy::{read_npy, write_npy};
//! use holor::prelude::*;
//!
//! let path = std::env::temp_dir().join("holor_io.npy");
//! write_npy(&path, &tensor![[1.5, 2.5], [3.5, 4.5]])?;
//! let m: Tensor<f64, 2> = read_npy(&path)?;
//! assert_eq!(m.sum(Last), tensor![4.0, 8.0]);
//! # std::fs::remove_file(&path)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(any(feature = "npy", feature = "safetensors", feature = "mmap"))]
mod bytes;
#[cfg(any(feature = "npy", feature = "safetensors"))]
mod elements;
#[cfg(feature = "_files")]
mod error;
#[cfg(feature = "npy")]
pub mod npy;
#[cfg(feature = "npz")]
pub mod npz;
#[cfg(any(feature = "npy", feature = "safetensors", feature = "text"))]
mod replace;
#[cfg(feature = "safetensors")]
pub mod safetensors;
#[cfg(feature = "text")]
pub mod text;

#[cfg(any(feature = "npy", feature = "safetensors", feature = "mmap"))]
pub use bytes::FileBytes;
#[cfg(feature = "_files")]
pub use error::{FileError, FileErrorKind, Place};
