//! The exponential function and what is made of it.

use super::Function;
use super::real::{Real, add_product, at_least, at_most, clamp, polynomial, quotient, sum_ordered};

/// `exp(x)`.
pub(crate) struct Exp;
/// `2^x`.
pub(crate) struct Exp2;
/// `exp(x) - 1`.
pub(crate) struct ExpM1;
/// `(exp(x) - exp(-x)) / 2`, or the sum if `PLUS`.
pub(crate) struct Hyperbolic<const PLUS: bool>;
pub(crate) type Sinh = Hyperbolic<false>;
pub(crate) type Cosh = Hyperbolic<true>;
/// `tanh(x)`.
pub(crate) struct Tanh;
/// `1 / (1 + exp(-x))`.
pub(crate) struct Sigmoid;

/// `x / (1 + exp(-x))`.
pub(crate) struct Silu;

/// An exponential: `1 + tail` times two powers of two, which are multiplied with one after the other, so that only
/// the last product rounds, overflows or underflows.
pub(crate) struct Scaled<T> {
    tail: T,
    powers: [T; 2],
}

impl<T: Real> Scaled<T> {
    /// `factor` times the exponential.
    #[inline(always)]
    pub(crate) fn times<const FMA: bool>(&self, factor: T) -> T {
        add_product::<FMA, T>(factor, factor, self.tail) * self.powers[0] * self.powers[1]
    }

    #[inline(always)]
    pub(crate) fn value(&self) -> T {
        (T::ONE + self.tail) * self.powers[0] * self.powers[1]
    }
}

/// `x` as `n ln 2 + r`, `r` at most half of ln 2 (Cody and Waite 1980, Software Manual for the
/// Elementary Functions): `n`, `MAGIC + shift + n`, and `r`. The second is what [`Real::power_of_two`] takes, if `shift`
/// is the bias, or less for a smaller power.
#[inline(always)]
fn reduce<const FMA: bool, T: Real>(x: T, shift: T) -> (T, T, T) {
    let base = T::MAGIC + shift;
    let shifted = add_product::<FMA, T>(base, x, T::LOG2_E());
    let n = shifted - base;
    let r = add_product::<FMA, T>(x, -n, T::LN_2_PARTS[0]);
    (n, shifted, add_product::<FMA, T>(r, -n, T::LN_2_PARTS[1]))
}

/// `exp(r) - 1`, for what [`reduce`] leaves.
#[inline(always)]
fn exp_less_one<const FMA: bool, T: Real>(r: T) -> T {
    add_product::<FMA, T>(r, r * r, polynomial::<FMA, T>(T::EXP, r))
}

/// `exp(r) - 1` as a sum, for an `r` in two parts: `x` and the multiple of the upper part of ln 2, which is
/// exact and the first summand, and `lower`, all the rest.
#[inline(always)]
fn exp_less_one_apart<const FMA: bool, T: Real>(x: T, minus_n: T, lower: T) -> (T, T) {
    let upper = add_product::<FMA, T>(x, minus_n, T::LN_2_PARTS[0]);
    let r = upper + lower;
    (upper, add_product::<FMA, T>(lower, r * r, polynomial::<FMA, T>(T::EXP, r)))
}

/// `exp(x + rest)`, where `rest` is small, in parts. If `FALLING`, `x` is not greater than zero, which
/// saves the choice of the powers of two.
#[inline(always)]
pub(crate) fn exp_of<const FMA: bool, const FALLING: bool, T: Real>(
    x: T,
    rest: Option<T>,
) -> Scaled<T> {
    let [low, high] = T::EXP_RANGE;
    let x = at_least(x, low);
    let x = if FALLING { x } else { at_most(x, high) };
    let (n, biased, r) = reduce::<FMA, T>(x, T::BIAS);
    let tail = match rest {
        None => exp_less_one::<FMA, T>(r),
        Some(rest) => {
            let lower = add_product::<FMA, T>(rest, -n, T::LN_2_PARTS[1]);
            let (upper, tail) = exp_less_one_apart::<FMA, T>(x, -n, lower);
            upper + tail
        }
    };
    Scaled { tail, powers: powers_of_two::<FALLING, T>(biased, n) }
}

/// Two to the power `n`, which may be that of a subnormal number or just too large, as two normal factors;
/// `biased` is `MAGIC + BIAS + n`. If `FALLING`, `n` is not greater than zero.
#[inline(always)]
fn powers_of_two<const FALLING: bool, T: Real>(biased: T, n: T) -> [T; 2] {
    // Selected, because two powers of half of `n` each take more steps.
    let is_low = FALLING || n < T::LOW_EXPONENT;
    let (shift, back) = if is_low { T::LIFT } else { (-T::ONE, T::TWO) };
    [T::power_of_two(biased + shift), back]
}

