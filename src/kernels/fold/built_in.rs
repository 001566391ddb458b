//! The loops of each operation for each built-in number.

use super::loops::Loops;
#[cfg(any(feature = "std", feature = "libm"))]
use super::moments::Moments;
use super::number::{Count, Extremum, Factors, Product, Sum};
use super::position::Position;
use super::simple::Simple;
use core::any::TypeId;
use core::marker::PhantomData as Of;
use num_complex::Complex;

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

macro_rules! floats {
    ($id:ident $run:ident $loops:expr; $T:ident in $($more:ty)*) => {
        each!($id $run $loops; $T in f32 f64 $($more)*);
        #[cfg(feature = "half")]
        each!($id $run $loops; $T in half::f16 half::bf16);
    };
}

macro_rules! numbers {
    ($id:ident $run:ident $loops:expr; $T:ident in $($more:ty)*) => {
        floats!($id $run $loops; $T in $($more)*);
        each!($id $run $loops; $T in i8 i16 i32 i64 u8 u16 u32 u64);
    };
}

pub(super) fn sum(id: TypeId, over: usize, run: Run<'_>) -> bool {
    numbers!(id run Simple(Sum::<T>(over, Of)); T in Complex<f32> Complex<f64>);
    false
}

pub(super) fn product(id: TypeId, _: usize, run: Run<'_>) -> bool {
    floats!(id run Simple(Product::<T>((), Of)); T in Complex<f32> Complex<f64>);
    each!(id run Simple(Factors::<T>((), Of)); T in i8 i16 i32 i64 u8 u16 u32 u64);
    false
}

pub(super) fn max(id: TypeId, _: usize, run: Run<'_>) -> bool {
    numbers!(id run Simple(Extremum::<T, false>(Of)); T in bool);
    false
}

pub(super) fn min(id: TypeId, _: usize, run: Run<'_>) -> bool {
    numbers!(id run Simple(Extremum::<T, true>(Of)); T in bool);
    false
}

pub(super) fn argmax(id: TypeId, _: usize, run: Run<'_>) -> bool {
    numbers!(id run Position::<T, false>(Of); T in bool);
    false
}

pub(super) fn argmin(id: TypeId, _: usize, run: Run<'_>) -> bool {
    numbers!(id run Position::<T, true>(Of); T in bool);
    false
}

pub(super) fn count(id: TypeId, _: usize, run: Run<'_>) -> bool {
    numbers!(id run Simple(Count::<T>((), Of)); T in bool Complex<f32> Complex<f64>);
    false
}

#[cfg(any(feature = "std", feature = "libm"))]
pub(super) fn norm(id: TypeId, _: usize, run: Run<'_>) -> bool {
    floats!(id run Simple(super::number::Norm::<T>((), Of)); T in);
    false
}

#[cfg(any(feature = "std", feature = "libm"))]
pub(super) fn variance(id: TypeId, ddof: usize, run: Run<'_>) -> bool {
    floats!(id run Moments::<T>::new(ddof, false); T in);
    false
}

#[cfg(any(feature = "std", feature = "libm"))]
pub(super) fn deviation(id: TypeId, ddof: usize, run: Run<'_>) -> bool {
    floats!(id run Moments::<T>::new(ddof, true); T in);
    false
}
