//! [`SafeTensors`]: a file and its tensors by name.

use super::header::{Header, TensorInfo};
use crate::io::elements::{Elements, is_foreign};
use crate::io::{FileBytes, FileError, FileErrorKind};
use crate::layout::Order;
use crate::tensor::{AnyTensor, HasDType, Tensor, TensorView, elements_in};
use alloc::format;
use alloc::string::String;
use core::fmt::{self, Debug, Formatter};
use std::path::Path;

/// A safetensors file: tensors by name, which share the bytes of the file.
///
/// The whole header is read and checked first: each tensor has the bytes of its shape, and no two tensors overlap.
/// Elements are read when they are used.
///
/// ```
/// use holor::io::FileBytes;
/// use holor::io::safetensors::{SafeTensors, SafeTensorsWriter};
/// use holor::prelude::*;
/// use holor::DType;
///
/// let mut bytes = Vec::new();
/// let (ids, scale) = (tensor![[1_u8, 2], [3, 4]], Tensor::scalar(0.5_f32));
/// let writer = SafeTensorsWriter::new().metadata("format", "pt");
/// writer.tensor("ids", &ids).tensor("scale", &scale).write_to(&mut bytes)?;
///
/// let file = SafeTensors::new(FileBytes::from_owner(bytes))?;
/// assert_eq!(file.metadata().collect::<Vec<_>>(), [("format", "pt")]);
/// for (name, info) in file.iter() {
///     match (name, info.dtype()) {
///         ("ids", Some(DType::U8)) => assert_eq!(file.tensor::<u8, 2>(name)?, ids),
///         ("scale", Some(DType::F32)) => assert_eq!(file.tensor::<f32, 0>(name)?, scale),
///         (name, _) => println!("{name}: {} {:?}", info.dtype_name(), info.shape()),
///     }
/// }
/// let error = file.view::<u8, 3>("ids").unwrap_err();
/// assert_eq!(error.to_string(), "tensor `ids`: byte 124: [2, 2]: expected rank 3, found rank 2");
/// # Ok::<(), holor::io::FileError>(())
/// ```
///
/// safetensors: `safe_open`, `load_file`; candle: `MmapedSafetensors`.
#[doc(alias("safe_open", "load_file", "MmapedSafetensors"))]
pub struct SafeTensors {
    bytes: FileBytes,
    header: Header,
}

impl SafeTensors {
    /// Reads and checks the header of a file in memory, or mapped by `FileBytes::map`.
    ///
    /// # Errors
    /// When the file is cut off: `a.safetensors: byte 8: expected 96 bytes, found 40`. When the header is not what
    /// the format says, with the byte, or two tensors overlap, leave a hole, or do not have the bytes of their shape:
    /// `` a.safetensors: tensor `w`: byte 60: the data is 0 to 8, expected 16 bytes for F32 [2, 2] ``.
    pub fn new(bytes: FileBytes) -> Result<Self, FileError> {
        match Header::read(bytes.as_ref()) {
            Ok(header) => Ok(SafeTensors { bytes, header }),
            Err(error) => Err(at_path(error, &bytes)),
        }
    }

