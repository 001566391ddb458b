//! Reductions that take one element after the other: sums, products, extrema, counts.

use super::super::specialize::is_plain;
use super::block::{Fold, FoldRows, FoldRun, update};
use super::pairwise::merge_rows;
use alloc::vec::Vec;
use core::array;
use core::hint::black_box;
use core::marker::PhantomData;
use core::mem::{needs_drop, size_of};

/// A run shorter than this takes a plain loop.
pub(super) const LANES: usize = 32;
/// A dense run shorter than this is folded in 16 parts: with more of them, the way from the parts to
/// one is longer than the way along the run.
const MIDDLE: usize = 384;
/// How many parts a dense run is folded in. So many that the compiler keeps the loop over them, and
/// vectorises it: 32 it writes out one by one, as 32 chains of scalar additions.
const WIDE: usize = 64;
/// From this many bytes or elements on a run is read at four places at a time; where neither every element
/// nor every second is read, always.
const LONG: usize = 16 << 10;
const MANY: usize = 4096;
/// After how many elements of a quarter its parts are merged into those of the elements before: a part takes
/// in 16 sums of four one after the other, and 16 of these at most.
const SECTION: usize = 16 * WIDE;
/// How many parts are left when groups of them have been merged.
const FEW: usize = 8;

/// A reduction given by three functions: `start` makes a part of one element, `push` adds an
/// element to a part, `merge` adds a part to a part.
///
/// The compiler does not reassociate the additions of a float sum. Here every loop goes over
/// independent parts, so that it vectorises as it is written. Lanes are written out by the compiler,
/// so there is only one place that calls [`Fold::column`].
pub(crate) struct Simple<A, S, P, M> {
    start: S,
    push: P,
    merge: M,
    part: PhantomData<fn() -> A>,
}

