//! The header of a safetensors file: names, types, shapes and places of its tensors, checked.

use super::json::Json;
use crate::io::elements::{counted, expect_any_rank};
use crate::io::{FileError, FileErrorKind};
use crate::tensor::DType;
use alloc::collections::BTreeMap;
use alloc::collections::btree_map::Entry;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// The longest header that the reference implementation reads, in bytes.
const LONGEST: u64 = 100_000_000;

/// The types of the format with their sizes in bits, in the reverse of the order in which a writer puts tensors. Types
/// of less than a byte, and floats of 8 bits, are no element types of tensors.
const TYPES: [(&str, usize, Option<DType>); 22] = [
    ("BOOL", 8, Some(DType::Bool)),
    ("F4", 4, None),
    ("F6_E2M3", 6, None),
    ("F6_E3M2", 6, None),
    ("U8", 8, Some(DType::U8)),
    ("I8", 8, Some(DType::I8)),
    ("F8_E5M2", 8, None),
    ("F8_E4M3", 8, None),
    ("F8_E8M0", 8, None),
    ("F8_E4M3FNUZ", 8, None),
    ("F8_E5M2FNUZ", 8, None),
    ("I16", 16, Some(DType::I16)),
    ("U16", 16, Some(DType::U16)),
    ("F16", 16, Some(DType::F16)),
    ("BF16", 16, Some(DType::BF16)),
    ("I32", 32, Some(DType::I32)),
    ("U32", 32, Some(DType::U32)),
    ("F32", 32, Some(DType::F32)),
    ("C64", 64, Some(DType::C32)),
    ("F64", 64, Some(DType::F64)),
    ("I64", 64, Some(DType::I64)),
    ("U64", 64, Some(DType::U64)),
];

/// The place of a type in the table, and its name, if the format has it.
pub(super) fn type_of(dtype: DType) -> Option<(usize, &'static str)> {
    let at = TYPES.iter().position(|(_, _, known)| *known == Some(dtype))?;
    Some((at, TYPES[at].0))
}

/// What a safetensors file says of a tensor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TensorInfo {
    kind: usize,
    shape: Vec<usize>,
    /// In the file.
    pub(super) range: Range<usize>,
    /// Where the type and the shape stand in the file, for errors.
    dtype_at: u64,
    shape_at: u64,
    offsets_at: u64,
}

impl TensorInfo {
    /// Returns the type of the elements; `None` for a type that tensors do not have, such as floats of 8 bits.
    pub fn dtype(&self) -> Option<DType> {
        TYPES[self.kind].2
    }

    /// Returns the type of the elements as the file names it: `"BF16"`, `"F8_E4M3"`.
    pub fn dtype_name(&self) -> &'static str {
        TYPES[self.kind].0
    }

    /// Returns the shape.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// Returns the rank: the number of axes.
    pub fn rank(&self) -> usize {
        self.shape.len()
    }

    /// Returns the range of the bytes of the elements in the file.
    pub fn byte_range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// Checks the type of the elements.
    pub(super) fn expect_dtype(&self, expected: DType) -> Result<(), FileError> {
        match self.dtype() {
            Some(found) if found == expected => Ok(()),
            Some(found) => Err(FileError::unexpected(self.dtype_at, "dtype", found, expected)),
            None => Err(FileError::unexpected(self.dtype_at, "dtype", self.dtype_name(), expected)),
        }
    }

    /// The shape as one of rank `R`.
    pub(super) fn of_rank<const R: usize>(&self) -> Result<[usize; R], FileError> {
        let rank = || FileErrorKind::rank(&self.shape, R);
        self.shape[..].try_into().map_err(|_| FileError::at(self.shape_at, rank()))
    }

    /// Checks that an [`AnyTensor`](crate::AnyTensor) has the rank.
    pub(super) fn expect_any_rank(&self) -> Result<(), FileError> {
        expect_any_rank(&self.shape).map_err(|kind| FileError::at(self.shape_at, kind))
    }

    /// Checks that the bytes are those of the type and the shape, follow those before, and are there.
    fn check(&self, before: usize, data_len: usize) -> Result<(), FileError> {
        let wrong = |name, found: String, expected: String| {
            Err(FileError::unexpected(self.offsets_at, name, found, expected))
        };
        let (start, end) = (self.range.start, self.range.end);
        if start != before {
            let found = format!("{start}, which overlaps what is before it or leaves a hole");
            return wrong("the first offset", found, format!("{before}"));
        }
        let shape = format!("{:?}", self.shape);
        let bits = TYPES[self.kind].1;
        let Some((elements, _)) = counted(&self.shape, bits.div_ceil(8)) else {
            let expected = "one that memory can address";
            return Err(FileError::unexpected(self.shape_at, "the shape", shape, expected));
        };
        let bits = elements as u128 * bits as u128;
        let bytes = bits.div_ceil(8);
        if end < start || (end - start) as u128 != bytes || !bits.is_multiple_of(8) {
            let name = self.dtype_name();
            let found = format!("{start} to {end}");
            return wrong("the data", found, format!("{bytes} bytes for {name} {shape}"));
        }
        if end > data_len {
            return wrong("the last offset", format!("{end}"), format!("at most {data_len}"));
        }
        Ok(())
    }
}

