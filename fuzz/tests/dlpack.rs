//! Headers of DLPack that say anything: an error, or an array whose elements all have addresses. Elements are read and
//! written where they lie in the memory that there is.

use bolero::check;
use fuzz::Choices;
use holor::interop::dlpack::{
    DLDataType, DLDevice, DLManagedTensor, DLManagedTensorVersioned, DLPackVersion, DLTensor,
    Header, Managed,
};
use holor::num_complex::Complex;
use holor::{DType, HasDType};
use std::cell::Cell;
use std::ffi::c_void;
use std::ptr::{NonNull, null_mut};

const BYTES: usize = 256;

/// Memory of another library, and the numbers that describe it.
#[repr(C, align(16))]
struct Foreign {
    bytes: [u8; BYTES],
    shape: [i64; 12],
    strides: [i64; 12],
}

thread_local! {
    /// How many arrays were given back.
    static GIVEN_BACK: Cell<usize> = const { Cell::new(0) };
}

unsafe extern "C" fn of_versioned(this: *mut DLManagedTensorVersioned) {
    // SAFETY: made by `make`, and given back once, which is counted.
    give_back(unsafe { Box::from_raw(this) }.manager_ctx);
}

unsafe extern "C" fn of_legacy(this: *mut DLManagedTensor) {
    // SAFETY: as above.
    give_back(unsafe { Box::from_raw(this) }.manager_ctx);
}

fn give_back(context: *mut c_void) {
    // SAFETY: the context is the box that the header was made with.
    drop(unsafe { Box::from_raw(context.cast::<Foreign>()) });
    GIVEN_BACK.set(GIVEN_BACK.get() + 1);
}

/// A number at the edges of what fits, or a small one.
fn edge(choices: &mut Choices<'_>) -> i64 {
    match choices.below(8) {
        0 => (1_i64 << choices.below(64)).wrapping_add(choices.around(2) as i64),
        1 => -(1_i64 << choices.below(63)) + choices.around(2) as i64,
        2 => i64::from_le_bytes(core::array::from_fn(|_| choices.below(256) as u8)),
        _ => choices.around(4) as i64,
    }
}

/// A header that is mostly honest, with the wrong fields that the choices say.
fn tensor(choices: &mut Choices<'_>, foreign: *mut Foreign) -> DLTensor {
    // SAFETY: the box is not given away yet.
    let foreign = unsafe { &mut *foreign };
    let ndim = match choices.below(8) {
        0 => choices.around(120) as i32,
        1 => 1 << choices.below(32),
        more => more as i32 / 2,
    };
    for axis in 0..usize::try_from(ndim).unwrap_or(0).min(12) {
        foreign.shape[axis] =
            if choices.below(3) > 0 { choices.below(5) as i64 } else { edge(choices) };
        foreign.strides[axis] = edge(choices);
    }
    let codes = [(6, 8), (1, 8), (0, 16), (0, 32), (2, 32), (2, 64), (5, 128), (4, 16)];
    let (code, bits) = match choices.below(12) {
        0 => (choices.below(256) as u8, 8 * choices.below(32) as u8),
        other => codes[other % codes.len()],
    };
    let device_type = if choices.below(16) == 0 { choices.around(20) as i32 } else { 1 };
    DLTensor {
        data: if choices.below(16) == 0 { null_mut() } else { foreign.bytes.as_mut_ptr().cast() },
        device: DLDevice { device_type, device_id: 0 },
        ndim,
        dtype: DLDataType { code, bits, lanes: if choices.below(16) == 0 { 4 } else { 1 } },
        shape: if choices.below(16) == 0 { null_mut() } else { foreign.shape.as_mut_ptr() },
        strides: if choices.below(4) == 0 { null_mut() } else { foreign.strides.as_mut_ptr() },
        byte_offset: match choices.below(4) {
            0 => edge(choices) as u64,
            _ => choices.below(BYTES) as u64,
        },
    }
}

/// What the header says: the lowest and the highest byte of the elements from `data`, and their number.
fn extent<H: Header>(array: &Managed<H>, byte_offset: u64) -> (i128, i128, i128) {
    let (mut lowest, mut highest, mut count) =
        (i128::from(byte_offset), i128::from(byte_offset), 1_i128);
    for (&size, &stride) in array.shape().iter().zip(array.strides()) {
        count *= size as i128;
        let far = stride as i128 * (size as i128 - 1).max(0) * array.dtype().size() as i128;
        (lowest, highest) = (lowest + far.min(0), highest + far.max(0));
    }
    (lowest, highest + array.dtype().size() as i128, count)
}

