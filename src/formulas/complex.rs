//! Functions of one complex number with parts of type `f64`: logarithms, the square root, quotients and powers.
//! `complex_exponential.rs` has exponentials and hyperbolic functions, `complex_inverse.rs` their inverse functions.
//!
//! Special values are those of C (ISO/IEC 9899, annex G). No intermediate result overflows or underflows
//! unless a part of the result does. Narrower numbers are computed here and rounded.
//!
//! Sources: Kahan (1987), "Branch cuts for complex elementary functions"; Hull, Fairgrieve and Tang
//! (1994), "Implementing complex elementary functions using exception handling".

use super::FunctionOfTwo;
use super::exponential::Exp;
use super::of_two::Hypot;
use super::real::{Constants, product, sum};
use num_complex::Complex;
// With `std` they are methods of the type.
#[allow(unused_imports)]
use num_traits::Float;

pub(super) type C = Complex<f64>;

/// Functions of numbers with parts of type `f32`, which are computed in `f64`.
impl<F: FunctionOfTwo<f64, C>> FunctionOfTwo<f32, Complex<f32>> for F {
    #[inline(always)]
    fn at<const FMA: bool>(x: f32, y: f32) -> Complex<f32> {
        narrow(F::at::<FMA>(x.into(), y.into()))
    }

    #[inline(always)]
    fn near<const FMA: bool>(x: f32, y: f32) -> (Complex<f32>, bool) {
        let (result, is_near) = F::near::<FMA>(x.into(), y.into());
        (narrow(result), is_near)
    }
}

#[inline(always)]
fn narrow(z: C) -> Complex<f32> {
    Complex::new(z.re as f32, z.im as f32)
}

/// Squares of numbers between these two neither overflow nor underflow, and numbers outside times these are there.
const SMALL: f64 = f64::SQUARE_RANGE[0];
const LARGE: f64 = f64::SQUARE_RANGE[1];
const SHRINK: f64 = f64::SHRINK;
const GROW: f64 = f64::GROW;

/// Multiplies by i.
pub(super) fn times_i(z: C) -> C {
    C::new(-z.im, z.re)
}

/// Divides by i.
pub(super) fn over_i(z: C) -> C {
    C::new(z.im, -z.re)
}

/// The absolute value, without branches and calls, so that loops of it are vectorised.
#[inline(always)]
pub(crate) fn abs(z: C) -> f64 {
    Hypot::at::<false>(z.re, z.im)
}

/// A power of two that brings the larger part between `SMALL` and `LARGE`.
fn scale_of(z: C) -> f64 {
    let larger = z.re.abs().max(z.im.abs());
    if larger > LARGE {
        SHRINK
    } else if larger < SMALL {
        GROW
    } else {
        1.0
    }
}

/// The number divided by its absolute value; zero of zero.
pub(crate) fn sign(z: C) -> C {
    if z.re == 0.0 && z.im == 0.0 {
        return C::new(0.0, 0.0);
    }
    let z = match (z.re.is_infinite(), z.im.is_infinite()) {
        (false, false) => z * scale_of(z),
        // The direction of an infinity is that of its infinite parts.
        (re, im) if !z.re.is_nan() && !z.im.is_nan() => {
            let part =
                |is_infinite, x: f64| if is_infinite { 1.0.copysign(x) } else { 0.0.copysign(x) };
            C::new(part(re, z.re), part(im, z.im))
        }
        _ => C::new(f64::NAN, f64::NAN),
    };
    let length = abs(z);
    C::new(z.re / length, z.im / length)
}

pub(crate) fn recip(z: C) -> C {
    if z.re.is_infinite() || z.im.is_infinite() {
        return C::new(0.0.copysign(z.re), 0.0.copysign(-z.im));
    }
    if z.re == 0.0 && z.im == 0.0 {
        return C::new(f64::INFINITY.copysign(z.re), f64::NAN);
    }
    if z.im == 0.0 {
        return C::new(z.re.recip(), -z.im);
    }
    let scale = scale_of(z);
    let z = z * scale;
    let square = z.re * z.re + z.im * z.im;
    C::new(z.re / square * scale, -z.im / square * scale)
}

