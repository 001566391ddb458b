//! What the functions need of `f32` and `f64`: constants, bits, and a product added to a number.

use super::coefficients as c;
use num_traits::{ConstOne, ConstZero, Float, FloatConst};

macro_rules! constants {
    ($($(#[$about:meta])* $name:ident: $type:ty = $single:expr, $double:expr;)+) => {
        /// The constants of `f32` and `f64`.
        pub(crate) trait Constants: Sized + 'static { $(
            $(#[$about])*
            const $name: $type;
        )+ }

        impl Constants for f32 { $(
            const $name: $type = $single;
        )+ }

        impl Constants for f64 { $(
            const $name: $type = $double;
        )+ }
    };
}

constants! {
    HALF: Self = 0.5, 0.5;
    TWO: Self = 2.0, 2.0;
    /// The largest number below 1.
    BELOW_ONE: Self = 1.0 - f32::EPSILON / 2.0, 1.0 - f64::EPSILON / 2.0;
    /// 1.5 times two to the number of bits of the mantissa: a smaller number added to it is rounded
    /// to an integer, which then stands in the low bits.
    MAGIC: Self = (3_u64 << 22) as f32, (3_u64 << 51) as f64;
    /// What is added to the exponent of a number in its bits.
    BIAS: Self = (f32::MAX_EXP - 1) as f32, (f64::MAX_EXP - 1) as f64;
    /// Two to the number of bits of the mantissa, and that number.
    MANTISSA: (Self, Self) = ((1_u64 << 23) as f32, 23.0), ((1_u64 << 52) as f64, 52.0);
    /// The exponent of a number so small that its half may be subnormal.
    LOW_EXPONENT: Self = (f32::MIN_EXP + 1) as f32, (f64::MIN_EXP + 1) as f64;
    /// An exponent that lifts every subnormal number to the normal ones, and the power of two that lowers it
    /// again.
    LIFT: (Self, Self) = (63.0, 1.0 / (1_u64 << 63) as f32), (63.0, 1.0 / (1_u64 << 63) as f64);
    /// ln 2 as a number with zeros at the end, whose product with an exponent is exact, and a rest.
    LN_2_PARTS: [Self; 2] = c::LN_2_F32, c::LN_2_F64;
    /// Whether an arc tangent about pi/4 is turned by that, which saves more terms of its polynomial the longer it is.
    ATAN_TURNS: bool = false, true;
    /// pi/2 as a number, for `f64` with zeros at its end, and a rest.
    HALF_PI: [Self; 2] = c::HALF_PI_OF_F32, c::HALF_PI_OF_F64;
    /// Below the first `exp` rounds to zero, also its product with its argument; above the second to infinity.
    EXP_RANGE: [Self; 2] = [-112.0, 89.0], [-752.0, 710.0];
    /// The same for `exp2`, without the product.
    EXP2_RANGE: [Self; 2] = [-151.0, 129.0], [-1076.0, 1025.0];
    /// Up to here, and from the negative of it, the exponent of `exp` is that of a normal number.
    EXP_NEAR: [Self; 2] = [0.0, 87.0], [0.0, 708.0];
    /// Positive normal numbers.
    NORMAL: [Self; 2] = [f32::MIN_POSITIVE, f32::MAX], [f64::MIN_POSITIVE, f64::MAX];
    /// Below the first `exp(x) - 1` rounds to -1; above the second it is infinite.
    EXP_M1_RANGE: [Self; 2] = [-20.0, 89.0], [-40.0, 710.0];
    /// Up to here, and from the negative of it, a quarter of the powers of two in `sinh` and `cosh` is a normal number.
    SINH_NEAR: [Self; 2] = [0.0, 86.0], [0.0, 707.0];
    /// From here on `sinh` and `cosh` are infinite.
    SINH_END: Self = 89.5, 710.5;
    /// ln 2 in parts for `tanh`. That of `f32` is off by a tenth of the last place, and its multiples are small.
    TANH_LN_2: [Self; 2] = [core::f32::consts::LN_2, 0.0], c::LN_2_F64;
    /// From here on `tanh` rounds to 1.
    TANH_END: Self = 10.0, 20.0;
    /// A power of two by which numbers above `SQUARE_RANGE` are multiplied for their logarithm, and its logarithm.
    LN_SHRINK: [Self; 2] = [1.0 / (1_u64 << 32) as f32, 32.0], [f64::from_bits((1023 - 300) << 52), 300.0];
    /// From here on `erf` rounds to 1, and the normal distribution to 0.
    ERF_END: Self = 4.0, 6.0;
    NORMAL_END: Self = 15.0, 39.0;
    /// log2(e), log10(e) and log10(2) as a number and a rest. That of the last has zeros at its end, as `LN_2_PARTS`.
    LOG2_E_PARTS: [Self; 2] = c::LOG2_E_F32, c::LOG2_E_F64;
    LOG10_E_PARTS: [Self; 2] = c::LOG10_E_F32, c::LOG10_E_F64;
    LOG10_2_PARTS: [Self; 2] = c::LOG10_2_F32, c::LOG10_2_F64;
    /// Below and above the first, numbers are multiplied by the cube of the second for their cube root: no cube of a root
    /// overflows, and what is left of a number beside one is normal.
    CBRT_SCALES: [[Self; 2]; 2] = [[1e-30, (1_u64 << 16) as f32], [1e30, 1.0 / (1_u64 << 16) as f32]],
        [[1e-270, f64::from_bits((1023 + 100) << 52)], [1e270, f64::from_bits((1023 - 100) << 52)]];
    /// Whether an inverse cube root of the precision of `INVERSE_CBRT` needs a step of Newton.
    CBRT_TWICE: bool = false, true;
    /// What makes the error of the estimate least: 4/3 of the bias of an exponent, less 0.0676.
    INVERSE_CBRT_BIAS: Self = 169.26576, 1_363.932_43;
    /// Squares of numbers between these two neither overflow nor underflow, nor do their sums.
    SQUARE_RANGE: [Self; 2] = [1e-18, 1e18], [1e-150, 1e150];
    /// A power of two that brings numbers above them to those between, and one for those below.
    SHRINK: Self = 1.0 / (1_u128 << 86) as f32, f64::from_bits((1023 - 600) << 52);
    GROW: Self = (1_u128 << 86) as f32, f64::from_bits((1023 + 600) << 52);
    EXP: &'static [Self] = &c::EXP_F32, &c::EXP_F64;
    EXP2: &'static [Self] = &c::EXP2_F32, &c::EXP2_F64;
    LN: &'static [Self] = &c::LN_F32, &c::LN_F64;
    LN_1P: &'static [Self] = &c::LN_1P_F32, &c::LN_1P_F64;
    SINH: &'static [Self] = &c::SINH_F32, &c::SINH_F64;
    COSH: &'static [Self] = &c::COSH_F32, &c::COSH_F64;
    TANH: &'static [Self] = &c::TANH_F32, &c::TANH_F64;
    INVERSE_CBRT: &'static [Self] = &c::INVERSE_CBRT_F32, &c::INVERSE_CBRT_F64;
    SIN: &'static [Self] = &c::SIN_F32, &c::SIN_F64;
    COS: &'static [Self] = &c::COS_F32, &c::COS_F64;
    /// Numerator and denominator.
    TAN: [&'static [Self]; 2] = [&c::TAN_F32, &c::TAN_BELOW_F32], [&c::TAN_F64, &c::TAN_BELOW_F64];
    ASIN: &'static [Self] = &c::ASIN_F32, &c::ASIN_F64;
    ATAN: &'static [Self] = &c::ATAN_F32, &c::ATAN_F64;
    ERF: &'static [Self] = &c::ERF_F32, &c::ERF_F64;
    ERFC: &'static [Self] = &c::ERFC_F32, &c::ERFC_F64;
    /// Numerator and denominator.
    GAUSS: [&'static [Self]; 2] = [&c::NORMAL_F32, &c::NORMAL_BELOW_F32],
        [&c::NORMAL_F64, &c::NORMAL_BELOW_F64];
}

/// A binary float whose functions are written once for both widths.
pub(crate) trait Real:
    Constants + Float + FloatConst + ConstZero + ConstOne + Send + Sync
{
    /// As many bits.
    type Bits: Copy + Default + Ord;

    /// Two to the power `n`, which has to be that of a normal number: `biased` is `MAGIC + BIAS + n`.
    fn power_of_two(biased: Self) -> Self;
    /// The exponent and the mantissa, from sqrt(1/2) to sqrt(2), of a positive normal number.
    fn split(self) -> (Self, Self);
    /// The `k` for which it is `2^k` times a number from 3/4 to 3/2, and `2^-k`, which has to be a normal number.
    fn exponent(self) -> (Self, Self);
    /// An estimate of the inverse cube root of a positive normal number; of zero, some finite number.
    fn inverse_cbrt<const FMA: bool>(self) -> Self;
    /// Its first half of the bits; the product of two such numbers is exact.
    fn upper(self) -> Self;
    /// The distance in floats from `least`, which is not negative. For NaN and for anything below `least` it wraps
    /// around, and exceeds the distance of every number.
    fn floats_above(self, least: Self) -> Self::Bits;
    /// Whether bit `bit` of an integer in the low bits of `magic` is set.
    fn bit(magic: Self, bit: u32) -> bool;
}

macro_rules! real {
    ($float:ident, $bits:ident, $mantissa:literal, $split_at:literal, $upper:literal) => {
        impl Real for $float {
            type Bits = $bits;

            #[inline(always)]
            fn power_of_two(biased: Self) -> Self {
                // The upper bits of `MAGIC` are shifted out.
                $float::from_bits(biased.to_bits() << $mantissa)
            }

            #[inline(always)]
            fn split(self) -> (Self, Self) {
                const ONE: $bits = (1.0 as $float).to_bits();
                const LOW: $bits = (1 << $mantissa) - 1;
                let bits = self.to_bits().wrapping_add(ONE - $split_at);
                let mantissa = $float::from_bits((bits & LOW) + $split_at);
                // An integer becomes a float by its bits: AVX2 has no conversion of 64 of them.
                const BASE: $float = (1_u64 << $mantissa) as $float;
                let exponent = $float::from_bits((bits >> $mantissa) | BASE.to_bits());
                (exponent - (BASE + ($float::MAX_EXP - 1) as $float), mantissa)
            }

            #[inline(always)]
            fn exponent(self) -> (Self, Self) {
                const ONE: $bits = (1.0 as $float).to_bits();
                const SPLIT_AT: $bits = (0.75 as $float).to_bits();
                const LOW: $bits = (1 << $mantissa) - 1;
                const BASE: $float = (1_u64 << $mantissa) as $float;
                let bits = self.to_bits().wrapping_add(ONE - SPLIT_AT);
                let exponent = $float::from_bits((bits >> $mantissa) | BASE.to_bits());
                let power = $float::from_bits((2 * ONE).wrapping_sub(bits & !LOW));
                (exponent - (BASE + ($float::MAX_EXP - 1) as $float), power)
            }

            #[inline(always)]
            fn inverse_cbrt<const FMA: bool>(self) -> Self {
                // The leading bits are an integer in the low bits of a float from `BASE` on. It is about the
                // logarithm, and -1/3 of it that of the result.
                const DROPPED: u32 = <$bits>::BITS - 1 - $mantissa + ($mantissa > 23) as u32;
                const BASE: $float = (1_u64 << $mantissa) as $float;
                const UNIT: $float = (1_u64 << ($mantissa - DROPPED)) as $float;
                const ZERO: $float = BASE + BASE / 3.0 + UNIT * $float::INVERSE_CBRT_BIAS;
                let bits = $float::from_bits(self.to_bits() >> DROPPED | BASE.to_bits());
                let bits = add_product::<FMA, $float>(ZERO, bits, -1.0 / 3.0);
                $float::from_bits(bits.to_bits() << DROPPED)
            }

            #[inline(always)]
            fn upper(self) -> Self {
                $float::from_bits(self.to_bits() & !((1 << $upper) - 1))
            }

            #[inline(always)]
            fn floats_above(self, least: Self) -> $bits {
                self.to_bits().wrapping_sub(least.to_bits())
            }

            #[inline(always)]
            fn bit(magic: Self, bit: u32) -> bool {
                magic.to_bits() >> bit & 1 == 1
            }
        }
    };
}

// The fourth is sqrt(1/2), where numbers are split; of `f32` the next number above, so that each is split as in `f64`.
real! { f32, u32, 23, 0x3f35_04f4, 12 }
real! { f64, u64, 52, 0x3fe6_a09e_667f_3bcd, 27 }

/// `a * b + c`, rounded once if `FMA`, else twice.
#[inline(always)]
pub(super) fn add_product<const FMA: bool, T: Real>(c: T, a: T, b: T) -> T {
    if FMA { a.mul_add(b, c) } else { a * b + c }
}

/// The value of a polynomial, by Horner's rule: independent elements fill the pipeline.
#[inline(always)]
pub(super) fn polynomial<const FMA: bool, T: Real>(coefficients: &[T], x: T) -> T {
    let mut y = coefficients[coefficients.len() - 1];
    for i in (0..coefficients.len() - 1).rev() {
        y = add_product::<FMA, T>(coefficients[i], y, x);
    }
    y
}

/// `x`, or `low` where that is greater; NaN stays.
#[inline(always)]
pub(super) fn at_least<T: Real>(x: T, low: T) -> T {
    if x < low { low } else { x }
}

/// `x`, or `high` where that is less; NaN stays.
#[inline(always)]
pub(super) fn at_most<T: Real>(x: T, high: T) -> T {
    if x > high { high } else { x }
}

/// `x` between two bounds; NaN stays.
#[inline(always)]
pub(super) fn clamp<T: Real>(x: T, [low, high]: [T; 2]) -> T {
    at_most(at_least(x, low), high)
}

/// `a * b` and what its rounding has cut off: exact with `FMA`, else up to a bit or two at the end
/// of the rest (Dekker 1971, "A floating-point technique for extending the available precision").
#[inline(always)]
pub(super) fn product<const FMA: bool, T: Real>(a: T, b: T) -> (T, T) {
    let p = a * b;
    if FMA {
        return (p, a.mul_add(b, -p));
    }
    let (ah, bh) = (a.upper(), b.upper());
    let (al, bl) = (a - ah, b - bh);
    (p, ((ah * bh - p) + ah * bl + al * bh) + al * bl)
}

/// `c + a * b` with a fused product, and what its rounding has cut off, where the product is the smaller one.
#[inline(always)]
pub(super) fn sum_fused<T: Real>(c: T, a: T, b: T) -> (T, T) {
    let s = a.mul_add(b, c);
    (s, a.mul_add(b, c - s))
}

/// `a + b` and what its rounding has cut off (Knuth, The Art of Computer Programming, 4.2.2).
#[inline(always)]
pub(crate) fn sum<T: Real>(a: T, b: T) -> (T, T) {
    let s = a + b;
    let c = s - a;
    (s, (a - (s - c)) + (b - c))
}

/// As [`sum`] of numbers of which the first is the larger one, or zero.
#[inline(always)]
pub(super) fn sum_ordered<T: Real>(a: T, b: T) -> (T, T) {
    let s = a + b;
    (s, b - (s - a))
}

/// `c - a * b`, where that is small beside `c`: exact, or nearly so (see [`product`]).
#[inline(always)]
pub(super) fn less_product<const FMA: bool, T: Real>(c: T, a: T, b: T) -> T {
    if FMA {
        return (-a).mul_add(b, c);
    }
    let (p, rest) = product::<FMA, T>(a, b);
    (c - p) - rest
}

/// `numerator / (whole + rest)`, rounded about once: the quotient is corrected by what it leaves of the
/// numerator.
#[inline(always)]
pub(super) fn quotient<const FMA: bool, T: Real>(numerator: T, whole: T, rest: T) -> T {
    let inverse = T::ONE / whole;
    let quotient = numerator * inverse;
    let left = less_product::<FMA, T>(numerator, quotient, whole);
    let left = add_product::<FMA, T>(left, -quotient, rest);
    add_product::<FMA, T>(quotient, left, inverse)
}
