//! Functions of two numbers.

use super::FunctionOfTwo;
use super::exponential::exp_of;
use super::logarithm::ln_above_one;
use super::numbers;
use super::power::{Power, pow};
use super::real::{Real, add_product, sum};
use num_traits::Float;
use num_traits::float::FloatCore;

/// `x` to the power `y`.
pub(crate) struct Pow;
/// `ln(exp(x) + exp(y))`.
pub(crate) struct LogAddExp;
/// `sqrt(x^2 + y^2)`.
pub(crate) struct Hypot;
/// `x / y`, rounded down.
pub(crate) struct FloorDivide;
/// What `FloorDivide` leaves, with the sign of `y`.
pub(crate) struct Remainder;
/// What `x / y`, rounded towards zero, leaves, with the sign of `x`: `x % y`.
pub(crate) struct Rem;

impl<T: Power> FunctionOfTwo<T> for Pow {
    #[inline(always)]
    fn at<const FMA: bool>(x: T, y: T) -> T {
        pow::<FMA, T>(x, y)
    }

    /// For positive numbers, and powers that are neither too large nor too small.
    #[inline(always)]
    fn near<const FMA: bool>(x: T, y: T) -> (T, bool) {
        let (power, is_near) = T::raise_near::<FMA>(T::log_parts::<FMA>(x.split()), y);
        let is_normal = (x >= T::min_positive_value()) & (x < T::infinity());
        (power, is_near & is_normal & (y != T::ONE))
    }
}

impl<T: Real> FunctionOfTwo<T> for LogAddExp {
    /// The greater number, and `ln(1 + e)` of a power `e` that is 1 at most.
    #[inline(always)]
    fn at<const FMA: bool>(x: T, y: T) -> T {
        let (greater, less) = if x > y { (x, y) } else { (y, x) };
        let (difference, rest) = sum(less, -greater);
        // Equal infinities have no difference. A NaN makes NaN of both. The rest counts where the power is not zero: of a
        // large difference it is large.
        let difference = if x == y { T::ZERO } else { difference };
        let counts = (x != y) & (difference > T::EXP_RANGE[0]);
        let rest = if counts { rest } else { T::ZERO };
        let e = exp_of::<FMA, true, T>(difference, Some(rest)).value();
        greater + ln_above_one::<FMA, T>(e, None, T::ZERO)
    }
}

impl<T: Real> FunctionOfTwo<T> for Hypot {
    /// With a power of two where the squares would overflow or underflow.
    #[inline(always)]
    fn at<const FMA: bool>(x: T, y: T) -> T {
        let (x, y) = (x.abs(), y.abs());
        // In order, so that the result does not depend on the order of the operands.
        let (large, small) = if x > y { (x, y) } else { (y, x) };
        let [low, high] = T::SQUARE_RANGE;
        let (scale, back) = if large > high { (T::SHRINK, T::GROW) } else { (T::ONE, T::ONE) };
        let (scale, back) = if large < low { (T::GROW, T::SHRINK) } else { (scale, back) };
        let (u, v) = (large * scale, small * scale);
        let length = add_product::<FMA, T>(v * v, u, u).sqrt() * back;
        // An infinite part counts more than NaN.
        let is_infinite = (x == T::infinity()) | (y == T::infinity());
        if is_infinite { T::infinity() } else { length }
    }
}

/// The quotient rounded down and the rest, and whether both are right: where the quotient has few digits the rest is
/// exact, and says whether the division was rounded up to an integer. That needs a product that is not rounded.
#[inline(always)]
fn divided<const FMA: bool, T: Real>(x: T, y: T) -> (T, T, bool) {
    let exact = x / y;
    let has_few_digits = (exact.abs() < T::MANTISSA.0 * T::HALF) & (y.abs() < T::infinity());
    let quotient = exact.floor();
    let rest = if FMA { (-quotient).mul_add(y, x) } else { T::ZERO };
    let is_up = (rest != T::ZERO) & ((rest < T::ZERO) != (y < T::ZERO));
    let (quotient, rest) = if is_up { (quotient - T::ONE, rest + y) } else { (quotient, rest) };
    (quotient, rest, FMA & has_few_digits)
}

impl<T: Real + FloatCore> FunctionOfTwo<T> for FloorDivide {
    #[inline(always)]
    fn at<const FMA: bool>(x: T, y: T) -> T {
        numbers::floor_divide(x, y)
    }

    #[inline(always)]
    fn near<const FMA: bool>(x: T, y: T) -> (T, bool) {
        let (quotient, _, is_right) = divided::<FMA, T>(x, y);
        (quotient, is_right)
    }
}

impl<T: Real + FloatCore> FunctionOfTwo<T> for Remainder {
    #[inline(always)]
    fn at<const FMA: bool>(x: T, y: T) -> T {
        numbers::remainder(x, y)
    }

    #[inline(always)]
    fn near<const FMA: bool>(x: T, y: T) -> (T, bool) {
        let (_, rest, is_right) = divided::<FMA, T>(x, y);
        (if rest == T::ZERO { Float::copysign(rest, y) } else { rest }, is_right)
    }
}

impl<T: Real + FloatCore> FunctionOfTwo<T> for Rem {
    #[inline(always)]
    fn at<const FMA: bool>(x: T, y: T) -> T {
        x % y
    }

    #[inline(always)]
    fn near<const FMA: bool>(x: T, y: T) -> (T, bool) {
        let (_, rest, is_right) = divided::<FMA, T>(Float::abs(x), Float::abs(y));
        (Float::copysign(rest, x), is_right)
    }
}
