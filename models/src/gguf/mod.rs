//! Reads GGUF files: the metadata and the tensors of language models, in blocks of few bits.
//!
//! | File | What |
//! |---|---|
//! | `cursor.rs` | numbers and texts from bytes, with the place of what is wrong |
//! | `value.rs` | metadata: [`Value`], [`List`] |
//! | `kind.rs` | types of elements: [`Kind`], the bytes of their blocks |
//! | `blocks.rs` | blocks to floats |
//! | `header.rs` | the header as a whole, checked |
//!
//! Nothing in a file is taken for granted. An error names the place, nothing is allocated that the length of the
//! file does not justify, and lists of the metadata stay where they are.

mod blocks;
mod cursor;
mod header;
mod kind;
mod value;

use holor::io::{FileBytes, FileError};
use holor::prelude::*;
use std::fmt::{self, Debug, Display, Formatter};
use std::path::{Path, PathBuf};

pub use blocks::{BLOCK, Q4_1_BYTES, Q8_0_BYTES, f16_to_f32, q4_1, q8_0};
pub use header::TensorInfo;
pub use kind::Kind;
pub use value::{List, Value};

/// A GGUF file: its metadata, and its tensors by name.
///
/// Tensors are row-major here. The file has the sizes in the other order: the contiguous axis first.
pub struct Gguf {
    bytes: FileBytes,
    header: header::Header,
}

impl Gguf {
    /// Reads and checks the header of a file in memory, or mapped by `FileBytes::map`.
    ///
    /// # Errors
    /// When the header is not what the format says, with the byte: `a.gguf: byte 8: the number of tensors is 9, expected
    /// at most 1`. When tensors overlap, leave a hole or end after the file.
    pub fn new(bytes: FileBytes) -> Result<Self, GgufError> {
        match header::Header::read(bytes.as_ref()) {
            Ok(header) => Ok(Gguf { bytes, header }),
            Err(error) => Err(error.of(bytes.path())),
        }
    }

    /// Reads a whole file into memory.
    ///
    /// # Errors
    /// As [`new`](Gguf::new), and when the file cannot be read.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, GgufError> {
        Gguf::new(FileBytes::read(path)?)
    }

    /// Iterates over the metadata: keys, sorted, and values.
    pub fn metadata(&self) -> impl Iterator<Item = (&str, Value<'_>)> {
        let bytes = self.bytes.as_ref();
        self.header.metadata.iter().map(move |(key, entry)| (key.as_str(), entry.value(bytes)))
    }

    /// Returns a value of the metadata, if there is one of the key.
    pub fn get(&self, key: &str) -> Option<Value<'_>> {
        self.header.metadata.get(key).map(|entry| entry.value(self.bytes.as_ref()))
    }

    /// Returns a value of the metadata as the type that is asked for.
    ///
    /// # Errors
    /// When the key is missing, or its value is of another type: `a.gguf: key "general.alignment" is a text, expected
    /// a size`.
    pub fn value<'a, V: TryFrom<Value<'a>, Error = &'static str>>(
        &'a self,
        key: &str,
    ) -> Result<V, GgufError> {
        let missing = || self.wrong(format!("key {key:?} is missing"));
        let value = self.get(key).ok_or_else(missing)?;
        let found = value.name();
        value
            .try_into()
            .map_err(|expected| self.wrong(format!("key {key:?} is {found}, expected {expected}")))
    }

    /// Iterates over the tensors: their names, sorted, with types and shapes.
    pub fn tensors(&self) -> impl Iterator<Item = (&str, &TensorInfo)> {
        self.header.tensors.iter().map(|(name, info)| (name.as_str(), info))
    }

    /// Returns type and shape of a tensor.
    ///
    /// # Errors
    /// When there is no tensor of the name.
    pub fn info(&self, name: &str) -> Result<&TensorInfo, GgufError> {
        let missing = || self.wrong(format!("there is no tensor {name:?}"));
        self.header.tensors.get(name).ok_or_else(missing)
    }

    /// Returns the bytes of a tensor, and the file that they are in.
    ///
    /// # Errors
    /// When there is no tensor of the name.
    pub fn bytes(&self, name: &str) -> Result<&[u8], GgufError> {
        Ok(&self.bytes.as_ref()[self.info(name)?.byte_range()])
    }

    /// Returns the file, whose bytes clones share.
    pub fn file(&self) -> &FileBytes {
        &self.bytes
    }

    /// Returns a tensor as floats: blocks become the numbers that they stand for.
    ///
    /// # Errors
    /// When there is no tensor of the name, or it has another rank: `a.gguf: tensor "w": [4, 32]: expected rank 1, found
    /// rank 2`, or its type is none of those in [`Kind`] that become floats: `a.gguf: tensor "w": type Q6_K is not
    /// supported`.
    pub fn tensor<const R: usize>(&self, name: &str) -> Result<Tensor<f32, R>, GgufError> {
        let info = self.info(name)?;
        let wrong = |what: String| self.wrong(format!("tensor {name:?}: {what}"));
        let found = info.shape().len();
        let shape: [usize; R] = info.shape().try_into().map_err(|_| {
            wrong(format!("{:?}: expected rank {R}, found rank {found}", info.shape()))
        })?;
        let elements = info
            .kind()
            .to_floats(&self.bytes.as_ref()[info.byte_range()])
            .ok_or_else(|| wrong(format!("type {} is not supported", info.kind())))?;
        Tensor::from_vec(elements, shape).map_err(|error| wrong(error.to_string()))
    }

    /// An error of this file.
    pub(crate) fn wrong(&self, what: String) -> GgufError {
        GgufError { path: None, place: None, what }.of(self.bytes.path())
    }
}

/// Writes the names, types and shapes.
impl Debug for Gguf {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut map = f.debug_map();
        for (name, info) in self.tensors() {
            map.entry(&name, &format_args!("{} {:?}", info.kind(), info.shape()));
        }
        map.finish()
    }
}

/// The error of a GGUF file: its path, the place in it, and what is wrong there.
pub struct GgufError {
    path: Option<PathBuf>,
    place: Option<usize>,
    what: String,
}

impl GgufError {
    /// What is wrong at a byte.
    #[cold]
    fn at(place: usize, what: impl Into<String>) -> Self {
        GgufError { path: None, place: Some(place), what: what.into() }
    }

    fn of(mut self, path: Option<&Path>) -> Self {
        self.path = path.map(Path::to_path_buf);
        self
    }

    /// Returns the number of bytes before the place, if the error is about one.
    pub fn place(&self) -> Option<usize> {
        self.place
    }
}

impl From<FileError> for GgufError {
    fn from(error: FileError) -> Self {
        GgufError { path: None, place: None, what: error.to_string() }
    }
}

impl Display for GgufError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(path) = &self.path {
            write!(f, "{}: ", path.display())?;
        }
        if let Some(place) = self.place {
            write!(f, "byte {place}: ")?;
        }
        f.write_str(&self.what)
    }
}

/// Writes the text of [`Display`], so that the panic of `unwrap` has it.
impl Debug for GgufError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "GgufError({self})")
    }
}

impl std::error::Error for GgufError {}
