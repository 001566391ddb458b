//! Tensors as bytes and bytes as tensors, checked by the traits of [bytemuck] (feature `bytemuck`).
//!
//! | From | To | Function |
//! |---|---|---|
//! | a contiguous [`&TensorRef<T, R>`](TensorRef) | `&[u8]`, `&mut [u8]` | [`bytes_of`], [`bytes_of_mut`] |
//! | `&[u8]`, `&mut [u8]` and a shape | [`TensorView<T, R>`](TensorView), [`TensorViewMut<T, R>`](TensorViewMut) | [`from_bytes`], [`from_bytes_mut`] |
//! | [`&TensorRef<T, R>`](TensorRef) | views of elements of another type | [`cast_ref`], [`cast_mut`] |
//!
//! No element is copied. The names are those of bytemuck's functions for slices and values, and so are the bounds:
//! [`NoUninit`] for elements without padding, [`AnyBitPattern`] for those that may have any bits. Bytes are in the
//! order of the machine. [`cast`](TensorRef::cast) converts numbers.
//!
//! ```
//! use holor::interop::bytemuck::{bytes_of, cast_ref, from_bytes};
//! use holor::prelude::*;
//!
//! let m = tensor![[1.0_f32, 2.0], [3.0, 4.0]];
//! let bytes: &[u8] = bytes_of(&m).expect("contiguous");
//! assert_eq!(bytes.len(), 16);
//! let back: TensorView<'_, f32, 2> = from_bytes(bytes, [2, 2])?;
//! assert_eq!(back, m);
//!
//! let bits: TensorView<'_, u32, 2> = cast_ref(&m)?;
//! assert_eq!(bits[[0, 0]], 0x3f80_0000);
//! # Ok::<(), ShapeError>(())
//! ```

use crate::error::{ErrorKind, ShapeError};
use crate::tensor::{TensorRef, TensorView, TensorViewMut};
use alloc::format;
use alloc::string::String;
use bytemuck::{AnyBitPattern, NoUninit};

/// Returns the bytes of a contiguous tensor, and `None` if it is not contiguous.
///
/// ```
/// use holor::interop::bytemuck::bytes_of;
/// use holor::prelude::*;
///
/// let m = tensor![[1_u16, 2], [3, 4]];
/// assert_eq!(bytes_of(&m).map(<[u8]>::len), Some(8));
/// assert_eq!(bytes_of(&m.transpose()), None);
/// ```
///
/// Elements with padding, and those that are not plain data, do not compile:
///
/// ```compile_fail,E0277
/// use holor::interop::bytemuck::bytes_of;
/// use holor::prelude::*;
///
/// bytes_of(&tensor!["a", "b"]);
/// ```
///
/// numpy: `tobytes()`, which copies.
#[doc(alias = "tobytes")]
pub fn bytes_of<T: NoUninit, const R: usize>(tensor: &TensorRef<T, R>) -> Option<&[u8]> {
    tensor.as_slice().map(bytemuck::cast_slice)
}

/// Returns the bytes of a contiguous tensor for writing, and `None` if it is not contiguous.
///
/// ```
/// use holor::interop::bytemuck::bytes_of_mut;
/// use holor::prelude::*;
///
/// let mut m = tensor![1_u16, 2];
/// bytes_of_mut(&mut m).expect("contiguous").fill(0xff);
/// assert_eq!(m, tensor![0xffff, 0xffff]);
/// ```
///
/// ```compile_fail,E0277
/// use holor::interop::bytemuck::bytes_of_mut;
/// use holor::prelude::*;
///
/// bytes_of_mut(&mut tensor![true, false]); // not every byte is a `bool`
/// ```
pub fn bytes_of_mut<T: NoUninit + AnyBitPattern, const R: usize>(
    tensor: &mut TensorRef<T, R>,
) -> Option<&mut [u8]> {
    tensor.as_slice_mut().map(bytemuck::cast_slice_mut)
}

