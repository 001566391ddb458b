//! Inverse trigonometric functions: the angle of a point.

use super::real::{Real, add_product, at_least, less_product, polynomial, product, sum_ordered};
use super::{Function, FunctionOfTwo};

/// `asin(x)`.
pub(crate) struct Asin;
/// `acos(x)`.
pub(crate) struct Acos;
/// `atan(x)`.
pub(crate) struct Atan;
/// The angle of the point `(y, x)`, as in C: `atan2(x, y)`.
pub(crate) struct Atan2;

/// The angle of a point whose parts are positive or zero, not both; of `(-x, y)` if it `is_behind`. The parts may have
/// rests, which are small.
#[inline(always)]
fn angle<const FMA: bool, T: Real>(y: T, x: T, rests: Option<(T, T)>, is_behind: bool) -> T {
    let is_steep = y > x;
    let (less, greater) = if is_steep { (x, y) } else { (y, x) };
    let rests = rests.map(|(y, x)| if is_steep { (x, y) } else { (y, x) });
    if T::ATAN_TURNS {
        let (less_rest, greater_rest) = rests.unwrap_or((T::ZERO, T::ZERO));
        return turned::<FMA, T>((less, less_rest), (greater, greater_rest), is_steep, is_behind);
    }
    let t = less / greater;
    let rest = rests.map(|(less_rest, greater_rest)| (less_rest - t * greater_rest) / greater);
    arc::<FMA, T>(t, rest, is_steep, is_behind)
}

/// [`angle`] from the ratio of the less to the greater part: `k pi/2`, plus or minus the arc tangent.
#[inline(always)]
fn arc<const FMA: bool, T: Real>(t: T, rest: Option<T>, is_steep: bool, is_behind: bool) -> T {
    let z = t * t;
    let [half_pi, half_pi_rest] = T::HALF_PI;
    let flat = if is_behind { [T::TWO * half_pi, T::TWO * half_pi_rest] } else { [T::ZERO; 2] };
    let [start, lower] = if is_steep { T::HALF_PI } else { flat };
    let is_less = is_steep != is_behind;
    let lower = if is_less { -lower } else { lower };
    // The derivative is from 1 to 1/2.
    let lower = rest.map_or(lower, |rest| lower + rest * (T::ONE - T::HALF * z));
    let arc = t + add_product::<FMA, T>(lower, t * z, polynomial::<FMA, T>(T::ATAN, z));
    start + if is_less { -arc } else { arc }
}

/// [`angle`] from the less and the greater part as sums of two: `k pi/4`, plus or minus the arc tangent of a ratio of
/// at most `tan(pi/8)`.
#[inline(always)]
fn turned<const FMA: bool, T: Real>(
    less: (T, T),
    greater: (T, T),
    is_steep: bool,
    is_behind: bool,
) -> T {
    let (k, sign) = if is_steep { (T::TWO, -T::ONE) } else { (T::ZERO, T::ONE) };
    // `tan(a - pi/4)` is `(tan(a) - 1) / (tan(a) + 1)`.
    let is_middle = less.0 > (T::SQRT_2() - T::ONE) * greater.0;
    let (above, above_rest) = sum_ordered(greater.0, -less.0);
    let above = (-above, less.1 - greater.1 - above_rest);
    let (below, below_rest) = sum_ordered(greater.0, less.0);
    let below = (below, below_rest + (less.1 + greater.1));
    let (above, below) = if is_middle { (above, below) } else { (less, greater) };
    let k = if is_middle { k + sign } else { k };
    let (k, sign) = if is_behind { (T::TWO + T::TWO - k, -sign) } else { (k, sign) };

    let t = above.0 / below.0;
    let rest = (above.1 - t * below.1) * (T::ONE / below.0);
    let z = t * t;
    let tail = rest + t * (z * polynomial::<FMA, T>(T::ATAN, z));
    // Half of the first part of pi/2 has zeros at its end: its product with an integer of three bits is exact.
    let [half_pi, half_pi_rest] = T::HALF_PI;
    let (whole, rest) = sum_ordered(k * T::HALF * half_pi, sign * t);
    whole + (rest + (k * T::HALF * half_pi_rest + sign * tail))
}

/// `sqrt(1 - x^2)` as a sum of two; NaN beyond 1.
#[inline(always)]
fn other_leg<const FMA: bool, T: Real>(x: T) -> (T, T) {
    let (square, square_rest) = product::<FMA, T>(x, x);
    let (left, rest) = sum_ordered(T::ONE, -square);
    let (left, rest) = sum_ordered(left, rest - square_rest);
    let root = left.sqrt();
    let root_rest = (less_product::<FMA, T>(left, root, root) + rest) / (root + root);
    (root, if root > T::ZERO { root_rest } else { T::ZERO })
}

impl<T: Real> Function<T> for Asin {
    #[inline(always)]
    fn at<const FMA: bool>(x: T) -> T {
        let size = x.abs();
        let (root, rest) = other_leg::<FMA, T>(size);
        angle::<FMA, T>(size, root, Some((T::ZERO, rest)), false).copysign(x)
    }
}

impl<T: Real> Function<T> for Acos {
    #[inline(always)]
    fn at<const FMA: bool>(x: T) -> T {
        let size = x.abs();
        let (root, rest) = other_leg::<FMA, T>(size);
        angle::<FMA, T>(root, size, Some((rest, T::ZERO)), x < T::ZERO)
    }
}

impl<T: Real> Function<T> for Atan {
    #[inline(always)]
    fn at<const FMA: bool>(x: T) -> T {
        angle::<FMA, T>(x.abs(), T::ONE, None, false).copysign(x)
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
            return arc::<FMA, T>(t, None, is_steep, is_behind).copysign(y);
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
        angle::<FMA, T>(height, width, None, is_behind).copysign(y)
    }
}
