//! Products of `f16` and `bf16`: computed in `f32`, rounded once.

use super::batches::Pairs;
use super::dots::Scaling;
use super::float::{Float, Run};
use super::mat_ref::MatRef;
use crate::kernels::dispatch::vectorised;
use alloc::vec;
use alloc::vec::Vec;

/// Multiplies in `f32`.
///
/// # Safety
/// As [`Float::MULTIPLY`].
pub(super) unsafe fn multiply<F: Float<Wide = f32>>(run: &Run<'_, F>) {
    let [m, k, n] = run.sizes();
    let mut product = vec![0.0; m * n];
    for i in 0..run.pairs.count {
        let (offset, a, b) = run.pairs.get(i);
        let (a, b) = (widened(a), widened(b));
        // SAFETY: all elements, row by row (invariant 1).
        let a = unsafe { MatRef::at(a.as_ptr(), [m, k], [k as isize, 1]) };
        // SAFETY: as above.
        let b = unsafe { MatRef::at(b.as_ptr(), [k, n], [n as isize, 1]) };
        let wide = Run {
            pairs: &Pairs { count: 1, c: 0, c_strides: [n as isize, 1], a, b, by: [0; 3] },
            c: product.as_mut_ptr(),
            scaling: &Scaling { alpha: 1.0, beta: None },
        };
        // SAFETY: the precondition of `MULTIPLY`: a row-major buffer of as many elements.
        unsafe { (f32::MULTIPLY)(&wide) };
        let (c, [down, right]) = (run.c.wrapping_offset(offset), run.pairs.c_strides);
        for (i, sums) in product.chunks_exact(n).enumerate() {
            let c = c.wrapping_offset(i as isize * down);
            vectorised(
                #[inline(always)]
                || {
                    for (j, &sum) in sums.iter().enumerate() {
                        // SAFETY: by the caller's promise.
                        unsafe { run.scaling.write(sum, c.wrapping_offset(j as isize * right)) };
                    }
                },
            );
        }
    }
}

/// The elements of a matrix in row-major order, in `f32`.
fn widened<F: Float<Wide = f32>>(a: MatRef<'_, F>) -> Vec<f32> {
    let rows = a.to_rows();
    let mut wide = vec![0.0; rows.len()];
    vectorised(
        #[inline(always)]
        || wide.iter_mut().zip(&rows).for_each(|(wide, x)| *wide = x.widen()),
    );
    wide
}
