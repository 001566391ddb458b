//! The operators: every combination of owned tensors, borrowed tensors and scalars.
//!
//! Macros make the headers; the work is in `elementwise.rs`. The result takes the buffer of an
//! owned operand where it can. `try_add`, `try_sub`, `try_mul` and `try_div` are the fallible
//! forms.

use super::division::divided;
use super::elementwise::{binary, unary, unary_into};
use super::rhs::BroadcastRhs;
use crate::error::ShapeError;
use crate::kernels::division::Division;
#[cfg(any(feature = "std", feature = "libm"))]
use crate::kernels::{
    math::{REM, has_kernels},
    specialize::identity,
};
use crate::rank::seal::Seal;
use crate::rank::{BroadcastWith, Rank};
use crate::tensor::{Tensor, TensorRef, TensorView, TensorViewMut};
use core::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Not, Rem, Shl, Shr, Sub};

/// Holds of each right operand `X` if elements of type `T` have the operator `Op`.
///
/// The bound is on `X` for the sake of a message: with `T: Mul` in an impl, rustc would find no operator
/// of a mask at all, before it looks at the right operand, and say no more than that (E0369).
pub trait OfElements<Op, T> {
    #[doc(hidden)]
    type By: Apply<T>;
}

/// A function of two elements. Its type does not depend on operands and ranks, so that each loop is
/// compiled once for each type of elements.
pub trait Apply<T> {
    /// Whether it is a division, which has kernels.
    const IS_DIVISION: bool = false;

    fn apply(a: &T, b: &T) -> T;

    /// The results for all pairs, if there is a kernel for them.
    #[inline(always)]
    #[track_caller]
    fn by_kernel<X, const A: usize, const O: usize>(
        _: &TensorRef<T, A>,
        _: &X,
    ) -> Option<Tensor<T, O>>
    where
        X: BroadcastRhs<T, A, Output = Rank<O>>,
    {
        None
    }
}

/// The impls of one operator, for each form of the left operand.
macro_rules! left_operands {
    ($Op:ident $op:ident $verb:literal $($L:ty)+) => {
        $(
        #[doc = concat!($verb, ", element by element.")]
        ///
        /// The shapes broadcast; a scalar is combined with each element.
        ///
        /// # Panics
        #[doc = concat!("If the shapes do not broadcast: `", stringify!($op),
            ": [2, 3] and [4]: sizes 3 and 4 meet at axis 1 and neither is 1`.")]
        impl<T, X, const A: usize, const O: usize> $Op<X> for $L
        where
            X: BroadcastRhs<T, A, Output = Rank<O>> + OfElements<named::$Op, T>,
        {
            type Output = Tensor<T, O>;
            #[inline]
            #[track_caller]
            fn $op(self, rhs: X) -> Tensor<T, O> {
                #[allow(clippy::needless_borrow)]
                let left: &TensorRef<T, A> = &self;
                if const { <X::By as Apply<T>>::IS_DIVISION }
                    && let Some(result) = <X::By as Apply<T>>::by_kernel(left, &rhs)
                {
                    return result;
                }
                rhs.consume(stringify!($op), left, <X::By as Apply<T>>::apply, Seal)
            }
        }
        )+

        #[doc = concat!($verb, ", element by element.")]
        ///
        /// The shapes broadcast; a scalar is combined with each element. The result takes the
        /// buffer of an owned operand that has its shape, is contiguous, fills its buffer and
        /// shares it with no other tensor.
        ///
        /// # Panics
        #[doc = concat!("If the shapes do not broadcast: `", stringify!($op),
            ": [2, 3] and [4]: sizes 3 and 4 meet at axis 1 and neither is 1`.")]
        impl<T, X, const A: usize, const O: usize> $Op<X> for Tensor<T, A>
        where
            X: BroadcastRhs<T, A, Output = Rank<O>> + OfElements<named::$Op, T>,
        {
            type Output = Tensor<T, O>;
            #[inline]
            #[track_caller]
            fn $op(self, rhs: X) -> Tensor<T, O> {
                rhs.consume_both(stringify!($op), self, <X::By as Apply<T>>::apply, Seal)
            }
        }
    };
}

