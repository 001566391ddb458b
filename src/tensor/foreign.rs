//! Tensors of memory that belongs to a foreign owner: a mapped file, a buffer of another library.

use super::Tensor;
use super::make::{holds, reaches};
use crate::error::ShapeError;
use crate::layout::{Layout, Order};
use crate::storage::Shared;

impl<T, const R: usize> Tensor<T, R> {
    /// Makes a tensor of memory that belongs to a foreign owner, in row-major order; copies no element.
    ///
    /// The owner is, for example, a mapped file or a buffer of another library. It is dropped with the
    /// last tensor that owns the buffer. The memory is read-only: the first write
    /// [copies](Tensor#clone-and-copy-on-write).
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let bytes: std::sync::Arc<[u8]> = [1, 2, 3, 4].into();
    /// let mut m = Tensor::from_owner(bytes.clone(), [2, 2])?;
    /// m += 1; // copies
    /// assert_eq!(m, tensor![[2, 3], [4, 5]]);
    /// assert_eq!(bytes[..], [1, 2, 3, 4]);
    /// # Ok::<(), ShapeError>(())
    /// ```
    ///
    /// # Errors
    /// As [`from_vec`](Tensor::from_vec).
    ///
    /// numpy: `frombuffer`; bytes: `Bytes::from_owner`.
    #[doc(alias = "frombuffer")]
    pub fn from_owner<O>(owner: O, shape: [usize; R]) -> Result<Self, ShapeError>
    where
        O: AsRef<[T]> + Send + 'static,
    {
        let layout = Layout::new_in("from_owner", shape, Order::RowMajor, size_of::<T>())?;
        let storage = Shared::from_owner(owner);
        holds("from_owner", &shape, layout.len(), storage.len())?;
        Ok(Tensor::new(storage, layout))
    }

    /// Makes a tensor of memory that belongs to a foreign owner by shape, strides and offset, counted in elements;
    /// copies no element.
    ///
    /// As [`from_owner`](Tensor::from_owner), with the layout of [`from_vec_strided`](Tensor::from_vec_strided).
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let columns: std::sync::Arc<[f32]> = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0].into();
    /// let m = Tensor::from_owner_strided(columns, [2, 3], [1, 2], 0)?;
    /// assert_eq!(m, tensor![[1.0, 3.0, 5.0], [2.0, 4.0, 6.0]]);
    /// # Ok::<(), ShapeError>(())
    /// ```
    ///
    /// # Errors
    /// As [`from_vec_strided`](Tensor::from_vec_strided).
    pub fn from_owner_strided<O>(
        owner: O,
        shape: [usize; R],
        strides: [isize; R],
        offset: usize,
    ) -> Result<Self, ShapeError>
    where
        O: AsRef<[T]> + Send + 'static,
    {
        let operation = "from_owner_strided";
        let layout = Layout::strided_in(operation, shape, strides, offset, size_of::<T>())?;
        let storage = Shared::from_owner(owner);
        reaches(operation, &layout, storage.len())?;
        Ok(Tensor::new(storage, layout))
    }
}
