//! [`NpyHeader`]: what an npy file says of its array, read and written.

use super::pieces::fill;
use crate::io::elements::{counted, expect_any_rank};
use crate::io::{FileError, FileErrorKind};
use crate::layout::Order;
use crate::tensor::DType;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use std::fs::File;
use std::io::Read;
use std::path::Path;

pub(super) const MAGIC: &[u8; 6] = b"\x93NUMPY";
/// numpy writes 128 bytes. A structured type with many fields makes it longer, and is refused with its name.
const LONGEST: u64 = 1 << 20;
/// A header is padded with spaces to a multiple of this.
const ALIGN: usize = 64;
/// The digits for which there is room in the size of the axis along which arrays grow.
const GROWTH_DIGITS: usize = 21;

/// The header of an npy file: the type of the elements, the shape and the order.
///
/// It is read without the elements, so that a program may choose by the type or the rank.
///
/// ```
/// use holor::io::npy::{NpyHeader, write_npy_to};
/// use holor::prelude::*;
/// use holor::{DType, Order};
///
/// let mut file = Vec::new();
/// write_npy_to(&mut file, &tensor![[1.0_f32, 2.0, 3.0]])?;
/// let header = NpyHeader::read_from(&file[..])?;
/// assert_eq!((header.dtype(), header.shape()), (DType::F32, &[1, 3][..]));
/// assert_eq!((header.order(), header.version()), (Order::RowMajor, (1, 0)));
/// assert_eq!((header.data_offset(), file.len()), (128, 128 + 12));
/// # Ok::<(), holor::io::FileError>(())
/// ```
///
/// numpy: `lib.format.read_array_header_1_0`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NpyHeader {
    dtype: DType,
    is_big_endian: bool,
    order: Order,
    shape: Vec<usize>,
    version: (u8, u8),
    data_offset: u64,
    /// Where the type and the shape stand, for errors.
    dtype_at: u64,
    shape_at: u64,
}

