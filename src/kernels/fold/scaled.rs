//! Products of floats, whose range is not that of their partial products: the exponents of these are kept
//! apart. They neither overflow nor underflow, in whatever order the elements come, unless the product does.

use super::lane::ContiguousRuns;
use super::loops::Fold;
use crate::kernels::pairwise::in_tree;
use crate::kernels::prefetch::prefetch_after;
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use core::ops::Mul;
use num_complex::Complex;
use num_traits::AsPrimitive;

/// A partial product: `number` times two to `power`. The number of a product is from 1 to 2, of a complex one
/// the greater part is; or it is zero, infinite or NaN, and the power means nothing.
#[derive(Clone, Copy)]
pub(crate) struct ScaledProduct<A> {
    number: A,
    /// Not an integer type: pairs of one type vectorise.
    power: f64,
}

/// A float that is taken apart.
pub(crate) trait Scale: Copy + Mul<Output = Self> {
    fn split(self) -> ScaledProduct<Self>;
    fn times_two_to(self, power: f64) -> Self;
}

/// The bits of the exponent, how many there are below, and what is added to an exponent.
const EXPONENT: u64 = 0x7ff << MANTISSA;
const MANTISSA: u32 = 52;
const BIAS: f64 = 1023.0;
const INTEGER: f64 = (1_u64 << MANTISSA) as f64;

impl Scale for f64 {
    #[inline(always)]
    fn split(self) -> ScaledProduct<f64> {
        // Subnormal numbers have no exponent: they are made normal first.
        let is_small = self.abs() < f64::MIN_POSITIVE;
        let x = if is_small { self * (1_u64 << 54) as f64 } else { self };
        let exponent = x.to_bits() & EXPONENT;
        let near_one = f64::from_bits(x.to_bits() & !EXPONENT | 1_f64.to_bits());
        let is_special = (exponent == 0) | (exponent == EXPONENT);
        let shift = if is_small { BIAS + 54.0 } else { BIAS };
        // The bits of the exponent are the low bits of a number from 2^52 on.
        let power = f64::from_bits(exponent >> MANTISSA | INTEGER.to_bits()) - (INTEGER + shift);
        if is_special {
            ScaledProduct { number: self, power: 0.0 }
        } else {
            ScaledProduct { number: near_one, power }
        }
    }

    #[inline(always)]
    fn times_two_to(self, power: f64) -> f64 {
        let power_of_two = |n: f64| f64::from_bits(((n + BIAS) as u64) << MANTISSA);
        // Of two steps the last one rounds.
        let power = power.clamp(2.0 * (1.0 - BIAS), 2.0 * BIAS);
        let last = power.clamp(1.0 - BIAS, BIAS);
        self * power_of_two(power - last) * power_of_two(last)
    }
}

impl Scale for Complex<f64> {
    #[inline(always)]
    fn split(self) -> ScaledProduct<Self> {
        let ScaledProduct { power, .. } = self.re.abs().max(self.im.abs()).split();
        ScaledProduct { number: self.times_two_to(-power), power }
    }

    #[inline(always)]
    fn times_two_to(self, power: f64) -> Self {
        Complex::new(self.re.times_two_to(power), self.im.times_two_to(power))
    }
}

impl<A: Scale> ScaledProduct<A> {
    #[inline(always)]
    pub(super) fn times(self, other: Self) -> Self {
        let ScaledProduct { number, power } = (self.number * other.number).split();
        ScaledProduct { number, power: power + self.power + other.power }
    }

    #[inline(always)]
    pub(super) fn join(self) -> A {
        self.number.times_two_to(self.power)
    }

    /// A float, or a complex number, as a factor. A narrow one, which times another one is far from the ends of
    /// the range, is left as it is.
    #[inline(always)]
    pub(super) fn factor(number: A, is_narrow: bool) -> Self {
        if is_narrow { ScaledProduct { number, power: 0.0 } } else { number.split() }
    }
}

