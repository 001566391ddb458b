//! zarrs 0.23: parts of Zarr arrays as tensors, read and written chunk by chunk.
//!
//! A [`Tensor`] is what zarrs' generic methods return and take: `array.retrieve_array_subset::<Tensor<f32,
//! 3>>(&subset)`, `array.retrieve_chunk`, `array.store_chunk(&indices, &tensor)` and the others. An array of another
//! rank or element type is refused. zarrs compares after it has read; [`shape_of`] compares before anything is
//! read, and returns the shape with the rank in its type. [`retrieve`] and [`store`] do so too, and compare shapes,
//! which a tensor given to zarrs does not tell it.
//!
//! ```
//! use holor::interop::zarrs_0_23::{self, zarrs};
//! use holor::prelude::*;
//! use zarrs::array::{Array, ArrayBuilder, ArraySubset, data_type};
//!
//! // 8 x 6 x 6 numbers in chunks of 4 x 4 x 4, in memory.
//! let store = std::sync::Arc::new(zarrs::storage::store::MemoryStore::new());
//! let array = ArrayBuilder::new(vec![8, 6, 6], vec![4, 4, 4], data_type::float32(), -1.0_f32)
//!     .build(store, "/speed")?;
//! let [frames, height, width] = zarrs_0_23::shape_of::<f32, 3>(&array)?;
//! assert_eq!((frames, height, width), (8, 6, 6));
//!
//! zarrs_0_23::store(&array, [4, 0, 0], &Tensor::<f32, 3>::ones([4, 6, 6]))?;
//! let subset = ArraySubset::new_with_ranges(&[3..5, 0..6, 2..4]);
//! let part = array.retrieve_array_subset::<Tensor<f32, 3>>(&subset)?;
//! assert_eq!(part.mean(axes![1, 2]), tensor![-1.0, 1.0]); // the fill value, where nothing is stored
//!
//! let error = array.retrieve_array_subset::<Tensor<f32, 4>>(&subset).unwrap_err();
//! assert_eq!(error.to_string(), "zarr: [2, 6, 2]: expected rank 4, found rank 3");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use zarrs_0_23 as zarrs;

use crate::error::{ErrorKind, ShapeError};
use crate::tensor::{Tensor, TensorRef, TensorView};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::any::type_name;
use zarrs::array::{
    Array, ArrayBytes, ArrayError, ArraySubset, DataType, Element, ElementError, ElementOwned,
    FromArrayBytes, IntoArrayBytes,
};
use zarrs::storage::{ReadableStorageTraits, ReadableWritableStorageTraits};

/// Returns the shape of an array, if its rank is `R` and its elements are `T`; reads nothing.
///
/// The example is at the [module](self).
///
/// # Errors
/// When rank or element type is another one: `zarr: [8, 6, 6]: expected rank 4, found rank 3`,
/// `zarr: [8, 6, 6]: dtype is float32, expected f64`.
pub fn shape_of<T: Element, const R: usize>(
    array: &Array<impl ?Sized>,
) -> Result<[usize; R], ArrayError> {
    let shape = sizes::<R>(array.shape())?;
    has_type::<T>(&shape, array.data_type())?;
    Ok(shape)
}

/// Reads a part of an array by the index where it starts, and by shape.
///
/// numpy and zarr-python: `array[3:5, 0:6, 2:4]`.
///
/// ```
/// # use holor::interop::zarrs_0_23::{retrieve, zarrs};
/// # use holor::prelude::*;
/// # use zarrs::array::{ArrayBuilder, data_type};
/// # let store = std::sync::Arc::new(zarrs::storage::store::MemoryStore::new());
/// # let array = ArrayBuilder::new(vec![8, 6, 6], vec![4, 4, 4], data_type::float32(), 0.5_f32)
/// #     .build(store, "/speed")?;
/// let part: Tensor<f32, 3> = retrieve(&array, [3, 0, 2], [2, 6, 2])?;
/// assert_eq!(part.shape(), [2, 6, 2]);
///
/// let error = retrieve::<f32, 3>(&array, [3, 0, 5], [2, 6, 2]).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "zarr: [8, 6, 6]: range 5..7 is out of bounds for axis 2 of size 6"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When rank or element type is another one, when the part reaches outside the array or does not fit memory, and
/// when zarrs cannot read.
pub fn retrieve<T: ElementOwned, const R: usize>(
    array: &Array<impl ?Sized + ReadableStorageTraits + 'static>,
    start: [usize; R],
    shape: [usize; R],
) -> Result<Tensor<T, R>, ArrayError> {
    let subset = subset::<T, R>(array, start, shape)?;
    // A part that is in no chunk is made of the fill value: the files say nothing of how large it may be.
    let product = shape.iter().try_fold(size_of::<T>(), |bytes, &size| bytes.checked_mul(size));
    let bytes = if shape.contains(&0) { Some(0) } else { product };
    if bytes.is_none_or(|bytes| Vec::<u8>::new().try_reserve_exact(bytes).is_err()) {
        return Err(refused(&shape, ErrorKind::TooLarge));
    }
    array.retrieve_array_subset(&subset)
}

