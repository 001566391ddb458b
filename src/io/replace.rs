//! A file that is written under a temporary name and takes its place at the end.

use super::FileError;
use core::sync::atomic::{AtomicU32, Ordering};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file that is not there until [`commit`](NewFile::commit): dropped before, it leaves nothing.
pub(super) struct NewFile {
    /// None after the end.
    file: Option<BufWriter<File>>,
    /// The name until the end; none for what is not a file, such as a pipe, which is written directly.
    temporary: Option<PathBuf>,
    /// The file itself, if the path is a link.
    target: PathBuf,
    path: PathBuf,
}

/// Tells apart the temporary names of one process.
static COUNT: AtomicU32 = AtomicU32::new(0);

impl NewFile {
    /// Creates the temporary file, in the folder of the path.
    pub(super) fn create(path: &Path) -> Result<Self, FileError> {
        Self::open(path).map_err(|error| FileError::from(error).of(path))
    }

    fn open(path: &Path) -> io::Result<Self> {
        let target = followed(path);
        let old = match fs::metadata(&target) {
            Ok(old) => Some(old),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            // A name that is too long, or a link to itself: not only at the end, when all is written.
            Err(error) => return Err(error),
        };
        if old.as_ref().is_some_and(|old| !old.is_file() && !old.is_dir()) {
            let file = OpenOptions::new().write(true).open(&target)?;
            return Ok(NewFile::of(file, None, target, path));
        }
        if target.file_name().is_none() || old.as_ref().is_some_and(|old| old.is_dir()) {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                "the path is not one of a file",
            ));
        }
        loop {
            // Without the name of the file, which may be as long as the system allows.
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let temporary = alloc::format!(".holor.{}.{count}.tmp", std::process::id());
            let temporary = target.with_file_name(temporary);
            match OpenOptions::new().write(true).create_new(true).open(&temporary) {
                Ok(file) => {
                    let new = NewFile::of(file, Some(temporary), target, path);
                    if let (Some(old), Some(temporary)) = (old, &new.temporary) {
                        fs::set_permissions(temporary, old.permissions())?;
                    }
                    return Ok(new);
                }
                // A process of the same number was killed and left its file.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn of(file: File, temporary: Option<PathBuf>, target: PathBuf, path: &Path) -> Self {
        NewFile { file: Some(BufWriter::new(file)), temporary, target, path: path.into() }
    }

    /// The path that was asked for.
    #[cfg(feature = "npy")]
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The file, for writing.
    pub(super) fn file(&mut self) -> &mut BufWriter<File> {
        self.file.as_mut().expect("a file is there until its end")
    }

    /// Ends the file: its bytes are on the disk, and then it has its name.
    pub(super) fn commit(mut self) -> Result<(), FileError> {
        let path = core::mem::take(&mut self.path);
        self.end().map_err(|error| FileError::from(error).of(&path))
    }

    fn end(&mut self) -> io::Result<()> {
        let Some(mut file) = self.file.take() else { return Ok(()) };
        file.flush()?;
        if let Some(temporary) = &self.temporary {
            // So that after a crash of the system, too, the name is that of the old file or the whole new one.
            file.get_ref().sync_all()?;
            drop(file);
            fs::rename(temporary, &self.target)?;
            self.temporary = None;
        }
        Ok(())
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if let Some(file) = self.file.take() {
            // Without the flush of a drop: nobody reads it.
            drop(file.into_parts());
        }
        if let Some(temporary) = self.temporary.take() {
            // An error here has no receiver, and the first one is on its way.
            let _ = fs::remove_file(temporary);
        }
    }
}

/// The file that a path names when its links are followed; it need not be there.
fn followed(path: &Path) -> PathBuf {
    if let Ok(target) = fs::canonicalize(path) {
        return target;
    }
    let mut target = path.to_path_buf();
    // As many links as Linux follows.
    for _ in 0..40 {
        let Ok(link) = fs::read_link(&target) else { break };
        // In the folder of the link, if it is not absolute.
        target.set_file_name(link);
    }
    target
}

/// Writes a file, which takes its place when `write` succeeds.
pub(super) fn replace(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> Result<(), FileError>,
) -> Result<(), FileError> {
    let mut new = NewFile::create(path)?;
    write(new.file()).map_err(|error| error.of(path))?;
    new.commit()
}
