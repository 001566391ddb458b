//! Matrix-vector products of `f32` and `f64` by rows: several rows at once, in registers.
//!
//! One row at a time waits for its own sum to come together; several share the loads of the vector
//! too, and are read from memory along several lines of addresses.

use super::lanes::{CHAIN, LEAF};
use super::mat_ref::VecRef;
use super::registers::Registers;
use crate::kernels::dispatch::with_simd;
use pulp::{Simd, WithSimd};

/// Rows without gaps at one stride from each other, a vector without gaps, and where the sums go.
struct Rows<'a, F: Registers> {
    count: usize,
    first: VecRef<'a, F>,
    stride: isize,
    x: VecRef<'a, F>,
    write: &'a mut dyn FnMut(usize, F),
}

/// Calls `write` with the products of so many rows, at the stride `by` from each other, and `x`, if they are
/// short and without gaps; returns whether they are.
pub(super) fn write_rows<F: Registers>(
    count: usize,
    first: VecRef<'_, F>,
    stride: isize,
    x: VecRef<'_, F>,
    write: &mut dyn FnMut(usize, F),
) -> bool {
    assert!(first.len() == x.len());
    let fits = x.len() <= LEAF && first.as_slice().is_some() && x.as_slice().is_some();
    if fits {
        with_simd(Rows { count, first, stride, x, write });
    }
    fits
}

impl<F: Registers> WithSimd for Rows<'_, F> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        // Sums, totals and a vector of `x` fit the registers.
        if const { S::REGISTER_COUNT >= 32 } {
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
                *row = row.wrapping_offset(i * self.stride);
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
            for i in 0..M.min(self.count - block) {
                (self.write)(block + i, F::across(simd, totals[i]));
            }
        }
    }
}
