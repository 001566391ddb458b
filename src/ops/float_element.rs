//! The element types of functions such as `exp` and `sin`: floats, and complex numbers of them.

use super::reduce::{complex_euclidean, complex_norms, euclidean, real_norms};
use super::sign::{ComplexNumbers, RealNumbers};
use crate::formulas::exponential::{Cosh, Exp, ExpM1, Sinh, Tanh};
use crate::formulas::logarithm::{Ln, Ln1p, Log2, Log10};
use crate::formulas::trigonometric::{Cos, Sin, Tan};
use crate::formulas::{FunctionOfTwo, complex, complex_inverse};
use crate::kernels::math::complex::{self as kernels, ComplexKernel};
use crate::rank::seal::Seal;
use crate::tensor::TensorRef;
use alloc::vec::Vec;
use num_complex::Complex;
use num_traits::Float;

/// The functions of one number, with those of a complex one.
macro_rules! each_function {
    ($what:ident) => {
        each_function! { @ $what
            exp COMPLEX_EXP: at::<Exp>;
            exp_m1 COMPLEX_EXP_M1: at::<ExpM1>;
            ln COMPLEX_LN: at::<Ln>;
            ln_1p COMPLEX_LN_1P: at::<Ln1p>;
            log2 COMPLEX_LOG2: at::<Log2>;
            log10 COMPLEX_LOG10: at::<Log10>;
            sqrt: complex::sqrt;
            recip: complex::recip;
            sin COMPLEX_SIN: at::<Sin>;
            cos COMPLEX_COS: at::<Cos>;
            tan COMPLEX_TAN: at::<Tan>;
            asin: complex_inverse::asin;
            acos: complex_inverse::acos;
            atan: complex_inverse::atan;
            sinh COMPLEX_SINH: at::<Sinh>;
            cosh COMPLEX_COSH: at::<Cosh>;
            tanh COMPLEX_TANH: at::<Tanh>;
            asinh: complex_inverse::asinh;
            acosh: complex_inverse::acosh;
            atanh: complex_inverse::atanh;
        }
    };
    (@ headers $($name:ident $($KERNEL:ident)?: $complex:path;)+) => { $(
        #[doc(hidden)]
        fn $name(x: Self, _: Seal) -> Self;
        $(
            #[doc(hidden)]
            const $KERNEL: Option<&'static ComplexKernel> = None;
        )?
    )+ };
    (@ real $($name:ident $($KERNEL:ident)?: $complex:path;)+) => { $(
        #[inline(always)]
        fn $name(x: Self, _: Seal) -> Self {
            x.$name()
        }
    )+ };
    (@ complex $($name:ident $($KERNEL:ident)?: $complex:path;)+) => { $(
        #[inline]
        fn $name(x: Self, _: Seal) -> Self {
            narrow($complex(wide(x)))
        }
        $(const $KERNEL: Option<&'static ComplexKernel> = Some(&kernels::$KERNEL);)?
    )+ };
}

/// An element type of functions such as [`exp`](crate::TensorRef::exp): a float, or a complex number of
/// floats.
///
/// Every type with [`Float`] is one of [`RealNumbers`], and `Complex` of such a type is one of
/// [`ComplexNumbers`]. The compiler infers the kind. A function over both names it:
///
/// ```
/// use holor::num_complex::Complex;
/// use holor::operand::FloatElement;
/// use holor::prelude::*;
///
/// fn cis<K, T: FloatElement<K>, const R: usize>(x: &TensorRef<T, R>) -> [Tensor<T, R>; 2] {
///     [x.cos(), x.sin()]
/// }
///
/// assert_eq!(cis(&tensor![0.0_f32]), [tensor![1.0], tensor![0.0]]);
/// assert_eq!(cis(&tensor![Complex::new(0.0, 0.0)])[0], tensor![Complex::new(1.0, 0.0)]);
/// ```
#[diagnostic::on_unimplemented(
    message = "a tensor of `{Self}` elements does not have this function of floats and complex numbers",
    label = "`{Self}` is neither a float nor a complex number",
    note = "of integers: `.cast::<f64>()` makes floats",
    note = "a number type of your own implements `num_traits::Float`"
)]
pub trait FloatElement<Kind>: Copy {
    /// The type of norms: that of the parts of a complex number.
    type Real;

