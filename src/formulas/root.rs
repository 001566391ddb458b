//! The cube root.

use super::Function;
use super::logarithm::split;
use super::real::{Real, add_product, polynomial};

/// The cube root.
pub(crate) struct Cbrt;

impl<T: Real> Function<T> for Cbrt {
    /// An estimate `t` of so few bits that its cube is exact, and so is what the cube is off by. The rest is a
    /// polynomial of that, relative to the cube: it is small, so that only the last sum rounds.
    #[inline(always)]
    fn at<const FMA: bool>(x: T) -> T {
        let size = x.abs();
        let (k, m) = split(size);
        // `k` is `3 n + j`, with `j` from -1 to 1.
        let three = T::ONE + T::TWO;
        let magic = add_product::<FMA, T>(T::MAGIC, k, T::ONE / three);
        let n = magic - T::MAGIC;
        let j = k - three * n;
        let [down, up] = T::CBRT_2;
        let root = if j < T::ZERO { down } else { T::ONE };
        let root = if j > T::ZERO { up } else { root };
        let estimate = root * polynomial::<FMA, T>(T::CBRT, m);
        let t = (estimate + T::CBRT_GRID) - T::CBRT_GRID;
        let cube = t * t * t;
        let e = (m * T::power_of_two(T::MAGIC + j, T::ZERO) - cube) / cube;
        let result = add_product::<FMA, T>(t, t * e, polynomial::<FMA, T>(T::CBRT_TAIL, e));
        let result = result * T::power_of_two(magic, T::ZERO);
        // Zero, infinity and NaN are what they are.
        let is_number = (size > T::ZERO) & (size < T::infinity());
        (if is_number { result } else { size }).copysign(x)
    }
}