macro_rules! binary_operators {
    ($($Op:ident $op:ident $verb:literal $($division:expr)?;)+) => {
        /// The operators by name, for [`OfElements`].
        pub(crate) mod named {
            $( pub struct $Op; )+
        }

        $(
        impl<T: Clone + $Op<Output = T>, X> OfElements<named::$Op, T> for X {
            type By = named::$Op;
        }

        impl<T: Clone + $Op<Output = T>> Apply<T> for named::$Op {
            #[inline(always)]
            fn apply(a: &T, b: &T) -> T {
                of_clones::$op(a, b)
            }

            $(
            const IS_DIVISION: bool = true;

            #[inline(always)]
            #[track_caller]
            fn by_kernel<X, const A: usize, const O: usize>(
                left: &TensorRef<T, A>,
                right: &X,
            ) -> Option<Tensor<T, O>>
            where
                X: BroadcastRhs<T, A, Output = Rank<O>>,
            {
                #[cfg(any(feature = "std", feature = "libm"))]
                if const { $division.is_remainder } && has_kernels(identity::<T>()) {
                    return Some(right.combine_by(stringify!($op), left, &REM, Self::apply, Seal));
                }
                divided(left, right, $division)
            }
            )?
        }
        )+

        /// The operators on references, as functions of the element type alone: a closure in a method of tensors would
        /// be one of each rank too, and its loop compiled for each.
        pub(in crate::ops) mod of_clones {
            use core::ops::{$($Op),+};
            $(
                #[inline(always)]
                pub(in crate::ops) fn $op<T: Clone + $Op<Output = T>>(a: &T, b: &T) -> T {
                    a.clone().$op(b.clone())
                }
            )+
        }
        $( left_operands! { $Op $op $verb
            &TensorRef<T, A>
            &Tensor<T, A>
            &TensorView<'_, T, A>
            &TensorViewMut<'_, T, A>
            TensorView<'_, T, A>
        } )+
    };
}

binary_operators! {
    Add add "Adds the operands";
    Sub sub "Subtracts the right operand from the left one";
    Mul mul "Multiplies the operands";
    Div div "Divides the left operand by the right one"
        Division { is_floor: false, is_remainder: false };
    Rem rem "Computes the remainder of the left operand divided by the right one"
        Division { is_floor: false, is_remainder: true };
    BitAnd bitand "Combines the operands by `&`";
    BitOr bitor "Combines the operands by `|`";
    BitXor bitxor "Combines the operands by `^`";
    Shl shl "Shifts the bits of the left operand up by the right one";
    Shr shr "Shifts the bits of the left operand down by the right one";
}

