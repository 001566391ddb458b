//! Mean and sum of squared deviations, in one pass over memory.

use super::lane::ContiguousRuns;
use super::loops::Fold;
use super::simple::{MANY, in_parts};
use crate::formulas::moment::Moment;
use crate::formulas::numbers::WideSum;
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use num_traits::{Float, Zero};

/// The variance, by blocks: each is read twice while it is in the cache, for its mean and the squared
/// deviations from it, and the blocks are merged by the formula of Chan, Golub and
/// `LeVeque` (1979, "Updating formulae and a pairwise algorithm for computing sample variances").
///
/// The mean is kept as a sum of two numbers. With a large offset (mean 1e6 and deviation 1 in
/// `f32`) the rounding of one number would be taken for deviation at each merger. Welford's update
/// (1962) divides at every element and does not vectorise.
#[derive(Clone, Copy)]
pub(super) struct Moments<const PARTS: usize, T> {
    ddof: usize,
    has_root: bool,
    element: PhantomData<fn() -> T>,
}

/// How many columns are reduced together.
const COLUMNS: usize = 64;

impl<const PARTS: usize, T: WideSum<Wide: Float>> Moments<PARTS, T> {
    /// The variance with `ddof` degrees of freedom taken off, or the root of it.
    pub(super) fn new(ddof: usize, has_root: bool) -> Self {
        Moments { ddof, has_root, element: PhantomData }
    }
}

/// What squares are if they are not finite: NaN where an element is not.
#[cold]
fn overflown<T: WideSum<Wide: Float>>(mut elements: impl Iterator<Item = T>) -> T::Wide {
    let is_finite = elements.all(|x| x.widen().is_finite());
    if is_finite { T::Wide::infinity() } else { T::Wide::nan() }
}

impl<const PARTS: usize, T: WideSum<Wide: Float + Sync>> Fold for Moments<PARTS, T> {
    type Element = T;
    type Part = Moment<T::Wide>;
    type Result = T;
    const BLOCK: usize = 2048;
    const SHORT: usize = 0;
    const VECTORISED: bool = PARTS == MANY;

    #[inline(always)]
    fn rows(self, rows: ContiguousRuns<'_, T>, parts: &mut [MaybeUninit<Self::Part>]) {
        for (n, parts) in parts.chunks_mut(COLUMNS).enumerate() {
            let width = parts.len();
            let row = |row| &rows.get(row)[n * COLUMNS..][..width];
            let mut moments = [Moment::of(T::Wide::zero()); COLUMNS];
            let (mut sums, mut squares) = ([T::Wide::zero(); COLUMNS], [T::Wide::zero(); COLUMNS]);
            let first = row(0);
            for i in 1..rows.count {
                for ((sum, x), first) in sums.iter_mut().zip(row(i)).zip(first) {
                    *sum = *sum + (x.widen() - first.widen());
                }
            }
            let mut means = sums;
            for i in 0..width {
                moments[i] = Moment::new(rows.count, first[i].widen(), sums[i]);
                means[i] = moments[i].mean;
            }
            for i in 0..rows.count {
                for ((square, x), &mean) in squares.iter_mut().zip(row(i)).zip(&means) {
                    let deviation = x.widen() - mean;
                    *square = *square + deviation * deviation;
                }
            }
            for (i, part) in parts.iter_mut().enumerate() {
                moments[i].add_squares(squares[i]);
                if !moments[i].squares.is_finite() {
                    moments[i].squares = overflown((0..rows.count).map(|n| row(n)[i]));
                }
                part.write(moments[i]);
            }
        }
    }

    /// In two passes, the second one over what is in the cache.
    #[inline(always)]
    fn lane(self, run: &[T]) -> Self::Part {
        let (first, add) = (run[0].widen(), |a, b| a + b);
        let sum = in_parts::<PARTS, _, _>(run, |x| x.widen() - first, add);
        let mut moment = Moment::new(run.len(), first, sum);
        let square = |x: T| {
            let deviation = x.widen() - moment.mean;
            deviation * deviation
        };
        moment.add_squares(in_parts::<PARTS, _, _>(run, square, add));
        if !moment.squares.is_finite() {
            moment.squares = overflown(run.iter().copied());
        }
        moment
    }

    #[inline(always)]
    fn merge(self, a: Self::Part, b: Self::Part) -> Self::Part {
        Moment::merged(a, b)
    }

    #[inline(always)]
    fn finish(self, part: Self::Part) -> T {
        let variance = part.variance(self.ddof);
        T::narrow(if self.has_root { variance.sqrt() } else { variance })
    }
}
