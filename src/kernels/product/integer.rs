//! Products of built-in integers: loops that the compiler vectorises.
//!
//! Rows of the right operand, each times an element of the left one, are added to a row of the result, four
//! at a time and in blocks that stay in the first-level cache. Each sum is built in the order of the inner
//! axis, starting from zero, so that integers overflow where the sum of an iterator would.

use super::batches::Batches;
use super::generic;
use super::mat_ref::{MatMut, MatRef};
use super::share_pieces;
use crate::kernels::dispatch::vectorised;
use crate::kernels::send_ptr::SendPtr;
use crate::kernels::specialize::BuiltIn;
use crate::kernels::threads;
use crate::kernels::thresholds::{INTEGER_ROWS, INTEGER_WORK};
use alloc::vec::Vec;
use core::ops::Mul;
use num_traits::Zero;

/// A built-in integer.
pub(super) trait Integer: BuiltIn + Zero + Mul<Output = Self> {}
impl<T: BuiltIn + Zero + Mul<Output = T>> Integer for T {}

/// Products are made one after the other.
pub(super) const WRITES_ANYWHERE: bool = false;
/// How many rows and bytes of a row of the right operand are in a block.
const BLOCK_ROWS: usize = 64;
const BLOCK_BYTES: usize = 512;

/// Returns all products, one after the other.
pub(super) fn matmul<T: Integer>(batches: &Batches<'_, T>) -> Vec<T> {
    generic::matmul(batches, add_product)
}

/// Sets `c = alpha * a * b + beta * c` for all products.
pub(super) fn gemm<T: Integer>(
    alpha: Option<T>,
    batches: &Batches<'_, T>,
    beta: T,
    c: MatMut<'_, T>,
) {
    generic::gemm(alpha, batches, beta, c, add_product);
}

/// Adds the product of two matrices to `c`, on several threads if they are worth it.
fn add_product<T: Integer>(c: &mut [T], a: MatRef<'_, T>, b: MatRef<'_, T>) {
    let (k, n) = (b.rows(), b.columns());
    if n == 1 || a.rows() == 1 && b.strides()[1] != 1 {
        return generic::write_dots(c, a, b);
    }
    let mut packed = Vec::new();
    let b = match b.as_slice() {
        Some(b) => b,
        None => {
            (0..k).for_each(|p| packed.extend(b.row(p).iter()));
            &packed
        }
    };
    let work = c.len().saturating_mul(k);
    if work < INTEGER_WORK || a.rows() < 2 * INTEGER_ROWS || !threads::are_several() {
        return add_rows(c, a, b);
    }
    let rows = threads::piece_of(a.rows()).max(INTEGER_ROWS);
    let start = SendPtr(c.as_mut_ptr());
    share_pieces(a.rows().div_ceil(rows), &|piece| {
        let a = a.part(piece * rows..a.rows().min((piece + 1) * rows));
        // SAFETY: the first of these rows, in bounds by the precondition on `c`.
        let c = unsafe { start.get().add(piece * rows * n) };
        // SAFETY: rows of `c`, each of one piece (invariant 10).
        add_rows(unsafe { core::slice::from_raw_parts_mut(c, a.rows() * n) }, a, b);
    });
}

/// Adds the product of some rows and a row-major matrix.
#[inline(never)]
fn add_rows<T: Integer>(c: &mut [T], a: MatRef<'_, T>, b: &[T]) {
    let (rows, k) = (a.rows(), a.columns());
    let (n, width) = (c.len() / rows, BLOCK_BYTES / size_of::<T>());
    for top in (0..k).step_by(BLOCK_ROWS) {
        for left in (0..n).step_by(width) {
            for i in 0..rows {
                let mut x = [T::zero(); BLOCK_ROWS];
                let x = &mut x[..BLOCK_ROWS.min(k - top)];
                for (n, x) in x.iter_mut().enumerate() {
                    // SAFETY: a column of `a`, the precondition.
                    *x = *unsafe { a.row(i).get_unchecked(top + n) };
                }
                let c = &mut c[i * n..][left..n.min(left + width)];
                add_block(c, x, &b[top * n + left..], n);
            }
        }
    }
}

/// Adds rows that begin `stride` elements from each other, each times its element of `x`.
#[inline(never)]
fn add_block<T: Integer>(c: &mut [T], x: &[T], b: &[T], stride: usize) {
    vectorised(
        #[inline(always)]
        || {
            let len = c.len();
            let row = |p: usize| &b[p * stride..][..len];
            let mut p = 0;
            while p + 4 <= x.len() {
                let (b0, b1, b2, b3) = (row(p), row(p + 1), row(p + 2), row(p + 3));
                let [x0, x1, x2, x3] = [x[p], x[p + 1], x[p + 2], x[p + 3]];
                for (j, c) in c.iter_mut().enumerate() {
                    *c = *c + x0 * b0[j] + x1 * b1[j] + x2 * b2[j] + x3 * b3[j];
                }
                p += 4;
            }
            for p in p..x.len() {
                for (c, &b) in c.iter_mut().zip(row(p)) {
                    *c = *c + x[p] * b;
                }
            }
        },
    );
}
