//! Products of `f16` and `bf16`: computed in `f32`, rounded once.

use super::batches::Pairs;
use super::inexact::{Inexact, Run, Scaling};
use super::mat_ref::MatRef;
use crate::kernels::dispatch::vectorised;
use crate::kernels::uninit::UninitVec;
use crate::storage::give;
use alloc::vec::Vec;
use core::mem::MaybeUninit;
use core::slice::from_raw_parts_mut;

/// Multiplies in `f32`.
///
/// # Safety
/// As [`Inexact::MULTIPLY`].
pub(super) unsafe fn multiply<F: Inexact<Wide = f32>>(run: &Run<'_, F>) {
    let ([m, k, n], scaling) = (run.sizes(), *run.scaling);
    for i in 0..run.pairs.count {
        let (offset, a, b) = run.pairs.get(i);
        let (a_rows, b_rows) = (widened(a), widened(b));
        // SAFETY: all elements, row by row (invariant 1).
        let a = unsafe { MatRef::at(a_rows.as_ptr(), [m, k], [k as isize, 1]) };
        // SAFETY: as above.
        let b = unsafe { MatRef::at(b_rows.as_ptr(), [k, n], [n as isize, 1]) };
        let mut product = UninitVec::with_len(m * n);
        let wide = Run {
            pairs: &Pairs { count: 1, c: 0, c_strides: [n as isize, 1], a, b, by: [0; 3] },
            c: product.places(m * n).0.as_mut_ptr().cast(),
            scaling: &Scaling { alpha: 1.0, beta: None },
        };
        // SAFETY: the precondition of `MULTIPLY`: a row-major buffer of as many elements.
        unsafe { (f32::MULTIPLY)(&wide) };
        // SAFETY: the precondition of `finish`: each place has its sum.
        let product = unsafe { product.finish(m * n) };
        let (c, [down, right]) = (run.c.wrapping_offset(offset), run.pairs.c_strides);
        for (i, sums) in product.chunks_exact(n).enumerate() {
            let c = c.wrapping_offset(i as isize * down);
            if right == 1 && scaling.alpha == 1.0 && scaling.beta.is_none() {
                // SAFETY: the places of one row, by the caller's promise.
                let row = unsafe { from_raw_parts_mut(c.cast::<MaybeUninit<F>>(), n) };
                convert(sums, row, F::narrow);
                continue;
            }
            for (j, &sum) in sums.iter().enumerate() {
                // SAFETY: by the caller's promise.
                unsafe { scaling.write(sum, c.wrapping_offset(j as isize * right)) };
            }
        }
        [a_rows, b_rows, product].into_iter().for_each(give);
    }
}

/// The elements of a matrix in row-major order, in `f32`.
fn widened<F: Inexact<Wide = f32>>(a: MatRef<'_, F>) -> Vec<f32> {
    let len = a.rows() * a.columns();
    // SAFETY: the precondition of `finish`: each place has its element.
    let rows = unsafe { a.to_rows(a.columns()).finish(len) };
    let mut wide = UninitVec::with_len(rows.len());
    convert(&rows, wide.places(rows.len()).0, F::widen);
    // SAFETY: the precondition of `finish`: each place has its element.
    unsafe { wide.finish(rows.len()) }
}

/// Writes `f` of each element. The loop has no branch, so that it is vectorised.
#[inline(always)]
fn convert<A: Copy, B>(from: &[A], to: &mut [MaybeUninit<B>], f: impl Fn(A) -> B) {
    vectorised(
        #[inline(always)]
        || {
            for (&x, to) in from.iter().zip(to) {
                to.write(f(x));
            }
        },
    );
}
