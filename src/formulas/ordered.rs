//! The order of the built-in numbers.

use core::any::TypeId;
use num_traits::PrimInt;

/// A number in an order in which the greatest one is looked for.
pub(crate) trait Ordered: Copy + PartialOrd + Sync {
    type Bits: PrimInt + Sync;

    /// The bits to turn over so that the greatest number is looked for, or the least; or, if this stands for
    /// an unsigned number, the one that is so when read as unsigned.
    fn bits(is_least: bool, is_unsigned: bool) -> Self::Bits;

    /// The number with these bits turned over; twice, it is the number again.
    fn turned(self, bits: Self::Bits) -> Self;

    /// Whether [`greater`] chooses it whatever the other number is.
    fn is_last(self) -> bool;
}

macro_rules! ordered {
    ($($(#[$attribute:meta])* $number:ty, $bits:ty: $to_bits:expr, $from_bits:expr;)+) => { $(
        $(#[$attribute])*
        impl Ordered for $number {
            type Bits = $bits;

            fn bits(is_least: bool, is_unsigned: bool) -> $bits {
                let sign = 1 << (<$bits>::BITS - 1);
                // Of floats the sign alone says which one is greater, of integers all bits do.
                let is_integer = TypeId::of::<$number>() == TypeId::of::<$bits>();
                let least = if is_integer { !0 } else { sign };
                (if is_least { least } else { 0 }) ^ (if is_unsigned { sign } else { 0 })
            }

            #[inline(always)]
            fn turned(self, bits: $bits) -> Self {
                $from_bits($to_bits(self) ^ bits)
            }

            #[inline(always)]
            fn is_last(self) -> bool {
                let is_integer = TypeId::of::<$number>() == TypeId::of::<$bits>();
                is_nan(self) || is_integer && $to_bits(self) == <$bits>::MAX
            }
        }
    )+ };
}

ordered! {
    f32, u32: f32::to_bits, f32::from_bits;
    f64, u64: f64::to_bits, f64::from_bits;
    i8, i8: i8::from, i8::from;
    i16, i16: i16::from, i16::from;
    i32, i32: i32::from, i32::from;
    i64, i64: i64::from, i64::from;
    #[cfg(feature = "half")]
    half::f16, u16: half::f16::to_bits, half::f16::from_bits;
    #[cfg(feature = "half")]
    half::bf16, u16: half::bf16::to_bits, half::bf16::from_bits;
}

/// The greater of two numbers, or the NaN if there is one. A choice between two values and not a jump, so
/// that it vectorises.
#[inline(always)]
pub(crate) fn greater<T: PartialOrd + Copy>(earlier: T, later: T) -> T {
    if (later > earlier) | is_nan(later) { later } else { earlier }
}

/// Tells whether a number is not equal to itself, as a NaN is not.
#[inline(always)]
pub(crate) fn is_nan<T: PartialEq>(x: T) -> bool {
    let same = &x;
    x != *same
}
