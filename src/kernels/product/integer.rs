//! Products of built-in integers: loops that the compiler vectorises.
//!
//! The right operand is laid out in blocks of [`DEPTH`] rows of a constant width that stay in the
//! first-level cache, filled up with zeros; two rows of the result pass over such a block, four of
//! its rows at a time. Each sum is built in the order of the inner axis, starting from zero, so that
//! integers overflow where the sum of an iterator would; the zeros never do.
//!
//! Sums kept in registers, as for floats, were slower: the compiler takes their loops apart (512^3
//! of `i32` in 13 ms rather than 4).

use super::mat_ref::MatRef;
use crate::kernels::dispatch::vectorised;
use crate::kernels::threads;
use alloc::vec::Vec;
use core::ops::{Mul, Range};
use num_traits::Zero;

/// How many rows of the right operand are in a block.
const DEPTH: usize = 64;
/// How many columns are in a block, and in one of few columns.
const WIDE: usize = 128;
const NARROW: usize = 32;
/// From this many columns on, a wide block is worth its zeros.
const ALMOST_WIDE: usize = 112;
/// How many rows of a block are added in one pass over the rows of the result, and of these how
/// many.
const AT_ONCE: usize = 4;
const ROWS: usize = 2;

/// Appends the product `[m, k] x [k, n] -> [m, n]` to `elements`, in row-major order.
///
/// # Safety
/// `T` is a built-in integer.
pub(super) unsafe fn matmul<T>(elements: &mut Vec<T>, a: MatRef<'_, T>, b: MatRef<'_, T>)
where
    T: Clone + Zero + Mul<Output = T>,
{
    let n = b.columns();
    assert!(a.columns() == b.rows());
    let start = elements.len();
    elements.resize(start + a.rows() * n, T::zero());
    multiply_all(Part { c: &mut elements[start..], a, b });
}

/// Some rows of a product.
struct Part<'a, T> {
    c: &'a mut [T],
    a: MatRef<'a, T>,
    b: MatRef<'a, T>,
}

// SAFETY: `T` is a built-in integer, which any thread may read and write.
unsafe impl<T> Send for Part<'_, T> {}

/// From this many multiplications on, several threads are worth it: some 40 to 100 microseconds of
/// work.
const SHARED: usize = 1 << 21;
/// Pieces for the threads have at least this many rows, since each lays the right operand out anew.
const SHORTEST: usize = 64;

/// Multiplies all rows, on several threads if they are worth it.
fn multiply_all<T>(Part { c, a, b }: Part<'_, T>)
where
    T: Clone + Zero + Mul<Output = T>,
{
    let n = b.columns();
    let work = c.len().saturating_mul(b.rows());
    if work < SHARED || a.rows() < 2 * SHORTEST || !threads::are_several() {
        return multiply_rows(Part { c, a, b });
    }
    let rows = threads::piece_of(a.rows()).next_multiple_of(ROWS).max(SHORTEST);
    let pieces = c.chunks_mut(rows * n).enumerate().map(|(piece, c)| {
        let first = piece * rows;
        let last = a.rows().min(first + rows);
        Part { c, a: a.part(first..last), b }
    });
    let pieces: Vec<_> = pieces.collect();
    threads::share(pieces.into_iter(), multiply_rows);
}

/// Multiplies some rows.
fn multiply_rows<T>(Part { c, a, b }: Part<'_, T>)
where
    T: Clone + Zero + Mul<Output = T>,
{
    let n = b.columns();
    let mut left = 0;
    while left < n {
        let width = if n - left >= ALMOST_WIDE { WIDE } else { NARROW };
        let columns = left..n.min(left + width);
        left = columns.end;
        match width {
            WIDE => multiply::<T, WIDE>(c, a, b, columns),
            _ => multiply::<T, NARROW>(c, a, b, columns),
        }
    }
}

/// Multiplies into some columns, at most `W`.
fn multiply<T, const W: usize>(
    c: &mut [T],
    a: MatRef<'_, T>,
    b: MatRef<'_, T>,
    columns: Range<usize>,
) where
    T: Clone + Zero + Mul<Output = T>,
{
    let (k, n) = (a.columns(), b.columns());
    let mut block = Vec::with_capacity(DEPTH.min(k.next_multiple_of(AT_ONCE)));
    for top in (0..k).step_by(DEPTH) {
        let inner = top..k.min(top + DEPTH);
        block.clear();
        block.resize(inner.len().next_multiple_of(AT_ONCE), zeros::<T, W>());
        for (p, to) in inner.clone().zip(&mut block) {
            let from = b.row(p).part(columns.clone());
            match from.as_slice() {
                Some(from) => to[..from.len()].clone_from_slice(from),
                None => to.iter_mut().zip(from.iter()).for_each(|(to, from)| to.clone_from(from)),
            }
        }
        for (pair, c) in c.chunks_mut(ROWS * n).enumerate() {
            let mut sums = [zeros::<T, W>(), zeros()];
            let mut x = [zeros::<T, DEPTH>(), zeros()];
            for (i, c) in c.chunks_exact(n).enumerate() {
                sums[i][..columns.len()].clone_from_slice(&c[columns.clone()]);
                let a = a.row(pair * ROWS + i).part(inner.clone());
                x[i].iter_mut().zip(a.iter()).for_each(|(to, from)| to.clone_from(from));
            }
            let (sums_of_pair, block, x) = (&mut sums, &block[..], &x);
            vectorised(
                #[inline(always)]
                move || add_rows(sums_of_pair, x, block),
            );
            for (c, sums) in c.chunks_exact_mut(n).zip(&sums) {
                c[columns.clone()].clone_from_slice(&sums[..columns.len()]);
            }
        }
    }
}

#[inline(always)]
fn zeros<T: Zero, const N: usize>() -> [T; N] {
    core::array::from_fn(|_| T::zero())
}

/// Adds the rows of the block, each times its element of `x`, to the sums.
#[inline(always)]
fn add_rows<T, const W: usize>(
    [upper, lower]: &mut [[T; W]; ROWS],
    [x, y]: &[[T; DEPTH]; ROWS],
    block: &[[T; W]],
) where
    T: Clone + Zero + Mul<Output = T>,
{
    let (rows, _) = block.as_chunks::<AT_ONCE>();
    let ((x, _), (y, _)) = (x.as_chunks::<AT_ONCE>(), y.as_chunks::<AT_ONCE>());
    for (([b0, b1, b2, b3], x), y) in rows.iter().zip(x).zip(y) {
        for j in 0..W {
            upper[j] = upper[j].clone()
                + x[0].clone() * b0[j].clone()
                + x[1].clone() * b1[j].clone()
                + x[2].clone() * b2[j].clone()
                + x[3].clone() * b3[j].clone();
            lower[j] = lower[j].clone()
                + y[0].clone() * b0[j].clone()
                + y[1].clone() * b1[j].clone()
                + y[2].clone() * b2[j].clone()
                + y[3].clone() * b3[j].clone();
        }
    }
}
