//! Where the best element is.

use super::built_in::extremum;
use super::lane::{LaneRef, Lanes};
use super::loops::{Loops, finish_all, merge_all};
use super::number::{Ordered, is_nan};
use alloc::vec;
use alloc::vec::Vec;

/// How many elements are searched in one go.
const GROUP: usize = 64;

/// The reduction to the position of the greatest element in the order of [`Ordered::turned`], of equal ones
/// the first.
///
/// A block of a lane finds its best element only, by the loops of [`extremum`]; the block that has the best
/// of all is searched for it at the end.
pub(super) struct Position<const FAST: bool, T: Ordered>(pub(super) T::Bits);

/// The best element of a lane, turned, which is somewhere in it.
#[derive(Clone, Copy)]
struct Candidate<T: Copy> {
    best: T,
    lane: LaneRef<T>,
}

#[inline(always)]
fn is_it<T: PartialEq + Copy>(x: T, best: T) -> bool {
    (x == best) | (is_nan(x) & is_nan(best))
}

impl<const FAST: bool, T: Ordered> Position<FAST, T> {
    /// Searches for the element; of equal ones it takes that of the lowest position.
    fn find(&self, Candidate { best, lane }: Candidate<T>) -> Candidate<T> {
        // SAFETY: `i` is less than the length (invariant 7).
        let is_it = |i: usize| is_it(unsafe { lane.get(i) }.turned(self.0), best);
        let group = |n: usize| n * GROUP..lane.len.min((n + 1) * GROUP);
        // All of a group are asked, so that the loop vectorises.
        let has_it = |&n: &usize| group(n).fold(false, |found, i| found | is_it(i));
        let mut groups = 0..lane.len.div_ceil(GROUP);
        let place = if lane.position(0) == lane.positions().0 {
            groups.find(has_it).and_then(|n| group(n).find(|&i| is_it(i)))
        } else {
            groups.rfind(has_it).and_then(|n| group(n).rfind(|&i| is_it(i)))
        };
        Candidate { best, lane: lane.only(place.unwrap_or(0)) }
    }

    fn merged(&self, a: Candidate<T>, b: Candidate<T>) -> Candidate<T> {
        let is_better = |x: T, y: T| (x > y) | (is_nan(x) & !is_nan(y));
        let (ours, theirs) = (a.lane.positions(), b.lane.positions());
        if is_better(a.best, b.best) {
            a
        } else if is_better(b.best, a.best) {
            b
        } else if ours.1 < theirs.0 {
            a
        } else if theirs.1 < ours.0 {
            b
        } else {
            // The lanes interleave, so the first place in each has to be known.
            let (a, b) = (self.find(a), self.find(b));
            if a.lane.position(0) < b.lane.position(0) { a } else { b }
        }
    }
}

impl<const FAST: bool, T: Ordered<Bits: Sync>> Loops for Position<FAST, T> {
    fn sizes(&self) -> [usize; 3] {
        [size_of::<T>(), size_of::<Candidate<T>>(), size_of::<usize>()]
    }

    /// One of them is searched at the end.
    fn block(&self) -> usize {
        16384
    }

    fn has_positions(&self) -> bool {
        true
    }

    /// The best of each lane; of lanes in rows then its row, while the block is in the cache: a search at the
    /// end would miss it for every row. (To choose both at once is compiled to a jump, which does not vectorise
    /// and was five times as slow.)
    unsafe fn reduce(&self, lanes: &Lanes, parts: *mut u8) {
        // SAFETY: by the caller's promise.
        let (runs, parts) = unsafe { lanes.typed::<T, Candidate<T>>(parts) };
        let mut best = Vec::<T>::with_capacity(lanes.width);
        // SAFETY: room for as many parts; by the caller's promise.
        unsafe { extremum::<FAST, T>(self.0).reduce(lanes, best.as_mut_ptr().cast()) };
        // SAFETY: all were written (invariant 8).
        unsafe { best.set_len(lanes.width) };
        // Blocks have few rows, and small numbers vectorise as well as small elements.
        let mut places = vec![0_u32; if lanes.by_rows { lanes.width } else { 0 }];
        for row in 0..if lanes.by_rows { lanes.len } else { 0 } {
            // From the highest position down, so that the first of equal elements is the last seen.
            let row = if lanes.step < 0 { row } else { lanes.len - 1 - row };
            for ((place, &best), &x) in places.iter_mut().zip(&best).zip(runs.get(row)) {
                *place = if is_it(x.turned(self.0), best) { row as u32 } else { *place };
            }
        }
        for (i, (part, best)) in parts.iter_mut().zip(best).enumerate() {
            let lane = lanes.lane(i);
            let place = places.get(i).map(|&row| lane.only(row as usize));
            part.write(Candidate { best, lane: place.unwrap_or(lane) });
        }
    }

    unsafe fn merge(&self, earlier: *mut u8, later: *mut u8, count: usize) {
        // SAFETY: by the caller's promise.
        unsafe { merge_all(earlier, later, count, |a: Candidate<T>, b| self.merged(a, b)) };
    }

    unsafe fn finish(&self, parts: *mut u8, count: usize, results: *mut u8, step: isize) {
        let position = |part: Candidate<T>| self.find(part).lane.position(0) as usize;
        // SAFETY: by the caller's promise.
        unsafe { finish_all(parts, count, results, step, position) };
    }
}
