//! [`Chunked`]: a Zarr array in a folder, of one rank and one type, whose chunks are there as a whole or not at
//! all.

use crate::Result;
use holor::interop::zarrs_0_23::{retrieve, shape_of, store};
use holor::prelude::*;
use std::fs;
use std::io::ErrorKind::NotFound;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use zarrs::array::{Array, ArrayBuilder, DataType, ElementOwned, FillValue};
use zarrs::filesystem::FilesystemStore;

type Stored = Array<FilesystemStore>;

pub(crate) struct Chunked<T, const R: usize> {
    folder: PathBuf,
    array: Stored,
    /// The same array elsewhere: chunks are written there and renamed, so that a process that is killed leaves
    /// no chunk half-written.
    temporary: Stored,
    temporary_folder: PathBuf,
    shape: [usize; R],
    chunk: [usize; R],
    element: std::marker::PhantomData<T>,
}

impl<T: ElementOwned, const R: usize> Chunked<T, R> {
    /// Opens an array, and makes it if it is missing.
    pub(crate) fn open(
        (folder, temporary_folder): &(&Path, PathBuf),
        name: &str,
        shape: [usize; R],
        chunk: [usize; R],
        data_type: DataType,
        fill: impl Into<FillValue>,
    ) -> Result<Self> {
        let wide = |sizes: [usize; R]| sizes.map(|size| size as u64).to_vec();
        let path = format!("/{name}");
        fs::create_dir_all(folder.join(name))?;
        let there = Arc::new(FilesystemStore::new(temporary_folder)?);
        let temporary = ArrayBuilder::new(wide(shape), wide(chunk), data_type, fill.into())
            .build(there, &path)?;
        let metadata = Path::new(name).join("zarr.json");
        if !folder.join(&metadata).exists() {
            temporary.store_metadata()?;
            fs::rename(temporary_folder.join(&metadata), folder.join(&metadata))?;
        }
        let array = Array::open(Arc::new(FilesystemStore::new(folder)?), &path)?;
        let found = shape_of::<T, R>(&array)?;
        if found != shape {
            return Err(format!("{name} has shape {found:?}, not {shape:?}").into());
        }
        let (folder, temporary_folder) = (folder.to_path_buf(), temporary_folder.clone());
        let element = std::marker::PhantomData;
        Ok(Chunked { folder, array, temporary, temporary_folder, shape, chunk, element })
    }

    pub(crate) fn shape(&self) -> [usize; R] {
        self.shape
    }

    /// The number of chunks along each axis.
    pub(crate) fn grid(&self) -> [usize; R] {
        std::array::from_fn(|axis| self.shape[axis].div_ceil(self.chunk[axis]))
    }

    /// Where a chunk starts, and its shape, which at the edge of the array is smaller.
    pub(crate) fn place(&self, index: [usize; R]) -> ([usize; R], [usize; R]) {
        let start: [usize; R] = std::array::from_fn(|axis| index[axis] * self.chunk[axis]);
        (start, std::array::from_fn(|axis| self.chunk[axis].min(self.shape[axis] - start[axis])))
    }

    /// The file of a chunk, below the folder.
    fn file(&self, index: [usize; R]) -> PathBuf {
        PathBuf::from(self.array.chunk_key(&index.map(|i| i as u64)).as_str())
    }

    pub(crate) fn has(&self, index: [usize; R]) -> bool {
        self.folder.join(self.file(index)).exists()
    }

    pub(crate) fn get(&self, index: [usize; R]) -> Result<Tensor<T, R>> {
        let (start, shape) = self.place(index);
        Ok(retrieve(&self.array, start, shape)?)
    }

    /// Reads the whole array, which is to be a small one.
    pub(crate) fn all(&self) -> Result<Tensor<T, R>> {
        Ok(retrieve(&self.array, [0; R], self.shape)?)
    }

    pub(crate) fn put(&self, index: [usize; R], chunk: &TensorRef<T, R>) -> Result<()> {
        let file = self.file(index);
        let (from, to) = (self.temporary_folder.join(&file), self.folder.join(&file));
        // A chunk at the edge is read before it is written, and a killed process may have left half of one.
        match fs::remove_file(&from) {
            Err(error) if error.kind() != NotFound => return Err(error.into()),
            _ => {}
        }
        store(&self.temporary, self.place(index).0, chunk)?;
        fs::create_dir_all(to.parent().expect("the folder of the array"))?;
        Ok(fs::rename(from, to)?)
    }
}

impl<T: ElementOwned> Chunked<T, 3> {
    /// Reads one matrix of a stack.
    pub(crate) fn slab(&self, index: usize) -> Result<Tensor<T, 2>> {
        let [_, height, width] = self.shape;
        let slab = retrieve::<T, 3>(&self.array, [index, 0, 0], [1, height, width])?;
        Ok(slab.viewed(|slab| slab.squeeze(Axis::<0>)))
    }
}
