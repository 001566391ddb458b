//! npz archives: arrays of numpy by name, as `np.savez` and `np.savez_compressed` write them.
//!
//! `read.rs` an archive and its members, `write.rs` a writer. The members are the files of `io/npy`.
//!
//! ```
//! use holor::io::npz::{Npz, NpzWriter};
//! use holor::prelude::*;
//!
//! let path = std::env::temp_dir().join("holor_mod.npz");
//! let mut writer = NpzWriter::create_compressed(&path)?;
//! writer.add("images", &Tensor::<u8, 3>::zeros([10, 28, 28]))?;
//! writer.add("labels", &Tensor::<i64, 1>::zeros([10]))?;
//! writer.finish()?;
//!
//! let archive = Npz::open(&path)?;
//! assert!(archive.names().eq(["images", "labels"]));
//! assert_eq!(archive.header("images")?.shape(), [10, 28, 28]);
//! let images: Tensor<u8, 3> = archive.read("images")?;
//! let labels: Tensor<i64, 1> = archive.read("labels")?;
//! assert_eq!(images.shape()[0], labels.len());
//! # std::fs::remove_file(&path)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Which crates
//!
//! rawzip reads and writes the archive. It is one package without `unsafe`, knows zip64 and checksums, and leaves
//! compression and limits to its caller (`read.rs`). flate2 with `miniz_oxide` inflates and deflates, and is 5 packages
//! more. npyz 0.9.1 with its archives is 68 packages (AES, bzip2 and zstd among them), the crate zip 9 with deflate
//! alone 19.

mod read;
mod write;

pub use read::Npz;
pub use write::NpzWriter;
