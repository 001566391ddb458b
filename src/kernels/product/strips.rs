//! Matrix-vector products of `f32` and `f64` by rows: several rows at once, in registers.
//!
//! One row at a time waits for its own sum to come together; several share the loads of the vector
//! too, and are read from memory along several lines of addresses.

use super::lanes::{CHAIN, Lane};
use super::mat_ref::VecRef;
use super::registers::Registers;
use crate::kernels::dispatch::arch;
use pulp::{Simd, WithSimd};

/// Some rows at the stride `by` from each other, a vector, and where the sums of their products go.
pub(super) struct Rows<'a, F: Lane> {
    pub(super) count: usize,
    pub(super) first: VecRef<'a, F>,
    pub(super) by: isize,
    pub(super) x: VecRef<'a, F>,
    /// Takes the number of a row, and the sums of this one and those behind it.
    pub(super) write: &'a mut dyn FnMut(usize, &[F::Wide]),
}

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
        let (lanes, len) = (F::lanes::<S>(), self.x.len());
        let (all, rest) = (F::first(simd, lanes), F::first(simd, len % lanes));
        let (zero, one) = (F::splat(simd, F::zero()), F::splat(simd, F::one()));
        for block in (0..self.count).step_by(M) {
            let mut rows = [self.first.zero(); M];
            for (i, row) in rows.iter_mut().enumerate() {
                // Rows past the last one repeat it.
                let i = (block + i).min(self.count - 1) as isize;
                *row = row.wrapping_offset(i * self.by);
            }
            let mut totals = [zero; M];
            let mut start = 0;
            while start < len {
                let end = len.min(start + CHAIN * lanes);
                let mut sums = [zero; M];
                while start < end {
                    let mask = if len - start < lanes { rest } else { all };
                    let x = self.x.zero().wrapping_add(start);
                    // SAFETY: a vector of elements, or as many as are left (invariant 1).
                    let x = unsafe { F::load(simd, mask, x) };
                    for i in 0..M {
                        // SAFETY: as above.
                        let a = unsafe { F::load(simd, mask, rows[i].wrapping_add(start)) };
                        sums[i] = F::mul_add(simd, a, x, sums[i]);
                    }
                    start += lanes;
                }
                for i in 0..M {
                    totals[i] = F::mul_add(simd, sums[i], one, totals[i]);
                }
            }
            // All are there before the call, which would spill the vectors.
            let mut sums = [F::zero(); M];
            for i in 0..M {
                sums[i] = F::across(simd, totals[i]);
            }
            (self.write)(block, &sums[..M.min(self.count - block)]);
        }
    }
}
