//! [`NpyWriter`]: an npy file that grows along its first axis.

use super::NpyHeader;
use crate::io::elements::write_elements;
use crate::io::replace::NewFile;
use crate::io::{FileError, FileErrorKind};
use crate::layout::Order;
use crate::tensor::{HasDType, TensorRef};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::marker::PhantomData;
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;

/// Writes an npy file in parts, which follow each other along axis 0: `[a, ..]`, `[b, ..]` -> `[a + b, ..]`.
///
/// Only one part is in memory at a time. [`finish`](NpyWriter::finish) puts the number of rows into the header and gives
/// the file its name. A writer that is dropped before leaves no file.
///
/// ```
/// use holor::io::npy::{NpyWriter, read_npy};
/// use holor::prelude::*;
///
/// let path = std::env::temp_dir().join("holor_parts.npy");
/// let mut writer = NpyWriter::create(&path)?;
/// for start in [0, 10] {
///     writer.append(&Tensor::from_fn([2, 3], |[i, j]| (start + i + j) as u64))?;
/// }
/// writer.append(&tensor![7, 8, 9].unsqueeze(Axis::<0>))?; // a row
/// writer.finish()?;
/// let all: Tensor<u64, 2> = read_npy(&path)?;
/// assert_eq!((all.shape(), all[[3, 2]], all[[4, 2]]), ([5, 3], 13, 9));
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// numpy: `lib.format.open_memmap(mode="w+")`.
#[doc(alias = "open_memmap")]
pub struct NpyWriter<T, const R: usize> {
    file: NewFile,
    /// That of the file so far, after the first part.
    shape: Option<[usize; R]>,
    /// Whether a part is written in part: then the file cannot be ended.
    is_broken: bool,
    elements: PhantomData<fn(T)>,
}

impl<T: HasDType, const R: usize> NpyWriter<T, R> {
    /// Creates the file under a temporary name.
    ///
    /// # Errors
    /// When the file cannot be created.
    pub fn create(path: impl AsRef<Path>) -> Result<Self, FileError> {
        let file = NewFile::create(path.as_ref())?;
        Ok(NpyWriter { file, shape: None, is_broken: false, elements: PhantomData })
    }

    /// Writes a part, whose sizes are those of the parts before, but for that of axis 0.
    ///
    /// # Errors
    /// When other sizes differ: `a.npy: the shape is [2, 4], expected [_, 3]`; nothing is written then. When the file
    /// cannot be written: then the file is lost, with the parts before.
    pub fn append(&mut self, part: &TensorRef<T, R>) -> Result<(), FileError> {
        self.put(part).map_err(|error| error.of(self.file.path()))
    }

    fn put(&mut self, part: &TensorRef<T, R>) -> Result<(), FileError> {
        self.expect_whole()?;
        let (shape, header) = match self.shape {
            None => {
                let header = NpyHeader::new(T::DTYPE, &part.shape(), Order::RowMajor);
                (part.shape(), header.to_bytes()?)
            }
            Some(shape) => (grown(shape, part.shape())?, Vec::new()),
        };
        self.is_broken = true;
        self.file.file().write_all(&header)?;
        write_elements(self.file.file(), part, false)?;
        (self.shape, self.is_broken) = (Some(shape), false);
        Ok(())
    }

    /// Checks that no part failed.
    fn expect_whole(&self) -> Result<(), FileError> {
        match self.is_broken {
            false => Ok(()),
            true => Err(FileError::new(FileErrorKind::unexpected(
                "a part",
                "written in part",
                "whole ones",
            ))),
        }
    }

    /// Returns the shape of the array so far, if there is a part.
    pub fn shape(&self) -> Option<[usize; R]> {
        self.shape
    }

    /// Ends the file, and gives it its name.
    ///
    /// # Errors
    /// When no part was written: `a.npy: the number of parts is 0, expected 1 or more`. When a part could not be
    /// written: `a.npy: a part is written in part, expected whole ones`. When the file cannot be written or renamed.
    pub fn finish(mut self) -> Result<(), FileError> {
        self.patch().map_err(|error| error.of(self.file.path()))?;
        self.file.commit()
    }

    fn patch(&mut self) -> Result<(), FileError> {
        self.expect_whole()?;
        let shape = self.shape.ok_or_else(|| {
            FileError::new(FileErrorKind::unexpected("the number of parts", 0, "1 or more"))
        })?;
        // As long as the first one: it has room for all digits of the first size.
        let header = NpyHeader::new(T::DTYPE, &shape, Order::RowMajor).to_bytes()?;
        let file = self.file.file();
        file.seek(SeekFrom::Start(0))?;
        file.write_all(&header)?;
        Ok(())
    }
}

/// The shape with one more part along axis 0.
fn grown<const R: usize>(shape: [usize; R], part: [usize; R]) -> Result<[usize; R], FileError> {
    let wrong = || {
        let sizes = shape.iter().skip(1).map(|size| format!(", {size}"));
        let expected = match R {
            0 => "of rank 1 or more".into(),
            _ => format!("[_{}]", sizes.collect::<String>()),
        };
        FileError::new(FileErrorKind::unexpected("the shape", format!("{part:?}"), expected))
    };
    let (Some((&rows, sizes)), Some((more, others))) = (shape.split_first(), part.split_first())
    else {
        return Err(wrong());
    };
    let mut all = shape;
    all[0] = rows.checked_add(*more).ok_or_else(wrong)?;
    if sizes == others { Ok(all) } else { Err(wrong()) }
}
