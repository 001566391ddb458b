//! Where the best element is.

use super::built_in::extremum;
use super::lane::{ContiguousRuns, LaneRef, LaneSet};
use super::loops::{Fold, run};
use crate::formulas::ordered::{Ordered, is_nan};
use crate::formulas::pairwise::in_tree;
use crate::kernels::prefetch::{ahead, prefetch_after};
use crate::kernels::thresholds::SHORT_SLOW_LANE;
use core::{hint::black_box, mem::MaybeUninit, ops::BitOr, ops::Range};
use num_traits::{One, ToPrimitive, Zero, cast};

/// How many elements are searched in one go.
pub(super) const GROUP: usize = 64;

/// The reduction to the position of the greatest element in the order of [`Ordered::turned`], of equal ones
/// the first.
///
/// A block of more than [`GROUP`] numbers of 4 or 8 bytes finds the position too ([`best_of`]). Of other blocks only the
/// best element is known, by the loops of [`extremum`]; the block that has the best of all is searched for it at the end.
#[derive(Clone, Copy)]
pub(super) struct Position<const FAST: bool, const PARTS: usize, T: Ordered>(pub(super) T::Bits);

/// The best element of a lane, turned, and its position, or the lane if that is not known.
#[derive(Clone, Copy)]
pub(crate) struct Candidate<T: Copy> {
    best: T,
    position: isize,
    lane: Option<LaneRef<T>>,
}

/// The place of the first element for which `f` is true, if there is one.
#[inline(always)]
fn first_in<const N: usize, T: Copy>(group: &[T; N], f: impl Fn(T) -> bool) -> usize {
    let mut first = N as u32;
    for (i, &x) in group.iter().enumerate() {
        // Without a branch, which would be mispredicted.
        first = first.min(if f(x) { i as u32 } else { N as u32 });
    }
    first as usize
}

/// The place of the first element for which `f` is true, of which there is one.
#[inline(always)]
fn first_of<T: Copy>(run: &[T], f: impl Fn(T) -> bool) -> usize {
    for (i, group) in run.as_chunks::<GROUP>().0.iter().enumerate() {
        // All of a group are asked, so that the loop vectorises.
        if group.iter().fold(false, |found, &x| found | f(x)) {
            return i * GROUP + first_in(group, f);
        }
    }
    match run.last_chunk::<GROUP>() {
        Some(group) => run.len() - GROUP + first_in(group, f),
        None => run.iter().position(|&x| f(x)).expect("there is one"),
    }
}

/// The greatest number of a run, or the first NaN, turned over, and its place, if the run has a group of `N` numbers.
///
/// A group has rows of `WIDTH` numbers, in pairs, since one comparison asks two numbers whether they are NaN; a single row is
/// its own pair. `T::Bits` can count the groups.
#[inline(always)]
pub(super) fn best_of<const N: usize, const WIDTH: usize, T: Ordered>(
    run: &[T],
    bits: T::Bits,
) -> Option<(T, usize)> {
    let (groups, last) = (run.as_chunks::<N>().0, run.last_chunk::<N>()?);
    let (zero, more) = (T::Bits::zero(), |a: T, b: T| if b > a { b } else { a });
    // The best number of each column of the groups, and the group where it is.
    let (mut best, mut chosen) = ([run[0].turned(bits); WIDTH], [zero; WIDTH]);
    let mut nan = [zero; WIDTH];
    let mut take = |group: &[T; N], number: T::Bits| {
        for i in 0..WIDTH {
            let before = best[i];
            for n in (0..N).step_by(2 * WIDTH) {
                let (x, y) = (group[n + i].turned(bits), group[(n + WIDTH + i) % N].turned(bits));
                best[i] = more(best[i], more(x, y));
                nan[i] = nan[i] | if is_nan(x) | is_nan(y) { !zero } else { zero };
            }
            // Not a choice between two numbers of groups, of which the compiler makes a masked store.
            chosen[i] = chosen[i].max(if best[i] == before { zero } else { number });
        }
    };
    let (mut number, ahead) = (zero, ahead());
    for group in groups {
        prefetch_after(group, ahead);
        take(group, number);
        number = number + T::Bits::one();
    }
    // The last numbers, some of them for a second time.
    take(last, number);
    let greatest = in_tree(best, more);
    for i in 0..WIDTH {
        chosen[i] = if best[i] == greatest { chosen[i] } else { number };
    }
    let start = (in_tree(chosen, Ord::min).to_usize()? * N).min(run.len() - N);
    let place =
        start + first_in::<N, T>(run[start..].first_chunk()?, |x| x.turned(bits) == greatest);
    if in_tree(nan, BitOr::bitor) == zero {
        return Some((greatest, place));
    }
    let place = first_of(run, is_nan);
    Some((run[place].turned(bits), place))
}

