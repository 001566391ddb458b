//! Products of built-in integers: loops that the compiler vectorises.
//!
//! The right operand is copied in blocks that stay in the first-level cache, filled up with zeros; two rows of
//! the result pass over such a block, four of its rows at a time. Each sum is built in the order of the inner
//! axis, starting from zero, so that integers overflow where the sum of an iterator would; the zeros never do.
//!
//! Sums kept in registers, as for floats, were slower: the compiler takes their loops apart (512^3
//! of `i32` in 13 ms rather than 4).

use super::generic::{self, Number};
use super::mat_ref::MatRef;
use crate::kernels::dispatch::vectorised;
use crate::kernels::elementwise::{Patch, copy_patch};
use crate::kernels::threads;
use crate::kernels::thresholds::{INTEGER_COLUMNS, INTEGER_ROWS, INTEGER_WORK};
use core::ops::Range;

/// A built-in integer.
pub(super) trait Integer: Copy + Send + Sync + Number {}
impl<T: Copy + Send + Sync + Number> Integer for T {}

/// How many rows of the right operand are in a block.
const BLOCK_ROWS: usize = 64;
/// How many columns.
const BLOCK_COLUMNS: usize = 64;
/// How many rows of a block are added in one pass over the rows of the result.
const ROW_GROUP: usize = 4;

/// Adds the product of two matrices to `c`, on several threads if they are worth it.
pub(super) fn add_product<T: Integer>(c: &mut [T], a: MatRef<'_, T>, b: MatRef<'_, T>) {
    let n = b.columns();
    if a.rows() <= 2 || n < INTEGER_COLUMNS {
        return generic::add_product(c, a, b);
    }
    let work = c.len().saturating_mul(b.rows());
    if work < INTEGER_WORK || a.rows() < 2 * INTEGER_ROWS || !threads::are_several() {
        return add_rows(c, a, b);
    }
    let rows = threads::piece_of(a.rows()).next_multiple_of(2).max(INTEGER_ROWS);
    threads::share(c.chunks_mut(rows * n).enumerate(), |(piece, c)| {
        let first = piece * rows;
        add_rows(c, a.part(first..first + c.len() / n), b);
    });
}

/// Adds the product of some rows and a matrix, in blocks of columns.
#[inline(never)]
fn add_rows<T: Integer>(c: &mut [T], a: MatRef<'_, T>, b: MatRef<'_, T>) {
    let (k, n) = (b.rows(), b.columns());
    // As one array: arrays of arrays are filled one by one, and the compiler writes that out.
    let mut block = [T::zero(); BLOCK_ROWS * BLOCK_COLUMNS];
    let (block, _) = block.as_chunks_mut::<BLOCK_COLUMNS>();
    let mut operands = [T::zero(); 2 * BLOCK_COLUMNS + 2 * BLOCK_ROWS];
    let (sums, x) = operands.split_at_mut(2 * BLOCK_COLUMNS);
    let ((sums, _), (x, _)) = (sums.as_chunks_mut(), x.as_chunks_mut());
    for left in (0..n).step_by(BLOCK_COLUMNS) {
        let width = BLOCK_COLUMNS.min(n - left);
        for top in (0..k).step_by(BLOCK_ROWS) {
            let depth = BLOCK_ROWS.min(k - top);
            block.as_flattened_mut().fill(T::zero());
            copy(b, [top..top + depth, left..left + width], block);
            let block = &block[..depth.next_multiple_of(ROW_GROUP)];
            for (pair, c) in c.chunks_mut(2 * n).enumerate() {
                sums.as_flattened_mut().fill(T::zero());
                x.as_flattened_mut().fill(T::zero());
                for (sums, c) in sums.iter_mut().zip(c.chunks_exact(n)) {
                    sums[..width].copy_from_slice(&c[left..left + width]);
                }
                let rows = pair * 2..pair * 2 + c.len() / n;
                copy(a, [rows, top..top + depth], x);
                add_block(sums, x, block);
                for (c, sums) in c.chunks_exact_mut(n).zip(&*sums) {
                    c[left..left + width].copy_from_slice(&sums[..width]);
                }
            }
        }
    }
}

/// Copies some rows and columns of a matrix to rows of `N` elements.
#[inline(always)]
fn copy<T: Integer, const N: usize>(
    from: MatRef<'_, T>,
    [rows, columns]: [Range<usize>; 2],
    to: &mut [[T; N]],
) {
    assert!(rows.end <= from.rows() && columns.end <= from.columns());
    assert!(rows.len() <= to.len() && columns.len() <= N);
    let sizes = [rows.len(), columns.len()];
    let start = from.address([rows.start, columns.start]).cast_mut().cast();
    let from = Patch { start, strides: from.strides(), sizes };
    let to = Patch { start: to.as_mut_ptr().cast(), strides: [N as isize, 1], sizes };
    // SAFETY: the precondition of `copy_patch`: integers of the matrix (invariant 1), and as many of the rows.
    unsafe { copy_patch(size_of::<T>(), from, to) };
}

/// Adds the rows of the block, each times its element of `x`, to the sums.
#[inline(never)]
fn add_block<T: Integer>(
    sums: &mut [[T; BLOCK_COLUMNS]],
    x: &[[T; BLOCK_ROWS]],
    block: &[[T; BLOCK_COLUMNS]],
) {
    let ([upper, lower], [x, y]) = (sums, x) else { unreachable!("two rows") };
    let (rows, _) = block.as_chunks::<ROW_GROUP>();
    let ((x, _), (y, _)) = (x.as_chunks::<ROW_GROUP>(), y.as_chunks::<ROW_GROUP>());
    vectorised(
        #[inline(always)]
        move || {
            for (([b0, b1, b2, b3], x), y) in rows.iter().zip(x).zip(y) {
                for j in 0..BLOCK_COLUMNS {
                    upper[j] = upper[j] + x[0] * b0[j] + x[1] * b1[j] + x[2] * b2[j] + x[3] * b3[j];
                    lower[j] = lower[j] + y[0] * b0[j] + y[1] * b1[j] + y[2] * b2[j] + y[3] * b3[j];
                }
            }
        },
    );
}
