//! npy files: one array of numpy each, as `np.save` writes and `np.load` reads them.
//!
//! `header.rs` has the header as a value, `read.rs` the readers, `pieces.rs` the elements that a reader gives,
//! `write.rs` the writers of whole tensors, `append.rs` the writer of parts. `io/elements.rs` shares and writes
//! elements. Nothing here depends on the archives of `io/npz`.
//!
//! | | numpy |
//! |---|---|
//! | [`read_npy`], [`read_npy_from`] | `np.load` |
//! | [`read_npy_any`], [`read_npy_any_from`] | the same, where the rank is not known |
//! | [`npy_from_bytes`], [`npy_any_from_bytes`] | `np.load(mmap_mode="r")`: no copy |
//! | [`NpyHeader`] | `np.lib.format.read_array_header_1_0` |
//! | [`write_npy`], [`write_npy_to`], [`write_npy_any`], [`write_npy_any_to`] | `np.save` |
//! | [`NpyWriter`] | parts of an array, one after the other |
//!
//! All versions of the format (1 to 3), both byte orders, both orders of the elements and all types that numpy and
//! [`HasDType`](crate::HasDType) share are read; `f16` with the feature `half`. numpy has no `bf16`. A structured
//! type, texts, times and objects are refused with their name: no pickle is ever run. Files are written to the byte
//! as numpy 2 writes them.
//!
//! # Why no crate
//!
//! The reader and the writer are some 500 lines here and need no package. npyz 0.9.1 needs 28 (pest and syn, for the
//! literal of Python in the header), reads through a buffer for each element, and shares no elements with a map.

mod append;
mod header;
mod pieces;
mod read;
mod write;

pub use append::NpyWriter;
pub use header::NpyHeader;
pub use read::{
    npy_any_from_bytes, npy_from_bytes, read_npy, read_npy_any, read_npy_any_from, read_npy_from,
};
#[cfg(feature = "npz")]
pub(crate) use read::{read_npy_any_within, read_npy_within};
pub use write::{write_npy, write_npy_any, write_npy_any_to, write_npy_to};
