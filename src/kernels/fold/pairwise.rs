//! Merging partial results pairwise, like the digits of a binary counter.

use super::block::{Fold, update};
use alloc::vec::Vec;
use core::mem;

/// Parts of one output: level `l` holds the merger of 2^l parts if bit `l` of the count is set.
pub(super) struct Tower<P> {
    levels: [Option<P>; usize::BITS as usize],
    count: usize,
}

impl<P> Tower<P> {
    #[inline]
    pub(super) fn new() -> Self {
        Tower { levels: [const { None }; usize::BITS as usize], count: 0 }
    }

    #[inline(always)]
    pub(super) fn push<'a, T: 'a, F: Fold<'a, T, Part = P>>(&mut self, fold: &F, mut part: P) {
        self.count += 1;
        let place = self.count.trailing_zeros() as usize;
        for level in &mut self.levels[..place] {
            if let Some(earlier) = level.take() {
                part = fold.merge(earlier, part);
            }
        }
        self.levels[place] = Some(part);
    }

    /// Merges what was taken in, and `last`, and starts anew. There is something.
    #[inline(always)]
    pub(super) fn finish<'a, T: 'a, F: Fold<'a, T, Part = P>>(
        &mut self,
        fold: &F,
        last: Option<P>,
    ) -> P {
        let mut whole = last;
        while self.count > 0 {
            let level = self.count.trailing_zeros() as usize;
            self.count &= self.count - 1;
            whole = match (self.levels[level].take(), whole) {
                (Some(earlier), Some(later)) => Some(fold.merge(earlier, later)),
                (earlier, later) => earlier.or(later),
            };
        }
        whole.expect("a reduction of something")
    }
}

/// Rows of parts: level `l` holds the merger of 2^l rows if bit `l` of the count is set.
pub(super) struct Pairwise<P> {
    levels: Vec<Vec<P>>,
    count: usize,
}

impl<P> Pairwise<P> {
    #[inline]
    pub(super) fn new() -> Self {
        Pairwise { levels: Vec::new(), count: 0 }
    }

    /// Takes a row in; leaves an empty one.
    #[inline(always)]
    pub(super) fn push<'a, T: 'a, F: Fold<'a, T, Part = P>>(&mut self, fold: &F, row: &mut Vec<P>) {
        let mut level = 0;
        while self.count >> level & 1 == 1 {
            merge_rows(fold, &self.levels[level], row);
            level += 1;
        }
        if level == self.levels.len() {
            self.levels.push(Vec::new());
        }
        mem::swap(&mut self.levels[level], row);
        row.clear();
        self.count += 1;
    }

    /// Merges what was taken in, and `row` unless it is empty, to `row`, and starts anew.
    #[inline(always)]
    pub(super) fn finish<'a, T: 'a, F: Fold<'a, T, Part = P>>(
        &mut self,
        fold: &F,
        row: &mut Vec<P>,
    ) {
        while self.count > 0 {
            let level = self.count.trailing_zeros() as usize;
            if row.is_empty() {
                mem::swap(&mut self.levels[level], row);
            } else {
                merge_rows(fold, &self.levels[level], row);
            }
            self.count &= self.count - 1;
        }
    }
}

/// Merges each part of `earlier` into the one below it in `later`. What is left in `earlier` has
/// been moved out.
#[inline(always)]
pub(super) fn merge_rows<'a, T: 'a, F: Fold<'a, T>>(
    fold: &F,
    earlier: &[F::Part],
    later: &mut [F::Part],
) {
    assert!(earlier.len() == later.len());
    for (earlier, later) in earlier.iter().zip(later) {
        // SAFETY: parts need no drop, and the rows are not used again if merging panics
        // (invariant 8).
        let earlier = unsafe { core::ptr::read(earlier) };
        // SAFETY: the same.
        unsafe { update(later, |later| fold.merge(earlier, later)) };
    }
}

/// Merges the parts that lie `width` apart; the number of them is a power of two.
#[inline(always)]
pub(super) fn collapse<'a, T: 'a, F: Fold<'a, T>>(
    fold: &F,
    parts: &mut Vec<F::Part>,
    width: usize,
) {
    while parts.len() > width {
        let half = parts.len() / 2;
        let (earlier, later) = parts.split_at_mut(half);
        for (earlier, later) in earlier.iter_mut().zip(later.iter()) {
            // SAFETY: as in `merge_rows`; the later half is cut off below.
            let later = unsafe { core::ptr::read(later) };
            // SAFETY: the same.
            unsafe { update(earlier, |earlier| fold.merge(earlier, later)) };
        }
        parts.truncate(half);
    }
}
