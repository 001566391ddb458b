//! Products of floats: a few numbers are multiplied before the exponent of the product is looked at.

use super::lane::ContiguousRuns;
use super::loops::Fold;
use crate::formulas::scaled_product::{Factor, Scale, ScaledProduct};
use crate::kernels::pairwise::in_tree;
use crate::kernels::prefetch::prefetch_after;
use crate::kernels::thresholds::SHORT_SLOW_LANE;
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use num_traits::{AsPrimitive, Zero};

/// How many partial products there are.
const PARTIAL_PRODUCTS: usize = 16;
/// How many elements are multiplied without a look at the exponent, and the limit for that: each has to be at least
/// `2^-limit` and less than `2^limit`, so that the product is a normal number.
const NEAR_ONE: (usize, u8) = (31, 32);
/// The same for numbers farther away. Of narrower floats than `f64` so many are multiplied whatever they are: the least of
/// `f32` is `2^-149`.
const FAR_FROM_ONE: (usize, u8) = (6, 128);

/// The product of floats. If `FAST`, by loops for each instruction set.
#[derive(Clone, Copy)]
pub(super) struct Product<const FAST: bool, T>(pub(super) PhantomData<fn() -> T>);

/// Multiplies each column of rows to a partial product, if all elements are within the limit, or narrower than `f64` and
/// [`FAR_FROM_ONE`]. Tells whether it has.
///
/// A partial product takes in one element after the other, so that the columns beside it do not change its bits:
/// powers of two, which are taken out, round nothing.
#[inline(always)]
fn multiply<'a, const N: usize, T: Factor + 'a>(
    rows: impl Iterator<Item = &'a [T; N]>,
    limit: u8,
    parts: &mut [ScaledProduct<f64>; N],
) -> bool {
    let (mut products, mut distances) = (parts.map(|part| part.number), [T::Bits::zero(); N]);
    for row in rows {
        for i in 0..N {
            products[i] *= row[i].into();
            distances[i] = distances[i] | row[i].distance(limit);
        }
    }
    let distance = distances.into_iter().fold(T::Bits::zero(), |all, x| all | x);
    let are_near = limit == FAR_FROM_ONE.1 && const { size_of::<T>() < size_of::<f64>() };
    if !are_near && T::is_one_far(distance, limit) {
        return false;
    }
    for (part, number) in parts.iter_mut().zip(products) {
        *part = ScaledProduct { number: 1.0, ..*part }.times(ScaledProduct { number, power: 0.0 });
    }
    true
}

/// Multiplies each column of `count` rows to a partial product: many rows at a time, few once an element is too large or
/// too small for that, because it is unlikely to be the only one.
#[inline(always)]
fn multiply_all<'a, const N: usize, T: Factor + 'a>(
    count: usize,
    row: impl Fn(usize) -> &'a [T; N] + Copy,
    parts: &mut [ScaledProduct<f64>; N],
) {
    let ((mut most, mut limit), mut start) = (NEAR_ONE, 0);
    while start < count {
        let rows = start..count.min(start + most);
        if !multiply(rows.clone().map(row), limit, parts) {
            if most > FAR_FROM_ONE.0 {
                (most, limit) = FAR_FROM_ONE;
                continue;
            }
            for row in rows.map(row) {
                for i in 0..N {
                    parts[i] = parts[i].times(row[i].into().split());
                }
            }
        }
        start += most;
    }
}

const ONE: ScaledProduct<f64> = ScaledProduct { number: 1.0, power: 0.0 };

impl<const FAST: bool, T: Factor + Sync + 'static> Fold for Product<FAST, T>
where
    f64: AsPrimitive<T>,
{
    type Element = T;
    type Part = ScaledProduct<f64>;
    type Result = T;
    const BLOCK: usize = 65536;
    const SHORT: usize = SHORT_SLOW_LANE;
    const VECTORISED: bool = FAST;

    #[inline(always)]
    fn lane(self, run: &[T]) -> Self::Part {
        let (rows, tail) = run.as_chunks::<PARTIAL_PRODUCTS>();
        let mut last = [ONE];
        let tail = tail.as_chunks::<1>().0;
        multiply_all(tail.len(), |n| &tail[n], &mut last);
        if rows.is_empty() {
            return last[0];
        }
        let mut parts = [ONE; PARTIAL_PRODUCTS];
        let row = |n: usize| {
            prefetch_after(&rows[n]);
            &rows[n]
        };
        multiply_all(rows.len(), row, &mut parts);
        in_tree(parts, ScaledProduct::times).times(last[0])
    }

    #[inline(always)]
    fn rows(self, rows: ContiguousRuns<'_, T>, parts: &mut [MaybeUninit<Self::Part>]) {
        let whole = parts.len() - parts.len() % PARTIAL_PRODUCTS;
        self.columns::<PARTIAL_PRODUCTS>(rows, 0, &mut parts[..whole]);
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

impl<const FAST: bool, T: Factor> Product<FAST, T> {
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
            multiply_all(rows.count, row, &mut products);
            for (place, product) in places.iter_mut().zip(products) {
                place.write(product);
            }
        }
    }
}
