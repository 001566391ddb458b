//! Functions of num-traits, element by element. Those with a kernel of their own are in `math.rs`.

use super::elementwise::unary;
use super::float_element::FloatElement;
use super::rhs::BroadcastRhs;
use crate::kernels::math::{self, MathFloat};
use crate::kernels::specialize::is_plain;
use crate::rank::{Rank, seal::Seal};
use crate::tensor::{Tensor, TensorRef};
use num_traits::Float;

/// For a row of both kinds of numbers: a macro repeats the argument only with something of the row.
#[allow(clippy::extra_unused_type_parameters)]
const fn seal<Kind>() -> Seal {
    Seal
}

/// Rows `name [aliases]: first line, example in, example out, other names, <kind> bound`.
macro_rules! functions {
    ($($name:ident $([$($alias:literal)+])?: $what:literal, $example:literal => $result:literal, $names:literal, $(<$Kind:ident>)? $Bound:path;)+) => {
        impl<T, const R: usize> TensorRef<T, R> { $(
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
            pub fn $name$(<$Kind>)?(&self) -> Tensor<T, R>
            where
                T: $Bound,
            {
                // Of the element type alone: the loop is compiled once for all ranks.
                #[inline(always)]
                fn of_element<T: $Bound $(, $Kind)?>(x: &T) -> T {
                    T::$name(*x $(, seal::<$Kind>())?)
                }
                unary(stringify!($name), self, of_element::<T $(, $Kind)?>)
            }
        )+ }
    };
}

functions! {
    sqrt: "Computes the square root of each element; that of a negative number is NaN.",
        "4.0, 9.0" => "2.0, 3.0", "numpy, torch and ndarray: `sqrt`.", <K> FloatElement<K>;
    recip ["reciprocal"]: "Computes the reciprocal, `1 / x`, of each element `x`.",
        "2.0, 4.0" => "0.5, 0.25", "numpy and torch: `reciprocal`; ndarray: `recip`.", <K> FloatElement<K>;
    floor: "Rounds each element down to an integer.",
        "1.5, -1.5" => "1.0, -2.0", "numpy, torch and ndarray: `floor`.", Float;
    ceil: "Rounds each element up to an integer.",
        "1.5, -1.5" => "2.0, -1.0", "numpy, torch and ndarray: `ceil`.", Float;
    round: "Rounds each element to the nearest integer, and a half away from zero.",
        "0.5, -2.5" => "1.0, -3.0",
        "ndarray and std: `round`; `round` of numpy and torch is `round_ties_even`.", Float;
    trunc: "Rounds each element towards zero to an integer.",
        "1.5, -1.5" => "1.0, -1.0", "numpy, torch and ndarray: `trunc`.", Float;
    fract ["frac"]: "Returns the fractional part of each element, which has the sign of the element.",
        "1.5, -1.5" => "0.5, -0.5", "torch: `frac`; ndarray: `fract`.", Float;
    to_degrees ["degrees" "rad2deg"]: "Converts each element from radians to degrees.",
        "0.0, 3.141_592_7" => "0.0, 180.0", "numpy: `degrees`; torch: `rad2deg`; ndarray: `to_degrees`.", Float;
    to_radians ["radians" "deg2rad"]: "Converts each element from degrees to radians.",
        "0.0, 180.0" => "0.0, 3.141_592_7", "numpy: `radians`; torch: `deg2rad`; ndarray: `to_radians`.", Float;
}

impl<T, const R: usize> TensorRef<T, R> {
    /// Tests whether each element is NaN, and returns the mask.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![1.0, f64::NAN].is_nan(), tensor![false, true]);
    /// ```
    ///
    /// A complex number is NaN if either part is.
    ///
    /// numpy and torch: `isnan`; ndarray: `is_nan`.
    #[doc(alias = "isnan")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn is_nan<K>(&self) -> Tensor<bool, R>
    where
        T: FloatElement<K>,
    {
        unary("is_nan", self, is_nan_element::<T, K>)
    }

