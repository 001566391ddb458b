//! The two structs that own an array, under one trait; and the check of what they say.

use super::abi::{
    DLDevice, DLManagedTensor, DLManagedTensorVersioned, DLPackVersion, DLTensor, READ_ONLY,
};
use crate::error::{ErrorKind, ShapeError};
use crate::rank::MAX_RANK;
use crate::tensor::DType;
use alloc::format;
use alloc::string::String;
use core::ffi::c_void;
use core::ptr::null_mut;

pub(super) type Deleter<H> = unsafe extern "C" fn(*mut H);

mod fields {
    use super::{DLPackVersion, DLTensor, Deleter};

    /// The fields of a header. `this` points at a struct that a library filled in; the fields below the deleter
    /// are read of a known version only.
    pub trait Fields: Sized + 'static {
        /// Whether there is a flag for elements that are read-only.
        const FLAGGED: bool;
        unsafe fn version(this: *const Self) -> DLPackVersion;
        unsafe fn deleter(this: *const Self) -> Option<Deleter<Self>>;
        unsafe fn tensor(this: *const Self) -> DLTensor;
        unsafe fn is_read_only(this: *const Self) -> bool;
        fn new(dl_tensor: DLTensor, deleter: Deleter<Self>, read_only: bool) -> Self;
    }
}
pub(super) use fields::Fields;

/// A struct that owns an array: [`DLManagedTensorVersioned`] or [`DLManagedTensor`]. The trait is sealed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a struct of DLPack that owns an array",
    label = "expected `DLManagedTensorVersioned` or `DLManagedTensor`"
)]
pub trait Header: Fields {}

impl Header for DLManagedTensorVersioned {}
impl Header for DLManagedTensor {}

impl Fields for DLManagedTensorVersioned {
    const FLAGGED: bool = true;

    unsafe fn version(this: *const Self) -> DLPackVersion {
        // SAFETY: the caller's promise.
        unsafe { (*this).version }
    }

    unsafe fn deleter(this: *const Self) -> Option<Deleter<Self>> {
        // SAFETY: the caller's promise.
        unsafe { (*this).deleter }
    }

    unsafe fn tensor(this: *const Self) -> DLTensor {
        // SAFETY: the caller's promise.
        unsafe { (*this).dl_tensor }
    }

    unsafe fn is_read_only(this: *const Self) -> bool {
        // SAFETY: the caller's promise.
        unsafe { (*this).flags & READ_ONLY != 0 }
    }

    fn new(dl_tensor: DLTensor, deleter: Deleter<Self>, read_only: bool) -> Self {
        let (version, flags) = (DLPackVersion::CURRENT, if read_only { READ_ONLY } else { 0 });
        let (manager_ctx, deleter) = (null_mut(), Some(deleter));
        DLManagedTensorVersioned { version, manager_ctx, deleter, flags, dl_tensor }
    }
}

impl Fields for DLManagedTensor {
    const FLAGGED: bool = false;

    unsafe fn version(_: *const Self) -> DLPackVersion {
        DLPackVersion::CURRENT
    }

    unsafe fn deleter(this: *const Self) -> Option<Deleter<Self>> {
        // SAFETY: the caller's promise.
        unsafe { (*this).deleter }
    }

    unsafe fn tensor(this: *const Self) -> DLTensor {
        // SAFETY: the caller's promise.
        unsafe { (*this).dl_tensor }
    }

    /// There is no flag: jax hands out its arrays in this struct, which never change.
    unsafe fn is_read_only(_: *const Self) -> bool {
        true
    }

    fn new(dl_tensor: DLTensor, deleter: Deleter<Self>, _: bool) -> Self {
        DLManagedTensor { dl_tensor, manager_ctx: null_mut(), deleter: Some(deleter) }
    }
}

/// An error of [`Managed::from_raw`](super::Managed::from_raw).
pub(super) fn refused(
    shapes: &[&[usize]],
    name: &'static str,
    value: String,
    expected: &'static str,
) -> ShapeError {
    ShapeError::new("from_raw", shapes, ErrorKind::Argument { name, value, expected })
}

/// What a header says of its elements, checked.
///
/// The product of the sizes other than zero and of the size of an element, and the distance between the lowest
/// and the highest element, are at most `isize::MAX` bytes; no element lies below address 1 or past the last.
#[derive(Clone, Copy)]
pub(super) struct Facts {
    pub(super) dtype: DType,
    pub(super) rank: usize,
    /// With axes of size 1 in front of those that count.
    pub(super) shape: [usize; MAX_RANK],
    pub(super) strides: [isize; MAX_RANK],
    /// The element at index 0 of every axis.
    pub(super) first: *mut c_void,
    pub(super) is_read_only: bool,
}

