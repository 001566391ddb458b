//! Functions of one complex number with parts of type `f64`: the square root, quotients and powers.
//! `complex_exponential.rs` has exponentials and hyperbolic functions, `complex_inverse.rs` their inverse functions,
//! `complex_logarithm.rs` logarithms.
//!
//! Special values are those of C (ISO/IEC 9899, annex G). No intermediate result overflows or underflows
//! unless a part of the result does. Narrower numbers are computed here and rounded.
//!
//! Sources: Kahan (1987), "Branch cuts for complex elementary functions"; Hull, Fairgrieve and Tang
//! (1994), "Implementing complex elementary functions using exception handling".

use super::FunctionOfTwo;
use super::exponential::Exp;
use super::logarithm::Ln;
use super::of_two::Hypot;
use super::real::Constants;
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
#[inline(always)]
pub(super) fn over_i(z: C) -> C {
    C::new(z.im, -z.re)
}

/// The absolute value, without branches and calls, so that loops of it are vectorised.
#[inline(always)]
pub(crate) fn abs(z: C) -> f64 {
    Hypot::at::<false>(z.re, z.im)
}

/// A power of two that brings the larger part between `SMALL` and `LARGE`.
#[inline(always)]
pub(super) fn scale_of(z: C) -> f64 {
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
    let product = w * <Ln as FunctionOfTwo<f64, C>>::at::<false>(z.re, z.im);
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
