//! Readers of npy files: by path, from any reader, and from bytes without a copy.

use super::NpyHeader;
use crate::io::elements::{Elements, is_foreign};
use crate::io::{FileBytes, FileError};
use crate::tensor::{AnyTensor, HasDType, Tensor};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Reads an npy file as a tensor of element type `T` and rank `R`.
///
/// An array in Fortran's order becomes a tensor with column-major strides: its elements are not put into another
/// order. Bytes after the array are not read, as in numpy.
///
/// ```
/// use holor::io::npy::{read_npy, write_npy};
/// use holor::prelude::*;
///
/// let path = std::env::temp_dir().join("holor_read.npy");
/// write_npy(&path, &tensor![[1_i32, 2, 3], [4, 5, 6]])?;
/// let m: Tensor<i32, 2> = read_npy(&path)?;
/// assert_eq!(m, tensor![[1, 2, 3], [4, 5, 6]]);
///
/// let text = read_npy::<f32, 2>(&path).unwrap_err().to_string();
/// assert!(text.ends_with("holor_read.npy: byte 20: dtype is i32, expected f32"), "{text}");
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A `char` is not an element of such files:
///
/// ```compile_fail,E0277
/// holor::io::npy::read_npy::<char, 1>("a.npy"); // `char` is not an element type of files
/// ```
///
/// # Errors
/// When the file cannot be opened or read: `a.npy: No such file or directory (os error 2)`. When it is no npy file:
/// `a.npy: byte 0: the signature is that of a pickle, expected "\x93NUMPY"`. When its elements are of another type:
/// `a.npy: byte 20: dtype is f64, expected f32`, or none that a tensor has:
/// `a.npy: byte 20: dtype is <f16, expected one of b1, i1, i2, i4, i8, u1, u2, u4, u8, f2, f4, f8, c8, c16`. When its
/// rank is another one: `a.npy: byte 60: [2, 3]: expected rank 3, found rank 2`. When it is not as long as it says:
/// `a.npy: byte 128: expected 48 bytes, found 40`. When there is no memory for its elements.
///
/// numpy: `load`.
#[doc(alias = "load")]
pub fn read_npy<T: HasDType, const R: usize>(
    path: impl AsRef<Path>,
) -> Result<Tensor<T, R>, FileError> {
    let path = path.as_ref();
    open(path).and_then(|(file, len)| typed(file, Some(len))).map_err(|error| error.of(path))
}

/// Reads an array as npy from a reader: a socket, a decompressor, `&[u8]`.
///
/// The reader is at the byte after the array then, so that arrays may follow each other. The memory grows with what
/// the reader gives, at most to its double, whatever the header claims. Wrap a reader of small pieces into a
/// [`BufReader`](std::io::BufReader).
///
/// ```
/// use holor::io::npy::{read_npy_from, write_npy_to};
/// use holor::prelude::*;
///
/// let mut bytes = Vec::new();
/// write_npy_to(&mut bytes, &tensor![1.5, 2.5])?;
/// write_npy_to(&mut bytes, &tensor![[true], [false]])?;
/// let mut reader = &bytes[..];
/// assert_eq!(read_npy_from::<f64, 1>(&mut reader)?, tensor![1.5, 2.5]);
/// assert_eq!(read_npy_from::<bool, 2>(&mut reader)?, tensor![[true], [false]]);
/// # Ok::<(), holor::io::FileError>(())
/// ```
///
/// # Errors
/// As [`read_npy`], without a path.
///
/// numpy: `load`, `lib.format.read_array`.
pub fn read_npy_from<T: HasDType, const R: usize>(
    reader: impl Read,
) -> Result<Tensor<T, R>, FileError> {
    typed(reader, None)
}

