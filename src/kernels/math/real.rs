//! What the functions need of `f32` and `f64`: constants, bits, and a product added to a number.

use super::coefficients as c;
use core::ops::{Add, Div, Mul, Neg, Sub};

/// A binary float whose functions are written once for both widths.
pub(crate) trait Real:
    Copy
    + Send
    + Sync
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + 'static
{
    /// As many bits.
    type Bits: Copy + Default + Ord;

    const ZERO: Self;
    const HALF: Self;
    const ONE: Self;
    const TWO: Self;
    const INFINITY: Self;
    const NAN: Self;
    const MIN_POSITIVE: Self;
    /// 1.5 times two to the number of bits of the mantissa: a smaller number added to it is rounded
    /// to an integer, which then stands in the low bits.
    const MAGIC: Self;
    /// Two to the number of bits of the mantissa, and that number.
    const MANTISSA: (Self, Self);
    const LOG2_E: Self;
    /// ln 2 as a number with zeros at the end, whose product with an exponent is exact, and a rest.
    const LN_2: [Self; 2];
    /// Below the first `exp` rounds to zero, above the second to infinity; the same for `exp2`.
    const EXP_RANGE: [Self; 2];
    /// Up to here, and from the negative of it, the exponent of `exp` is that of a normal number.
    const EXP_NEAR: Self;
    const EXP2_RANGE: [Self; 2];
    /// From here on `tanh` of half of it rounds to 1.
    const TANH_END: Self;
    /// From here on `x^2 + 1` may count as `x^2` in the logarithm of `x + sqrt(x^2 + 1)`.
    const SQUARE_END: Self;
    /// From here on `erf` rounds to 1, and the normal distribution to 0.
    const ERF_END: Self;
    const NORMAL_END: Self;
    const EXP: &'static [Self];
    const EXP2: &'static [Self];
    const LN: &'static [Self];
    const SIN: &'static [Self];
    const COS: &'static [Self];
    const ERF: &'static [Self];
    const ERFC: &'static [Self];
    const ERFC_CENTRE: Self;
    const NORMAL: &'static [Self];
    const NORMAL_CENTRE: Self;

    /// `self * factor + term`, rounded once.
    fn fused(self, factor: Self, term: Self) -> Self;
    fn abs(self) -> Self;
    /// The greater one; of a number and NaN, the number.
    fn max(self, other: Self) -> Self;
    fn sqrt(self) -> Self;
    fn is_nan(self) -> bool;
    fn copysign(self, sign: Self) -> Self;
    /// Two to the power that was rounded by adding `MAGIC`; it has to be a normal number.
    fn power_of_two(magic: Self) -> Self;
    /// The same of any power `n` within `EXP2_RANGE`, as two normal factors.
    fn powers_of_two(magic: Self, n: Self) -> [Self; 2];
    /// The same of a power that is not greater than zero.
    fn powers_up_to_one(magic: Self) -> [Self; 2];
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
    ($float:ident, $bits:ident, $mantissa:literal, $split_at:literal, $upper:literal;
     $($name:ident: $value:expr,)+) => {
        impl Real for $float {
            type Bits = $bits;

            const ZERO: Self = 0.0;
            const HALF: Self = 0.5;
            const ONE: Self = 1.0;
            const TWO: Self = 2.0;
            const INFINITY: Self = $float::INFINITY;
            const NAN: Self = $float::NAN;
            const MIN_POSITIVE: Self = $float::MIN_POSITIVE;
            const MAGIC: Self = (3_u64 << ($mantissa - 1)) as $float;
            const MANTISSA: (Self, Self) = ((1_u64 << $mantissa) as $float, $mantissa as $float);
            const LOG2_E: Self = core::$float::consts::LOG2_E;

            #[inline(always)]
            fn fused(self, factor: Self, term: Self) -> Self {
                #[cfg(feature = "std")]
                return self.mul_add(factor, term);
                // Not reached: without std nothing says that the machine can do it at once.
                #[cfg(not(feature = "std"))]
                return self * factor + term;
            }

            #[inline(always)]
            fn abs(self) -> Self {
                $float::abs(self)
            }

            #[inline(always)]
            fn max(self, other: Self) -> Self {
                $float::max(self, other)
            }

            #[inline(always)]
            fn sqrt(self) -> Self {
                num_traits::Float::sqrt(self)
            }

            #[inline(always)]
            fn is_nan(self) -> bool {
                $float::is_nan(self)
            }

            #[inline(always)]
            fn copysign(self, sign: Self) -> Self {
                $float::copysign(self, sign)
            }

            #[inline(always)]
            fn power_of_two(magic: Self) -> Self {
                const BIAS: $bits = $float::MAX_EXP as $bits - 1;
                // The upper bits of `MAGIC` are shifted out.
                $float::from_bits(magic.to_bits().wrapping_add(BIAS) << $mantissa)
            }

            #[inline(always)]
            fn powers_of_two(magic: Self, n: Self) -> [Self; 2] {
                const BIAS: $bits = $float::MAX_EXP as $bits - 1;
                // Selected, because two powers of half of `n` each take more steps.
                let is_low = n < ($float::MIN_EXP + 1) as $float;
                let bias = if is_low { BIAS + 63 } else { BIAS - 1 };
                let first = $float::from_bits(magic.to_bits().wrapping_add(bias) << $mantissa);
                [first, if is_low { 1.0 / (1_u64 << 63) as $float } else { 2.0 }]
            }

            #[inline(always)]
            fn powers_up_to_one(magic: Self) -> [Self; 2] {
                const LIFTED: $bits = $float::MAX_EXP as $bits - 1 + 63;
                let first = $float::from_bits(magic.to_bits().wrapping_add(LIFTED) << $mantissa);
                [first, 1.0 / (1_u64 << 63) as $float]
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

            $(const $name: real!(@ $name $float) = $value;)+
        }
    };
    (@ LN_2 $float:ident) => { [$float; 2] };
    (@ EXP_RANGE $float:ident) => { [$float; 2] };
    (@ EXP2_RANGE $float:ident) => { [$float; 2] };
    (@ EXP_NEAR $float:ident) => { $float };
    (@ TANH_END $float:ident) => { $float };
    (@ SQUARE_END $float:ident) => { $float };
    (@ ERF_END $float:ident) => { $float };
    (@ NORMAL_END $float:ident) => { $float };
    (@ ERFC_CENTRE $float:ident) => { $float };
    (@ NORMAL_CENTRE $float:ident) => { $float };
    (@ $list:ident $float:ident) => { &'static [$float] };
}

// The mantissa of sqrt(1/2) is the fourth: numbers are split there.
real! { f32, u32, 23, 0x3f35_04f3, 12;
    LN_2: c::LN_2_F32,
    EXP_RANGE: [-104.0, 89.0],
    EXP_NEAR: 87.0,
    EXP2_RANGE: [-151.0, 129.0],
    TANH_END: 20.0,
    SQUARE_END: 8192.0,
    ERF_END: 4.0,
    NORMAL_END: 15.0,
    EXP: &c::EXP_F32,
    EXP2: &c::EXP2_F32,
    LN: &c::LN_F32,
    SIN: &c::SIN_F32,
    COS: &c::COS_F32,
    ERF: &c::ERF_F32,
    ERFC: &c::ERFC_F32,
    ERFC_CENTRE: 2.0,
    NORMAL: &c::NORMAL_F32,
    NORMAL_CENTRE: 4.0,
}

real! { f64, u64, 52, 0x3fe6_a09e_667f_3bcd, 27;
    LN_2: c::LN_2_F64,
    EXP_RANGE: [-746.0, 710.0],
    EXP_NEAR: 708.0,
    EXP2_RANGE: [-1076.0, 1025.0],
    TANH_END: 40.0,
    SQUARE_END: 134_217_728.0,
    ERF_END: 6.0,
    NORMAL_END: 39.0,
    EXP: &c::EXP_F64,
    EXP2: &c::EXP2_F64,
    LN: &c::LN_F64,
    SIN: &c::SIN_F64,
    COS: &c::COS_F64,
    ERF: &c::ERF_F64,
    ERFC: &c::ERFC_F64,
    ERFC_CENTRE: 2.0,
    NORMAL: &c::NORMAL_F64,
    NORMAL_CENTRE: 5.0,
}

/// `a * b + c`, rounded once if `FMA`, else twice.
#[inline(always)]
pub(super) fn add_product<const FMA: bool, T: Real>(c: T, a: T, b: T) -> T {
    if FMA { a.fused(b, c) } else { a * b + c }
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
        return (p, a.fused(b, -p));
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
        return (-a).fused(b, c);
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
