//! The header of a GGUF file: metadata, and types, shapes and places of its tensors, checked.

use super::cursor::Cursor;
use super::value::Entry;
use super::{GgufError, Kind, Value};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry as Slot;
use std::ops::Range;

/// The largest number of axes in ggml.
const MOST_AXES: u32 = 4;
/// Where tensors start, unless the metadata says so.
const ALIGNMENT: usize = 32;

/// What a GGUF file says of a tensor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TensorInfo {
    kind: Kind,
    shape: Vec<usize>,
    /// In the file.
    range: Range<usize>,
    /// Where the offset stands in the file, for errors.
    offset_at: usize,
}

impl TensorInfo {
    /// Returns the type of the elements.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns the shape, row-major: the contiguous axis is the last one.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// Returns the range of the bytes of the blocks in the file.
    pub fn byte_range(&self) -> Range<usize> {
        self.range.clone()
    }
}

/// The header of a whole file.
pub(super) struct Header {
    pub(super) metadata: BTreeMap<String, Entry>,
    pub(super) tensors: BTreeMap<String, TensorInfo>,
}

impl Header {
    pub(super) fn read(file: &[u8]) -> Result<Self, GgufError> {
        let mut cursor = Cursor::new(file, 0);
        let magic = cursor.skip(4, "the magic")?;
        if &file[magic.clone()] != b"GGUF" {
            let found = file[magic].escape_ascii();
            return Err(GgufError::at(0, format!("the magic is \"{found}\", expected \"GGUF\"")));
        }
        let version = cursor.u32("the version")?;
        if version.swap_bytes() < 1 << 16 && version > 1 << 16 {
            return Err(GgufError::at(4, "the byte order is big-endian, expected little-endian"));
        }
        if !(2..=3).contains(&version) {
            return Err(GgufError::at(4, format!("the version is {version}, expected 2 or 3")));
        }
        // A name of no byte, a number of axes, a type and an offset; a key, a type and a byte.
        let tensors = cursor.count(24, "the number of tensors")?;
        let keys = cursor.count(13, "the number of keys")?;
        let mut header = Header { metadata: BTreeMap::new(), tensors: BTreeMap::new() };
        for _ in 0..keys {
            let at = cursor.place();
            let key = cursor.text("a key")?;
            let kind = cursor.u32("the type of a value")?;
            let entry = Entry::read(&mut cursor, kind, 0)?;
            match header.metadata.entry(key.to_string()) {
                Slot::Vacant(slot) => drop(slot.insert(entry)),
                Slot::Occupied(slot) => return Err(twice(at, "a key", slot.key())),
            }
        }
        let alignment = header.alignment(file, cursor.place())?;
        for _ in 0..tensors {
            let at = cursor.place();
            let name = cursor.text("a name")?;
            let info = tensor(&mut cursor).map_err(|error| in_tensor(error, name))?;
            match header.tensors.entry(name.to_string()) {
                Slot::Vacant(slot) => drop(slot.insert(info)),
                Slot::Occupied(slot) => return Err(twice(at, "a name", slot.key())),
            }
        }
        header.place(cursor.place(), alignment, file.len())?;
        Ok(header)
    }

    fn alignment(&self, file: &[u8], at: usize) -> Result<usize, GgufError> {
        let Some(entry) = self.metadata.get("general.alignment") else { return Ok(ALIGNMENT) };
        match entry.value(file) {
            Value::Unsigned(size) if size.is_power_of_two() && size <= 1 << 30 => Ok(size as usize),
            value => {
                let what = format!(
                    "the alignment before is {value:?}, expected a power of two below 2^30"
                );
                Err(GgufError::at(at, what))
            }
        }
    }

