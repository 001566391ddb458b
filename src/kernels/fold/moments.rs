//! Mean and sum of squared deviations, in one pass over memory.

use super::lane::ContiguousRuns;
use super::loops::Fold;
use super::simple::{MANY, in_parts};
use crate::formulas::moment::Moment;
use crate::formulas::numbers::WideSum;
use crate::kernels::thresholds::SHORT_SLOW_LANE;
use core::{array::from_fn, marker::PhantomData, mem::MaybeUninit, ops::Range};
use num_traits::{Float, Zero};

/// The variance, by blocks: each is read twice while it is in the cache, for its mean and the squared
/// deviations from it, and the blocks are merged by the formula of Chan, Golub and
/// `LeVeque` (1979, "Updating formulae and a pairwise algorithm for computing sample variances").
///
/// The mean is kept as a sum of two numbers. With a large offset (mean 1e6 and deviation 1 in
/// `f32`) the rounding of one number would be taken for deviation at each merger. Welford's update
/// (1962) divides at every element and does not vectorise.
///
/// The number is twice the degrees of freedom that are taken off, plus 1 if the root of the variance is taken.
#[derive(Clone, Copy)]
pub(super) struct Moments<const PARTS: usize, T>(
    pub(super) usize,
    pub(super) PhantomData<fn() -> T>,
);

/// How many columns are reduced together.
const COLUMNS: usize = 32;

/// What squares are if they are not finite: NaN where an element is not.
#[cold]
fn overflown<T: WideSum<Wide: Float>>(mut elements: impl Iterator<Item = T>) -> T::Wide {
    let is_finite = elements.all(|x| x.widen().is_finite());
    if is_finite { T::Wide::infinity() } else { T::Wide::nan() }
}

/// Reduces columns, from the one with a number on, `N` at a time.
#[inline(always)]
fn reduce_columns<const N: usize, T: WideSum<Wide: Float>>(
    rows: ContiguousRuns<'_, T>,
    first: usize,
    parts: &mut [MaybeUninit<Moment<T::Wide>>],
) {
    for (n, parts) in parts.as_chunks_mut::<N>().0.iter_mut().enumerate() {
        let row = |row| rows.get(row)[first + n * N..].first_chunk::<N>().expect("a column");
        let (mut sums, mut squares) = ([T::Wide::zero(); N], [T::Wide::zero(); N]);
        let first = row(0).map(T::widen);
        for row in (1..rows.count).map(row) {
            for (i, x) in row.iter().enumerate() {
                sums[i] = sums[i] + (x.widen() - first[i]);
            }
        }
        let moments: [_; N] = from_fn(|i| Moment::new(rows.count, first[i], sums[i]));
        let means = moments.map(|moment| moment.mean);
        for row in (0..rows.count).map(row) {
            for (i, x) in row.iter().enumerate() {
                let deviation = x.widen() - means[i];
                squares[i] = squares[i] + deviation * deviation;
            }
        }
        for (i, (part, mut moment)) in parts.iter_mut().zip(moments).enumerate() {
            moment.add_squares(squares[i]);
            if !moment.squares.is_finite() {
                moment.squares = overflown((0..rows.count).map(|n| row(n)[i]));
            }
            part.write(moment);
        }
    }
}

impl<const PARTS: usize, T: WideSum<Wide: Float + Sync>> Fold for Moments<PARTS, T> {
    type Element = T;
    type Part = Moment<T::Wide>;
    type Result = T;
    const BLOCK: usize = 2048;
    const COPIED: Range<usize> = 0..SHORT_SLOW_LANE + 1;
    const VECTORISED: bool = PARTS == MANY;

    #[inline(always)]
    fn rows(self, rows: ContiguousRuns<'_, T>, parts: &mut [MaybeUninit<Self::Part>]) {
        let (all, eight) = (parts.len(), parts.len() % COLUMNS / 8 * 8);
        let (parts, rest) = parts.split_at_mut(all - all % COLUMNS);
        let (some, few) = rest.split_at_mut(eight);
        reduce_columns::<COLUMNS, T>(rows, 0, parts);
        reduce_columns::<8, T>(rows, parts.len(), some);
        reduce_columns::<1, T>(rows, all - few.len(), few);
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
    fn finish(self, part: &Self::Part) -> T {
        let variance = part.variance(self.0 / 2);
        T::narrow(if self.0 % 2 == 1 { variance.sqrt() } else { variance })
    }
}