/// Writes a tensor to a part of an array, by the index where it starts.
///
/// Chunks that lie in the part as a whole are written; others are read, changed and written. The example is at
/// the [module](self).
///
/// numpy and zarr-python: `array[4:8] = tensor`.
///
/// # Errors
/// When rank or element type is another one, when the part reaches outside the array, and when zarrs cannot read
/// or write. A part that is refused changes nothing.
pub fn store<T: Element, const R: usize>(
    array: &Array<impl ?Sized + ReadableWritableStorageTraits + 'static>,
    start: [usize; R],
    tensor: &TensorRef<T, R>,
) -> Result<(), ArrayError> {
    let subset = subset::<T, R>(array, start, tensor.shape())?;
    if tensor.is_empty() {
        return Ok(());
    }
    array.store_array_subset(&subset, tensor)
}

/// The part of the array, if there is one.
fn subset<T: Element, const R: usize>(
    array: &Array<impl ?Sized>,
    start: [usize; R],
    shape: [usize; R],
) -> Result<ArraySubset, ArrayError> {
    let whole = shape_of::<T, R>(array)?;
    for axis in 0..R {
        let (from, size) = (start[axis], whole[axis]);
        let end = from.saturating_add(shape[axis]);
        if end > size {
            // No index is larger, and the error says at least that it is too large.
            let [start, end] = [from, end].map(|at| isize::try_from(at).unwrap_or(isize::MAX));
            let kind = ErrorKind::RangeOutOfBounds { axis, start, end, size };
            return Err(refused(&whole, kind));
        }
    }
    let wide = |sizes: [usize; R]| sizes.map(|size| size as u64).to_vec();
    Ok(ArraySubset::new_with_start_shape(wide(start), wide(shape))?)
}

/// The shape with its rank in the type.
fn sizes<const R: usize>(shape: &[u64]) -> Result<[usize; R], ArrayError> {
    let sizes: Vec<usize> =
        shape.iter().map(|&size| usize::try_from(size).unwrap_or(usize::MAX)).collect();
    <[usize; R]>::try_from(&sizes[..])
        .map_err(|_| refused(&sizes, ErrorKind::RankDiffers { expected: R, found: shape.len() }))
}

/// Compares the element types; zarrs' own error does not name them.
fn has_type<T: Element>(shape: &[usize], data_type: &DataType) -> Result<(), ArrayError> {
    T::validate_data_type(data_type).map_err(|_| {
        let value = name_of(data_type);
        refused(shape, ErrorKind::Argument { name: "dtype", value, expected: type_name::<T>() })
    })
}

#[cold]
fn refused(shape: &[usize], kind: ErrorKind) -> ArrayError {
    ArrayError::Other(ShapeError::new("zarr", &[shape], kind).to_string())
}

/// Copies the bytes once, to elements. The rank, the element type and the number of elements are checked.
impl<T: ElementOwned, const R: usize> FromArrayBytes for Tensor<T, R> {
    fn from_array_bytes(
        bytes: ArrayBytes<'static>,
        shape: &[u64],
        data_type: &DataType,
    ) -> Result<Self, ArrayError> {
        let shape = sizes::<R>(shape)?;
        has_type::<T>(&shape, data_type)?;
        let elements = T::from_array_bytes(data_type, bytes)?;
        Tensor::from_vec(elements, shape)
            .map_err(|error| ArrayError::Other(error.during("zarr").to_string()))
    }
}

/// Lends the elements, if they are contiguous, and copies them if not.
///
/// zarrs compares the number of elements with that of the part that is written, and not the shape: see [`store`].
impl<'a, T: Element, const R: usize> IntoArrayBytes<'a> for &'a TensorRef<T, R> {
    fn into_array_bytes(self, data_type: &DataType) -> Result<ArrayBytes<'a>, ElementError> {
        match self.as_slice() {
            Some(elements) => T::to_array_bytes(typed::<T>(data_type)?, elements),
            None => T::into_array_bytes(typed::<T>(data_type)?, self.to_vec()),
        }
    }
}

/// As `&TensorRef`.
impl<'a, T: Element, const R: usize> IntoArrayBytes<'a> for &'a Tensor<T, R> {
    fn into_array_bytes(self, data_type: &DataType) -> Result<ArrayBytes<'a>, ElementError> {
        let elements: &'a TensorRef<T, R> = self;
        elements.into_array_bytes(data_type)
    }
}

/// As `&TensorRef`, for the lifetime of the view.
impl<'a, T: Element, const R: usize> IntoArrayBytes<'a> for TensorView<'a, T, R> {
    fn into_array_bytes(self, data_type: &DataType) -> Result<ArrayBytes<'a>, ElementError> {
        match self.as_slice() {
            Some(elements) => T::to_array_bytes(typed::<T>(data_type)?, elements),
            None => T::into_array_bytes(typed::<T>(data_type)?, self.to_vec()),
        }
    }
}

/// Gives the elements away.
impl<T: Element, const R: usize> IntoArrayBytes<'static> for Tensor<T, R> {
    fn into_array_bytes(self, data_type: &DataType) -> Result<ArrayBytes<'static>, ElementError> {
        T::into_array_bytes(typed::<T>(data_type)?, self.into_vec())
    }
}

/// The element type of the array, if it is `T`.
fn typed<T: Element>(data_type: &DataType) -> Result<&DataType, ElementError> {
    T::validate_data_type(data_type).map_err(|_| {
        let expected = type_name::<T>();
        let found = name_of(data_type);
        ElementError::Other(format!("zarr: dtype is {found}, expected {expected}"))
    })?;
    Ok(data_type)
}

/// The name in version 3 of the format, where zarrs writes that of version 2 too.
fn name_of(data_type: &DataType) -> String {
    let names = data_type.to_string();
    names.split(" / ").next().unwrap_or_default().to_string()
}