/// Reads an npy file as a tensor whose rank is known at run time.
///
/// ```
/// use holor::DType;
/// use holor::io::npy::{NpyHeader, read_npy_any, write_npy};
/// use holor::prelude::*;
///
/// /// The sum of all elements of a file of floats of either precision, of rank 1 or 2.
/// fn total(path: &std::path::Path) -> Result<f64, Box<dyn std::error::Error>> {
///     let any = match NpyHeader::read(path)?.dtype() {
///         DType::F64 => read_npy_any::<f64>(path)?,
///         DType::F32 => match_rank!(read_npy_any::<f32>(path)?, x in [1, 2] => x.cast::<f64>().into(),
///             x => return Err(format!("{:?}", x.shape()).into())),
///         other => return Err(format!("{other} is no float").into()),
///     };
///     Ok(match_rank!(any, x in [1, 2] => x.sum(All).item(), _ => 0.0))
/// }
///
/// let path = std::env::temp_dir().join("holor_any.npy");
/// write_npy(&path, &tensor![[1.0_f32, 2.0], [3.0, 4.0]])?;
/// assert_eq!(total(&path)?, 10.0);
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`read_npy`], and when the rank is above 12.
///
/// numpy: `load`.
pub fn read_npy_any<T: HasDType>(path: impl AsRef<Path>) -> Result<AnyTensor<T>, FileError> {
    let path = path.as_ref();
    open(path).and_then(|(file, len)| any(file, Some(len))).map_err(|error| error.of(path))
}

/// Reads an array as npy from a reader, whose rank is known at run time.
///
/// ```
/// use holor::io::npy::{read_npy_any_from, write_npy_to};
/// use holor::prelude::*;
///
/// let mut file = Vec::new();
/// write_npy_to(&mut file, &tensor![[1_u8, 2, 3]])?;
/// let any: AnyTensor<u8> = read_npy_any_from(&file[..])?;
/// assert_eq!((any.rank(), any.shape()), (2, &[1, 3][..]));
/// # Ok::<(), holor::io::FileError>(())
/// ```
///
/// # Errors
/// As [`read_npy_any`], without a path.
///
/// numpy: `load`.
pub fn read_npy_any_from<T: HasDType>(reader: impl Read) -> Result<AnyTensor<T>, FileError> {
    any(reader, None)
}

/// Makes a tensor of the bytes of an npy file; copies no element where they are as this machine has them.
///
/// The tensor shares the elements with the bytes. They are copied if they have the other byte order, or if their
/// address is not a multiple of their alignment. Elements in a map are aligned, because numpy's header ends at a
/// multiple of 64.
///
/// ```
/// use holor::io::FileBytes;
/// use holor::io::npy::{npy_from_bytes, write_npy_to};
/// use holor::prelude::*;
///
/// let mut file = Vec::new();
/// write_npy_to(&mut file, &tensor![[1_u8, 2], [3, 4]])?;
/// let bytes = FileBytes::from_owner(file);
/// let m: Tensor<u8, 2> = npy_from_bytes(&bytes)?;
/// assert_eq!(m, tensor![[1, 2], [3, 4]]);
/// assert_eq!(m.as_ptr(), &bytes.as_ref()[128]); // not copied
/// # Ok::<(), holor::io::FileError>(())
/// ```
///
/// # Errors
/// As [`read_npy`].
///
/// numpy: `load(mmap_mode="r")`, `frombuffer`.
#[doc(alias("mmap", "memmap", "mmap_mode"))]
pub fn npy_from_bytes<T: HasDType, const R: usize>(
    bytes: &FileBytes,
) -> Result<Tensor<T, R>, FileError> {
    let shared = || {
        let (header, elements) = shared::<T>(bytes, |header| header.of_rank::<R>().map(drop))?;
        elements.into_tensor(header.of_rank()?, header.order())
    };
    shared().map_err(|error| at_path(error, bytes))
}