/// How many partial products there are.
const WIDTH: usize = 16;
/// How many elements are multiplied without a look at the exponent, if each is from `1 / FAR` to `FAR`, as all of
/// narrower floats than `f64` are: their product is far from the ends of the range.
const GROUP: usize = 6;
const FAR: f64 = f64::from_bits((1023 + 150) << MANTISSA);

/// The product of floats. If `FAST`, by loops for each instruction set.
#[derive(Clone, Copy)]
pub(super) struct Product<const FAST: bool, T>(pub(super) PhantomData<fn() -> T>);

/// Multiplies each column of rows, of which there are [`GROUP`] at most, to a partial product.
#[inline(always)]
fn multiply<'a, const N: usize, T: Copy + Into<f64> + 'a>(
    rows: impl Iterator<Item = &'a [T; N]> + Clone,
    parts: &mut [ScaledProduct<f64>; N],
) {
    let (mut products, mut are_near) = ([1.0; N], [true; N]);
    for row in rows.clone() {
        for i in 0..N {
            let x: f64 = row[i].into();
            products[i] *= x;
            are_near[i] &= (x.abs() >= 1.0 / FAR) & (x.abs() <= FAR);
        }
    }
    if const { size_of::<T>() < size_of::<f64>() } || are_near.iter().all(|&is_near| is_near) {
        for (part, number) in parts.iter_mut().zip(products) {
            *part = part.times(ScaledProduct { number, power: 0.0 });
        }
        return;
    }
    for row in rows {
        for i in 0..N {
            parts[i] = parts[i].times(row[i].into().split());
        }
    }
}

const ONE: ScaledProduct<f64> = ScaledProduct { number: 1.0, power: 0.0 };

impl<const FAST: bool, T: Copy + Into<f64> + 'static> Fold for Product<FAST, T>
where
    f64: AsPrimitive<T>,
{
    type Element = T;
    type Part = ScaledProduct<f64>;
    type Result = T;
    const BLOCK: usize = 65536;
    const VECTORISED: bool = FAST;

    #[inline(always)]
    fn lane(self, run: &[T]) -> Self::Part {
        let (rows, tail) = run.as_chunks::<WIDTH>();
        let mut last = [ONE];
        for group in tail.as_chunks::<1>().0.chunks(GROUP) {
            multiply(group.iter(), &mut last);
        }
        if rows.is_empty() {
            return last[0];
        }
        let mut parts = [ONE; WIDTH];
        for group in rows.chunks(GROUP) {
            prefetch_after(group);
            multiply(group.iter(), &mut parts);
        }
        in_tree(parts, ScaledProduct::times).times(last[0])
    }

    #[inline(always)]
    fn rows(self, rows: ContiguousRuns<'_, T>, parts: &mut [MaybeUninit<Self::Part>]) {
        let whole = parts.len() - parts.len() % WIDTH;
        self.columns::<WIDTH>(rows, 0, &mut parts[..whole]);
        self.columns::<1>(rows, whole, &mut parts[whole..]);
    }

    #[inline(always)]
    fn merge(self, a: Self::Part, b: Self::Part) -> Self::Part {
        a.times(b)
    }

    #[inline(always)]
    fn finish(self, part: Self::Part) -> T {
        part.join().as_()
    }
}

impl<const FAST: bool, T: Copy + Into<f64>> Product<FAST, T> {
    /// Multiplies columns, from the one with a number on, `N` at a time.
    #[inline(always)]
    fn columns<const N: usize>(
        self,
        rows: ContiguousRuns<'_, T>,
        first: usize,
        parts: &mut [MaybeUninit<ScaledProduct<f64>>],
    ) {
        for (n, places) in parts.as_chunks_mut::<N>().0.iter_mut().enumerate() {
            let row = |row| rows.get(row)[first + n * N..].first_chunk::<N>().expect("a column");
            let mut products = [ONE; N];
            for start in (0..rows.count).step_by(GROUP) {
                multiply((start..rows.count.min(start + GROUP)).map(row), &mut products);
            }
            for (place, product) in places.iter_mut().zip(products) {
                place.write(product);
            }
        }
    }
}
