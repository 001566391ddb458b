//! The logarithm.

use super::Function;
use super::real::{Real, add_product, polynomial, product, sum_ordered};

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
fn terms<const FMA: bool, T: Real>(f: T, coefficients: &[T]) -> (T, T, T) {
    let s = f / (f + T::TWO);
    let z = s * s;
    let half_square = T::HALF * f * f;
    (s, half_square, half_square + z * polynomial::<FMA, T>(coefficients, z))
}

/// The logarithm of `x`, which is `result` if it is positive and finite.
#[inline(always)]
fn special<T: Real>(x: T, result: T) -> T {
    // Infinity and NaN are what they are.
    let result = if x < T::infinity() { result } else { x };
    let result = if x == T::ZERO { -T::infinity() } else { result };
    if x < T::ZERO { T::nan() } else { result }
}

/// `sum`, a part of the logarithm of a mantissa `1 + f`, with what a small `rest` beside the mantissa adds: `rest` times the
/// derivative, about `1 - f`.
#[inline(always)]
fn with_rest<const FMA: bool, T: Real>(sum: T, f: T, rest: Option<T>) -> T {
    rest.map_or(sum, |rest| add_product::<FMA, T>(sum, rest, T::ONE - f))
}

/// The logarithm of a number from its exponent, its mantissa and a rest beside that.
#[inline(always)]
fn ln_of_parts<const FMA: bool, T: Real>((k, m): (T, T), rest: Option<T>) -> T {
    let f = m - T::ONE;
    let (s, half_square, product) = terms::<FMA, T>(f, T::LN);
    let tail = with_rest::<FMA, T>(k * T::LN_2_PARTS[1], f, rest);
    let tail = add_product::<FMA, T>(tail, s, product);
    add_product::<FMA, T>(f - (half_square - tail), k, T::LN_2_PARTS[0])
}

/// The logarithm to base 2, or 10 if `TEN`, of a number from its exponent, its mantissa and a rest beside that: the terms of
/// the logarithm of the mantissa, times a constant. The product of the first one is exact, so that only the last sum rounds much:
/// powers of the base have exact results.
#[inline(always)]
fn log_of_parts<const FMA: bool, const TEN: bool, T: Real>((k, m): (T, T), rest: Option<T>) -> T {
    let f = m - T::ONE;
    let (s, half_square, term) = terms::<FMA, T>(f, T::LN);
    let tail = add_product::<FMA, T>(with_rest::<FMA, T>(-half_square, f, rest), s, term);
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

/// Exponent and mantissa of a positive normal number, and what a small `rest` is beside the mantissa.
#[inline(always)]
fn split_sum<T: Real>(number: T, rest: T) -> ((T, T), Option<T>) {
    let (k, m) = number.split();
    ((k, m), Some(rest * T::power_of_two(T::MAGIC + T::BIAS - k)))
}

/// `ln(number + rest)`, where `rest` is small, of a positive normal number whose inverse is one too.
#[inline(always)]
pub(super) fn ln_of_sum<const FMA: bool, T: Real>(number: T, rest: T) -> T {
    let (parts, rest) = split_sum(number, rest);
    ln_of_parts::<FMA, T>(parts, rest)
}

/// The same to base 2, or 10 if `TEN`.
#[inline(always)]
pub(super) fn log_of_sum<const FMA: bool, const TEN: bool, T: Real>(number: T, rest: T) -> T {
    let (parts, rest) = split_sum(number, rest);
    log_of_parts::<FMA, TEN, T>(parts, rest)
}

impl<T: Real> Function<T> for Ln {
    #[inline(always)]
    fn at<const FMA: bool>(x: T) -> T {
        special(x, ln_of_parts::<FMA, T>(split(x), None))
    }

    const NEAR: Option<[T; 2]> = Some(T::NORMAL);

    #[inline(always)]
    fn size(x: T) -> T {
        x
    }

    /// Of a positive normal number.
    #[inline(always)]
    fn near<const FMA: bool>(x: T) -> T {
        ln_of_parts::<FMA, T>(x.split(), None)
    }
}

/// `ln(1 + x + rest)` plus `more` times ln 2, for an `x` above -1 whose `2^-k` is a normal number.
///
/// `1 + x` is `2^k (1 + f)`, from 3/4 to 3/2 times the power. `f` is exact, `x` if `k` is 0, or for large `x`
/// off by less than the last place of the result.
#[inline(always)]
pub(super) fn ln_above_one<const FMA: bool, T: Real>(x: T, rest: Option<T>, more: T) -> T {
    let (k, power) = (T::ONE + x).exponent();
    let f = add_product::<FMA, T>(power - T::ONE, x, power);
    ln_of_scaled::<FMA, T>(f, k + more, rest.map(|rest| (rest, power)))
}

/// `ln(1 + f + rest)` plus `k` times ln 2, for an `f` from -1/4 to 1/2 and a `rest` that is a product.
#[inline(always)]
pub(super) fn ln_of_scaled<const FMA: bool, T: Real>(f: T, k: T, rest: Option<(T, T)>) -> T {
    let (s, half_square, product) = terms::<FMA, T>(f, T::LN_1P);
    let tail = k * T::LN_2_PARTS[1];
    // The derivative is from 2/3 to 4/3, and 1 near 0.
    let tail = rest.map_or(tail, |(rest, power)| add_product::<FMA, T>(tail, rest, power));
    let tail = add_product::<FMA, T>(tail, s, product);
    add_product::<FMA, T>(f - (half_square - tail), k, T::LN_2_PARTS[0])
}

/// `x` as a number that is not huge, and the exponent of the power of two that is taken off: for [`ln_above_one`], where 1
/// does not count beside what is huge.
#[inline(always)]
pub(super) fn shrunk<T: Real>(x: T) -> (T, T) {
    let [shrink, more] = T::LN_SHRINK;
    if x > T::SQUARE_RANGE[1] { (x * shrink, more) } else { (x, T::ZERO) }
}

impl<T: Real> Function<T> for Ln1p {
    #[inline(always)]
    fn at<const FMA: bool>(x: T) -> T {
        let (y, more) = shrunk(x);
        // With the sign of zero.
        special(T::ONE + x, ln_above_one::<FMA, T>(y, None, more)).copysign(x)
    }

    const NEAR: Option<[T; 2]> = Some([T::NORMAL[0], T::SQUARE_RANGE[1]]);

    #[inline(always)]
    fn size(x: T) -> T {
        T::ONE + x
    }

    #[inline(always)]
    fn near<const FMA: bool>(x: T) -> T {
        ln_above_one::<FMA, T>(x, None, T::ZERO).copysign(x)
    }
}

impl<T: Real, const TEN: bool> Function<T> for Log<TEN> {
    #[inline(always)]
    fn at<const FMA: bool>(x: T) -> T {
        special(x, log_of_parts::<FMA, TEN, T>(split(x), None))
    }

    const NEAR: Option<[T; 2]> = Some(T::NORMAL);

    #[inline(always)]
    fn size(x: T) -> T {
        x
    }

    #[inline(always)]
    fn near<const FMA: bool>(x: T) -> T {
        log_of_parts::<FMA, TEN, T>(x.split(), None)
    }
}
