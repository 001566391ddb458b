//! Products of `f16` and `bf16`: computed in `f32`, rounded once.

use super::batches::Batches;
use super::dots::dots;
use super::float::{self, share_batches};
use super::generic::scale;
use super::mat_ref::{MatMut, MatRef};
use super::matvec::{MatvecLane, matvec};
use crate::kernels::dispatch::vectorised;
use crate::kernels::send_ptr::SendPtr;
use crate::kernels::uninit::UninitVec;
use alloc::vec;
use alloc::vec::Vec;
use core::mem::MaybeUninit;
use core::ops::Mul;
use num_traits::Zero;

pub(super) trait Half: MatvecLane<Sum = f32> + Zero + Mul<Output = Self> {}
impl<F: MatvecLane<Sum = f32> + Zero + Mul<Output = Self>> Half for F {}

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

/// Returns all products, in a buffer laid out by their strides.
pub(super) fn matmul<F: Half>(batches: &Batches<'_, F>) -> Vec<F> {
    assert!(batches.fills);
    let mut result = UninitVec::with_len(batches.len);
    if batches.len != 0 {
        let c = SendPtr(result.places(batches.len).0.as_mut_ptr());
        let write = |sum: f32, c: &mut MaybeUninit<F>| _ = c.write(F::round(sum));
        // SAFETY: the result fills its buffer, which has a place for each element.
        unsafe { multiply(batches, c, true, write) };
    }
    // SAFETY: each place belongs to one product, and each product was written.
    unsafe { result.finish(batches.len) }
}

/// Sets `c = alpha * a * b + beta * c` for all products.
pub(super) fn gemm<F: Half>(alpha: Option<F>, batches: &Batches<'_, F>, beta: F, c: MatMut<'_, F>) {
    let (alpha, wide_beta) = (alpha.map_or(1.0, F::widen), beta.widen());
    if alpha == 0.0 || batches.a.columns() == 0 {
        return scale(batches, beta, c);
    }
    let beta = wide_beta;
    let write = |sum: f32, c: &mut MaybeUninit<F>| {
        let mut sum = alpha * sum;
        if beta != 0.0 {
            // SAFETY: an element of `c`, which is initialised.
            sum += beta * unsafe { c.assume_init() }.widen();
        }
        c.write(F::round(sum));
    };
    // SAFETY: `c` has an element at each index of each product.
    unsafe { multiply(batches, SendPtr(c.zero().cast()), false, write) };
}

/// Calls `write` with each sum and its place; or writes what needs no other rounding by itself, if it is
/// `plain`.
///
/// # Safety
/// `c` has a place for each product at its offset, and nothing else reaches these.
unsafe fn multiply<F: Half>(
    batches: &Batches<'_, F>,
    c: SendPtr<*mut MaybeUninit<F>>,
    plain: bool,
    write: impl Fn(f32, &mut MaybeUninit<F>) + Sync,
) {
    let (m, n) = (batches.a.rows(), batches.b.columns());
    share_batches(batches, &|batches, _| {
        batches.for_each_run(|pairs| {
            if plain && m == 1 && n == 1 {
                // SAFETY: by the caller's promise.
                return unsafe { dots(&pairs, c.get().cast()) };
            }
            let mut b_wide = Vec::new();
            for i in 0..pairs.count {
                let (offset, a, b) = pairs.get(i);
                // SAFETY: the place of this product.
                let c = unsafe { c.get().offset(offset) };
                let in_order =
                    m == 1 && batches.c_strides[1] == 1 || n == 1 && batches.c_strides[0] == 1;
                if plain && in_order {
                    // SAFETY: one row or one column, without gaps.
                    let y = unsafe { core::slice::from_raw_parts_mut(c, m * n) };
                    match n {
                        1 => matvec(a, b.column(0), y),
                        _ => matvec(b.transposed(), a.row(0), y),
                    }
                    continue;
                }
                if i == 0 || pairs.by[2] != 0 {
                    b_wide = widened(b);
                }
                let a_wide = widened(a);
                let pair = (row_major(&a_wide, a), row_major(&b_wide, b));
                let product = float::matmul(&Batches::one(pair.0, pair.1));
                let [down, right] = batches.c_strides;
                let product = product.chunks_exact(n).enumerate();
                vectorised(
                    #[inline(always)]
                    || {
                        for (i, row) in product {
                            // SAFETY: the place of the first element of a row.
                            let c = unsafe { c.offset(i as isize * down) };
                            for (j, &sum) in row.iter().enumerate() {
                                // SAFETY: the place of an element.
                                let place = unsafe { c.offset(j as isize * right) };
                                // SAFETY: nothing else reaches it.
                                write(sum, unsafe { &mut *place });
                            }
                        }
                    },
                );
            }
        });
    });
}

/// The elements of a matrix in row-major order, in `f32`.
fn widened<F: Half>(a: MatRef<'_, F>) -> Vec<f32> {
    let mut wide = vec![0.0; a.rows() * a.columns()];
    let rows = wide.chunks_exact_mut(a.columns().max(1)).enumerate();
    vectorised(
        #[inline(always)]
        || {
            for (i, wide) in rows {
                let row = a.row(i);
                match row.as_slice() {
                    Some(row) => wide.iter_mut().zip(row).for_each(|(to, x)| *to = x.widen()),
                    None => wide.iter_mut().zip(row.iter()).for_each(|(to, x)| *to = x.widen()),
                }
            }
        },
    );
    wide
}

/// The elements of [`widened`] as a matrix again.
fn row_major<'w, F>(wide: &'w [f32], a: MatRef<'_, F>) -> MatRef<'w, f32> {
    assert!(wide.len() == a.rows() * a.columns());
    // SAFETY: as many elements as the matrix has, row by row.
    unsafe { MatRef::at(wide.as_ptr(), [a.rows(), a.columns()], [a.columns() as isize, 1]) }
}

#[cfg(test)]
mod tests {
    use super::{round, widen};
    use half::f16;

    #[test]
    fn every_f16_is_widened_and_rounded_as_the_crate_does() {
        for x in (0..=u16::MAX).map(f16::from_bits) {
            let wide = x.to_f32();
            assert!(
                widen(x).to_bits() == wide.to_bits() || x.is_nan() && widen(x).is_nan(),
                "{x:?}"
            );
            if x.is_nan() {
                assert!(round(wide).is_nan());
                continue;
            }
            // Halfway to the next number, and its neighbours.
            let halfway = wide.to_bits() & !0x1fff | 0x1000;
            for bits in [wide.to_bits(), halfway - 1, halfway, halfway + 1, halfway + 0x1000] {
                let y = f32::from_bits(bits);
                if y.is_nan() {
                    continue;
                }
                assert_eq!(round(y).to_bits(), f16::from_f32(y).to_bits(), "{y:e}");
            }
            let tiny = wide * 0.37;
            assert_eq!(round(tiny).to_bits(), f16::from_f32(tiny).to_bits(), "{tiny:e}");
        }
    }
}
