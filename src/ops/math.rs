//! Functions of floats with kernels of their own (`kernels/math`).

use super::elementwise::unary;
use super::float_element::FloatElement;
use super::integer::square;
use super::rhs::BroadcastRhs;
use crate::kernels::math::complex::{self, ComplexKernel};
use crate::kernels::math::{self, MathKernel};
use crate::rank::{Rank, seal::Seal};
use crate::tensor::{Tensor, TensorRef};
use num_traits::Float;

/// Applies the kernel of the type to each element, or `scalar` if it has none.
#[track_caller]
fn apply<T: Copy, const R: usize>(
    operation: &'static str,
    x: &TensorRef<T, R>,
    (kernel, of_complex): (&MathKernel, Option<&ComplexKernel>),
    scalar: impl Fn(&T) -> T + Sync,
) -> Tensor<T, R> {
    let elements = of_complex.and_then(|of_complex| complex::map(x.source(), of_complex));
    match elements.or_else(|| math::map(x.source(), None, kernel)) {
        Some(elements) => Tensor::owned(elements, x.layout().to_row_major()),
        None => unary(operation, x, scalar),
    }
}

/// Calls a closure, whose argument gets its type here.
#[inline(always)]
fn called<T>(x: &T, f: impl Fn(&T) -> T) -> T {
    f(x)
}

/// Computes a function of a type without a kernel in `f64`.
fn in_f64<T: Float>(x: &T, function: fn(f64) -> f64) -> T {
    x.to_f64().and_then(|x| T::from(function(x))).unwrap_or_else(T::nan)
}

/// Rows `name [aliases] = kernel [or that of complex numbers], function of other types; <kind> bound; first line, example
/// in, example out, accuracy, names`.
macro_rules! functions {
    ($($name:ident $([$($alias:literal)+])? = $kernel:ident $(or $complex:ident)?, $scalar:expr; $(<$Kind:ident>)? $Bound:path;
       $what:literal, $example:literal => $result:literal, $accuracy:literal, $names:literal;)+) => {
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
            #[doc = $accuracy]
            /// See [accuracy](crate::accuracy) for the bounds of all functions.
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
                    called(x, $scalar)
                }
                let kernels = (&math::$kernel, None$(.or(T::$complex))?);
                apply(stringify!($name), self, kernels, of_element::<T $(, $Kind)?>)
            }
        )+ }

        /// The functions of one number.
        pub(crate) mod scalar {
            use crate::kernels::math::MathFloat;
            use crate::rank::seal::Seal;
            $(
            #[doc = concat!("Computes [`", stringify!($name), "`](super::TensorRef::", stringify!($name), ") of a number.")]
            ///
            /// ```
            /// use holor::{math, prelude::*};
            ///
            #[doc = concat!("let x = tensor![", $example, "];")]
            #[doc = concat!("assert_eq!(x.map(|&x| math::", stringify!($name), "(x)), x.", stringify!($name), "());")]
            /// ```
            ///
            #[doc = $accuracy]
            ///
            #[doc = $names]
            $($(#[doc(alias = $alias)])+)?
            #[inline(always)]
            #[must_use]
            pub fn $name<T: MathFloat>(x: T) -> T {
                x.$name(Seal)
            }
            )+

            /// Computes [`hypot`](super::TensorRef::hypot) of two numbers: `sqrt(x * x + y * y)`, without overflow on
            /// the way.
            ///
            /// ```
            /// use holor::{math, prelude::*};
            ///
            /// let x = tensor![3.0, 5.0];
            /// assert_eq!(x.map(|&x| math::hypot(x, 4.0)), x.hypot(4.0));
            /// ```
            ///
            /// The error is at most 1.5 ulp for `f32` and `f64`.
            ///
            /// numpy and torch: `hypot`.
            #[inline(always)]
            #[must_use]
            pub fn hypot<T: MathFloat>(x: T, y: T) -> T {
                x.hypot(y, Seal)
            }

            /// Computes [`powf`](super::TensorRef::powf) of a number: `x` to the power `exponent`.
            ///
            /// ```
            /// use holor::{math, prelude::*};
            ///
            /// let x = tensor![4.0, 9.0];
            /// assert_eq!(x.map(|&x| math::pow(x, 0.5)), x.powf(0.5));
            /// ```
            ///
            /// The bounds of the error are those of `powf`.
            ///
            /// numpy: `power`; torch: `pow`.
            #[doc(alias = "powf")]
            #[inline(always)]
            #[must_use]
            pub fn pow<T: MathFloat>(x: T, exponent: T) -> T {
                x.pow(exponent, Seal)
            }
        }
    };
}

