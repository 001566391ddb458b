//! The logarithm.

use super::Function;
use super::real::{Real, add_product, at_most, polynomial, product, sum, sum_ordered};

/// `ln(x)`.
pub(crate) struct Ln;
/// `ln(1 + x)`.
pub(crate) struct Ln1p;
/// The logarithm to base 2, or 10 if `TEN`.
pub(crate) struct Log<const TEN: bool>;
pub(crate) type Log2 = Log<false>;
pub(crate) type Log10 = Log<true>;

/// Exponent and mantissa of a positive number, which may be below the normal ones.
#[inline(always)]
pub(super) fn split<T: Real>(x: T) -> (T, T) {
    let (scale, bits) = T::MANTISSA;
    let is_tiny = x < T::min_positive_value();
    // Products and differences with a choice of constants, which makes no branch.
    let (scale, bits) = if is_tiny { (scale, bits) } else { (T::ONE, T::ZERO) };
    let (exponent, mantissa) = (x * scale).split();
    (exponent - bits, mantissa)
}

/// `s`, `h` and `p` of the logarithm of the mantissa `1 + f`, which is `f - (h - s p)`, by
/// `ln((1 + s) / (1 - s)) = 2 s + s^3 P(s^2)`, where `s = f / (2 + f)`. The order is that of `fdlibm` (Sun
/// Microsystems 1993, `e_log.c`), in which the largest terms are exact.
#[inline(always)]
fn terms<const FMA: bool, T: Real>(f: T) -> (T, T, T) {
    let s = f / (f + T::TWO);
    let z = s * s;
    let half_square = T::HALF * f * f;
    (s, half_square, half_square + z * polynomial::<FMA, T>(T::LN, z))
}

/// The logarithm of `x`, which is `result` if it is positive and finite.
#[inline(always)]
fn special<T: Real>(x: T, result: T) -> T {
    // Infinity and NaN are what they are.
    let result = if x < T::infinity() { result } else { x };
    let result = if x == T::ZERO { -T::infinity() } else { result };
    if x < T::ZERO { T::nan() } else { result }
}

/// The logarithm of a number from its exponent and mantissa.
#[inline(always)]
fn ln_of_parts<const FMA: bool, T: Real>((k, m): (T, T)) -> T {
    let f = m - T::ONE;
    let (s, half_square, product) = terms::<FMA, T>(f);
    let tail = add_product::<FMA, T>(k * T::LN_2_PARTS[1], s, product);
    add_product::<FMA, T>(f - (half_square - tail), k, T::LN_2_PARTS[0])
}

/// The logarithm to base 2, or 10 if `TEN`, of a number from its exponent and mantissa: the terms of the logarithm of
/// the mantissa, times a constant. The product of the first one is exact, so that only the last sum rounds much:
/// powers of the base have exact results.
#[inline(always)]
fn log_of_parts<const FMA: bool, const TEN: bool, T: Real>((k, m): (T, T)) -> T {
    let f = m - T::ONE;
    let (s, half_square, term) = terms::<FMA, T>(f);
    let tail = add_product::<FMA, T>(-half_square, s, term);
    let [e, e_rest] = if TEN { T::LOG10_E_PARTS } else { T::LOG2_E_PARTS };
    let (log, rest) = product::<FMA, T>(f, e);
    let rest = add_product::<FMA, T>(add_product::<FMA, T>(rest, f, e_rest), tail, e);
    let (rest, k) = if TEN {
        let [two, two_rest] = T::LOG10_2_PARTS;
        (add_product::<FMA, T>(rest, k, two_rest), k * two)
    } else {
        (rest, k)
    };
    let (whole, cut) = sum_ordered(k, log);
    whole + (cut + rest)
}

impl<T: Real> Function<T> for Ln {
    #[inline(always)]
    fn at<const FMA: bool>(x: T) -> T {
        special(x, ln_of_parts::<FMA, T>(split(x)))
    }

    const NEAR: Option<T> = Some(T::LN_NEAR);

    #[inline(always)]
    fn distance(x: T) -> T::Bits {
        x.above_normal()
    }

    /// Of a positive normal number.
    #[inline(always)]
    fn near<const FMA: bool>(x: T) -> T {
        ln_of_parts::<FMA, T>(x.split())
    }
}

impl<T: Real> Function<T> for Ln1p {
    /// The logarithm of `1 + x` as it is rounded, and what the rounding has cut off, `rest`, times the derivative.
    #[inline(always)]
    fn at<const FMA: bool>(x: T) -> T {
        let (whole, rest) = sum(T::ONE, x);
        let (k, m) = whole.split();
        // Where the power is not a normal number, the rest does not count.
        let rest = rest * T::power_of_two(T::MAGIC - at_most(k, T::MANTISSA.1), T::ZERO);
        // Of the exponent 0 the mantissa less 1 is `x`, all of it.
        let (f, rest) = if k == T::ZERO { (x, T::ZERO) } else { (m - T::ONE, rest) };
        let (s, half_square, product) = terms::<FMA, T>(f);
        // `1 / m` is `(1 - s) / (1 + s)`: here 1 percent of it does not matter.
        let rest = rest * (T::ONE - T::TWO * (s - s * s));
        let tail =
            add_product::<FMA, T>(add_product::<FMA, T>(rest, k, T::LN_2_PARTS[1]), s, product);
        let result = add_product::<FMA, T>(f - (half_square - tail), k, T::LN_2_PARTS[0]);
        // With the sign of zero.
        special(whole, result).copysign(x)
    }
}

impl<T: Real, const TEN: bool> Function<T> for Log<TEN> {
    #[inline(always)]
    fn at<const FMA: bool>(x: T) -> T {
        special(x, log_of_parts::<FMA, TEN, T>(split(x)))
    }

    const NEAR: Option<T> = Some(T::LN_NEAR);

    #[inline(always)]
    fn distance(x: T) -> T::Bits {
        x.above_normal()
    }

    #[inline(always)]
    fn near<const FMA: bool>(x: T) -> T {
        log_of_parts::<FMA, TEN, T>(x.split())
    }
}
