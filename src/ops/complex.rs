//! Functions of complex elements: conjugate, real part, imaginary part.

use super::elementwise::unary;
use crate::tensor::{Tensor, TensorRef};
use core::ops::Neg;
use num_complex::Complex;

/// Defines the complex conjugate of a type of elements: of a real number, the number itself.
///
/// A real number type of your own implements it without a body:
///
/// ```
/// use holor::Conjugate;
/// use holor::prelude::*;
/// # use holor::num_traits::Zero;
/// # use std::ops::{Add, Mul};
///
/// #[derive(Clone, Debug, PartialEq)]
/// struct Real(f64);
///
/// impl Conjugate for Real {}
/// # impl Add for Real { type Output = Real; fn add(self, other: Real) -> Real { Real(self.0 + other.0) } }
/// # impl Mul for Real { type Output = Real; fn mul(self, other: Real) -> Real { Real(self.0 * other.0) } }
/// # impl Zero for Real {
/// #     fn zero() -> Real { Real(0.0) }
/// #     fn is_zero(&self) -> bool { self.0 == 0.0 }
/// # }
///
/// let v = tensor![Real(3.0), Real(4.0)];
/// assert_eq!(v.vecdot(Last, &v).item(), Real(25.0));
/// ```
#[diagnostic::on_unimplemented(
    message = "the conjugate of `{Self}` elements is not known",
    label = "`{Self}` does not implement `Conjugate`",
    note = "a real number type of your own implements it without a body: `impl Conjugate for {Self} {{}}`"
)]
pub trait Conjugate: Clone {
    /// Tells whether each number is its own conjugate.
    const IS_REAL: bool = true;

    /// Returns the conjugate.
    fn conjugate(&self) -> Self {
        self.clone()
    }
}

macro_rules! real_numbers {
    ($($(#[$attribute:meta])* $number:ty),+ $(,)?) => { $(
        $(#[$attribute])*
        #[diagnostic::do_not_recommend]
        impl Conjugate for $number {}
    )+ };
}

real_numbers! {
    f32, f64, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize,
    #[cfg(feature = "half")] half::f16,
    #[cfg(feature = "half")] half::bf16,
}

#[diagnostic::do_not_recommend]
impl<T: Clone + Neg<Output = T>> Conjugate for Complex<T> {
    const IS_REAL: bool = false;

    fn conjugate(&self) -> Self {
        Complex::new(self.re.clone(), -self.im.clone())
    }
}

impl<T: Clone, const R: usize> TensorRef<Complex<T>, R> {
    /// Returns the complex conjugate of each element.
    ///
    /// ```
    /// use holor::num_complex::Complex;
    /// use holor::prelude::*;
    ///
    /// let z = tensor![Complex::new(3.0, 4.0), Complex::new(0.0, -1.0)];
    /// assert_eq!(z.conj(), tensor![Complex::new(3.0, -4.0), Complex::new(0.0, 1.0)]);
    /// assert_eq!(z.conj().dot(&z), Complex::new(26.0, 0.0)); // numpy's `vdot`
    /// ```
    ///
    /// numpy and torch: `conj`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn conj(&self) -> Tensor<Complex<T>, R>
    where
        T: Neg<Output = T>,
    {
        unary("conj", self, conj_of)
    }

    /// Returns the real part of each element.
    ///
    /// ```
    /// use holor::num_complex::Complex;
    /// use holor::prelude::*;
    ///
    /// let z = tensor![Complex::new(3.0, 4.0), Complex::new(0.0, -1.0)];
    /// assert_eq!(z.re(), tensor![3.0, 0.0]);
    /// assert_eq!(zip((&z.re(), &z.im())).map(|&re, &im| Complex::new(re, im)), z);
    /// ```
    ///
    /// The absolute values are [`abs`](TensorRef::abs), the angles `z.im().atan2(&z.re())`.
    ///
    /// numpy and torch: `real`, which returns a view.
    #[doc(alias = "real")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn re(&self) -> Tensor<T, R> {
        unary("re", self, re_of)
    }

    /// Returns the imaginary part of each element.
    ///
    /// ```
    /// use holor::num_complex::Complex;
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![Complex::new(3.0, 4.0)].im(), tensor![4.0]);
    /// ```
    ///
    /// numpy and torch: `imag`, which returns a view.
    #[doc(alias = "imag")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn im(&self) -> Tensor<T, R> {
        unary("im", self, im_of)
    }
}

// Functions of the element type alone: their loops are compiled once for all ranks.

fn conj_of<T: Clone + Neg<Output = T>>(z: &Complex<T>) -> Complex<T> {
    Complex::new(z.re.clone(), -z.im.clone())
}

fn re_of<T: Clone>(z: &Complex<T>) -> T {
    z.re.clone()
}

fn im_of<T: Clone>(z: &Complex<T>) -> T {
    z.im.clone()
}
