//! [`SafeTensorsWriter`]: tensors that become a file.

use super::header::type_of;
use super::json::quote;
use crate::io::elements::{is_foreign, write_elements};
use crate::io::replace::replace;
use crate::io::{FileError, FileErrorKind};
use crate::tensor::{AnyTensor, DType, HasDType, TensorRef};
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use std::io::Write;
use std::path::Path;

/// Tensors by name, of any element types and ranks, that are written as one safetensors file.
///
/// The tensors are borrowed until the file is written. It has the bytes that the Python library writes, with the
/// metadata sorted.
///
/// ```
/// use holor::io::safetensors::SafeTensorsWriter;
/// use holor::prelude::*;
///
/// let w = tensor![[1.0_f32, 2.0], [3.0, 4.0]];
/// let columns = w.transpose(); // any strides
/// let mut file = Vec::new();
/// SafeTensorsWriter::new().tensor("w", &w).tensor("t", &columns).write_to(&mut file)?;
/// assert_eq!(file.len() % 8, 0);
/// # Ok::<(), holor::io::FileError>(())
/// ```
///
/// safetensors: `save_file`.
#[doc(alias = "save_file")]
#[derive(Default)]
pub struct SafeTensorsWriter<'a> {
    tensors: Vec<Held<'a>>,
    metadata: BTreeMap<String, String>,
}

struct Held<'a> {
    name: String,
    dtype: DType,
    shape: Vec<usize>,
    bytes: usize,
    write: WriteElements<'a>,
}

/// Writes the elements of one tensor.
type WriteElements<'a> = Box<dyn Fn(&mut dyn Write) -> Result<(), FileError> + 'a>;

impl<'a> SafeTensorsWriter<'a> {
    /// Makes a writer without tensors.
    pub fn new() -> Self {
        SafeTensorsWriter::default()
    }

    /// Adds a tensor.
    #[must_use]
    pub fn tensor<T: HasDType, const R: usize>(
        self,
        name: &str,
        tensor: &'a TensorRef<T, R>,
    ) -> Self {
        self.held(name, &tensor.shape(), tensor)
    }

    /// Adds a tensor whose rank is known at run time.
    #[must_use]
    pub fn tensor_any<T: HasDType>(self, name: &str, tensor: &'a AnyTensor<T>) -> Self {
        self.held(name, tensor.shape(), tensor.elements())
    }

    /// Adds a text to the metadata, such as `("format", "pt")`; it replaces one of the same key.
    #[must_use]
    pub fn metadata(mut self, key: &str, text: &str) -> Self {
        self.metadata.insert(key.to_string(), text.to_string());
        self
    }

    fn held<T: HasDType, const R: usize>(
        mut self,
        name: &str,
        shape: &[usize],
        tensor: &'a TensorRef<T, R>,
    ) -> Self {
        self.tensors.push(Held {
            name: name.to_string(),
            dtype: T::DTYPE,
            shape: shape.to_vec(),
            bytes: tensor.len() * size_of::<T>(),
            write: Box::new(move |mut writer| {
                write_elements(&mut writer, tensor, is_foreign(false))
            }),
        });
        self
    }

    /// Writes the file, under a temporary name that is changed at the end.
    ///
    /// # Errors
    /// When two tensors have one name: `` a.safetensors: a name is `w` for the second time, expected another one ``.
    /// When one has that of the metadata: `` a.safetensors: a name is `__metadata__`, which the format reserves,
    /// expected another one ``. When the format does not have the element type: `a.safetensors: dtype is c64,
    /// expected a type that the format has`. When the file cannot be written.
    pub fn write(&self, path: impl AsRef<Path>) -> Result<(), FileError> {
        replace(path.as_ref(), |file| self.write_to(file))
    }

    /// Writes the bytes of the file to a writer.
    ///
    /// # Errors
    /// As [`write`](SafeTensorsWriter::write), without a path.
    pub fn write_to(&self, mut writer: impl Write) -> Result<(), FileError> {
        let (header, in_order) = self.header()?;
        writer.write_all(&(header.len() as u64).to_le_bytes())?;
        writer.write_all(header.as_bytes())?;
        in_order.into_iter().try_for_each(|held| (held.write)(&mut writer))
    }

    /// The header, and the tensors in its order: the largest elements first, so that all of them are aligned.
    fn header(&self) -> Result<(String, Vec<&Held<'a>>), FileError> {
        let unexpected = |name, found, expected| {
            Err(FileError::new(FileErrorKind::unexpected(name, found, expected)))
        };
        let mut in_order = vec![];
        for held in &self.tensors {
            let Some((place, name)) = type_of(held.dtype) else {
                let expected = "a type that the format has";
                return unexpected("dtype", held.dtype.to_string(), expected);
            };
            in_order.push((core::cmp::Reverse(place), &held.name, name, held));
        }
        in_order.sort_by_key(|&(place, name, ..)| (place, name));
        let mut names: Vec<&str> = self.tensors.iter().map(|held| held.name.as_str()).collect();
        if names.contains(&"__metadata__") {
            let found = "`__metadata__`, which the format reserves";
            return unexpected("a name", found.to_string(), "another one");
        }
        names.sort_unstable();
        if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            return unexpected(
                "a name",
                format!("`{}` for the second time", pair[0]),
                "another one",
            );
        }
        let mut text = String::from("{");
        if !self.metadata.is_empty() {
            text.push_str("\"__metadata__\":{");
            for (i, (key, value)) in self.metadata.iter().enumerate() {
                text.push_str(if i > 0 { "," } else { "" });
                quote(key, &mut text);
                text.push(':');
                quote(value, &mut text);
            }
            text.push('}');
        }
        let mut start = 0usize;
        for (_, _, name, held) in &in_order {
            text.push_str(if text.len() > 1 { "," } else { "" });
            quote(&held.name, &mut text);
            let sizes = held.shape.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
            let end = start.saturating_add(held.bytes);
            text.push_str(&format!(
                ":{{\"dtype\":\"{name}\",\"shape\":[{sizes}],\"data_offsets\":[{start},{end}]}}"
            ));
            start = end;
        }
        text.push('}');
        let padding = text.len().next_multiple_of(8) - text.len();
        text.extend(core::iter::repeat_n(' ', padding));
        Ok((text, in_order.into_iter().map(|(.., held)| held).collect()))
    }
}
