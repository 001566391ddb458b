//! num-traits' functions of one and two numbers, element by element: those without a kernel of their
//! own, which are in `math.rs`.

use super::elementwise::unary;
#[cfg(any(feature = "std", feature = "libm"))]
use super::rhs::BroadcastRhs;
#[cfg(any(feature = "std", feature = "libm"))]
use crate::rank::{Rank, seal::Seal};
use crate::tensor::{Tensor, TensorRef};
#[cfg(any(feature = "std", feature = "libm"))]
use num_traits::Float;
use num_traits::{Pow, Signed};

impl<T, const R: usize> TensorRef<T, R> {
    /// Takes the absolute value of each element.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![-2, 3].abs(), tensor![2, 3]);
    /// ```
    ///
    /// Of complex numbers: `z.map(|z| z.norm())`.
    ///
    /// numpy and torch: `abs`.
    #[doc(alias = "absolute")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    pub fn abs(&self) -> Tensor<T, R>
    where
        T: Signed,
    {
        unary(self, Signed::abs)
    }

    /// Takes the sign of each element: 1 or -1, and 0 for the integer 0.
    ///
    /// The sign of a float follows its sign bit, as in std: 0.0 gives 1, -0.0 gives -1, NaN stays
    /// NaN.
    ///
    /// numpy and torch: `sign`, which give 0 for both zeros.
    #[doc(alias = "sign")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    pub fn signum(&self) -> Tensor<T, R>
    where
        T: Signed,
    {
        unary(self, Signed::signum)
    }

    /// Raises each element to a power.
    ///
    /// The exponent has any type that the elements can be raised to: `i32` and the float itself for
    /// floats, `u32` and smaller for integers.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![1, 2, 3].pow(2u32), tensor![1, 4, 9]);
    /// assert_eq!(tensor![4.0, 9.0].pow(0.5), tensor![2.0, 3.0]);
    /// ```
    ///
    /// numpy: `power`; torch: `pow`.
    #[doc(alias = "power")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    pub fn pow<E: Clone>(&self, exponent: E) -> Tensor<T, R>
    where
        T: Clone + Pow<E, Output = T>,
    {
        self.map(|x| x.clone().pow(exponent.clone()))
    }
}

/// Rows `name [aliases]: what it does, example in, example out, other names`.
#[cfg(any(feature = "std", feature = "libm"))]
macro_rules! functions {
    ($($name:ident $([$($alias:literal)+])?: $what:literal, $example:literal => $result:literal, $names:literal;)+) => {
        impl<T: Float, const R: usize> TensorRef<T, R> { $(
            #[doc = concat!($what, " of each element.")]
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
            pub fn $name(&self) -> Tensor<T, R> {
                unary(self, |x| x.$name())
            }
        )+ }
    };
}

