//! Where the best element is.

use super::super::dispatch::vectorised;
use super::lane::{Lane, Lanes};
use super::loops::Fold;
use super::number::{Extremum, Key, is_nan};
use super::simple::{PARTS, Simple};
use alloc::vec;
use alloc::vec::Vec;
use core::mem::MaybeUninit;

/// How many elements are searched in one go.
const GROUP: usize = 64;

/// The reduction to the position of the element of the greatest key, of equal ones the first.
///
/// A block of a lane finds its best element only, by the same loop as [`Extremum`]; the block that has
/// the best of all is searched for it at the end. A short lane is done in one pass.
#[derive(Clone, Copy)]
pub(crate) struct Position<K>(pub(super) K);

/// The best element of a lane, which is somewhere in it.
pub(crate) struct Candidate<K: Key> {
    best: K::Key,
    lane: Lane<K::Element>,
}

impl<K: Key> Clone for Candidate<K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K: Key> Copy for Candidate<K> {}

/// Whether a key is better than another; a NaN is better than any number.
#[inline(always)]
fn is_better<T: PartialOrd + Copy>(x: T, y: T) -> bool {
    (x > y) | (is_nan(x) & !is_nan(y))
}

#[inline(always)]
fn is_it<T: PartialOrd + Copy>(x: T, best: T) -> bool {
    (x == best) | (is_nan(x) & is_nan(best))
}

impl<K: Key> Position<K> {
    /// Searches for the element; of equal ones it takes that of the lowest position.
    fn find(self, found: Candidate<K>) -> Candidate<K> {
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
    fn place<const STRIDE: isize>(self, best: K::Key, lane: Lane<K::Element>) -> Option<usize> {
        // SAFETY: `i < len`.
        let is_it = |i: usize| is_it(self.0.key(unsafe { lane.get::<STRIDE>(i) }), best);
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

impl<K: Key> Fold for Position<K> {
    type Element = K::Element;
    type Part = Candidate<K>;
    type Result = usize;
    const POSITIONS: bool = true;
    // One of them is searched at the end.
    const BLOCK: usize = 16384;
    const VECTORISED: bool = K::FAST;
    const SHORT: usize = PARTS;

    #[inline(always)]
    fn lane(&self, lane: Lane<K::Element>) -> Candidate<K> {
        Candidate { best: Simple(Extremum(self.0)).lane(lane), lane }
    }

    #[inline(always)]
    fn short(&self, lane: Lane<K::Element>) -> Candidate<K> {
        // SAFETY: all indices below are less than the length.
        let get = |i| self.0.key(unsafe { lane.get::<0>(i) });
        // From the lowest position on, so that the first of equal elements stays.
        let backwards = lane.position(0) != lane.positions().0;
        let in_order = |i: usize| if backwards { lane.len - 1 - i } else { i };
        let mut at = in_order(0);
        for i in 1..lane.len {
            let i = in_order(i);
            at = if is_better(get(i), get(at)) { i } else { at };
        }
        Candidate { best: get(at), lane: lane.only(at) }
    }

    /// The best of each lane, then its row, while the block is in the cache: a search at the end would
    /// miss it for every row. (To choose both at once is compiled to a jump, which does not vectorise and
    /// was five times as slow.)
    #[inline(always)]
    unsafe fn rows<const BY: isize>(&self, lanes: &Lanes, parts: &mut [MaybeUninit<Candidate<K>>]) {
        let mut best = Vec::with_capacity(lanes.width);
        // SAFETY: by the caller's promise.
        unsafe {
            Simple(Extremum(self.0))
                .rows::<BY>(lanes, &mut best.spare_capacity_mut()[..lanes.width])
        };
        // SAFETY: as many were written.
        unsafe { best.set_len(lanes.width) };
        // Blocks have few rows, and small numbers vectorise as well as small elements.
        let mut places = vec![0_u32; lanes.width];
        for row in 0..lanes.len {
            // From the highest position down, so that the first of equal elements is the last seen.
            let row = if lanes.step < 0 { row } else { lanes.len - 1 - row };
            for (i, (place, best)) in places.iter_mut().zip(&best).enumerate() {
                // SAFETY: `row < len`, and there are as many of the best as lanes.
                let x = self.0.key(unsafe { lanes.get::<_, BY>(row, i) });
                *place = if is_it(x, *best) { row as u32 } else { *place };
            }
        }
        for (i, (part, (best, row))) in
            parts.iter_mut().zip(best.into_iter().zip(places)).enumerate()
        {
            part.write(Candidate { best, lane: lanes.lane(i).only(row as usize) });
        }
    }

    fn merge(&self, a: Candidate<K>, b: Candidate<K>) -> Candidate<K> {
        if is_better(a.best, b.best) {
            return a;
        }
        if is_better(b.best, a.best) {
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

    fn finish(&self, part: Candidate<K>) -> usize {
        self.find(part).lane.position(0) as usize
    }
}
