//! The loops of each operation for each built-in number.
//!
//! Where the bits of a number decide, numbers of one width share their loops: [`extremum`], [`counted`].

use super::loops::{Fold, Loops};
use super::number::{Number, Ordered, greater};
use super::position::Position;
use super::scaled::Scaled;
use super::simple::simple;
use core::any::TypeId;
use core::ops::{Add, Mul};
use num_complex::{Complex, ComplexFloat};
use num_traits::AsPrimitive;

type Run<'r> = &'r mut dyn FnMut(&dyn Loops);

/// Runs the loops of each type.
macro_rules! each {
    ($id:ident $run:ident $loops:expr; $T:ident in $($number:ty)+) => { $(
        if $id == TypeId::of::<$number>() {
            type $T = $number;
            $run(&$loops);
            return true;
        }
    )+ };
}

macro_rules! half_floats {
    ($($loops:tt)+) => {
        #[cfg(feature = "half")]
        each!($($loops)+ half::f16 half::bf16);
    };
}

macro_rules! integers {
    ($($loops:tt)+) => {
        each!($($loops)+ i8 i16 i32 i64 u8 u16 u32 u64);
    };
}

/// The sum, divided by a number if that is not 0.
fn sum_of<const FAST: bool, T: Number>(over: usize) -> impl Fold {
    let finish = move |sum| T::narrow(if over == 0 { sum } else { T::over(sum, over) });
    simple::<FAST, _, _, _>(T::widen, Add::add, finish)
}

pub(super) fn sum(id: TypeId, over: usize, run: Run<'_>) -> bool {
    each!(id run sum_of::<true, T>(over); T in f32 f64);
    each!(id run sum_of::<false, T>(over); T in Complex<f32> Complex<f64>);
    half_floats!(id run sum_of::<false, T>(over); T in);
    integers!(id run sum_of::<false, T>(over); T in);
    false
}

fn product_of_integers<T: Number>() -> impl Fold {
    simple::<false, _, _, _>(T::widen, Mul::mul, T::narrow)
}

/// The product of floats, in `f64`.
fn product_of_floats<T: Copy + Into<f64> + 'static>() -> impl Fold
where
    f64: AsPrimitive<T>,
{
    let factor = |x: T| Scaled::factor(x.into(), size_of::<T>() < 8);
    simple::<false, _, _, _>(factor, Scaled::times, |product| product.join().as_())
}

fn product_of_complex<T: Copy + Into<f64> + 'static>() -> impl Fold
where
    f64: AsPrimitive<T>,
{
    let wide = |x: Complex<T>| Complex::<f64>::new(x.re.into(), x.im.into());
    let factor = move |x| Scaled::factor(wide(x), size_of::<T>() < 8);
    let narrow = |x: Complex<f64>| Complex::<T>::new(x.re.as_(), x.im.as_());
    simple::<false, _, _, _>(factor, Scaled::times, move |product| narrow(product.join()))
}

pub(super) fn product(id: TypeId, _: usize, run: Run<'_>) -> bool {
    each!(id run product_of_floats::<T>(); T in f32 f64);
    each!(id run product_of_complex::<<T as ComplexFloat>::Real>(); T in Complex<f32> Complex<f64>);
    half_floats!(id run product_of_floats::<T>(); T in);
    integers!(id run product_of_integers::<T>(); T in);
    false
}

/// The greatest number in the order of [`Ordered::turned`].
pub(super) fn extremum<const FAST: bool, T: Ordered>(
    bits: T::Bits,
) -> impl Fold<Element = T, Part = T, Result = T> {
    let turned = move |x: T| x.turned(bits);
    simple::<FAST, _, _, _>(turned, greater, turned)
}

/// The signed number of the same width, and whether the type is another one.
fn as_signed(id: TypeId) -> (TypeId, bool) {
    let unsigned = [
        (TypeId::of::<bool>(), TypeId::of::<i8>()),
        (TypeId::of::<u8>(), TypeId::of::<i8>()),
        (TypeId::of::<u16>(), TypeId::of::<i16>()),
        (TypeId::of::<u32>(), TypeId::of::<i32>()),
        (TypeId::of::<u64>(), TypeId::of::<i64>()),
    ];
    let found = unsigned.into_iter().find(|&(unsigned, _)| unsigned == id);
    found.map_or((id, false), |(_, signed)| (signed, true))
}

/// The number is 1 for the least element.
pub(super) fn best(id: TypeId, number: usize, run: Run<'_>) -> bool {
    let (id, is_unsigned) = as_signed(id);
    let is_least = number == 1;
    each!(id run extremum::<true, T>(T::bits(is_least, is_unsigned)); T in f32 f64);
    half_floats!(id run extremum::<false, T>(T::bits(is_least, is_unsigned)); T in);
    each!(id run extremum::<false, T>(T::bits(is_least, is_unsigned)); T in i8 i16 i32 i64);
    false
}

/// The number is 1 for the least element.
pub(super) fn position(id: TypeId, number: usize, run: Run<'_>) -> bool {
    let (id, is_unsigned) = as_signed(id);
    let is_least = number == 1;
    each!(id run Position::<true, T>(T::bits(is_least, is_unsigned)); T in f32 f64);
    half_floats!(id run Position::<false, T>(T::bits(is_least, is_unsigned)); T in);
    each!(id run Position::<false, T>(T::bits(is_least, is_unsigned)); T in i8 i16 i32 i64);
    false
}

/// How many are not zero.
fn counted<T: Copy + Sync + PartialEq + Default>() -> impl Fold {
    let is_not_zero = |x: T| usize::from(x != T::default());
    simple::<false, _, _, _>(is_not_zero, Add::add, |count: usize| count)
}

pub(super) fn count(id: TypeId, _: usize, run: Run<'_>) -> bool {
    let (id, _) = as_signed(id);
    each!(id run counted::<T>(); T in i8 i16 i32 i64 f32 f64 Complex<f32> Complex<f64>);
    half_floats!(id run counted::<T>(); T in);
    false
}

#[cfg(any(feature = "std", feature = "libm"))]
mod floats {
    use super::super::moments::Moments;
    use super::{Fold, Number, Run, TypeId, simple};
    use core::ops::Add;
    use num_traits::Float;

    fn norm_of<T: Number<Wide: Float>>() -> impl Fold {
        let square = |x: T| x.widen() * x.widen();
        simple::<false, _, _, _>(square, Add::add, |sum: T::Wide| T::narrow(sum.sqrt()))
    }

    pub(crate) fn norm(id: TypeId, _: usize, run: Run<'_>) -> bool {
        each!(id run norm_of::<T>(); T in f32 f64);
        half_floats!(id run norm_of::<T>(); T in);
        false
    }

    pub(crate) fn variance(id: TypeId, ddof: usize, run: Run<'_>) -> bool {
        moments(id, (ddof, false), run)
    }

    pub(crate) fn deviation(id: TypeId, ddof: usize, run: Run<'_>) -> bool {
        moments(id, (ddof, true), run)
    }

    fn moments(id: TypeId, options: (usize, bool), run: Run<'_>) -> bool {
        each!(id run moments_of::<true, T>(options); T in f32 f64);
        half_floats!(id run moments_of::<false, T>(options); T in);
        false
    }

    fn moments_of<const FAST: bool, T: Number<Wide: Float + Sync>>(
        (ddof, has_root): (usize, bool),
    ) -> impl Fold {
        Moments::<FAST, T>::new(ddof, has_root)
    }
}

#[cfg(any(feature = "std", feature = "libm"))]
pub(super) use floats::{deviation, norm, variance};
