//! Inverse hyperbolic functions: logarithms of a number whose excess over a power of two is known well.

use super::Function;
use super::real::{Real, at_most, polynomial, product, quotient, sum, sum_ordered};

/// `asinh(x)`.
pub(crate) struct Asinh;
/// `acosh(x)`.
pub(crate) struct Acosh;
/// `atanh(x)`.
pub(crate) struct Atanh;

/// The logarithm of `2^k (1 + s) / (1 - s)`, from `2 s`: as in `logarithm.rs`.
#[inline(always)]
fn ln_of<const FMA: bool, T: Real>(k: T, twice: T) -> T {
    let s = twice * T::HALF;
    let z = s * s;
    let (whole, rest) = sum_ordered(k * T::LN_2[0], twice);
    whole + (rest + (k * T::LN_2[1] + s * (z * polynomial::<FMA, T>(T::LN, z))))
}

/// `ln(x + sqrt(x^2 + one))` of an `x` whose result is positive, where `near(x, root, rest)` is twice the
/// `s` of [`ln_of`] for results up to ln(2) / 2; `root + rest` is the square root.
#[inline(always)]
fn ln_with_root<const FMA: bool, T: Real>(x: T, one: T, near: impl Fn(T, T, T) -> T) -> T {
    let y = at_most(x, T::SQUARE_END);
    let (square, square_rest) = product::<FMA, T>(y, y);
    let (square, rest) = sum(square, one);
    let root = square.sqrt();
    let (p, p_rest) = product::<FMA, T>(root, root);
    let root_rest = (((square - p) - p_rest) + (rest + square_rest)) / (root * T::TWO);

    let (whole, rest) = sum(y, root);
    let is_large = x > T::SQUARE_END;
    let (whole, rest) = if is_large { (x, T::ZERO) } else { (whole, rest + root_rest) };
    let (k, m) = whole.split();
    let rest = rest * T::power_of_two(T::MAGIC - k);
    let (below, below_rest) = sum(m, T::ONE);
    let twice = T::TWO * ((m - T::ONE) + rest);
    let twice = quotient::<FMA, T>(twice, below, below_rest + rest);
    let twice = if k == T::ZERO { near(x, root, root_rest) } else { twice };
    ln_of::<FMA, T>(if is_large { k + T::ONE } else { k }, twice)
}

impl<T: Real> Function<T> for Asinh {
    #[inline(always)]
    fn at<const FMA: bool>(x: T) -> T {
        let size = x.abs();
        // `s` is `x / (1 + sqrt(x^2 + 1))`.
        let result = ln_with_root::<FMA, T>(
            size,
            T::ONE,
            #[inline(always)]
            |x, root, rest| {
                let (whole, whole_rest) = sum(root, T::ONE);
                quotient::<FMA, T>(x * T::TWO, whole, whole_rest + rest)
            },
        );
        (if size < T::INFINITY { result } else { size }).copysign(x)
    }
}

impl<T: Real> Function<T> for Acosh {
    #[inline(always)]
    fn at<const FMA: bool>(x: T) -> T {
        // `s` is `sqrt((x - 1) / (x + 1))`.
        let result = ln_with_root::<FMA, T>(
            x,
            -T::ONE,
            #[inline(always)]
            |x, _, _| T::TWO * ((x - T::ONE) / (x + T::ONE)).sqrt(),
        );
        let result = if x < T::INFINITY { result } else { x };
        if x < T::ONE { T::NAN } else { result }
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
        let power = T::power_of_two(T::MAGIC + k);
        let (d, d_rest) = (d * power, d_rest * power);
        let (below, below_rest) = sum(n, d);
        // Exact, for `d` is less than twice `n` and more than half of it.
        let above = T::TWO * ((n - d) + (n_rest - d_rest));
        let twice = quotient::<FMA, T>(above, below, below_rest + (n_rest + d_rest));
        let twice = if k == T::ZERO { T::TWO * size } else { twice };
        let result = T::HALF * ln_of::<FMA, T>(k, twice);
        let result = if size < T::ONE { result } else { T::INFINITY };
        (if size <= T::ONE { result } else { T::NAN }).copysign(x)
    }
}
