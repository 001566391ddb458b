//! Products of floats: a few numbers are multiplied before the exponent of the product is looked at.

use super::lane::ContiguousRuns;
use super::loops::Fold;
use super::simple::simple;
use crate::formulas::pairwise::in_tree;
use crate::formulas::scaled_product::{Scale, ScaledProduct, distance, is_one_far, split_normal};
use crate::kernels::thresholds::SHORT_SLOW_LANE;
use core::array::from_fn;
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use core::ops::{Mul, Range};
use num_traits::AsPrimitive;

/// How many columns are multiplied together.
const WIDTH: usize = 16;
/// How many rows are multiplied before the exponents of the products are taken out, and how many once that was too many
/// for one of them: elements far from 1 are unlikely to be alone.
const MANY_ROWS: usize = 32;
const FEW_ROWS: usize = 6;
/// Up to how many elements of 32 bits are multiplied in a lane without a look at exponents on the way: a product of so few
/// that is below the range of 64 bits stays far from 1, and one that is above it stays infinite. Row: `prod over last,
/// [100000,10]` (0.55).
const FEW_FACTORS: usize = 15;

/// The product of floats. If `FAST`, by loops for each instruction set.
#[derive(Clone, Copy)]
pub(super) struct Product<const FAST: bool, T>(pub(super) PhantomData<fn() -> T>);

/// The partial products of some columns: numbers from 1 to 2, and their powers apart, so that loops vectorise.
struct PartialProducts<const N: usize> {
    numbers: [f64; N],
    powers: [f64; N],
}

impl<const N: usize> PartialProducts<N> {
    const ONES: Self = PartialProducts { numbers: [1.0; N], powers: [0.0; N] };

    fn parts(&self) -> [ScaledProduct<f64>; N] {
        from_fn(|i| ScaledProduct { number: self.numbers[i], power: self.powers[i] })
    }

    /// Replaces the number of a column by a normal one times a power of two.
    #[inline(always)]
    fn set(&mut self, i: usize, product: f64, power: f64) {
        let ScaledProduct { number, power: other } = split_normal(product);
        self.numbers[i] = number;
        self.powers[i] += other + power;
    }

    /// Multiplies each column of `count` rows, several at a time if no product on the way is too large or too small.
    ///
    /// A product takes in one element after the other, so that the columns beside it do not change its bits: powers of
    /// two, which are taken out, round nothing.
    #[inline(always)]
    fn multiply_all<'a, T: Into<f64> + Copy + 'a>(
        &mut self,
        count: usize,
        row: impl Fn(usize) -> &'a [T; N] + Copy,
    ) {
        let (mut most, mut start) = (MANY_ROWS, 0);
        while start < count {
            let end = count.min(start + most);
            let (mut products, mut distances) = (self.numbers, [0; N]);
            for row in (start..end).map(row) {
                for (i, &x) in row.iter().enumerate() {
                    products[i] *= x.into();
                    distances[i] |= distance(products[i]);
                }
            }
            if is_one_far(distances.into_iter().fold(0, |all, x| all | x)) {
                most = FEW_ROWS;
                // The exponent of each element is taken out.
                for row in (start..end).map(row) {
                    for (i, &x) in row.iter().enumerate() {
                        let ScaledProduct { number, power } = x.into().split();
                        self.set(i, self.numbers[i] * number, power);
                    }
                }
            } else {
                products.iter().enumerate().for_each(|(i, &product)| self.set(i, product, 0.0));
            }
            start = end;
        }
    }
}

impl<const FAST: bool, T: Into<f64> + Copy + Sync + 'static> Fold for Product<FAST, T>
where
    f64: AsPrimitive<T>,
{
    type Element = T;
    type Part = ScaledProduct<f64>;
    type Result = T;
    const BLOCK: usize = 65536;
    const COPIED: Range<usize> =
        if size_of::<T>() == 4 { FEW_FACTORS + 1 } else { 0 }..SHORT_SLOW_LANE + 1;
    const VECTORISED: bool = FAST;

    #[inline(always)]
    fn lane(self, run: &[T]) -> Self::Part {
        let (rows, tail) = run.as_chunks::<WIDTH>();
        let last = in_order(tail);
        if rows.is_empty() {
            return last;
        }
        let mut parts = PartialProducts::<WIDTH>::ONES;
        parts.multiply_all(rows.len(), |n| &rows[n]);
        in_tree(parts.parts(), ScaledProduct::times).times(last)
    }

    #[inline(always)]
    fn short_lane(self, run: &[T]) -> Self::Part {
        let product = simple::<FAST, 4, T, f64, f64>(Into::into, Mul::mul, |x| x).short_lane(run);
        if is_one_far(distance(product)) {
            return in_order(run);
        }
        ScaledProduct { number: product, power: 0.0 }
    }

    #[inline(always)]
    fn rows(self, rows: ContiguousRuns<'_, T>, parts: &mut [MaybeUninit<Self::Part>]) {
        let whole = parts.len() - parts.len() % WIDTH;
        multiply_columns::<WIDTH, T>(rows, 0, &mut parts[..whole]);
        multiply_columns::<1, T>(rows, whole, &mut parts[whole..]);
    }

    #[inline(always)]
    fn merge(self, a: Self::Part, b: Self::Part) -> Self::Part {
        a.times(b)
    }

    #[inline(always)]
    fn finish(self, part: &Self::Part) -> T {
        let is_short = const { size_of::<T>() == 4 } && part.power == 0.0;
        if is_short { part.number.as_() } else { part.join().as_() }
    }
}

/// Multiplies one element after the other. To be called costs a short lane less than to hold this code.
#[inline(never)]
fn in_order<T: Into<f64> + Copy>(run: &[T]) -> ScaledProduct<f64> {
    let (mut product, run) = (PartialProducts::ONES, run.as_chunks::<1>().0);
    product.multiply_all(run.len(), |n| &run[n]);
    let [product] = product.parts();
    product
}

/// Multiplies columns, from the one with a number on, `N` at a time.
#[inline(always)]
fn multiply_columns<const N: usize, T: Into<f64> + Copy>(
    rows: ContiguousRuns<'_, T>,
    first: usize,
    parts: &mut [MaybeUninit<ScaledProduct<f64>>],
) {
    for (n, places) in parts.as_chunks_mut::<N>().0.iter_mut().enumerate() {
        let row = |row| rows.get(row)[first + n * N..].first_chunk::<N>().expect("a column");
        let mut products = PartialProducts::ONES;
        products.multiply_all(rows.count, row);
        for (place, product) in places.iter_mut().zip(products.parts()) {
            place.write(product);
        }
    }
}
