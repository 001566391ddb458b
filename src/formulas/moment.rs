//! Mean and sum of squared deviations of some numbers, and those of two such groups together.

use num_traits::Float;

/// The moments of some elements; their mean is `mean + rest`.
#[derive(Clone, Copy)]
pub(crate) struct Moment<A> {
    count: usize,
    pub(crate) mean: A,
    rest: A,
    /// The sum of the squared deviations from the mean. If it is infinite the mean means nothing.
    pub(crate) squares: A,
}

impl<A: Float> Moment<A> {
    /// The mean of elements that differ from `first` by `sum` in all.
    #[inline(always)]
    pub(crate) fn new(count: usize, first: A, sum: A) -> Self {
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
    pub(crate) fn add_squares(&mut self, squares: A) {
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
