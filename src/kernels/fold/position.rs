//! Where the best element is.

use super::built_in::extremum;
use super::lane::{ContiguousRuns, LaneRef, LaneSet};
use super::loops::{Fold, ROWS, run};
use crate::formulas::ordered::{Ordered, is_nan};
use crate::kernels::thresholds::SHORT_SLOW_LANE;
use alloc::{vec, vec::Vec};
use core::mem::MaybeUninit;
use core::ops::Range;
use num_traits::{ToPrimitive, Zero, cast};

/// How many elements are searched in one go.
const GROUP: usize = 64;

/// The reduction to the position of the greatest element in the order of [`Ordered::turned`], of equal ones
/// the first.
///
/// A block of a lane finds its best element only, by the loops of [`extremum`]; the block that has the best
/// of all is searched for it at the end.
#[derive(Clone, Copy)]
pub(super) struct Position<const FAST: bool, const PARTS: usize, T: Ordered>(pub(super) T::Bits);

/// The best element of a lane, turned, which is somewhere in it.
#[derive(Clone, Copy)]
pub(crate) struct Candidate<T: Copy> {
    best: T,
    lane: LaneRef<T>,
}

#[inline(always)]
fn is_it<T: PartialEq + Copy>(x: T, best: T) -> bool {
    (x == best) | (is_nan(x) & is_nan(best))
}

/// The place of the first element that is equal to `x`, if there is one.
#[inline(always)]
fn first_in<T: PartialEq + Copy>(group: &[T; GROUP], x: T) -> usize {
    let mut first = GROUP as u32;
    for (i, &y) in group.iter().enumerate() {
        // Without a branch, which would be mispredicted.
        first = first.min(if y == x { i as u32 } else { GROUP as u32 });
    }
    first as usize
}

/// The place of the first element that is equal to `x`, which is there.
#[inline(always)]
fn first_of<T: PartialEq + Copy>(run: &[T], x: T) -> usize {
    for (i, group) in run.as_chunks().0.iter().enumerate() {
        // All of a group are asked, so that the loop vectorises.
        if group.iter().fold(false, |found, &y| found | (y == x)) {
            return i * GROUP + first_in(group, x);
        }
    }
    match run.last_chunk() {
        Some(group) => run.len() - GROUP + first_in(group, x),
        None => run.iter().position(|&y| y == x).expect("the best element"),
    }
}

impl<const FAST: bool, const PARTS: usize, T: Ordered> Position<FAST, PARTS, T> {
    /// Searches for the element; of equal ones it takes that of the lowest position.
    fn find(&self, Candidate { best, lane }: Candidate<T>) -> Candidate<T> {
        // SAFETY: `i` is less than the length (invariant 7).
        let is_it = |i: usize| is_it(unsafe { lane.get(i) }.turned(self.0), best);
        let is_ascending = lane.position(0) == lane.positions().0;
        if is_ascending
            && !is_nan(best)
            && let Some(elements) = lane.contiguous()
        {
            let (mut place, x) = (0, best.turned(self.0));
            run::<Self>(
                #[inline(always)]
                || place = first_of(elements, x),
            );
            return Candidate { best, lane: lane.only(place) };
        }
        let place = |n: usize| if is_ascending { n } else { lane.len - 1 - n };
        let place = (0..lane.len).map(place).find(|&i| is_it(i));
        Candidate { best, lane: lane.only(place.unwrap_or(0)) }
    }
}

