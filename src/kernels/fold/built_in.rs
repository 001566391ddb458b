//! The loops of each operation for each built-in number.
//!
//! Where the bits of a number decide, numbers of one width share their loops: [`extremum`], [`counted`].

use super::bytes::NonzeroBytes;
use super::loops::{Fold, Loops};
#[cfg(any(feature = "std", feature = "libm"))]
use super::moments::Moments;
use super::of_known_width;
use super::position::{GROUP, Position, best_of};
use super::scaled::Product;
use super::simple::{FEW, MANY, folding, simple};
use crate::formulas::numbers::WideSum;
use crate::formulas::ordered::{Ordered, greater};
use crate::formulas::scaled_product::ScaledProduct;
use crate::kernels::specialize::identity;
use core::any::TypeId;
use core::marker::PhantomData;
use core::ops::{Add, Mul};
use num_complex::Complex;
use num_traits::{AsPrimitive, PrimInt};
#[cfg(any(feature = "std", feature = "libm"))]
use {crate::formulas::ordered::is_nan, num_traits::Float};

/// Takes the loops.
type TakeLoops<'r> = &'r mut dyn FnMut(&dyn Loops);

/// Calls with the loops of an operation from `T` to `U`; the number is the operation's own.
pub(crate) struct Kernel<T, U>(pub(super) fn(usize, TakeLoops<'_>), PhantomData<fn(T) -> U>);

/// Returns the kernel with these loops, which is compiled in this crate, if `T` is one of the types, or one
/// that is read as `U`. A program links the kernels of the types that it reduces.
macro_rules! each {
    ($T:ty, $n:ident => $loops:expr; $U:ident in $($number:ty)+) => {
        $(each!($T, $n => $loops; $U = $number, in $number);)+
    };
    ($T:ty, $n:ident => $loops:expr; $U:ident = $as:ty, in $($number:ty)+) => {
        if $(of_known_width(identity::<$T>()) == TypeId::of::<$number>())||+ {
            fn kernel($n: usize, run: TakeLoops<'_>) {
                type $U = $as;
                run(&$loops);
            }
            return Some(Kernel(kernel, PhantomData));
        }
    };
}

macro_rules! half_floats {
    ($($loops:tt)+) => {
        #[cfg(feature = "half")]
        each!($($loops)+ in half::f16 half::bf16);
    };
}

/// Loops that compare; the number is 1 for the least element. Integers of 16 bits are as fast without AVX.
macro_rules! compared {
    ($T:ty, $loops:ident) => {
        each!($T, n => $loops::<true, FEW, U>(U::bits(n == 1, false)); U in f32 f64);
        half_floats!($T, n => $loops::<false, FEW, U>(U::bits(n == 1, false)); U);
        each!($T, n => $loops::<false, 1, U>(U::bits(n == 1, false)); U in i16);
        each!($T, n => $loops::<true, 1, U>(U::bits(n == 1, false)); U in i8 i32 i64);
        // The greatest byte of all stands for a `true` if the number is 2.
        each!($T, n => $loops::<true, 1, U>(if n == 2 { U::MAX ^ 1 } else { U::bits(n == 1, true) }); U = i8, in bool u8);
        each!($T, n => $loops::<false, 1, U>(U::bits(n == 1, true)); U = i16, in u16);
        each!($T, n => $loops::<true, 1, U>(U::bits(n == 1, true)); U = i32, in u32);
        each!($T, n => $loops::<true, 1, U>(U::bits(n == 1, true)); U = i64, in u64);
    };
}

/// The sum, divided by a number if that is not 0.
fn sum_of<const FAST: bool, const PARTS: usize, T: WideSum>(over: usize) -> impl Fold {
    let finish = move |sum| T::narrow(if over == 0 { sum } else { T::over(sum, over) });
    simple::<FAST, PARTS, _, _, _>(T::widen, Add::add, finish)
}

#[inline(always)]
pub(crate) fn sum<T>() -> Option<Kernel<T, T>> {
    each!(T, over => sum_of::<true, MANY, U>(over); U in f32 f64);
    each!(T, over => sum_of::<false, FEW, U>(over); U in Complex<f32> Complex<f64>);
    half_floats!(T, over => sum_of::<false, FEW, U>(over); U);
    each!(T, over => sum_of::<true, 1, U>(over); U in i8 i16 i64 u8 u16 u64);
    each!(T, over => sum_of::<true, MANY, U>(over); U in i32 u32);
    None
}

/// The sum of the floats that are not NaN.
#[cfg(any(feature = "std", feature = "libm"))]
#[inline(always)]
pub(crate) fn sum_of_numbers<T>() -> Option<Kernel<T, T>> {
    fn sum<const FAST: bool, const PARTS: usize, T: WideSum>() -> impl Fold {
        let part = |x: T| if is_nan(x.widen()) { num_traits::zero() } else { x.widen() };
        simple::<FAST, PARTS, _, _, _>(part, Add::add, T::narrow)
    }
    each!(T, _n => sum::<true, MANY, U>(); U in f32 f64);
    half_floats!(T, _n => sum::<false, FEW, U>(); U);
    None
}

fn product_of_integers<const FAST: bool, const PARTS: usize, T: WideSum>() -> impl Fold {
    simple::<FAST, PARTS, _, _, _>(T::widen, Mul::mul, T::narrow)
}

fn product_of_complex<T: Copy + Into<f64> + 'static>() -> impl Fold
where
    f64: AsPrimitive<T>,
{
    let wide = |x: Complex<T>| Complex::<f64>::new(x.re.into(), x.im.into());
    let factor = move |x| ScaledProduct::factor(wide(x), size_of::<T>() < 8);
    /// Long code, which is called: it fills no vectors.
    #[inline(never)]
    fn times(a: Wide, b: Wide) -> Wide {
        a.times(b)
    }
    type Wide = ScaledProduct<Complex<f64>>;
    let narrow = |x: Complex<f64>| Complex::<T>::new(x.re.as_(), x.im.as_());
    simple::<false, 4, _, _, _>(factor, times, move |product: Wide| narrow(product.join()))
}

#[inline(always)]
pub(crate) fn product<T>() -> Option<Kernel<T, T>> {
    each!(T, _n => Product::<true, U>(PhantomData); U in f32 f64);
    each!(T, _n => product_of_complex::<U>(); U = f32, in Complex<f32>);
    each!(T, _n => product_of_complex::<U>(); U = f64, in Complex<f64>);
    half_floats!(T, _n => Product::<false, U>(PhantomData); U);
    each!(T, _n => product_of_integers::<false, 1, U>(); U in i8 i16 u8 u16);
    each!(T, _n => product_of_integers::<true, 1, U>(); U in i32 u32);
    // No vectors multiply 64 bits without AVX-512: four numbers at a time, each after the one before it.
    each!(T, _n => product_of_integers::<false, 4, U>(); U in i64 u64);
    None
}

/// The greatest number in the order of [`Ordered::turned`].
pub(super) fn extremum<const FAST: bool, const PARTS: usize, T: Ordered>(
    bits: T::Bits,
) -> impl Fold<Element = T, Part = T, Result = T> {
    let turned = move |x: T| x.turned(bits);
    let shortcut = move |run: &[T]| match run.len() {
        _ if !FAST || PARTS == 1 => None,
        GROUP.. => Some(best_of::<GROUP, 16, T>(run, bits)?.0),
        _ => Some(best_of::<4, 4, T>(run, bits)?.0),
    };
    folding::<FAST, PARTS, true, _, _, _>(turned, greater, turned, T::is_last, shortcut)
}

#[inline(always)]
/// The greatest element, or the least if the number is 1. The number 2 is for booleans, of which the greatest
/// is `true`: there is no need to look further.
pub(crate) fn best<T>() -> Option<Kernel<T, T>> {
    compared!(T, extremum);
    None
}

#[cfg(any(feature = "std", feature = "libm"))]
fn extreme_size<T: Ordered + Float>(bits: T::Bits) -> impl Fold {
    let (part, turned) = (move |x: T| x.abs().turned(bits), move |x: T| x.turned(bits));
    folding::<true, MANY, true, _, _, _>(part, greater, turned, |_| false, |_| None)
}

/// As [`best`], of absolute values.
#[cfg(any(feature = "std", feature = "libm"))]
#[inline(always)]
pub(crate) fn best_size<T>() -> Option<Kernel<T, T>> {
    each!(T, n => extreme_size::<U>(U::bits(n == 1, false)); U in f32 f64);
    None
}

#[cfg(any(feature = "std", feature = "libm"))]
fn extreme_number<T: Ordered + Float>(bits: T::Bits) -> impl Fold {
    let part = move |x: T| if is_nan(x) { T::neg_infinity() } else { x.turned(bits) };
    let greater = |earlier: T, later: T| if later > earlier { later } else { earlier };
    let turned = move |x: T| x.turned(bits);
    folding::<true, MANY, true, _, _, _>(part, greater, turned, |_| false, |_| None)
}

/// As [`best`], of the elements that are not NaN; if there are none, the infinity that is the worst of all.
#[cfg(any(feature = "std", feature = "libm"))]
#[inline(always)]
pub(crate) fn best_number<T>() -> Option<Kernel<T, T>> {
    each!(T, n => extreme_number::<U>(U::bits(n == 1, false)); U in f32 f64);
    None
}

#[inline(always)]
pub(crate) fn position<T>() -> Option<Kernel<T, usize>> {
    compared!(T, Position);
    None
}

/// How many are not zero.
fn counted<T: Copy + Sync + PartialEq + Default>() -> impl Fold {
    let is_not_zero = |x: T| usize::from(x != T::default());
    simple::<false, 1, _, _, _>(is_not_zero, Add::add, |count: usize| count)
}

/// As [`counted`], of integers, or of floats as the integers of their bits: the sign does not count.
fn counted_bits<T: PrimInt + Sync>(is_float: bool) -> impl Fold {
    let mask = T::max_value() >> usize::from(is_float);
    let is_not_zero = move |x: T| usize::from(x & mask != T::zero());
    simple::<true, 1, _, _, _>(is_not_zero, Add::add, |count: usize| count)
}

#[inline(always)]
pub(crate) fn count<T>() -> Option<Kernel<T, usize>> {
    each!(T, _n => counted::<U>(); U in Complex<f32> Complex<f64>);
    half_floats!(T, _n => counted_bits::<U>(true); U = u16,);
    each!(T, _n => counted_bits::<U>(true); U = u32, in f32);
    each!(T, _n => counted_bits::<U>(true); U = u64, in f64);
    each!(T, _n => { const { assert!(size_of::<U>() == 1) }; NonzeroBytes }; U = u8, in bool i8 u8);
    each!(T, _n => counted_bits::<U>(false); U = u16, in i16 u16);
    each!(T, _n => counted_bits::<U>(false); U = u32, in i32 u32);
    each!(T, _n => counted_bits::<U>(false); U = u64, in i64 u64);
    None
}

#[cfg(any(feature = "std", feature = "libm"))]
fn norm_of<const FAST: bool, const PARTS: usize, T: WideSum<Wide: Float>>() -> impl Fold {
    let square = |x: T| x.widen() * x.widen();
    simple::<FAST, PARTS, _, _, _>(square, Add::add, |sum: T::Wide| T::narrow(sum.sqrt()))
}

#[cfg(any(feature = "std", feature = "libm"))]
#[inline(always)]
pub(crate) fn norm<T>() -> Option<Kernel<T, T>> {
    each!(T, _n => norm_of::<true, MANY, U>(); U in f32 f64);
    half_floats!(T, _n => norm_of::<false, FEW, U>(); U);
    None
}

/// The variance, or its root if the number is odd; the half of it is how many degrees of freedom are taken off.
#[cfg(any(feature = "std", feature = "libm"))]
#[inline(always)]
pub(crate) fn variance<T>() -> Option<Kernel<T, T>> {
    each!(T, n => Moments::<MANY, U>(n, PhantomData); U in f32 f64);
    half_floats!(T, n => Moments::<FEW, U>(n, PhantomData); U);
    None
}
