//! [`DType`]: the types of elements that files and other libraries know, as a value.

use core::fmt::{self, Display, Formatter};

/// The type of the elements of an array from outside, known at run time.
///
/// Headers of files and arrays of other libraries have it, and errors name it. A program may choose the element type
/// by a `match` before it reads an element, as [`match_rank!`](crate::match_rank!) chooses the rank. [`HasDType`]
/// leads from a type to its `DType`.
///
/// ```
/// use holor::{DType, HasDType};
///
/// assert_eq!(f32::DTYPE, DType::F32);
/// assert_eq!((DType::F32.to_string(), DType::F32.size()), ("f32".to_string(), 4));
/// ```
///
/// numpy and torch: `dtype`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the names say it all")]
pub enum DType {
    Bool,
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
    F16,
    BF16,
    F32,
    F64,
    /// Two `f32`: the real and the imaginary part.
    C32,
    /// Two `f64`: the real and the imaginary part.
    C64,
}

impl DType {
    /// The name of the type in Rust, with `c32` and `c64` for `Complex<f32>` and `Complex<f64>`.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            DType::Bool => "bool",
            DType::I8 => "i8",
            DType::I16 => "i16",
            DType::I32 => "i32",
            DType::I64 => "i64",
            DType::U8 => "u8",
            DType::U16 => "u16",
            DType::U32 => "u32",
            DType::U64 => "u64",
            DType::F16 => "f16",
            DType::BF16 => "bf16",
            DType::F32 => "f32",
            DType::F64 => "f64",
            DType::C32 => "c32",
            DType::C64 => "c64",
        }
    }

    /// Returns the size of an element in bytes.
    ///
    /// numpy: `itemsize`; torch: `itemsize`.
    pub const fn size(self) -> usize {
        match self {
            DType::Bool | DType::I8 | DType::U8 => 1,
            DType::I16 | DType::U16 | DType::F16 | DType::BF16 => 2,
            DType::I32 | DType::U32 | DType::F32 => 4,
            DType::I64 | DType::U64 | DType::F64 | DType::C32 => 8,
            DType::C64 => 16,
        }
    }
}

impl Display for DType {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A type that has a [`DType`]: `bool`, the integers of 8 to 64 bits, `f32`, `f64`, complex numbers of these,
/// and with the feature `half` `f16` and `bf16`.
///
/// The trait is sealed. All bits of an element matter: there is no padding.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an element type of files and other libraries",
    label = "expected `bool`, an integer of 8 to 64 bits, a float or a complex number",
    note = "`cast::<f32>()` converts numbers; `f16` and `bf16` need the feature `half`"
)]
pub trait HasDType: crate::storage::Bits + Copy + Send + Sync + 'static {
    /// The type as a value.
    const DTYPE: DType;
}

macro_rules! has_dtype {
    ($($(#[$cfg:meta])? $T:ty: $NAME:ident,)+) => { $(
        $(#[$cfg])?
        impl HasDType for $T {
            const DTYPE: DType = DType::$NAME;
        }
    )+ };
}

has_dtype! {
    bool: Bool,
    i8: I8,
    i16: I16,
    i32: I32,
    i64: I64,
    u8: U8,
    u16: U16,
    u32: U32,
    u64: U64,
    f32: F32,
    f64: F64,
    num_complex::Complex<f32>: C32,
    num_complex::Complex<f64>: C64,
    #[cfg(feature = "half")] half::f16: F16,
    #[cfg(feature = "half")] half::bf16: BF16,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sized<T: HasDType>() -> bool {
        T::DTYPE.size() == size_of::<T>()
            && core::any::type_name::<T>().contains(&T::DTYPE.name()[1..])
    }

    #[test]
    fn names_and_sizes_are_those_of_the_types() {
        assert!(
            sized::<bool>() && sized::<i8>() && sized::<i16>() && sized::<i32>() && sized::<i64>()
        );
        assert!(sized::<u8>() && sized::<u16>() && sized::<u32>() && sized::<u64>());
        assert!(sized::<f32>() && sized::<f64>());
        assert!(sized::<num_complex::Complex<f32>>() && sized::<num_complex::Complex<f64>>());
        #[cfg(feature = "half")]
        assert!(sized::<half::f16>() && sized::<half::bf16>());
    }
}
