//! Inverse trigonometric functions: the angle of a point.

use super::real::{Real, less_product, polynomial, product, sum_ordered};
use super::{Function, FunctionOfTwo};

/// `asin(x)`.
pub(crate) struct Asin;
/// `acos(x)`.
pub(crate) struct Acos;
/// `atan(x)`.
pub(crate) struct Atan;
/// The angle of the point `(y, x)`, as in C: `atan2(x, y)`.
pub(crate) struct Atan2;

/// The angle of a point whose parts are positive or zero, not both; of `(-x, y)` if it `is_behind`. Each part is a
/// sum of two. It is `k pi/4`, plus or minus the arc tangent of a ratio of at most `tan(pi/8)`.
#[inline(always)]
fn angle<const FMA: bool, T: Real>(y: (T, T), x: (T, T), is_behind: bool) -> T {
    let is_steep = y.0 > x.0;
    let (less, greater) = if is_steep { (x, y) } else { (y, x) };
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
    // The product of an integer of three bits and the first part is exact.
    let (whole, rest) = sum_ordered(k * T::QUARTER_PI[0], sign * t);
    whole + (rest + (k * T::QUARTER_PI[1] + sign * tail))
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
        angle::<FMA, T>((size, T::ZERO), other_leg::<FMA, T>(size), false).copysign(x)
    }
}

impl<T: Real> Function<T> for Acos {
    #[inline(always)]
    fn at<const FMA: bool>(x: T) -> T {
        let size = x.abs();
        angle::<FMA, T>(other_leg::<FMA, T>(size), (size, T::ZERO), x < T::ZERO)
    }
}

impl<T: Real> Function<T> for Atan {
    #[inline(always)]
    fn at<const FMA: bool>(x: T) -> T {
        angle::<FMA, T>((x.abs(), T::ZERO), (T::ONE, T::ZERO), false).copysign(x)
    }
}

impl<T: Real> FunctionOfTwo<T> for Atan2 {
    #[inline(always)]
    fn at<const FMA: bool>(y: T, x: T) -> T {
        let (height, width) = (y.abs(), x.abs());
        let greater = if height > width { height } else { width };
        // Neither the sum of the parts nor the inverse of a part may overflow.
        let is_large = greater > T::max_value() * T::HALF;
        let is_small = greater < T::min_positive_value();
        let scale = if is_large { T::HALF } else { T::ONE };
        let scale = if is_small { T::ONE / T::LIFT.1 } else { scale };
        let (height, width) = (height * scale, width * scale);
        // Infinities are in the middle, zeros at an end.
        let are_infinite = (height == T::infinity()) & (width == T::infinity());
        let (height, width) = if are_infinite { (T::ONE, T::ONE) } else { (height, width) };
        let is_zero = (height == T::ZERO) & (width == T::ZERO);
        let width = if is_zero { T::ONE } else { width };
        let is_behind = x.is_sign_negative();
        angle::<FMA, T>((height, T::ZERO), (width, T::ZERO), is_behind).copysign(y)
    }
}