impl NpyHeader {
    /// Reads the header of a file, and none of its elements.
    ///
    /// # Errors
    /// As [`read_npy`](super::read_npy), without those of the rank and the element type.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, FileError> {
        let path = path.as_ref();
        let file = File::open(path).map_err(|error| FileError::from(error).of(path))?;
        Self::read_from(file).map_err(|error| error.of(path))
    }

    /// Reads the header from a reader, which is at the first element then.
    ///
    /// # Errors
    /// As [`NpyHeader::read`].
    pub fn read_from(mut reader: impl Read) -> Result<Self, FileError> {
        let mut start = [0; 8];
        read_part(&mut reader, 0, &mut start)?;
        if !start.starts_with(MAGIC) {
            let found = match start {
                [b'P', b'K', 3, 4, ..] => "that of an npz archive".into(),
                [0x80, ..] => "that of a pickle".into(),
                _ => format!("\"{}\"", start[..6].escape_ascii()),
            };
            return Err(FileError::unexpected(0, "the signature", found, "\"\\x93NUMPY\""));
        }
        let version = (start[6], start[7]);
        let mut length = [0; 4];
        let length_size = match version {
            (1, 0) => 2,
            (2 | 3, 0) => 4,
            (major, minor) => {
                let found = format!("{major}.{minor}");
                return Err(FileError::unexpected(6, "the version", found, "1.0, 2.0 or 3.0"));
            }
        };
        read_part(&mut reader, 8, &mut length[..length_size])?;
        let (length, at) = (u64::from(u32::from_le_bytes(length)), 8 + length_size as u64);
        if length > LONGEST {
            let expected = format!("at most {LONGEST}");
            return Err(FileError::unexpected(8, "the length of the header", length, expected));
        }
        // Grows with what is read, not with the length that the file claims.
        let mut text = Vec::new();
        reader
            .take(length)
            .read_to_end(&mut text)
            .map_err(|error| FileError::at(at, FileErrorKind::Io(error)))?;
        if (text.len() as u64) < length {
            let found = text.len() as u64;
            return Err(FileError::at(at, FileErrorKind::Truncated { expected: length, found }));
        }
        Parser { text: &text, at: 0, start: at }.header(version, at + length)
    }

    /// The header of an array that is written, with the bytes of its numbers as this machine has them.
    pub(super) fn new(dtype: DType, shape: &[usize], order: Order) -> Self {
        NpyHeader {
            dtype,
            is_big_endian: cfg!(target_endian = "big"),
            order,
            shape: shape.to_vec(),
            version: (1, 0),
            data_offset: 0,
            dtype_at: 0,
            shape_at: 0,
        }
    }

    /// Returns the type of the elements.
    ///
    /// numpy: `dtype`.
    pub fn dtype(&self) -> DType {
        self.dtype
    }

    /// Returns the shape.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// Returns the rank: the number of axes.
    pub fn rank(&self) -> usize {
        self.shape.len()
    }

    /// Returns the order of the elements: column-major is numpy's `fortran_order`.
    pub fn order(&self) -> Order {
        self.order
    }

    /// Returns whether the first byte of a number is the most significant one. It is false for elements of one byte.
    pub fn is_big_endian(&self) -> bool {
        self.is_big_endian
    }

    /// Returns the version of the format, major and minor.
    pub fn version(&self) -> (u8, u8) {
        self.version
    }

    /// Returns the number of bytes before the first element.
    pub fn data_offset(&self) -> u64 {
        self.data_offset
    }

    /// The number of elements, and of their bytes.
    pub(super) fn counted(&self) -> Result<(usize, u64), FileError> {
        let shape = format!("{:?}", self.shape);
        counted(&self.shape, self.dtype.size()).ok_or_else(|| {
            FileError::unexpected(self.shape_at, "the shape", shape, "one that memory can address")
        })
    }

    /// Checks that an [`AnyTensor`](crate::AnyTensor) has the rank.
    pub(super) fn expect_any_rank(&self) -> Result<(), FileError> {
        expect_any_rank(&self.shape).map_err(|kind| FileError::at(self.shape_at, kind))
    }

    /// Checks that the elements are in a file of a size; returns the number of their bytes.
    pub(super) fn expect_within(&self, size: u64) -> Result<u64, FileError> {
        let (_, expected) = self.counted()?;
        let found = size.saturating_sub(self.data_offset);
        if found < expected {
            let kind = FileErrorKind::Truncated { expected, found };
            return Err(FileError::at(self.data_offset, kind));
        }
        Ok(expected)
    }

    /// Checks the type of the elements.
    pub(super) fn expect_dtype(&self, expected: DType) -> Result<(), FileError> {
        if self.dtype == expected {
            return Ok(());
        }
        Err(FileError::unexpected(self.dtype_at, "dtype", self.dtype, expected))
    }

    /// The shape as one of rank `R`.
    pub(super) fn of_rank<const R: usize>(&self) -> Result<[usize; R], FileError> {
        let rank = || FileErrorKind::rank(&self.shape, R);
        self.shape[..].try_into().map_err(|_| FileError::at(self.shape_at, rank()))
    }

    /// The bytes of the header, to the letter those of numpy.
    pub(super) fn to_bytes(&self) -> Result<Vec<u8>, FileError> {
        let descr = descr(self.dtype, self.is_big_endian).ok_or_else(|| {
            let kind = FileErrorKind::unexpected("dtype", self.dtype, "a type that numpy has");
            FileError::new(kind)
        })?;
        let sizes = match &self.shape[..] {
            [size] => format!("{size},"),
            shape => shape.iter().map(|size| format!("{size}")).collect::<Vec<_>>().join(", "),
        };
        let is_column_major = self.order == Order::ColMajor;
        let (word, grows) = match is_column_major {
            true => ("True", self.shape.last()),
            false => ("False", self.shape.first()),
        };
        let mut text =
            format!("{{'descr': '{descr}', 'fortran_order': {word}, 'shape': ({sizes}), }}");
        if let Some(size) = grows {
            let room = GROWTH_DIGITS.saturating_sub(format!("{size}").len());
            text.extend(core::iter::repeat_n(' ', room));
        }
        // A version that counts the header in 2 bytes suffices up to a rank of some thousand.
        let is_long = text.len() + ALIGN > usize::from(u16::MAX);
        let prefix = if is_long { 12 } else { 10 };
        // From 1 to 64 spaces, as numpy writes, and the end of the line.
        let padding = ALIGN - (prefix + text.len() + 1) % ALIGN;
        let length = text.len() + padding + 1;
        let mut bytes = MAGIC.to_vec();
        match is_long {
            true => {
                bytes.extend([2, 0]);
                bytes.extend((length as u32).to_le_bytes());
            }
            false => {
                bytes.extend([1, 0]);
                bytes.extend((length as u16).to_le_bytes());
            }
        }
        bytes.extend(text.as_bytes());
        bytes.extend(vec![b' '; padding]);
        bytes.push(b'\n');
        Ok(bytes)
    }
}