    /// Reads a whole file into memory; [`new`](SafeTensors::new) takes a map of it.
    ///
    /// # Errors
    /// As [`new`](SafeTensors::new), and when the file cannot be read.
    ///
    /// safetensors: `load_file`.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, FileError> {
        SafeTensors::new(FileBytes::read(path)?)
    }

    /// Returns the number of tensors.
    pub fn len(&self) -> usize {
        self.header.tensors.len()
    }

    /// Returns whether there is no tensor.
    pub fn is_empty(&self) -> bool {
        self.header.tensors.is_empty()
    }

    /// Iterates over the names of the tensors, sorted.
    ///
    /// safetensors: `keys`.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.header.tensors.keys().map(String::as_str)
    }

    /// Iterates over the tensors: their names, sorted, with types and shapes.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &TensorInfo)> {
        self.header.tensors.iter().map(|(name, info)| (name.as_str(), info))
    }

    /// Returns type and shape of a tensor, if there is one of the name.
    pub fn info(&self, name: &str) -> Option<&TensorInfo> {
        self.header.tensors.get(name)
    }

    /// Iterates over the metadata of the file: keys, sorted, and texts.
    pub fn metadata(&self) -> impl Iterator<Item = (&str, &str)> {
        self.header.metadata.iter().map(|(key, text)| (key.as_str(), text.as_str()))
    }

    /// Borrows a tensor as a view; copies no element.
    ///
    /// # Errors
    /// When there is no tensor of the name: `` a.safetensors: the name is `v`, expected one of `b`, `w` ``. When it has
    /// another element type: `` a.safetensors: tensor `w`: byte 23: dtype is bf16, expected f32 ``, or another rank:
    /// `` a.safetensors: tensor `w`: byte 37: [4, 3]: expected rank 3, found rank 2 ``. When its elements are at an
    /// address that is not a multiple of their alignment, which [`tensor`](SafeTensors::tensor) copies. Files that
    /// the format's own writers and this crate make are aligned in a map.
    ///
    /// safetensors: `get_tensor`.
    pub fn view<T: HasDType, const R: usize>(
        &self,
        name: &str,
    ) -> Result<TensorView<'_, T, R>, FileError> {
        self.found(name, |info| {
            info.expect_dtype(T::DTYPE)?;
            let shape = info.of_rank()?;
            let elements = self.borrowed(info)?;
            TensorView::from_slice(elements, shape)
                .map_err(|error| FileError::new(FileErrorKind::Shape(error)))
        })
    }

    /// Returns a tensor that shares the bytes of the file, and keeps them alive; copies no element if their address is
    /// a multiple of their alignment, otherwise all of them.
    ///
    /// Its buffer is read-only: the first write [copies](crate::Tensor#clone-and-copy-on-write).
    ///
    /// # Errors
    /// As [`view`](SafeTensors::view), except for the alignment.
    ///
    /// safetensors: `get_tensor`.
    pub fn tensor<T: HasDType, const R: usize>(
        &self,
        name: &str,
    ) -> Result<Tensor<T, R>, FileError> {
        self.found(name, |info| {
            info.expect_dtype(T::DTYPE)?;
            let shape = info.of_rank()?;
            self.shared(info)?.into_tensor(shape, Order::RowMajor)
        })
    }

    /// Returns a tensor whose rank is known at run time; as [`tensor`](SafeTensors::tensor).
    ///
    /// ```
    /// use holor::io::FileBytes;
    /// use holor::io::safetensors::{SafeTensors, SafeTensorsWriter};
    /// use holor::prelude::*;
    ///
    /// let mut bytes = Vec::new();
    /// SafeTensorsWriter::new().tensor("w", &tensor![[1.0, 2.0]]).write_to(&mut bytes)?;
    /// let any = SafeTensors::new(FileBytes::from_owner(bytes))?.tensor_any::<f64>("w")?;
    /// let w: Tensor<f64, 2> = any.into_rank()?;
    /// assert_eq!(w.shape(), [1, 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`tensor`](SafeTensors::tensor), and when the rank is above 12.
    pub fn tensor_any<T: HasDType>(&self, name: &str) -> Result<AnyTensor<T>, FileError> {
        self.found(name, |info| {
            info.expect_dtype(T::DTYPE)?;
            info.expect_any_rank()?;
            self.shared(info)?.into_any(info.shape(), Order::RowMajor)
        })
    }

    /// Looks a tensor up; puts its name and the path into the error of what is done with it.
    fn found<'a, X>(
        &'a self,
        name: &str,
        take: impl FnOnce(&'a TensorInfo) -> Result<X, FileError>,
    ) -> Result<X, FileError> {
        let result = match self.header.tensors.get(name) {
            Some(info) => take(info).map_err(|error| error.in_member("tensor", name)),
            None => Err(self.missing(name)),
        };
        result.map_err(|error| at_path(error, &self.bytes))
    }

    #[cold]
    fn missing(&self, name: &str) -> FileError {
        FileError::missing(name, self.names())
    }

    fn borrowed<T: HasDType>(&self, info: &TensorInfo) -> Result<&[T], FileError> {
        let bytes = &self.bytes.as_ref()[info.byte_range()];
        let at = info.range.start as u64;
        if bytes.is_empty() {
            return Ok(&[]);
        }
        if is_foreign(false) && size_of::<T>() > 1 {
            let expected = "little-endian; `tensor` copies";
            return Err(FileError::unexpected(at, "this machine", "big-endian", expected));
        }
        if !bytes.as_ptr().cast::<T>().is_aligned() {
            let expected = format!("a multiple of {}; `tensor` copies", align_of::<T>());
            let address = format!("{:#x}", bytes.as_ptr().addr());
            return Err(FileError::unexpected(at, "the address", address, expected));
        }
        elements_in(bytes).ok_or_else(|| {
            let wrong = bytes.iter().position(|&byte| byte > 1).unwrap_or(0);
            FileError::unexpected(at + wrong as u64, "a bool", bytes[wrong], "0 or 1")
        })
    }

    fn shared<T: HasDType>(&self, info: &TensorInfo) -> Result<Elements<T>, FileError> {
        Elements::share(&self.bytes, info.byte_range(), is_foreign(false))
    }
}

fn at_path(error: FileError, bytes: &FileBytes) -> FileError {
    match bytes.path() {
        Some(path) => error.of(path),
        None => error,
    }
}

/// Writes the names, types and shapes.
impl Debug for SafeTensors {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut map = f.debug_map();
        for (name, info) in self.iter() {
            map.entry(&name, &format_args!("{} {:?}", info.dtype_name(), info.shape()));
        }
        map.finish()
    }
}
