//! [`FileError`]: which file, where in it, and what is wrong there.

use crate::error::ShapeError;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Display, Formatter};
use std::path::{Path, PathBuf};

/// The error of a file that cannot be read or written.
///
/// Its text is the path, the place in the file, and the reason with the values that were found and expected.
/// A part is left out where there is none: bytes in memory have no path.
///
#[cfg_attr(feature = "npy", doc = "```")]
#[cfg_attr(not(feature = "npy"), doc = "```ignore")]
/// use holor::io::npy::{read_npy_from, write_npy_to};
/// use holor::prelude::*;
///
/// let mut file = Vec::new();
/// write_npy_to(&mut file, &tensor![[1_i64, 2], [3, 4]])?;
/// let error = read_npy_from::<i64, 3>(&file[..]).unwrap_err();
/// assert_eq!(error.to_string(), "byte 60: [2, 2]: expected rank 3, found rank 2");
/// # Ok::<(), holor::io::FileError>(())
/// ```
///
/// [`source`](core::error::Error::source) is the error of the system, if that is the reason.
pub struct FileError(Box<Facts>);

struct Facts {
    path: Option<PathBuf>,
    /// What the file calls its members, and the name of one.
    member: Option<(&'static str, String)>,
    place: Option<Place>,
    kind: FileErrorKind,
}

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
    /// The number of bytes before it: in the file, or in the member of an archive.
    Byte(u64),
    /// A place in text.
    Text {
        /// The number of the line, from 1.
        line: usize,
        /// The number of the column of numbers, from 1.
        column: usize,
    },
}

/// The reason of a [`FileError`], with the values that disagree.
#[derive(Debug)]
#[non_exhaustive]
pub enum FileErrorKind {
    /// The system or the reader or writer refuses.
    Io(std::io::Error),
    /// The file ends too early.
    Truncated {
        /// The number of bytes that are needed from the place on.
        expected: u64,
        /// The number of bytes that are there.
        found: u64,
    },
    /// The rank of the data is not that of the type.
    RankDiffers {
        /// The shape of the data.
        shape: Vec<usize>,
        /// The rank of the type.
        expected: usize,
        /// The rank of the data.
        found: usize,
    },
    /// A part of the file is not what it has to be.
    Unexpected {
        /// The name of the part.
        name: &'static str,
        /// The value found, as text.
        found: String,
        /// The value or values expected.
        expected: String,
    },
    /// The shape does not fit the elements, or memory.
    Shape(ShapeError),
}

impl FileError {
    #[cold]
    pub(super) fn new(kind: FileErrorKind) -> Self {
        FileError(Box::new(Facts { path: None, member: None, place: None, kind }))
    }

    /// An error at a byte of the file.
    #[cfg(any(feature = "npy", feature = "safetensors"))]
    #[cold]
    pub(super) fn at(byte: u64, kind: FileErrorKind) -> Self {
        FileError(Box::new(Facts {
            path: None,
            member: None,
            place: Some(Place::Byte(byte)),
            kind,
        }))
    }

    /// A part at a byte of the file that is not what it has to be.
    #[cfg(any(feature = "npy", feature = "safetensors"))]
    #[cold]
    pub(super) fn unexpected(
        byte: u64,
        name: &'static str,
        found: impl Display,
        expected: impl Display,
    ) -> Self {
        FileError::at(byte, FileErrorKind::unexpected(name, found, expected))
    }

    /// The error with the path of the file, unless it has one.
    pub(crate) fn of(mut self, path: &Path) -> Self {
        self.0.path.get_or_insert_with(|| path.into());
        self
    }

    /// The error at a place of a text.
    #[cfg(feature = "text")]
    pub(super) fn in_text(line: usize, column: usize, kind: FileErrorKind) -> Self {
        let place = Some(Place::Text { line, column });
        FileError(Box::new(Facts { path: None, member: None, place, kind }))
    }

    /// A name that is none of those in the file.
    #[cfg(any(feature = "npz", feature = "safetensors"))]
    #[cold]
    pub(super) fn missing<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Self {
        let mut names = names.map(|name| format!("`{name}`"));
        let mut shown: Vec<String> = names.by_ref().take(3).collect();
        match names.count() {
            0 => {}
            more => shown.push(format!("{more} others")),
        }
        let expected = match shown.is_empty() {
            true => "none: the file is empty".to_string(),
            false => format!("one of {}", shown.join(", ")),
        };
        FileError::new(FileErrorKind::unexpected("the name", format!("`{name}`"), expected))
    }

