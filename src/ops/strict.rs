//! [`Strict`]: tensors that combine with their own rank only.
//!
//! Macros make the headers; each operation is that of the tensor inside, with a bound that lets equal
//! ranks through.

use super::{AssignRhs, BroadcastRhs};
use crate::rank::Rank;
use crate::tensor::{Tensor, TensorRef, TensorView, TensorViewMut};
use core::fmt::{self, Display, Formatter};
use core::ops::{
    Add, AddAssign, BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Div, DivAssign,
    Mul, MulAssign, Neg, Not, Rem, RemAssign, Sub, SubAssign,
};

/// A tensor that combines only with tensors of its own rank, and with scalars.
///
/// Operators of a [`Tensor`] promote the operand of lower rank: `matrix - vector` subtracts the vector
/// from each row. If the vector was meant for the columns and the matrix is square, no error says so. In
/// a `Strict` tensor that promotion does not compile; it is written.
///
/// `[m, n], [m, n] -> [m, n]`. An axis of size 1 is still repeated: the rank is a matter of types, sizes
/// are values.
///
/// ```
/// use holor::Strict;
/// use holor::prelude::*;
///
/// let x = Strict(tensor![[1.0, 2.0], [3.0, 5.0]]);
/// let means = x.0.mean(Last); // rank 1: of the rows
/// let centred = &x - means.unsqueeze(Last); // [2, 2] - [2, 1]
/// assert_eq!(centred.0, tensor![[-0.5, 0.5], [-1.0, 1.0]]);
/// let scaled = centred / x.0.std(Keep(Last)) * 2.0 + &x;
/// assert_eq!(scaled.0, tensor![[-1.0, 4.0], [1.0, 7.0]]);
/// ```
///
/// ```compile_fail,E0277
/// use holor::Strict;
/// use holor::prelude::*;
///
/// let x = Strict(tensor![[1.0, 2.0], [3.0, 5.0]]);
/// &x - x.0.mean(Last); // a strict rank-2 tensor of `f64` combines with rank 2 and scalars only
/// ```
///
/// # What it has
///
/// The tensor is the field `0`, as in `std::num::Wrapping`, and there is no dereference to it: a method
/// that promotes is not reached by accident. All methods of [`Tensor`] are those of `x.0`, whose results
/// are plain tensors. `Strict(..)` makes a strict one of a result; `x.0 - v` is a promotion that is
/// written.
///
/// - Operators `+ - * / % & | ^`, in place too, and `-x`, `!x`. The right operand is strict or plain, owned
///   or borrowed, of the same rank; or a scalar. The left one is strict, or a scalar (of your own type by
///   [`scalar_operators!`](crate::scalar_operators!)).
/// - Comparisons, [`minimum`](Strict::minimum) and [`maximum`](Strict::maximum).
/// - `==`, `Clone`, `Display` and `Debug`, as those of the tensor.
///
/// The fallible forms are those of the tensors inside: `x.0.try_add(&y.0)`.
///
/// numpy and torch have no such mode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strict<T, const R: usize>(
    /// The tensor.
    pub Tensor<T, R>,
);

/// A right operand of `+`, `+=`, `minimum` and the other operations of a [`Strict`] tensor of `T` and
/// rank `R`.
///
/// Implemented by the scalar `T` and by tensors of `T` and rank `R`, strict or plain, owned or borrowed.
#[diagnostic::on_unimplemented(
    message = "a strict rank-{R} tensor of `{T}` combines with rank {R} and scalars only, not with `{Self}`",
    label = "neither a tensor of rank {R} nor a scalar, of these elements",
    note = "`unsqueeze` adds an axis of size 1 where it is meant, `Keep(axis)` leaves one behind in a \
            reduction; `.0` is the tensor without this rule"
)]
pub trait StrictRhs<T, const R: usize> {
    /// The operand of the plain operation.
    #[doc(hidden)]
    type Plain: BroadcastRhs<T, R, Output = Rank<R>> + AssignRhs<T, R>;

    #[doc(hidden)]
    fn plain(self) -> Self::Plain;
}

macro_rules! right_operands {
    ($([$($lifetime:lifetime)?] $Rhs:ty => $Plain:ty: |$rhs:ident| $plain:expr;)+) => { $(
        #[diagnostic::do_not_recommend]
        impl<$($lifetime,)? T, const R: usize> StrictRhs<T, R> for $Rhs {
            type Plain = $Plain;

            #[inline]
            fn plain(self) -> $Plain {
                let $rhs = self;
                $plain
            }
        }
    )+ };
}