impl<const FAST: bool, const PARTS: usize, T: Ordered> Position<FAST, PARTS, T> {
    /// The position of the best element; of equal ones the lowest.
    fn find(&self, best: T, lane: &LaneRef<T>) -> isize {
        let is_ascending = lane.position(0) == lane.positions().0;
        if is_ascending
            && !is_nan(best)
            && let Some(elements) = lane.contiguous()
        {
            let (mut place, x) = (0, best.turned(self.0));
            run::<Self>(
                #[inline(always)]
                || place = first_of(elements, |y| y == x),
            );
            return lane.position(place);
        }
        // SAFETY: `i` is less than the length (invariant 7).
        let number = |i: usize| unsafe { lane.get(i) }.turned(self.0);
        let is_it = |&i: &usize| number(i) == best || is_nan(number(i)) && is_nan(best);
        let place = |n: usize| if is_ascending { n } else { lane.len - 1 - n };
        lane.position((0..lane.len).map(place).find(is_it).unwrap_or(0))
    }

    /// Finds the best element of each column; of equal ones that with the lowest position.
    #[inline(always)]
    fn find_rows(
        self,
        lanes: &LaneSet,
        runs: ContiguousRuns<'_, T>,
        parts: &mut [MaybeUninit<Candidate<T>>],
    ) {
        let (bits, is_last, width) = (self.0, lanes.step < 0, GROUP.min(parts.len()));
        let (mut best, mut found) = ([runs.get(0)[0]; GROUP], [T::Bits::zero(); GROUP]);
        for left in (0..parts.len()).step_by(GROUP) {
            // The last columns, some of them for a second time.
            let left = left.min(parts.len() - width);
            let row = |n: usize| {
                let n = n.min(runs.count - 1);
                let row = if is_last { runs.count - 1 - n } else { n };
                (cast(row).unwrap_or(T::Bits::zero()), &runs.get(row)[left..][..width])
            };
            let (first, xs) = row(0);
            for i in 0..width {
                (best[i], found[i]) = (xs[i].turned(bits), first);
            }
            // In pairs, perhaps the last one twice: no masked store (see `simple.rs`).
            for n in (1..runs.count).step_by(2) {
                let ((a, xs), (b, ys)) = (row(n), row(n + 1));
                for i in 0..width {
                    let better = |one: (T, T::Bits), x: T, row| {
                        // Two comparisons: a NaN is not less than or equal to any number.
                        if (x <= one.0) | is_nan(one.0) { one } else { (x, row) }
                    };
                    let earlier = better((best[i], found[i]), xs[i].turned(bits), a);
                    (best[i], found[i]) = better(earlier, ys[i].turned(bits), b);
                }
            }
            for (i, part) in parts[left..][..width].iter_mut().enumerate() {
                let position = lanes.position + lanes.step * found[i].to_isize().unwrap_or(0);
                part.write(Candidate { best: best[i], position, lane: None });
            }
        }
    }
}

impl<const FAST: bool, const PARTS: usize, T: Ordered> Fold for Position<FAST, PARTS, T> {
    type Element = T;
    type Part = Candidate<T>;
    type Result = usize;
    /// One of them may be searched at the end.
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
        if lanes.by_rows {
            return run::<Self>(
                #[inline(always)]
                || self.find_rows(lanes, runs, parts),
            );
        }
        let fold = extremum::<FAST, PARTS, T>(self.0);
        // Of one group the place is found sooner after the number. Descending positions are searched from the end.
        let finds_place = FAST && size_of::<T>() >= 4 && lanes.step > 0 && runs.len > GROUP;
        run::<Self>(
            #[inline(always)]
            || {
                for (i, part) in parts.iter_mut().enumerate() {
                    // Hidden from the compiler as in [`Fold::reduce`].
                    let (run, lane) = (black_box(runs.get(i)), lanes.lane(i));
                    let found =
                        if finds_place { best_of::<GROUP, 16, T>(run, self.0) } else { None };
                    let (best, at) = found.unwrap_or_else(|| (fold.lane(run), 0));
                    let (position, lane) = (lane.position(at), found.is_none().then_some(lane));
                    part.write(Candidate { best, position, lane });
                }
            },
        );
    }

    fn merge(self, a: Candidate<T>, b: Candidate<T>) -> Candidate<T> {
        let is_better = |x: T, y: T| (x > y) | (is_nan(x) & !is_nan(y));
        let range =
            |x: &Candidate<T>| x.lane.map_or((x.position, x.position), |lane| lane.positions());
        let (ours, theirs) = (range(&a), range(&b));
        let (is_ours, is_theirs) = (is_better(a.best, b.best), is_better(b.best, a.best));
        if is_ours || !is_theirs && ours.1 < theirs.0 {
            a
        } else if is_theirs || theirs.1 < ours.0 {
            b
        } else {
            // The lanes interleave, so the first place in each has to be known.
            let position = self.finish(&a).min(self.finish(&b)) as isize;
            Candidate { position, lane: None, ..a }
        }
    }

    fn finish(self, part: &Candidate<T>) -> usize {
        let Some(lane) = &part.lane else { return part.position as usize };
        self.find(part.best, lane) as usize
    }
}
