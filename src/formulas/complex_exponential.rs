//! Exponentials, hyperbolic functions and sines of one complex number with parts of type `f64`.
//!
//! Each has a short formula without branches, of functions of real numbers, which a loop inlines. It is right for parts of
//! common sizes. Special values are those of C (ISO/IEC 9899, annex G).

use super::complex::{C, over_i};
use super::exponential::{Cosh, Exp, ExpM1, Sinh, Tanh};
use super::real::{Constants, add_product};
use super::trigonometric::{Angle, Cos, Sin, Tan};
use super::{Function, FunctionOfTwo};
// With `std` they are methods of the type.
#[allow(unused_imports)]
use num_traits::Float;

/// Up to here, and from the negative of it, the short formulas of `exp`, `sinh` and `cosh` are right.
const EXP_LIMIT: f64 = f64::SINH_NEAR[1];
/// From here on `tanh` rounds to 1.
const TANH_LIMIT: f64 = 22.0;

/// A function of a real number.
#[inline(always)]
fn of_real<F: Function<f64>, const FMA: bool>(x: f64) -> f64 {
    F::at::<FMA>(x)
}

/// The same by the short formula.
#[inline(always)]
fn of_real_near<F: Function<f64>, const FMA: bool>(x: f64) -> f64 {
    F::near::<FMA>(x)
}

/// Sine and cosine.
#[inline(always)]
fn sin_cos<const FMA: bool>(y: f64) -> (f64, f64) {
    (of_real::<Sin, FMA>(y), of_real::<Cos, FMA>(y))
}

/// Sine and cosine of a `y` that [`is_near`].
#[inline(always)]
fn sin_cos_near<const FMA: bool>(y: f64) -> (f64, f64) {
    (of_real_near::<Sin, FMA>(y), of_real_near::<Cos, FMA>(y))
}

/// Whether the short formula for sines and cosines is right.
#[inline(always)]
fn is_near(y: f64) -> bool {
    y.abs() <= <f64 as Angle>::NEAR
}

/// The result of the short formula if it is right, else that of a general one.
#[inline(always)]
fn either<F: FunctionOfTwo<f64, C>, const FMA: bool>(
    x: f64,
    y: f64,
    general: impl FnOnce() -> C,
) -> C {
    let (result, is_right) = F::near::<FMA>(x, y);
    if is_right { result } else { general() }
}

/// `exp(x) * factor`, where `exp(x)` alone may overflow or lose digits.
#[inline(always)]
fn exp_times<const FMA: bool>(x: f64, factor: f64) -> f64 {
    if x.abs() <= EXP_LIMIT {
        return of_real::<Exp, FMA>(x) * factor;
    }
    // Halves of one exponent: `x` less an integer multiple of ln 2 would be rounded.
    let half = of_real::<Exp, FMA>(x * 0.5);
    half * factor * half
}

/// `exp(x) / 2 * factor`, as `sinh(x) * factor` and `cosh(x) * factor` are, for an `x` above `EXP_LIMIT`. The factor, which
/// may be subnormal, is made larger before it is halved.
#[inline(always)]
fn half_exp_times<const FMA: bool>(x: f64, factor: f64) -> f64 {
    let half = of_real::<Exp, FMA>(x * 0.5);
    half * factor * (half * 0.5)
}

impl FunctionOfTwo<f64, C> for Exp {
    #[inline(always)]
    fn near<const FMA: bool>(x: f64, y: f64) -> (C, bool) {
        let (sin, cos) = sin_cos_near::<FMA>(y);
        let length = of_real_near::<Exp, FMA>(x);
        (C::new(length * cos, length * sin), (x.abs() <= EXP_LIMIT) & is_near(y))
    }

    #[inline(always)]
    fn at<const FMA: bool>(x: f64, y: f64) -> C {
        either::<Self, FMA>(x, y, || {
            if y == 0.0 {
                return C::new(of_real::<Exp, FMA>(x), y);
            }
            if !y.is_finite() {
                return match x {
                    f64::INFINITY => C::new(x, f64::NAN),
                    f64::NEG_INFINITY => C::new(0.0, 0.0),
                    _ => C::new(f64::NAN, f64::NAN),
                };
            }
            let (sin, cos) = sin_cos::<FMA>(y);
            C::new(exp_times::<FMA>(x, cos), exp_times::<FMA>(x, sin))
        })
    }
}

impl FunctionOfTwo<f64, C> for ExpM1 {
    #[inline(always)]
    fn near<const FMA: bool>(x: f64, y: f64) -> (C, bool) {
        let (half_sine, (sin, cos)) = (of_real_near::<Sin, FMA>(y * 0.5), sin_cos_near::<FMA>(y));
        let length = of_real_near::<Exp, FMA>(x);
        let real = of_real::<ExpM1, FMA>(x) * cos - 2.0 * half_sine * half_sine;
        (C::new(real, length * sin), (x.abs() <= EXP_LIMIT) & is_near(y))
    }

    #[inline(always)]
    fn at<const FMA: bool>(x: f64, y: f64) -> C {
        either::<Self, FMA>(x, y, || {
            if y == 0.0 {
                return C::new(of_real::<ExpM1, FMA>(x), y);
            }
            if !y.is_finite() || x.is_nan() || x.abs() > EXP_LIMIT {
                return <Exp as FunctionOfTwo<f64, C>>::at::<FMA>(x, y) - 1.0;
            }
            let (half_sine, (sin, cos)) = (of_real::<Sin, FMA>(y * 0.5), sin_cos::<FMA>(y));
            let real = of_real::<ExpM1, FMA>(x) * cos - 2.0 * half_sine * half_sine;
            C::new(real, of_real::<Exp, FMA>(x) * sin)
        })
    }
}

