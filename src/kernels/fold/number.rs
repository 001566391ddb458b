//! The built-in numbers, and the reductions that are made of sums and of comparisons of them.

use super::simple::Merge;
use core::marker::PhantomData;
use core::ops::{Add, BitAnd, Mul};
use num_complex::Complex;

/// A built-in number and the one that its sums are computed in.
pub(crate) trait Number: Copy + Sync {
    type Wide: Copy + Add<Output = Self::Wide> + Mul<Output = Self::Wide>;
    /// Whether its reductions are compiled for each instruction set.
    const FAST: bool = false;

    fn widen(self) -> Self::Wide;
    fn narrow(wide: Self::Wide) -> Self;
    fn over(sum: Self::Wide, count: usize) -> Self::Wide;
}

macro_rules! numbers {
    ($($(#[$attribute:meta])* $number:ty, $wide:ty, $fast:literal: $widen:expr, $narrow:expr, $over:expr;)+) => { $(
        $(#[$attribute])*
        impl Number for $number {
            type Wide = $wide;
            const FAST: bool = $fast;

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

/// The sum, divided by a number if that is not 0.
#[derive(Clone, Copy)]
pub(crate) struct Sum<T> {
    over: usize,
    element: PhantomData<fn() -> T>,
}

impl<T> Sum<T> {
    pub(crate) fn over(count: usize) -> Self {
        Sum { over: count, element: PhantomData }
    }
}

impl<T: Number> Merge for Sum<T> {
    type Element = T;
    type Part = T::Wide;
    type Result = T;
    const FAST: bool = T::FAST;

    #[inline(always)]
    fn part(&self, element: T) -> T::Wide {
        element.widen()
    }

    #[inline(always)]
    fn merge(&self, earlier: T::Wide, later: T::Wide) -> T::Wide {
        earlier + later
    }

    #[inline(always)]
    fn finish(&self, sum: T::Wide) -> T {
        T::narrow(if self.over == 0 { sum } else { T::over(sum, self.over) })
    }
}

/// A reduction of numbers by two functions without captures.
macro_rules! merges {
    ($($(#[$attribute:meta])* $name:ident <$T:ident: $bound:path> -> $part:ty, $result:ty:
       $start:expr, $merge:expr, $finish:expr;)+) => { $(
        $(#[$attribute])*
        #[derive(Clone, Copy)]
        pub(crate) struct $name<$T>(pub(super) PhantomData<fn() -> $T>);

        impl<$T: $bound> Merge for $name<$T> {
            type Element = $T;
            type Part = $part;
            type Result = $result;

            #[inline(always)]
            fn part(&self, element: $T) -> $part {
                $start(element)
            }

            #[inline(always)]
            fn merge(&self, earlier: $part, later: $part) -> $part {
                $merge(earlier, later)
            }

            #[inline(always)]
            fn finish(&self, part: $part) -> $result {
                $finish(part)
            }
        }
    )+ };
}

merges! {
    /// The product of integers.
    Factors<T: Number> -> T::Wide, T: T::widen, |a: T::Wide, b: T::Wide| a * b, T::narrow;
}

#[cfg(any(feature = "std", feature = "libm"))]
merges! {
    /// The root of the sum of the squares.
    Norm<T: Root> -> T::Wide, T:
        |x: T| x.widen() * x.widen(), |a: T::Wide, b: T::Wide| a + b,
        |sum| T::narrow(num_traits::Float::sqrt(sum));
}

/// A number whose sums have a root.
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) trait Root: Number<Wide: num_traits::Float> {}

#[cfg(any(feature = "std", feature = "libm"))]
impl<T: Number<Wide: num_traits::Float>> Root for T {}

/// The number of elements that are not zero in the bits of a mask: of a float, all but the sign.
#[derive(Clone, Copy)]
pub(crate) struct Count<T>(pub(super) T);

impl<T: Copy + Sync + BitAnd<Output = T> + PartialEq + Default> Merge for Count<T> {
    type Element = T;
    type Part = usize;
    type Result = usize;

    #[inline(always)]
    fn part(&self, element: T) -> usize {
        usize::from(element & self.0 != T::default())
    }

    #[inline(always)]
    fn merge(&self, earlier: usize, later: usize) -> usize {
        earlier + later
    }

    #[inline(always)]
    fn finish(&self, count: usize) -> usize {
        count
    }
}

/// What elements are compared by: the greatest key is that of the best element. So there is one loop for
/// maxima and minima, of signed and unsigned integers.
pub(crate) trait Key: Copy + Sync {
    type Element: Copy;
    type Key: Copy + PartialOrd;
    const FAST: bool = false;

    fn key(&self, element: Self::Element) -> Self::Key;
    fn element(&self, key: Self::Key) -> Self::Element;
}

/// Keys that are the elements with some bits changed.
#[derive(Clone, Copy)]
pub(crate) struct Flipped<T, B>(B, PhantomData<fn() -> T>);

macro_rules! keys {
    ($($number:ident $bits:ident $fast:literal: $from:expr, $to:expr;)+) => { $(
        impl Flipped<$number, $bits> {
            /// Changes the bits of the mask.
            pub(crate) fn new(mask: $bits) -> Self {
                Flipped(mask, PhantomData)
            }
        }

        impl Key for Flipped<$number, $bits> {
            type Element = $number;
            type Key = $number;
            const FAST: bool = $fast;

            #[inline(always)]
            fn key(&self, element: $number) -> $number {
                $to($from(element) ^ self.0)
            }

            #[inline(always)]
            fn element(&self, key: $number) -> $number {
                $to($from(key) ^ self.0)
            }
        }
    )+ };
}

keys! {
    f32 u32 true: f32::to_bits, f32::from_bits;
    f64 u64 true: f64::to_bits, f64::from_bits;
    u8 u8 false: |x| x, |x| x;
    u16 u16 false: |x| x, |x| x;
    u32 u32 false: |x| x, |x| x;
    u64 u64 false: |x| x, |x| x;
}

/// Keys of small floats: in `f32`, with another sign for minima.
#[cfg(feature = "half")]
#[derive(Clone, Copy)]
pub(crate) struct Widened<T>(pub(super) f32, pub(super) PhantomData<fn() -> T>);

#[cfg(feature = "half")]
impl<T: Number<Wide = f32>> Key for Widened<T> {
    type Element = T;
    type Key = f32;

    #[inline(always)]
    fn key(&self, element: T) -> f32 {
        element.widen() * self.0
    }

    #[inline(always)]
    fn element(&self, key: f32) -> T {
        T::narrow(key * self.0)
    }
}

/// Tells whether a key is not equal to itself, as a NaN is not.
#[inline(always)]
pub(crate) fn is_nan<T: PartialOrd>(x: T) -> bool {
    let same = &x;
    x != *same
}

/// The element of the greatest key; a NaN is greater than any number.
#[derive(Clone, Copy)]
pub(crate) struct Extremum<K>(pub(super) K);

impl<K: Key> Merge for Extremum<K> {
    type Element = K::Element;
    type Part = K::Key;
    type Result = K::Element;
    const FAST: bool = K::FAST;

    #[inline(always)]
    fn part(&self, element: K::Element) -> K::Key {
        self.0.key(element)
    }

    /// A choice between two values and not a jump, so that it vectorises.
    #[inline(always)]
    fn merge(&self, earlier: K::Key, later: K::Key) -> K::Key {
        if (later > earlier) | is_nan(later) { later } else { earlier }
    }

    #[inline(always)]
    fn finish(&self, key: K::Key) -> K::Element {
        self.0.element(key)
    }
}
