//! Inverse trigonometric functions: the angle of a point.

use super::real::{Real, add_product, at_least, polynomial, sum_ordered};
use super::{Function, FunctionOfTwo};

/// `asin(x)`.
pub(crate) struct Asin;
/// `acos(x)`.
pub(crate) struct Acos;
/// `atan(x)`.
pub(crate) struct Atan;
/// The angle of the point `(y, x)`, as in C: `atan2(x, y)`.
pub(crate) struct Atan2;

/// The angle of a point whose parts are positive or zero, not both; of `(-x, y)` if it `is_behind`.
#[inline(always)]
fn angle<const FMA: bool, T: Real>(y: T, x: T, is_behind: bool) -> T {
    let is_steep = y > x;
    let (less, greater) = if is_steep { (x, y) } else { (y, x) };
    if T::ATAN_TURNS {
        return turned::<FMA, T>(less, greater, is_steep, is_behind);
    }
    arc::<FMA, T>(less / greater, is_steep, is_behind)
}

/// [`angle`] from the ratio of the less to the greater part: `k pi/2`, plus or minus the arc tangent.
#[inline(always)]
fn arc<const FMA: bool, T: Real>(t: T, is_steep: bool, is_behind: bool) -> T {
    let z = t * t;
    let [half_pi, half_pi_rest] = T::HALF_PI;
    let flat = if is_behind { [T::TWO * half_pi, T::TWO * half_pi_rest] } else { [T::ZERO; 2] };
    let [start, lower] = if is_steep { T::HALF_PI } else { flat };
    let is_less = is_steep != is_behind;
    let lower = if is_less { -lower } else { lower };
    let arc = t + add_product::<FMA, T>(lower, t * z, polynomial::<FMA, T>(T::ATAN, z));
    start + if is_less { -arc } else { arc }
}

/// [`angle`] from the less and the greater part: `k pi/4`, plus or minus the arc tangent of a ratio of at most
/// `tan(pi/8)`.
#[inline(always)]
fn turned<const FMA: bool, T: Real>(less: T, greater: T, is_steep: bool, is_behind: bool) -> T {
    let (k, sign) = if is_steep { (T::TWO, -T::ONE) } else { (T::ZERO, T::ONE) };
    // `tan(a - pi/4)` is `(tan(a) - 1) / (tan(a) + 1)`.
    let is_middle = less > (T::SQRT_2() - T::ONE) * greater;
    let (above, above_rest) = sum_ordered(greater, -less);
    let (below, below_rest) = sum_ordered(greater, less);
    let (above, above_rest) = if is_middle { (-above, -above_rest) } else { (less, T::ZERO) };
    let (below, below_rest) = if is_middle { (below, below_rest) } else { (greater, T::ZERO) };
    let k = if is_middle { k + sign } else { k };
    let (k, sign) = if is_behind { (T::TWO + T::TWO - k, -sign) } else { (k, sign) };

    let t = above / below;
    let rest = (above_rest - t * below_rest) * (T::ONE / below);
    let z = t * t;
    let tail = rest + t * (z * polynomial::<FMA, T>(T::ATAN, z));
    // Half of the first part of pi/2 has zeros at its end: its product with an integer of three bits is exact.
    let [half_pi, half_pi_rest] = T::HALF_PI;
    let (whole, rest) = sum_ordered(k * T::HALF * half_pi, sign * t);
    whole + (rest + (k * T::HALF * half_pi_rest + sign * tail))
}

/// `factor` times the arc sine of a number up to 1/2, plus `start`: with `z`, its square, and its root.
#[inline(always)]
fn arc_sine<const FMA: bool, T: Real>(z: T, root: T, factor: T, [start, lower]: [T; 2]) -> T {
    let tail = root * (z * polynomial::<FMA, T>(T::ASIN, z));
    // The factor is 1, 2, or the negative of these.
    let (whole, rest) = sum_ordered(start, factor * root);
    whole + add_product::<FMA, T>(lower + rest, factor, tail)
}

/// The square of the number whose arc sine is taken, and the number, for a positive `x`: beyond 1/2 those of half of the
/// angle between `x` and 1. NaN beyond 1.
#[inline(always)]
fn half_angle<T: Real>(x: T) -> (bool, T, T) {
    let is_far = x > T::HALF;
    let z = if is_far { T::HALF * (T::ONE - x) } else { x * x };
    (is_far, z, if is_far { z.sqrt() } else { x })
}

impl<T: Real> Function<T> for Asin {
    #[inline(always)]
    fn at<const FMA: bool>(x: T) -> T {
        let (is_far, z, root) = half_angle(x.abs());
        let start = if is_far { T::HALF_PI } else { [T::ZERO; 2] };
        let factor = if is_far { -T::TWO } else { T::ONE };
        arc_sine::<FMA, T>(z, root, factor, start).copysign(x)
    }
}

impl<T: Real> Function<T> for Acos {
    #[inline(always)]
    fn at<const FMA: bool>(x: T) -> T {
        let (is_far, z, root) = half_angle(x.abs());
        let is_behind = x < T::ZERO;
        let far = if is_behind { T::HALF_PI.map(|part| T::TWO * part) } else { [T::ZERO; 2] };
        let start = if is_far { far } else { T::HALF_PI };
        let factor = if is_far { T::TWO } else { T::ONE };
        let factor = if is_far == is_behind { -factor } else { factor };
        arc_sine::<FMA, T>(z, root, factor, start)
    }
}

impl<T: Real> Function<T> for Atan {
    #[inline(always)]
    fn at<const FMA: bool>(x: T) -> T {
        angle::<FMA, T>(x.abs(), T::ONE, false).copysign(x)
    }
}

impl<T: Real> FunctionOfTwo<T> for Atan2 {
    #[inline(always)]
    fn at<const FMA: bool>(y: T, x: T) -> T {
        let (height, width, is_behind) = (y.abs(), x.abs(), x.is_sign_negative());
        let is_steep = height > width;
        let (less, greater) = if is_steep { (width, height) } else { (height, width) };
        // Infinities are in the middle, zeros at an end.
        let are_infinite = (less == T::infinity()) & (greater == T::infinity());
        if !T::ATAN_TURNS {
            let t = less / at_least(greater, T::min_positive_value() * T::epsilon());
            let t = if are_infinite { T::ONE } else { t };
            return arc::<FMA, T>(t, is_steep, is_behind).copysign(y);
        }
        // Neither the sum of the parts nor the inverse of a part may overflow.
        let is_large = greater > T::max_value() * T::HALF;
        let is_small = greater < T::min_positive_value();
        let scale = if is_large { T::HALF } else { T::ONE };
        let scale = if is_small { T::ONE / T::LIFT.1 } else { scale };
        let (height, width) = (height * scale, width * scale);
        let (height, width) = if are_infinite { (T::ONE, T::ONE) } else { (height, width) };
        let is_zero = (height == T::ZERO) & (width == T::ZERO);
        let width = if is_zero { T::ONE } else { width };
        angle::<FMA, T>(height, width, is_behind).copysign(y)
    }
}
