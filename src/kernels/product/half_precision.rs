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
pub(super) fn gemm<F: Half>(alpha: F, batches: &Batches<'_, F>, beta: F, c: MatMut<'_, F>) {
    if alpha.is_zero() || batches.a.columns() == 0 {
        return scale(batches, beta, c);
    }
    let (alpha, beta) = (alpha.widen(), beta.widen());
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
    share_batches(batches, |batches, _| {
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
                // SAFETY: the places of this product.
                let c = unsafe { MatMut::at(c, [m, n], batches.c_strides) };
                let mut product = product.into_iter();
                c.for_each(|c| write(product.next().expect("as many sums"), c));
            }
        });
    });
}

/// The elements of a matrix in row-major order, in `f32`.
fn widened<F: Half>(a: MatRef<'_, F>) -> Vec<f32> {
    let mut wide = Vec::with_capacity(a.rows() * a.columns());
    for i in 0..a.rows() {
        let (row, wide) = (a.row(i), &mut wide);
        vectorised(
            #[inline(always)]
            || match row.as_slice() {
                Some(row) => wide.extend(row.iter().map(|x| x.widen())),
                None => wide.extend(row.iter().map(|x| x.widen())),
            },
        );
    }
    wide
}

/// The elements of [`widened`] as a matrix again.
fn row_major<'w, F>(wide: &'w [f32], a: MatRef<'_, F>) -> MatRef<'w, f32> {
    assert!(wide.len() == a.rows() * a.columns());
    // SAFETY: as many elements as the matrix has, row by row.
    unsafe { MatRef::at(wide.as_ptr(), [a.rows(), a.columns()], [a.columns() as isize, 1]) }
}
