//! Integers divided by one number: a multiplication by its reciprocal and shifts, as in figure 4.1 of
//! Granlund and Montgomery (1994, "Division by invariant integers using multiplication").
//!
//! Numbers of one width share their loops. A negative number is divided as the positive one that has its bits
//! turned over, which rounds down, or as its absolute value, which rounds towards zero.

use super::copy::primitives_to_vec;
use super::dispatch::vectorised;
use super::fold::of_known_width;
use super::operand::Source;
use super::specialize::identity;
use super::threads::in_pieces;
use super::uninit::UninitVec;
use alloc::vec::Vec;
use core::any::TypeId;
use core::mem::MaybeUninit;
use num_traits::{PrimInt, WrappingAdd, WrappingMul, WrappingSub};

/// What is made of a dividend.
#[derive(Clone, Copy)]
pub(crate) struct Division {
    /// Whether the quotient is rounded down, and not towards zero.
    pub(crate) is_floor: bool,
    /// Whether the result is what is left.
    pub(crate) is_remainder: bool,
}

/// The bits of an integer.
trait Word: PrimInt + WrappingAdd + WrappingSub + WrappingMul + Send + Sync {
    /// The upper half of a product.
    fn high(self, other: Self) -> Self;
}

macro_rules! words {
    ($($word:ty, $wide:ty;)+) => { $(
        impl Word for $word {
            #[inline(always)]
            fn high(self, other: Self) -> Self {
                ((self as $wide * other as $wide) >> <$word>::BITS) as $word
            }
        }
    )+ };
}

words! { u8, u16; u16, u32; u32, u64; }

impl Word for u64 {
    /// By products of halves, of which there are vectors.
    #[inline(always)]
    fn high(self, other: Self) -> Self {
        let half = |x: u64| u64::from(x as u32);
        let (low, carried) = (half(self) * half(other), (self >> 32) * half(other));
        let middle = half(self) * (other >> 32) + (low >> 32) + half(carried);
        (self >> 32) * (other >> 32) + (carried >> 32) + (middle >> 32)
    }
}

/// A divisor, what is multiplied by, and by how much is shifted.
#[derive(Clone, Copy)]
struct Divisor<W> {
    number: W,
    multiplier: W,
    shifts: [usize; 2],
    /// The bits that decide whether a dividend is negative: all or none.
    signs: W,
    /// The bits of what is taken off a negative number when its bits are turned over: all or none.
    towards_zero: W,
}

impl<W: Word> Divisor<W> {
    /// `number` is not zero.
    fn new(number: W, is_signed: bool, is_floor: bool) -> Option<Self> {
        let (bits, wide) = (8 * size_of::<W>(), number.to_u128()?);
        let log = wide.next_power_of_two().trailing_zeros() as usize;
        let multiplier = (((1 << log) - wide) << bits) / wide + 1;
        let shifts = [log.min(1), log.saturating_sub(1)];
        let all_if = |are_all: bool| if are_all { !W::zero() } else { W::zero() };
        let multiplier = num_traits::cast(multiplier)?;
        let (signs, towards_zero) = (all_if(is_signed), all_if(!is_floor));
        Some(Divisor { number, multiplier, shifts, signs, towards_zero })
    }

    #[inline(always)]
    fn quotient(self, dividend: W) -> W {
        let sign = dividend.signed_shr(8 * size_of::<W>() as u32 - 1) & self.signs;
        let less = sign & self.towards_zero;
        let size = (dividend ^ sign).wrapping_sub(&less);
        let high = self.multiplier.high(size);
        let sum = high.wrapping_add(&(size.wrapping_sub(&high) >> self.shifts[0]));
        ((sum >> self.shifts[1]) ^ sign).wrapping_sub(&less)
    }
}

fn divide<W: Word>(from: &[W], divisor: Divisor<W>, is_remainder: bool, to: &mut [MaybeUninit<W>]) {
    in_pieces(to, 1, size_of_val(from), &|first, to| {
        let from = &from[first..][..to.len()];
        if is_remainder {
            vectorised(
                #[inline(always)]
                || {
                    for (&x, place) in from.iter().zip(to) {
                        let whole = divisor.quotient(x).wrapping_mul(&divisor.number);
                        place.write(x.wrapping_sub(&whole));
                    }
                },
            );
        } else {
            vectorised(
                #[inline(always)]
                || {
                    for (&x, place) in from.iter().zip(to) {
                        place.write(divisor.quotient(x));
                    }
                },
            );
        }
    });
}

/// What is made of each element, in row-major order, if `T` is a built-in integer of up to 64 bits and the divisor
/// is positive.
#[inline(always)]
pub(crate) fn by_number<T, const R: usize>(
    source: Source<'_, T, R>,
    divisor: &T,
    division: Division,
) -> Option<Vec<T>> {
    let id = of_known_width(identity::<T>());
    if !is_integer(id) {
        return None;
    }
    let copy: Vec<T>;
    let elements = match source.as_slice() {
        Some(elements) => elements,
        None => {
            copy = primitives_to_vec(source);
            &copy
        }
    };
    let mut fresh = UninitVec::with_len(elements.len());
    let to: *mut [MaybeUninit<T>] = fresh.places(elements.len()).0;
    let (from, divisor) = (elements as *const [T] as _, core::ptr::from_ref(divisor).cast());
    // SAFETY: the precondition of `divide_built_in`: elements, a number and places of the type, as many.
    let is_done = unsafe { divide_built_in(id, from, divisor, to as _, division) };
    // SAFETY: the precondition of `finish`: each place was written.
    is_done.then(|| unsafe { fresh.finish(elements.len()) })
}

macro_rules! integers {
    ($($signed:ty, $unsigned:ty;)+) => {
        #[inline(always)]
        fn is_integer(id: TypeId) -> bool {
            false $(|| id == TypeId::of::<$signed>() || id == TypeId::of::<$unsigned>())+
        }

        /// Whether there are loops for the type and the number.
        ///
        /// # Safety
        /// The elements, the number and the places are of the type; there are as many places, which nobody else
        /// reaches.
        unsafe fn divide_built_in(
            id: TypeId,
            elements: *const [()],
            number: *const (),
            places: *mut [()],
            division: Division,
        ) -> bool {
            $(
                let is_signed = id == TypeId::of::<$signed>();
                if is_signed || id == TypeId::of::<$unsigned>() {
                    // SAFETY: by the caller's promise; a number of the same width.
                    let number = unsafe { *number.cast::<$unsigned>() };
                    if number == 0 || is_signed && number > <$signed>::MAX as $unsigned {
                        return false;
                    }
                    // SAFETY: by the caller's promise; numbers of the same width.
                    let from = unsafe { &*(elements as *const [$unsigned]) };
                    // SAFETY: as above.
                    let to = unsafe { &mut *(places as *mut [MaybeUninit<$unsigned>]) };
                    let Some(divisor) = Divisor::new(number, is_signed, division.is_floor) else {
                        return false;
                    };
                    divide(from, divisor, division.is_remainder, to);
                    return true;
                }
            )+
            false
        }
    };
}

integers! { i8, u8; i16, u16; i32, u32; i64, u64; }
