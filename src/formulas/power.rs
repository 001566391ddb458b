//! Powers.

use super::coefficients::{EXP2_SINGLE, LN_TAIL_F64, LOG2_SINGLE, TWO_THIRDS};
use super::exponential::exp_of;
use super::logarithm::split;
use super::real::{Constants, Real, add_product, clamp, polynomial, product, sum, sum_ordered};

/// A float with powers.
pub(crate) trait Power: Real {
    /// Whether the second number of the logarithm is zero.
    const ONE_PART: bool;

    /// The first number of the logarithm of a normal number.
    fn log_of_normal<const FMA: bool>(self) -> f64 {
        self.log_parts::<FMA>().0
    }
    /// The logarithm of a positive finite number as a sum of two.
    fn log_parts<const FMA: bool>(self) -> (f64, f64);
    /// The number of that logarithm, to the power `y`, which is not NaN.
    fn raise<const FMA: bool>(log: (f64, f64), y: Self) -> Self;
}

impl Power for f32 {
    const ONE_PART: bool = true;

    #[inline(always)]
    fn log_of_normal<const FMA: bool>(self) -> f64 {
        let (k, m) = self.split();
        log2_of_parts::<FMA>((k.into(), m.into()))
    }

    /// To base 2, and `f64` is precise enough.
    #[inline(always)]
    fn log_parts<const FMA: bool>(self) -> (f64, f64) {
        // Each `f32` is a normal number there.
        (log2_of_parts::<FMA>(f64::from(self).split()), 0.0)
    }

    #[inline(always)]
    fn raise<const FMA: bool>((log, _): (f64, f64), y: f32) -> f32 {
        let x = clamp(log * f64::from(y), [-200.0, 200.0]);
        let base = f64::MAGIC + f64::BIAS;
        let biased = x + base;
        let r = x - (biased - base);
        (polynomial::<FMA, f64>(&EXP2_SINGLE, r) * f64::power_of_two(biased)) as f32
    }
}

/// The logarithm of a number from its exponent and mantissa, with the precision of `f32`.
#[inline(always)]
fn log2_of_parts<const FMA: bool>((k, m): (f64, f64)) -> f64 {
    let s = (m - 1.0) / (m + 1.0);
    add_product::<FMA, f64>(k, s, polynomial::<FMA, f64>(&LOG2_SINGLE, s * s))
}

impl Power for f64 {
    const ONE_PART: bool = false;

    /// The second number has the digits that the product with `y` brings to the fore.
    #[inline(always)]
    fn log_parts<const FMA: bool>(self) -> (f64, f64) {
        let (k, m) = split(self);
        let f = m - 1.0;
        // In order: the exponent of `m` is that of 1 or less.
        let (g, g_rest) = sum_ordered(1.0, m);
        let s = f / g;
        let (p, p_rest) = product::<FMA, f64>(s, g);
        // `1 / (1 + m)` is `(1 - s) / 2`.
        let s_rest = ((f - p) - p_rest - s * g_rest) * (0.5 - 0.5 * s);
        // ln(m) = 2 s + 2/3 s^3 + s^5 P(s^2): the first two terms in two parts each.
        let (z, z_rest) = product::<FMA, f64>(s, s);
        let z_rest = z_rest + 2.0 * s * s_rest;
        let (cube, cube_rest) = product::<FMA, f64>(z, s);
        let cube_rest = cube_rest + z_rest * s + z * s_rest;
        let (third, third_rest) = product::<FMA, f64>(TWO_THIRDS[0], cube);
        let third_rest = third_rest + TWO_THIRDS[1] * cube + TWO_THIRDS[0] * cube_rest;
        // With the rests, which are more than half a unit of the last place.
        let (square, fifth) = (z + z_rest, (cube + cube_rest) * (z + z_rest));
        let tail = fifth * polynomial::<FMA, f64>(&LN_TAIL_F64, square);
        let (log, rest) = sum_ordered(2.0 * s, third);
        let rest = rest + (2.0 * s_rest + (third_rest + tail));
        let (whole, whole_rest) = sum_ordered(k * f64::LN_2_PARTS[0], log);
        let rest = whole_rest + (k * f64::LN_2_PARTS[1] + rest);
        sum(whole, rest)
    }

    #[inline(always)]
    fn raise<const FMA: bool>((log, log_rest): (f64, f64), y: f64) -> f64 {
        // Huge exponents would overflow in the product; all bases but 1 are zero or infinity by then.
        let y = clamp(y, [-1e30, 1e30]);
        let (x, x_rest) = product::<FMA, f64>(log, y);
        let x_rest = x_rest + log_rest * y;
        // Out of range the rest has no meaning.
        let x_rest = if x.abs() < 800.0 { x_rest } else { 0.0 };
        exp_of::<FMA, false, f64>(x, Some(x_rest)).value()
    }
}

/// `x` to the power `y`.
#[inline(always)]
pub(super) fn pow<const FMA: bool, T: Power>(x: T, y: T) -> T {
    special(x, y, T::raise::<FMA>(T::log_parts::<FMA>(x.abs()), y))
}

/// The power that `result` is for a positive finite `x`, with the special values of C (ISO/IEC 9899,
/// F.10.4.4).
#[inline(always)]
pub(crate) fn special<T: Power>(x: T, y: T, result: T) -> T {
    let base = x.abs();
    // Zero and infinity to any power are zero or infinity.
    let grows = (base > T::ONE) == (y > T::ZERO);
    let extreme = if grows { T::infinity() } else { T::ZERO };
    let result = if (base == T::ZERO) | (base == T::infinity()) { extreme } else { result };
    let result = if base == T::ONE { T::ONE } else { result };

    // Whether y is an integer, and an odd one: by what is left of it above the mantissa.
    let size = y.abs();
    let (limit, _) = T::MANTISSA;
    let magic = size + limit;
    let is_below = size < limit;
    let is_integer = !is_below | (magic - limit == size);
    let below_twice = size < limit * T::TWO;
    let is_odd = is_integer & below_twice & T::bit(if is_below { magic } else { size }, 0);
    let result = if is_odd { result.copysign(x) } else { result };
    let is_root = (x < T::ZERO) & (base < T::infinity()) & !is_integer;
    let result = if is_root { T::nan() } else { result };

    let is_nan = x.is_nan() | y.is_nan();
    let result = if is_nan { T::nan() } else { result };
    let result = if y == T::ONE { x } else { result };
    if (x == T::ONE) | (y == T::ZERO) { T::ONE } else { result }
}
