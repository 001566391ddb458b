//! Matrix-vector products of `f32` and `f64` by rows: several rows at once, in registers.
//!
//! One row at a time waits for its own sum to come together; several share the loads of the vector
//! too, and are read from memory along several lines of addresses.

use super::inexact::Rows;
use super::registers::Registers;
use super::sums::CHAIN;
use crate::kernels::dispatch::arch;
use crate::kernels::prefetch::{ahead, prefetch};
use crate::kernels::thresholds::PREFETCH_NEAR_AHEAD;
use core::array::from_fn;
use pulp::{Simd, WithSimd};

/// How many sums are written together: the call is not compiled for the instruction set.
const WRITTEN: usize = 64;

/// Writes the products of rows and a vector that have no gaps.
pub(super) fn write_rows<F: Registers>(rows: Rows<'_, F>) {
    assert!(rows.first.len() == rows.x.len());
    assert!(rows.first.as_slice().is_some() && rows.x.as_slice().is_some());
    arch().dispatch(rows);
}

impl<F: Registers> WithSimd for Rows<'_, F> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        // Sums, totals and a vector of `x` fit the registers. Fewer short rows are read together, so that memory is
        // read nearly in order: 0.86 of the time (`[256,64,64]x[256,64] matvec f32`).
        if const { S::REGISTER_COUNT >= 32 } && self.x.len() > CHAIN * F::lanes::<S>() {
            self.sums::<S, 8>(simd);
        } else {
            self.sums::<S, 4>(simd);
        }
    }
}

impl<F: Registers> Rows<'_, F> {
    #[inline(always)]
    fn sums<S: Simd, const M: usize>(self, simd: S) {
        let (lanes, len, x) = (F::lanes::<S>(), self.x.len(), self.x.zero());
        let (whole, rest) = (len - len % lanes, F::first(simd, len % lanes));
        let (zero, one) = (F::splat(simd, F::zero()), F::splat(simd, F::one()));
        // SAFETY: as many elements as are left (invariant 1).
        let last = unsafe { F::load(simd, rest, x.wrapping_add(whole)) };
        // Where rows are short, the machine does not see in which order they are read.
        let ahead = match len <= CHAIN * lanes {
            true => 2 * M as isize * self.by,
            false => (PREFETCH_NEAR_AHEAD.min(ahead()) / size_of::<F>()) as isize,
        };
        let mut written = [F::zero(); WRITTEN];
        for first in (0..self.count).step_by(WRITTEN) {
            let count = WRITTEN.min(self.count - first);
            let blocks = written[..count.next_multiple_of(M)].chunks_exact_mut(M);
            for (block, across) in blocks.enumerate() {
                let left = count - block * M;
                let at = self.first.zero().wrapping_offset((first + block * M) as isize * self.by);
                let mut rows: [_; M] = from_fn(|i| at.wrapping_offset(i as isize * self.by));
                if left < M {
                    // Rows past the last one repeat it.
                    rows = from_fn(|i| rows[i.min(left - 1)]);
                }
                let mut totals = [zero; M];
                let mut start = 0;
                while start < whole {
                    let end = whole.min(start + CHAIN * lanes);
                    let mut sums = [zero; M];
                    while start < end {
                        // SAFETY: a vector of elements (invariant 1).
                        let x = unsafe { F::load_all::<S>(x.wrapping_add(start)) };
                        for i in 0..M {
                            let a = rows[i].wrapping_add(start);
                            prefetch(a.wrapping_offset(ahead), 1);
                            // SAFETY: as above.
                            let a = unsafe { F::load_all::<S>(a) };
                            sums[i] = F::mul_add(simd, a, x, sums[i]);
                        }
                        start += lanes;
                    }
                    for i in 0..M {
                        totals[i] = F::mul_add(simd, sums[i], one, totals[i]);
                    }
                }
                if whole < len {
                    for i in 0..M {
                        // SAFETY: as many elements as are left (invariant 1).
                        let a = unsafe { F::load(simd, rest, rows[i].wrapping_add(whole)) };
                        totals[i] = F::mul_add(simd, a, last, totals[i]);
                    }
                }
                for i in 0..M {
                    across[i] = F::across(simd, totals[i]);
                }
            }
            (self.write)(first, &written[..count]);
        }
    }
}
