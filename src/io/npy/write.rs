//! Writers of npy files from whole tensors.

use super::NpyHeader;
use crate::io::FileError;
use crate::io::elements::write_elements;
use crate::io::replace::replace;
use crate::layout::Order;
use crate::tensor::{AnyTensor, HasDType, TensorRef};
use std::io::Write;
use std::path::Path;

/// Writes a tensor as an npy file, to the byte as numpy does.
///
/// A tensor with column-major strides is written in Fortran's order, any other one in row-major order. The file is
/// written under a temporary name in the same folder and renamed at the end: if something fails, a file that was
/// there before is as it was.
///
/// ```
/// use holor::io::npy::{read_npy, write_npy};
/// use holor::prelude::*;
///
/// let path = std::env::temp_dir().join("holor_write.npy");
/// write_npy(&path, &tensor![[1.5, 2.5], [3.5, 4.5]].column(0))?; // any strides
/// assert_eq!(read_npy::<f64, 1>(&path)?, tensor![1.5, 3.5]);
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the file cannot be written: `a.npy: No space left on device (os error 28)`. When the elements are of a type
/// that numpy does not have: `a.npy: dtype is bf16, expected a type that numpy has`.
///
/// numpy: `save`.
#[doc(alias = "save")]
pub fn write_npy<T: HasDType, const R: usize>(
    path: impl AsRef<Path>,
    tensor: &TensorRef<T, R>,
) -> Result<(), FileError> {
    replace(path.as_ref(), |file| write_npy_to(file, tensor))
}

/// Writes a tensor as npy to a writer. The bytes are those of [`write_npy`].
///
/// Elements that are not contiguous are written in pieces of 64 KiB, all others at once.
///
/// # Errors
/// As [`write_npy`], without a path.
///
/// numpy: `save`, `lib.format.write_array`.
pub fn write_npy_to<T: HasDType, const R: usize>(
    writer: impl Write,
    tensor: &TensorRef<T, R>,
) -> Result<(), FileError> {
    of_shape(writer, tensor, &tensor.shape())
}

/// Writes a tensor whose rank is known at run time as an npy file; as [`write_npy`].
///
/// # Errors
/// As [`write_npy`].
///
/// numpy: `save`.
pub fn write_npy_any<T: HasDType>(
    path: impl AsRef<Path>,
    tensor: &AnyTensor<T>,
) -> Result<(), FileError> {
    replace(path.as_ref(), |file| write_npy_any_to(file, tensor))
}

/// Writes a tensor whose rank is known at run time as npy to a writer; as [`write_npy_to`].
///
/// # Errors
/// As [`write_npy`], without a path.
///
/// numpy: `save`, `lib.format.write_array`.
pub fn write_npy_any_to<T: HasDType>(
    writer: impl Write,
    tensor: &AnyTensor<T>,
) -> Result<(), FileError> {
    of_shape(writer, tensor.elements(), tensor.shape())
}

fn of_shape<T: HasDType, const R: usize>(
    mut writer: impl Write,
    tensor: &TensorRef<T, R>,
    shape: &[usize],
) -> Result<(), FileError> {
    let is_column_major = !tensor.is_contiguous() && tensor.reverse_axes().is_contiguous();
    let order = if is_column_major { Order::ColMajor } else { Order::RowMajor };
    writer.write_all(&NpyHeader::new(T::DTYPE, shape, order).to_bytes()?)?;
    match is_column_major {
        true => write_elements(&mut writer, &tensor.reverse_axes(), false),
        false => write_elements(&mut writer, tensor, false),
    }
}
