//! Quotients that are rounded down, and the remainders that belong to them.

use super::rhs::BroadcastRhs;
use super::sign::RealNumbers;
use crate::formulas::numbers;
use crate::kernels::division::{Division, by_number};
#[cfg(any(feature = "std", feature = "libm"))]
use crate::kernels::math;
use crate::rank::{Rank, seal::Seal};
use crate::tensor::{Tensor, TensorRef};
use num_traits::PrimInt;
use num_traits::float::FloatCore;

/// Says in [`FloorDivision`] that the elements are integers.
#[derive(Debug)]
pub enum Integers {}

/// An element type of [`floor_divide`](TensorRef::floor_divide) and [`remainder`](TensorRef::remainder):
/// a float or an integer.
///
/// Every type with [`PrimInt`] is one of [`Integers`], every type with [`FloatCore`] one of
/// [`RealNumbers`]. The compiler infers the kind.
#[diagnostic::on_unimplemented(
    message = "a tensor of `{Self}` elements cannot be divided and rounded down",
    label = "`{Self}` is neither an integer nor a float",
    note = "a number type of your own implements `num_traits::PrimInt` or `num_traits::float::FloatCore`"
)]
pub trait FloorDivision<Kind>: Copy {
    #[doc(hidden)]
    fn floor_divide(a: Self, b: Self, _: Seal) -> Self;
    #[doc(hidden)]
    fn remainder(a: Self, b: Self, _: Seal) -> Self;
}

#[diagnostic::do_not_recommend]
impl<T: PrimInt> FloorDivision<Integers> for T {
    #[inline(always)]
    fn floor_divide(a: T, b: T, _: Seal) -> T {
        let quotient = a / b;
        // Rounded towards zero, which is up where the signs differ.
        let is_up = a % b != T::zero() && (a < T::zero()) != (b < T::zero());
        if is_up { quotient - T::one() } else { quotient }
    }

    #[inline(always)]
    fn remainder(a: T, b: T, _: Seal) -> T {
        let rest = a % b;
        if rest != T::zero() && (rest < T::zero()) != (b < T::zero()) { rest + b } else { rest }
    }
}

#[diagnostic::do_not_recommend]
impl<T: FloatCore> FloorDivision<RealNumbers> for T {
    #[inline(always)]
    fn floor_divide(a: T, b: T, _: Seal) -> T {
        numbers::floor_divide(a, b)
    }

    #[inline(always)]
    fn remainder(a: T, b: T, _: Seal) -> T {
        numbers::remainder(a, b)
    }
}

/// Divides built-in integers by a positive scalar; of other operands it makes nothing.
#[inline(always)]
pub(super) fn divided<T, C, const R: usize, const O: usize>(
    dividends: &TensorRef<T, R>,
    divisor: &C,
    division: Division,
) -> Option<Tensor<T, O>>
where
    C: BroadcastRhs<T, R, Output = Rank<O>>,
{
    let elements = by_number(dividends.source(), divisor.as_scalar(Seal)?, division)?;
    Some(Tensor::owned(elements, dividends.layout().to_row_major()).into_rank_of())
}

impl<T, const R: usize> TensorRef<T, R> {
    /// Divides each element by another number and rounds the quotient down to an integer.
    ///
    /// `[m, n], [n] -> [m, n]`: the shapes broadcast. `divisor` is a tensor or a scalar.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![7, -7].floor_divide(2), tensor![3, -4]);
    /// assert_eq!(tensor![7.5, -7.5].floor_divide(&tensor![2.0, 2.0]), tensor![3.0, -4.0]);
    /// ```
    ///
    /// `/` of integers rounds towards zero: `-7 / 2` is -3. Integers overflow and divide by zero as in std.
    /// Floats follow the Python array API standard: an infinity and zero as divisors give the
    /// quotient, which is a zero, an infinity or NaN.
    ///
    /// # Panics
    /// If the shapes do not broadcast:
    /// `floor_divide: [2] and [3]: sizes 2 and 3 meet at axis 0 and neither is 1`.
    ///
    /// numpy: `floor_divide`, `//`; torch: `floor_divide`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn floor_divide<K, C, const O: usize>(&self, divisor: C) -> Tensor<T, O>
    where
        T: FloorDivision<K>,
        C: BroadcastRhs<T, R, Output = Rank<O>>,
    {
        let division = Division { is_floor: true, is_remainder: false };
        if let Some(divided) = divided(self, &divisor, division) {
            return divided;
        }
        let f = quotient::<T, K>;
        #[cfg(any(feature = "std", feature = "libm"))]
        return divisor.combine_by("floor_divide", self, &math::FLOOR_DIVIDE, f, Seal);
        #[cfg(not(any(feature = "std", feature = "libm")))]
        divisor.combine("floor_divide", self, f, Seal)
    }

    /// Computes the remainder of each element divided by another number; it has the sign of the
    /// divisor.
    ///
    /// `[m, n], [n] -> [m, n]`: the shapes broadcast. `divisor` is a tensor or a scalar.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![7, -7].remainder(3), tensor![1, 2]);
    /// assert_eq!(tensor![7.5, -7.5].remainder(-2.0), tensor![-0.5, -1.5]);
    /// ```
    ///
    /// The remainder of `%` has the sign of the element, as in std: `-7 % 3` is -1. Integers overflow and
    /// divide by zero as in std.
    ///
    /// # Panics
    /// If the shapes do not broadcast:
    /// `remainder: [2] and [3]: sizes 2 and 3 meet at axis 0 and neither is 1`.
    ///
    /// numpy: `remainder`, `mod`, `%`; torch: `remainder`; `%` is numpy's and torch's `fmod`.
    #[doc(alias = "mod")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn remainder<K, C, const O: usize>(&self, divisor: C) -> Tensor<T, O>
    where
        T: FloorDivision<K>,
        C: BroadcastRhs<T, R, Output = Rank<O>>,
    {
        let division = Division { is_floor: true, is_remainder: true };
        if let Some(divided) = divided(self, &divisor, division) {
            return divided;
        }
        let f = remainder::<T, K>;
        #[cfg(any(feature = "std", feature = "libm"))]
        return divisor.combine_by("remainder", self, &math::REMAINDER, f, Seal);
        #[cfg(not(any(feature = "std", feature = "libm")))]
        divisor.combine("remainder", self, f, Seal)
    }
}

// Functions of the element type alone: their loops are compiled once for all ranks and kinds of operands.

#[inline(always)]
fn quotient<T: FloorDivision<K>, K>(a: &T, b: &T) -> T {
    T::floor_divide(*a, *b, Seal)
}

#[inline(always)]
fn remainder<T: FloorDivision<K>, K>(a: &T, b: &T) -> T {
    T::remainder(*a, *b, Seal)
}