impl<T: Real> Function<T> for Exp {
    #[inline(always)]
    fn at<const FMA: bool>(x: T) -> T {
        exp_of::<FMA, false, T>(x, None).value()
    }

    const NEAR: Option<[T; 2]> = Some(T::EXP_NEAR);

    /// With one power of two, which is a normal number.
    #[inline(always)]
    fn near<const FMA: bool>(x: T) -> T {
        let (_, biased, r) = reduce::<FMA, T>(x, T::BIAS);
        let tail = exp_less_one::<FMA, T>(r);
        (T::ONE + tail) * T::power_of_two(biased)
    }
}

/// `2^(x + rest)`, where `rest` is small, as `2^n (1 + tail)`: `tail`, `MAGIC + BIAS + n` and `n`.
#[inline(always)]
fn exp2_parts<const FMA: bool, T: Real>(x: T, rest: Option<T>) -> (T, T, T) {
    let base = T::MAGIC + T::BIAS;
    let biased = x + base;
    let n = biased - base;
    let first = x - n;
    let r = rest.map_or(first, |rest| first + rest);
    let ln_2 = T::LN_2_PARTS[0] + T::LN_2_PARTS[1];
    let (square, tail) = (r * r, polynomial::<FMA, T>(T::EXP2, r));
    let tail = match rest {
        None => square * tail,
        Some(rest) => add_product::<FMA, T>(rest * ln_2, square, tail),
    };
    (add_product::<FMA, T>(tail, first, ln_2), biased, n)
}

/// `2^(x + rest)`, where `rest` is small if `x` is in range.
#[inline(always)]
pub(super) fn exp2_of<const FMA: bool, T: Real>(x: T, rest: T) -> T {
    let [low, high] = T::EXP2_RANGE;
    // Out of range the rest has no meaning.
    let rest = if (x > low) & (x < high) { rest } else { T::ZERO };
    let (tail, biased, n) = exp2_parts::<FMA, T>(clamp(x, T::EXP2_RANGE), Some(rest));
    Scaled { tail, powers: powers_of_two::<false, T>(biased, n) }.value()
}

/// The same where the power of two is a normal number.
#[inline(always)]
pub(super) fn exp2_near<const FMA: bool, T: Real>(x: T, rest: T) -> T {
    let (tail, biased, _) = exp2_parts::<FMA, T>(x, Some(rest));
    (T::ONE + tail) * T::power_of_two(biased)
}

impl<T: Real> Function<T> for Exp2 {
    #[inline(always)]
    fn at<const FMA: bool>(x: T) -> T {
        let (tail, biased, n) = exp2_parts::<FMA, T>(clamp(x, T::EXP2_RANGE), None);
        Scaled { tail, powers: powers_of_two::<false, T>(biased, n) }.value()
    }
}

/// `(exp(x) - 1) / 2`, for an `x` of the range where the power of two is a normal number: so that nothing
/// overflows before the result does.
#[inline(always)]
fn half_exp_m1<const FMA: bool, T: Real>(x: T) -> T {
    let (n, biased, _) = reduce::<FMA, T>(x, T::BIAS - T::ONE);
    let power = T::power_of_two(biased);
    let (upper, tail) = exp_less_one_apart::<FMA, T>(x, -n, -n * T::LN_2_PARTS[1]);
    // The larger summand first: it is exact.
    let half = add_product::<FMA, T>(power - T::HALF, power, upper);
    add_product::<FMA, T>(half, power, tail)
}

impl<T: Real> Function<T> for ExpM1 {
    #[inline(always)]
    fn at<const FMA: bool>(x: T) -> T {
        let result = T::TWO * half_exp_m1::<FMA, T>(clamp(x, T::EXP_M1_RANGE));
        // With the sign of zero, where the half may be subnormal.
        if x.abs() < T::epsilon() * T::HALF { x } else { result }
    }
}

