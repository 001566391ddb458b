//! [`FileBytes`]: the bytes of a file, in memory or mapped, which tensors share.

use super::FileError;
use alloc::sync::Arc;
use core::fmt::{self, Debug, Formatter};
use std::path::{Path, PathBuf};

/// The bytes of a whole file, in memory or mapped, that any number of tensors share without a copy.
///
/// A clone takes constant time and shares the bytes. They are given back with the last clone and the last tensor.
/// Tensors of them are read-only: the first write [copies](crate::Tensor#clone-and-copy-on-write) the elements of
/// the tensor that is written.
///
/// | | |
/// |---|---|
/// | `FileBytes::map` | maps a file (feature `mmap`; `unsafe`, because the file may change) |
/// | [`FileBytes::read`] | reads the whole file |
/// | [`FileBytes::from_owner`] | takes bytes in memory |
///
/// numpy: `mmap_mode="r"`; torch: `torch.load(mmap=True)`.
#[doc(alias("mmap", "memmap"))]
#[derive(Clone)]
pub struct FileBytes {
    owner: Arc<dyn AsRef<[u8]> + Send + Sync>,
    path: Option<PathBuf>,
}

impl FileBytes {
    /// Takes the bytes of an owner, such as a vector, a `&'static [u8]` of `include_bytes!` or an `Arc<[u8]>`;
    /// copies no byte.
    ///
    /// Elements in them are not copied either, where their address is a multiple of their alignment.
    ///
    /// ```
    /// use holor::io::FileBytes;
    ///
    /// let bytes = FileBytes::from_owner(vec![1, 2, 3]);
    /// let clone = bytes.clone(); // the same bytes
    /// assert_eq!(clone.as_ref().as_ptr(), bytes.as_ref().as_ptr());
    /// ```
    ///
    /// bytes: `Bytes::from_owner`.
    pub fn from_owner<O: AsRef<[u8]> + Send + Sync + 'static>(owner: O) -> Self {
        FileBytes { owner: Arc::new(owner), path: None }
    }

    /// Reads a whole file into memory.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, FileError> {
        let path = path.as_ref();
        let bytes = std::fs::read(path).map_err(|error| FileError::from(error).of(path))?;
        Ok(FileBytes::from_owner(bytes).with_path(path))
    }

    /// Returns the path of the file, if there is one.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// The bytes with a path, which errors name.
    pub(crate) fn with_path(mut self, path: &Path) -> Self {
        self.path = Some(path.into());
        self
    }
}

impl AsRef<[u8]> for FileBytes {
    fn as_ref(&self) -> &[u8] {
        (*self.owner).as_ref()
    }
}

impl Debug for FileBytes {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let len = self.as_ref().len();
        f.debug_struct("FileBytes").field("path", &self.path).field("len", &len).finish()
    }
}
