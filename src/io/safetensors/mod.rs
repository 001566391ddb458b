//! safetensors files: tensors by name, as weights of models are published.
//!
//! `header.rs` the header, read and checked; `json.rs` the part of JSON that it is written in; `read.rs` a file and
//! its tensors; `write.rs` a writer. The elements are shared with the bytes of the file in `io/elements.rs`.
//!
//! ```
//! use holor::io::safetensors::{SafeTensors, SafeTensorsWriter};
//! use holor::prelude::*;
//!
//! let path = std::env::temp_dir().join("holor_mod.safetensors");
//! let (weight, bias) = (Tensor::<f32, 2>::ones([4, 3]), Tensor::<f32, 1>::zeros([4]));
//! SafeTensorsWriter::new().tensor("0.weight", &weight).tensor("0.bias", &bias).write(&path)?;
//!
//! let file = SafeTensors::read(&path)?; // `SafeTensors::new(FileBytes::map(..))` does not read it
//! let w: TensorView<'_, f32, 2> = file.view("0.weight")?; // no copy
//! let b: TensorView<'_, f32, 1> = file.view("0.bias")?;
//! let y = w.matvec(&tensor![1.0, 2.0, 3.0]) + b;
//! assert_eq!(y, tensor![6.0, 6.0, 6.0, 6.0]);
//! # std::fs::remove_file(&path)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Why no crate
//!
//! The crate safetensors 0.8.0 brings 16 packages (serde, syn, hashbrown, ..), takes the last of two
//! tensors of one name without a word, and its errors name no place. The format is a header of JSON with three known
//! keys, whose reader and writer are some 400 lines here; the fuzz target compares them with that crate.

mod header;
mod json;
mod read;
mod write;

pub use header::TensorInfo;
pub use read::SafeTensors;
pub use write::SafeTensorsWriter;
