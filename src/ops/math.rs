//! Functions of floats that have kernels of their own (`kernels/math`).

use super::elementwise::unary;
use super::rhs::BroadcastRhs;
use crate::kernels::math::{self, Unary};
use crate::rank::{Rank, seal::Seal};
use crate::tensor::{Tensor, TensorRef};
use num_traits::Float;

/// What `function` makes of each element, or `scalar` where the type has no kernel.
fn apply<T, const R: usize>(
    x: &TensorRef<T, R>,
    function: &Unary,
    scalar: impl Fn(&T) -> T + Sync,
) -> Tensor<T, R> {
    match math::map(x.source(), function) {
        Some(elements) => Tensor::owned(elements, x.layout().to_row_major()),
        None => unary(x, scalar),
    }
}

/// A function of a type without a kernel, in `f64`.
fn in_f64<T: Float>(x: &T, function: &Unary) -> T {
    x.to_f64().and_then(|x| T::from(math::one(x, function))).unwrap_or_else(T::nan)
}

/// Rows `name [aliases] = kernel, of other types: what it does, example in, example out, accuracy, names`.
macro_rules! functions {
    ($($name:ident $([$($alias:literal)+])? = $kernel:ident, $scalar:expr; $what:literal, $example:literal => $result:literal,
       $accuracy:literal, $names:literal;)+) => {
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
            #[doc = $accuracy]
            /// See [accuracy](crate::accuracy).
            ///
            #[doc = $names]
            $($(#[doc(alias = $alias)])+)?
            #[must_use = "the operation leaves the tensor as it is and returns the result"]
            pub fn $name(&self) -> Tensor<T, R> {
                apply(self, &math::$kernel, $scalar)
            }
        )+ }
    };
}

functions! {
    exp = EXP, |x| x.exp();
        "Computes e to the power", "0.0, 1.0" => "1.0, 2.718_281_8",
        "Within 1 ulp for `f32` and `f64`.", "numpy and torch: `exp`.";
    exp2 = EXP2, |x| x.exp2();
        "Computes 2 to the power", "0.0, 3.0" => "1.0, 8.0",
        "Within 1 ulp for `f32` and `f64`; powers of two are exact.", "numpy and torch: `exp2`.";
    ln ["log"] = LN, |x| x.ln();
        "Computes the natural logarithm", "1.0, 2.718_281_8" => "0.0, 1.0",
        "Within 1 ulp for `f32` and `f64`.", "numpy and torch: `log`.";
    tanh = TANH, |x| x.tanh();
        "Computes the hyperbolic tangent", "0.0, 1.0" => "0.0, 0.761_594_2",
        "Within 2 ulp for `f32` and `f64`.", "numpy and torch: `tanh`.";
    sigmoid ["expit"] = SIGMOID, |&x| (T::one() + (-x).exp()).recip();
        "Computes `1 / (1 + exp(-x))`, between 0 and 1,", "0.0, 1.0" => "0.5, 0.731_058_6",
        "Within 2 ulp for `f32` and `f64`.", "scipy: `special.expit`; torch: `sigmoid`.";
    erf = ERF, |x| in_f64(x, &math::ERF);
        "Computes the error function, from -1 to 1,", "0.0, 1.0" => "0.0, 0.842_700_8",
        "Within 2 ulp for `f32` and `f64`; of other types, in `f64`.",
        "scipy: `special.erf`; torch: `erf`.";
    gelu = GELU, |x| in_f64(x, &math::GELU);
        "Computes `x P(Z < x)` with a normal variable `Z`, the Gaussian error linear unit,",
        "0.0, 1.0, -1.0" => "0.0, 0.841_344_7, -0.158_655_3",
        "Within 6 ulp for `f32` and `f64`, also where it is close to 0; of other types, in `f64`. \
        (Hendrycks and Gimpel 2016, \"Gaussian error linear units\"; not the approximation by `tanh`.)",
        "torch: `nn.functional.gelu`.";
    sin = SIN, |x| x.sin();
        "Computes the sine (radians)", "0.0, 1.570_796_3" => "0.0, 1.0",
        "Within 2 ulp for `f32` and `f64`; beyond a million, as precise as the C library's.",
        "numpy and torch: `sin`.";
    cos = COS, |x| x.cos();
        "Computes the cosine (radians)", "0.0, 3.141_592_7" => "1.0, -1.0",
        "Within 2 ulp for `f32` and `f64`; beyond a million, as precise as the C library's.",
        "numpy and torch: `cos`.";
}

impl<T: Float, const R: usize> TensorRef<T, R> {
    /// Raises each element to an integer power.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![2.0, -3.0].powi(2), tensor![4.0, 9.0]);
    /// ```
    ///
    /// Squares and cubes are products, other powers as in [`powf`](Tensor::powf).
    ///
    /// numpy: `power`; torch: `pow`.
    #[doc(alias = "power")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    pub fn powi(&self, exponent: i32) -> Tensor<T, R> {
        match exponent {
            2 => return unary(self, |&x| x * x),
            3 => return unary(self, |&x| x * x * x),
            _ => {}
        }
        // An exponent that `f32` does not hold would be another one.
        if exponent.unsigned_abs() <= 1 << 24
            && let Some(power) = T::from(exponent)
        {
            return self.powf(power);
        }
        self.map(|x| x.powi(exponent))
    }

    /// Raises each element to a power.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![4.0, 9.0].powf(0.5), tensor![2.0, 3.0]);
    /// assert_eq!(tensor![4.0, 9.0].powf(&tensor![0.5, 2.0]), tensor![2.0, 81.0]);
    /// ```
    ///
    /// Within 1 ulp for `f32` and `f64`, with the special values of C: a negative number has powers
    /// with integer exponents only, else NaN; anything to the power 0 is 1. See
    /// [accuracy](crate::accuracy).
    ///
    /// # Panics
    /// When the shapes do not broadcast.
    ///
    /// numpy: `power`; torch: `pow`.
    #[doc(alias = "power")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn powf<C: BroadcastRhs<T, R, Output = Rank<O>>, const O: usize>(
        &self,
        exponent: C,
    ) -> Tensor<T, O> {
        exponent.combine_by("powf", self, &math::POW, |x, y| x.powf(*y), Seal)
    }
}
