//! Products whose range is not that of their partial products: the exponents of these are kept apart. They neither
//! overflow nor underflow, in whatever order the numbers come, unless the product does.

use core::ops::Mul;
use num_complex::Complex;
use num_traits::PrimInt;

/// A partial product: `number` times two to `power`. The number of a product is from 1 to 2, of a complex one
/// the greater part is; or it is zero, infinite or NaN, and the power means nothing.
#[derive(Clone, Copy)]
pub(crate) struct ScaledProduct<A> {
    pub(crate) number: A,
    /// Not an integer type: pairs of one type vectorise.
    pub(crate) power: f64,
}

/// A float that is taken apart.
pub(crate) trait Scale: Copy + Mul<Output = Self> {
    fn split(self) -> ScaledProduct<Self>;
    fn times_two_to(self, power: f64) -> Self;
}

/// A float of which several are multiplied before the exponent of the product is looked at.
pub(crate) trait Factor: Copy + Into<f64> {
    type Bits: PrimInt;

    /// The bits less those of `2^-limit`, wrapping: but for the sign, the exponent in them is less than `2 * limit` if and
    /// only if the size is at least `2^-limit` and less than `2^limit`.
    fn distance(self, limit: u8) -> Self::Bits;

    /// Whether one of the numbers whose distances are joined in `bits` by OR is not within the limit, a power of two. Of
    /// `f16`, whose exponent has 5 bits, none is beyond a limit of 32; an infinity or a NaN makes the product what it is.
    fn is_one_far(bits: Self::Bits, limit: u8) -> bool;
}

macro_rules! factors {
    ($($(#[$attribute:meta])* $number:ty, $bits:ty: $bias:literal, $mantissa:literal;)+) => { $(
        $(#[$attribute])*
        impl Factor for $number {
            type Bits = $bits;

            #[inline(always)]
            fn distance(self, limit: u8) -> $bits {
                let least = <$bits>::wrapping_sub($bias, limit.into()) << $mantissa;
                self.to_bits().wrapping_sub(least)
            }

            #[inline(always)]
            fn is_one_far(bits: $bits, limit: u8) -> bool {
                (bits & <$bits>::MAX >> 1) >> $mantissa >= 2 * <$bits>::from(limit)
            }
        }
    )+ };
}

factors! {
    f32, u32: 127, 23;
    f64, u64: 1023, 52;
    #[cfg(feature = "half")]
    half::f16, u16: 15, 10;
    #[cfg(feature = "half")]
    half::bf16, u16: 127, 7;
}

/// The bits of the exponent, how many there are below, and what is added to an exponent.
const EXPONENT: u64 = 0x7ff << MANTISSA;
const MANTISSA: u32 = 52;
const BIAS: f64 = 1023.0;
const INTEGER: f64 = (1_u64 << MANTISSA) as f64;

impl Scale for f64 {
    #[inline(always)]
    fn split(self) -> ScaledProduct<f64> {
        // Subnormal numbers have no exponent: they are made normal first.
        let is_small = self.abs() < f64::MIN_POSITIVE;
        let x = if is_small { self * (1_u64 << 54) as f64 } else { self };
        let exponent = x.to_bits() & EXPONENT;
        let near_one = f64::from_bits(x.to_bits() & !EXPONENT | 1_f64.to_bits());
        let is_special = (exponent == 0) | (exponent == EXPONENT);
        let shift = if is_small { BIAS + 54.0 } else { BIAS };
        // The bits of the exponent are the low bits of a number from 2^52 on.
        let power = f64::from_bits(exponent >> MANTISSA | INTEGER.to_bits()) - (INTEGER + shift);
        if is_special {
            ScaledProduct { number: self, power: 0.0 }
        } else {
            ScaledProduct { number: near_one, power }
        }
    }

    #[inline(always)]
    fn times_two_to(self, power: f64) -> f64 {
        let power_of_two = |n: f64| f64::from_bits(((n + BIAS) as u64) << MANTISSA);
        // Of two steps the last one rounds.
        let power = power.clamp(2.0 * (1.0 - BIAS), 2.0 * BIAS);
        let last = power.clamp(1.0 - BIAS, BIAS);
        self * power_of_two(power - last) * power_of_two(last)
    }
}

impl Scale for Complex<f64> {
    #[inline(always)]
    fn split(self) -> ScaledProduct<Self> {
        let ScaledProduct { power, .. } = self.re.abs().max(self.im.abs()).split();
        ScaledProduct { number: self.times_two_to(-power), power }
    }

    #[inline(always)]
    fn times_two_to(self, power: f64) -> Self {
        Complex::new(self.re.times_two_to(power), self.im.times_two_to(power))
    }
}

impl<A: Scale> ScaledProduct<A> {
    #[inline(always)]
    pub(crate) fn times(self, other: Self) -> Self {
        let ScaledProduct { number, power } = (self.number * other.number).split();
        ScaledProduct { number, power: power + self.power + other.power }
    }

    #[inline(always)]
    pub(crate) fn join(self) -> A {
        self.number.times_two_to(self.power)
    }

    /// A float, or a complex number, as a factor. A narrow one, which times another one is far from the ends of
    /// the range, is left as it is.
    #[inline(always)]
    pub(crate) fn factor(number: A, is_narrow: bool) -> Self {
        if is_narrow { ScaledProduct { number, power: 0.0 } } else { number.split() }
    }
}
