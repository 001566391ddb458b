//! The structs of DLPack as they lie in memory, and the names of their numbers.

use crate::tensor::DType;
use alloc::format;
use alloc::string::String;
use core::ffi::c_void;

/// The version of the structs: a major version changes how they lie in memory.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DLPackVersion {
    /// 1 for the structs of this module.
    pub major: u32,
    /// Grows with each list of numbers that gets longer.
    pub minor: u32,
}

impl DLPackVersion {
    /// The version that exported tensors have.
    pub const CURRENT: DLPackVersion = DLPackVersion { major: 1, minor: 1 };
}

/// Where the elements are.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DLDevice {
    /// 1 for the CPU.
    pub device_type: i32,
    /// The number of the device among those of its type.
    pub device_id: i32,
}

impl DLDevice {
    /// Memory of the CPU, the only one that tensors here can be in.
    pub const CPU: DLDevice = DLDevice { device_type: 1, device_id: 0 };

    /// The name and the number of the device, for an error.
    pub(super) fn name(self) -> String {
        let name = match self.device_type {
            1 => "CPU",
            2 => "CUDA",
            3 => "CUDA host",
            4 => "OpenCL",
            7 => "Vulkan",
            8 => "Metal",
            9 => "VPI",
            10 => "ROCm",
            11 => "ROCm host",
            12 => "an extension",
            13 => "CUDA managed",
            14 => "oneAPI",
            15 => "WebGPU",
            16 => "Hexagon",
            17 => "MAIA",
            18 => "Trainium",
            other => return format!("unknown (type {other})"),
        };
        format!("{name} {}", self.device_id)
    }
}

/// The type of the elements.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DLDataType {
    /// The kind of number: 0 integer, 1 unsigned, 2 float, 4 bfloat, 5 complex, 6 bool.
    pub code: u8,
    /// The number of bits of one lane.
    pub bits: u8,
    /// The numbers in one element: 1, except in vector types.
    pub lanes: u16,
}

/// Each type of elements with its kind and its bits.
const TYPES: [(DType, u8, u8); 15] = [
    (DType::Bool, 6, 8),
    (DType::I8, 0, 8),
    (DType::I16, 0, 16),
    (DType::I32, 0, 32),
    (DType::I64, 0, 64),
    (DType::U8, 1, 8),
    (DType::U16, 1, 16),
    (DType::U32, 1, 32),
    (DType::U64, 1, 64),
    (DType::F16, 2, 16),
    (DType::BF16, 4, 16),
    (DType::F32, 2, 32),
    (DType::F64, 2, 64),
    (DType::C32, 5, 64),
    (DType::C64, 5, 128),
];

impl DLDataType {
    /// The type of elements that are known here, or the name of what was found.
    pub(super) fn known(self) -> Result<DType, String> {
        let found = TYPES.iter().find(|(_, code, bits)| (*code, *bits) == (self.code, self.bits));
        match found {
            Some(&(dtype, ..)) if self.lanes == 1 => Ok(dtype),
            Some((dtype, ..)) => Err(format!("{dtype} in {} lanes", self.lanes)),
            None => Err(format!("{} of {} bits", kind(self.code), self.bits)),
        }
    }
}

impl From<DType> for DLDataType {
    fn from(dtype: DType) -> Self {
        let found = TYPES.iter().find(|(known, ..)| *known == dtype);
        let &(_, code, bits) = found.expect("all types are in the table");
        DLDataType { code, bits, lanes: 1 }
    }
}

fn kind(code: u8) -> String {
    let name = match code {
        0 => "an integer",
        1 => "an unsigned integer",
        2 => "a float",
        3 => "an opaque handle",
        4 => "a bfloat",
        5 => "a complex number",
        6 => "a bool",
        7..=14 => "a float (FP8)",
        15 | 16 => "a float (FP6)",
        17 => "a float (FP4)",
        other => return format!("type {other}"),
    };
    name.into()
}

/// An array: address, device, element type, shape and strides. It owns nothing.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct DLTensor {
    /// The start of the memory; null is allowed if there are no elements.
    pub data: *mut c_void,
    /// Where the memory is.
    pub device: DLDevice,
    /// The rank.
    pub ndim: i32,
    /// The type of the elements.
    pub dtype: DLDataType,
    /// `ndim` sizes.
    pub shape: *mut i64,
    /// `ndim` strides in elements; null for row-major elements without gaps.
    pub strides: *mut i64,
    /// The distance from `data` to the element at index 0 of every axis, in bytes.
    pub byte_offset: u64,
}

/// A [`DLTensor`] with a deleter, as libraries exchanged it before version 1.
///
/// It cannot say whether its elements are read-only. In Python it lies in a capsule of the name `dltensor`.
#[repr(C)]
#[derive(Debug)]
pub struct DLManagedTensor {
    /// The array.
    pub dl_tensor: DLTensor,
    /// For the deleter; its meaning is known to the library that made it.
    pub manager_ctx: *mut c_void,
    /// Gives the array back, and frees this struct.
    pub deleter: Option<unsafe extern "C" fn(*mut DLManagedTensor)>,
}

/// A [`DLTensor`] with a deleter, a version and flags.
///
/// In Python it lies in a capsule of the name `dltensor_versioned`.
#[repr(C)]
#[derive(Debug)]
pub struct DLManagedTensorVersioned {
    /// Of another major version, all fields below `deleter` have another meaning.
    pub version: DLPackVersion,
    /// For the deleter; its meaning is known to the library that made it.
    pub manager_ctx: *mut c_void,
    /// Gives the array back, and frees this struct.
    pub deleter: Option<unsafe extern "C" fn(*mut DLManagedTensorVersioned)>,
    /// Bit 0: the elements are read-only. Bit 1: they were copied for this exchange.
    pub flags: u64,
    /// The array.
    pub dl_tensor: DLTensor,
}

/// The flag of elements that are read-only.
pub const READ_ONLY: u64 = 1;
