//! Powers.

use super::coefficients::{
    EXP2_SINGLE, LN_TAIL_F64, LOG2_F32, LOG2_REST_F32, LOG2_SINGLE, LOG2_SLOPE_F32, TWO_THIRDS,
};
use super::exponential::{exp_of, exp2_near, exp2_of};
use super::logarithm::split;
use super::real::{
    Constants, Real, add_product, clamp, polynomial, product, sum, sum_fused, sum_ordered,
};

/// A float with powers.
pub(crate) trait Power: Real {
    /// The logarithm of a positive finite number as a sum of two, from its exponent and mantissa.
    fn log_parts<const FMA: bool>(parts: (Self, Self)) -> (Self, Self);
    /// The number of that logarithm, to the power `y`, which is not NaN.
    fn raise<const FMA: bool>(log: (Self, Self), y: Self) -> Self;
    /// A quicker formula with the results of `raise`, and whether it is right.
    #[inline(always)]
    fn raise_near<const FMA: bool>(log: (Self, Self), y: Self) -> (Self, bool) {
        (Self::raise::<FMA>(log, y), y.abs() < Self::infinity())
    }
}

/// To base 2. Without fused products `f64` takes less time than sums of two numbers.
impl Power for f32 {
    #[inline(always)]
    fn log_parts<const FMA: bool>((k, m): (f32, f32)) -> (f32, f32) {
        if !FMA {
            let log = log2_of_parts(k.into(), m.into());
            return (log as f32, (log - f64::from(log as f32)) as f32);
        }
        // `s`, and what it leaves of the dividend: log2(m) = s P(s^2) + left * slope(s).
        let (dividend, divisor) = (m - 1.0, m + 1.0);
        let divisor_rest = m - (divisor - 1.0);
        let s = dividend / divisor;
        let fused = add_product::<FMA, f32>;
        let left = fused(fused(dividend, -s, divisor), -s, divisor_rest);
        let (z, z_rest) = product::<FMA, f32>(s, s);
        let (p, p_rest) = sum_fused(LOG2_F32[0], z, LOG2_F32[1]);
        let tail = polynomial::<FMA, f32>(&LOG2_REST_F32, z);
        let p_rest = fused(p_rest, z_rest, LOG2_F32[1]) + tail;
        let (log, rest) = product::<FMA, f32>(s, p);
        let slope = polynomial::<FMA, f32>(&LOG2_SLOPE_F32, s);
        let rest = fused(fused(rest, s, p_rest), left, slope);
        let (whole, whole_rest) = sum_ordered(k, log);
        (whole, whole_rest + rest)
    }

    #[inline(always)]
    fn raise<const FMA: bool>(log: (f32, f32), y: f32) -> f32 {
        if FMA {
            let (x, rest) = times::<FMA>(log, y);
            return exp2_of::<FMA, f32>(x, rest);
        }
        let x = (f64::from(log.0) + f64::from(log.1)) * f64::from(y);
        let x = clamp(x, [-200.0, 200.0]);
        let base = f64::MAGIC + f64::BIAS;
        let biased = x + base;
        let r = x - (biased - base);
        (polynomial::<FMA, f64>(&EXP2_SINGLE, r) * f64::power_of_two(biased)) as f32
    }

    #[inline(always)]
    fn raise_near<const FMA: bool>(log: (f32, f32), y: f32) -> (f32, bool) {
        if !FMA {
            return (Self::raise::<FMA>(log, y), y.abs() < Self::INFINITY);
        }
        let (x, rest) = times::<FMA>(log, y);
        (exp2_near::<FMA, f32>(x, rest), x.abs() < -Self::LOW_EXPONENT)
    }
}

/// The product of a logarithm and an exponent, and what its rounding has cut off.
#[inline(always)]
fn times<const FMA: bool>((log, log_rest): (f32, f32), y: f32) -> (f32, f32) {
    let (x, rest) = product::<FMA, f32>(log, y);
    (x, add_product::<FMA, f32>(rest, log_rest, y))
}

/// The logarithm of a number from its exponent and mantissa, with the precision of `f32`.
#[inline(always)]
fn log2_of_parts(k: f64, m: f64) -> f64 {
    let s = (m - 1.0) / (m + 1.0);
    k + s * polynomial::<false, f64>(&LOG2_SINGLE, s * s)
}

impl Power for f64 {
    /// The second number has the digits that the product with `y` brings to the fore.
    #[inline(always)]
    fn log_parts<const FMA: bool>((k, m): (f64, f64)) -> (f64, f64) {
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

/// The logarithm of the absolute value of a number that is neither zero nor infinite, as a sum of two.
#[inline(always)]
pub(crate) fn log_of<const FMA: bool, T: Power>(x: T) -> (T, T) {
    T::log_parts::<FMA>(split(x.abs()))
}

/// `x` to the power `y`.
#[inline(always)]
pub(super) fn pow<const FMA: bool, T: Power>(x: T, y: T) -> T {
    special(x, y, T::raise::<FMA>(log_of::<FMA, T>(x), y))
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
