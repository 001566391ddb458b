//! Mean and sum of squared deviations, in one pass over memory.

use super::super::specialize::is_plain;
use super::block::{Fold, FoldRows, FoldRun};
use super::simple::Simple;
use alloc::vec;
use alloc::vec::Vec;
use num_traits::Float;

/// The variance, by blocks: each is read once, for its mean and the squared deviations from it, or
/// twice while it is in the cache, and the blocks are merged by the formula of Chan, Golub and
/// `LeVeque` (1979, "Updating formulae and a pairwise algorithm for computing sample variances").
///
/// The mean is kept as a sum of two numbers. With a large offset (mean 1e6 and deviation 1 in
/// `f32`) the rounding of one number would be taken for deviation at each merger. Welford's update
/// (1962) divides at every element and does not vectorise.
pub(crate) struct Moments<W> {
    widen: W,
}

/// The moments of some elements; their mean is `mean + rest`.
pub(crate) struct Moment<A> {
    count: usize,
    mean: A,
    rest: A,
    /// The sum of the squared deviations from the mean.
    squares: A,
}

impl<W> Moments<W> {
    /// `widen` makes of an element the number that is calculated with.
    #[inline(always)]
    pub(crate) fn new<T, A>(widen: W) -> Self
    where
        W: Fn(&T) -> A,
    {
        Moments { widen }
    }
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

    /// Completes it by the sum of the squared deviations from `mean`, which is not all of the mean.
    #[inline(always)]
    fn add_squares(&mut self, squares: A) {
        let squares = squares - self.rest * self.rest * float(self.count);
        // Not below zero by rounding; a NaN stays.
        self.squares = if squares < A::zero() { A::zero() } else { squares };
    }

    /// An element less the mean, over the standard deviation, to whose square `eps` is added.
    #[inline(always)]
    pub(crate) fn normed(&self, x: A, eps: A) -> A {
        ((x - self.mean) - self.rest) / (self.variance(0) + eps).sqrt()
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

/// How many elements are summed up side by side.
const LANES: usize = 32;

impl<W> Moments<W> {
    /// The moments of a dense run, from one reading: sums of the differences from the mean of the
    /// first elements and of their squares. None if more than half of the squares is due to that
    /// mean's being far off, which would cost digits.
    #[inline(always)]
    fn at_once<'a, T: 'a, A: Float>(&self, run: FoldRun<'a, T>) -> Option<Moment<A>>
    where
        W: Fn(&T) -> A,
    {
        // SAFETY: all indices below are less than the length.
        let get = |i| (self.widen)(unsafe { run.get::<1>(i) });
        let mut sums = [A::zero(); LANES];
        for (lane, sum) in sums.iter_mut().enumerate() {
            *sum = get(lane);
        }
        let middle = tree(&mut sums) / float(LANES);
        let (mut sums, mut squares) = ([A::zero(); LANES], [A::zero(); LANES]);
        let whole = run.len() / LANES * LANES;
        let mut start = 0;
        while start < whole {
            run.prefetch_ahead(start, LANES);
            for lane in 0..LANES {
                let difference = get(start + lane) - middle;
                sums[lane] = sums[lane] + difference;
                squares[lane] = squares[lane] + difference * difference;
            }
            start += LANES;
        }
        for lane in 0..run.len() - whole {
            let difference = get(whole + lane) - middle;
            sums[lane] = sums[lane] + difference;
            squares[lane] = squares[lane] + difference * difference;
        }
        let (sum, squares) = (tree(&mut sums), tree(&mut squares));
        let mut moment = Moment::new(run.len(), middle, sum);
        let between = sum * (sum / float(run.len()));
        // Not so of NaN either.
        let is_near = between + between <= squares;
        moment.squares = squares - between;
        is_near.then_some(moment)
    }

    #[inline(always)]
    fn rows<'a, T: 'a, A: Float, const BY: isize>(
        &self,
        rows: FoldRows<'a, T>,
        parts: &mut Vec<Moment<A>>,
    ) where
        W: Fn(&T) -> A,
    {
        // SAFETY: all rows below are less than `len`, all columns than `width`.
        let get = |row, i: usize| (self.widen)(unsafe { rows.get::<BY>(row, i) });
        let firsts: Vec<A> = (0..rows.width).map(|i| get(0, i)).collect();
        let mut sums = vec![A::zero(); rows.width];
        let (firsts, sums) = (&firsts[..rows.width], &mut sums[..rows.width]);
        for row in 1..rows.len {
            for i in 0..rows.width {
                sums[i] = sums[i] + (get(row, i) - firsts[i]);
            }
        }
        let moments = firsts.iter().zip(&*sums);
        parts.extend(moments.map(|(&first, &sum)| Moment::new(rows.len, first, sum)));
        let means: Vec<A> = parts.iter().map(|part| part.mean).collect();
        let means = &means[..rows.width];
        sums.fill(A::zero());
        for row in 0..rows.len {
            for i in 0..rows.width {
                let deviation = get(row, i) - means[i];
                sums[i] = sums[i] + deviation * deviation;
            }
        }
        for (part, &mut squares) in parts.iter_mut().zip(sums) {
            part.add_squares(squares);
        }
    }
}

/// Adds up the lanes in a tree.
#[inline(always)]
fn tree<A: Float>(lanes: &mut [A; LANES]) -> A {
    let mut width = LANES / 2;
    while width > 0 {
        for lane in 0..width {
            lanes[lane] = lanes[lane] + lanes[lane + width];
        }
        width /= 2;
    }
    lanes[0]
}

impl<'a, T: 'a, A: Float, W: Fn(&T) -> A> Fold<'a, T> for Moments<W> {
    type Part = Moment<A>;

    fn parts_are_plain() -> bool {
        is_plain::<A>()
    }

    #[inline(always)]
    fn column(&self, run: FoldRun<'a, T>) -> Moment<A> {
        if run.stride() == 1
            && run.len() >= 2 * LANES
            && let Some(moment) = self.at_once(run)
        {
            return moment;
        }
        let widen = &self.widen;
        // SAFETY: a run is not empty.
        let first = widen(unsafe { run.get::<0>(0) });
        let add = |a: A, b: A| a + b;
        let push = |sum: A, x: &'a T| sum + (widen(x) - first);
        let differences = Simple::new(|x: &'a T| widen(x) - first, push, add);
        let mut moment = Moment::new(run.len(), first, differences.column(run));
        let mean = moment.mean;
        let square = |x: &'a T| {
            let deviation = widen(x) - mean;
            deviation * deviation
        };
        let push = |sum: A, x: &'a T| sum + square(x);
        let squares = Simple::new(square, push, add);
        moment.add_squares(squares.column(run));
        moment
    }

    #[inline(always)]
    fn columns(&self, rows: FoldRows<'a, T>, parts: &mut Vec<Moment<A>>) {
        match rows.by {
            1 => self.rows::<T, A, 1>(rows, parts),
            _ => self.rows::<T, A, 0>(rows, parts),
        }
    }

    #[inline(always)]
    fn merge(&self, a: Moment<A>, b: Moment<A>) -> Moment<A> {
        let count = a.count + b.count;
        let share = float::<A>(b.count) / float(count);
        let difference = (b.mean - a.mean) + (b.rest - a.rest);
        let shift = difference * share;
        let mean = a.mean + shift;
        let rest = (shift - (mean - a.mean)) + a.rest;
        let between = difference * shift * float(a.count);
        Moment { count, mean, rest, squares: a.squares + b.squares + between }
    }
}
