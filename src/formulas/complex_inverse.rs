//! Inverse trigonometric and hyperbolic functions of one complex number with parts of type `f64`.
//!
//! The formulas are those of Kahan (1987), "Branch cuts for complex elementary functions, or much ado
//! about nothing's sign bit": each part is made of sums without cancellation, so that both parts are
//! accurate. Special values are those of C (ISO/IEC 9899, annex G).

use super::complex::{C, over_i, sqrt, times_i};
use core::f64::consts::{FRAC_PI_2, LN_2};
use num_complex::Complex;
#[allow(unused_imports)]
use num_traits::Float;

/// From here on `z + sqrt(z * z - 1)` is `2 * z`, and the squares of the other formulas may overflow.
const HUGE_PART: f64 = 1e100;

/// `ln(2 |z|)` of a large number.
fn ln_of_double(z: C) -> f64 {
    // The quarter does not overflow.
    (0.25 * z.re).hypot(0.25 * z.im).ln() + 3.0 * LN_2
}

fn is_large(z: C) -> bool {
    z.re.abs() > HUGE_PART || z.im.abs() > HUGE_PART
}

/// The square roots of `1 - z` and `1 + z`.
fn roots(z: C) -> (C, C) {
    (sqrt(Complex::new(1.0 - z.re, -z.im)), sqrt(Complex::new(1.0 + z.re, z.im)))
}

/// `Im(conj(a) * b)` of such roots: of the sign of `y`, which is not cancelled.
fn cross(a: C, b: C) -> f64 {
    a.re * b.im - a.im * b.re
}

pub(crate) fn acos(z: C) -> C {
    let C { re: x, im: y } = z;
    if is_large(z) {
        let size = if x.is_infinite() || y.is_infinite() { f64::INFINITY } else { ln_of_double(z) };
        return C::new(y.abs().atan2(x), -size.copysign(y));
    }
    if x.is_nan() || y.is_nan() {
        return C::new(if x == 0.0 { FRAC_PI_2 } else { f64::NAN }, f64::NAN);
    }
    let (less, more) = roots(z);
    C::new(2.0 * less.re.atan2(more.re), -cross(less, more).asinh().abs().copysign(y))
}

pub(crate) fn asin(z: C) -> C {
    let C { re: x, im: y } = z;
    if is_large(z) {
        let size = if x.is_infinite() || y.is_infinite() { f64::INFINITY } else { ln_of_double(z) };
        return C::new(x.atan2(y.abs()), size.copysign(y));
    }
    if x.is_nan() || y.is_nan() {
        return C::new(if x == 0.0 { x } else { f64::NAN }, f64::NAN);
    }
    let (less, more) = roots(z);
    let real = less.re * more.re - less.im * more.im;
    C::new(x.atan2(real), cross(less, more).asinh().abs().copysign(y))
}

pub(crate) fn acosh(z: C) -> C {
    let C { re, im } = acos(z);
    C::new(im.abs(), re.copysign(z.im))
}

pub(crate) fn asinh(z: C) -> C {
    over_i(asin(times_i(z)))
}

pub(crate) fn atanh(z: C) -> C {
    // Odd: of a positive real part.
    let (x, y, sign) = (z.re.abs(), z.im, z.re);
    if x.is_nan() && !y.is_infinite() || y.is_nan() {
        let real = if x == 0.0 || x.is_infinite() { 0.0.copysign(sign) } else { f64::NAN };
        return C::new(real, f64::NAN);
    }
    if is_large(z) {
        // The real part of 1 / z; a quarter of the length does not overflow.
        let quarter = (0.25 * x).hypot(0.25 * y);
        let real = if quarter.is_infinite() { 0.0 } else { 0.25 * x / quarter / quarter * 0.25 };
        return C::new(real.copysign(sign), FRAC_PI_2.copysign(y));
    }
    if y == 0.0 && x <= 1.0 {
        return C::new(x.atanh().copysign(sign), y);
    }
    let size = y.abs();
    let real = if x == 1.0 {
        if size < 1e-8 { 0.5 * (LN_2 - size.ln()) } else { 0.25 * (4.0 / (size * size)).ln_1p() }
    } else {
        let below = 1.0 - x;
        0.25 * (4.0 * x / (below * below + size * size)).ln_1p()
    };
    let angle = 0.5 * (2.0 * size).atan2((1.0 - x) * (1.0 + x) - size * size);
    C::new(real.copysign(sign), angle.copysign(y))
}

pub(crate) fn atan(z: C) -> C {
    over_i(atanh(times_i(z)))
}
