//! Products of `f16` and `bf16`: computed in `f32`, rounded once.

use super::batches::Pairs;
use super::dots::Scaling;
use super::float::{Float, Run};
use super::lanes::Lane;
use super::mat_ref::MatRef;
use crate::kernels::dispatch::vectorised;
use alloc::vec;
use alloc::vec::Vec;

/// The value of an `f16`, without a branch, so that loops of it are vectorised.
#[inline(always)]
pub(super) fn widen(x: half::f16) -> f32 {
    let bits = u32::from(x.to_bits());
    // The exponent is off by 112, of subnormal numbers too; infinity and NaN have the greatest one.
    let magnitude = f32::from_bits((bits & 0x7fff) << 13) * f32::from_bits((127 + 112) << 23);
    let special = if bits & 0x7c00 == 0x7c00 { 0xff << 23 } else { 0 };
    f32::from_bits(magnitude.to_bits() | special | (bits & 0x8000) << 16)
}

/// The `f16` nearest to a number, of two the even one, without a branch.
#[inline(always)]
pub(super) fn round(x: f32) -> half::f16 {
    let bits = x.to_bits() & 0x7fff_ffff;
    // Subnormal numbers: the last bit of the sum is that of an `f16`.
    let magic = f32::from_bits((127 - 15 + 23 - 10 + 1) << 23);
    let small = (f32::from_bits(bits) + magic).to_bits().wrapping_sub(magic.to_bits());
    // Others: half of the last bit, less a bit where that is even, carries into the exponent.
    let odd = bits >> 13 & 1;
    let normal = bits.wrapping_sub(112 << 23).wrapping_add(0xfff + odd) >> 13;
    let large = if bits > 0xff << 23 { 0x7e00 } else { 0x7c00 };
    let rounded = if bits < 113 << 23 { small } else { normal };
    let rounded = if bits >= (127 + 16) << 23 { large } else { rounded };
    half::f16::from_bits((rounded | (x.to_bits() >> 16 & 0x8000)) as u16)
}

/// Multiplies in `f32`.
///
/// # Safety
/// As [`Float::MULTIPLY`].
pub(super) unsafe fn multiply<F: Float<Sum = f32>>(run: &Run<'_, F>) {
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
            pairs: Pairs { count: 1, c: 0, a, b, by: [0; 3] },
            c: product.as_mut_ptr(),
            c_strides: [n as isize, 1],
            scaling: Scaling { alpha: 1.0, beta: None },
        };
        // SAFETY: the precondition of `MULTIPLY`: a row-major buffer of as many elements.
        unsafe { (f32::MULTIPLY)(&wide) };
        let (c, [down, right]) = (run.c.wrapping_offset(offset), run.c_strides);
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
fn widened<F: Lane<Sum = f32>>(a: MatRef<'_, F>) -> Vec<f32> {
    let mut wide = vec![0.0; a.rows() * a.columns()];
    for (i, wide) in wide.chunks_exact_mut(a.columns()).enumerate() {
        let row = a.row(i);
        vectorised(
            #[inline(always)]
            || match row.as_slice() {
                Some(row) => wide.iter_mut().zip(row).for_each(|(to, x)| *to = x.widen()),
                None => wide.iter_mut().zip(row.iter()).for_each(|(to, x)| *to = x.widen()),
            },
        );
    }
    wide
}