/// Makes a tensor of the bytes of an npy file, whose rank is known at run time; copies no element where
/// [`npy_from_bytes`] does not.
///
/// # Errors
/// As [`read_npy_any`].
///
/// numpy: `load(mmap_mode="r")`, `frombuffer`.
pub fn npy_any_from_bytes<T: HasDType>(bytes: &FileBytes) -> Result<AnyTensor<T>, FileError> {
    let shared = || {
        let (header, elements) = shared::<T>(bytes, NpyHeader::expect_any_rank)?;
        elements.into_any(header.shape(), header.order())
    };
    shared().map_err(|error| at_path(error, bytes))
}

/// Reads an array out of a known number of bytes, header included, that a reader may give; the memory grows with what
/// it gives.
#[cfg(feature = "npz")]
pub(crate) fn read_npy_within<T: HasDType, const R: usize>(
    mut reader: impl Read,
    size: u64,
) -> Result<Tensor<T, R>, FileError> {
    let header = NpyHeader::read_from(&mut reader)?;
    header.expect_dtype(T::DTYPE)?;
    let shape = header.of_rank()?;
    header.expect_within(size)?;
    elements(reader, &header, None)?.into_tensor(shape, header.order())
}

/// As [`read_npy_within`], of any rank.
#[cfg(feature = "npz")]
pub(crate) fn read_npy_any_within<T: HasDType>(
    mut reader: impl Read,
    size: u64,
) -> Result<AnyTensor<T>, FileError> {
    let header = NpyHeader::read_from(&mut reader)?;
    header.expect_dtype(T::DTYPE)?;
    header.expect_any_rank()?;
    header.expect_within(size)?;
    elements(reader, &header, None)?.into_any(header.shape(), header.order())
}

fn at_path(error: FileError, bytes: &FileBytes) -> FileError {
    match bytes.path() {
        Some(path) => error.of(path),
        None => error,
    }
}

/// Opens a file; its length is 0 if it is not one with a length.
fn open(path: &Path) -> Result<(File, u64), FileError> {
    let file = File::open(path)?;
    let len = file.metadata()?.len();
    Ok((file, len))
}

fn typed<T: HasDType, const R: usize>(
    mut reader: impl Read,
    len: Option<u64>,
) -> Result<Tensor<T, R>, FileError> {
    let header = NpyHeader::read_from(&mut reader)?;
    header.expect_dtype(T::DTYPE)?;
    let shape = header.of_rank()?;
    elements(reader, &header, len)?.into_tensor(shape, header.order())
}

fn any<T: HasDType>(mut reader: impl Read, len: Option<u64>) -> Result<AnyTensor<T>, FileError> {
    let header = NpyHeader::read_from(&mut reader)?;
    header.expect_dtype(T::DTYPE)?;
    header.expect_any_rank()?;
    elements(reader, &header, len)?.into_any(header.shape(), header.order())
}

/// Reads the elements after a header, out of a file of a length that is known, or not.
fn elements<T: HasDType>(
    mut reader: impl Read,
    header: &NpyHeader,
    len: Option<u64>,
) -> Result<Elements<T>, FileError> {
    let (count, bytes) = header.counted()?;
    let is_there = len.is_some_and(|len| len.saturating_sub(header.data_offset()) >= bytes);
    let swap = is_foreign(header.is_big_endian()) && size_of::<T>() > 1;
    Elements::read(&mut reader, header.data_offset(), count, swap, is_there)
}

/// The header and the elements that lie in bytes.
fn shared<T: HasDType>(
    bytes: &FileBytes,
    check: impl FnOnce(&NpyHeader) -> Result<(), FileError>,
) -> Result<(NpyHeader, Elements<T>), FileError> {
    let all = bytes.as_ref();
    let header = NpyHeader::read_from(all)?;
    header.expect_dtype(T::DTYPE)?;
    check(&header)?;
    let expected = header.expect_within(all.len() as u64)?;
    let start = header.data_offset();
    // Both are at most the length of the bytes.
    let range = start as usize..(start + expected) as usize;
    let swap = is_foreign(header.is_big_endian()) && size_of::<T>() > 1;
    Ok((header, Elements::share(bytes, range, swap)?))
}
