//! Products of floats, whose range is not that of their partial products.

use super::lane::{Lane, Lanes};
use super::loops::Fold;
use super::number::Number;
use alloc::vec;
use alloc::vec::Vec;
use core::array;
use core::mem::MaybeUninit;
use core::ops::Mul;
use num_complex::Complex;

/// A float that is taken apart.
pub(crate) trait Scale: Copy + Sync + Mul<Output = Self> {
    /// A number from 1 to 2 and the power of two to multiply it by. Zero, infinity and NaN stay as they are.
    fn split(self) -> (Self, i32);
    fn times_two_to(self, power: i64) -> Self;
}

macro_rules! scales {
    ($($float:ident $bits:ident $mantissa:literal $bias:literal)+) => { $(
        impl Scale for $float {
            #[inline(always)]
            fn split(self) -> (Self, i32) {
                const EXPONENT: $bits = (2 * $bias + 1) << $mantissa;
                // Subnormal numbers have no exponent: they are made normal first.
                let is_small = self.abs() < $float::MIN_POSITIVE;
                let factor = ((1_u64 << $mantissa) as $float) * 2.0;
                let x = if is_small { self * factor } else { self };
                let exponent = (x.to_bits() & EXPONENT) >> $mantissa;
                let is_special = (exponent == 0) | (exponent == 2 * $bias + 1);
                let near_one = $float::from_bits(x.to_bits() & !EXPONENT | $bias << $mantissa);
                let shift = if is_small { $bias + $mantissa + 1 } else { $bias };
                if is_special { (self, 0) } else { (near_one, exponent as i32 - shift) }
            }

            #[inline(always)]
            fn times_two_to(self, power: i64) -> Self {
                let power_of_two = |n: i64| $float::from_bits(((n + $bias) as $bits) << $mantissa);
                // Of two steps the last one rounds.
                let power = power.clamp(2 * (1 - $bias), 2 * $bias);
                let last = power.clamp(1 - $bias, $bias);
                self * power_of_two(power - last) * power_of_two(last)
            }
        }
    )+ };
}

scales! {
    f32 u32 23 127
    f64 u64 52 1023
}

impl<F: Scale + num_traits::Num + num_traits::float::FloatCore> Scale for Complex<F> {
    #[inline(always)]
    fn split(self) -> (Self, i32) {
        let (_, power) = self.re.abs().max(self.im.abs()).split();
        (self.times_two_to(-i64::from(power)), power)
    }

    #[inline(always)]
    fn times_two_to(self, power: i64) -> Self {
        Complex::new(self.re.times_two_to(power), self.im.times_two_to(power))
    }
}

/// The product of floats. The exponents of the partial products are kept apart, as integers: they neither
/// overflow nor underflow, in whatever order the elements come, unless the product does.
#[derive(Clone, Copy)]
pub(crate) struct Product<T>(pub(crate) core::marker::PhantomData<fn() -> T>);

/// A partial product: `number` times two to `power`.
#[derive(Clone, Copy)]
pub(crate) struct Scaled<A> {
    number: A,
    power: i64,
}

/// Multiplies.
#[inline(always)]
fn times<A: Scale>((a, power): (A, i32), b: A) -> (A, i32) {
    let (b, more) = b.split();
    let (product, still_more) = (a * b).split();
    (product, power + more + still_more)
}

/// How many products are made side by side.
const PARTS: usize = 64;

impl<T: Number<Wide: Scale>> Product<T> {
    #[inline(always)]
    fn in_parts<const STRIDE: isize>(self, lane: Lane<T>) -> Scaled<T::Wide> {
        // SAFETY: all indices below are less than the length.
        let get = |i| unsafe { lane.get::<STRIDE>(i) }.widen();
        // Two arrays and not one of pairs: that would not vectorise.
        let mut numbers: [T::Wide; PARTS] = array::from_fn(|i| get(i).split().0);
        let mut powers: [i32; PARTS] = array::from_fn(|i| get(i).split().1);
        let mut start = PARTS;
        while start + PARTS <= lane.len {
            for i in 0..PARTS {
                (numbers[i], powers[i]) = times((numbers[i], powers[i]), get(start + i));
            }
            start += PARTS;
        }
        let rest = (start..lane.len).map(|i| get(i).split());
        let parts = numbers.into_iter().zip(powers).chain(rest);
        let parts = parts.map(|(number, power)| Scaled { number, power: power.into() });
        parts.reduce(|a, b| self.merge(a, b)).expect("a lane is not empty")
    }
}

impl<T: Number<Wide: Scale>> Fold for Product<T> {
    type Element = T;
    type Part = Scaled<T::Wide>;
    type Result = T;
    // A sum of so many exponents is an `i32`.
    const BLOCK: usize = 16384;
    const VECTORISED: bool = T::FAST;
    const SHORT: usize = PARTS;

    #[inline(always)]
    fn lane(&self, lane: Lane<T>) -> Self::Part {
        if lane.stride == 1 { self.in_parts::<1>(lane) } else { self.in_parts::<0>(lane) }
    }

    #[inline(always)]
    fn short(&self, lane: Lane<T>) -> Self::Part {
        // SAFETY: a lane is not empty, and `i < len`.
        let get = |i| unsafe { lane.get::<0>(i) }.widen();
        let (number, power) = (1..lane.len).fold(get(0).split(), |part, i| times(part, get(i)));
        Scaled { number, power: power.into() }
    }

    #[inline(always)]
    unsafe fn rows<const BY: isize>(&self, lanes: &Lanes, parts: &mut [MaybeUninit<Self::Part>]) {
        // SAFETY: all rows below are less than `len`, all lanes than `width`.
        let get = |row, lane| unsafe { lanes.get::<T, BY>(row, lane) }.widen();
        let mut numbers: Vec<T::Wide> = (0..lanes.width).map(|lane| get(0, lane)).collect();
        let mut powers = vec![0; lanes.width];
        for (number, power) in numbers.iter_mut().zip(&mut powers) {
            (*number, *power) = number.split();
        }
        for row in 1..lanes.len {
            for (lane, (number, power)) in numbers.iter_mut().zip(&mut powers).enumerate() {
                (*number, *power) = times((*number, *power), get(row, lane));
            }
        }
        for (part, (number, power)) in parts.iter_mut().zip(numbers.into_iter().zip(powers)) {
            part.write(Scaled { number, power: power.into() });
        }
    }

    #[inline(always)]
    fn merge(&self, a: Self::Part, b: Self::Part) -> Self::Part {
        let (number, power) = (a.number * b.number).split();
        Scaled { number, power: a.power + b.power + i64::from(power) }
    }

    #[inline(always)]
    fn finish(&self, part: Self::Part) -> T {
        T::narrow(part.number.times_two_to(part.power))
    }
}
