//! Products of built-in integers: loops that the compiler vectorises.
//!
//! The right operand is laid out in blocks of [`BLOCK_ROWS`] rows that stay in the first-level cache,
//! filled up with zeros; two rows of the result pass over such a block, four of its rows at a time.
//! Each sum is built in the order of the inner axis, starting from zero, so that integers overflow
//! where the sum of an iterator would; the zeros never do.
//!
//! Sums kept in registers, as for floats, were slower: the compiler takes their loops apart (512^3
//! of `i32` in 13 ms rather than 4).

use super::batches::Batches;
use super::generic::{combine, scale};
use super::mat_ref::{MatMut, MatRef, VecRef};
use super::share_pieces;
use crate::kernels::dispatch::vectorised;
use crate::kernels::send_ptr::SendPtr;
use crate::kernels::specialize::BuiltIn;
use crate::kernels::threads;
use crate::kernels::thresholds::{INTEGER_ROWS, INTEGER_WIDE, INTEGER_WORK};
use alloc::vec;
use alloc::vec::Vec;
use core::ops::{Mul, Range};
use num_traits::Zero;

/// A built-in integer.
pub(super) trait Integer: BuiltIn + Zero + Mul<Output = Self> {}
impl<T: BuiltIn + Zero + Mul<Output = T>> Integer for T {}

/// How many rows of the right operand are in a block.
const BLOCK_ROWS: usize = 64;
/// How many columns are in a block, and in one of few columns.
const WIDE_BLOCK: usize = 128;
const NARROW_BLOCK: usize = 32;
/// How many rows of a block are added in one pass over the rows of the result.
const ROW_GROUP: usize = 4;

/// Returns all products, one after the other.
pub(super) fn matmul<T: Integer>(batches: &Batches<'_, T>) -> Vec<T> {
    let mut c = vec![T::zero(); batches.len];
    let (size, mut next) = (batches.a.rows() * batches.b.columns(), 0);
    batches.for_each_run(|pairs| {
        for i in 0..pairs.count {
            let (_, a, b) = pairs.get(i);
            add_product(&mut c[next..next + size], a, b);
            next += size;
        }
    });
    c
}

/// Sets `c = alpha * a * b + beta * c` for all products.
pub(super) fn gemm<T: Integer>(
    alpha: Option<T>,
    batches: &Batches<'_, T>,
    beta: T,
    c: MatMut<'_, T>,
) {
    if alpha.as_ref().is_some_and(T::is_zero) || batches.a.columns() == 0 {
        return scale(batches, beta, c);
    }
    let mut product = vec![T::zero(); batches.a.rows() * batches.b.columns()];
    batches.for_each_run(|pairs| {
        for i in 0..pairs.count {
            let (at, a, b) = pairs.get(i);
            product.fill(T::zero());
            add_product(&mut product, a, b);
            // SAFETY: the place of this product.
            combine(&alpha, &product, &beta, unsafe { c.moved(at) });
        }
    });
}

/// Adds the product of two matrices to `c`, on several threads if they are worth it.
#[inline(never)]
fn add_product<T: Integer>(c: &mut [T], a: MatRef<'_, T>, b: MatRef<'_, T>) {
    let n = b.columns();
    if n == 1 {
        return c.iter_mut().enumerate().for_each(|(i, c)| *c = dot(a.row(i), b.column(0)));
    }
    if a.rows() == 1 && b.strides()[1] != 1 {
        return c.iter_mut().enumerate().for_each(|(j, c)| *c = dot(a.row(0), b.column(j)));
    }
    let work = c.len().saturating_mul(b.rows());
    if work < INTEGER_WORK || a.rows() < 2 * INTEGER_ROWS || !threads::are_several() {
        return add_rows(c, a, b);
    }
    let rows = threads::piece_of(a.rows()).next_multiple_of(2).max(INTEGER_ROWS);
    let start = SendPtr(c.as_mut_ptr());
    share_pieces(a.rows().div_ceil(rows), &|piece| {
        let a = a.part(piece * rows..a.rows().min((piece + 1) * rows));
        // SAFETY: the first of these rows.
        let c = unsafe { start.get().add(piece * rows * n) };
        // SAFETY: rows of `c`, each of one piece.
        add_rows(unsafe { core::slice::from_raw_parts_mut(c, a.rows() * n) }, a, b);
    });
}

