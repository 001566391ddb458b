//! Reductions that take one element after the other: sums, products, extrema, counts.

use super::block::{Fold, Rows, Run, update};
use alloc::vec::Vec;
use core::array;
use core::marker::PhantomData;
use core::mem::needs_drop;

/// How many independent accumulators a run has: two AVX-512 registers of `f32`, eight AVX2
/// registers of `f64`; enough for the latency of an addition. Fewer were slower, 64 no faster.
const LANES: usize = 32;

/// A reduction given by three functions: `start` makes a part of one element, `push` adds an
/// element to a part, `merge` adds a part to a part.
///
/// The additions of a float sum are not reassociated by the compiler; lanes written out are
/// vectorised without leave.
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

    /// The loop with lanes.
    ///
    /// # Safety
    /// The run has `LANES` elements or more; `STRIDE` is its stride or 0.
    #[inline(always)]
    unsafe fn lanes<'a, T: 'a, const STRIDE: isize>(&self, run: Run<'a, T>) -> A
    where
        S: Fn(&'a T) -> A,
        P: Fn(A, &'a T) -> A,
        M: Fn(A, A) -> A,
    {
        // SAFETY: all indices below are less than the length.
        let get = |i| unsafe { run.get::<STRIDE>(i) };
        let mut lanes: [A; LANES] = array::from_fn(|lane| (self.start)(get(lane)));
        let rounds = run.len() / LANES;
        for round in 1..rounds {
            for lane in 0..LANES {
                let element = get(round * LANES + lane);
                // SAFETY: no drop, and a panic leaves this function (invariant 8).
                unsafe { update(&mut lanes[lane], |part| (self.push)(part, element)) };
            }
        }
        // Elements left over; not into `lanes`, which would then be kept in memory.
        let done = rounds * LANES;
        let rest = (done < run.len()).then(|| {
            let mut part = (self.start)(get(done));
            for i in done + 1..run.len() {
                part = (self.push)(part, get(i));
            }
            part
        });
        let lanes: [A; 16] = self.halve(&lanes);
        let lanes: [A; 8] = self.halve(&lanes);
        let lanes: [A; 4] = self.halve(&lanes);
        let lanes: [A; 2] = self.halve(&lanes);
        let [whole] = self.halve(&lanes);
        match rest {
            Some(rest) => (self.merge)(whole, rest),
            None => whole,
        }
    }

    #[inline(always)]
    fn halve<const N: usize, const H: usize>(&self, lanes: &[A; N]) -> [A; H]
    where
        M: Fn(A, A) -> A,
    {
        array::from_fn(|lane| {
            // SAFETY: the lanes need no drop and are not used again (invariant 8).
            let low = unsafe { core::ptr::read(&lanes[lane]) };
            // SAFETY: the same.
            let high = unsafe { core::ptr::read(&lanes[lane + H]) };
            (self.merge)(low, high)
        })
    }

    /// The loop over rows: four at a time, as a tree.
    #[inline(always)]
    fn rows<'a, T: 'a, const BY: isize>(&self, rows: Rows<'a, T>, parts: &mut Vec<A>)
    where
        S: Fn(&'a T) -> A,
        P: Fn(A, &'a T) -> A,
        M: Fn(A, A) -> A,
    {
        // SAFETY: all rows below are less than `len`, all columns than `width`.
        let get = |row, column| unsafe { rows.get::<BY>(row, column) };
        let two = |row, column| (self.push)((self.start)(get(row, column)), get(row + 1, column));
        let four = |row, column| (self.merge)(two(row, column), two(row + 2, column));
        let columns = 0..rows.width;
        let mut row;
        if rows.len >= 4 {
            parts.extend(columns.map(|column| four(0, column)));
            row = 4;
        } else {
            parts.extend(columns.map(|column| (self.start)(get(0, column))));
            row = 1;
        }
        let parts = &mut parts[..rows.width];
        while row + 4 <= rows.len {
            for (column, part) in parts.iter_mut().enumerate() {
                // SAFETY: no drop, and a panic leaves the fold (invariant 8).
                unsafe { update(part, |part| (self.merge)(part, four(row, column))) };
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

    #[inline(always)]
    fn column(&self, run: Run<'a, T>) -> A {
        if needs_drop::<A>() || run.len() < LANES {
            // SAFETY: a run is not empty.
            let mut part = (self.start)(unsafe { run.get::<0>(0) });
            for i in 1..run.len() {
                // SAFETY: `i < len`.
                part = (self.push)(part, unsafe { run.get::<0>(i) });
            }
            return part;
        }
        // SAFETY: the length and the stride are as asked for.
        unsafe {
            match run.stride() {
                1 => self.lanes::<T, 1>(run),
                2 => self.lanes::<T, 2>(run),
                _ => self.lanes::<T, 0>(run),
            }
        }
    }

    #[inline(always)]
    fn columns(&self, rows: Rows<'a, T>, parts: &mut Vec<A>) {
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
