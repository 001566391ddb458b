//! Arithmetic of integers that wraps or saturates, squares and powers.

use super::elementwise::{binary, unary, unary_mut};
use super::rhs::BroadcastRhs;
use crate::error::raise;
use crate::rank::{BroadcastWith, Rank, seal::Seal};
use crate::tensor::{Tensor, TensorRef, TensorView};
use core::ops::Mul;
use num_traits::{
    Pow, SaturatingAdd, SaturatingMul, SaturatingSub, WrappingAdd, WrappingMul, WrappingSub,
};

/// Rows `name: first line, example in, example out, other names, bound`.
macro_rules! functions {
    ($($name:ident: $what:literal, $example:literal => $result:literal, $names:literal, $Bound:ident;)+) => {
        impl<T, const R: usize> TensorRef<T, R> { $(
            #[doc = $what]
            ///
            /// `[m, n], [n] -> [m, n]`: the shapes broadcast; a scalar is combined with each element.
            ///
            /// ```
            /// use holor::prelude::*;
            ///
            #[doc = concat!("let x = tensor![", $example, ";")]
            #[doc = concat!("assert_eq!(x, tensor!", $result, ");")]
            /// ```
            ///
            /// # Panics
            #[doc = concat!("If the shapes do not broadcast: `", stringify!($name),
                ": [3] and [2]: sizes 3 and 2 meet at axis 0 and neither is 1`.")]
            ///
            #[doc = $names]
            #[must_use = "the operation leaves the tensor as it is and returns the result"]
            #[track_caller]
            pub fn $name<C, const O: usize>(&self, rhs: C) -> Tensor<T, O>
            where
                T: $Bound,
                C: BroadcastRhs<T, R, Output = Rank<O>>,
            {
                rhs.combine(stringify!($name), self, T::$name, Seal)
            }
        )+ }
    };
}

functions! {
    wrapping_add: "Adds the operands; a sum that overflows wraps around.",
        "250_u8, 1].wrapping_add(10)" => "[4_u8, 11]", "numpy and torch: `add`; std: `wrapping_add`.", WrappingAdd;
    wrapping_sub: "Subtracts the right operand; a difference that overflows wraps around.",
        "3_u8, 20].wrapping_sub(10)" => "[249_u8, 10]", "numpy: `subtract`; torch: `sub`; std: `wrapping_sub`.", WrappingSub;
    wrapping_mul: "Multiplies the operands; a product that overflows wraps around.",
        "100_u8, 2].wrapping_mul(3)" => "[44_u8, 6]", "numpy: `multiply`; torch: `mul`; std: `wrapping_mul`.", WrappingMul;
    saturating_add: "Adds the operands; a sum that overflows is the nearest number of the type.",
        "250_u8, 1].saturating_add(10)" => "[255_u8, 11]", "std: `saturating_add`.", SaturatingAdd;
    saturating_sub: "Subtracts the right operand; a difference that overflows is the nearest number of the type.",
        "3_u8, 20].saturating_sub(10)" => "[0_u8, 10]", "std: `saturating_sub`.", SaturatingSub;
    saturating_mul: "Multiplies the operands; a product that overflows is the nearest number of the type.",
        "100_u8, 2].saturating_mul(3)" => "[255_u8, 6]", "std: `saturating_mul`.", SaturatingMul;
}

/// Says in [`Exponent`] that one exponent is given for all elements.
#[derive(Debug)]
pub enum OneExponent {}

/// Says in [`Exponent`] that a tensor of exponents is given.
#[derive(Debug)]
pub enum ManyExponents {}

/// An exponent of [`pow`](TensorRef::pow) for elements `T` in rank `R`: a scalar for which the elements
/// implement [`Pow`], or a tensor of them, which broadcasts.
///
/// `Output` is the [`Rank`] of the result. The compiler infers the kind.
#[diagnostic::on_unimplemented(
    message = "a rank-{R} tensor of `{T}` cannot be raised to a power of type `{Self}`",
    label = "not an exponent of these elements",
    note = "the exponents of integers are `u32`, as in `.pow(2_u32)`; those of floats `i32` or the float type"
)]
pub trait Exponent<T, const R: usize, Kind> {
    /// The rank of the result.
    type Output;

