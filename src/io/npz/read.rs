//! [`Npz`]: an archive and its arrays by name.

use crate::io::npy::{NpyHeader, read_npy_any_within, read_npy_within};
use crate::io::{FileBytes, FileError, FileErrorKind};
use crate::tensor::{AnyTensor, HasDType, Tensor};
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use flate2::read::DeflateDecoder;
use rawzip::{
    CompressionMethod, ErrorKind, FileReader, ReaderAt, ZipArchive, ZipArchiveEntryWayfinder,
    ZipLocator,
};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The largest ratio that deflate reaches is 1032: 258 bytes for two bits.
const LARGEST_RATIO: u64 = 1032;

/// An npz archive: arrays of numpy by name.
///
/// The directory of the archive is read and checked at the beginning; a member is read when it is asked for. Members
/// are stored or deflated, in archives of any size (zip64). Their checksums are checked. Members that are no npy
/// files, which numpy gives as bytes, are left out.
///
/// The memory for a member is at most twice its inflated size. An archive that claims more than 1032 times the
/// compressed size, the largest ratio of deflate, is refused, and so are members that overlap.
///
/// numpy: `load`, `NpzFile`.
#[doc(alias = "NpzFile")]
pub struct Npz {
    archive: ZipArchive<ArchiveSource>,
    /// In the order of the archive.
    names: Vec<String>,
    members: BTreeMap<String, Member>,
    path: Option<PathBuf>,
}

struct Member {
    entry: ZipArchiveEntryWayfinder,
    is_deflated: bool,
    size: u64,
}

enum ArchiveSource {
    File(FileReader),
    Bytes(FileBytes),
}

impl ReaderAt for ArchiveSource {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        match self {
            ArchiveSource::File(file) => file.read_at(buffer, offset),
            ArchiveSource::Bytes(bytes) => bytes.as_ref().read_at(buffer, offset),
        }
    }
}

