//! What the functions need of `f32` and `f64`: constants, bits, and a product added to a number.

use super::{Loop, MathKernel, coefficients as c};
use num_traits::{ConstOne, ConstZero, Float, FloatConst};

/// A binary float whose functions are written once for both widths.
pub(crate) trait Real:
    Float + FloatConst + ConstZero + ConstOne + Send + Sync + 'static
{
    /// As many bits.
    type Bits: Copy + Default + Ord;

    const HALF: Self;
    const TWO: Self;
    /// 1.5 times two to the number of bits of the mantissa: a smaller number added to it is rounded
    /// to an integer, which then stands in the low bits.
    const MAGIC: Self;
    /// Two to the number of bits of the mantissa, and that number.
    const MANTISSA: (Self, Self);
    /// The exponent of a number so small that its half may be subnormal.
    const LOW_EXPONENT: Self;
    /// An exponent that lifts every subnormal number to the normal ones, and the power of two that lowers it
    /// again.
    const LIFT: (Self, Self);
    /// ln 2 as a number with zeros at the end, whose product with an exponent is exact, and a rest.
    const LN_2_PARTS: [Self; 2];
    /// Below the first `exp` rounds to zero, above the second to infinity; the same for `exp2`.
    const EXP_RANGE: [Self; 2];
    const EXP2_RANGE: [Self; 2];
    /// Up to here, and from the negative of it, the exponent of `exp` is that of a normal number.
    const EXP_NEAR: Self;
    /// From here on `tanh` of half of it rounds to 1.
    const TANH_END: Self;
    /// From here on `x^2 + 1` may count as `x^2` in the logarithm of `x + sqrt(x^2 + 1)`.
    const SQUARE_END: Self;
    /// From here on `erf` rounds to 1, and the normal distribution to 0.
    const ERF_END: Self;
    const NORMAL_END: Self;
    /// Where the variable of the polynomial `NORMAL` is zero.
    const NORMAL_CENTRE: Self;
    const EXP: &'static [Self];
    const EXP2: &'static [Self];
    const LN: &'static [Self];
    const SIN: &'static [Self];
    const COS: &'static [Self];
    const ERF: &'static [Self];
    const ERFC: &'static [Self];
    const NORMAL: &'static [Self];

    /// The loop of a kernel for this type.
    fn of(kernel: &MathKernel) -> Loop<Self>;
    /// Two to the power `n + shift`, which has to be that of a normal number: `magic` is `MAGIC + n`.
    fn power_of_two(magic: Self, shift: Self) -> Self;
    /// The exponent and the mantissa, from sqrt(1/2) to sqrt(2), of a positive normal number.
    fn split(self) -> (Self, Self);
    /// Its first half of the bits; the product of two such numbers is exact.
    fn upper(self) -> Self;
    /// Its bits but for the sign.
    fn size_bits(self) -> Self::Bits;
    /// Whether bit `bit` of an integer in the low bits of `magic` is set.
    fn bit(magic: Self, bit: u32) -> bool;
}

macro_rules! real {
    ($float:ident, $bits:ident, $mantissa:literal, $split_at:literal, $upper:literal; $($constants:tt)+) => {
        impl Real for $float {
            type Bits = $bits;

            const HALF: Self = 0.5;
            const TWO: Self = 2.0;
            const MAGIC: Self = (3_u64 << ($mantissa - 1)) as $float;
            const MANTISSA: (Self, Self) = ((1_u64 << $mantissa) as $float, $mantissa as $float);
            const LOW_EXPONENT: Self = ($float::MIN_EXP + 1) as $float;
            const LIFT: (Self, Self) = (63.0, 1.0 / (1_u64 << 63) as $float);
            $($constants)+

            fn of(kernel: &MathKernel) -> Loop<Self> {
                kernel.$float
            }

            #[inline(always)]
            fn power_of_two(magic: Self, shift: Self) -> Self {
                const BIAS: $float = ($float::MAX_EXP - 1) as $float;
                // The upper bits of `MAGIC` are shifted out.
                $float::from_bits((magic + (shift + BIAS)).to_bits() << $mantissa)
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
            fn upper(self) -> Self {
                $float::from_bits(self.to_bits() & !((1 << $upper) - 1))
            }

            #[inline(always)]
            fn size_bits(self) -> $bits {
                $float::abs(self).to_bits()
            }

            #[inline(always)]
            fn bit(magic: Self, bit: u32) -> bool {
                magic.to_bits() >> bit & 1 == 1
            }
        }
    };
}

// The mantissa of sqrt(1/2) is the fourth: numbers are split there.
real! { f32, u32, 23, 0x3f35_04f3, 12;
    const LN_2_PARTS: [Self; 2] = c::LN_2_F32;
    const EXP_RANGE: [Self; 2] = [-104.0, 89.0];
    const EXP2_RANGE: [Self; 2] = [-151.0, 129.0];
    const EXP_NEAR: Self = 87.0;
    const TANH_END: Self = 20.0;
    const SQUARE_END: Self = 8192.0;
    const ERF_END: Self = 4.0;
    const NORMAL_END: Self = 15.0;
    const NORMAL_CENTRE: Self = 4.0;
    const EXP: &'static [Self] = &c::EXP_F32;
    const EXP2: &'static [Self] = &c::EXP2_F32;
    const LN: &'static [Self] = &c::LN_F32;
    const SIN: &'static [Self] = &c::SIN_F32;
    const COS: &'static [Self] = &c::COS_F32;
    const ERF: &'static [Self] = &c::ERF_F32;
    const ERFC: &'static [Self] = &c::ERFC_F32;
    const NORMAL: &'static [Self] = &c::NORMAL_F32;
}

real! { f64, u64, 52, 0x3fe6_a09e_667f_3bcd, 27;
    const LN_2_PARTS: [Self; 2] = c::LN_2_F64;
    const EXP_RANGE: [Self; 2] = [-746.0, 710.0];
    const EXP2_RANGE: [Self; 2] = [-1076.0, 1025.0];
    const EXP_NEAR: Self = 708.0;
    const TANH_END: Self = 40.0;
    const SQUARE_END: Self = 134_217_728.0;
    const ERF_END: Self = 6.0;
    const NORMAL_END: Self = 39.0;
    const NORMAL_CENTRE: Self = 5.0;
    const EXP: &'static [Self] = &c::EXP_F64;
    const EXP2: &'static [Self] = &c::EXP2_F64;
    const LN: &'static [Self] = &c::LN_F64;
    const SIN: &'static [Self] = &c::SIN_F64;
    const COS: &'static [Self] = &c::COS_F64;
    const ERF: &'static [Self] = &c::ERF_F64;
    const ERFC: &'static [Self] = &c::ERFC_F64;
    const NORMAL: &'static [Self] = &c::NORMAL_F64;
}

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

/// `a + b` and what its rounding has cut off (Knuth, The Art of Computer Programming, 4.2.2).
#[inline(always)]
pub(super) fn sum<T: Real>(a: T, b: T) -> (T, T) {
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