impl<A, S, P, M> Simple<A, S, P, M> {
    #[inline(always)]
    pub(crate) fn new<'a, T: 'a>(start: S, push: P, merge: M) -> Self
    where
        S: Fn(&'a T) -> A,
        P: Fn(A, &'a T) -> A,
        M: Fn(A, A) -> A,
    {
        Simple { start, push, merge, part: PhantomData }
    }

    /// Folds a run in `N` lanes; the elements left over go into a part of their own.
    ///
    /// # Safety
    /// The run has `N` elements or more and parts need no drop; `STRIDE` is its stride or 0.
    #[inline(always)]
    unsafe fn lanes<'a, T: 'a, const STRIDE: isize, const N: usize>(
        &self,
        run: FoldRun<'a, T>,
    ) -> ([A; N], Option<A>)
    where
        S: Fn(&'a T) -> A,
        P: Fn(A, &'a T) -> A,
    {
        // SAFETY: all indices below are less than the length.
        let get = |i| unsafe { run.get::<STRIDE>(i) };
        let lanes = array::from_fn(|lane| (self.start)(get(lane)));
        // SAFETY: by the caller's promise.
        unsafe { self.with_the_rest::<T, STRIDE, N>(lanes, run, N) }
    }

    /// Adds the elements from `start` on to lanes, as long as there is one for each; those left over go
    /// into a part of their own.
    ///
    /// # Safety
    /// `start` is at most the length and parts need no drop; `STRIDE` is the stride of the run or 0.
    #[inline(always)]
    unsafe fn with_the_rest<'a, T: 'a, const STRIDE: isize, const N: usize>(
        &self,
        mut lanes: [A; N],
        run: FoldRun<'a, T>,
        mut start: usize,
    ) -> ([A; N], Option<A>)
    where
        S: Fn(&'a T) -> A,
        P: Fn(A, &'a T) -> A,
    {
        // SAFETY: all indices below are less than the length.
        let get = |i| unsafe { run.get::<STRIDE>(i) };
        while start + N <= run.len() {
            for (lane, part) in lanes.iter_mut().enumerate() {
                // SAFETY: no drop, and a panic leaves this function (invariant 8).
                unsafe { update(part, |part| (self.push)(part, get(start + lane))) };
            }
            start += N;
        }
        if start == run.len() {
            return (lanes, None);
        }
        let mut rest = (self.start)(get(start));
        for i in start + 1..run.len() {
            rest = (self.push)(rest, get(i));
        }
        (lanes, Some(rest))
    }

    /// Folds a run in many lanes, each of which takes four elements at a time.
    ///
    /// # Safety
    /// The run has `4 * WIDE` elements or more and parts need no drop; `STRIDE` is its stride, 1 or more.
    #[inline(always)]
    unsafe fn wide<'a, T: 'a, const STRIDE: isize>(
        &self,
        run: FoldRun<'a, T>,
    ) -> ([A; WIDE], Option<A>)
    where
        S: Fn(&'a T) -> A,
        P: Fn(A, &'a T) -> A,
        M: Fn(A, A) -> A,
    {
        // SAFETY: all indices below are less than the length.
        let get = |i| unsafe { run.get::<STRIDE>(i) };
        let two = |i| (self.push)((self.start)(get(i)), get(i + WIDE));
        let four = |i| (self.merge)(two(i), two(i + 2 * WIDE));
        let prefetch = |start: usize| {
            run.prefetch_ahead(start * STRIDE as usize, 4 * WIDE * STRIDE as usize);
        };
        prefetch(0);
        let mut lanes: [A; WIDE] = array::from_fn(four);
        let mut start = 4 * WIDE;
        while start + 4 * WIDE <= run.len() {
            prefetch(start);
            for (lane, part) in lanes.iter_mut().enumerate() {
                let four = four(start + lane);
                // SAFETY: no drop, and a panic leaves this function (invariant 8).
                unsafe { update(part, |part| (self.merge)(part, four)) };
            }
            start += 4 * WIDE;
        }
        // SAFETY: by the caller's promise.
        unsafe { self.with_the_rest::<T, STRIDE, WIDE>(lanes, run, start) }
    }

    /// As [`wide`](Self::wide), but the four elements that a lane takes at a time are of the four quarters
    /// of the run. The machine fetches memory ahead along each line of addresses that is read, but not far;
    /// along four lines it fetches more at a time (Blom, Rietveld and van Nieuwpoort 2024, "Multi-Strided
    /// Access Patterns to Boost Hardware Prefetching").
    ///
    /// # Safety
    /// As [`wide`](Self::wide), but `STRIDE` may be 0 for any stride.
    #[inline(always)]
    unsafe fn quarters<'a, T: 'a, const STRIDE: isize>(
        &self,
        run: FoldRun<'a, T>,
    ) -> ([A; WIDE], Option<A>)
    where
        S: Fn(&'a T) -> A,
        P: Fn(A, &'a T) -> A,
        M: Fn(A, A) -> A,
    {
        // SAFETY: all indices below are less than the length.
        let get = |i| unsafe { run.get::<STRIDE>(i) };
        let mut whole: [A; WIDE] = array::from_fn(|lane| (self.start)(get(lane)));
        let quarter = (run.len() - WIDE) / (4 * WIDE) * WIDE;
        let two = |i| (self.push)((self.start)(get(i)), get(i + quarter));
        let four = |i| (self.merge)(two(i), two(i + 2 * quarter));
        let (mut start, end) = (WIDE, WIDE + quarter);
        while start < end {
            let mut section: [A; WIDE] = array::from_fn(|lane| four(start + lane));
            let section_end = end.min(start + SECTION);
            start += WIDE;
            while start < section_end {
                for (lane, part) in section.iter_mut().enumerate() {
                    let four = four(start + lane);
                    // SAFETY: no drop, and a panic leaves this function (invariant 8).
                    unsafe { update(part, |part| (self.merge)(part, four)) };
                }
                start += WIDE;
            }
            merge_rows(self, &section, &mut whole);
        }
        // SAFETY: by the caller's promise.
        unsafe { self.with_the_rest::<T, STRIDE, WIDE>(whole, run, WIDE + 4 * quarter) }
    }

    /// Merges all lanes, which need no drop, and what was left over.
    #[inline(always)]
    fn whole<const N: usize>(&self, (mut lanes, rest): ([A; N], Option<A>)) -> A
    where
        M: Fn(A, A) -> A,
    {
        // SAFETY: no drop, and a lane that was read is not used again (invariant 8).
        let take = |lane: &A| unsafe { core::ptr::read(lane) };
        let (groups, _) = lanes.as_chunks_mut::<FEW>();
        // Memory that the compiler knows nothing of: or it takes the loop apart, number by number.
        let (first, others) = black_box(groups).split_first_mut().expect("more than a few lanes");
        let mut few: [A; FEW] = array::from_fn(|i| take(&first[i]));
        for other in others {
            for (few, other) in few.iter_mut().zip(other) {
                // SAFETY: no drop, and a panic leaves this function (invariant 8).
                unsafe { update(few, |few| (self.merge)(few, take(other))) };
            }
        }
        let mut width = FEW;
        while width > 1 {
            width /= 2;
            for i in 0..width {
                let high = take(&few[i + width]);
                // SAFETY: the same.
                unsafe { update(&mut few[i], |low| (self.merge)(low, high)) };
            }
        }
        let whole = take(&few[0]);
        match rest {
            Some(rest) => (self.merge)(whole, rest),
            None => whole,
        }
    }

    /// Folds the columns of a block, four rows at a time.
    #[inline(always)]
    fn rows<'a, T: 'a, const BY: isize>(&self, rows: FoldRows<'a, T>, parts: &mut Vec<A>)
    where
        S: Fn(&'a T) -> A,
        P: Fn(A, &'a T) -> A,
        M: Fn(A, A) -> A,
    {
        // SAFETY: all rows below are less than `len`, all columns than `width`.
        let get = |row, column| unsafe { rows.get::<BY>(row, column) };
        let two = |row, column| (self.push)((self.start)(get(row, column)), get(row + 1, column));
        parts.extend((0..rows.width).map(|column| (self.start)(get(0, column))));
        let parts = &mut parts[..rows.width];
        let mut row = 1;
        while row + 4 <= rows.len {
            for (column, part) in parts.iter_mut().enumerate() {
                let four = (self.merge)(two(row, column), two(row + 2, column));
                // SAFETY: no drop, and a panic leaves the fold (invariant 8).
                unsafe { update(part, |part| (self.merge)(part, four)) };
            }
            row += 4;
        }
        while row < rows.len {
            for (column, part) in parts.iter_mut().enumerate() {
                // SAFETY: the same.
                unsafe { update(part, |part| (self.push)(part, get(row, column))) };
            }
            row += 1;
        }
    }
}

impl<'a, T: 'a, A, S, P, M> Fold<'a, T> for Simple<A, S, P, M>
where
    S: Fn(&'a T) -> A,
    P: Fn(A, &'a T) -> A,
    M: Fn(A, A) -> A,
{
    type Part = A;
    const SHORT: usize = LANES - 1;
    // Parts that need drop are folded one after the other.
    const BLOCK: usize = if needs_drop::<A>() { 4096 } else { 65536 };

    fn parts_are_plain() -> bool {
        is_plain::<A>()
    }

    #[inline(always)]
    fn column(&self, run: FoldRun<'a, T>) -> A {
        if const { needs_drop::<A>() } {
            return self.short(run);
        }
        if run.len() < LANES {
            return self.short(run);
        }
        if run.len() < MIDDLE && run.stride() == 1 {
            // SAFETY: the length and the stride are as asked for, and there is no drop.
            return self.whole(unsafe { self.lanes::<T, 1, 16>(run) });
        }
        if run.len() < 4 * WIDE {
            // SAFETY: the same.
            return self.whole(unsafe { self.lanes::<T, 0, 8>(run) });
        }
        let span = run.len().saturating_mul(run.stride().unsigned_abs() * size_of::<T>());
        let is_short = span < LONG && run.len() < MANY;
        self.whole(match run.stride() {
            // SAFETY: the same.
            1 if is_short => unsafe { self.wide::<T, 1>(run) },
            // SAFETY: the same.
            1 => unsafe { self.quarters::<T, 1>(run) },
            // SAFETY: the same. With a stride it knows, the compiler loads vectors and picks.
            2 if is_short => unsafe { self.wide::<T, 2>(run) },
            // SAFETY: the same.
            2 => unsafe { self.quarters::<T, 2>(run) },
            // SAFETY: the same.
            _ => unsafe { self.quarters::<T, 0>(run) },
        })
    }

    #[inline(always)]
    fn short(&self, run: FoldRun<'a, T>) -> A {
        // SAFETY: a run is not empty.
        let mut part = (self.start)(unsafe { run.get::<0>(0) });
        for i in 1..run.len() {
            // SAFETY: `i < len`.
            part = (self.push)(part, unsafe { run.get::<0>(i) });
        }
        part
    }

    #[inline(always)]
    fn columns(&self, rows: FoldRows<'a, T>, parts: &mut Vec<A>) {
        match rows.by {
            1 => self.rows::<T, 1>(rows, parts),
            _ => self.rows::<T, 0>(rows, parts),
        }
    }

    #[inline(always)]
    fn merge(&self, earlier: A, later: A) -> A {
        (self.merge)(earlier, later)
    }
}
