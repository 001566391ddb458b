//! The cube root.

use super::Function;
use super::real::{Real, add_product, less_product, polynomial};

/// The cube root.
pub(crate) struct Cbrt;

impl<T: Real> Function<T> for Cbrt {
    /// From an estimate of the inverse root (Moroz et al. 2021, "Fast calculation of cube root and inverse cube root
    /// using a magic constant and its implementation on microcontrollers"): no quotient. What the cube of the root is
    /// off by corrects it, so that only the last sum rounds much.
    #[inline(always)]
    fn at<const FMA: bool>(x: T) -> T {
        let size = x.abs();
        // No cube overflows, and what is left beside one is a normal number.
        let [low, scale, back] = T::CBRT_SCALE;
        let is_low = size < low;
        let number = size * if is_low { scale } else { T::HALF * T::HALF * T::HALF };
        let third = T::ONE / (T::ONE + T::TWO);
        let inverse = number.inverse_cbrt::<FMA>();
        let e = less_one_cube::<FMA, T>(number, inverse);
        let tail = polynomial::<FMA, T>(T::INVERSE_CBRT, e);
        let mut inverse = add_product::<FMA, T>(inverse, inverse * e, tail);
        if T::CBRT_TWICE {
            let e = less_one_cube::<FMA, T>(number, inverse);
            inverse = add_product::<FMA, T>(inverse, inverse * e, third);
        }
        let square = inverse * inverse;
        let root = number * square;
        let left = less_product::<FMA, T>(number, root * root, root);
        let result = add_product::<FMA, T>(root, left, square * third);
        let result = result * if is_low { back } else { T::TWO };
        // Infinity and NaN are what they are.
        (if size < T::infinity() { result } else { size }).copysign(x)
    }
}

/// `1 - x r^3`, without overflow.
#[inline(always)]
fn less_one_cube<const FMA: bool, T: Real>(x: T, r: T) -> T {
    add_product::<FMA, T>(T::ONE, -(x * r * r), r)
}
