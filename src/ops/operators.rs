//! The operators: every mix of owned, borrowed and scalar, on either side.
//!
//! A macro makes the headers; the work is in `elementwise.rs`. An owned operand lends its buffer to
//! the result where it can. Each operator panics where its `try_` twin returns an error.

use super::elementwise::{
    binary, binary_into_either, binary_into_left, binary_into_right, scalar, unary, unary_into,
};
use crate::error::{ShapeError, raise};
use crate::rank::{BroadcastWith, Rank};
use crate::storage::Storage;
use crate::tensor::Tensor;
use core::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Not, Rem, Sub};

macro_rules! binary_operators {
    ($($Op:ident $op:ident $verb:literal)+) => {
        /// The operators on references. Functions, whose types know nothing of ranks and storages, so
        /// that each loop is compiled once for each type of elements.
        mod of_clones {
            use core::ops::{$($Op),+};
            $(
                #[inline(always)]
                pub(super) fn $op<T: Clone + $Op<Output = T>>(a: &T, b: &T) -> T {
                    a.clone().$op(b.clone())
                }
            )+
        }
        $(
        #[doc = concat!($verb, " element by element; the shapes broadcast.")]
        impl<T, S1, S2, const A: usize, const B: usize, const O: usize> $Op<&Tensor<T, B, S2>>
            for &Tensor<T, A, S1>
        where
            T: Clone + $Op<Output = T>,
            S1: Storage<Elem = T>,
            S2: Storage<Elem = T>,
            Rank<A>: BroadcastWith<Rank<B>, Output = Rank<O>>,
        {
            type Output = Tensor<T, O>;
            #[inline]
            #[track_caller]
            fn $op(self, rhs: &Tensor<T, B, S2>) -> Tensor<T, O> {
                raise(binary(stringify!($op), self, rhs, of_clones::$op))
            }
        }

        #[doc = concat!($verb, " element by element; the shapes broadcast.")]
        impl<T, S1, S2, const A: usize, const B: usize, const O: usize> $Op<Tensor<T, B, S2>>
            for &Tensor<T, A, S1>
        where
            T: Clone + $Op<Output = T>,
            S1: Storage<Elem = T>,
            S2: Storage<Elem = T>,
            Rank<A>: BroadcastWith<Rank<B>, Output = Rank<O>>,
        {
            type Output = Tensor<T, O>;
            #[inline]
            #[track_caller]
            fn $op(self, rhs: Tensor<T, B, S2>) -> Tensor<T, O> {
                raise(binary_into_right(stringify!($op), self, rhs, of_clones::$op))
            }
        }

        #[doc = concat!($verb, " element by element; the shapes broadcast.")]
        impl<T, S1, S2, const A: usize, const B: usize, const O: usize> $Op<&Tensor<T, B, S2>>
            for Tensor<T, A, S1>
        where
            T: Clone + $Op<Output = T>,
            S1: Storage<Elem = T>,
            S2: Storage<Elem = T>,
            Rank<A>: BroadcastWith<Rank<B>, Output = Rank<O>>,
        {
            type Output = Tensor<T, O>;
            #[inline]
            #[track_caller]
            fn $op(self, rhs: &Tensor<T, B, S2>) -> Tensor<T, O> {
                raise(binary_into_left(stringify!($op), self, rhs, of_clones::$op))
            }
        }

        #[doc = concat!($verb, " element by element; the shapes broadcast.")]
        impl<T, S1, S2, const A: usize, const B: usize, const O: usize> $Op<Tensor<T, B, S2>>
            for Tensor<T, A, S1>
        where
            T: Clone + $Op<Output = T>,
            S1: Storage<Elem = T>,
            S2: Storage<Elem = T>,
            Rank<A>: BroadcastWith<Rank<B>, Output = Rank<O>>,
        {
            type Output = Tensor<T, O>;
            #[inline]
            #[track_caller]
            fn $op(self, rhs: Tensor<T, B, S2>) -> Tensor<T, O> {
                raise(binary_into_either(stringify!($op), self, rhs, of_clones::$op))
            }
        }

        #[doc = concat!($verb, " a scalar on the right, element by element.")]
        impl<T, S, const R: usize> $Op<T> for &Tensor<T, R, S>
        where
            T: Clone + $Op<Output = T>,
            S: Storage<Elem = T>,
        {
            type Output = Tensor<T, R>;
            #[inline]
            #[track_caller]
            fn $op(self, rhs: T) -> Tensor<T, R> {
                raise(binary(stringify!($op), self, &scalar(&rhs), of_clones::$op))
            }
        }

        #[doc = concat!($verb, " a scalar on the right, element by element.")]
        impl<T, S, const R: usize> $Op<T> for Tensor<T, R, S>
        where
            T: Clone + $Op<Output = T>,
            S: Storage<Elem = T>,
        {
            type Output = Tensor<T, R>;
            #[inline]
            #[track_caller]
            fn $op(self, rhs: T) -> Tensor<T, R> {
                raise(binary_into_left(stringify!($op), self, &scalar(&rhs), of_clones::$op))
            }
        }
        )+
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
        $(
        #[doc = concat!($verb, " each element.")]
        impl<T: Clone + $Op<Output = T>, S: Storage<Elem = T>, const R: usize> $Op
            for &Tensor<T, R, S>
        {
            type Output = Tensor<T, R>;
            #[inline]
            fn $op(self) -> Tensor<T, R> {
                unary(self, of_clones_1::$op)
            }
        }

        #[doc = concat!($verb, " each element.")]
        impl<T: Clone + $Op<Output = T>, S: Storage<Elem = T>, const R: usize> $Op
            for Tensor<T, R, S>
        {
            type Output = Tensor<T, R>;
            #[inline]
            fn $op(self) -> Tensor<T, R> {
                unary_into(self, of_clones_1::$op)
            }
        }
        )+
    };
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
        /// Combines a scalar on the left with each element.
        impl<S: $crate::Storage<Elem = $T>, const R: usize> ::core::ops::$Op<&$crate::Tensor<$T, R, S>> for $T {
            type Output = $crate::Tensor<$T, R>;
            #[inline]
            fn $op(self, rhs: &$crate::Tensor<$T, R, S>) -> $crate::Tensor<$T, R> {
                #[inline(always)]
                fn apply(a: &$T, b: &$T) -> $T {
                    ::core::ops::$Op::$op(::core::clone::Clone::clone(a), ::core::clone::Clone::clone(b))
                }
                rhs.__after_scalar(&self, apply)
            }
        }

        /// Combines a scalar on the left with each element.
        impl<S: $crate::Storage<Elem = $T>, const R: usize> ::core::ops::$Op<$crate::Tensor<$T, R, S>> for $T {
            type Output = $crate::Tensor<$T, R>;
            #[inline]
            fn $op(self, rhs: $crate::Tensor<$T, R, S>) -> $crate::Tensor<$T, R> {
                #[inline(always)]
                fn apply(a: &$T, b: &$T) -> $T {
                    ::core::ops::$Op::$op(::core::clone::Clone::clone(a), ::core::clone::Clone::clone(b))
                }
                rhs.__into_after_scalar(&self, apply)
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
        impl<T, const R: usize, S: Storage<Elem = T>> Tensor<T, R, S> { $(
            #[doc = concat!($verb, " element by element, as `", $symbol, "` does, or returns the \
                error it would panic with.")]
            ///
            /// # Errors
            #[doc = concat!("When the shapes do not broadcast: `", stringify!($op),
                ": [2, 3] and [4]: sizes 3 and 4 meet at axis 1 and neither is 1`.")]
            ///
            #[doc = $names]
            pub fn $try_op<S2: Storage<Elem = T>, const B: usize, const O: usize>(
                &self,
                rhs: &Tensor<T, B, S2>,
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
