//! Where the best element is.

use super::super::dispatch::vectorised;
use super::lane::{Lane, Lanes};
use super::loops::Fold;
use super::number::{Compared, Extremum, is_better, is_nan};
use super::simple::Simple;
use alloc::vec;
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::mem::MaybeUninit;

/// How many elements are searched in one go.
const GROUP: usize = 64;

/// The reduction to the position of the best element, of equal ones the first.
///
/// A block of a lane finds its best element only, by the same loop as [`Extremum`]; the block that has
/// the best of all is searched for it at the end.
#[derive(Clone, Copy)]
pub(crate) struct Position<T, const LEAST: bool>(pub(super) PhantomData<fn() -> T>);

/// The best element of a lane, which is somewhere in it.
pub(crate) struct Candidate<T: Compared> {
    best: T,
    lane: Lane<T>,
}

impl<T: Compared> Clone for Candidate<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Compared> Copy for Candidate<T> {}

#[inline(always)]
fn is_it<T: Compared>(x: T, best: T) -> bool {
    (x == best) | (is_nan(x) & is_nan(best))
}

impl<T: Compared, const LEAST: bool> Position<T, LEAST> {
    /// The reduction to the element itself.
    #[inline(always)]
    fn best(self) -> Simple<Extremum<T, LEAST>> {
        Simple(Extremum(PhantomData))
    }

    /// Whether an element is better than another; a NaN is better than any number.
    fn is_better(self, x: T, y: T) -> bool {
        is_better::<T, LEAST>(x, y) | (is_nan(x) & !is_nan(y))
    }

    /// Searches for the element; of equal ones it takes that of the lowest position.
    fn find(self, found: Candidate<T>) -> Candidate<T> {
        if found.lane.len == 1 {
            return found;
        }
        let Candidate { best, lane } = found;
        let place = vectorised(
            #[inline(always)]
            || {
                if lane.stride == 1 {
                    self.place::<1>(best, lane)
                } else {
                    self.place::<0>(best, lane)
                }
            },
        );
        Candidate { best, lane: lane.only(place.unwrap_or(0)) }
    }

    /// Where in the lane the element is; `STRIDE` is the stride of the lane, or 0.
    #[inline(always)]
    fn place<const STRIDE: isize>(self, best: T, lane: Lane<T>) -> Option<usize> {
        // SAFETY: `i < len`.
        let is_it = |i: usize| is_it(unsafe { lane.get::<STRIDE>(i) }, best);
        let group = |n: usize| n * GROUP..lane.len.min((n + 1) * GROUP);
        // All of a group are asked, so that the loop vectorises.
        let has_it = |&n: &usize| group(n).fold(false, |found, i| found | is_it(i));
        let mut groups = 0..lane.len.div_ceil(GROUP);
        if lane.position(0) == lane.positions().0 {
            groups.find(has_it).and_then(|n| group(n).find(|&i| is_it(i)))
        } else {
            groups.rfind(has_it).and_then(|n| group(n).rfind(|&i| is_it(i)))
        }
    }
}

impl<T: Compared, const LEAST: bool> Fold for Position<T, LEAST> {
    type Element = T;
    type Part = Candidate<T>;
    type Result = usize;
    const POSITIONS: bool = true;
    // One of them is searched at the end.
    const BLOCK: usize = 16384;
    const VECTORISED: bool = T::FAST;

    #[inline(always)]
    fn lane(self, lane: Lane<T>) -> Candidate<T> {
        Candidate { best: self.best().lane(lane), lane }
    }

    /// The best of each lane, then its row, while the block is in the cache: a search at the end would
    /// miss it for every row. (To choose both at once is compiled to a jump, which does not vectorise and
    /// was five times as slow.)
    #[inline(always)]
    unsafe fn rows<const BY: isize>(self, lanes: Lanes, parts: &mut [MaybeUninit<Candidate<T>>]) {
        let mut best = Vec::with_capacity(lanes.width);
        // SAFETY: by the caller's promise.
        unsafe { self.best().rows::<BY>(lanes, &mut best.spare_capacity_mut()[..lanes.width]) };
        // SAFETY: as many were written.
        unsafe { best.set_len(lanes.width) };
        // Blocks have few rows, and small numbers vectorise as well as small elements.
        let mut places = vec![0_u32; lanes.width];
        for row in 0..lanes.len {
            // From the highest position down, so that the first of equal elements is the last seen.
            let row = if lanes.step < 0 { row } else { lanes.len - 1 - row };
            for (i, (place, best)) in places.iter_mut().zip(&best).enumerate() {
                // SAFETY: `row < len`, and there are as many of the best as lanes.
                let x = unsafe { lanes.get::<_, BY>(row, i) };
                *place = if is_it(x, *best) { row as u32 } else { *place };
            }
        }
        for (i, (part, (best, row))) in
            parts.iter_mut().zip(best.into_iter().zip(places)).enumerate()
        {
            part.write(Candidate { best, lane: lanes.lane(i).only(row as usize) });
        }
    }

    fn merge(self, a: Candidate<T>, b: Candidate<T>) -> Candidate<T> {
        if self.is_better(a.best, b.best) {
            return a;
        }
        if self.is_better(b.best, a.best) {
            return b;
        }
        let (ours, theirs) = (a.lane.positions(), b.lane.positions());
        if ours.1 < theirs.0 {
            return a;
        }
        if theirs.1 < ours.0 {
            return b;
        }
        // The lanes interleave, so the first place in each has to be known.
        let (a, b) = (self.find(a), self.find(b));
        if a.lane.position(0) < b.lane.position(0) { a } else { b }
    }

    fn finish(self, part: Candidate<T>) -> usize {
        self.find(part).lane.position(0) as usize
    }
}
