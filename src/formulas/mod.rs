//! Functions of one and two numbers as formulas: no memory, no loops but over an array.
//!
//! Each is a formula without branches on a plain `f32` or `f64`, which a loop over a slice inlines, compiled for
//! each instruction set (`kernels/math`): `exponential.rs` exp, exp2, `exp_m1`, sinh, cosh, tanh, sigmoid, silu;
//! `logarithm.rs` ln, `ln_1p`, log2, log10; `root.rs` cbrt; `error_function.rs` erf and gelu; `trigonometric.rs`
//! sin, cos, tan; `inverse_trigonometric.rs`; `inverse_hyperbolic.rs`; `power.rs`; `of_two.rs`; `neighbour.rs` nextafter.
//! `complex.rs` and the three files named after it have functions of one complex number, `numbers.rs` sums and quotients of
//! built-in numbers, `ordered.rs` their order, `scaled_product.rs` products and `moment.rs` variances of many,
//! `pairwise.rs` the tree in which sums come together.
//! `real.rs` has the arithmetic and constants of both types, `coefficients.rs` the polynomials, which
//! `coefficients.py` computes.
//!
//! A product and a sum are rounded at once where the machine can do that (`FMA`), so results may
//! differ in the last bit between machines. On one machine they do not depend on where an element
//! lies: one element and the rest of a vector take the same formula.

#[cfg(any(feature = "std", feature = "libm"))]
#[rustfmt::skip]
mod coefficients;
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) mod complex;
#[cfg(any(feature = "std", feature = "libm"))]
mod complex_exponential;
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) mod complex_inverse;
#[cfg(any(feature = "std", feature = "libm"))]
mod complex_logarithm;
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) mod error_function;
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) mod exponential;
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) mod inverse_hyperbolic;
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) mod inverse_trigonometric;
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) mod logarithm;
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) mod moment;
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) mod neighbour;
pub(crate) mod numbers;
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) mod of_two;
pub(crate) mod ordered;
pub(crate) mod pairwise;
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) mod power;
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) mod real;
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) mod root;
pub(crate) mod scaled_product;
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) mod trigonometric;

/// A function of one number.
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) trait Function<T: real::Real> {
    /// The function of any number.
    fn at<const FMA: bool>(x: T) -> T;

    /// The range of [`size`](Self::size) in which [`near`](Self::near) is right, if there is one: two numbers, neither
    /// negative.
    const NEAR: Option<[T; 2]> = None;

    /// What is compared with `NEAR`.
    #[inline(always)]
    fn size(x: T) -> T {
        x.abs()
    }

    /// A quicker formula with the results of `at`.
    #[inline(always)]
    fn near<const FMA: bool>(x: T) -> T {
        Self::at::<FMA>(x)
    }
}

/// A function of two numbers, or of a complex one, whose parts they are.
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) trait FunctionOfTwo<T, Y = T> {
    /// The function of any numbers.
    fn at<const FMA: bool>(x: T, y: T) -> Y;

    /// A quicker formula with the results of `at`, and whether it is right for the two numbers.
    #[inline(always)]
    fn near<const FMA: bool>(x: T, y: T) -> (Y, bool) {
        (Self::at::<FMA>(x, y), true)
    }
}

/// Calls a macro with what is given for it, and for each function of one number its kernel, its name in
/// [`math`](crate::math) and its formula.
#[cfg(any(feature = "std", feature = "libm"))]
macro_rules! functions_of_one {
    ($macro:ident $($given:tt)*) => {
        $macro! {
            $($given)*
            EXP exp: $crate::formulas::exponential::Exp;
            EXP2 exp2: $crate::formulas::exponential::Exp2;
            EXP_M1 exp_m1: $crate::formulas::exponential::ExpM1;
            SINH sinh: $crate::formulas::exponential::Sinh;
            COSH cosh: $crate::formulas::exponential::Cosh;
            TANH tanh: $crate::formulas::exponential::Tanh;
            SIGMOID sigmoid: $crate::formulas::exponential::Sigmoid;
            SILU silu: $crate::formulas::exponential::Silu;
            LN ln: $crate::formulas::logarithm::Ln;
            LN_1P ln_1p: $crate::formulas::logarithm::Ln1p;
            LOG2 log2: $crate::formulas::logarithm::Log2;
            LOG10 log10: $crate::formulas::logarithm::Log10;
            CBRT cbrt: $crate::formulas::root::Cbrt;
            ERF erf: $crate::formulas::error_function::Erf;
            GELU gelu: $crate::formulas::error_function::Gelu;
            SIN sin: $crate::formulas::trigonometric::Sin;
            COS cos: $crate::formulas::trigonometric::Cos;
            TAN tan: $crate::formulas::trigonometric::Tan;
            ASIN asin: $crate::formulas::inverse_trigonometric::Asin;
            ACOS acos: $crate::formulas::inverse_trigonometric::Acos;
            ATAN atan: $crate::formulas::inverse_trigonometric::Atan;
            ASINH asinh: $crate::formulas::inverse_hyperbolic::Asinh;
            ACOSH acosh: $crate::formulas::inverse_hyperbolic::Acosh;
            ATANH atanh: $crate::formulas::inverse_hyperbolic::Atanh;
        }
    };
}
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) use functions_of_one;