macro_rules! unary_operators {
    ($($Op:ident $op:ident $verb:literal)+) => {
        mod of_clones_1 {
            use core::ops::{$($Op),+};
            $(
                #[inline(always)]
                pub(super) fn $op<T: Clone + $Op<Output = T>>(a: &T) -> T {
                    a.clone().$op()
                }
            )+
        }
        $( unary_operators! { @ $Op $op $verb unary
            &TensorRef<T, R>
            &Tensor<T, R>
            &TensorView<'_, T, R>
            &TensorViewMut<'_, T, R>
        }
        unary_operators! { @ $Op $op $verb unary_of_view TensorView<'_, T, R> }
        unary_operators! { @ $Op $op $verb unary_into Tensor<T, R> } )+
    };
    (@ $Op:ident $op:ident $verb:literal $by:ident $($Operand:ty)+) => { $(
        #[doc = concat!($verb, " each element.")]
        impl<T: Clone + $Op<Output = T>, const R: usize> $Op for $Operand {
            type Output = Tensor<T, R>;
            #[inline]
            #[track_caller]
            fn $op(self) -> Tensor<T, R> {
                $by(stringify!($op), self, of_clones_1::$op)
            }
        }
    )+ };
}

#[inline]
#[track_caller]
fn unary_of_view<T, const R: usize>(
    operation: &'static str,
    view: TensorView<'_, T, R>,
    f: impl Fn(&T) -> T + Sync,
) -> Tensor<T, R> {
    unary(operation, &view, f)
}

unary_operators! {
    Neg neg "Negates"
    Not not "Applies `!` to"
}

/// Implements operators for your own scalar type on the left and a tensor of it on the right.
///
/// On the right of a tensor, as in `&tensor + scalar`, a scalar of any type works. On the left,
/// `scalar + &tensor`, Rust needs an impl for the type itself. Primitive numbers, `bool`, complex
/// numbers and (feature `half`) `f16` and `bf16` have it.
///
/// `Type: Trait method, Trait method, ..` names the type, and the operators with their methods.
///
/// ```
/// use holor::prelude::*;
/// use std::ops::Add;
///
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// struct Celsius(f64);
/// impl Add for Celsius {
///     type Output = Self;
///     fn add(self, other: Self) -> Self {
///         Celsius(self.0 + other.0)
///     }
/// }
/// scalar_operators!(Celsius: Add add);
///
/// let t = tensor![Celsius(20.0), Celsius(22.0)];
/// assert_eq!(Celsius(1.0) + &t, tensor![Celsius(21.0), Celsius(23.0)]);
/// ```
#[macro_export]
macro_rules! scalar_operators {
    ($($T:ty: $($Op:ident $op:ident),+);+ $(;)?) => { $( $crate::__scalar_operators!($T: $($Op $op),+); )+ };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __scalar_operators {
    ($T:ty: $($Op:ident $op:ident),+) => { $(
        $crate::__scalar_operators!(@ $T: $Op $op
            [&$crate::TensorRef<$T, R>] [&$crate::Tensor<$T, R>] [&$crate::TensorView<'_, $T, R>]
            [&$crate::TensorViewMut<'_, $T, R>] [$crate::TensorView<'_, $T, R>] __after_scalar);
        $crate::__scalar_operators!(@ $T: $Op $op [$crate::Tensor<$T, R>] __into_after_scalar);
        $crate::__scalar_operators!(@strict $T: $Op $op [&] &$crate::Strict<$T, R>);
        $crate::__scalar_operators!(@strict $T: $Op $op [] $crate::Strict<$T, R>);
    )+ };
    (@strict $T:ty: $Op:ident $op:ident [$($borrow:tt)?] $Rhs:ty) => {
        /// Combines the scalar on the left with each element.
        impl<const R: usize> ::core::ops::$Op<$Rhs> for $T {
            type Output = $crate::Strict<$T, R>;
            #[inline]
            #[track_caller]
            fn $op(self, rhs: $Rhs) -> $crate::Strict<$T, R> {
                $crate::Strict(::core::ops::$Op::$op(self, $($borrow)? rhs.0))
            }
        }
    };
    (@ $T:ty: $Op:ident $op:ident $([$Rhs:ty])+ $by:ident) => { $(
        /// Combines the scalar on the left with each element.
        impl<const R: usize> ::core::ops::$Op<$Rhs> for $T {
            type Output = $crate::Tensor<$T, R>;
            #[inline]
            #[track_caller]
            fn $op(self, rhs: $Rhs) -> $crate::Tensor<$T, R> {
                rhs.$by(&self, <$T as ::core::ops::$Op>::$op)
            }
        }
    )+ };
}

macro_rules! built_in {
    ($($T:ty)+, $ops:tt) => { $( built_in!(@ $T, $ops); )+ };
    (@ $T:ty, [$($ops:tt)+]) => { crate::__scalar_operators!($T: $($ops)+); };
}

built_in!(f32 f64, [Add add, Sub sub, Mul mul, Div div, Rem rem]);
built_in!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize, [
    Add add, Sub sub, Mul mul, Div div, Rem rem, BitAnd bitand, BitOr bitor, BitXor bitxor,
    Shl shl, Shr shr
]);
built_in!(bool, [BitAnd bitand, BitOr bitor, BitXor bitxor]);
built_in!(num_complex::Complex<f32> num_complex::Complex<f64>, [
    Add add, Sub sub, Mul mul, Div div, Rem rem
]);
#[cfg(feature = "half")]
built_in!(half::f16 half::bf16, [Add add, Sub sub, Mul mul, Div div, Rem rem]);

macro_rules! try_operators {
    ($($try_op:ident $Op:ident $op:ident $symbol:literal $verb:literal $names:literal)+) => {
        impl<T, const R: usize> TensorRef<T, R> { $(
            #[doc = concat!($verb, ", element by element: fallible form of `", $symbol, "`.")]
            ///
            /// `[m, n], [n] -> [m, n]`: the shapes broadcast.
            ///
            /// ```
            /// use holor::prelude::*;
            ///
            /// let (m, v) = (Tensor::<f64, 2>::ones([2, 3]), Tensor::<f64, 1>::ones([3]));
            #[doc = concat!("assert_eq!(m.", stringify!($try_op), "(&v), Ok(&m ", $symbol, " &v));")]
            #[doc = concat!("assert!(m.", stringify!($try_op), "(&Tensor::<f64, 1>::ones([4])).is_err());")]
            /// ```
            ///
            /// # Errors
            #[doc = concat!("If the shapes do not broadcast: `", stringify!($op),
                ": [2, 3] and [4]: sizes 3 and 4 meet at axis 1 and neither is 1`.")]
            ///
            #[doc = $names]
            pub fn $try_op<const B: usize, const O: usize>(
                &self,
                rhs: &TensorRef<T, B>,
            ) -> Result<Tensor<T, O>, ShapeError>
            where
                T: Clone + $Op<Output = T>,
                Rank<R>: BroadcastWith<Rank<B>, Output = Rank<O>>,
            {
                binary(stringify!($op), self, rhs, of_clones::$op)
            }
        )+ }
    };
}

try_operators! {
    try_add Add add "+" "Adds the operands" "numpy and torch: `add`."
    try_sub Sub sub "-" "Subtracts the right operand from the left one"
        "numpy: `subtract`; torch: `sub`."
    try_mul Mul mul "*" "Multiplies the operands" "numpy: `multiply`; torch: `mul`."
    try_div Div div "/" "Divides the left operand by the right one"
        "numpy: `divide`; torch: `div`."
}
