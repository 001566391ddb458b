//! How many bytes are not zero: the counters are bytes too, so that a register has many of them.

use super::lane::ContiguousRuns;
use super::loops::{Fold, ROWS};
use core::mem::MaybeUninit;

/// How many counters there are.
const COUNTERS: usize = 64;
/// How many bytes a counter has counted at most.
const MOST: usize = u8::MAX as usize;

#[derive(Clone, Copy)]
pub(super) struct NonzeroBytes;

/// Counts in each column of rows, up to [`MOST`] of them.
#[inline(always)]
fn add(counts: &mut [u8; COUNTERS], row: &[u8]) {
    for (count, &x) in counts.iter_mut().zip(row) {
        *count += x.min(1);
    }
}

impl Fold for NonzeroBytes {
    type Element = u8;
    type Part = usize;
    type Result = usize;
    const BLOCK: usize = 65536;
    const VECTORISED: bool = true;

    #[inline(always)]
    fn lane(self, run: &[u8]) -> usize {
        let mut whole = 0;
        for part in run.chunks(COUNTERS * MOST) {
            let mut counts = [0; COUNTERS];
            let (rows, rest) = part.as_chunks::<COUNTERS>();
            // Four at once: the compiler may store the counters after each step. Row by row takes four times as long.
            let (fours, others) = rows.as_chunks::<4>();
            for [a, b, c, d] in fours {
                for (i, count) in counts.iter_mut().enumerate() {
                    *count += (a[i].min(1) + b[i].min(1)) + (c[i].min(1) + d[i].min(1));
                }
            }
            for row in others {
                add(&mut counts, row);
            }
            for &x in rest {
                whole += usize::from(x != 0);
            }
            for count in counts {
                whole += usize::from(count);
            }
        }
        whole
    }

    #[inline(always)]
    fn rows(self, rows: ContiguousRuns<'_, u8>, parts: &mut [MaybeUninit<usize>]) {
        const { assert!(ROWS <= MOST) };
        for (i, parts) in parts.chunks_mut(COUNTERS).enumerate() {
            let mut counts = [0; COUNTERS];
            for row in 0..rows.count {
                add(&mut counts, &rows.get(row)[i * COUNTERS..][..parts.len()]);
            }
            for (part, count) in parts.iter_mut().zip(counts) {
                part.write(usize::from(count));
            }
        }
    }

    #[inline(always)]
    fn merge(self, earlier: usize, later: usize) -> usize {
        earlier + later
    }

    #[inline(always)]
    fn finish(self, count: &usize) -> usize {
        *count
    }
}
