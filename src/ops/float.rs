//! Functions of num-traits, element by element. Those with a kernel of their own are in `math.rs`.

use super::elementwise::{unary, unary_mut};
#[cfg(any(feature = "std", feature = "libm"))]
use super::rhs::BroadcastRhs;
#[cfg(any(feature = "std", feature = "libm"))]
use crate::rank::{Rank, seal::Seal};
use crate::tensor::{Tensor, TensorRef};
#[cfg(any(feature = "std", feature = "libm"))]
use num_traits::Float;
use num_traits::{Pow, Signed};

impl<T, const R: usize> TensorRef<T, R> {
    /// Returns the absolute value of each element.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![-2, 3].abs(), tensor![2, 3]);
    /// ```
    ///
    /// The absolute values of complex elements are `z.map(|z| z.norm())`.
    ///
    /// numpy, torch and ndarray: `abs`.
    #[doc(alias = "absolute")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn abs(&self) -> Tensor<T, R>
    where
        T: Signed,
    {
        unary("abs", self, Signed::abs)
    }

    /// Returns the sign of each element: 1, -1, or 0 for the integer 0.
    ///
    /// The sign of a float is that of its sign bit, as in std: 0.0 gives 1, and -0.0 gives -1. NaN
    /// gives NaN.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![-7, 0, 3].signum(), tensor![-1, 0, 1]);
    /// assert_eq!(tensor![-0.5, -0.0, 0.0].signum(), tensor![-1.0, -1.0, 1.0]);
    /// ```
    ///
    /// numpy and torch: `sign`, which gives 0 for both zeros; ndarray: `signum`.
    #[doc(alias = "sign")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn signum(&self) -> Tensor<T, R>
    where
        T: Signed,
    {
        unary("signum", self, Signed::signum)
    }

    /// Raises each element to the same power.
    ///
    /// The exponent has a type for which the elements implement [`Pow`]: `i32` or the float type
    /// for floats, `u32` for integers.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![1, 2, 3].pow(2u32), tensor![1, 4, 9]);
    /// assert_eq!(tensor![4.0, 9.0].pow(0.5), tensor![2.0, 3.0]);
    /// ```
    ///
    /// For floats there are `powf`, which also takes a tensor of exponents, and `powi`.
    ///
    /// numpy: `power`; torch: `pow`.
    #[doc(alias = "power")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn pow<E: Clone>(&self, exponent: E) -> Tensor<T, R>
    where
        T: Clone + Pow<E, Output = T>,
    {
        unary_mut("pow", self, |x| x.clone().pow(exponent.clone()))
    }
}

