//! `mean`, and the trait of the element types that have one.

use super::{count, layout_left, reduce, repeated};
use crate::error::raise;
use crate::kernels::fold::{self, FEW, fold_any, fold_by, simple};
use crate::ops::cast::CastTo;
use crate::rank::{Over, Rank};
use crate::tensor::{Tensor, TensorRef};
use num_complex::Complex;
use num_traits::Zero;

/// Defines the mean of a type of elements: of floats, complex floats, and number types of your own.
///
/// Integers do not implement it, because their mean would be rounded.
///
/// ```
/// use holor::prelude::*;
/// use holor::Mean;
/// use holor::num_traits::Zero;
/// use std::ops::Add;
///
/// #[derive(Clone, Debug, PartialEq)]
/// struct Metre(f64);
///
/// impl Mean for Metre {
///     type Sum = Metre;
///     fn from_sum(sum: Metre, count: usize) -> Metre { Metre(sum.0 / count as f64) }
/// }
/// # impl Add for Metre {
/// #     type Output = Metre;
/// #     fn add(self, other: Metre) -> Metre { Metre(self.0 + other.0) }
/// # }
/// # impl Zero for Metre {
/// #     fn zero() -> Metre { Metre(0.0) }
/// #     fn is_zero(&self) -> bool { self.0 == 0.0 }
/// # }
///
/// assert_eq!(tensor![Metre(1.0), Metre(2.0)].mean(All).item(), Metre(1.5));
/// ```
#[diagnostic::on_unimplemented(
    message = "the mean of `{Self}` elements would be rounded",
    label = "`{Self}` has no mean",
    note = "`.mean_as::<f64, _, _>(..)` converts integers and masks to floats first",
    note = "a number type of your own implements `Mean`"
)]
pub trait Mean: Clone {
    /// The type in which elements are added: `Self`, or a wider type.
    type Sum: From<Self> + Zero;

    /// Returns the sum divided by the number of elements, which is 0 along an empty axis.
    fn from_sum(sum: Self::Sum, count: usize) -> Self;
}

macro_rules! means {
    ($($(#[$attribute:meta])* $type:ty, $sum:ty: $from_sum:expr;)*) => { $(
        $(#[$attribute])*
        #[diagnostic::do_not_recommend]
        impl Mean for $type {
            type Sum = $sum;

            #[inline]
            fn from_sum(sum: $sum, count: usize) -> $type {
                $from_sum(sum, count)
            }
        }
    )* };
}

means! {
    f32, f32: |sum, count| sum / count as f32;
    f64, f64: |sum, count| sum / count as f64;
    Complex<f32>, Complex<f32>: |sum: Self, count| sum.unscale(count as f32);
    Complex<f64>, Complex<f64>: |sum: Self, count| sum.unscale(count as f64);
    #[cfg(feature = "half")]
    half::f16, f32: |sum, count| half::f16::from_f32(sum / count as f32);
    #[cfg(feature = "half")]
    half::bf16, f32: |sum, count| half::bf16::from_f32(sum / count as f32);
}

impl<T, const R: usize> TensorRef<T, R> {
    /// Returns the mean of the elements along the given axes.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1.0, 2.0, 3.0], [4.0, 5.0, 9.0]];
    /// assert_eq!(m.mean(Last), tensor![2.0, 6.0]);
    /// assert_eq!(m.mean(Keep(All)), tensor![[4.0]]);
    /// ```
    ///
    /// Integers are refused, because their mean would be rounded; [`mean_as`](TensorRef::mean_as)
    /// converts first:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1, 2, 3].mean(All); // the mean of `i32` elements would be rounded
    /// ```
    ///
    /// The result has the rank that the reduction leaves:
    ///
    /// ```compile_fail,E0308
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1.0, 2.0], [4.0, 5.0]];
    /// let rows: Tensor<f64, 2> = m.mean(Last); // expected `2`, found `1`
    /// ```
    ///
    /// An empty axis gives NaN. Elements are added pairwise, as in [`sum`](TensorRef::sum); those
    /// of type `f16` and `bf16` are added in `f32`. A number type of your own implements [`Mean`].
    ///
    /// numpy and torch: `mean`; ndarray: `mean`, `mean_axis`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn mean<A, const O: usize>(&self, axes: A) -> Tensor<T, O>
    where
        T: Mean,
        A: Over<R, Output = Rank<O>>,
    {
        let count = count::<A, R>(self.shape());
        let nothing = || T::from_sum(T::Sum::zero(), 0);
        let otherwise = |source, reduced| {
            let finish = |sum| T::from_sum(sum, count);
            fold_any(source, reduced, |x: &T, _| x.clone().into(), |a: T::Sum, b| a + b, finish)
        };
        reduce("mean", self, axes, (fold::sum::<T>(), count), otherwise, nothing)
    }

    /// Returns the mean of the elements along the given axes in another element type: of integers and
    /// of masks.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, c]`
    ///
    /// Each element is converted before it is added, as by [`cast`](TensorRef::cast). The mean of a mask
    /// is the share of what is true.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let x = tensor![[1, 2], [3, 9]];
    /// let rows: Tensor<f64, 1> = x.mean_as(Last);
    /// assert_eq!(rows, tensor![1.5, 6.0]);
    /// assert_eq!(x.greater(1).mean_as::<f32, _, _>(All).item(), 0.75);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![true, false].mean_as::<f64, _, _>(Axis::<1>); // no such axes in rank 1
    /// ```
    ///
    /// An empty axis gives NaN.
    ///
    /// numpy: `mean`, `mean(dtype=..)`; torch: `mean(dtype=..)`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn mean_as<U, A, const O: usize>(&self, axes: A) -> Tensor<U, O>
    where
        T: CastTo<U>,
        U: Mean<Sum: Copy> + Copy,
        A: Over<R, Output = Rank<O>>,
    {
        let _ = axes;
        let count = count::<A, R>(self.shape());
        let layout = raise(layout_left::<U, A, R, O>("mean_as", self));
        let elements = if self.is_empty() {
            repeated(layout.len(), &|| U::from_sum(U::Sum::zero(), count))
        } else {
            let (source, add) = (self.source(), |a, b| a + b);
            let finish = move |sum| U::from_sum(sum, count);
            let element = |x: T| U::Sum::from(x.cast_to());
            fold_by(
                simple::<false, FEW, T, U::Sum, U>(element, add, finish),
                source,
                A::REDUCED,
                || fold_any(source, A::REDUCED, |x, _| element(*x), add, finish),
            )
        };
        Tensor::owned(elements, layout)
    }
}