    #[doc(hidden)]
    #[track_caller]
    fn raise<const O: usize>(&self, base: &TensorRef<T, R>, _: Seal) -> Tensor<T, O>
    where
        Self: Exponent<T, R, Kind, Output = Rank<O>>;
}

#[diagnostic::do_not_recommend]
impl<T: Clone + Pow<E, Output = T>, E: Clone, const R: usize> Exponent<T, R, OneExponent> for E {
    type Output = Rank<R>;

    #[track_caller]
    fn raise<const O: usize>(&self, base: &TensorRef<T, R>, _: Seal) -> Tensor<T, O> {
        unary_mut("pow", base, |x| x.clone().pow(self.clone())).into_rank_of()
    }
}

macro_rules! tensors {
    ($($Operand:ty)+) => { $(
        #[diagnostic::do_not_recommend]
        impl<T, E, const R: usize, const B: usize, const P: usize> Exponent<T, R, ManyExponents> for $Operand
        where
            T: Clone + Pow<E, Output = T>,
            E: Clone,
            Rank<R>: BroadcastWith<Rank<B>, Output = Rank<P>>,
        {
            type Output = Rank<P>;

            #[track_caller]
            fn raise<const O: usize>(&self, base: &TensorRef<T, R>, _: Seal) -> Tensor<T, O> {
                raise(binary("pow", base, self, raised))
            }
        }
    )+ };
}

tensors! {
    &TensorRef<E, B>
    &Tensor<E, B>
    TensorView<'_, E, B>
}

impl<T, const R: usize> TensorRef<T, R> {
    /// Computes the square of each element.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![-3, 2].square(), tensor![9, 4]);
    /// ```
    ///
    /// Integers overflow as in std.
    ///
    /// numpy and torch: `square`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn square(&self) -> Tensor<T, R>
    where
        T: Clone + Mul<Output = T>,
    {
        unary("square", self, square)
    }

    /// Raises each element to a power; the exponent is a scalar or a tensor.
    ///
    /// `[m, n], [n] -> [m, n]`: the shapes broadcast.
    ///
    /// The exponents have a type for which the elements implement [`Pow`]: `i32` or the float type
    /// for floats, `u32` for integers.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![1, 2, 3].pow(2_u32), tensor![1, 4, 9]);
    /// assert_eq!(tensor![2, 2, 3].pow(&tensor![3_u32, 0, 2]), tensor![8, 1, 9]);
    /// assert_eq!(tensor![4.0, 9.0].pow(0.5), tensor![2.0, 3.0]);
    /// ```
    ///
    /// Integers overflow as in std. For floats and complex numbers there is `powf`, for floats `powi`, which
    /// are faster and more accurate.
    ///
    /// # Panics
    /// If the shapes do not broadcast:
    /// `pow: [2] and [3]: sizes 2 and 3 meet at axis 0 and neither is 1`.
    ///
    /// numpy: `power`; torch: `pow`.
    #[doc(alias = "power")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn pow<K, E, const O: usize>(&self, exponent: E) -> Tensor<T, O>
    where
        E: Exponent<T, R, K, Output = Rank<O>>,
    {
        exponent.raise(self, Seal)
    }
}

// Functions of the element types alone: their loops are compiled once for all ranks.

#[inline(always)]
fn raised<T: Clone + Pow<E, Output = T>, E: Clone>(x: &T, exponent: &E) -> T {
    x.clone().pow(exponent.clone())
}

#[inline(always)]
pub(super) fn square<T: Clone + Mul<Output = T>>(x: &T) -> T {
    x.clone() * x.clone()
}
