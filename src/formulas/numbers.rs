//! The numbers in which sums and products of built-in numbers are computed, and quotients of floats.

use num_complex::Complex;
use num_traits::float::FloatCore;
use num_traits::{One, Zero};

/// A number and the one that its sums are computed in.
pub(crate) trait WideSum: Copy {
    type Wide: Copy + Send + Sync + PartialEq + Zero + One;

    fn widen(self) -> Self::Wide;
    fn narrow(wide: Self::Wide) -> Self;
    /// A sum divided by a number of elements.
    fn over(sum: Self::Wide, count: usize) -> Self::Wide;
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
    half::f16, f32: widen, narrow, |sum, count| sum / count as f32;
    #[cfg(feature = "half")]
    half::bf16, f32: half::bf16::to_f32, half::bf16::from_f32, |sum, count| sum / count as f32;
}

/// The value of an `f16`, without a branch, so that loops of it are vectorised.
#[cfg(feature = "half")]
#[inline(always)]
fn widen(x: half::f16) -> f32 {
    let bits = u32::from(x.to_bits());
    // The exponent is off by 112, of subnormal numbers too; infinity and NaN have the greatest one.
    let magnitude = f32::from_bits((bits & 0x7fff) << 13) * f32::from_bits((127 + 112) << 23);
    let special = if bits & 0x7c00 == 0x7c00 { 0xff << 23 } else { 0 };
    f32::from_bits(magnitude.to_bits() | special | (bits & 0x8000) << 16)
}

/// The `f16` nearest to a number, of two the even one, without a branch.
#[cfg(feature = "half")]
#[inline(always)]
fn narrow(x: f32) -> half::f16 {
    let bits = x.to_bits() & 0x7fff_ffff;
    // Subnormal numbers: the last bit of the sum is that of an `f16`.
    let magic = f32::from_bits((127 - 15 + 23 - 10 + 1) << 23);
    let small = (f32::from_bits(bits) + magic).to_bits().wrapping_sub(magic.to_bits());
    // Others: half of the last bit, less a bit where that is even, carries into the exponent.
    let odd = bits >> 13 & 1;
    let normal = bits.wrapping_sub(112 << 23).wrapping_add(0xfff + odd) >> 13;
    let large = if bits > 0xff << 23 { 0x7e00 } else { 0x7c00 };
    let rounded = if bits < 113 << 23 { small } else { normal };
    let rounded = if bits >= (127 + 16) << 23 { large } else { rounded };
    half::f16::from_bits((rounded | (x.to_bits() >> 16 & 0x8000)) as u16)
}

/// The quotient rounded down.
#[inline]
pub(crate) fn floor_divide<T: FloatCore>(a: T, b: T) -> T {
    let whole = a / b;
    let rest = a % b;
    if b.is_infinite() || rest.is_nan() {
        // A zero, an infinity or NaN.
        return whole;
    }
    let zero = T::zero();
    // An integer but for the rounding of the division.
    let mut quotient = (a - rest) / b;
    if rest != zero && (rest < zero) != (b < zero) {
        quotient = quotient - T::one();
    }
    if quotient == zero { with_sign_of(zero, whole) } else { quotient.round() }
}

/// What [`floor_divide`] leaves, with the sign of `b`.
#[inline]
pub(crate) fn remainder<T: FloatCore>(a: T, b: T) -> T {
    let rest = a % b;
    if rest == T::zero() {
        with_sign_of(rest, b)
    } else if (rest < T::zero()) != (b < T::zero()) {
        rest + b
    } else {
        rest
    }
}

/// `x` with the sign bit of `sign`.
#[inline(always)]
pub(crate) fn with_sign_of<T: FloatCore>(x: T, sign: T) -> T {
    if x.is_sign_negative() == sign.is_sign_negative() { x } else { -x }
}
