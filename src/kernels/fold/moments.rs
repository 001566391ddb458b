//! Mean and sum of squared deviations, in one pass over memory.

use super::lane::{Lane, Lanes, in_lanes};
use super::loops::Fold;
use super::number::Number;
use alloc::vec;
use alloc::vec::Vec;
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
pub(super) struct Moments<T> {
    ddof: usize,
    has_root: bool,
    element: PhantomData<fn() -> T>,
}

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

/// How many elements are summed up side by side.
const PARTS: usize = 64;

impl<T: Number<Wide: Float>> Moments<T> {
    /// The variance with `ddof` degrees of freedom taken off, or the root of it.
    pub(super) fn new(ddof: usize, has_root: bool) -> Self {
        Moments { ddof, has_root, element: PhantomData }
    }

    /// In two passes, the second one over what is in the cache.
    #[inline(always)]
    fn of_lane<const STRIDE: isize>(self, lane: Lane<T>) -> Moment<T::Wide> {
        // SAFETY: a lane is not empty, and `i < len`.
        let get = |i| unsafe { lane.get::<STRIDE>(i) }.widen();
        let (first, add) = (get(0), |a, b| a + b);
        let sum = in_lanes::<PARTS, _>(lane.len, |i| get(i) - first, add);
        let mut moment = Moment::new(lane.len, first, sum);
        let square = |i| {
            let deviation = get(i) - moment.mean;
            deviation * deviation
        };
        moment.add_squares(in_lanes::<PARTS, _>(lane.len, square, add));
        if !moment.squares.is_finite() {
            moment.squares = Self::overflown(lane);
        }
        moment
    }

    /// What the squares of a lane are if they are not finite: NaN where an element is not.
    #[cold]
    fn overflown(lane: Lane<T>) -> T::Wide {
        // SAFETY: `i < len`.
        let get = |i| unsafe { lane.get::<0>(i) }.widen();
        let is_finite = (0..lane.len).all(|i| get(i).is_finite());
        if is_finite { T::Wide::infinity() } else { T::Wide::nan() }
    }
}

impl<T: Number<Wide: Float>> Fold for Moments<T> {
    type Element = T;
    type Part = Moment<T::Wide>;
    type Result = T;
    const VECTORISED: bool = T::FAST;

    #[inline(always)]
    fn lane(self, lane: Lane<T>) -> Self::Part {
        if lane.stride == 1 { self.of_lane::<1>(lane) } else { self.of_lane::<0>(lane) }
    }

    #[inline(always)]
    unsafe fn rows<const BY: isize>(self, lanes: Lanes, parts: &mut [MaybeUninit<Self::Part>]) {
        // SAFETY: all rows below are less than `len`, all lanes than `width`.
        let get = |row, lane| unsafe { lanes.get::<T, BY>(row, lane) }.widen();
        let firsts: Vec<T::Wide> = (0..lanes.width).map(|lane| get(0, lane)).collect();
        let mut sums = vec![T::Wide::zero(); lanes.width];
        for row in 1..lanes.len {
            for (lane, (sum, &first)) in sums.iter_mut().zip(&firsts).enumerate() {
                *sum = *sum + (get(row, lane) - first);
            }
        }
        for (part, (&first, &sum)) in parts.iter_mut().zip(firsts.iter().zip(&sums)) {
            part.write(Moment::new(lanes.len, first, sum));
        }
        // SAFETY: each was written.
        let parts = unsafe { parts.assume_init_mut() };
        let means: Vec<T::Wide> = parts.iter().map(|part| part.mean).collect();
        sums.fill(T::Wide::zero());
        for row in 0..lanes.len {
            for (lane, (sum, &mean)) in sums.iter_mut().zip(&means).enumerate() {
                let deviation = get(row, lane) - mean;
                *sum = *sum + deviation * deviation;
            }
        }
        for (lane, (part, squares)) in parts.iter_mut().zip(sums).enumerate() {
            part.add_squares(squares);
            if !part.squares.is_finite() {
                part.squares = Self::overflown(lanes.lane(lane));
            }
        }
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