#[cfg(any(feature = "std", feature = "libm"))]
functions! {
    exp_m1 ["expm1"]: "Computes `exp(x) - 1`, accurate near 0 too,", "0.0, 1e-9" => "0.0, 1e-9", "numpy and torch: `expm1`.";
    log2: "Computes the logarithm to base 2", "1.0, 8.0" => "0.0, 3.0", "numpy and torch: `log2`.";
    log10: "Computes the logarithm to base 10", "1.0, 100.0" => "0.0, 2.0", "numpy and torch: `log10`.";
    ln_1p ["log1p"]: "Computes `ln(1 + x)`, accurate near 0 too,", "0.0, 1e-9" => "0.0, 1e-9", "numpy and torch: `log1p`.";
    sqrt: "Computes the square root", "4.0, 9.0" => "2.0, 3.0", "numpy and torch: `sqrt`.";
    cbrt: "Computes the cube root", "8.0, -27.0" => "2.0, -3.0", "numpy: `cbrt`.";
    recip ["reciprocal"]: "Computes the reciprocal", "2.0, 4.0" => "0.5, 0.25", "numpy and torch: `reciprocal`.";
    tan: "Computes the tangent (radians)", "0.0, 0.785_398_2" => "0.0, 1.0", "numpy and torch: `tan`.";
    asin ["arcsin"]: "Computes the arc sine in radians, -pi/2 to pi/2,", "0.0, 1.0" => "0.0, 1.570_796_3", "numpy: `arcsin`; torch: `asin`.";
    acos ["arccos"]: "Computes the arc cosine in radians, 0 to pi,", "1.0, -1.0" => "0.0, 3.141_592_7", "numpy: `arccos`; torch: `acos`.";
    atan ["arctan"]: "Computes the arc tangent in radians, -pi/2 to pi/2,", "0.0, 1.0" => "0.0, 0.785_398_2", "numpy: `arctan`; torch: `atan`.";
    sinh: "Computes the hyperbolic sine", "0.0, 1.0" => "0.0, 1.175_201_2", "numpy and torch: `sinh`.";
    cosh: "Computes the hyperbolic cosine", "0.0, 1.0" => "1.0, 1.543_080_6", "numpy and torch: `cosh`.";
    asinh ["arcsinh"]: "Computes the inverse hyperbolic sine", "0.0, 1.175_201_2" => "0.0, 1.0", "numpy: `arcsinh`; torch: `asinh`.";
    acosh ["arccosh"]: "Computes the inverse hyperbolic cosine", "1.0, 1.543_080_6" => "0.0, 1.0", "numpy: `arccosh`; torch: `acosh`.";
    atanh ["arctanh"]: "Computes the inverse hyperbolic tangent", "0.0, 0.761_594_2" => "0.0, 1.0", "numpy: `arctanh`; torch: `atanh`.";
    floor: "Takes the floor, the next integer down,", "1.5, -1.5" => "1.0, -2.0", "numpy and torch: `floor`.";
    ceil: "Takes the ceiling, the next integer up,", "1.5, -1.5" => "2.0, -1.0", "numpy and torch: `ceil`.";
    round: "Takes the nearest integer, from a half away from zero,", "0.5, -2.5" => "1.0, -3.0", "numpy and torch: `round`, which round half to even.";
    trunc: "Takes the integer part", "1.5, -1.5" => "1.0, -1.0", "numpy and torch: `trunc`.";
    fract ["frac"]: "Takes the fractional part, with its sign,", "1.5, -1.5" => "0.5, -0.5", "torch: `frac`.";
    to_degrees ["degrees" "rad2deg"]: "Computes the angle in degrees, from radians,", "0.0, 3.141_592_7" => "0.0, 180.0", "numpy: `degrees`; torch: `rad2deg`.";
    to_radians ["radians" "deg2rad"]: "Computes the angle in radians, from degrees,", "0.0, 180.0" => "0.0, 3.141_592_7", "numpy: `radians`; torch: `deg2rad`.";
}

#[cfg(any(feature = "std", feature = "libm"))]
impl<T: Float, const R: usize> TensorRef<T, R> {
    /// Tests each element for NaN.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![1.0, f64::NAN].is_nan(), tensor![false, true]);
    /// ```
    ///
    /// numpy and torch: `isnan`.
    #[doc(alias = "isnan")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    pub fn is_nan(&self) -> Tensor<bool, R> {
        self.map(|x| x.is_nan())
    }

    /// Tests each element for being neither NaN nor infinite.
    ///
    /// numpy and torch: `isfinite`.
    #[doc(alias = "isfinite")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    pub fn is_finite(&self) -> Tensor<bool, R> {
        self.map(|x| x.is_finite())
    }

    /// Computes the angle in radians, -pi to pi, of each point (x, y); `self` is y.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let angle = tensor![1.0, 0.0].atan2(&tensor![1.0, -1.0]);
    /// assert!(angle.all_close(&tensor![0.785_398_2, 3.141_592_7], 1e-6, 1e-6));
    /// ```
    ///
    /// # Panics
    /// When the shapes do not broadcast.
    ///
    /// numpy: `arctan2`; torch: `atan2`.
    #[doc(alias = "arctan2")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn atan2<C: BroadcastRhs<T, R, Output = Rank<O>>, const O: usize>(
        &self,
        x: C,
    ) -> Tensor<T, O> {
        x.combine("atan2", self, |y, x| y.atan2(*x), Seal)
    }

    /// Computes the length of each vector (x, y) without undue overflow.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![3.0, 5.0].hypot(&tensor![4.0, 12.0]), tensor![5.0, 13.0]);
    /// ```
    ///
    /// # Panics
    /// When the shapes do not broadcast.
    ///
    /// numpy and torch: `hypot`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn hypot<C: BroadcastRhs<T, R, Output = Rank<O>>, const O: usize>(
        &self,
        y: C,
    ) -> Tensor<T, O> {
        y.combine("hypot", self, |x, y| x.hypot(*y), Seal)
    }
}