impl Npz {
    /// Opens an archive and reads its directory.
    ///
    /// The example is at the [module](super).
    ///
    /// # Errors
    /// When the file cannot be read, is no zip archive, or is damaged: `a.npz: byte 120: the archive is damaged
    /// (Unexpected end of file), expected that of an npz file`. When two members have one name or overlap, or one
    /// claims more than it can hold: `` a.npz: member `x.npy`: byte 80: the size is 4294967296,
    /// expected at most 1032 for 1 compressed bytes ``.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FileError> {
        let path = path.as_ref();
        let open = || {
            let file = File::open(path)?;
            let len = file.metadata()?.len();
            Npz::of(ArchiveSource::File(FileReader::from(file)), len, Some(path))
        };
        open().map_err(|error| error.of(path))
    }

    /// Reads the directory of an archive in memory, or mapped by `FileBytes::map`.
    ///
    /// ```no_run
    /// use holor::io::FileBytes;
    /// use holor::io::npz::Npz;
    /// use holor::prelude::*;
    ///
    /// static PRIORS: &[u8] = b"PK.."; // `include_bytes!("priors.npz")`
    /// let archive = Npz::new(FileBytes::from_owner(PRIORS))?;
    /// let boxes: Tensor<f32, 2> = archive.read("boxes")?;
    /// # Ok::<(), holor::io::FileError>(())
    /// ```
    ///
    /// # Errors
    /// As [`open`](Npz::open).
    pub fn new(bytes: FileBytes) -> Result<Self, FileError> {
        let path = bytes.path().map(Path::to_path_buf);
        let len = bytes.as_ref().len() as u64;
        let made = Npz::of(ArchiveSource::Bytes(bytes), len, path.as_deref());
        made.map_err(|error| match &path {
            Some(path) => error.of(path),
            None => error,
        })
    }

    fn of(source: ArchiveSource, len: u64, path: Option<&Path>) -> Result<Self, FileError> {
        // No record is longer than the file; rawzip wants room for its fixed parts.
        let size = len.clamp(1024, rawzip::MAX_CENTRAL_DIRECTORY_RECORD_SIZE as u64);
        let mut buffer = vec![0; size as usize];
        let located = ZipLocator::new().locate_in_reader(source, &mut buffer, len);
        let archive = located.map_err(|(_, error)| damaged(0, error))?;
        let mut npz = Npz {
            archive,
            names: Vec::new(),
            members: BTreeMap::new(),
            path: path.map(Path::to_path_buf),
        };
        npz.read_directory(&mut buffer)?;
        Ok(npz)
    }

    fn read_directory(&mut self, buffer: &mut [u8]) -> Result<(), FileError> {
        let directory_at = self.archive.directory_offset();
        let mut ranges = Vec::new();
        let mut entries = self.archive.entries(buffer);
        while let Some(entry) =
            entries.next_entry().map_err(|error| damaged(directory_at, error))?
        {
            let at = entry.central_directory_offset();
            let path = entry.file_path();
            let Ok(name) = core::str::from_utf8(path.as_bytes()) else {
                let found = format!("\"{}\"", path.as_bytes().escape_ascii());
                return Err(FileError::unexpected(at, "a name", found, "UTF-8"));
            };
            let checked = || {
                let method = entry.compression_method();
                let is_deflated = method == CompressionMethod::DEFLATE;
                if entry.flags().is_encrypted() {
                    return Err(FileError::unexpected(
                        at,
                        "the member",
                        "encrypted",
                        "a plain one",
                    ));
                }
                if !is_deflated && method != CompressionMethod::STORE {
                    let expected = "stored or deflated";
                    return Err(FileError::unexpected(at, "the compression", method, expected));
                }
                let (size, compressed) =
                    (entry.uncompressed_size_hint(), entry.compressed_size_hint());
                let most =
                    if is_deflated { compressed.saturating_mul(LARGEST_RATIO) } else { compressed };
                if size > most {
                    let expected = format!("at most {most} for {compressed} compressed bytes");
                    return Err(FileError::unexpected(at, "the size", size, expected));
                }
                Ok(Member { entry: entry.wayfinder(), is_deflated, size })
            };
            let member = checked().map_err(|error| error.in_member("member", name))?;
            let start = entry.local_header_offset();
            ranges.push((start, name.to_string(), member.entry));
            let Some(key) = name.strip_suffix(".npy") else { continue };
            if self.members.insert(key.to_string(), member).is_some() {
                let found = format!("`{name}` for the second time");
                return Err(FileError::unexpected(at, "a name", found, "another one"));
            }
            self.names.push(key.to_string());
        }
        let expected = self.archive.entries_hint();
        if expected != ranges.len() as u64 {
            let found = format!("{} members", ranges.len());
            return Err(FileError::unexpected(directory_at, "the directory", found, expected));
        }
        self.check_ranges(ranges, directory_at)
    }

    /// Checks that no two members have a byte in common, and none reaches into the directory.
    fn check_ranges(
        &self,
        mut ranges: Vec<(u64, String, ZipArchiveEntryWayfinder)>,
        directory_at: u64,
    ) -> Result<(), FileError> {
        ranges.sort_by_key(|(start, ..)| *start);
        let nexts = ranges.iter().skip(1).map(|(start, ..)| *start).chain([directory_at]);
        for ((start, name, entry), next) in ranges.iter().zip(nexts) {
            let located = self.archive.get_entry(*entry).map_err(|error| damaged(*start, error));
            let checked = located.and_then(|entry| {
                let (_, end) = entry.compressed_data_range();
                if end <= next {
                    return Ok(());
                }
                let found = format!("byte {end}, where another one is");
                let expected = format!("at most {next}");
                Err(FileError::unexpected(*start, "the end of the member", found, expected))
            });
            checked.map_err(|error| error.in_member("member", name))?;
        }
        Ok(())
    }

    /// Iterates over the names of the arrays, in the order of the archive, without `.npy`.
    ///
    /// numpy: `NpzFile.files`.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// Returns the number of arrays.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Returns whether there is no array.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Reads element type and shape of an array, and none of its elements.
    ///
    /// # Errors
    /// As [`read`](Npz::read), without those of the rank and the element type.
    pub fn header(&self, name: &str) -> Result<NpyHeader, FileError> {
        self.with_member(name, |reader, _| NpyHeader::read_from(reader))
    }

    /// Reads an array as a tensor of element type `T` and rank `R`.
    ///
    /// # Errors
    /// When there is no array of the name: `` a.npz: the name is `z`, expected one of `x`, `y` ``. As
    /// [`read_npy`](crate::io::npy::read_npy), with the name and the byte in the uncompressed member:
    /// `` a.npz: member `x.npy`: byte 60: [2, 3]: expected rank 3, found rank 2 ``. When the member is damaged:
    /// `` a.npz: member `x.npy`: byte 128: Invalid checksum: expected 0x1c291ca3, got 0x00000000 ``.
    ///
    /// numpy: `load(..)[name]`.
    pub fn read<T: HasDType, const R: usize>(&self, name: &str) -> Result<Tensor<T, R>, FileError> {
        self.with_member(name, |reader, size| {
            let tensor = read_npy_within(&mut *reader, size)?;
            to_end(reader)?;
            Ok(tensor)
        })
    }

    /// Reads an array whose rank is known at run time.
    ///
    /// ```no_run
    /// use holor::io::npz::Npz;
    /// use holor::prelude::*;
    ///
    /// let archive = Npz::open("weights.npz")?;
    /// for name in archive.names() {
    ///     let any: AnyTensor<f32> = archive.read_any(name)?;
    ///     println!("{name}: {:?}", any.shape());
    /// }
    /// # Ok::<(), holor::io::FileError>(())
    /// ```
    ///
    /// # Errors
    /// As [`read`](Npz::read), and when the rank is above 12.
    ///
    /// numpy: `load(..)[name]`.
    pub fn read_any<T: HasDType>(&self, name: &str) -> Result<AnyTensor<T>, FileError> {
        self.with_member(name, |reader, size| {
            let tensor = read_npy_any_within(&mut *reader, size)?;
            to_end(reader)?;
            Ok(tensor)
        })
    }

    /// Calls a function with a reader of the bytes of a member, which checks them, and their number.
    fn with_member<X>(
        &self,
        name: &str,
        read: impl FnOnce(&mut dyn Read, u64) -> Result<X, FileError>,
    ) -> Result<X, FileError> {
        let result = match self.members.get(name) {
            Some(member) => self
                .open_member(member, read)
                .map_err(|error| error.in_member("member", &format!("{name}.npy"))),
            None => Err(FileError::missing(name, self.names())),
        };
        result.map_err(|error| match &self.path {
            Some(path) => error.of(path),
            None => error,
        })
    }

    fn open_member<X>(
        &self,
        member: &Member,
        read: impl FnOnce(&mut dyn Read, u64) -> Result<X, FileError>,
    ) -> Result<X, FileError> {
        let entry = self.archive.get_entry(member.entry).map_err(|error| damaged(0, error))?;
        let compressed = entry.reader();
        let bytes: Box<dyn Read + '_> = match member.is_deflated {
            true => Box::new(DeflateDecoder::new(compressed)),
            false => Box::new(compressed),
        };
        read(&mut entry.verifying_reader(bytes), member.size)
    }
}

/// Reads what is left of a member, so that its checksum is checked.
fn to_end(reader: &mut dyn Read) -> Result<(), FileError> {
    io::copy(reader, &mut io::sink())?;
    Ok(())
}

/// An error of the archive, near a byte.
#[cold]
fn damaged(at: u64, error: rawzip::Error) -> FileError {
    match error.into_kind() {
        ErrorKind::IO(error) => FileError::at(at, FileErrorKind::Io(error)),
        ErrorKind::MissingEndOfCentralDirectory => FileError::unexpected(
            at,
            "the file",
            "without a directory at its end",
            "an npz archive",
        ),
        kind => {
            // A record that does not fit into a buffer as long as the file is longer than the file.
            let kind = match kind {
                ErrorKind::BufferTooSmall { .. } => ErrorKind::Eof,
                kind => kind,
            };
            let found = format!("damaged ({kind})");
            FileError::unexpected(at, "the archive", found, "that of an npz file")
        }
    }
}
