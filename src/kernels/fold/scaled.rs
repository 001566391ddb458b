//! Products of floats: a few numbers are multiplied before the exponent of the product is looked at.

use super::lane::ContiguousRuns;
use super::loops::Fold;
use crate::formulas::scaled_product::{Scale, ScaledProduct};
use crate::kernels::pairwise::in_tree;
use crate::kernels::prefetch::prefetch_after;
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use num_traits::AsPrimitive;

/// How many partial products there are.
const WIDTH: usize = 16;
/// How many elements are multiplied without a look at the exponent, if each is from `1 / FAR` to `FAR`, as all of
/// narrower floats than `f64` are: their product is far from the ends of the range.
const GROUP: usize = 6;
const FAR: f64 = f64::from_bits((1023 + 150) << 52);

/// The product of floats. If `FAST`, by loops for each instruction set.
#[derive(Clone, Copy)]
pub(super) struct Product<const FAST: bool, T>(pub(super) PhantomData<fn() -> T>);

/// Multiplies each column of rows, of which there are [`GROUP`] at most, to a partial product.
#[inline(always)]
fn multiply<'a, const N: usize, T: Copy + Into<f64> + 'a>(
    rows: impl Iterator<Item = &'a [T; N]> + Clone,
    parts: &mut [ScaledProduct<f64>; N],
) {
    let (mut products, mut least, mut most) = ([1.0; N], [1.0; N], [1.0; N]);
    for row in rows.clone() {
        for i in 0..N {
            let x: f64 = row[i].into();
            products[i] *= x;
            if const { size_of::<T>() == size_of::<f64>() } {
                // A NaN is neither, and makes the product one.
                least[i] = if x.abs() < least[i] { x.abs() } else { least[i] };
                most[i] = if x.abs() > most[i] { x.abs() } else { most[i] };
            }
        }
    }
    if const { size_of::<T>() < size_of::<f64>() }
        || least.iter().zip(&most).fold(true, |all, (&a, &b)| all & (a >= 1.0 / FAR) & (b <= FAR))
    {
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
