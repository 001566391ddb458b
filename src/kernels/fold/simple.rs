//! Reductions that take one element after the other: sums, products, extrema, counts.

use super::block::{Fold, Rows, Run, update};
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::mem::{MaybeUninit, needs_drop};

/// From how many elements on a run is folded as a tree; a plain loop is faster below.
const SHORT: usize = 32;
/// How many parts a run has at most while it is folded: a quarter of a block.
const PARTS: usize = 128;

/// A reduction given by three functions: `start` makes a part of one element, `push` adds an
/// element to a part, `merge` adds a part to a part.
///
/// The compiler does not reassociate the additions of a float sum. Here every loop goes over
/// independent parts, so that it vectorises as it is written. (32 accumulators in registers, all
/// written out, were as fast and took ten times as long to compile.)
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

    /// Folds a run as a tree: its quarters onto each other, the rest onto those, the parts in
    /// halves.
    ///
    /// # Safety
    /// The run has 4 elements or more and parts need no drop; `STRIDE` is its stride or 0.
    #[inline(always)]
    unsafe fn tree<'a, T: 'a, const STRIDE: isize>(&self, run: Run<'a, T>) -> A
    where
        S: Fn(&'a T) -> A,
        P: Fn(A, &'a T) -> A,
        M: Fn(A, A) -> A,
    {
        // SAFETY: all indices below are less than the length.
        let get = |i| unsafe { run.get::<STRIDE>(i) };
        let two = |i, j| (self.push)((self.start)(get(i)), get(j));
        let mut width = PARTS.min(1 << (run.len() / 4).ilog2());
        let mut parts = [const { MaybeUninit::uninit() }; PARTS];
        let parts = &mut parts[..width];
        for (i, part) in parts.iter_mut().enumerate() {
            part.write((self.merge)(two(i, i + width), two(i + 2 * width, i + 3 * width)));
        }
        let mut start = 4 * width;
        while start < run.len() {
            let len = width.min(run.len() - start);
            for (i, part) in parts[..len].iter_mut().enumerate() {
                // SAFETY: written above.
                let part = unsafe { part.assume_init_mut() };
                // SAFETY: no drop, and a panic leaves this function (invariant 8).
                unsafe { update(part, |part| (self.push)(part, get(start + i))) };
            }
            start += len;
        }
        while width > 1 {
            width /= 2;
            let (low, high) = parts.split_at_mut(width);
            for (low, high) in low.iter_mut().zip(high) {
                // SAFETY: written above, and not looked at again (invariant 8).
                let high = unsafe { high.assume_init_read() };
                // SAFETY: written above.
                let low = unsafe { low.assume_init_mut() };
                // SAFETY: no drop, and a panic leaves this function (invariant 8).
                unsafe { update(low, |low| (self.merge)(low, high)) };
            }
        }
        // SAFETY: the first part was written.
        unsafe { parts[0].assume_init_read() }
    }

    /// Folds the columns of a block, four rows at a time.
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

    #[inline(always)]
    fn column(&self, run: Run<'a, T>) -> A {
        if needs_drop::<A>() || run.len() < SHORT {
            // SAFETY: a run is not empty.
            let mut part = (self.start)(unsafe { run.get::<0>(0) });
            for i in 1..run.len() {
                // SAFETY: `i < len`.
                part = (self.push)(part, unsafe { run.get::<0>(i) });
            }
            return part;
        }
        match run.stride() {
            // SAFETY: the length and the stride are as asked for, and there is no drop.
            1 => unsafe { self.tree::<T, 1>(run) },
            // SAFETY: the same.
            2 => unsafe { self.tree::<T, 2>(run) },
            // SAFETY: the same.
            _ => unsafe { self.tree::<T, 0>(run) },
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
