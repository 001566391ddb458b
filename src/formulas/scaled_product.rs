//! Products whose range is not that of their partial products: the exponents of these are kept apart. They neither
//! overflow nor underflow, in whatever order the numbers come, unless the product does.

use core::array::from_fn;
use core::ops::Mul;
use num_complex::Complex;

/// A partial product: `number` times two to `power`. The size of the number is from 1 to 2, and the power of zero is
/// negative infinity, those of infinities and NaN are these. A number that is not far from 1 (`FAR_EXPONENT`) may have the
/// power 0. Of a complex product the greater part is from 1 to 2; or it is zero, infinite or NaN, and the power means
/// nothing.
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

/// The bits of the exponent, how many there are below, and what is added to an exponent.
const EXPONENT: u64 = 0x7ff << MANTISSA;
const MANTISSA: u32 = 52;
const BIAS: f64 = 1023.0;
const INTEGER: f64 = (1_u64 << MANTISSA) as f64;

/// Numbers are multiplied without a look at their exponents as long as those of all products on the way are at least
/// `-FAR_EXPONENT` and less than `FAR_EXPONENT`.
const FAR_EXPONENT: u64 = 512;

/// The bits less those of two to the power `-FAR_EXPONENT`, wrapping: but for the sign, their exponent is less than twice
/// `FAR_EXPONENT` if and only if that of the number is not far.
#[inline(always)]
fn distance(x: f64) -> u64 {
    x.to_bits().wrapping_sub((1023 - FAR_EXPONENT) << MANTISSA)
}

/// Whether one of the numbers whose distances are joined by OR is far: `FAR_EXPONENT` is a power of two.
#[inline(always)]
fn is_one_far(distances: u64) -> bool {
    distances & (2 * FAR_EXPONENT) << MANTISSA != 0
}

/// The exponent of a normal number, and what is left.
#[inline(always)]
fn split_normal(x: f64) -> ScaledProduct<f64> {
    let number = f64::from_bits(x.to_bits() & !EXPONENT | 1_f64.to_bits());
    // The bits of the exponent are the low bits of a number from 2^52 on.
    let exponent = f64::from_bits((x.to_bits() & EXPONENT) >> MANTISSA | INTEGER.to_bits());
    ScaledProduct { number, power: exponent - (INTEGER + BIAS) }
}

impl Scale for f64 {
    #[inline(always)]
    fn split(self) -> ScaledProduct<f64> {
        // Subnormal numbers have no exponent: they are made normal first.
        let is_small = self.abs() < f64::MIN_POSITIVE;
        let x = if is_small { self * (1_u64 << 54) as f64 } else { self };
        let ScaledProduct { number, power } = split_normal(x);
        let power = if is_small { power - 54.0 } else { power };
        let power = if x == 0.0 { f64::NEG_INFINITY } else { power };
        ScaledProduct { number, power: if self.is_finite() { power } else { self.abs() } }
    }

    #[inline(always)]
    fn times_two_to(self, power: f64) -> f64 {
        // The bits of the exponent, in the low bits of a number from 2^52 on.
        let power_of_two = |n: f64| f64::from_bits((n + (BIAS + INTEGER)).to_bits() << MANTISSA);
        if power.abs() < BIAS {
            return self * power_of_two(power);
        }
        // Of two steps the last one rounds.
        let power = power.clamp(2.0 * (1.0 - BIAS), 2.0 * BIAS);
        let last = power.clamp(1.0 - BIAS, BIAS);
        let result = self * power_of_two(power - last) * power_of_two(last);
        if power.is_nan() { power } else { result }
    }
}

impl Scale for Complex<f64> {
    #[inline(always)]
    fn split(self) -> ScaledProduct<Self> {
        let ScaledProduct { power, .. } = self.re.abs().max(self.im.abs()).split();
        let power = if power.is_finite() { power } else { 0.0 };
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

/// How many rows are multiplied before the exponents of the products are taken out, and how many once that was too many
/// for one of them: elements far from 1 are unlikely to be alone.
const MANY_ROWS: usize = 32;
const FEW_ROWS: usize = 6;

/// Multiplies each column of `count` rows, several at a time if no product on the way is too large or too small.
///
/// A product takes in one element after the other, so that the columns beside it do not change its bits: powers of
/// two, which are taken out, round nothing. They are an array of their own, so that loops vectorise.
#[inline(always)]
pub(crate) fn scaled<'a, const N: usize, T: Into<f64> + Copy + 'a>(
    count: usize,
    row: impl Fn(usize) -> &'a [T; N] + Copy,
) -> [ScaledProduct<f64>; N] {
    let (mut numbers, mut powers) = ([1.0; N], [0.0; N]);
    let normal = |product, power: f64| {
        let ScaledProduct { number, power: other } = split_normal(product);
        (number, power + other)
    };
    let (mut most, mut start) = (MANY_ROWS, 0);
    while start < count {
        let end = count.min(start + most);
        let (mut products, mut distances) = (numbers, [0; N]);
        for row in (start..end).map(row) {
            for (i, &x) in row.iter().enumerate() {
                products[i] *= x.into();
                distances[i] |= distance(products[i]);
            }
        }
        if is_one_far(distances.into_iter().fold(0, |all, x| all | x)) {
            most = FEW_ROWS;
            // The exponent of each element is taken out.
            for row in (start..end).map(row) {
                for (i, &x) in row.iter().enumerate() {
                    let ScaledProduct { number, power } = x.into().split();
                    (numbers[i], powers[i]) = normal(numbers[i] * number, powers[i] + power);
                }
            }
        } else {
            for i in 0..N {
                (numbers[i], powers[i]) = normal(products[i], powers[i]);
            }
        }
        start = end;
    }
    from_fn(|i| ScaledProduct { number: numbers[i], power: powers[i] })
}
