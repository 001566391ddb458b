//! Absolute values and signs.

use super::elementwise::unary;
#[cfg(any(feature = "std", feature = "libm"))]
use super::float_element::{absolute, narrow, wide};
use super::rhs::BroadcastRhs;
#[cfg(any(feature = "std", feature = "libm"))]
use crate::formulas::complex;
use crate::formulas::numbers::with_sign_of;
use crate::rank::{Rank, seal::Seal};
use crate::tensor::{Tensor, TensorRef};
#[cfg(any(feature = "std", feature = "libm"))]
use num_complex::Complex;
#[cfg(any(feature = "std", feature = "libm"))]
use num_traits::Float;
use num_traits::Signed;
use num_traits::float::FloatCore;

/// Says in [`Magnitude`] and `FloatElement` that the elements are real.
#[derive(Debug)]
pub enum RealNumbers {}

/// Says in [`Magnitude`] and `FloatElement` that the elements are complex.
#[derive(Debug)]
pub enum ComplexNumbers {}

/// An element type with an absolute value: a signed number, or a complex number.
///
/// Every type with [`Signed`] is one of [`RealNumbers`], and `Complex` of a float is one of
/// [`ComplexNumbers`]. The compiler infers the kind.
#[diagnostic::on_unimplemented(
    message = "a tensor of `{Self}` elements has no absolute values and signs",
    label = "`{Self}` is neither a signed nor a complex number",
    note = "unsigned numbers are their own absolute values; `.cast::<i64>()` makes signed ones",
    note = "a number type of your own implements `num_traits::Signed`"
)]
pub trait Magnitude<Kind>: Sized {
    /// The type of the absolute values: that of the parts of a complex number.
    type Abs;

    #[doc(hidden)]
    fn abs(x: &Self, _: Seal) -> Self::Abs;
    #[doc(hidden)]
    fn sign(x: &Self, _: Seal) -> Self;
}

#[diagnostic::do_not_recommend]
impl<T: Signed> Magnitude<RealNumbers> for T {
    type Abs = T;

    #[inline(always)]
    fn abs(x: &Self, _: Seal) -> T {
        x.abs()
    }

    #[inline(always)]
    fn sign(x: &Self, _: Seal) -> T {
        if x.is_zero() { T::zero() } else { x.signum() }
    }
}

#[cfg(any(feature = "std", feature = "libm"))]
#[diagnostic::do_not_recommend]
impl<F: Float> Magnitude<ComplexNumbers> for Complex<F> {
    type Abs = F;

    #[inline(always)]
    fn abs(x: &Self, _: Seal) -> F {
        absolute(*x)
    }

    #[inline]
    fn sign(x: &Self, _: Seal) -> Self {
        narrow(complex::sign(wide(*x)))
    }
}

impl<T, const R: usize> TensorRef<T, R> {
    /// Returns the absolute value of each element; those of complex elements are real.
    ///
    /// ```
    /// use holor::num_complex::Complex;
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![-2, 3].abs(), tensor![2, 3]);
    /// assert_eq!(tensor![Complex::new(3.0, 4.0)].abs(), tensor![5.0]);
    /// ```
    ///
    /// The absolute value of the least integer overflows, as in std. That of a complex number is computed in
    /// `f64` and does not overflow on the way; the error is at most 2 ulp.
    ///
    /// Unsigned numbers have no sign to remove:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1_u8, 2].abs(); // `u8` is neither a signed nor a complex number
    /// ```
    ///
    /// numpy, torch and ndarray: `abs`.
    #[doc(alias = "absolute")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn abs<K, U>(&self) -> Tensor<U, R>
    where
        T: Magnitude<K, Abs = U>,
    {
        unary("abs", self, abs_of::<T, K>)
    }

    /// Returns the sign of each element: 1, -1, or 0 for zeros. NaN gives NaN.
    ///
    /// The sign of a complex number is the number divided by its absolute value.
    ///
    /// ```
    /// use holor::num_complex::Complex;
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![-7, 0, 3].sign(), tensor![-1, 0, 1]);
    /// assert_eq!(tensor![-0.5, -0.0, 0.0].sign(), tensor![-1.0, 0.0, 0.0]);
    /// assert_eq!(tensor![Complex::new(3.0, 4.0)].sign(), tensor![Complex::new(0.6, 0.8)]);
    /// ```
    ///
    /// [`signum`](TensorRef::signum) gives zeros of floats the sign of their sign bit.
    ///
    /// numpy: `sign`; torch: `sign`, `sgn`.
    #[doc(alias = "sgn")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn sign<K>(&self) -> Tensor<T, R>
    where
        T: Magnitude<K>,
    {
        unary("sign", self, sign_of::<T, K>)
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
    /// [`sign`](TensorRef::sign) gives 0 for both zeros, as numpy does.
    ///
    /// std and ndarray: `signum`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn signum(&self) -> Tensor<T, R>
    where
        T: Signed,
    {
        unary("signum", self, Signed::signum)
    }

    /// Tests whether the sign bit of each element is set, and returns the mask.
    ///
    /// It is set of negative numbers, of -0.0, and of a NaN whose bit is set.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![1.0, -0.0, f64::NEG_INFINITY].signbit(), tensor![false, true, true]);
    /// ```
    ///
    /// numpy and torch: `signbit`; std: `is_sign_negative`.
    #[doc(alias = "is_sign_negative")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn signbit(&self) -> Tensor<bool, R>
    where
        T: FloatCore,
    {
        unary("signbit", self, is_negative)
    }

    /// Returns each element with the sign bit of another number.
    ///
    /// `[m, n], [n] -> [m, n]`: the shapes broadcast. `sign` is a tensor or a scalar.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![1.5, -2.0].copysign(-0.0), tensor![-1.5, -2.0]);
    /// assert_eq!(tensor![1.5, -2.0].copysign(&tensor![-3.0, 8.0]), tensor![-1.5, 2.0]);
    /// ```
    ///
    /// # Panics
    /// If the shapes do not broadcast:
    /// `copysign: [2] and [3]: sizes 2 and 3 meet at axis 0 and neither is 1`.
    ///
    /// numpy, torch and std: `copysign`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn copysign<C, const O: usize>(&self, sign: C) -> Tensor<T, O>
    where
        T: FloatCore,
        C: BroadcastRhs<T, R, Output = Rank<O>>,
    {
        sign.combine("copysign", self, |&x, &sign| with_sign_of(x, sign), Seal)
    }
}

// Functions of the element type alone: their loops are compiled once for all ranks.

#[inline(always)]
fn abs_of<T: Magnitude<K>, K>(x: &T) -> T::Abs {
    T::abs(x, Seal)
}

#[inline(always)]
fn sign_of<T: Magnitude<K>, K>(x: &T) -> T {
    T::sign(x, Seal)
}

#[inline(always)]
fn is_negative<T: FloatCore>(x: &T) -> bool {
    x.is_sign_negative()
}
