//! Comparisons of tensors by [approx] 0.5 (feature `approx_0_5`): `assert_abs_diff_eq!`, `relative_eq!`,
//! `assert_ulps_ne!` and the like.
//!
//! [`AbsDiffEq`], [`RelativeEq`] and [`UlpsEq`] are implemented for [`Tensor`], [`TensorRef`], [`TensorView`] and
//! [`TensorViewMut`], each with each, as `==` is. Nothing is copied. Two tensors are equal if their shapes are equal
//! and all pairs of elements are: nothing is broadcast, so that tensors of different shapes are unequal with any
//! tolerance. The tolerance is that of the elements, one number for all of them.
//!
//! ```
//! use approx::{assert_abs_diff_eq, assert_relative_eq, assert_ulps_ne, relative_eq};
//! use holor::prelude::*;
//!
//! let a = tensor![[1.0, 2.0], [3.0, 4.0]];
//! let b = a.map(|x| x + 1e-9);
//! assert_abs_diff_eq!(a, b, epsilon = 1e-8);
//! assert_relative_eq!(a.row(0), b.row(0), max_relative = 1e-8);
//! assert_ulps_ne!(a.transpose(), b, max_ulps = 4);
//!
//! // Another shape: not equal.
//! assert!(!relative_eq!(a, Tensor::<f64, 2>::zeros([1, 2]), epsilon = 100.0));
//! ```
//!
//! A tensor of another rank does not compile:
//!
//! ```compile_fail,E0277
//! use approx::assert_abs_diff_eq;
//! use holor::prelude::*;
//!
//! let m = tensor![[1.0, 2.0]];
//! assert_abs_diff_eq!(m, tensor![1.0, 2.0]);
//! ```
//!
//! [`all_close`](TensorRef::all_close) compares without this crate, and broadcasts.

use crate::tensor::{Tensor, TensorRef, TensorView, TensorViewMut};
use approx::{AbsDiffEq, RelativeEq, UlpsEq};

/// Whether the shapes are equal and a comparison holds for each pair of elements.
fn all<T, U, const R: usize>(
    left: &TensorRef<T, R>,
    right: &TensorRef<U, R>,
    mut equal: impl FnMut(&T, &U) -> bool,
) -> bool {
    left.shape() == right.shape() && left.iter().zip(right.iter()).all(|(l, r)| equal(l, r))
}

macro_rules! comparisons {
    ($($Left:ty, $Right:ty;)+) => { $(
        /// Tests whether the shapes are equal and the elements are, up to a distance.
        impl<T: AbsDiffEq<U>, U, const R: usize> AbsDiffEq<$Right> for $Left
        where
            T::Epsilon: Clone,
        {
            type Epsilon = T::Epsilon;

            fn default_epsilon() -> T::Epsilon {
                T::default_epsilon()
            }

            fn abs_diff_eq(&self, other: &$Right, epsilon: T::Epsilon) -> bool {
                all(self, other, |l, r| T::abs_diff_eq(l, r, epsilon.clone()))
            }
        }

        /// Tests whether the shapes are equal and the elements are, up to a part of the larger one.
        impl<T: RelativeEq<U>, U, const R: usize> RelativeEq<$Right> for $Left
        where
            T::Epsilon: Clone,
        {
            fn default_max_relative() -> T::Epsilon {
                T::default_max_relative()
            }

            fn relative_eq(&self, other: &$Right, epsilon: T::Epsilon, max_relative: T::Epsilon) -> bool {
                all(self, other, |l, r| T::relative_eq(l, r, epsilon.clone(), max_relative.clone()))
            }
        }

        /// Tests whether the shapes are equal and the elements are, up to a number of floats between them.
        impl<T: UlpsEq<U>, U, const R: usize> UlpsEq<$Right> for $Left
        where
            T::Epsilon: Clone,
        {
            fn default_max_ulps() -> u32 {
                T::default_max_ulps()
            }

            fn ulps_eq(&self, other: &$Right, epsilon: T::Epsilon, max_ulps: u32) -> bool {
                all(self, other, |l, r| T::ulps_eq(l, r, epsilon.clone(), max_ulps))
            }
        }
    )+ };
}

macro_rules! comparisons_with_all {
    ($($Left:ty;)+) => {
        comparisons! { $(
            $Left, TensorRef<U, R>;
            $Left, Tensor<U, R>;
            $Left, TensorView<'_, U, R>;
            $Left, TensorViewMut<'_, U, R>;
            $Left, &TensorRef<U, R>;
        )+ }
    };
}

comparisons_with_all! {
    TensorRef<T, R>;
    Tensor<T, R>;
    TensorView<'_, T, R>;
    TensorViewMut<'_, T, R>;
}
