//! The error function, and the normal distribution as an activation.

use super::Function;
use super::exponential::exp_of;
use super::real::{Real, add_product, at_least, at_most, polynomial, product};

/// `erf(x)`.
pub(crate) struct Erf;
/// `x` times the probability that a normal variable is below `x`.
pub(crate) struct Gelu;

/// `P((z - c) / (z + c)) / (z + c)`: for functions that fall off as `1 / z` (the variable is that of
/// Shepherd and Laframboise 1981, "Chebyshev approximation of (1 + 2x) exp(x^2) erfc x").
#[inline(always)]
fn falling<const FMA: bool, T: Real>(coefficients: &[T], centre: T, z: T) -> T {
    let w = T::ONE / (z + centre);
    w * polynomial::<FMA, T>(coefficients, (z - centre) * w)
}

impl<T: Real> Function<T> for Erf {
    #[inline(always)]
    fn at<const FMA: bool>(x: T) -> T {
        let z = at_most(x.abs(), T::ERF_END);
        let square = z * z;
        let near = polynomial::<FMA, T>(T::ERF, square);
        let near = add_product::<FMA, T>(z, z, near);
        // The rounding of the square does not matter here: what it changes is small beside 1.
        let rest = exp_of::<FMA, true, T>(-square, None).value();
        let rest = rest * falling::<FMA, T>(T::ERFC, T::TWO, z);
        (if z < T::ONE { near } else { T::ONE - rest }).copysign(x)
    }
}

impl<T: Real> Function<T> for Gelu {
    #[inline(always)]
    fn at<const FMA: bool>(x: T) -> T {
        let z = at_most(x.abs(), T::NORMAL_END);
        // Half of the square as a sum of two: far out its rounding would matter.
        let (half, rest) = product::<FMA, T>(-T::HALF * z, z);
        let e = exp_of::<FMA, true, T>(half, Some(rest));
        let [above, below] = T::GAUSS.map(|part| polynomial::<FMA, T>(part, z));
        let below = e.times::<FMA>(z * (above / below));
        at_least(x, -T::ZERO) - below
    }
}