impl FunctionOfTwo<f64, C> for Sinh {
    #[inline(always)]
    fn near<const FMA: bool>(x: f64, y: f64) -> (C, bool) {
        let (sin, cos) = sin_cos_near::<FMA>(y);
        let (sinh, cosh) = (of_real_near::<Sinh, FMA>(x), of_real_near::<Cosh, FMA>(x));
        (C::new(sinh * cos, cosh * sin), (x.abs() <= EXP_LIMIT) & is_near(y))
    }

    #[inline(always)]
    fn at<const FMA: bool>(x: f64, y: f64) -> C {
        either::<Self, FMA>(x, y, || {
            if y == 0.0 {
                return C::new(of_real::<Sinh, FMA>(x), y);
            }
            if !y.is_finite() {
                // Zeros and infinities keep their real part.
                return C::new(if x == 0.0 || x.is_infinite() { x } else { f64::NAN }, f64::NAN);
            }
            let (sin, cos) = sin_cos::<FMA>(y);
            if x.abs() <= EXP_LIMIT {
                return C::new(of_real::<Sinh, FMA>(x) * cos, of_real::<Cosh, FMA>(x) * sin);
            }
            let times = |factor| half_exp_times::<FMA>(x.abs(), factor);
            C::new(times(cos * x.signum()), times(sin))
        })
    }
}

impl FunctionOfTwo<f64, C> for Cosh {
    #[inline(always)]
    fn near<const FMA: bool>(x: f64, y: f64) -> (C, bool) {
        let (sin, cos) = sin_cos_near::<FMA>(y);
        let (sinh, cosh) = (of_real_near::<Sinh, FMA>(x), of_real_near::<Cosh, FMA>(x));
        (C::new(cosh * cos, sinh * sin), (x.abs() <= EXP_LIMIT) & is_near(y))
    }

    #[inline(always)]
    fn at<const FMA: bool>(x: f64, y: f64) -> C {
        either::<Self, FMA>(x, y, || {
            if y == 0.0 {
                let imaginary = if x.is_nan() { 0.0 } else { x.signum() * y };
                return C::new(of_real::<Cosh, FMA>(x), imaginary);
            }
            if !y.is_finite() {
                return match x {
                    f64::INFINITY | f64::NEG_INFINITY => C::new(f64::INFINITY, f64::NAN),
                    _ => C::new(f64::NAN, if x == 0.0 { x } else { f64::NAN }),
                };
            }
            let (sin, cos) = sin_cos::<FMA>(y);
            if x.abs() <= EXP_LIMIT {
                return C::new(of_real::<Cosh, FMA>(x) * cos, of_real::<Sinh, FMA>(x) * sin);
            }
            let times = |factor| half_exp_times::<FMA>(x.abs(), factor);
            C::new(times(cos), times(sin * x.signum()))
        })
    }
}

/// The hyperbolic tangent, of the sine and the cosine of `y`.
#[inline(always)]
fn tanh_of<const FMA: bool>(x: f64, (sin, cos): (f64, f64)) -> C {
    let (sinh, cosh) = (of_real_near::<Sinh, FMA>(x), of_real_near::<Cosh, FMA>(x));
    let square = add_product::<FMA, f64>(cos * cos, sinh, sinh);
    C::new(sinh * cosh / square, sin * cos / square)
}

impl FunctionOfTwo<f64, C> for Tanh {
    #[inline(always)]
    fn near<const FMA: bool>(x: f64, y: f64) -> (C, bool) {
        let mut result = tanh_of::<FMA>(x, sin_cos_near::<FMA>(y));
        // That of a real number has more digits.
        result.re = if y == 0.0 { of_real::<Tanh, FMA>(x) } else { result.re };
        (result, (x.abs() <= TANH_LIMIT) & is_near(y))
    }

    #[inline(always)]
    fn at<const FMA: bool>(x: f64, y: f64) -> C {
        either::<Self, FMA>(x, y, || {
            if y == 0.0 || x == 0.0 && !y.is_finite() {
                return C::new(of_real::<Tanh, FMA>(x), if y == 0.0 { y } else { f64::NAN });
            }
            if !y.is_finite() {
                return match x.is_infinite() {
                    true => C::new(x.signum(), 0.0.copysign(y)),
                    false => C::new(f64::NAN, f64::NAN),
                };
            }
            let (sin, cos) = sin_cos::<FMA>(y);
            if x.abs() > TANH_LIMIT {
                let small = of_real::<Exp, FMA>(-x.abs());
                return C::new(x.signum(), 4.0 * (sin * small) * (cos * small));
            }
            tanh_of::<FMA>(x, (sin, cos))
        })
    }
}

/// A function of a number by `F` of i times the number; `turn` makes the result of that of `F`.
macro_rules! turned {
    ($($Function:ident: $F:ident, $turn:expr;)+) => { $(
        impl FunctionOfTwo<f64, C> for $Function {
            #[inline(always)]
            fn near<const FMA: bool>(x: f64, y: f64) -> (C, bool) {
                let (result, is_right) = <$F as FunctionOfTwo<f64, C>>::near::<FMA>(-y, x);
                ($turn(result), is_right)
            }

            #[inline(always)]
            fn at<const FMA: bool>(x: f64, y: f64) -> C {
                $turn(<$F as FunctionOfTwo<f64, C>>::at::<FMA>(-y, x))
            }
        }
    )+ };
}

turned! { Sin: Sinh, over_i; Cos: Cosh, core::convert::identity; Tan: Tanh, over_i; }