    /// The error in a member of the file.
    #[cfg(any(feature = "npz", feature = "safetensors"))]
    pub(super) fn in_member(mut self, noun: &'static str, name: &str) -> Self {
        self.0.member = Some((noun, name.to_string()));
        self
    }

    /// Returns the path of the file, if it was opened by path.
    pub fn path(&self) -> Option<&Path> {
        self.0.path.as_deref()
    }

    /// Returns the name of the member of the archive, or of the tensor, that the error is about.
    pub fn member(&self) -> Option<&str> {
        self.0.member.as_ref().map(|(_, name)| name.as_str())
    }

    /// Returns the place in the file or the member, if the error is about one.
    pub fn place(&self) -> Option<Place> {
        self.0.place
    }

    /// Returns the reason, with the values that disagree.
    pub fn kind(&self) -> &FileErrorKind {
        &self.0.kind
    }
}

#[cfg(any(feature = "npy", feature = "safetensors", feature = "text"))]
impl FileErrorKind {
    pub(super) fn unexpected(
        name: &'static str,
        found: impl Display,
        expected: impl Display,
    ) -> Self {
        let (found, expected) =
            (shortened(found.to_string(), 80), shortened(expected.to_string(), 400));
        FileErrorKind::Unexpected { name, found, expected }
    }

    pub(super) fn rank(shape: &[usize], expected: usize) -> Self {
        FileErrorKind::RankDiffers { shape: shape.to_vec(), expected, found: shape.len() }
    }
}

/// The text, or the beginning of one that a file makes longer than that, without control characters.
fn shortened(text: String, longest: usize) -> String {
    let is_plain = |c: char| !c.is_control();
    if text.len() <= longest && text.chars().all(is_plain) {
        return text;
    }
    let mut chars = text.chars().flat_map(|c| {
        match is_plain(c) {
            true => c.to_string(),
            false => c.escape_default().to_string(),
        }
        .chars()
        .collect::<Vec<_>>()
    });
    let start: String = chars.by_ref().take(longest - 20).collect();
    let end = if chars.next().is_some() { ".." } else { "" };
    format!("{start}{end}")
}

impl From<std::io::Error> for FileError {
    fn from(error: std::io::Error) -> Self {
        FileError::new(FileErrorKind::Io(error))
    }
}

impl Display for FileErrorKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            FileErrorKind::Io(error) => Display::fmt(error, f),
            FileErrorKind::Truncated { expected, found } => {
                write!(f, "expected {expected} bytes, found {found}")
            }
            FileErrorKind::RankDiffers { shape, expected, found } => {
                // A file may claim any rank.
                let shape = shortened(format!("{shape:?}"), 400);
                write!(f, "{shape}: expected rank {expected}, found rank {found}")
            }
            FileErrorKind::Unexpected { name, found, expected } => {
                write!(f, "{name} is {found}, expected {expected}")
            }
            FileErrorKind::Shape(error) => Display::fmt(error, f),
        }
    }
}

impl Display for Place {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Place::Byte(byte) => write!(f, "byte {byte}"),
            Place::Text { line, column } => write!(f, "line {line}, column {column}"),
        }
    }
}

impl Display for FileError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Facts { path, member, place, kind } = &*self.0;
        if let Some(path) = path {
            write!(f, "{}: ", path.display())?;
        }
        if let Some((noun, name)) = member {
            write!(f, "{noun} `{}`: ", shortened(name.clone(), 80))?;
        }
        if let Some(place) = place {
            write!(f, "{place}: ")?;
        }
        write!(f, "{kind}")
    }
}

/// Writes the text of [`Display`], so that the panic of `unwrap` has it.
impl fmt::Debug for FileError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "FileError({self})")
    }
}

impl core::error::Error for FileError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self.kind() {
            FileErrorKind::Io(error) => Some(error),
            FileErrorKind::Shape(error) => Some(error),
            _ => None,
        }
    }
}