impl<const FAST: bool, const PARTS: usize, T: Ordered> Position<FAST, PARTS, T> {
    /// Searches each column for its best element: writes the number of the first row that has it, or the last.
    #[inline(always)]
    fn find_rows(self, last: bool, runs: ContiguousRuns<'_, T>, best: &[T], rows: &mut [T::Bits]) {
        let (bits, zero) = (self.0, T::Bits::zero());
        let width = GROUP.min(best.len());
        for left in (0..best.len()).step_by(GROUP) {
            // The last columns, some of them for a second time.
            let left = left.min(best.len() - width);
            let (rows, best) = (&mut rows[left..][..width], &best[left..][..width]);
            // Copies: what may lie anywhere keeps the loop from being vectorised.
            let (mut found, mut copy) = ([zero; GROUP], [best[0]; GROUP]);
            copy[..best.len()].copy_from_slice(best);
            // In pairs, perhaps the last one twice: `found` is in an inner choice, for no masked store (see `simple.rs`).
            for n in (0..runs.count).step_by(2) {
                let row = |n: usize| {
                    // What is found later overwrites.
                    let row = if last { n } else { runs.count - 1 - n };
                    let run = &runs.get(row)[left..][..width];
                    (cast(row).unwrap_or(zero), run)
                };
                let ((a, xs), (b, ys)) = (row(n), row((n + 1).min(runs.count - 1)));
                for (i, (&x, &y)) in xs.iter().zip(ys).enumerate() {
                    let earlier = if is_it(x.turned(bits), copy[i]) { a } else { found[i] };
                    found[i] = if is_it(y.turned(bits), copy[i]) { b } else { earlier };
                }
            }
            rows.copy_from_slice(&found[..rows.len()]);
        }
    }
}

impl<const FAST: bool, const PARTS: usize, T: Ordered> Fold for Position<FAST, PARTS, T> {
    type Element = T;
    type Part = Candidate<T>;
    type Result = usize;
    /// One of them is searched at the end.
    const BLOCK: usize = 16384;
    const COPIED: Range<usize> = 0..SHORT_SLOW_LANE + 1;
    const HAS_POSITIONS: bool = true;
    const VECTORISED: bool = FAST;

    fn lane(self, _: &[T]) -> Candidate<T> {
        unreachable!("a run does not know where it lies")
    }

    fn rows(self, _: ContiguousRuns<'_, T>, _: &mut [MaybeUninit<Candidate<T>>]) {
        unreachable!("a run does not know where it lies")
    }

    fn reduce(
        self,
        lanes: &LaneSet,
        runs: ContiguousRuns<'_, T>,
        parts: &mut [MaybeUninit<Candidate<T>>],
    ) {
        let (mut few, mut many) = ([MaybeUninit::uninit(); ROWS], Vec::new());
        if parts.len() > ROWS {
            many.resize(parts.len(), MaybeUninit::uninit());
        }
        let best = if parts.len() > ROWS { &mut many } else { &mut few[..parts.len()] };
        extremum::<FAST, PARTS, T>(self.0).reduce(lanes, runs, best);
        // SAFETY: all were written (invariant 8).
        let best = unsafe { best.assume_init_mut() };
        if !lanes.by_rows {
            for (i, part) in parts.iter_mut().enumerate() {
                part.write(Candidate { best: best[i], lane: lanes.lane(i) });
            }
            return;
        }
        // The rows are in the cache now, and a lane is far from its next element.
        let mut rows = vec![T::Bits::zero(); best.len()];
        let (is_last, best, found) = (lanes.step < 0, &*best, &mut rows[..]);
        run::<Self>(
            #[inline(always)]
            || self.find_rows(is_last, runs, best, found),
        );
        for (i, (part, row)) in parts.iter_mut().zip(rows).enumerate() {
            let lane = lanes.lane(i).only(row.to_usize().unwrap_or(0));
            part.write(Candidate { best: best[i], lane });
        }
    }

    fn merge(self, a: Candidate<T>, b: Candidate<T>) -> Candidate<T> {
        let is_better = |x: T, y: T| (x > y) | (is_nan(x) & !is_nan(y));
        let (ours, theirs) = (a.lane.positions(), b.lane.positions());
        let (is_ours, is_theirs) = (is_better(a.best, b.best), is_better(b.best, a.best));
        if is_ours || !is_theirs && ours.1 < theirs.0 {
            a
        } else if is_theirs || theirs.1 < ours.0 {
            b
        } else {
            // The lanes interleave, so the first place in each has to be known.
            let (a, b) = (self.find(a), self.find(b));
            if a.lane.position(0) < b.lane.position(0) { a } else { b }
        }
    }

    fn finish(self, part: &Candidate<T>) -> usize {
        // Where rows were searched it is found already, and a copy of the part would take longer than the rest.
        if part.lane.len == 1 {
            return part.lane.position(0) as usize;
        }
        self.find(*part).lane.position(0) as usize
    }
}
