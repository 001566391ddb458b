//! Products of floats: a few numbers are multiplied before the exponent of the product is looked at.

use super::lane::ContiguousRuns;
use super::loops::{Fold, Loops};
use crate::formulas::pairwise::in_tree;
use crate::formulas::scaled_product::{ScaledProduct, scaled};
use crate::kernels::thresholds::SHORT_SLOW_LANE;
use core::{marker::PhantomData, mem::MaybeUninit, ops::Range};
use num_traits::AsPrimitive;

/// How many columns are multiplied together.
const WIDTH: usize = 16;
/// Up to how many `f32` are multiplied in `f64` without a look at exponents. Where a partial product is rounded to zero or
/// to infinity, the whole one is too small or too large for `f32`, and where it is subnormal, it keeps more bits than
/// the result has. So only one thing goes wrong: zero times an infinite element, or infinity times zero, is NaN.
/// Products of up to seven elements are never rounded to zero or infinity. Row: `prod over last, [100000,10]` (0.52).
const FEW_FACTORS: usize = 15;

/// The product of floats. If `FAST`, by loops for each instruction set.
#[derive(Clone, Copy)]
pub(super) struct Product<const FAST: bool, T>(pub(super) PhantomData<fn() -> T>);

impl<const FAST: bool, T: Into<f64> + Copy + Sync + 'static> Fold for Product<FAST, T>
where
    f64: AsPrimitive<T>,
{
    type Element = T;
    type Part = ScaledProduct<f64>;
    type Result = T;
    const BLOCK: usize = 65536;
    const COPIED: Range<usize> = 0..SHORT_SLOW_LANE + 1;
    const VECTORISED: bool = FAST;
    // A float of 4 bytes is an `f32`.
    const OF_FEW: Option<(usize, &'static dyn Loops)> =
        if size_of::<T>() == 4 { Some((FEW_FACTORS, &FewFactors)) } else { None };

    #[inline(always)]
    fn lane(self, run: &[T]) -> Self::Part {
        let (rows, tail) = run.as_chunks::<WIDTH>();
        let last = in_order(tail);
        if rows.is_empty() {
            return last;
        }
        in_tree(scaled(rows.len(), |n| &rows[n]), ScaledProduct::times).times(last)
    }

    #[inline(always)]
    fn rows(self, rows: ContiguousRuns<'_, T>, parts: &mut [MaybeUninit<Self::Part>]) {
        by_columns(rows, parts, many, many);
    }

    fn merge(self, a: Self::Part, b: Self::Part) -> Self::Part {
        a.times(b)
    }

    #[inline(always)]
    fn finish(self, part: &Self::Part) -> T {
        part.join().as_()
    }
}

/// The product of at most [`FEW_FACTORS`] elements along one axis, which are one run.
#[derive(Clone, Copy)]
struct FewFactors;

impl Fold for FewFactors {
    type Element = f32;
    type Part = f32;
    type Result = f32;
    const COPIED: Range<usize> = FEW_FACTORS + 1..FEW_FACTORS + 1;
    const VECTORISED: bool = true;

    /// Multiplies two halves of up to seven elements, or eight.
    #[inline(always)]
    fn lane(self, run: &[f32]) -> f32 {
        let Some((first, rest)) = run.split_first_chunk::<4>() else {
            return run.iter().fold(1.0, |product, &x| product * f64::from(x)) as f32;
        };
        let (mut parts, (rows, tail)) = (first.map(f64::from), rest.as_chunks::<4>());
        for row in rows {
            for (part, &x) in parts.iter_mut().zip(row) {
                *part *= f64::from(x);
            }
        }
        let [a, b, c, d] = parts;
        let product = match *tail {
            [] => (a * c) * (b * d),
            [x] => (a * c * f64::from(x)) * (b * d),
            [x, y] => (a * c * f64::from(x)) * (b * d * f64::from(y)),
            [x, y, z, ..] => {
                let product = (a * c * f64::from(x)) * (b * d * f64::from(y) * f64::from(z));
                if product.is_nan() { in_order(run).join() } else { product }
            }
        };
        product as f32
    }

    #[inline(always)]
    fn rows(self, rows: ContiguousRuns<'_, f32>, parts: &mut [MaybeUninit<f32>]) {
        by_columns(rows, parts, few::<WIDTH>, few::<1>);
    }

    fn merge(self, a: f32, b: f32) -> f32 {
        a * b
    }

    fn finish(self, part: &f32) -> f32 {
        *part
    }
}

/// Multiplies one element after the other. To be called costs a short lane less than to hold this code.
#[inline(never)]
fn in_order<T: Into<f64> + Copy>(run: &[T]) -> ScaledProduct<f64> {
    let [product] = scaled(run.len(), |n| run[n..].first_chunk().expect("an element"));
    product
}

/// Multiplies columns, `WIDTH` at a time, from the one with a number on.
#[inline(always)]
fn by_columns<T: Copy, P>(
    rows: ContiguousRuns<'_, T>,
    parts: &mut [MaybeUninit<P>],
    wide: impl Fn(ContiguousRuns<'_, T>, usize) -> [P; WIDTH],
    narrow: impl Fn(ContiguousRuns<'_, T>, usize) -> [P; 1],
) {
    let (places, rest) = parts.as_chunks_mut();
    let whole = places.len() * WIDTH;
    for (n, places) in places.iter_mut().enumerate() {
        *places = wide(rows, n * WIDTH).map(MaybeUninit::new);
    }
    for (n, place) in rest.iter_mut().enumerate() {
        [*place] = narrow(rows, whole + n).map(MaybeUninit::new);
    }
}

/// The products of some columns, of which the first one has this number.
#[inline(always)]
fn many<const N: usize, T: Into<f64> + Copy>(
    rows: ContiguousRuns<'_, T>,
    first: usize,
) -> [ScaledProduct<f64>; N] {
    scaled(rows.count, |row| rows.get(row)[first..].first_chunk().expect("columns"))
}

/// As [`many`], of at most [`FEW_FACTORS`] rows.
#[inline(always)]
fn few<const N: usize>(rows: ContiguousRuns<'_, f32>, first: usize) -> [f32; N] {
    let mut products = [1.0; N];
    for row in 0..rows.count {
        for (product, &x) in products.iter_mut().zip(&rows.get(row)[first..][..N]) {
            *product *= f64::from(x);
        }
    }
    if products.iter().any(|x| x.is_nan()) {
        return many(rows, first).map(|product| product.join() as f32);
    }
    products.map(|product| product as f32)
}