    /// Tests whether each element is infinite, and returns the mask.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![1.0, f64::NAN, -f64::INFINITY].is_inf(), tensor![false, false, true]);
    /// ```
    ///
    /// A complex number is infinite if either part is.
    ///
    /// numpy and torch: `isinf`; std: `is_infinite`.
    #[doc(alias = "isinf")]
    #[doc(alias = "is_infinite")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn is_inf<K>(&self) -> Tensor<bool, R>
    where
        T: FloatElement<K>,
    {
        unary("is_inf", self, is_inf_element::<T, K>)
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
    /// A complex number is finite if both parts are.
    ///
    /// numpy and torch: `isfinite`.
    #[doc(alias = "isfinite")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn is_finite<K>(&self) -> Tensor<bool, R>
    where
        T: FloatElement<K>,
    {
        unary("is_finite", self, is_finite_element::<T, K>)
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
    /// The error is at most 2 ulp for `f32` and `f64`.
    ///
    /// # Panics
    /// If the shapes do not broadcast:
    /// `atan2: [2] and [3]: sizes 2 and 3 meet at axis 0 and neither is 1`.
    ///
    /// numpy: `arctan2`; torch and ndarray: `atan2`.
    #[doc(alias = "arctan2")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn atan2<C, const O: usize>(&self, x: C) -> Tensor<T, O>
    where
        T: Float,
        C: BroadcastRhs<T, R, Output = Rank<O>>,
    {
        x.combine_by("atan2", self, &math::ATAN2, |y, x| y.atan2(*x), Seal)
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
    /// The error is at most 1.5 ulp for `f32` and `f64`.
    ///
    /// # Panics
    /// If the shapes do not broadcast:
    /// `hypot: [2] and [3]: sizes 2 and 3 meet at axis 0 and neither is 1`.
    ///
    /// numpy, torch and ndarray: `hypot`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn hypot<C, const O: usize>(&self, y: C) -> Tensor<T, O>
    where
        T: Float,
        C: BroadcastRhs<T, R, Output = Rank<O>>,
    {
        y.combine_by("hypot", self, &math::HYPOT, |x, y| x.hypot(*y), Seal)
    }

    /// Rounds each element to the nearest integer, and a half to the even one.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![0.5, 1.5, 2.5, -2.7].round_ties_even(), tensor![0.0, 2.0, 2.0, -3.0]);
    /// ```
    ///
    /// numpy and torch: `round`; std: `round_ties_even`.
    #[doc(alias = "round")]
    #[doc(alias = "rint")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn round_ties_even(&self) -> Tensor<T, R>
    where
        T: Float,
    {
        unary("round_ties_even", self, to_nearest)
    }

    /// Computes `ln(exp(x) + exp(y))` of each pair of elements, without overflow; `self` is `x`.
    ///
    /// `[m, n], [n] -> [m, n]`: the shapes broadcast. `y` is a tensor or a scalar.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let sum = tensor![1000.0, 0.0].logaddexp(&tensor![1000.0, f64::NEG_INFINITY]);
    /// assert!(sum.all_close(&tensor![1000.693_147_180_6, 0.0], 1e-12, 0.0));
    /// ```
    ///
    /// That of the elements of one tensor is [`logsumexp`](TensorRef::logsumexp).
    ///
    /// # Panics
    /// If the shapes do not broadcast:
    /// `logaddexp: [2] and [3]: sizes 2 and 3 meet at axis 0 and neither is 1`.
    ///
    /// numpy and torch: `logaddexp`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn logaddexp<C, const O: usize>(&self, y: C) -> Tensor<T, O>
    where
        T: Float,
        C: BroadcastRhs<T, R, Output = Rank<O>>,
    {
        let sum = |&x: &T, &y: &T| {
            // Equal infinities have no difference. A NaN makes NaN of the difference.
            let (greater, less) = if x > y { (x, y) } else { (y, x) };
            let difference = if x == y { T::zero() } else { less - greater };
            greater + difference.exp().ln_1p()
        };
        y.combine_by("logaddexp", self, &math::LOG_ADD_EXP, sum, Seal)
    }

    /// Returns the next number of the type after each element, in the direction of another number.
    ///
    /// `[m, n], [n] -> [m, n]`: the shapes broadcast. `towards` is a tensor or a scalar. Of equal
    /// numbers the result is `towards`.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![1.0_f64].nextafter(2.0), tensor![1.0 + f64::EPSILON]);
    /// assert_eq!(tensor![0.0_f32].nextafter(&tensor![-1.0]), tensor![-f32::from_bits(1)]);
    /// ```
    ///
    /// # Panics
    /// If the shapes do not broadcast:
    /// `nextafter: [2] and [3]: sizes 2 and 3 meet at axis 0 and neither is 1`.
    ///
    /// numpy and torch: `nextafter`; std: `next_up`, `next_down`.
    #[doc(alias = "next_up")]
    #[doc(alias = "next_down")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn nextafter<C, const O: usize>(&self, towards: C) -> Tensor<T, O>
    where
        T: MathFloat,
        C: BroadcastRhs<T, R, Output = Rank<O>>,
    {
        towards.combine("nextafter", self, |&x, &y| x.next_after(y, Seal), Seal)
    }
}

// Functions of the element type alone: their loops are compiled once for all ranks.

#[inline(always)]
fn is_nan_element<T: FloatElement<K>, K>(x: &T) -> bool {
    T::is_nan(*x, Seal)
}

#[inline(always)]
fn is_inf_element<T: FloatElement<K>, K>(x: &T) -> bool {
    T::is_inf(*x, Seal)
}

#[inline(always)]
fn is_finite_element<T: FloatElement<K>, K>(x: &T) -> bool {
    T::is_finite(*x, Seal)
}

#[inline(always)]
fn to_nearest<T: Float>(x: &T) -> T {
    if is_plain::<T>() {
        // All numbers from here on are integers: the sum is rounded to one.
        let (whole, size) = (T::epsilon().recip(), x.abs());
        return if size < whole { ((size + whole) - whole).copysign(*x) } else { *x };
    }
    let (one, two) = (T::one(), T::one() + T::one());
    let is_tie = (*x - x.trunc()).abs() * two == one;
    if is_tie { (*x / two).round() * two } else { x.round() }
}
