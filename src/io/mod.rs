//! Reads and writes files: one file or folder for each format, behind its feature.
//!
//! A reader takes nothing in a file for granted: an error names the place in the file, and nothing is allocated
//! that the length of the file does not justify. A writer writes to a temporary name and renames at the end.
//!
//! | Feature | Module | Files | Packages |
//! |---|---|---|---|
//! | `npy` | `npy` | arrays of numpy, one a file: `np.save`, `np.load` | none |
//! | `npz` | `npz` | archives of them: `np.savez`, `np.savez_compressed` | 7: `rawzip`, `flate2` and what it needs |
//! | `safetensors` | `safetensors` | tensors by name: weights of models | none |
//! | `text` | `text` | CSV and columns of numbers: `np.savetxt`, `np.loadtxt` | none |
//! | `mmap` | | `FileBytes::map`: tensors of a file without a copy | 1: `memmap2` |
//!
//! A file is read as a tensor of the element type and the rank that the program says, and another one is an error
//! with both. Where the rank is not known, a reader gives an [`AnyTensor`](crate::AnyTensor); where the element
//! type is not known, the header tells it, as a [`DType`](crate::DType) for a `match`.
//!
//! Files are written through a temporary name in the same folder, which is renamed at the end: a file is there
//! as a whole or not at all, a reader sees the old one or the new one, and a map of the old one keeps its bytes.
#![cfg_attr(feature = "npy", doc = "")]
#![cfg_attr(feature = "npy", doc = "```")]
#![cfg_attr(feature = "npy", doc = "use holor::io::npy::{read_npy, write_npy};")]
#![cfg_attr(feature = "npy", doc = "use holor::prelude::*;")]
#![cfg_attr(feature = "npy", doc = "")]
#![cfg_attr(feature = "npy", doc = "let path = std::env::temp_dir().join(\"holor_io.npy\");")]
#![cfg_attr(feature = "npy", doc = "write_npy(&path, &tensor![[1.5, 2.5], [3.5, 4.5]])?;")]
#![cfg_attr(feature = "npy", doc = "let m: Tensor<f64, 2> = read_npy(&path)?;")]
#![cfg_attr(feature = "npy", doc = "assert_eq!(m.sum(Last), tensor![4.0, 8.0]);")]
#![cfg_attr(feature = "npy", doc = "# std::fs::remove_file(&path)?;")]
#![cfg_attr(feature = "npy", doc = "# Ok::<(), Box<dyn std::error::Error>>(())")]
#![cfg_attr(feature = "npy", doc = "```")]

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
