//! Logarithms of one complex number with parts of type `f64`.
//!
//! The real part is half of the logarithm of the sum of the squares, which is computed with twice the digits, so that
//! it is accurate close to the unit circle. There is a short formula without branches, which a loop inlines, for parts of
//! common sizes. Special values are those of C (ISO/IEC 9899, annex G).

use super::complex::{C, abs, scale_of};
use super::inverse_trigonometric::Atan2;
use super::logarithm::{Ln, Ln1p, Log2, Log10, ln_of_scaled, ln_of_sum, log_of_sum};
use super::real::{Constants, Real, add_product, product, sum, sum_ordered};
use super::{Function, FunctionOfTwo};
use core::f64::consts::{LOG2_E, LOG10_E};
// With `std` they are methods of the type.
#[allow(unused_imports)]
use num_traits::Float;

/// The angle of a number, in radians.
#[inline(always)]
fn angle<const FMA: bool>(x: f64, y: f64) -> f64 {
    <Atan2 as FunctionOfTwo<f64>>::at::<FMA>(y, x)
}

/// The square of a number, and what its rounding has cut off, exactly.
#[inline(always)]
fn square<const FMA: bool>(x: f64) -> (f64, f64) {
    if FMA {
        return product::<FMA, f64>(x, x);
    }
    // In parts of 26 bits, rounded (Dekker 1971; `product` cuts off, and its lower part has 27).
    let shifted = x * (1_u64 << 27 | 1) as f64;
    let upper = shifted - (shifted - x);
    let (lower, p) = (x - upper, x * x);
    (p, ((upper * upper - p) + 2.0 * upper * lower) + lower * lower)
}

/// The sum of the squares, and what its rounding has cut off.
#[inline(always)]
fn squares<const FMA: bool>(x: f64, y: f64) -> (f64, f64) {
    let (x, y) = (x.abs(), y.abs());
    let (larger, smaller) = if x > y { (x, y) } else { (y, x) };
    let (a, a_rest) = square::<FMA>(larger);
    let (b, b_rest) = square::<FMA>(smaller);
    // One rest after the other: what is left of the sum less 1 may be smaller than they are.
    let (s, rest) = sum_ordered(a, b);
    let (s, rest) = sum_ordered(s, rest + a_rest);
    sum_ordered(s, rest + b_rest)
}

/// Whether no square has overflowed, and the larger one not underflowed.
#[inline(always)]
fn are_right(squares: f64) -> bool {
    let [least, most] = f64::SQUARE_RANGE;
    (squares > least * least) & (squares < most * most)
}

/// The real part where [`near`](FunctionOfTwo::near) is not right; `near` is the real part of that, and `log` the
/// logarithm of a real number.
#[inline(always)]
fn far(x: f64, y: f64, near: impl Fn(f64, f64) -> f64, log: impl Fn(f64) -> f64) -> f64 {
    let length = abs(C::new(x, y));
    if length == 0.0 || !x.is_finite() || !y.is_finite() {
        return log(length);
    }
    let scale = scale_of(C::new(x, y));
    near(x * scale, y * scale) - log(scale)
}

macro_rules! logarithms {
    ($($Log:ty: $of_sum:expr, $log_e:expr;)+) => { $(
        impl FunctionOfTwo<f64, C> for $Log {
            #[inline(always)]
            fn near<const FMA: bool>(x: f64, y: f64) -> (C, bool) {
                let (s, rest) = squares::<FMA>(x, y);
                (C::new(0.5 * $of_sum(s, rest), angle::<FMA>(x, y) * $log_e), are_right(s))
            }

            #[inline(always)]
            fn at<const FMA: bool>(x: f64, y: f64) -> C {
                let (result, is_right) = <Self as FunctionOfTwo<f64, C>>::near::<FMA>(x, y);
                if is_right {
                    return result;
                }
                let near = |x: f64, y: f64| <Self as FunctionOfTwo<f64, C>>::near::<FMA>(x, y).0.re;
                C::new(far(x, y, near, <Self as Function<f64>>::at::<FMA>), result.im)
            }
        }
    )+ };
}

logarithms! {
    Ln: ln_of_sum::<FMA, f64>, 1.0;
    Log2: log_of_sum::<FMA, false, f64>, LOG2_E;
    Log10: log_of_sum::<FMA, true, f64>, LOG10_E;
}

/// `(1 + x)^2 + y^2 - 1`, and what its rounding has cut off.
#[inline(always)]
fn squares_less_one<const FMA: bool>(x: f64, y: f64) -> (f64, f64) {
    let (a, a_rest) = square::<FMA>(x);
    let (b, b_rest) = square::<FMA>(y);
    let (s, s1) = sum(2.0 * x, a);
    let (s, s2) = sum(s, b);
    let (s, rest) = sum(s, s1 + s2);
    let (s, rest) = sum(s, rest + a_rest);
    sum(s, rest + b_rest)
}

impl FunctionOfTwo<f64, C> for Ln1p {
    #[inline(always)]
    fn near<const FMA: bool>(x: f64, y: f64) -> (C, bool) {
        let next = 1.0 + x;
        let (less_one, less_one_rest) = squares_less_one::<FMA>(x, y);
        let (all, all_rest) = squares::<FMA>(next, y);
        // The sum less 1 has few digits of a sum close to zero.
        let is_apart = less_one > -0.75;
        let (number, rest) = if is_apart { (less_one, less_one_rest) } else { (all, all_rest) };
        let (k, power) = (if is_apart { 1.0 + less_one } else { all }).exponent();
        let offset = if is_apart { power - 1.0 } else { -1.0 };
        let f = add_product::<FMA, f64>(offset, number, power);
        let real = 0.5 * ln_of_scaled::<FMA, f64>(f, k, Some((rest, power)));
        let real = if (x == 0.0) & (y == 0.0) { x } else { real };
        (C::new(real, angle::<FMA>(next, y)), are_right(all))
    }

    #[inline(always)]
    fn at<const FMA: bool>(x: f64, y: f64) -> C {
        let (result, is_right) = <Self as FunctionOfTwo<f64, C>>::near::<FMA>(x, y);
        if is_right { result } else { <Ln as FunctionOfTwo<f64, C>>::at::<FMA>(1.0 + x, y) }
    }
}