/// Rows `name [aliases]: first line, example in, example out, other names`.
#[cfg(any(feature = "std", feature = "libm"))]
macro_rules! functions {
    ($($name:ident $([$($alias:literal)+])?: $what:literal, $example:literal => $result:literal, $names:literal;)+) => {
        impl<T: Float, const R: usize> TensorRef<T, R> { $(
            #[doc = $what]
            ///
            /// ```
            /// use holor::prelude::*;
            ///
            #[doc = concat!("let y = tensor![", $example, "].", stringify!($name), "();")]
            #[doc = concat!("assert!(y.all_close(&tensor![", $result, "], 1e-6, 1e-6));")]
            /// ```
            ///
            #[doc = $names]
            $($(#[doc(alias = $alias)])+)?
            #[must_use = "the operation leaves the tensor as it is and returns the result"]
            #[track_caller]
            pub fn $name(&self) -> Tensor<T, R> {
                unary(stringify!($name), self, |x| x.$name())
            }
        )+ }
    };
}

#[cfg(any(feature = "std", feature = "libm"))]
functions! {
    exp_m1 ["expm1"]: "Computes `exp(x) - 1` of each element `x`, accurately also near 0.",
        "0.0, 1e-9" => "0.0, 1e-9", "numpy and torch: `expm1`; ndarray: `exp_m1`.";
    log2: "Computes the logarithm to base 2 of each element.",
        "1.0, 8.0" => "0.0, 3.0", "numpy, torch and ndarray: `log2`.";
    log10: "Computes the logarithm to base 10 of each element.",
        "1.0, 100.0" => "0.0, 2.0", "numpy, torch and ndarray: `log10`.";
    ln_1p ["log1p"]: "Computes `ln(1 + x)` of each element `x`, accurately also near 0.",
        "0.0, 1e-9" => "0.0, 1e-9", "numpy and torch: `log1p`; ndarray: `ln_1p`.";
    sqrt: "Computes the square root of each element; that of a negative number is NaN.",
        "4.0, 9.0" => "2.0, 3.0", "numpy, torch and ndarray: `sqrt`.";
    cbrt: "Computes the cube root of each element.",
        "8.0, -27.0" => "2.0, -3.0", "numpy and ndarray: `cbrt`.";
    recip ["reciprocal"]: "Computes the reciprocal, `1 / x`, of each element `x`.",
        "2.0, 4.0" => "0.5, 0.25", "numpy and torch: `reciprocal`; ndarray: `recip`.";
    tan: "Computes the tangent of each element, an angle in radians.",
        "0.0, 0.785_398_2" => "0.0, 1.0", "numpy, torch and ndarray: `tan`.";
    asin ["arcsin"]: "Computes the arc sine of each element, in radians from -pi/2 to pi/2.",
        "0.0, 1.0" => "0.0, 1.570_796_3", "numpy: `arcsin`; torch and ndarray: `asin`.";
    acos ["arccos"]: "Computes the arc cosine of each element, in radians from 0 to pi.",
        "1.0, -1.0" => "0.0, 3.141_592_7", "numpy: `arccos`; torch and ndarray: `acos`.";
    atan ["arctan"]: "Computes the arc tangent of each element, in radians from -pi/2 to pi/2.",
        "0.0, 1.0" => "0.0, 0.785_398_2", "numpy: `arctan`; torch and ndarray: `atan`.";
    sinh: "Computes the hyperbolic sine of each element.",
        "0.0, 1.0" => "0.0, 1.175_201_2", "numpy, torch and ndarray: `sinh`.";
    cosh: "Computes the hyperbolic cosine of each element.",
        "0.0, 1.0" => "1.0, 1.543_080_6", "numpy, torch and ndarray: `cosh`.";
    floor: "Rounds each element down to an integer.",
        "1.5, -1.5" => "1.0, -2.0", "numpy, torch and ndarray: `floor`.";
    ceil: "Rounds each element up to an integer.",
        "1.5, -1.5" => "2.0, -1.0", "numpy, torch and ndarray: `ceil`.";
    round: "Rounds each element to the nearest integer, and a half away from zero.",
        "0.5, -2.5" => "1.0, -3.0",
        "numpy and torch: `round`, which rounds a half to the even integer; ndarray: `round`.";
    trunc: "Rounds each element towards zero to an integer.",
        "1.5, -1.5" => "1.0, -1.0", "numpy, torch and ndarray: `trunc`.";
    fract ["frac"]: "Returns the fractional part of each element, which has the sign of the element.",
        "1.5, -1.5" => "0.5, -0.5", "torch: `frac`; ndarray: `fract`.";
    to_degrees ["degrees" "rad2deg"]: "Converts each element from radians to degrees.",
        "0.0, 3.141_592_7" => "0.0, 180.0", "numpy: `degrees`; torch: `rad2deg`; ndarray: `to_degrees`.";
    to_radians ["radians" "deg2rad"]: "Converts each element from degrees to radians.",
        "0.0, 180.0" => "0.0, 3.141_592_7", "numpy: `radians`; torch: `deg2rad`; ndarray: `to_radians`.";
}

#[cfg(any(feature = "std", feature = "libm"))]
impl<T: Float, const R: usize> TensorRef<T, R> {
    /// Tests whether each element is NaN, and returns the mask.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![1.0, f64::NAN].is_nan(), tensor![false, true]);
    /// ```
    ///
    /// numpy and torch: `isnan`; ndarray: `is_nan`.
    #[doc(alias = "isnan")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn is_nan(&self) -> Tensor<bool, R> {
        unary_mut("is_nan", self, |x| x.is_nan())
    }

    /// Tests whether each element is finite, that is neither NaN nor infinite, and returns the
    /// mask.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![1.0, f64::NAN, f64::INFINITY].is_finite(), tensor![true, false, false]);
    /// ```
    ///
    /// numpy and torch: `isfinite`.
    #[doc(alias = "isfinite")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn is_finite(&self) -> Tensor<bool, R> {
        unary_mut("is_finite", self, |x| x.is_finite())
    }

    /// Computes the angle of each point `(x, y)`, in radians from -pi to pi; `self` is `y`.
    ///
    /// `[m, n], [n] -> [m, n]`: the shapes broadcast. `x` is a tensor or a scalar.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let angle = tensor![1.0, 0.0].atan2(&tensor![1.0, -1.0]);
    /// assert!(angle.all_close(&tensor![0.785_398_2, 3.141_592_7], 1e-6, 1e-6));
    /// ```
    ///
    /// # Panics
    /// If the shapes do not broadcast:
    /// `atan2: [2] and [3]: sizes 2 and 3 meet at axis 0 and neither is 1`.
    ///
    /// numpy: `arctan2`; torch and ndarray: `atan2`.
    #[doc(alias = "arctan2")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn atan2<C: BroadcastRhs<T, R, Output = Rank<O>>, const O: usize>(
        &self,
        x: C,
    ) -> Tensor<T, O> {
        x.combine("atan2", self, |y, x| y.atan2(*x), Seal)
    }

    /// Computes the length `sqrt(x * x + y * y)` of each vector `(x, y)`; `self` is `x`.
    ///
    /// The squares do not overflow on the way. `y` is a tensor or a scalar.
    ///
    /// `[m, n], [n] -> [m, n]`: the shapes broadcast.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![3.0, 5.0].hypot(&tensor![4.0, 12.0]), tensor![5.0, 13.0]);
    /// ```
    ///
    /// # Panics
    /// If the shapes do not broadcast:
    /// `hypot: [2] and [3]: sizes 2 and 3 meet at axis 0 and neither is 1`.
    ///
    /// numpy, torch and ndarray: `hypot`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn hypot<C: BroadcastRhs<T, R, Output = Rank<O>>, const O: usize>(
        &self,
        y: C,
    ) -> Tensor<T, O> {
        y.combine("hypot", self, |x, y| x.hypot(*y), Seal)
    }
}
