//! Files as bytes in the address space, by memmap2 (feature `mmap`).

use crate::io::{FileBytes, FileError};
use memmap2::Mmap;
use std::fs::File;
use std::path::Path;

impl FileBytes {
    /// Maps a file into memory, for reading: the system reads a page of it when it is first used.
    ///
    /// Tensors of the bytes share the map, which is undone with the last of them. Pages that are not used take no
    /// memory, and those that are used can be given up and read again.
    ///
    #[cfg_attr(feature = "npy", doc = "```")]
    #[cfg_attr(not(feature = "npy"), doc = "```ignore")]
    /// use holor::io::FileBytes;
    /// use holor::io::npy::{npy_from_bytes, write_npy};
    /// use holor::prelude::*;
    ///
    /// let path = std::env::temp_dir().join("holor_map.npy");
    /// write_npy(&path, &Tensor::<f32, 2>::ones([1000, 3]))?;
    /// // SAFETY: the program writes files by renaming, which does not change one.
    /// let bytes = unsafe { FileBytes::map(&path) }?;
    /// let m: Tensor<f32, 2> = npy_from_bytes(&bytes)?; // no copy
    /// assert_eq!(m.row(999), tensor![1.0, 1.0, 1.0]);
    /// # std::fs::remove_file(&path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Safety
    /// Nothing changes the file while the bytes or a tensor of them live: neither this program nor another one writes
    /// to it or makes it shorter. An element that changes behind a shared reference is undefined behaviour, and a read
    /// past the end of a file that became shorter ends the program with a signal. A rename of another file to the
    /// path, or the removal of the file, changes nothing: the map keeps the old bytes. All writers of
    /// [`io`](crate::io) replace files by a rename.
    ///
    /// # Errors
    /// When the file cannot be opened or mapped: `a.npy: No such file or directory (os error 2)`.
    ///
    /// numpy: `memmap`, `load(mmap_mode="r")`.
    #[doc(alias("mmap", "memmap"))]
    pub unsafe fn map(path: impl AsRef<Path>) -> Result<Self, FileError> {
        let path = path.as_ref();
        let opened = File::open(path).and_then(|file| {
            // SAFETY: the caller's promise: nothing changes the file while the map lives.
            unsafe { Mmap::map(&file) }
        });
        let map = opened.map_err(|error| FileError::from(error).of(path))?;
        Ok(FileBytes::from_owner(map).with_path(path))
    }
}