/// Reads and writes an array whose elements lie in the memory that there is, and gives it back.
fn used<T: HasDType + PartialEq, H: Header>(mut array: Managed<H>, count: i128) {
    let rank = array.rank();
    // SAFETY: nothing else reaches the elements.
    let written = unsafe { array.view_mut::<T, 2>() }.map(|mut view| {
        let first = view.iter().next().cloned();
        first.into_iter().for_each(|first| view.fill(first));
    });
    let is_read_only = array.is_read_only();
    assert!(written.is_err() || (rank == 2 && !is_read_only));
    let view = array.view::<T, 2>().map(|view| view.to_vec());
    assert!(view.is_ok() <= (rank == 2));
    match array.into_any::<T>() {
        Ok(any) => {
            let elements = any.to_vec();
            assert_eq!((elements.len() as i128, any.rank()), (count, rank));
            // No bytes of zeros and ones are NaN.
            assert!(view.is_err() || elements == view.unwrap());
        }
        Err(error) => {
            let text = error.to_string();
            assert!(view.is_err() && written.is_err());
            assert!(text.contains("the address is") || text.contains("an element is"), "{text}");
        }
    }
}

fn checked<H: Header>(raw: NonNull<H>, data: *mut c_void, byte_offset: u64) {
    let before = GIVEN_BACK.get();
    // SAFETY: the memory lives until the deleter is called; what the header says of it, the checks must refuse, or the
    // elements are not reached.
    let Ok(array) = (unsafe { Managed::from_raw(raw) }) else {
        assert_eq!(GIVEN_BACK.get(), before + 1);
        return;
    };
    let (lowest, end, count) = extent(&array, byte_offset);
    let address = data.addr() as i128;
    assert!(count * array.dtype().size() as i128 <= isize::MAX as i128);
    assert!(count == 0 || (address + lowest > 0 && address + end <= usize::MAX as i128));
    assert!(array.rank() <= 12);
    assert!(array.view::<f32, 3>().is_ok() <= (array.rank() == 3 && array.dtype() == DType::F32));
    assert_eq!(GIVEN_BACK.get(), before);
    let is_inside = count == 0 || (lowest >= 0 && end <= BYTES as i128);
    if is_inside && count < 10_000 {
        match array.dtype() {
            DType::Bool => used::<bool, H>(array, count),
            DType::U8 => used::<u8, H>(array, count),
            DType::I16 => used::<i16, H>(array, count),
            DType::I32 => used::<i32, H>(array, count),
            DType::F32 => used::<f32, H>(array, count),
            DType::F64 => used::<f64, H>(array, count),
            DType::C64 => used::<Complex<f64>, H>(array, count),
            _ => drop(array),
        }
    } else {
        drop(array);
    }
    assert_eq!(GIVEN_BACK.get(), before + 1);
}

#[test]
fn any_header_is_refused_or_true() {
    check!().with_type::<[u8; 64]>().for_each(|bytes| {
        let mut choices = Choices::new(bytes);
        // Bools, and numbers of every other type.
        let memory = core::array::from_fn(|i| (i % 2) as u8);
        let foreign = Foreign { bytes: memory, shape: [1; 12], strides: [1; 12] };
        let foreign = Box::into_raw(Box::new(foreign));
        let (is_versioned, flags) = (choices.below(2) == 0, choices.below(4) as u64);
        let major = if choices.below(16) == 0 { choices.below(4) as u32 } else { 1 };
        let dl_tensor = tensor(&mut choices, foreign);
        let (data, byte_offset, manager_ctx) =
            (dl_tensor.data, dl_tensor.byte_offset, foreign.cast());
        if is_versioned {
            let version = DLPackVersion { major, minor: choices.below(256) as u32 };
            let deleter = Some(of_versioned as unsafe extern "C" fn(*mut DLManagedTensorVersioned));
            let header =
                DLManagedTensorVersioned { version, manager_ctx, deleter, flags, dl_tensor };
            checked(NonNull::from(Box::leak(Box::new(header))), data, byte_offset);
        } else {
            let deleter = Some(of_legacy as unsafe extern "C" fn(*mut DLManagedTensor));
            let header = DLManagedTensor { dl_tensor, manager_ctx, deleter };
            checked(NonNull::from(Box::leak(Box::new(header))), data, byte_offset);
        }
    });
}