    /// Checks that the tensors follow each other, without a hole and without an overlap; makes their ranges those in
    /// the file.
    fn place(&mut self, end: usize, alignment: usize, file_len: usize) -> Result<(), GgufError> {
        let mut in_order: Vec<_> = self.tensors.iter_mut().collect();
        in_order.sort_by_key(|(_, info)| (info.range.start, info.range.end));
        // Lengths of files and alignments of at most 2^30: no sum overflows.
        let start = end.next_multiple_of(alignment);
        let mut next = 0;
        for (name, info) in in_order {
            let wrong = |what| Err(in_tensor(GgufError::at(info.offset_at, what), name));
            let (offset, bytes) = (info.range.start, info.range.len());
            if offset != next {
                return wrong(format!("the offset is {offset}, expected {next}"));
            }
            let left = file_len.saturating_sub(start).saturating_sub(offset);
            if bytes > left {
                let kind = info.kind;
                let what =
                    format!("expected {bytes} bytes of {kind} {:?}, found {left}", info.shape);
                return wrong(what);
            }
            next = (offset + bytes).next_multiple_of(alignment);
            info.range = match bytes {
                0 => 0..0,
                _ => start + offset..start + offset + bytes,
            };
        }
        Ok(())
    }
}

fn twice(at: usize, what: &str, name: &str) -> GgufError {
    GgufError::at(at, format!("{what} is {name:?} for the second time"))
}

fn in_tensor(mut error: GgufError, name: &str) -> GgufError {
    let name: String = name.chars().take(64).collect();
    error.what = format!("tensor {name:?}: {}", error.what);
    error
}

/// Reads what the header says of a tensor; its range starts at the offset, which is not checked yet.
fn tensor(cursor: &mut Cursor<'_>) -> Result<TensorInfo, GgufError> {
    let at = cursor.place();
    let axes = cursor.u32("the number of axes")?;
    if axes > MOST_AXES {
        return Err(GgufError::at(at, format!("the number of axes is {axes}, expected at most 4")));
    }
    let shape_at = cursor.place();
    let mut sizes = vec![];
    for _ in 0..axes {
        sizes.push(cursor.u64("a size")?);
    }
    sizes.reverse();
    let at = cursor.place();
    let number = cursor.u32("the type of a tensor")?;
    let Some(kind) = Kind::of(number) else {
        return Err(GgufError::at(
            at,
            format!("the type of a tensor is {number}, which is unknown"),
        ));
    };
    let Some((shape, bytes)) = bytes_of(&sizes, kind) else {
        let what = format!("the shape is {sizes:?}, expected one that memory can address");
        return Err(GgufError::at(shape_at, what));
    };
    let row = shape.last().copied().unwrap_or(1);
    if !row.is_multiple_of(kind.block_len()) {
        let block = kind.block_len();
        let what = format!("rows of {kind} are {row} long, expected a multiple of {block}");
        return Err(GgufError::at(shape_at, what));
    }
    let offset_at = cursor.place();
    let offset = cursor.u64("an offset")?;
    let end = usize::try_from(offset).ok().and_then(|offset| offset.checked_add(bytes));
    match end {
        Some(end) if end <= isize::MAX as usize => {
            Ok(TensorInfo { kind, shape, range: end - bytes..end, offset_at })
        }
        _ => Err(GgufError::at(offset_at, format!("the offset is {offset}, after any file"))),
    }
}

/// The shape and the number of bytes, if memory can address as many floats; sizes of zero make the others harmless no
/// more than in any layout.
fn bytes_of(sizes: &[u64], kind: Kind) -> Option<(Vec<usize>, usize)> {
    let shape: Vec<usize> =
        sizes.iter().map(|&size| usize::try_from(size).ok()).collect::<Option<_>>()?;
    let nonzero = shape.iter().copied().filter(|size| *size > 0);
    let count = nonzero.into_iter().try_fold(1usize, usize::checked_mul)?;
    isize::try_from(count.checked_mul(8)?).ok()?;
    let bytes = (count / kind.block_len()).checked_mul(kind.block_bytes())?;
    Some((shape.clone(), if shape.contains(&0) { 0 } else { bytes }))
}
