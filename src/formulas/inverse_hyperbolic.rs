//! Inverse hyperbolic functions: logarithms of a number whose excess over a power of two is known well.

use super::Function;
use super::logarithm::{ln_above_one, shrunk};
use super::real::{Real, add_product, sum_ordered};

/// `asinh(x)`.
pub(crate) struct Asinh;
/// `acosh(x)`.
pub(crate) struct Acosh;
/// `atanh(x)`.
pub(crate) struct Atanh;

/// `asinh(x) = ln(1 + t)` of a positive number whose square does not overflow: `t = x + x^2 / (1 + sqrt(1 + x^2))`.
#[inline(always)]
fn of_asinh<const FMA: bool, T: Real>(x: T) -> (T, T) {
    let root = add_product::<FMA, T>(T::ONE, x, x).sqrt();
    sum_ordered(x, x * x / (T::ONE + root))
}

/// `acosh(x) = ln(1 + t)` of a number from 1 on whose square does not overflow: `t = y + sqrt(y^2 + 2 y)` with
/// `y = x - 1`.
#[inline(always)]
fn of_acosh<const FMA: bool, T: Real>(x: T) -> (T, T) {
    let y = x - T::ONE;
    sum_ordered(add_product::<FMA, T>(T::TWO * y, y, y).sqrt(), y)
}

/// `ln(1 + t + rest)`, which is that of `2 x` of a huge positive `x`.
#[inline(always)]
fn ln_of_either<const FMA: bool, T: Real>(x: T, (t, rest): (T, T)) -> T {
    let (shrunk, more) = shrunk(x);
    let is_huge = more > T::ZERO;
    let (t, rest) = if is_huge { (shrunk, T::ZERO) } else { (t, rest) };
    let more = if is_huge { more + T::ONE } else { more };
    let result = ln_above_one::<FMA, T>(t, Some(rest), more);
    if x == T::infinity() { x } else { result }
}

impl<T: Real> Function<T> for Asinh {
    #[inline(always)]
    fn at<const FMA: bool>(x: T) -> T {
        let size = x.abs();
        ln_of_either::<FMA, T>(size, of_asinh::<FMA, T>(size)).copysign(x)
    }

    const NEAR: Option<[T; 2]> = Some([T::ZERO, T::SQUARE_RANGE[1]]);

    #[inline(always)]
    fn near<const FMA: bool>(x: T) -> T {
        let (t, rest) = of_asinh::<FMA, T>(x.abs());
        ln_above_one::<FMA, T>(t, Some(rest), T::ZERO).copysign(x)
    }
}

impl<T: Real> Function<T> for Acosh {
    #[inline(always)]
    fn at<const FMA: bool>(x: T) -> T {
        let result = ln_of_either::<FMA, T>(x, of_acosh::<FMA, T>(x));
        if x < T::ONE { T::nan() } else { result }
    }

    const NEAR: Option<[T; 2]> = Some([T::ONE, T::SQUARE_RANGE[1]]);

    #[inline(always)]
    fn size(x: T) -> T {
        x
    }

    #[inline(always)]
    fn near<const FMA: bool>(x: T) -> T {
        let (t, rest) = of_acosh::<FMA, T>(x);
        ln_above_one::<FMA, T>(t, Some(rest), T::ZERO)
    }
}

impl<T: Real> Function<T> for Atanh {
    #[inline(always)]
    fn at<const FMA: bool>(x: T) -> T {
        let size = x.abs();
        let result = if size < T::ONE { Self::near::<FMA>(x) } else { T::infinity().copysign(x) };
        if size <= T::ONE { result } else { T::nan() }
    }

    const NEAR: Option<[T; 2]> = Some([T::ZERO, T::BELOW_ONE]);

    /// Half of `ln(1 + t)` with `t = 2 x / (1 - x)`.
    #[inline(always)]
    fn near<const FMA: bool>(x: T) -> T {
        let size = x.abs();
        let (below, cut) = sum_ordered(T::ONE, -size);
        let t = T::TWO * size / below;
        // The derivative by the divisor is `-t / (1 - x)`, where the inverse of `1 - x` is `1 + t / 2`.
        let rest = -(t * cut) * add_product::<FMA, T>(T::ONE, t, T::HALF);
        (T::HALF * ln_above_one::<FMA, T>(t, Some(rest), T::ZERO)).copysign(x)
    }
}