/// The header of a whole file.
pub(super) struct Header {
    pub(super) tensors: BTreeMap<String, TensorInfo>,
    pub(super) metadata: BTreeMap<String, String>,
}

impl Header {
    pub(super) fn read(file: &[u8]) -> Result<Self, FileError> {
        let truncated = |at, expected, found: usize| {
            FileError::at(at, FileErrorKind::Truncated { expected, found: found as u64 })
        };
        let Some((length, rest)) = file.split_first_chunk() else {
            return Err(truncated(0, 8, file.len()));
        };
        let length = u64::from_le_bytes(*length);
        if length > LONGEST {
            let found = if file.starts_with(b"PK\x03\x04") || file.starts_with(b"\x80\x02") {
                "the start of a pickle or an archive".into()
            } else {
                format!("{length}")
            };
            let expected = format!("at most {LONGEST}");
            return Err(FileError::unexpected(0, "the length of the header", found, expected));
        }
        // At most `LONGEST`.
        let Some((text, data)) = rest.split_at_checked(length as usize) else {
            return Err(truncated(8, length, rest.len()));
        };
        let text = core::str::from_utf8(text).map_err(|error| {
            let at = error.valid_up_to();
            let byte = format!("a byte {:#04x}", text[at]);
            FileError::unexpected(8 + at as u64, "the header", byte, "UTF-8")
        })?;
        let mut header = Header { tensors: BTreeMap::new(), metadata: BTreeMap::new() };
        let mut has_metadata = false;
        let mut json = Json::new(text, 8);
        json.object(|json, name, at| {
            if name == "__metadata__" && !has_metadata {
                has_metadata = true;
                return header.read_metadata(json);
            }
            match header.tensors.entry(name) {
                Entry::Vacant(entry) if entry.key() != "__metadata__" => {
                    let info =
                        tensor(json).map_err(|error| error.in_member("tensor", entry.key()))?;
                    entry.insert(info);
                    Ok(())
                }
                entry => Err(twice(at, entry.key())),
            }
        })?;
        json.end()?;
        header.check(8 + length as usize, data.len())?;
        Ok(header)
    }

    fn read_metadata(&mut self, json: &mut Json<'_>) -> Result<(), FileError> {
        json.object(|json, key, at| match self.metadata.entry(key) {
            Entry::Vacant(entry) => {
                entry.insert(json.string()?);
                Ok(())
            }
            entry => Err(twice(at, entry.key())),
        })
    }

    /// Checks that the tensors fill the data, without a hole and without an overlap; makes their offsets those in the
    /// file.
    fn check(&mut self, start: usize, data_len: usize) -> Result<(), FileError> {
        let mut in_order: Vec<(&String, &mut TensorInfo)> = self.tensors.iter_mut().collect();
        in_order.sort_by_key(|(_, info)| (info.range.start, info.range.end));
        let mut end = 0;
        for (name, info) in in_order {
            info.check(end, data_len).map_err(|error| error.in_member("tensor", name))?;
            end = info.range.end;
            info.range = start + info.range.start..start + info.range.end;
        }
        if end < data_len {
            let found = format!("{data_len} bytes");
            let at = (start + end) as u64;
            return Err(FileError::unexpected(at, "the data", found, format!("{end} bytes")));
        }
        Ok(())
    }
}

fn twice(at: u64, name: &str) -> FileError {
    FileError::unexpected(at, "a name", format!("`{name}` for the second time"), "another one")
}

/// Reads what the header says of a tensor, whose offsets are not checked yet.
fn tensor(json: &mut Json<'_>) -> Result<TensorInfo, FileError> {
    let begin = json.place();
    let (mut kind, mut shape, mut offsets) = (None, None, None);
    json.object(|json, key, at| {
        let value_at = json.place();
        let is_new = match key.as_str() {
            "dtype" => {
                let name = json.string()?;
                let found =
                    TYPES.iter().position(|(known, ..)| *known == name).ok_or_else(|| {
                        FileError::unexpected(
                            value_at,
                            "dtype",
                            &name,
                            "a type that the format has",
                        )
                    })?;
                kind.replace((found, value_at)).is_none()
            }
            "shape" => shape.replace((json.sizes()?, value_at)).is_none(),
            "data_offsets" => {
                let found = json.sizes()?;
                let [start, end] = found[..] else {
                    let found = format!("{found:?}");
                    return Err(FileError::unexpected(value_at, "a pair of offsets", found, "two"));
                };
                offsets.replace((start..end, value_at)).is_none()
            }
            _ => false,
        };
        if is_new {
            return Ok(());
        }
        let expected = "each of `dtype`, `shape` and `data_offsets` once";
        Err(FileError::unexpected(at, "a key", format!("`{key}`"), expected))
    })?;
    match (kind, shape, offsets) {
        (Some((kind, dtype_at)), Some((shape, shape_at)), Some((range, offsets_at))) => {
            Ok(TensorInfo { kind, shape, range, dtype_at, shape_at, offsets_at })
        }
        _ => {
            let found = "without one of its keys";
            let expected = "one with `dtype`, `shape` and `data_offsets`";
            Err(FileError::unexpected(begin, "a tensor", found, expected))
        }
    }
}