impl Facts {
    /// Reads and checks a header; reads no element.
    ///
    /// # Safety
    /// `shape` and `strides` of a rank from 1 to 12 are null or point at as many numbers.
    pub(super) unsafe fn read(tensor: &DLTensor, is_read_only: bool) -> Result<Self, ShapeError> {
        let none = &[];
        if tensor.device.device_type != DLDevice::CPU.device_type {
            return Err(refused(none, "device", tensor.device.name(), "CPU"));
        }
        let rank = match usize::try_from(tensor.ndim) {
            Ok(rank) if rank <= MAX_RANK => rank,
            _ => return Err(refused(none, "rank", format!("{}", tensor.ndim), "0 to 12")),
        };
        let known = "a bool, number or complex number of `DType`";
        let dtype = tensor.dtype.known().map_err(|found| refused(none, "dtype", found, known))?;
        let mut shape = [1; MAX_RANK];
        if rank > 0 && tensor.shape.is_null() {
            return Err(refused(none, "shape", "null".into(), "the sizes of the axes"));
        }
        for (axis, size) in shape[MAX_RANK - rank..].iter_mut().enumerate() {
            // SAFETY: the caller's promise.
            let given = unsafe { tensor.shape.wrapping_add(axis).read_unaligned() };
            *size = usize::try_from(given).map_err(|_| {
                refused(none, "size", format!("{given} of axis {axis}"), "0 or more")
            })?;
        }
        let sizes = shape.iter().filter(|size| **size > 0);
        let bytes = sizes.fold(dtype.size() as u128, |all, &size| all.saturating_mul(size as u128));
        if bytes > isize::MAX as u128 {
            return Err(ShapeError::new(
                "from_raw",
                &[&shape[MAX_RANK - rank..]],
                ErrorKind::TooLarge,
            ));
        }
        let mut strides = row_major(&shape);
        if !tensor.strides.is_null() {
            for (axis, stride) in strides[MAX_RANK - rank..].iter_mut().enumerate() {
                // SAFETY: the caller's promise.
                let given = unsafe { tensor.strides.wrapping_add(axis).read_unaligned() };
                // Of an axis of one index or none, the stride has no meaning.
                match isize::try_from(given) {
                    _ if shape[MAX_RANK - rank + axis] <= 1 => {}
                    Ok(given) => *stride = given,
                    Err(_) => return Err(unreachable_memory(tensor, &shape[MAX_RANK - rank..])),
                }
            }
        }
        let mut facts = Facts { dtype, rank, shape, strides, first: null_mut(), is_read_only };
        if !shape.contains(&0) {
            facts.first = facts.locate(tensor)?;
        }
        Ok(facts)
    }

    /// The address of the first element, if there is an address for each of the others.
    fn locate(&self, tensor: &DLTensor) -> Result<*mut c_void, ShapeError> {
        let shape = &self.shape[MAX_RANK - self.rank..];
        if tensor.data.is_null() {
            let expected = "an address, since the array has elements";
            return Err(refused(&[shape], "data", "null".into(), expected));
        }
        let size = self.dtype.size() as u128;
        let (mut below, mut above) = (0_u128, 0_u128);
        for (&size_of_axis, stride) in self.shape.iter().zip(self.strides) {
            let distance = stride.unsigned_abs() as u128 * (size_of_axis - 1) as u128;
            let side = if stride < 0 { &mut below } else { &mut above };
            *side = side.saturating_add(distance.saturating_mul(size));
        }
        let first = tensor.data.addr() as u128 + u128::from(tensor.byte_offset);
        let (end, extent) = (first.saturating_add(above), below.saturating_add(above));
        if first <= below
            || tensor.byte_offset > isize::MAX as u64
            || end.saturating_add(size) > usize::MAX as u128
            || extent.saturating_add(size) > isize::MAX as u128
        {
            return Err(unreachable_memory(tensor, shape));
        }
        // Below the last address by the check, so that it fits.
        Ok(tensor.data.wrapping_byte_add(tensor.byte_offset as usize))
    }

    /// Shape and strides of the last `R` axes.
    pub(super) fn last<const R: usize>(&self) -> ([usize; R], [isize; R]) {
        let shape = self.shape.last_chunk().expect("the rank is at most 12");
        let strides = self.strides.last_chunk().expect("the rank is at most 12");
        (*shape, *strides)
    }
}

fn unreachable_memory(tensor: &DLTensor, shape: &[usize]) -> ShapeError {
    let value = format!("outside of memory, with byte offset {}", tensor.byte_offset);
    refused(&[shape], "an element", value, "addresses in one allocation")
}

/// The strides of row-major elements without gaps; of no meaning if there are no elements.
fn row_major(shape: &[usize; MAX_RANK]) -> [isize; MAX_RANK] {
    let mut strides = [1_isize; MAX_RANK];
    for axis in (1..MAX_RANK).rev() {
        strides[axis - 1] = strides[axis].wrapping_mul(shape[axis] as isize);
    }
    strides
}