/// `first + x * x + y * y`, added with twice the digits, then rounded.
fn with_squares(first: f64, x: f64, y: f64) -> f64 {
    let (a, a_rest) = product::<false, f64>(x, x);
    let (b, b_rest) = product::<false, f64>(y, y);
    let (s, s1) = sum(first, a);
    let (s, s2) = sum(s, b);
    s + (s1 + s2 + (a_rest + b_rest))
}

/// The logarithm of the absolute value, to the base of `log`, whose logarithm of e is `log_e`.
fn log_abs(z: C, log: fn(f64) -> f64, log_e: f64) -> f64 {
    let length = abs(z);
    if length > 0.5 && length < 2.0 {
        return 0.5 * with_squares(-1.0, z.re, z.im).ln_1p() * log_e;
    }
    if z.re.is_finite()
        && z.im.is_finite()
        && (length == f64::INFINITY || length < f64::MIN_POSITIVE)
    {
        let scale = scale_of(z);
        return log(abs(z * scale)) - log(scale);
    }
    log(length)
}

pub(crate) fn ln(z: C) -> C {
    C::new(log_abs(z, |x| x.ln(), 1.0), z.im.atan2(z.re))
}

pub(crate) fn log2(z: C) -> C {
    use core::f64::consts::LOG2_E;
    C::new(log_abs(z, |x| x.log2(), LOG2_E), z.im.atan2(z.re) * LOG2_E)
}

pub(crate) fn log10(z: C) -> C {
    use core::f64::consts::LOG10_E;
    C::new(log_abs(z, |x| x.log10(), LOG10_E), z.im.atan2(z.re) * LOG10_E)
}

pub(crate) fn ln_1p(z: C) -> C {
    let C { re: x, im: y } = z;
    let next = C::new(1.0 + x, y);
    let length = abs(next);
    if !(length > 0.5 && length < 2.0) {
        return ln(next);
    }
    // |1 + z|^2 - 1 is x^2 + 2 x + y^2.
    let real = match y {
        0.0 if x < -1.0 => (-2.0 - x).ln_1p(),
        0.0 => x.ln_1p(),
        _ => 0.5 * with_squares(2.0 * x, x, y).ln_1p(),
    };
    C::new(real, y.atan2(next.re))
}

pub(crate) fn sqrt(z: C) -> C {
    let C { re: x, im: y } = z;
    if y.is_infinite() {
        return C::new(f64::INFINITY, y);
    }
    if x.is_infinite() {
        // The part that is not infinite is zero, or NaN.
        let rest = y * 0.0;
        return if x > 0.0 {
            C::new(x, rest.copysign(y))
        } else {
            C::new(rest.abs(), f64::INFINITY.copysign(y))
        };
    }
    if x == 0.0 && y == 0.0 {
        return C::new(0.0, y);
    }
    let (scale, root) = match scale_of(z) {
        SHRINK => (SHRINK, f64::from_bits((1023 + 300) << 52)),
        GROW => (GROW, f64::from_bits((1023 - 300) << 52)),
        _ => (1.0, 1.0),
    };
    let z = z * scale;
    let larger = ((z.re.abs() + abs(z)) * 0.5).sqrt();
    let smaller = z.im.abs() / (2.0 * larger);
    if x >= 0.0 {
        C::new(larger * root, smaller.copysign(y) * root)
    } else {
        C::new(smaller * root, larger.copysign(y) * root)
    }
}

/// The largest integer exponent whose power is a product.
const PRODUCT_LIMIT: f64 = 64.0;

/// `z` to the power `w`: a product for small integers, else `exp(w * ln(z))`.
pub(crate) fn pow(z: C, w: C) -> C {
    if w.im == 0.0 && w.re.fract() == 0.0 && w.re.abs() <= PRODUCT_LIMIT {
        let power = integer_power(z, w.re.abs() as u32);
        return if w.re < 0.0 { recip(power) } else { power };
    }
    if z.re == 0.0 && z.im == 0.0 {
        return match w.re > 0.0 {
            true => C::new(0.0, 0.0),
            false => C::new(f64::NAN, f64::NAN),
        };
    }
    let product = w * ln(z);
    <Exp as FunctionOfTwo<f64, C>>::at::<false>(product.re, product.im)
}

fn integer_power(mut z: C, mut n: u32) -> C {
    let mut power = C::new(1.0, 0.0);
    while n > 0 {
        if n & 1 == 1 {
            power *= z;
        }
        n >>= 1;
        if n > 0 {
            z *= z;
        }
    }
    power
}
