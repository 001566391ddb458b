//! The built-in numbers, and what is compared and counted of them.

use core::any::TypeId;
use core::ops::{Add, Mul};
use num_complex::Complex;

/// A number and the one that its sums are computed in.
pub(crate) trait WideSum: Copy {
    type Wide: Copy + Add<Output = Self::Wide> + Mul<Output = Self::Wide>;

    fn widen(self) -> Self::Wide;
    fn narrow(wide: Self::Wide) -> Self;
    /// A sum divided by a number of elements.
    fn over(sum: Self::Wide, count: usize) -> Self::Wide;
}

/// A number in an order in which the greatest one is looked for.
pub(crate) trait Ordered: Copy + PartialOrd + Sync {
    type Bits: Copy + Sync;

    /// The bits to turn over so that the greatest number is looked for, or the least; or, if this stands for
    /// an unsigned number, the one that is so when read as unsigned.
    fn bits(is_least: bool, is_unsigned: bool) -> Self::Bits;

    /// The number with these bits turned over; twice, it is the number again.
    fn turned(self, bits: Self::Bits) -> Self;
}

macro_rules! numbers {
    ($($(#[$attribute:meta])* $number:ty, $wide:ty:
       $widen:expr, $narrow:expr, |$sum:ident, $count:ident| $over:expr;)+) => { $(
        $(#[$attribute])*
        impl WideSum for $number {
            type Wide = $wide;

            #[inline(always)]
            fn widen(self) -> $wide {
                $widen(self)
            }

            #[inline(always)]
            fn narrow(wide: $wide) -> Self {
                $narrow(wide)
            }

            #[inline(always)]
            fn over($sum: $wide, $count: usize) -> $wide {
                $over
            }
        }
    )+ };
}

macro_rules! integers {
    ($($number:ident)+) => {
        numbers! { $($number, $number: |x| x, |x| x, |sum, count| sum / count as $number;)+ }
    };
}

integers! { i8 i16 i32 i64 u8 u16 u32 u64 }

numbers! {
    f32, f32: |x| x, |x| x, |sum, count| sum / count as f32;
    f64, f64: |x| x, |x| x, |sum, count| sum / count as f64;
    Complex<f32>, Self: |x| x, |x| x, |sum, count| sum.unscale(count as f32);
    Complex<f64>, Self: |x| x, |x| x, |sum, count| sum.unscale(count as f64);
    #[cfg(feature = "half")]
    half::f16, f32: half::f16::to_f32, half::f16::from_f32, |sum, count| sum / count as f32;
    #[cfg(feature = "half")]
    half::bf16, f32: half::bf16::to_f32, half::bf16::from_f32, |sum, count| sum / count as f32;
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
pub(super) fn greater<T: PartialOrd + Copy>(earlier: T, later: T) -> T {
    if (later > earlier) | is_nan(later) { later } else { earlier }
}

/// Tells whether a number is not equal to itself, as a NaN is not.
#[inline(always)]
pub(super) fn is_nan<T: PartialEq>(x: T) -> bool {
    let same = &x;
    x != *same
}