/// Fills a part of the header that has to be there.
fn read_part(reader: &mut impl Read, at: u64, part: &mut [u8]) -> Result<(), FileError> {
    let found = fill(reader, part).map_err(|error| FileError::at(at, FileErrorKind::Io(error)))?;
    if found == part.len() {
        return Ok(());
    }
    let (expected, found) = (part.len() as u64, found as u64);
    Err(FileError::at(at, FileErrorKind::Truncated { expected, found }))
}

/// A part of a header in an error, which may be anything.
fn lossy(text: &[u8]) -> alloc::borrow::Cow<'_, str> {
    String::from_utf8_lossy(text)
}

/// numpy's letter of a type.
const LETTERS: [(DType, &str); 14] = [
    (DType::Bool, "b1"),
    (DType::I8, "i1"),
    (DType::I16, "i2"),
    (DType::I32, "i4"),
    (DType::I64, "i8"),
    (DType::U8, "u1"),
    (DType::U16, "u2"),
    (DType::U32, "u4"),
    (DType::U64, "u8"),
    (DType::F16, "f2"),
    (DType::F32, "f4"),
    (DType::F64, "f8"),
    (DType::C32, "c8"),
    (DType::C64, "c16"),
];

/// numpy's name of a type, if it has one: `<f8`.
fn descr(dtype: DType, is_big_endian: bool) -> Option<String> {
    let (_, letters) = LETTERS.iter().find(|(known, _)| *known == dtype)?;
    let order = match dtype.size() {
        1 => '|',
        _ if is_big_endian => '>',
        _ => '<',
    };
    Some(format!("{order}{letters}"))
}

/// The type of a name of numpy's, and whether its numbers are big-endian.
fn dtype_of(descr: &str) -> Option<(DType, bool)> {
    let is_big_endian = match descr.as_bytes().first()? {
        b'<' => false,
        b'>' => true,
        // `=`, and as numpy reads them `|` and none: the order of this machine.
        _ => cfg!(target_endian = "big"),
    };
    let name = descr.strip_prefix(['<', '>', '=', '|']).unwrap_or(descr);
    let (dtype, _) = LETTERS.iter().find(|(_, letters)| *letters == name)?;
    Some((*dtype, is_big_endian && dtype.size() > 1))
}

/// Reads the header as numpy writes it, a literal of Python: `{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }`.
struct Parser<'a> {
    text: &'a [u8],
    at: usize,
    /// The place of the text in the file.
    start: u64,
}

impl<'a> Parser<'a> {
    fn header(mut self, version: (u8, u8), data_offset: u64) -> Result<NpyHeader, FileError> {
        let (mut dtype, mut order, mut shape) = (None, None, None);
        self.expect(b'{', "a dictionary")?;
        while !self.skips(b'}') {
            self.spaces();
            let key_at = self.place();
            let key = self.string("a key")?;
            self.expect(b':', "`:`")?;
            self.spaces();
            let at = self.place();
            let is_new = match key {
                b"descr" => dtype.replace((self.dtype()?, at)).is_none(),
                b"fortran_order" => order.replace(self.order()?).is_none(),
                b"shape" => shape.replace((self.shape()?, at)).is_none(),
                _ => false,
            };
            if !is_new {
                let found = format!("`{}`", lossy(key));
                let expected = "each of `descr`, `fortran_order` and `shape` once";
                return Err(FileError::unexpected(key_at, "a key", found, expected));
            }
            if !self.skips(b',') {
                self.expect(b'}', "`,` or `}`")?;
                break;
            }
        }
        self.spaces();
        if self.at < self.text.len() {
            return Err(self.unexpected("the end of the header"));
        }
        let missing = |key| {
            let found = format!("without `{key}`");
            let expected = "one with `descr`, `fortran_order` and `shape`";
            FileError::unexpected(self.start, "the header", found, expected)
        };
        let (dtype, dtype_at) = dtype.ok_or_else(|| missing("descr"))?;
        let order = order.ok_or_else(|| missing("fortran_order"))?;
        let (shape, shape_at) = shape.ok_or_else(|| missing("shape"))?;
        let ((dtype, is_big_endian), version) = (dtype, version);
        Ok(NpyHeader {
            dtype,
            is_big_endian,
            order,
            shape,
            version,
            data_offset,
            dtype_at,
            shape_at,
        })
    }

