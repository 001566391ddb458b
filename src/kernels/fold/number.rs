//! The built-in numbers, and the reductions by a sum or a comparison of them.

use super::scaled::{Factor, Scaled};
use super::simple::Merge;
use core::marker::PhantomData;
use core::ops::{Add, Mul};
use num_complex::Complex;

/// A built-in number or boolean.
pub(crate) trait Plain: Copy + Sync {
    /// Whether its reductions are compiled for each instruction set.
    const FAST: bool = false;
}

/// A number and the one that its sums are computed in.
pub(crate) trait Number: Plain {
    type Wide: Copy + Add<Output = Self::Wide> + Mul<Output = Self::Wide>;

    fn widen(self) -> Self::Wide;
    fn narrow(wide: Self::Wide) -> Self;
    fn over(sum: Self::Wide, count: usize) -> Self::Wide;
}

macro_rules! numbers {
    ($($(#[$attribute:meta])* $number:ty, $wide:ty, $fast:literal:
       $widen:expr, $narrow:expr, $over:expr;)+) => { $(
        $(#[$attribute])*
        impl Plain for $number {
            const FAST: bool = $fast;
        }

        $(#[$attribute])*
        impl Number for $number {
            type Wide = $wide;

            #[inline(always)]
            fn widen(self) -> $wide {
                $widen(self)
            }

            #[inline(always)]
            fn narrow(wide: $wide) -> Self {
                $narrow(wide)
            }

            #[inline(always)]
            fn over(sum: $wide, count: usize) -> $wide {
                $over(sum, count)
            }
        }
    )+ };
}

macro_rules! integers {
    ($($number:ident)+) => {
        numbers! { $($number, $number, false: |x| x, |x| x, |sum, count| sum / count as $number;)+ }
    };
}

impl Plain for bool {}

integers! { i8 i16 i32 i64 u8 u16 u32 u64 }

numbers! {
    f32, f32, true: |x| x, |x| x, |sum, count| sum / count as f32;
    f64, f64, true: |x| x, |x| x, |sum, count| sum / count as f64;
    Complex<f32>, Self, false: |x| x, |x| x, |sum: Self, count| sum.unscale(count as f32);
    Complex<f64>, Self, false: |x| x, |x| x, |sum: Self, count| sum.unscale(count as f64);
    #[cfg(feature = "half")]
    half::f16, f32, false: half::f16::to_f32, half::f16::from_f32, |sum, count| sum / count as f32;
    #[cfg(feature = "half")]
    half::bf16, f32, false: half::bf16::to_f32, half::bf16::from_f32, |sum, count| sum / count as f32;
}

/// Reductions by what an element stands for, how two of these are merged, and what is made of the last one.
macro_rules! merges {
    ($($(#[$attribute:meta])* $name:ident<$T:ident: $bound:path>($field:ident: $type:ty)
       -> $part:ty, $result:ty, $fast:expr =>
       $of:expr, |$a:ident, $b:ident| $merge:expr, |$last:ident| $finish:expr;)+) => { $(
        $(#[$attribute])*
        #[derive(Clone, Copy)]
        pub(super) struct $name<$T>(pub(super) $type, pub(super) PhantomData<fn() -> $T>);

        #[allow(unused_variables, reason = "not all have a use for the number")]
        impl<$T: $bound> Merge for $name<$T> {
            type Element = $T;
            type Part = $part;
            type Result = $result;
            const FAST: bool = $fast;
            const STRIDED: bool = $fast;

            #[inline(always)]
            fn part(self, element: $T) -> $part {
                $of(element)
            }

            #[inline(always)]
            fn merge(self, $a: $part, $b: $part) -> $part {
                let $field = self.0;
                $merge
            }

            #[inline(always)]
            fn finish(self, $last: $part) -> $result {
                let $field = self.0;
                $finish
            }
        }
    )+ };
}

merges! {
    /// The sum, divided by a number if that is not 0.
    Sum<T: Number>(count: usize) -> T::Wide, T, T::FAST =>
        T::widen, |a, b| a + b,
        |sum| T::narrow(if count == 0 { sum } else { T::over(sum, count) });
    /// The product of integers.
    Factors<T: Number>(nothing: ()) -> T::Wide, T, false =>
        T::widen, |a, b| a * b, |product| T::narrow(product);
    /// The product of floats.
    Product<T: Factor>(nothing: ()) -> Scaled<T::Wide>, T, false =>
        T::factor, |a, b| a.times(b), |product| T::narrow(product.join());
    /// The number of elements that are not zero.
    Count<T: Counted>(nothing: ()) -> usize, usize, false =>
        |x: T| usize::from(x != T::default()), |a, b| a + b, |count| count;
}

#[cfg(any(feature = "std", feature = "libm"))]
merges! {
    /// The root of the sum of the squares.
    Norm<T: Root>(nothing: ()) -> T::Wide, T, false =>
        |x: T| x.widen() * x.widen(), |a, b| a + b, |sum| T::narrow(num_traits::Float::sqrt(sum));
}

/// A number whose sums have a root.
#[cfg(any(feature = "std", feature = "libm"))]
pub(super) trait Root: Number<Wide: num_traits::Float> {}

#[cfg(any(feature = "std", feature = "libm"))]
impl<T: Number<Wide: num_traits::Float>> Root for T {}

/// What is compared.
pub(crate) trait Compared: Plain + PartialOrd {}

impl<T: Plain + PartialOrd> Compared for T {}

/// What is compared with zero.
pub(super) trait Counted: Plain + PartialEq + Default {}

impl<T: Plain + PartialEq + Default> Counted for T {}

/// Whether the first one is greater, or less.
#[inline(always)]
pub(super) fn is_better<T: PartialOrd, const LEAST: bool>(x: T, y: T) -> bool {
    if LEAST { x < y } else { x > y }
}

/// The greatest or the least element; a NaN is better than any number.
#[derive(Clone, Copy)]
pub(super) struct Extremum<T, const LEAST: bool>(pub(super) PhantomData<fn() -> T>);

impl<T: Compared, const LEAST: bool> Merge for Extremum<T, LEAST> {
    type Element = T;
    type Part = T;
    type Result = T;
    const FAST: bool = T::FAST;

    #[inline(always)]
    fn part(self, element: T) -> T {
        element
    }

    /// A choice between two values and not a jump, so that it vectorises.
    #[inline(always)]
    fn merge(self, earlier: T, later: T) -> T {
        if is_better::<T, LEAST>(later, earlier) | is_nan(later) { later } else { earlier }
    }

    #[inline(always)]
    fn finish(self, best: T) -> T {
        best
    }
}

/// Tells whether a number is not equal to itself, as a NaN is not.
#[inline(always)]
pub(super) fn is_nan<T: PartialEq>(x: T) -> bool {
    let same = &x;
    x != *same
}