/// Borrows bytes as a view of elements in row-major order.
///
/// ```
/// use holor::interop::bytemuck::from_bytes;
/// use holor::prelude::*;
///
/// let samples = [1_u16, 2, 3, 4, 5, 6];
/// let bytes: &[u8] = bytemuck::cast_slice(&samples); // of a file, for example
/// let m: TensorView<'_, u16, 2> = from_bytes(bytes, [2, 3])?;
/// assert_eq!(m, tensor![[1, 2, 3], [4, 5, 6]]);
/// # Ok::<(), ShapeError>(())
/// ```
///
/// # Errors
/// When the bytes are no whole number of elements, `from_bytes: [2, 3]: number of bytes is 11, expected a multiple of
/// the size of an element`; when the shape has another number of elements, `from_bytes: [2, 3]: the shape holds 6
/// elements, found 5`; and when the first byte has no address for an element, `from_bytes: [2, 3]: address is 1 above a
/// multiple of 2, expected an aligned one`.
///
/// numpy: `frombuffer`; torch: `frombuffer`.
#[doc(alias = "frombuffer")]
pub fn from_bytes<T: AnyBitPattern, const R: usize>(
    bytes: &[u8],
    shape: [usize; R],
) -> Result<TensorView<'_, T, R>, ShapeError> {
    let operation = "from_bytes";
    let elements = match bytes {
        [] => &[],
        bytes => {
            whole::<T>(operation, &shape, bytes)?;
            bytemuck::cast_slice(bytes)
        }
    };
    TensorView::from_slice(elements, shape).map_err(|error| error.during(operation))
}

/// Borrows bytes as a mutable view of elements in row-major order.
///
/// ```
/// use holor::interop::bytemuck::from_bytes_mut;
/// use holor::prelude::*;
///
/// let mut samples = [0_u16; 4];
/// let bytes: &mut [u8] = bytemuck::cast_slice_mut(&mut samples);
/// from_bytes_mut::<u16, 2>(bytes, [2, 2])?.row_mut(1).fill(7);
/// assert_eq!(samples, [0, 0, 7, 7]);
/// # Ok::<(), ShapeError>(())
/// ```
///
/// # Errors
/// As [`from_bytes`].
pub fn from_bytes_mut<T: NoUninit + AnyBitPattern, const R: usize>(
    bytes: &mut [u8],
    shape: [usize; R],
) -> Result<TensorViewMut<'_, T, R>, ShapeError> {
    let operation = "from_bytes_mut";
    let elements = match bytes {
        [] => &mut [],
        bytes => {
            whole::<T>(operation, &shape, bytes)?;
            bytemuck::cast_slice_mut(bytes)
        }
    };
    TensorViewMut::from_slice_mut(elements, shape).map_err(|error| error.during(operation))
}

fn refused(
    operation: &'static str,
    shape: &[usize],
    name: &'static str,
    value: String,
    expected: &'static str,
) -> ShapeError {
    ShapeError::new(operation, &[shape], ErrorKind::Argument { name, value, expected })
}

/// Checks that bytes are a whole number of elements at an address for elements.
fn whole<T>(operation: &'static str, shape: &[usize], bytes: &[u8]) -> Result<(), ShapeError> {
    if bytes.len().checked_rem(size_of::<T>()) != Some(0) {
        let value = format!("{}", bytes.len());
        let expected = "a multiple of the size of an element";
        return Err(refused(operation, shape, "number of bytes", value, expected));
    }
    aligned::<T>(operation, shape, bytes.as_ptr().addr())
}

fn aligned<T>(operation: &'static str, shape: &[usize], address: usize) -> Result<(), ShapeError> {
    match address % align_of::<T>() {
        0 => Ok(()),
        above => {
            let value = format!("{above} above a multiple of {}", align_of::<T>());
            Err(refused(operation, shape, "address", value, "an aligned one"))
        }
    }
}

