//! [`NpzWriter`]: an archive that is written array by array.

use crate::io::npy::{write_npy_any_to, write_npy_to};
use crate::io::replace::NewFile;
use crate::io::{FileError, FileErrorKind};
use crate::tensor::{AnyTensor, HasDType, Tensor, TensorRef};
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use flate2::Compression;
use flate2::write::DeflateEncoder;
use rawzip::path::ZipFilePath;
use rawzip::{CompressionMethod, ErrorKind, ZipArchiveWriter};
use std::io::Write;
use std::path::Path;
use std::path::PathBuf;

/// The longest name of an array in bytes: the format counts those of the name of a member, with `.npy`, in 16 bits.
const LONGEST: usize = u16::MAX as usize - ".npy".len();

/// Writes an npz archive, array by array.
///
/// [`finish`](NpzWriter::finish) gives the archive its name. A writer that is dropped before leaves no file, and does not
/// change one that was there. Only one array is in memory at a time. The members are those of numpy to the byte; the
/// archive around them has the same names and methods.
///
/// ```
/// use holor::io::npz::{Npz, NpzWriter};
/// use holor::prelude::*;
///
/// let path = std::env::temp_dir().join("holor_write.npz");
/// let mut writer = NpzWriter::create(&path)?;
/// writer.add("x", &tensor![[1.5, 2.5]])?;
/// writer.add("y", &tensor![1_i32, 2, 3])?;
/// writer.finish()?;
/// assert_eq!(Npz::open(&path)?.read::<i32, 1>("y")?, tensor![1, 2, 3]);
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// numpy: `savez`, `savez_compressed`.
#[doc(alias("savez", "savez_compressed"))]
pub struct NpzWriter {
    archive: ZipArchiveWriter<NewFile>,
    path: PathBuf,
    names: BTreeSet<String>,
    is_compressed: bool,
    /// Whether a member is written in part: then the archive cannot be ended.
    is_broken: bool,
}

impl NpzWriter {
    /// Creates an archive whose arrays are stored, under a temporary name.
    ///
    /// # Errors
    /// When the file cannot be created.
    ///
    /// numpy: `savez`.
    pub fn create(path: impl AsRef<Path>) -> Result<Self, FileError> {
        let path = path.as_ref();
        Ok(NpzWriter {
            archive: ZipArchiveWriter::new(NewFile::create(path)?),
            path: path.to_path_buf(),
            names: BTreeSet::new(),
            is_compressed: false,
            is_broken: false,
        })
    }

    /// Creates an archive whose arrays are deflated, under a temporary name.
    ///
    /// # Errors
    /// When the file cannot be created.
    ///
    /// numpy: `savez_compressed`.
    pub fn create_compressed(path: impl AsRef<Path>) -> Result<Self, FileError> {
        Ok(NpzWriter { is_compressed: true, ..NpzWriter::create(path)? })
    }

    /// Writes a tensor of any strides, as the member of a name, to which `.npy` is appended.
    ///
    /// # Errors
    /// When there is an array of the name, or the name is no path within an archive, as `../x`, or has the character
    /// NUL or more than 65531 bytes: `` a.npz: a name is `x` for the second time, expected another one ``. When numpy
    /// does not have the element type: `a.npz: dtype is bf16, expected a type that numpy has`. Nothing is written
    /// then. When the file cannot be written: the archive is lost. When it was lost before:
    /// `a.npz: an array is written in part, expected whole ones`.
    pub fn add<T: HasDType, const R: usize>(
        &mut self,
        name: &str,
        tensor: &TensorRef<T, R>,
    ) -> Result<(), FileError> {
        self.put::<T>(name, |file| write_npy_to(file, tensor))
    }

    /// Writes a tensor whose rank is known at run time; as [`add`](NpzWriter::add).
    ///
    /// # Errors
    /// As [`add`](NpzWriter::add).
    pub fn add_any<T: HasDType>(
        &mut self,
        name: &str,
        tensor: &AnyTensor<T>,
    ) -> Result<(), FileError> {
        self.put::<T>(name, |file| write_npy_any_to(file, tensor))
    }

    fn put<T: HasDType>(
        &mut self,
        name: &str,
        write: impl FnOnce(&mut dyn Write) -> Result<(), FileError>,
    ) -> Result<(), FileError> {
        let put = || {
            self.expect_whole()?;
            let member = member_of(name)?;
            // Whether numpy has the type.
            write_npy_to(std::io::sink(), &Tensor::<T, 1>::from_iter([]))?;
            if !self.names.insert(name.to_string()) {
                return Err(bad_name(format!("`{name}` for the second time"), "another one"));
            }
            self.is_broken = true;
            self.member(&member, write)?;
            self.is_broken = false;
            Ok(())
        };
        put().map_err(|error| error.of(&self.path))
    }

    /// Checks that no array failed.
    fn expect_whole(&self) -> Result<(), FileError> {
        match self.is_broken {
            false => Ok(()),
            true => Err(FileError::new(FileErrorKind::unexpected(
                "an array",
                "written in part",
                "whole ones",
            ))),
        }
    }

    fn member(
        &mut self,
        member: &str,
        write: impl FnOnce(&mut dyn Write) -> Result<(), FileError>,
    ) -> Result<(), FileError> {
        let method = match self.is_compressed {
            true => CompressionMethod::DEFLATE,
            false => CompressionMethod::STORE,
        };
        let file = self.archive.new_file(member).compression_method(method);
        let (mut entry, config) = file.start().map_err(refused)?;
        let descriptor = if self.is_compressed {
            let mut data = config.wrap(DeflateEncoder::new(&mut entry, Compression::default()));
            write(&mut data)?;
            let (encoder, descriptor) = data.finish().map_err(refused)?;
            encoder.finish()?;
            descriptor
        } else {
            let mut data = config.wrap(&mut entry);
            write(&mut data)?;
            data.finish().map_err(refused)?.1
        };
        entry.finish(descriptor).map_err(refused)?;
        Ok(())
    }

    /// Ends the archive, and gives it its name.
    ///
    /// # Errors
    /// When an array could not be written, or the archive cannot be written or renamed.
    pub fn finish(self) -> Result<(), FileError> {
        self.expect_whole().map_err(|error| error.of(&self.path))?;
        self.archive.finish().map_err(|error| refused(error).of(&self.path))?.commit()
    }
}

/// The name of the member of an array, if the archive can have it.
fn member_of(name: &str) -> Result<String, FileError> {
    if name.len() > LONGEST {
        let expected = format!("at most {LONGEST}");
        let kind = FileErrorKind::unexpected("the length of a name", name.len(), expected);
        return Err(FileError::new(kind));
    }
    // Python ends the name of a member there: two arrays would have one name.
    if name.contains('\0') {
        return Err(bad_name(format!("`{name}`"), "one without the character NUL"));
    }
    let member = format!("{name}.npy");
    match ZipFilePath::from_str(&member).as_str() == member {
        true => Ok(member),
        false => Err(bad_name(format!("`{name}`"), "a relative path without `..`")),
    }
}

#[cold]
fn bad_name(found: String, expected: &str) -> FileError {
    FileError::new(FileErrorKind::unexpected("a name", found, expected))
}

#[cold]
fn refused(error: rawzip::Error) -> FileError {
    match error.into_kind() {
        ErrorKind::IO(error) => FileError::from(error),
        kind => FileError::new(FileErrorKind::unexpected(
            "the archive",
            kind,
            "one that can be written",
        )),
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.file().write(bytes)
    }

    fn write_all(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        self.file().write_all(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.file().flush()
    }
}
