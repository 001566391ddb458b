//! Sine, cosine and tangent.

use super::Function;
use super::coefficients::{HALF_PI_F32, HALF_PI_F64, HALF_PI_SINGLE};
use super::real::{Constants, Real, add_product, polynomial, product, sum, sum_ordered};
use core::{f32, f64};

/// `sin(x)`, or `cos(x)` if `AHEAD` by a quarter of a turn.
pub(crate) struct Wave<const AHEAD: bool>;
pub(crate) type Sin = Wave<false>;
pub(crate) type Cos = Wave<true>;
/// `tan(x)`.
pub(crate) struct Tan;

/// What is left of `x` after the nearest multiple of pi/2 is taken off, as a sum of two; and that
/// multiple, in the low bits of a number.
pub(crate) trait Angle: Real {
    /// Up to here the multiple of pi/2 has 20 bits, so that its product with a part of pi/2 of 33 bits
    /// is exact. Beyond, the C library does it.
    const NEAR: Self;
    /// Whether the second number counts in sines and cosines of what is not small.
    const REST_COUNTS: bool;

    fn reduce<const FMA: bool, const PRECISE: bool>(self) -> (Self, Self, Self);
}

impl Angle for f32 {
    const NEAR: f32 = 1e6;
    const REST_COUNTS: bool = false;

    /// In three parts of pi/2 of 24 bits (Cody and Waite 1980, Software Manual for the Elementary Functions). The first
    /// difference is exact, and the second one is rounded once, unless `PRECISE`. Where products are rounded, in `f64`, where two
    /// parts are enough.
    #[inline(always)]
    fn reduce<const FMA: bool, const PRECISE: bool>(self) -> (f32, f32, f32) {
        if FMA {
            let magic = add_product::<FMA, f32>(f32::MAGIC, self, f32::consts::FRAC_2_PI);
            let minus_n = f32::MAGIC - magic;
            let first = add_product::<FMA, f32>(self, minus_n, HALF_PI_F32[0]);
            if PRECISE {
                let (part, lower) = product::<FMA, f32>(minus_n, HALF_PI_F32[1]);
                // `first` is a multiple of the last place of `part`.
                let (r, rest) = sum_ordered(first, part);
                let lower = add_product::<FMA, f32>(lower, minus_n, HALF_PI_F32[2]);
                return (r, rest + lower, magic);
            }
            let second = add_product::<FMA, f32>(first, minus_n, HALF_PI_F32[1]);
            let r = add_product::<FMA, f32>(second, minus_n, HALF_PI_F32[2]);
            let rest = add_product::<FMA, f32>(second - r, minus_n, HALF_PI_F32[2]);
            return (r, rest, magic);
        }
        let x = f64::from(self);
        let n = (x * f64::consts::FRAC_2_PI + f64::MAGIC) - f64::MAGIC;
        let r = x - n * HALF_PI_SINGLE[0] - n * HALF_PI_SINGLE[1];
        let rest = r - f64::from(r as f32);
        (r as f32, rest as f32, n as f32 + f32::MAGIC)
    }
}

impl Angle for f64 {
    const NEAR: f64 = 1e6;
    const REST_COUNTS: bool = true;

    /// In four parts of pi/2. No `f64` up to `NEAR` is nearer to a multiple of pi/2 than about 2^-60,
    /// so what is left has more than 53 good bits.
    #[inline(always)]
    fn reduce<const FMA: bool, const PRECISE: bool>(self) -> (f64, f64, f64) {
        let magic = self * f64::consts::FRAC_2_PI + f64::MAGIC;
        let n = magic - f64::MAGIC;
        // Exact products; the first difference is exact too.
        let first = self - n * HALF_PI_F64[0];
        let (second, second_rest) = sum(first, -(n * HALF_PI_F64[1]));
        let (third, third_rest) = sum(second, -(n * HALF_PI_F64[2]));
        let rest = second_rest + third_rest - n * HALF_PI_F64[3];
        let (r, rest) = sum(third, rest);
        (r, rest, magic)
    }
}

/// Sine, or cosine if `quarters` is 1: a quarter of a turn ahead.
#[inline(always)]
fn sine<const FMA: bool, T: Angle>(x: T, quarters: T) -> T {
    let (r, rest, turns) = x.reduce::<FMA, false>();
    let turns = turns + quarters;
    let z = r * r;
    // Both as in fdlibm (Sun Microsystems 1993, k_sin.c and k_cos.c): `rest` by the derivative.
    let half_square = T::HALF * z;
    let scaled = if T::REST_COUNTS { rest - half_square * rest } else { rest };
    let sine = r + add_product::<FMA, T>(scaled, z * r, polynomial::<FMA, T>(T::SIN, z));
    let leading = T::ONE - half_square;
    let tail = z * z * polynomial::<FMA, T>(T::COS, z);
    let tail = if T::REST_COUNTS { tail - r * rest } else { tail };
    let cosine = leading + (((T::ONE - leading) - half_square) + tail);
    let result = if T::bit(turns, 0) { cosine } else { sine };
    if T::bit(turns, 1) { -result } else { result }
}

impl<T: Angle, const AHEAD: bool> Function<T> for Wave<AHEAD> {
    #[inline(always)]
    fn at<const FMA: bool>(x: T) -> T {
        if x.abs() > T::NEAR {
            return if AHEAD { x.cos() } else { x.sin() };
        }
        Self::near::<FMA>(x)
    }

    const NEAR: Option<[T; 2]> = Some([T::ZERO, T::NEAR]);

    #[inline(always)]
    fn near<const FMA: bool>(x: T) -> T {
        let result = sine::<FMA, T>(x, if AHEAD { T::ONE } else { T::ZERO });
        // The sign of zero.
        if !AHEAD && x == T::ZERO { x } else { result }
    }
}

impl<T: Angle> Function<T> for Tan {
    #[inline(always)]
    fn at<const FMA: bool>(x: T) -> T {
        if x.abs() > T::NEAR {
            return x.tan();
        }
        Self::near::<FMA>(x)
    }

    const NEAR: Option<[T; 2]> = Some([T::ZERO, T::NEAR]);

    #[inline(always)]
    fn near<const FMA: bool>(x: T) -> T {
        let (r, rest, turns) = x.reduce::<FMA, true>();
        let z = r * r;
        let [part, below] = T::TAN.map(|part| polynomial::<FMA, T>(part, z));
        // `tan(r)` is `r + part / below`, and a quarter of a turn ahead it is -1 over that: one quotient.
        let part = r * z * part;
        // Times the derivative, about.
        let rest = add_product::<FMA, T>(rest, rest, z);
        let rest_of_above = add_product::<FMA, T>(part, rest, below);
        let above = if FMA {
            add_product::<FMA, T>(rest_of_above, r, below)
        } else {
            let (above, cut) = product::<FMA, T>(r, below);
            above + (cut + rest_of_above)
        };
        let is_ahead = T::bit(turns, 0);
        let result = if FMA && !T::REST_COUNTS {
            let (above, below) = if is_ahead { (-below, above) } else { (above, below) };
            above / below
        } else {
            // `r` apart, which rounds less.
            let (above, below) = if is_ahead { (-below, above) } else { (part, below) };
            let quotient = above / below;
            if is_ahead { quotient } else { r + (rest + quotient) }
        };
        // The sign of zero.
        if x == T::ZERO { x } else { result }
    }
}