functions! {
    exp = EXP or COMPLEX_EXP, |&x| T::exp(x, Seal); <K> FloatElement<K>;
        "Computes the exponential function, e to the power `x`, of each element `x`.",
        "0.0, 1.0" => "1.0, 2.718_281_8",
        "The error is at most 1 ulp for `f32` and `f64`.", "numpy, torch and ndarray: `exp`.";
    exp2 = EXP2, |x| x.exp2(); Float;
        "Computes 2 to the power `x` of each element `x`.", "0.0, 3.0" => "1.0, 8.0",
        "The error is at most 1.2 ulp for `f32` and `f64`; integer powers are exact.",
        "numpy, torch and ndarray: `exp2`.";
    exp_m1 ["expm1"] = EXP_M1 or COMPLEX_EXP_M1, |&x| T::exp_m1(x, Seal); <K> FloatElement<K>;
        "Computes `exp(x) - 1` of each element `x`, accurately also near 0.",
        "0.0, 1e-9" => "0.0, 1e-9",
        "The error is at most 1.5 ulp for `f32` and `f64`.",
        "numpy and torch: `expm1`; ndarray: `exp_m1`.";
    ln ["log"] = LN or COMPLEX_LN, |&x| T::ln(x, Seal); <K> FloatElement<K>;
        "Computes the natural logarithm of each element; that of a negative number is NaN.",
        "1.0, 2.718_281_8" => "0.0, 1.0",
        "The error is at most 1 ulp for `f32` and `f64`.", "numpy and torch: `log`; ndarray: `ln`.";
    ln_1p ["log1p"] = LN_1P or COMPLEX_LN_1P, |&x| T::ln_1p(x, Seal); <K> FloatElement<K>;
        "Computes `ln(1 + x)` of each element `x`, accurately also near 0; below -1 it is NaN.",
        "0.0, 1e-9" => "0.0, 1e-9",
        "The error is at most 1 ulp for `f32` and `f64`.",
        "numpy and torch: `log1p`; ndarray: `ln_1p`.";
    log2 = LOG2 or COMPLEX_LOG2, |&x| T::log2(x, Seal); <K> FloatElement<K>;
        "Computes the logarithm to base 2 of each element; that of a negative number is NaN.",
        "1.0, 8.0" => "0.0, 3.0",
        "The error is at most 1.2 ulp for `f32` and `f64`; the logarithms of powers of 2 are exact.",
        "numpy, torch and ndarray: `log2`.";
    log10 = LOG10 or COMPLEX_LOG10, |&x| T::log10(x, Seal); <K> FloatElement<K>;
        "Computes the logarithm to base 10 of each element; that of a negative number is NaN.",
        "1.0, 100.0" => "0.0, 2.0",
        "The error is at most 1.2 ulp for `f32` and `f64`; the logarithms of powers of 10 are exact.",
        "numpy, torch and ndarray: `log10`.";
    cbrt = CBRT, |x| x.cbrt(); Float;
        "Computes the cube root of each element.", "8.0, -27.0" => "2.0, -3.0",
        "The error is at most 0.9 ulp for `f32` and `f64`; the roots of cubes are exact.",
        "numpy and ndarray: `cbrt`.";
    sinh = SINH or COMPLEX_SINH, |&x| T::sinh(x, Seal); <K> FloatElement<K>;
        "Computes the hyperbolic sine of each element.", "0.0, 1.0" => "0.0, 1.175_201_2",
        "The error is at most 2 ulp for `f32` and `f64`.", "numpy, torch and ndarray: `sinh`.";
    cosh = COSH or COMPLEX_COSH, |&x| T::cosh(x, Seal); <K> FloatElement<K>;
        "Computes the hyperbolic cosine of each element.", "0.0, 1.0" => "1.0, 1.543_080_6",
        "The error is at most 2 ulp for `f32` and `f64`.", "numpy, torch and ndarray: `cosh`.";
    tanh = TANH or COMPLEX_TANH, |&x| T::tanh(x, Seal); <K> FloatElement<K>;
        "Computes the hyperbolic tangent of each element.", "0.0, 1.0" => "0.0, 0.761_594_2",
        "The error is at most 2.5 ulp for `f32` and `f64`.", "numpy, torch and ndarray: `tanh`.";
    sigmoid ["expit"] = SIGMOID, |&x| (T::one() + (-x).exp()).recip(); Float;
        "Computes the logistic function `1 / (1 + exp(-x))`, from 0 to 1, of each element `x`.",
        "0.0, 1.0" => "0.5, 0.731_058_6",
        "The error is at most 1.5 ulp for `f32` and `f64`.",
        "scipy: `special.expit`; torch: `sigmoid`.";
    silu ["swish"] = SILU, |x| in_f64(x, scalar::silu); Float;
        "Computes the sigmoid linear unit `x / (1 + exp(-x))` of each element `x`, also known as swish.",
        "0.0, 1.0, -1.0" => "0.0, 0.731_058_6, -0.268_941_4",
        "The error is at most 3 ulp for `f32` and `f64`, also where the result is close to 0; of minus infinity it is \
        -0. `f16` and `bf16` are computed in `f32`, your own types in `f64`. \
        (Elfwing, Uchibe and Doya 2017, \"Sigmoid-weighted linear units for neural network function approximation in \
        reinforcement learning\".)",
        "torch: `nn.functional.silu`.";
    erf = ERF, |x| in_f64(x, scalar::erf); Float;
        "Computes the error function, from -1 to 1, of each element.",
        "0.0, 1.0" => "0.0, 0.842_700_8",
        "The error is at most 1.5 ulp for `f32` and `f64`. `f16` and `bf16` are computed in `f32`, your own \
        types in `f64`.",
        "scipy: `special.erf`; torch: `erf`.";
    gelu = GELU, |x| in_f64(x, scalar::gelu); Float;
        "Computes the Gaussian error linear unit of each element `x`: `x * P(Z < x)` for a standard \
        normal variable `Z`.",
        "0.0, 1.0, -1.0" => "0.0, 0.841_344_7, -0.158_655_3",
        "The error is at most 6.5 ulp for `f32` and 9 for `f64`, also where the result is close to 0. `f16` and \
        `bf16` are computed in `f32`, your own types in `f64`. \
        (Hendrycks and Gimpel 2016, \"Gaussian error linear units\"; not the approximation by `tanh`.)",
        "torch: `nn.functional.gelu`.";
    sin = SIN or COMPLEX_SIN, |&x| T::sin(x, Seal); <K> FloatElement<K>;
        "Computes the sine of each element, an angle in radians.",
        "0.0, 1.570_796_3" => "0.0, 1.0",
        "The error is at most 1.6 ulp for `f32` and 1 for `f64`; above a million it is that of the \
        C library (without `std`, of `libm`).",
        "numpy, torch and ndarray: `sin`.";
    cos = COS or COMPLEX_COS, |&x| T::cos(x, Seal); <K> FloatElement<K>;
        "Computes the cosine of each element, an angle in radians.",
        "0.0, 3.141_592_7" => "1.0, -1.0",
        "The error is at most 1.6 ulp for `f32` and 1 for `f64`; above a million it is that of the \
        C library (without `std`, of `libm`).",
        "numpy, torch and ndarray: `cos`.";
    tan = TAN or COMPLEX_TAN, |&x| T::tan(x, Seal); <K> FloatElement<K>;
        "Computes the tangent of each element, an angle in radians.",
        "0.0, 0.785_398_2" => "0.0, 1.0",
        "The error is at most 2.1 ulp for `f32` and 2 for `f64`; above a million it is that of the C library \
        (without `std`, of `libm`).",
        "numpy, torch and ndarray: `tan`.";
    asin ["arcsin"] = ASIN, |&x| T::asin(x, Seal); <K> FloatElement<K>;
        "Computes the arc sine of each element, in radians from -pi/2 to pi/2; beyond -1 and 1 it is NaN.",
        "0.0, 1.0" => "0.0, 1.570_796_3",
        "The error is at most 2 ulp for `f32` and `f64`.",
        "numpy: `arcsin`; torch and ndarray: `asin`.";
    acos ["arccos"] = ACOS, |&x| T::acos(x, Seal); <K> FloatElement<K>;
        "Computes the arc cosine of each element, in radians from 0 to pi; beyond -1 and 1 it is NaN.",
        "1.0, -1.0" => "0.0, 3.141_592_7",
        "The error is at most 2 ulp for `f32` and `f64`.",
        "numpy: `arccos`; torch and ndarray: `acos`.";
    atan ["arctan"] = ATAN, |&x| T::atan(x, Seal); <K> FloatElement<K>;
        "Computes the arc tangent of each element, in radians from -pi/2 to pi/2.",
        "0.0, 1.0" => "0.0, 0.785_398_2",
        "The error is at most 2 ulp for `f32` and `f64`.",
        "numpy: `arctan`; torch and ndarray: `atan`.";
    asinh ["arcsinh"] = ASINH, |&x| T::asinh(x, Seal); <K> FloatElement<K>;
        "Computes the inverse hyperbolic sine of each element.", "0.0, 1.175_201_2" => "0.0, 1.0",
        "The error is at most 2 ulp for `f32` and `f64`.",
        "numpy: `arcsinh`; torch and ndarray: `asinh`.";
    acosh ["arccosh"] = ACOSH, |&x| T::acosh(x, Seal); <K> FloatElement<K>;
        "Computes the inverse hyperbolic cosine of each element; below 1 it is NaN.",
        "1.0, 1.543_080_6" => "0.0, 1.0",
        "The error is at most 2 ulp for `f32` and `f64`.",
        "numpy: `arccosh`; torch and ndarray: `acosh`.";
    atanh ["arctanh"] = ATANH, |&x| T::atanh(x, Seal); <K> FloatElement<K>;
        "Computes the inverse hyperbolic tangent of each element; beyond -1 and 1 it is NaN.",
        "0.0, 0.761_594_2" => "0.0, 1.0",
        "The error is at most 2 ulp for `f32` and `f64`.",
        "numpy: `arctanh`; torch and ndarray: `atanh`.";
}

