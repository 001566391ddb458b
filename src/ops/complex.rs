//! Functions of complex elements: conjugate, real part, imaginary part.

use super::elementwise::unary;
use crate::tensor::{Tensor, TensorRef};
use core::ops::Neg;
use num_complex::Complex;

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
        unary("conj", self, |z| Complex::new(z.re.clone(), -z.im.clone()))
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
        unary("re", self, |z| z.re.clone())
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
        unary("im", self, |z| z.im.clone())
    }
}
