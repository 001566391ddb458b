//! Mean and sum of squared deviations, in one pass over memory.

use super::lane::ContiguousRuns;
use super::loops::Fold;
use super::simple::{MANY, in_parts};
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

/// The moments of some elements; their mean is `mean + rest`.
#[derive(Clone, Copy)]
pub(crate) struct Moment<A> {
    count: usize,
    mean: A,
    rest: A,
    /// The sum of the squared deviations from the mean. If it is infinite the mean means nothing.
    squares: A,
}

impl<A: Float> Moment<A> {
    /// The mean of elements that differ from `first` by `sum` in all.
    #[inline(always)]
    fn new(count: usize, first: A, sum: A) -> Self {
        let mean_of_differences = sum / float(count);
        let mean = first + mean_of_differences;
        let rest = mean_of_differences - (mean - first);
        Moment { count, mean, rest, squares: A::zero() }
    }

    /// The moments of one element.
    pub(crate) fn of(x: A) -> Self {
        let squares = if x.is_finite() { A::zero() } else { A::nan() };
        Moment { squares, ..Moment::new(1, x, A::zero()) }
    }

    /// The moments of both together.
    #[inline(always)]
    pub(crate) fn merged(a: Self, b: Self) -> Self {
        let count = a.count + b.count;
        let share = float::<A>(b.count) / float(count);
        let difference = (b.mean - a.mean) + (b.rest - a.rest);
        let shift = difference * share;
        let mean = a.mean + shift;
        let rest = (shift - (mean - a.mean)) + a.rest;
        let between = difference * shift * float(a.count);
        let within = a.squares + b.squares;
        // Infinite squares stay, also with means that mean nothing; NaN stays.
        let squares = if within.is_finite() { within + between } else { within };
        Moment { count, mean, rest, squares }
    }

    /// Completes it by the sum of the squared deviations from `mean`, which is not all of the mean.
    #[inline(always)]
    fn add_squares(&mut self, squares: A) {
        let squares = squares - self.rest * self.rest * float(self.count);
        // Not below zero by rounding; a NaN stays.
        self.squares = if squares < A::zero() { A::zero() } else { squares };
    }

    /// The variance with `ddof` degrees of freedom taken off.
    #[inline]
    pub(crate) fn variance(&self, ddof: usize) -> A {
        self.squares / float(self.count.saturating_sub(ddof))
    }
}

/// Counts are far below the range of any float that is calculated with.
#[inline(always)]
fn float<A: Float>(count: usize) -> A {
    A::from(count).unwrap_or_else(A::infinity)
}

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
            for i in 0..width {
                moments[i] = Moment::new(rows.count, first[i].widen(), sums[i]);
                sums[i] = moments[i].mean;
            }
            for i in 0..rows.count {
                for ((square, x), &mean) in squares.iter_mut().zip(row(i)).zip(&sums) {
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