right_operands! {
    ['a] &'a Strict<T, R> => &'a Tensor<T, R>: |rhs| &rhs.0;
    [] Strict<T, R> => Tensor<T, R>: |rhs| rhs.0;
    ['a] &'a TensorRef<T, R> => &'a TensorRef<T, R>: |rhs| rhs;
    ['a] &'a Tensor<T, R> => &'a Tensor<T, R>: |rhs| rhs;
    ['a] &'a TensorView<'_, T, R> => &'a TensorRef<T, R>: |rhs| rhs;
    ['a] &'a TensorViewMut<'_, T, R> => &'a TensorRef<T, R>: |rhs| rhs;
    ['a] TensorView<'a, T, R> => TensorView<'a, T, R>: |rhs| rhs;
    [] Tensor<T, R> => Tensor<T, R>: |rhs| rhs;
    [] T => T: |rhs| rhs;
}

macro_rules! operators {
    ($($Op:ident $op:ident $OpAssign:ident $op_assign:ident $verb:literal $in_place:literal)+) => { $(
        operators! { @ $Op $op $verb [] Strict<T, R> }
        operators! { @ $Op $op $verb [&] &Strict<T, R> }

        #[doc = concat!($in_place, ", element by element and in place.")]
        ///
        /// # Panics
        /// As the operator of [`Tensor`].
        impl<T: Clone + $OpAssign, X: StrictRhs<T, R>, const R: usize> $OpAssign<X>
            for Strict<T, R>
        {
            #[inline]
            #[track_caller]
            fn $op_assign(&mut self, rhs: X) {
                self.0.$op_assign(rhs.plain());
            }
        }
    )+ };
    (@ $Op:ident $op:ident $verb:literal [$($borrow:tt)?] $Lhs:ty) => {
        #[doc = concat!($verb, ", element by element.")]
        ///
        /// # Panics
        /// As the operator of [`Tensor`].
        impl<T: Clone + $Op<Output = T>, X: StrictRhs<T, R>, const R: usize> $Op<X> for $Lhs {
            type Output = Strict<T, R>;
            #[inline]
            #[track_caller]
            fn $op(self, rhs: X) -> Strict<T, R> {
                Strict(($($borrow)? self.0).$op(rhs.plain()))
            }
        }
    };
}

operators! {
    Add add AddAssign add_assign "Adds the operands" "Adds the right operand to the left one"
    Sub sub SubAssign sub_assign "Subtracts the right operand from the left one"
        "Subtracts the right operand from the left one"
    Mul mul MulAssign mul_assign "Multiplies the operands" "Multiplies the left operand by the right one"
    Div div DivAssign div_assign "Divides the left operand by the right one"
        "Divides the left operand by the right one"
    Rem rem RemAssign rem_assign "Computes the remainder of the left operand divided by the right one"
        "Replaces the left operand with the remainder of its division by the right one"
    BitAnd bitand BitAndAssign bitand_assign "Combines the operands by `&`"
        "Combines the left operand with the right one by `&`"
    BitOr bitor BitOrAssign bitor_assign "Combines the operands by `|`"
        "Combines the left operand with the right one by `|`"
    BitXor bitxor BitXorAssign bitxor_assign "Combines the operands by `^`"
        "Combines the left operand with the right one by `^`"
}

macro_rules! unary_operators {
    ($($Op:ident $op:ident $verb:literal [$($borrow:tt)?] $Operand:ty;)+) => { $(
        #[doc = concat!($verb, " each element.")]
        impl<T: Clone + $Op<Output = T>, const R: usize> $Op for $Operand {
            type Output = Strict<T, R>;
            #[inline]
            #[track_caller]
            fn $op(self) -> Strict<T, R> {
                Strict(($($borrow)? self.0).$op())
            }
        }
    )+ };
}

unary_operators! {
    Neg neg "Negates" [] Strict<T, R>;
    Neg neg "Negates" [&] &Strict<T, R>;
    Not not "Applies `!` to" [] Strict<T, R>;
    Not not "Applies `!` to" [&] &Strict<T, R>;
}

macro_rules! methods {
    ($($name:ident [$($bound:tt)+] -> $U:ty;)+) => {
        impl<T, const R: usize> Strict<T, R> { $(
            #[doc = concat!("Does the same as [`", stringify!($name), "`](TensorRef::", stringify!($name),
                ") of a tensor, with operands of equal rank.")]
            ///
            /// # Panics
            #[doc = concat!("As [`", stringify!($name), "`](TensorRef::", stringify!($name), ").")]
            #[must_use = "the operation leaves the tensors as they are and returns the result"]
            #[inline]
            #[track_caller]
            pub fn $name<X: StrictRhs<T, R>>(&self, rhs: X) -> Strict<$U, R>
            where
                T: $($bound)+,
            {
                Strict(self.0.$name(rhs.plain()))
            }
        )+ }
    };
}

methods! {
    equal [PartialEq] -> bool;
    not_equal [PartialEq] -> bool;
    less [PartialOrd] -> bool;
    less_equal [PartialOrd] -> bool;
    greater [PartialOrd] -> bool;
    greater_equal [PartialOrd] -> bool;
    minimum [Clone + PartialOrd] -> T;
    maximum [Clone + PartialOrd] -> T;
}

/// Writes the elements as the tensor does.
impl<T: Display, const R: usize> Display for Strict<T, R> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.0, f)
    }
}

/// Makes a strict tensor of a plain one; copies no element.
impl<T, const R: usize> From<Tensor<T, R>> for Strict<T, R> {
    #[inline]
    fn from(tensor: Tensor<T, R>) -> Self {
        Strict(tensor)
    }
}
