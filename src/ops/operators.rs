//! The operators: every mix of owned, borrowed and scalar, on either side.
//!
//! A macro makes the headers; the work is in `elementwise.rs`. An owned operand lends its buffer to
//! the result where it can. Each operator panics where its `try_` twin returns an error.

use super::elementwise::{binary, unary, unary_into};
use super::rhs::BroadcastRhs;
use crate::error::ShapeError;
use crate::rank::seal::Seal;
use crate::rank::{BroadcastWith, Rank};
use crate::tensor::{Tensor, TensorRef, TensorView, TensorViewMut};
use core::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Not, Rem, Sub};

/// The impls of one operator, for each form of the left operand.
macro_rules! left_operands {
    ($Op:ident $op:ident $verb:literal $($L:ty)+) => {
        $(
        #[doc = concat!($verb, " element by element; the shapes broadcast.")]
        impl<T, X, const A: usize, const O: usize> $Op<X> for $L
        where
            T: Clone + $Op<Output = T>,
            X: BroadcastRhs<T, A, Output = Rank<O>>,
        {
            type Output = Tensor<T, O>;
            #[inline]
            #[track_caller]
            fn $op(self, rhs: X) -> Tensor<T, O> {
                #[allow(clippy::needless_borrow)]
                rhs.consume(stringify!($op), &self, of_clones::$op, Seal)
            }
        }
        )+

        #[doc = concat!($verb, " element by element, into the buffer of an owned operand where it can \
            serve; the shapes broadcast.")]
        impl<T, X, const A: usize, const O: usize> $Op<X> for Tensor<T, A>
        where
            T: Clone + $Op<Output = T>,
            X: BroadcastRhs<T, A, Output = Rank<O>>,
        {
            type Output = Tensor<T, O>;
            #[inline]
            #[track_caller]
            fn $op(self, rhs: X) -> Tensor<T, O> {
                rhs.consume_both(stringify!($op), self, of_clones::$op, Seal)
            }
        }
    };
}

macro_rules! binary_operators {
    ($($Op:ident $op:ident $verb:literal)+) => {
        /// The operators on references. Functions, whose types know nothing of ranks, so that each
        /// loop is compiled once for each type of elements.
        mod of_clones {
            use core::ops::{$($Op),+};
            $(
                #[inline(always)]
                pub(super) fn $op<T: Clone + $Op<Output = T>>(a: &T, b: &T) -> T {
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
    Add add "Adds"
    Sub sub "Subtracts"
    Mul mul "Multiplies"
    Div div "Divides"
    Rem rem "Takes the remainder"
    BitAnd bitand "Combines with `&`"
    BitOr bitor "Combines with `|`"
    BitXor bitxor "Combines with `^`"
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
            fn $op(self) -> Tensor<T, R> {
                $by(self, of_clones_1::$op)
            }
        }
    )+ };
}

#[inline]
fn unary_of_view<T, const R: usize>(
    view: TensorView<'_, T, R>,
    f: impl Fn(&T) -> T + Sync,
) -> Tensor<T, R> {
    unary(&view, f)
}

unary_operators! {
    Neg neg "Negates"
    Not not "Inverts"
}

/// Lets a number type of yours stand on the left of operators.
///
/// On the right, `&tensor + scalar`, any type can stand; on the left Rust wants an impl for the
/// type itself. Primitive numbers and `bool` have theirs.
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
    )+ };
    (@ $T:ty: $Op:ident $op:ident $([$Rhs:ty])+ $by:ident) => { $(
        /// Combines a scalar on the left with each element.
        impl<const R: usize> ::core::ops::$Op<$Rhs> for $T {
            type Output = $crate::Tensor<$T, R>;
            #[inline]
            fn $op(self, rhs: $Rhs) -> $crate::Tensor<$T, R> {
                #[inline(always)]
                fn apply(a: &$T, b: &$T) -> $T {
                    ::core::ops::$Op::$op(::core::clone::Clone::clone(a), ::core::clone::Clone::clone(b))
                }
                rhs.$by(&self, apply)
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
    Add add, Sub sub, Mul mul, Div div, Rem rem, BitAnd bitand, BitOr bitor, BitXor bitxor
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
            #[doc = concat!($verb, " element by element, as `", $symbol, "` does, or returns the \
                error it would panic with.")]
            ///
            /// # Errors
            #[doc = concat!("When the shapes do not broadcast: `", stringify!($op),
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
    try_add Add add "+" "Adds" "numpy and torch: `add`."
    try_sub Sub sub "-" "Subtracts" "numpy: `subtract`; torch: `sub`."
    try_mul Mul mul "*" "Multiplies" "numpy: `multiply`; torch: `mul`."
    try_div Div div "/" "Divides" "numpy: `divide`; torch: `div`."
}
