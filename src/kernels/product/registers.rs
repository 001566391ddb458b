//! Vector registers of `f32` and `f64`, by `pulp`.
//!
//! Loops over arrays, as elsewhere in the kernels, are not enough here: the compiler neither fuses
//! a multiplication with an addition nor keeps two dozen sums in registers for a whole loop.

use super::inexact::Inexact;
use core::ops::Neg;
use num_traits::{One, Zero};
use pulp::{MemMask, Simd};

/// Numbers in the vector registers of a machine.
pub(super) trait Registers:
    Inexact<Wide = Self> + Zero + One + PartialEq + Neg<Output = Self>
{
    type Vector<S: Simd>: Copy;
    type Mask<S: Simd>: Copy;

    fn lanes<S: Simd>() -> usize;

    fn splat<S: Simd>(simd: S, x: Self) -> Self::Vector<S>;

    /// `x * y + sum`, rounded once where the machine has an instruction for it.
    fn mul_add<S: Simd>(
        simd: S,
        x: Self::Vector<S>,
        y: Self::Vector<S>,
        sum: Self::Vector<S>,
    ) -> Self::Vector<S>;

    /// The sum of the lanes.
    fn across<S: Simd>(simd: S, x: Self::Vector<S>) -> Self;

    /// Selects the first `count` lanes.
    #[inline(always)]
    fn first<S: Simd>(simd: S, count: usize) -> Self::Mask<S> {
        Self::between(simd, 0, count)
    }

    /// Selects the lanes from `start` to `end`.
    fn between<S: Simd>(simd: S, start: usize, end: usize) -> Self::Mask<S>;

    /// # Safety
    /// There are as many initialised elements from `from` on as the mask selects.
    unsafe fn load<S: Simd>(simd: S, mask: Self::Mask<S>, from: *const Self) -> Self::Vector<S>;

    /// # Safety
    /// There is a whole vector of initialised elements from `from` on.
    #[inline(always)]
    unsafe fn load_all<S: Simd>(from: *const Self) -> Self::Vector<S> {
        // SAFETY: by the caller's promise; a vector is its elements, in any place.
        unsafe { from.cast::<Self::Vector<S>>().read_unaligned() }
    }

    /// # Safety
    /// There is room for a whole vector from `to` on, reached by nothing else.
    #[inline(always)]
    unsafe fn store_all<S: Simd>(to: *mut Self, x: Self::Vector<S>) {
        // SAFETY: by the caller's promise; a vector is its elements, in any place.
        unsafe { to.cast::<Self::Vector<S>>().write_unaligned(x) };
    }

    /// # Safety
    /// There is room for as many elements from `to` on as the mask selects, reached by nothing else.
    unsafe fn store<S: Simd>(simd: S, mask: Self::Mask<S>, to: *mut Self, x: Self::Vector<S>);
}

macro_rules! registers {
    ($($number:ty: $vector:ident $mask:ident $index:ty, $lanes:ident $splat:ident
        $mul_add:ident $across:ident $between:ident $load:ident $store:ident;)*) => { $(
        impl Registers for $number {
            type Vector<S: Simd> = S::$vector;
            type Mask<S: Simd> = S::$mask;

            #[inline(always)]
            fn lanes<S: Simd>() -> usize {
                S::$lanes
            }

            #[inline(always)]
            fn splat<S: Simd>(simd: S, x: $number) -> S::$vector {
                simd.$splat(x)
            }

            #[inline(always)]
            fn mul_add<S: Simd>(simd: S, x: S::$vector, y: S::$vector, z: S::$vector) -> S::$vector {
                simd.$mul_add(x, y, z)
            }

            #[inline(always)]
            fn across<S: Simd>(simd: S, x: S::$vector) -> $number {
                simd.$across(x)
            }

            #[inline(always)]
            fn between<S: Simd>(simd: S, start: usize, end: usize) -> S::$mask {
                simd.$between(start as $index, end as $index).mask()
            }

            #[inline(always)]
            unsafe fn load<S: Simd>(simd: S, mask: S::$mask, from: *const Self) -> S::$vector {
                // Made anew of the mask alone: pulp's own goes through a function pointer.
                let mask = MemMask::new(mask);
                // SAFETY: by the caller's promise; lanes not selected are not read.
                unsafe { simd.$load(mask, from) }
            }

            #[inline(always)]
            unsafe fn store<S: Simd>(simd: S, mask: S::$mask, to: *mut Self, x: S::$vector) {
                let mask = MemMask::new(mask);
                // SAFETY: by the caller's promise; lanes not selected are not written.
                unsafe { simd.$store(mask, to, x) };
            }
        }
    )* };
}

registers! {
    f32: f32s m32s u32, F32_LANES splat_f32s mul_add_e_f32s
        reduce_sum_f32s mask_between_m32s mask_load_ptr_f32s mask_store_ptr_f32s;
    f64: f64s m64s u64, F64_LANES splat_f64s mul_add_e_f64s
        reduce_sum_f64s mask_between_m64s mask_load_ptr_f64s mask_store_ptr_f64s;
}
