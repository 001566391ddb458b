//! Inverse hyperbolic functions: logarithms of a number whose excess over a power of two is known well.

use super::Function;
use super::real::{Real, at_most, less_product, polynomial, product, quotient, sum, sum_ordered};

/// `asinh(x)`.
pub(crate) struct Asinh;
/// `acosh(x)`.
pub(crate) struct Acosh;
/// `atanh(x)`.
pub(crate) struct Atanh;

/// The logarithm of `2^k (1 + s) / (1 - s)`, from `2 s`: as in `logarithm.rs`.
#[inline(always)]
pub(super) fn ln_of<const FMA: bool, T: Real>(k: T, twice: T) -> T {
    let s = twice * T::HALF;
    let z = s * s;
    let (whole, rest) = sum_ordered(k * T::LN_2_PARTS[0], twice);
    whole + (rest + (k * T::LN_2_PARTS[1] + s * (z * polynomial::<FMA, T>(T::LN, z))))
}

/// `ln(x + sqrt(x^2 + 1))`, or with -1 if not `PLUS`, where it is positive.
#[inline(always)]
fn ln_with_root<const FMA: bool, const PLUS: bool, T: Real>(x: T) -> T {
    // The root as a sum of two. Of a large `x` it is `x`.
    let y = at_most(x, T::SQUARE_END);
    let (square, square_rest) = product::<FMA, T>(y, y);
    let (square, rest) = if PLUS {
        let (square, rest) = sum(square, T::ONE);
        (square, rest + square_rest)
    } else {
        let (square, rest) = sum_ordered(square, -T::ONE);
        sum_ordered(square, rest + square_rest)
    };
    let root = square.sqrt();
    let root_rest = (less_product::<FMA, T>(square, root, root) + rest) / (root + root);
    let root = if x > T::SQUARE_END { x } else { root };

    // Of half the sum, which cannot overflow.
    let (larger, smaller) = if PLUS { (root, x) } else { (x, root) };
    let (whole, rest) = sum_ordered(T::HALF * larger, T::HALF * smaller);
    let (k, m) = whole.split();
    let k = k + T::ONE;
    // Where the power is not a normal number, the rest is zero.
    let down = T::power_of_two(T::MAGIC - at_most(k, T::MANTISSA.1), T::ONE);
    let rest = (rest + T::HALF * root_rest) * down;
    // `s` is `(m + rest - 1) / (m + rest + 1)`. If `k` is 0, it is `x / (root + 1)` or `root / (x + 1)`,
    // whose numerators have no rest either.
    let (above, term, term_rest) = if k != T::ZERO {
        ((m - T::ONE) + rest, m, rest)
    } else if PLUS {
        (x, root, root_rest)
    } else {
        (root + root_rest, x, T::ZERO)
    };
    // In order: the exponent of `term` is that of 1 or less.
    let (below, below_rest) = sum_ordered(T::ONE, term);
    let twice = quotient::<FMA, T>(T::TWO * above, below, below_rest + term_rest);
    let result = ln_of::<FMA, T>(k, twice);
    if x < T::infinity() { result } else { x }
}

impl<T: Real> Function<T> for Asinh {
    #[inline(always)]
    fn at<const FMA: bool>(x: T) -> T {
        ln_with_root::<FMA, true, T>(x.abs()).copysign(x)
    }
}

impl<T: Real> Function<T> for Acosh {
    #[inline(always)]
    fn at<const FMA: bool>(x: T) -> T {
        // 0 of 1, NaN of less.
        let result = ln_with_root::<FMA, false, T>(x);
        if x > T::ONE { result } else { (x - T::ONE).sqrt() }
    }
}

impl<T: Real> Function<T> for Atanh {
    /// Half the logarithm of `n / d` with `n = 1 + x` and `d = 1 - x`, where `s` is
    /// `(n - 2^k d) / (n + 2^k d)`.
    #[inline(always)]
    fn at<const FMA: bool>(x: T) -> T {
        let size = x.abs();
        let (n, n_rest) = sum_ordered(T::ONE, size);
        let (d, d_rest) = sum_ordered(T::ONE, -size);
        let (k, _) = (n / d).split();
        let power = T::power_of_two(T::MAGIC + k, T::ZERO);
        let (d, d_rest) = (d * power, d_rest * power);
        let (below, below_rest) = sum(n, d);
        // Exact, for `d` is less than twice `n` and more than half of it.
        let above = T::TWO * ((n - d) + (n_rest - d_rest));
        let twice = quotient::<FMA, T>(above, below, below_rest + (n_rest + d_rest));
        let twice = if k == T::ZERO { T::TWO * size } else { twice };
        let result = T::HALF * ln_of::<FMA, T>(k, twice);
        let result = if size < T::ONE { result } else { T::infinity() };
        (if size <= T::ONE { result } else { T::nan() }).copysign(x)
    }
}
