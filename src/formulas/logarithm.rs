//! The logarithm.

use super::Function;
use super::real::{Real, add_product, polynomial};

/// `ln(x)`.
pub(crate) struct Ln;

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

impl<T: Real> Function<T> for Ln {
    /// By `ln((1 + s) / (1 - s)) = 2 s + s^3 P(s^2)`, where the mantissa is `1 + f` and
    /// `s = f / (2 + f)`, summed up in the order of `fdlibm` (Sun Microsystems 1993, `e_log.c`), in
    /// which the largest terms are exact.
    #[inline(always)]
    fn at<const FMA: bool>(x: T) -> T {
        let (k, m) = split(x);
        let f = m - T::ONE;
        let s = f / (f + T::TWO);
        let z = s * s;
        let tail = z * polynomial::<FMA, T>(T::LN, z);
        let half_square = T::HALF * f * f;
        let tail = add_product::<FMA, T>(k * T::LN_2_PARTS[1], s, half_square + tail);
        let result = add_product::<FMA, T>(f - (half_square - tail), k, T::LN_2_PARTS[0]);
        // Infinity and NaN are what they are.
        let result = if x < T::infinity() { result } else { x };
        let result = if x == T::ZERO { -T::infinity() } else { result };
        if x < T::ZERO { T::nan() } else { result }
    }
}