/// Borrows a tensor as a view of elements of another type with the same bits.
///
/// `[.., n] -> [.., n * size_of::<T>() / size_of::<U>()]`. Elements of the same size keep the shape and may have any
/// strides; otherwise the elements of the last axis have to be contiguous.
///
/// ```
/// use holor::interop::bytemuck::cast_ref;
/// use holor::prelude::*;
///
/// let m = tensor![[1.0_f32, -1.0], [0.5, 2.0]];
/// let columns = m.transpose();
/// let bits: TensorView<'_, u32, 2> = cast_ref(&columns)?;
/// assert_eq!(bits[[1, 0]], (-1.0_f32).to_bits());
/// let bytes: TensorView<'_, u8, 2> = cast_ref(&m)?;
/// assert_eq!(bytes.shape(), [2, 8]);
/// # Ok::<(), ShapeError>(())
/// ```
///
/// The rank stays:
///
/// ```compile_fail,E0308
/// use holor::interop::bytemuck::cast_ref;
/// use holor::prelude::*;
///
/// let m = tensor![[1.0_f32, -1.0]];
/// let bytes: TensorView<'_, u8, 3> = cast_ref(&m).unwrap(); // expected `3`, found `2`
/// ```
///
/// # Errors
/// When the last axis has a stride, `cast_ref: [2, 2]: strides is [1, 2], expected 1 for the last axis`; when its
/// elements are no whole number of new ones, `cast_ref: [2, 3]: size of the last axis is 3, expected a multiple of the
/// new elements`; when another stride is not, `cast_ref: [2, 2]: strides is [3, 1], expected multiples of the new
/// elements`; and when the address is no address for the new type, as [`from_bytes`].
///
/// numpy: `view(dtype)`; torch: `view(dtype)`; bytemuck: `cast_slice`.
pub fn cast_ref<T: NoUninit, U: AnyBitPattern, const R: usize>(
    tensor: &TensorRef<T, R>,
) -> Result<TensorView<'_, U, R>, ShapeError> {
    let (shape, strides) = cast_layout::<T, U, R>("cast_ref", tensor)?;
    let first = tensor.as_ptr().cast::<U>();
    // SAFETY: the bytes of the elements that the tensor borrows, all initialised and valid as `U` by the traits, at
    // aligned addresses (invariant 5).
    let view = unsafe { TensorView::from_raw_parts(first, shape, strides) };
    view.map_err(|error| error.during("cast_ref"))
}

/// Borrows a tensor for writing as a view of elements of another type with the same bits.
///
/// As [`cast_ref`], for types that both may have any bits.
///
/// ```
/// use holor::interop::bytemuck::cast_mut;
/// use holor::prelude::*;
///
/// let mut m = tensor![1.0_f32, 2.0];
/// cast_mut::<f32, u32, 1>(&mut m)?.map_inplace(|bits| *bits |= 1 << 31);
/// assert_eq!(m, tensor![-1.0, -2.0]);
/// # Ok::<(), ShapeError>(())
/// ```
///
/// # Errors
/// As [`cast_ref`].
pub fn cast_mut<T, U, const R: usize>(
    tensor: &mut TensorRef<T, R>,
) -> Result<TensorViewMut<'_, U, R>, ShapeError>
where
    T: NoUninit + AnyBitPattern,
    U: NoUninit + AnyBitPattern,
{
    let (shape, strides) = cast_layout::<T, U, R>("cast_mut", tensor)?;
    let first = tensor.view_mut().as_ptr().cast_mut().cast::<U>();
    // SAFETY: as above, for writing: the borrow of the tensor is exclusive and as long (invariant 5).
    let view = unsafe { TensorViewMut::from_raw_parts_mut(first, shape, strides) };
    view.map_err(|error| error.during("cast_mut"))
}

/// The shape and the strides of a tensor in elements of `U`.
fn cast_layout<T, U, const R: usize>(
    operation: &'static str,
    tensor: &TensorRef<T, R>,
) -> Result<([usize; R], [isize; R]), ShapeError> {
    let (found, of_found) = (tensor.shape(), tensor.strides());
    if !tensor.is_empty() {
        aligned::<U>(operation, &found, tensor.as_ptr().addr())?;
    }
    let (size, new_size) = (size_of::<T>(), size_of::<U>());
    if size == new_size {
        return Ok((found, of_found));
    }
    let refused = |name, value, expected| Err(refused(operation, &found, name, value, expected));
    let Some(last) = R.checked_sub(1) else {
        return refused("rank", format!("{R}"), "a last axis, for elements of another size");
    };
    // The tensor fits into memory, and so do the bytes of an axis.
    let bytes = found[last] * size;
    if bytes.checked_rem(new_size) != Some(0) {
        let value = format!("{}", found[last]);
        return refused("size of the last axis", value, "a multiple of the new elements");
    }
    // The strides of axes of size 1 and of empty tensors have no meaning.
    let (mut shape, mut strides) = (found, [0; R]);
    (shape[last], strides[last]) = (bytes / new_size, 1);
    for axis in (0..R).filter(|&axis| found[axis] > 1 && !tensor.is_empty()) {
        let stride = of_found[axis];
        if axis == last && stride != 1 {
            return refused("strides", format!("{of_found:?}"), "1 for the last axis");
        }
        if axis < last {
            let in_bytes = stride * size as isize;
            if in_bytes.checked_rem(new_size as isize) != Some(0) {
                return refused(
                    "strides",
                    format!("{of_found:?}"),
                    "multiples of the new elements",
                );
            }
            strides[axis] = in_bytes / new_size as isize;
        }
    }
    Ok((shape, strides))
}