    #[doc(hidden)]
    fn powf(x: Self, exponent: Self, _: Seal) -> Self;
    #[doc(hidden)]
    fn is_nan(x: Self, _: Seal) -> bool;
    #[doc(hidden)]
    fn is_finite(x: Self, _: Seal) -> bool;
    #[doc(hidden)]
    fn is_inf(x: Self, _: Seal) -> bool;
    #[doc(hidden)]
    fn euclidean_norms<const R: usize>(
        x: &TensorRef<Self, R>,
        marked: [bool; R],
        len: usize,
        _: Seal,
    ) -> Vec<Self::Real>;
    #[doc(hidden)]
    fn norms<const R: usize>(
        x: &TensorRef<Self, R>,
        marked: [bool; R],
        len: usize,
        order: Self::Real,
        _: Seal,
    ) -> Vec<Self::Real>;
    each_function!(headers);
}

#[diagnostic::do_not_recommend]
impl<T: Float> FloatElement<RealNumbers> for T {
    type Real = T;

    #[inline(always)]
    fn powf(x: Self, exponent: Self, _: Seal) -> Self {
        x.powf(exponent)
    }

    #[inline(always)]
    fn is_nan(x: Self, _: Seal) -> bool {
        x.is_nan()
    }

    #[inline(always)]
    fn is_finite(x: Self, _: Seal) -> bool {
        x.is_finite()
    }

    #[inline(always)]
    fn is_inf(x: Self, _: Seal) -> bool {
        x.is_infinite()
    }

    fn euclidean_norms<const R: usize>(
        x: &TensorRef<Self, R>,
        marked: [bool; R],
        len: usize,
        _: Seal,
    ) -> Vec<T> {
        euclidean(x, marked, len)
    }

    fn norms<const R: usize>(
        x: &TensorRef<Self, R>,
        marked: [bool; R],
        len: usize,
        order: T,
        _: Seal,
    ) -> Vec<T> {
        real_norms(x, marked, len, order)
    }

    each_function!(real);
}

#[diagnostic::do_not_recommend]
impl<F: Float> FloatElement<ComplexNumbers> for Complex<F> {
    type Real = F;

    #[inline]
    fn powf(x: Self, exponent: Self, _: Seal) -> Self {
        narrow(complex::pow(wide(x), wide(exponent)))
    }

    #[inline(always)]
    fn is_nan(x: Self, _: Seal) -> bool {
        x.re.is_nan() || x.im.is_nan()
    }

    #[inline(always)]
    fn is_finite(x: Self, _: Seal) -> bool {
        x.re.is_finite() && x.im.is_finite()
    }

    #[inline(always)]
    fn is_inf(x: Self, _: Seal) -> bool {
        x.re.is_infinite() || x.im.is_infinite()
    }

    fn euclidean_norms<const R: usize>(
        x: &TensorRef<Self, R>,
        marked: [bool; R],
        len: usize,
        _: Seal,
    ) -> Vec<F> {
        complex_euclidean(x, marked, len)
    }

    fn norms<const R: usize>(
        x: &TensorRef<Self, R>,
        marked: [bool; R],
        len: usize,
        order: F,
        _: Seal,
    ) -> Vec<F> {
        complex_norms(x, marked, len, order)
    }

    each_function!(complex);
}

/// A function of a type without a kernel.
fn at<F: FunctionOfTwo<f64, Complex<f64>>>(z: Complex<f64>) -> Complex<f64> {
    F::at::<false>(z.re, z.im)
}

/// A number in `f64`, in which complex functions are computed.
#[inline(always)]
pub(super) fn wide<F: Float>(z: Complex<F>) -> Complex<f64> {
    let part = |x: F| x.to_f64().unwrap_or(f64::NAN);
    Complex::new(part(z.re), part(z.im))
}

/// The absolute value.
#[inline(always)]
pub(in crate::ops) fn absolute<F: Float>(z: Complex<F>) -> F {
    F::from(complex::abs(wide(z))).unwrap_or_else(F::nan)
}

#[inline(always)]
pub(super) fn narrow<F: Float>(z: Complex<f64>) -> Complex<F> {
    let part = |x| F::from(x).unwrap_or_else(F::nan);
    Complex::new(part(z.re), part(z.im))
}