    fn dtype(&mut self) -> Result<(DType, bool), FileError> {
        let (place, from) = (self.place(), self.at);
        let expected = format!("one of {}", LETTERS.map(|(_, letters)| letters).join(", "));
        if !matches!(self.text.get(self.at), Some(b'\'' | b'"')) {
            let rest = &self.text[from..];
            let len = match rest.first() {
                Some(b'[') => rest.iter().position(|&byte| byte == b']').map(|last| last + 1),
                _ => rest.iter().position(|&byte| byte == b','),
            };
            let fields = &rest[..len.unwrap_or(rest.len())];
            let found = lossy(fields);
            return Err(FileError::unexpected(place, "dtype", found, expected));
        }
        let name = self.string("a dtype")?;
        let text = core::str::from_utf8(name).unwrap_or("");
        dtype_of(text).ok_or_else(|| match text.trim_start_matches(['|', '<', '>', '=']) {
            text if text.starts_with('O') => {
                let found = format!("{}, objects of Python in a pickle", lossy(name));
                FileError::unexpected(place, "dtype", found, expected)
            }
            _ => FileError::unexpected(place, "dtype", lossy(name), expected),
        })
    }

    fn order(&mut self) -> Result<Order, FileError> {
        for (word, order) in [(&b"True"[..], Order::ColMajor), (b"False", Order::RowMajor)] {
            if self.text[self.at..].starts_with(word) {
                self.at += word.len();
                return Ok(order);
            }
        }
        Err(self.unexpected("`True` or `False`"))
    }

    fn shape(&mut self) -> Result<Vec<usize>, FileError> {
        let mut shape = Vec::new();
        self.expect(b'(', "a tuple of sizes")?;
        while !self.skips(b')') {
            self.spaces();
            let digits = self.text[self.at..].iter().take_while(|byte| byte.is_ascii_digit());
            let word = &self.text[self.at..self.at + digits.count()];
            let size = core::str::from_utf8(word).ok().and_then(|word| word.parse().ok());
            shape.push(size.ok_or_else(|| self.unexpected("a size"))?);
            self.at += word.len();
            // Python 2 writes long integers so.
            self.skips(b'L');
            if !self.skips(b',') {
                if shape.len() == 1 {
                    return Err(self.unexpected("`,`"));
                }
                self.expect(b')', "`,` or `)`")?;
                break;
            }
        }
        Ok(shape)
    }

    /// A text between quotes; backslashes stand for themselves, since no text that is known has one.
    fn string(&mut self, what: &'static str) -> Result<&'a [u8], FileError> {
        let rest = &self.text[self.at..];
        let len = match rest.first() {
            Some(quote @ (b'\'' | b'"')) => rest[1..].iter().position(|byte| byte == quote),
            _ => None,
        };
        let Some(len) = len else { return Err(self.unexpected(what)) };
        self.at += len + 2;
        Ok(&rest[1..1 + len])
    }

    fn spaces(&mut self) {
        let is_space = |byte: &&u8| matches!(byte, b' ' | b'\n' | b'\t' | b'\r');
        self.at += self.text[self.at..].iter().take_while(is_space).count();
    }

    /// Skips spaces, and a byte if it is the next one; returns whether it is.
    fn skips(&mut self, byte: u8) -> bool {
        self.spaces();
        let is_next = self.text.get(self.at) == Some(&byte);
        self.at += usize::from(is_next);
        is_next
    }

    fn expect(&mut self, byte: u8, what: &'static str) -> Result<(), FileError> {
        match self.skips(byte) {
            true => Ok(()),
            false => Err(self.unexpected(what)),
        }
    }

    fn place(&self) -> u64 {
        self.start + self.at as u64
    }

    #[cold]
    fn unexpected(&self, expected: &'static str) -> FileError {
        let rest = &self.text[self.at..];
        let found = match rest {
            [] => "at its end".into(),
            _ => format!("`{}`", lossy(&rest[..rest.len().min(16)])),
        };
        FileError::unexpected(self.place(), "the header", found, expected)
    }
}
