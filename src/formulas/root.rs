//! The cube root.

use super::Function;
use super::real::{Real, add_product, less_product, polynomial};

/// The cube root.
pub(crate) struct Cbrt;

impl<T: Real> Function<T> for Cbrt {
    #[inline(always)]
    fn at<const FMA: bool>(x: T) -> T {
        let size = x.abs();
        let [[low, up], [high, down]] = T::CBRT_SCALES;
        let (scale, back) = if size < low { (up * up * up, T::ONE / up) } else { (T::ONE, T::ONE) };
        let (scale, back) =
            if size > high { (down * down * down, T::ONE / down) } else { (scale, back) };
        let result = Self::near::<FMA>(size * scale) * back;
        // Infinity and NaN are what they are.
        (if size < T::infinity() { result } else { size }).copysign(x)
    }

    const NEAR: Option<[T; 2]> = Some([T::CBRT_SCALES[0][0], T::CBRT_SCALES[1][0]]);

    /// From an estimate of the inverse root (Moroz et al. 2021, "Fast calculation of cube root and inverse cube root
    /// using a magic constant and its implementation on microcontrollers"): no quotient. What the cube of the root is
    /// off by corrects it, so that only the last sum rounds much.
    #[inline(always)]
    fn near<const FMA: bool>(x: T) -> T {
        let size = x.abs();
        let third = T::ONE / (T::ONE + T::TWO);
        let inverse = size.inverse_cbrt::<FMA>();
        let e = less_one_cube::<FMA, T>(size, inverse);
        let tail = polynomial::<FMA, T>(T::INVERSE_CBRT, e);
        let mut inverse = add_product::<FMA, T>(inverse, inverse * e, tail);
        if T::CBRT_TWICE {
            let e = less_one_cube::<FMA, T>(size, inverse);
            inverse = add_product::<FMA, T>(inverse, inverse * e, third);
        }
        let square = inverse * inverse;
        let root = size * square;
        let left = less_product::<FMA, T>(size, root * root, root);
        add_product::<FMA, T>(root, left, square * third).copysign(x)
    }
}

/// `1 - x r^3`, without overflow.
#[inline(always)]
fn less_one_cube<const FMA: bool, T: Real>(x: T, r: T) -> T {
    add_product::<FMA, T>(T::ONE, -(x * r * r), r)
}
