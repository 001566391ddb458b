//! Decompositions of matrices, by faer: LU, Cholesky, QR, singular values, eigenvalues.
//!
//! `kernels/matrices.rs` gives the matrices of an operand to faer without a copy, `number.rs` has what the four
//! element types share, `lu.rs`, `factor.rs` (Cholesky and QR), `singular.rs` and `eigen.rs` decompose,
//! `inverse_iteration.rs` mends eigenvectors.
//! [`Scalar`] enters them: its functions are compiled here, once for each element type. All run on one
//! thread ([`SEQUENTIAL`]).

mod bidiagonal;
mod eigen;
mod factor;
mod inverse_iteration;
mod lu;
mod number;
mod reflections;
mod singular;
mod tridiagonal;

pub(crate) use crate::kernels::matrices::Batch;

use crate::error::ErrorKind;
use crate::rank::seal::Seal;
use alloc::vec::Vec;
use core::fmt::{Debug, Display};
use faer::Par;
use num_complex::Complex;
use num_traits::{Float, NumAssign};

/// The calling thread does all of the work.
const SEQUENTIAL: Par = Par::Seq;

/// An element type of matrices that can be decomposed: `f32`, `f64`, `Complex<f32>` or `Complex<f64>`.
///
/// A generic function names it as the bound of its elements:
///
/// ```
/// use holor::linalg::Scalar;
/// use holor::prelude::*;
///
/// /// The condition number: the largest singular value divided by the smallest one.
/// fn condition<T: Scalar>(a: &TensorRef<T, 2>) -> T::Real {
///     let s = a.svdvals();
///     s.max(All).item() / s.min(All).item()
/// }
/// assert_eq!(condition(&tensor![[4.0_f32, 0.0], [0.0, 2.0]]), 2.0);
/// ```
///
/// Only this crate implements it.
#[diagnostic::on_unimplemented(
    message = "a matrix of `{Self}` cannot be decomposed",
    label = "the elements are neither `f32`, `f64` nor complex numbers of these",
    note = "`.cast::<f64>()` converts elements"
)]
pub trait Scalar:
    NumAssign + core::ops::Neg<Output = Self> + Copy + Debug + Display + Send + Sync + 'static
{
    /// The type of real parts: `f32` or `f64`.
    type Real: Scalar<Real = Self::Real, Complex = Self::Complex> + Float;
    /// The type of complex numbers with these real parts.
    type Complex: Scalar<Real = Self::Real, Complex = Self::Complex>;

    #[doc(hidden)]
    fn solve(a: &Batch<'_, Self>, b: &Batch<'_, Self>, _: Seal) -> Result<Vec<Self>, ErrorKind>;
    #[doc(hidden)]
    fn inv(a: &Batch<'_, Self>, _: Seal) -> Result<Vec<Self>, ErrorKind>;
    #[doc(hidden)]
    fn det(a: &Batch<'_, Self>, _: Seal) -> Vec<Self>;
    #[doc(hidden)]
    fn slogdet(a: &Batch<'_, Self>, _: Seal) -> (Vec<Self>, Vec<Self::Real>);
    #[doc(hidden)]
    fn cholesky(a: &Batch<'_, Self>, upper: bool, _: Seal) -> Result<Vec<Self>, ErrorKind>;
    #[doc(hidden)]
    fn qr(a: &Batch<'_, Self>, full: bool, _: Seal) -> Result<Pair<Self>, ErrorKind>;
    #[doc(hidden)]
    fn svd(a: &Batch<'_, Self>, full: bool, _: Seal) -> Result<Triple<Self>, ErrorKind>;
    #[doc(hidden)]
    fn svdvals(a: &Batch<'_, Self>, _: Seal) -> Result<Vec<Self::Real>, ErrorKind>;
    #[doc(hidden)]
    fn matrix_rank(
        a: &Batch<'_, Self>,
        rtol: Option<Self::Real>,
        _: Seal,
    ) -> Result<Vec<usize>, ErrorKind>;
    #[doc(hidden)]
    fn pinv(a: &Batch<'_, Self>, rtol: Option<Self::Real>, _: Seal)
    -> Result<Vec<Self>, ErrorKind>;
    #[doc(hidden)]
    fn lstsq(
        a: &Batch<'_, Self>,
        b: &Batch<'_, Self>,
        rtol: Option<Self::Real>,
        _: Seal,
    ) -> Result<LeastSquares<Self>, ErrorKind>;
    #[doc(hidden)]
    fn eigh(a: &Batch<'_, Self>, _: Seal) -> Result<(Vec<Self::Real>, Vec<Self>), ErrorKind>;
    #[doc(hidden)]
    fn eigvalsh(a: &Batch<'_, Self>, _: Seal) -> Result<Vec<Self::Real>, ErrorKind>;
    #[doc(hidden)]
    fn eig(a: &Batch<'_, Self>, _: Seal) -> Result<Pair<Self::Complex>, ErrorKind>;
    #[doc(hidden)]
    fn eigvals(a: &Batch<'_, Self>, _: Seal) -> Result<Vec<Self::Complex>, ErrorKind>;
}

/// The elements of two results.
pub(crate) type Pair<T> = (Vec<T>, Vec<T>);

/// The elements of `u`, `s` and `vh`.
pub(crate) type Triple<T> = (Vec<T>, Vec<<T as Scalar>::Real>, Vec<T>);

/// The elements of the solutions, of the residuals and of the singular values, and the ranks.
pub struct LeastSquares<T: Scalar> {
    pub(crate) solution: Vec<T>,
    pub(crate) residuals: Vec<T::Real>,
    pub(crate) ranks: Vec<usize>,
    pub(crate) singular_values: Vec<T::Real>,
}

macro_rules! scalars {
    ($($T:ty, $Real:ty;)+) => { $(
        impl Scalar for $T {
            type Real = $Real;
            type Complex = Complex<$Real>;

            fn solve(
                a: &Batch<'_, Self>,
                b: &Batch<'_, Self>,
                _: Seal,
            ) -> Result<Vec<Self>, ErrorKind> {
                lu::solve(a, b)
            }
            fn inv(a: &Batch<'_, Self>, _: Seal) -> Result<Vec<Self>, ErrorKind> {
                lu::inv(a)
            }
            fn det(a: &Batch<'_, Self>, _: Seal) -> Vec<Self> {
                lu::det(a)
            }
            fn slogdet(a: &Batch<'_, Self>, _: Seal) -> (Vec<Self>, Vec<$Real>) {
                lu::slogdet(a)
            }
            fn cholesky(
                a: &Batch<'_, Self>,
                upper: bool,
                _: Seal,
            ) -> Result<Vec<Self>, ErrorKind> {
                factor::cholesky(a, upper)
            }
            fn qr(a: &Batch<'_, Self>, full: bool, _: Seal) -> Result<Pair<Self>, ErrorKind> {
                factor::qr(a, full)
            }
            fn svd(a: &Batch<'_, Self>, full: bool, _: Seal) -> Result<Triple<Self>, ErrorKind> {
                singular::svd(a, full)
            }
            fn svdvals(a: &Batch<'_, Self>, _: Seal) -> Result<Vec<$Real>, ErrorKind> {
                singular::svdvals(a)
            }
            fn matrix_rank(
                a: &Batch<'_, Self>,
                rtol: Option<$Real>,
                _: Seal,
            ) -> Result<Vec<usize>, ErrorKind> {
                singular::matrix_rank(a, rtol)
            }
            fn pinv(
                a: &Batch<'_, Self>,
                rtol: Option<$Real>,
                _: Seal,
            ) -> Result<Vec<Self>, ErrorKind> {
                singular::pinv(a, rtol)
            }
            fn lstsq(
                a: &Batch<'_, Self>,
                b: &Batch<'_, Self>,
                rtol: Option<$Real>,
                _: Seal,
            ) -> Result<LeastSquares<Self>, ErrorKind> {
                singular::lstsq(a, b, rtol)
            }
            fn eigh(a: &Batch<'_, Self>, _: Seal) -> Result<(Vec<$Real>, Vec<Self>), ErrorKind> {
                eigen::eigh(a)
            }
            fn eigvalsh(a: &Batch<'_, Self>, _: Seal) -> Result<Vec<$Real>, ErrorKind> {
                eigen::eigvalsh(a)
            }
            fn eig(a: &Batch<'_, Self>, _: Seal) -> Result<Pair<Complex<$Real>>, ErrorKind> {
                eigen::eig(a)
            }
            fn eigvals(a: &Batch<'_, Self>, _: Seal) -> Result<Vec<Complex<$Real>>, ErrorKind> {
                eigen::eigvals(a)
            }
        }
    )+ };
}

scalars! {
    f32, f32;
    f64, f64;
    Complex<f32>, f32;
    Complex<f64>, f64;
}