impl<const PLUS: bool> Hyperbolic<PLUS> {
    /// Two to the power `exponent` times the function of a `size` that is not negative, by the addition theorems: with
    /// `size = n ln 2 + r`, `p = (2^n + 2^-n) / 2` and `m = (2^n - 2^-n) / 2`, `sinh` is `m cosh(r) + p sinh(r)` and `cosh` is
    /// `p cosh(r) + m sinh(r)`. No quotient is needed. The `n` of `2^-n` is at most `end`.
    #[inline(always)]
    fn of_size<const FMA: bool, T: Real>(size: T, exponent: T, end: Option<T>) -> T {
        // The same for all exponents, so that an `n` half way between two integers is rounded to the same one.
        let shift = T::BIAS - T::ONE;
        let (n, biased, _) = reduce::<FMA, T>(size, shift);
        let large = T::power_of_two(biased + exponent);
        let n_of_small = end.map_or(n, |end| at_most(n, end));
        let small = T::power_of_two((T::MAGIC + shift + exponent) - n_of_small);
        let small = if PLUS { small } else { -small };
        let (of_cosh, cut) = sum_ordered(large, small);
        let of_sinh = large - small;
        // `r` as a sum, of which the first is exact.
        let upper = add_product::<FMA, T>(size, -n, T::LN_2_PARTS[0]);
        let lower = -n * T::LN_2_PARTS[1];
        let r = upper + lower;
        let z = r * r;
        let sinh = add_product::<FMA, T>(lower, z * r, polynomial::<FMA, T>(T::SINH, z));
        let cosh = z * polynomial::<FMA, T>(T::COSH, z);
        let first = add_product::<FMA, T>(of_cosh, of_sinh, upper);
        let tail = add_product::<FMA, T>(cut, of_cosh, cosh);
        first + add_product::<FMA, T>(tail, of_sinh, sinh)
    }
}

impl<T: Real, const PLUS: bool> Function<T> for Hyperbolic<PLUS> {
    #[inline(always)]
    fn at<const FMA: bool>(x: T) -> T {
        let size = at_most(x.abs(), T::SINH_END);
        // By the half, so that nothing overflows before the result does. At the end `2^-n` becomes zero: beside `2^n` it
        // does not count.
        let result = T::TWO * Self::of_size::<FMA, T>(size, -T::ONE, Some(T::BIAS - T::TWO));
        if PLUS {
            return result;
        }
        // Where the half may be subnormal.
        (if size < T::epsilon() { size } else { result }).copysign(x)
    }

    const NEAR: Option<[T; 2]> = Some(T::SINH_NEAR);

    /// With powers of two that are normal numbers, in [`at`](Self::at) too.
    #[inline(always)]
    fn near<const FMA: bool>(x: T) -> T {
        // The compiler leaves out a sum with this zero.
        let result = Self::of_size::<FMA, T>(x.abs(), -T::ZERO, None);
        if PLUS { result } else { result.copysign(x) }
    }
}

impl<T: Real> Function<T> for Tanh {
    /// By the addition theorem: with `|x| = n ln 2 / 2 + r`, `p = 2^-n` and `t = tanh(r)`, the quotient of
    /// `(1 - p) + t (1 + p)` and `(1 + p) + t (1 - p)`. Where `n` is 0, this is `t`.
    #[inline(always)]
    fn at<const FMA: bool>(x: T) -> T {
        let size = at_most(x.abs(), T::TANH_END);
        let base = T::MAGIC + T::BIAS;
        let biased = add_product::<FMA, T>(base, size, T::LOG2_E() * -T::TWO);
        let minus_n = biased - base;
        let [ln_2, rest] = T::TANH_LN_2;
        let r = add_product::<FMA, T>(size, minus_n, ln_2 * T::HALF);
        let r = if rest == T::ZERO { r } else { add_product::<FMA, T>(r, minus_n, rest * T::HALF) };
        let power = T::power_of_two(biased);
        let z = r * r;
        let t = add_product::<FMA, T>(r, z * r, polynomial::<FMA, T>(T::TANH, z));
        let (less, more) = (T::ONE - power, T::ONE + power);
        let above = add_product::<FMA, T>(less, t, more);
        (above / add_product::<FMA, T>(more, t, less)).copysign(x)
    }
}

impl<T: Real> Function<T> for Sigmoid {
    #[inline(always)]
    fn at<const FMA: bool>(x: T) -> T {
        // Of the absolute value, so that nothing overflows.
        let e = exp_of::<FMA, true, T>(-x.abs(), None).value();
        let (whole, rest) = sum_ordered(T::ONE, e);
        quotient::<FMA, T>(if x < T::ZERO { e } else { T::ONE }, whole, rest)
    }
}

impl<T: Real> Function<T> for Silu {
    /// `x / (1 + exp(-x))`, or the same times `exp(x)` above and below: nothing overflows.
    #[inline(always)]
    fn at<const FMA: bool>(x: T) -> T {
        let e = exp_of::<FMA, true, T>(-x.abs(), None);
        // The powers last: the exponential may be subnormal where the product is not.
        let above = e.times::<FMA>(at_least(x, T::EXP_RANGE[0]));
        (if x < T::ZERO { above } else { x }) / (T::ONE + e.value())
    }
}