/// Adds the product of some rows and a matrix.
#[inline(never)]
fn add_rows<T: Integer>(c: &mut [T], a: MatRef<'_, T>, b: MatRef<'_, T>) {
    let (mut left, n) = (0, b.columns());
    while left < n {
        let width = if n - left >= INTEGER_WIDE { WIDE_BLOCK } else { NARROW_BLOCK };
        let columns = left..n.min(left + width);
        left = columns.end;
        match width {
            WIDE_BLOCK => add_columns::<T, WIDE_BLOCK>(c, a, b, columns),
            _ => add_columns::<T, NARROW_BLOCK>(c, a, b, columns),
        }
    }
}

/// Adds to some columns, at most `W`.
fn add_columns<T: Integer, const W: usize>(
    c: &mut [T],
    a: MatRef<'_, T>,
    b: MatRef<'_, T>,
    columns: Range<usize>,
) {
    let (k, n) = (a.columns(), b.columns());
    let mut block = Vec::with_capacity(BLOCK_ROWS.min(k.next_multiple_of(ROW_GROUP)));
    for top in (0..k).step_by(BLOCK_ROWS) {
        let inner = top..k.min(top + BLOCK_ROWS);
        block.clear();
        block.resize(inner.len().next_multiple_of(ROW_GROUP), [T::zero(); W]);
        for (p, to) in inner.clone().zip(&mut block) {
            let from = b.row(p).part(columns.clone());
            match from.as_slice() {
                Some(from) => to[..from.len()].copy_from_slice(from),
                None => to.iter_mut().zip(from.iter()).for_each(|(to, &from)| *to = from),
            }
        }
        for (pair, c) in c.chunks_mut(2 * n).enumerate() {
            let (mut sums, mut x) = ([[T::zero(); W]; 2], [[T::zero(); BLOCK_ROWS]; 2]);
            for (i, c) in c.chunks_exact(n).enumerate() {
                sums[i][..columns.len()].copy_from_slice(&c[columns.clone()]);
                let a = a.row(pair * 2 + i).part(inner.clone());
                x[i].iter_mut().zip(a.iter()).for_each(|(to, &from)| *to = from);
            }
            let (sums_of_pair, block, x) = (&mut sums, &block[..], &x);
            vectorised(
                #[inline(always)]
                move || add_block(sums_of_pair, x, block),
            );
            for (c, sums) in c.chunks_exact_mut(n).zip(&sums) {
                c[columns.clone()].copy_from_slice(&sums[..columns.len()]);
            }
        }
    }
}

/// Adds the rows of the block, each times its element of `x`, to the sums.
#[inline(always)]
fn add_block<T: Integer, const W: usize>(
    [upper, lower]: &mut [[T; W]; 2],
    [x, y]: &[[T; BLOCK_ROWS]; 2],
    block: &[[T; W]],
) {
    let (rows, _) = block.as_chunks::<ROW_GROUP>();
    let ((x, _), (y, _)) = (x.as_chunks::<ROW_GROUP>(), y.as_chunks::<ROW_GROUP>());
    for (([b0, b1, b2, b3], x), y) in rows.iter().zip(x).zip(y) {
        for j in 0..W {
            upper[j] = upper[j] + x[0] * b0[j] + x[1] * b1[j] + x[2] * b2[j] + x[3] * b3[j];
            lower[j] = lower[j] + y[0] * b0[j] + y[1] * b1[j] + y[2] * b2[j] + y[3] * b3[j];
        }
    }
}

/// Sums the products of two vectors' elements.
#[inline(never)]
pub(super) fn dot<T: Integer>(a: VecRef<'_, T>, b: VecRef<'_, T>) -> T {
    assert!(a.len() == b.len());
    match (a.as_slice(), b.as_slice()) {
        (Some(a), Some(b)) => a.iter().zip(b).fold(T::zero(), |sum, (&a, &b)| sum + a * b),
        _ => a.iter().zip(b.iter()).fold(T::zero(), |sum, (&a, &b)| sum + a * b),
    }
}