impl<T, const R: usize> TensorRef<T, R> {
    /// Raises each element to the same integer power.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![2.0, -3.0].powi(2), tensor![4.0, 9.0]);
    /// ```
    ///
    /// Squares and cubes are products: the error of a square is at most 0.5 ulp, that of a cube
    /// 1.5. Other powers are those of [`powf`](TensorRef::powf), of an exponent that the type cannot hold
    /// those in `f64`.
    ///
    /// numpy: `power`; torch: `pow`; ndarray: `powi`.
    #[doc(alias = "power")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn powi(&self, exponent: i32) -> Tensor<T, R>
    where
        T: Float,
    {
        match exponent {
            2 => return unary("powi", self, square),
            3 => return unary("powi", self, cube),
            _ => {}
        }
        match T::from(exponent) {
            Some(power) if power.to_i32() == Some(exponent) => self.powf(power),
            _ => unary("powi", self, power(exponent)),
        }
    }

    /// Raises each element to a power; the exponent is a scalar or a tensor.
    ///
    /// `[m, n], [n] -> [m, n]`: the shapes broadcast.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![4.0, 9.0].powf(0.5), tensor![2.0, 3.0]);
    /// assert_eq!(tensor![4.0, 9.0].powf(&tensor![0.5, 2.0]), tensor![2.0, 81.0]);
    /// ```
    ///
    /// The error is at most 1 ulp for `f32` and `f64`. Special values are those of C (ISO/IEC 9899,
    /// annex F): a negative number to a power that is no integer is NaN, and anything to the power
    /// 0 is 1. See [accuracy](crate::accuracy).
    ///
    /// # Panics
    /// If the shapes do not broadcast:
    /// `powf: [2] and [3]: sizes 2 and 3 meet at axis 0 and neither is 1`.
    ///
    /// numpy: `power`; torch: `pow`; ndarray: `powf`.
    #[doc(alias = "power")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn powf<K, C, const O: usize>(&self, exponent: C) -> Tensor<T, O>
    where
        T: FloatElement<K>,
        C: BroadcastRhs<T, R, Output = Rank<O>>,
    {
        exponent.combine_by("powf", self, &math::POW, |&x, &y| T::powf(x, y, Seal), Seal)
    }
}

// Functions of the element type alone: their loops are compiled once for all ranks.

#[inline(always)]
fn cube<T: Float>(x: &T) -> T {
    *x * *x * *x
}

fn power<T: Float>(exponent: i32) -> impl Fn(&T) -> T + Sync {
    let power = move |x| scalar::pow(x, f64::from(exponent));
    move |x| x.to_f64().and_then(|x| T::from(power(x))).unwrap_or_else(T::nan)
}
