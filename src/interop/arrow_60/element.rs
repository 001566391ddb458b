//! [`ArrowElement`]: the element types of columns.

use super::arrow_array::{
    Array, ArrayRef, ArrowPrimitiveType, BooleanArray, PrimitiveArray, types,
};
use super::arrow_buffer::BooleanBuffer;
use super::arrow_schema::DataType;
use crate::error::ShapeError;
use crate::tensor::{HasDType, Tensor};
use alloc::sync::Arc;

/// An element type of columns and tensors: `bool`, an integer of 8 to 64 bits, `f32`, `f64`, and with the
/// feature `half` `f16`.
///
/// The trait is sealed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an element type of Arrow columns",
    label = "expected `bool`, an integer of 8 to 64 bits, or a float",
    note = "`cast::<f32>()` converts numbers; `f16` needs the feature `half`"
)]
pub trait ArrowElement: HasDType {
    /// The type of such a column without nulls and lists.
    fn data_type() -> DataType;

    #[doc(hidden)]
    const NAME: &'static str;

    /// The elements of an array of this type and without nulls, by shape and strides; `None` if its type is
    /// another one.
    #[doc(hidden)]
    fn tensor<const R: usize>(
        array: &dyn Array,
        shape: [usize; R],
        strides: [isize; R],
    ) -> Option<Result<Tensor<Self, R>, ShapeError>>;

    /// The elements in row-major order.
    #[doc(hidden)]
    fn array<const R: usize>(tensor: Tensor<Self, R>) -> ArrayRef;
}

macro_rules! elements {
    ($($(#[$cfg:meta])? $T:ty: $Arrow:ident, $name:literal;)+) => { $(
        $(#[$cfg])?
        impl ArrowElement for $T {
            const NAME: &'static str = $name;

            fn data_type() -> DataType {
                <types::$Arrow as ArrowPrimitiveType>::DATA_TYPE
            }

            fn tensor<const R: usize>(
                array: &dyn Array,
                shape: [usize; R],
                strides: [isize; R],
            ) -> Option<Result<Tensor<Self, R>, ShapeError>> {
                let array = array.as_any().downcast_ref::<PrimitiveArray<types::$Arrow>>()?;
                Some(Tensor::from_owner_strided(array.values().clone(), shape, strides, 0))
            }

            fn array<const R: usize>(tensor: Tensor<Self, R>) -> ArrayRef {
                Arc::new(PrimitiveArray::<types::$Arrow>::new(tensor.into(), None))
            }
        }
    )+ };
}

elements! {
    i8: Int8Type, "i8 (Int8)";
    i16: Int16Type, "i16 (Int16)";
    i32: Int32Type, "i32 (Int32)";
    i64: Int64Type, "i64 (Int64)";
    u8: UInt8Type, "u8 (UInt8)";
    u16: UInt16Type, "u16 (UInt16)";
    u32: UInt32Type, "u32 (UInt32)";
    u64: UInt64Type, "u64 (UInt64)";
    f32: Float32Type, "f32 (Float32)";
    f64: Float64Type, "f64 (Float64)";
    #[cfg(feature = "half")] half::f16: Float16Type, "f16 (Float16)";
}

impl ArrowElement for bool {
    const NAME: &'static str = "bool (Boolean)";

    fn data_type() -> DataType {
        DataType::Boolean
    }

    fn tensor<const R: usize>(
        array: &dyn Array,
        shape: [usize; R],
        strides: [isize; R],
    ) -> Option<Result<Tensor<Self, R>, ShapeError>> {
        let array = array.as_any().downcast_ref::<BooleanArray>()?;
        let elements = array.values().iter().collect();
        Some(Tensor::from_vec_strided(elements, shape, strides, 0))
    }

    fn array<const R: usize>(tensor: Tensor<Self, R>) -> ArrayRef {
        Arc::new(BooleanArray::new(BooleanBuffer::from(&*tensor), None))
    }
}
