//! Buffers: [`ScalarBuffer`] and [`BooleanBuffer`].

use super::arrow_buffer::{ArrowNativeType, BooleanBuffer, Buffer, ScalarBuffer};
use crate::tensor::{Tensor, TensorRef};
use alloc::sync::Arc;
use core::panic::AssertUnwindSafe;
use core::ptr::NonNull;

/// Makes a tensor that owns the buffer; copies no element.
///
/// The tensor can be written without a copy if the buffer came from a `Vec` and has no other owner. Otherwise
/// the first write [copies](Tensor#clone-and-copy-on-write).
impl<T: ArrowNativeType> From<ScalarBuffer<T>> for Tensor<T, 1> {
    fn from(buffer: ScalarBuffer<T>) -> Self {
        match buffer.into_inner().into_vec::<T>() {
            Ok(elements) => Tensor::from(elements),
            Err(shared) => {
                let shared = ScalarBuffer::<T>::from(shared);
                let len = shared.len();
                crate::error::raise(Tensor::from_owner(shared, [len]))
            }
        }
    }
}

/// Makes a buffer that owns the tensor: the elements in row-major order, copied only if they are not
/// contiguous.
///
/// Arrow never writes to such a buffer. To hand over an allocation that Arrow may write to, convert
/// [`into_vec()`](Tensor::into_vec).
impl<T: ArrowNativeType, const R: usize> From<Tensor<T, R>> for ScalarBuffer<T> {
    fn from(tensor: Tensor<T, R>) -> Self {
        if !tensor.is_contiguous() || tensor.is_empty() {
            return ScalarBuffer::from(tensor.to_vec());
        }
        let len = tensor.len();
        // The pointer of the buffer: one to the first element must not be used for the others.
        let first = NonNull::new(tensor.as_ptr().cast_mut()).expect("elements have an address");
        // Nothing of the tensor is looked at again, before it is dropped.
        let owner = Arc::new(AssertUnwindSafe(tensor));
        // SAFETY: invariant 3: the owner keeps the contiguous, initialised elements at `first` where they are,
        // and a tensor with another owner is copied before it is written to.
        let buffer =
            unsafe { Buffer::from_custom_allocation(first.cast(), len * size_of::<T>(), owner) };
        ScalarBuffer::new(buffer, 0, len)
    }
}

/// Copies the bits.
impl From<BooleanBuffer> for Tensor<bool, 1> {
    fn from(bits: BooleanBuffer) -> Self {
        bits.iter().collect()
    }
}

/// Copies the elements in row-major order to bits.
impl<const R: usize> From<&TensorRef<bool, R>> for BooleanBuffer {
    fn from(tensor: &TensorRef<bool, R>) -> Self {
        tensor.iter().copied().collect()
    }
}
