//! Matrix-vector products of floats and complex numbers: memory is what they wait for.
//!
//! A product is a dot product for each row where rows are close in memory; where columns are,
//! [`COLUMNS_PER_PASS`] of them are added to a block of results in each pass. `f32` and `f64` have kernels for
//! both in `strips.rs`.

use super::lanes::{LEAF, Lane, Leaves, dot_by_halves, dots_of_leaves, tree, vectorised_lanes};
use super::mat_ref::{MatRef, VecRef};
use super::share_pieces;
use super::strips::{self, Lines};
use crate::kernels::send_ptr::SendPtr;
use crate::kernels::threads;
use crate::kernels::thresholds::VECTOR_BYTES;
use alloc::vec;
use alloc::vec::Vec;
use core::mem::MaybeUninit;
use num_complex::Complex;

/// How many columns are added in one pass over a block of results.
const COLUMNS_PER_PASS: usize = 8;
/// How many results stay in the first-level cache while columns are added to them.
const RESULTS: usize = 2048;

/// A number whose matrices are multiplied by vectors, perhaps in registers.
pub(super) trait MatvecLane: Lane {
    const STRIPS: Option<StripKernels<Self>> = None;
}

/// Kernels in registers, behind pointers since they are compiled for two types alone.
pub(super) struct StripKernels<F: Lane> {
    by_rows: unsafe fn(Lines<'_, F>, &mut [MaybeUninit<F>]),
    by_columns: unsafe fn(Lines<'_, F>, &mut [F::Sum]),
}

macro_rules! in_registers {
    ($($number:ty)*) => { $(
        impl MatvecLane for $number {
            const STRIPS: Option<StripKernels<$number>> =
                Some(StripKernels { by_rows: strips::by_rows, by_columns: strips::by_columns });
        }
    )* };
}

in_registers!(f32 f64);
impl MatvecLane for Complex<f32> {}
impl MatvecLane for Complex<f64> {}
#[cfg(feature = "half")]
impl MatvecLane for half::f16 {}
#[cfg(feature = "half")]
impl MatvecLane for half::bf16 {}

/// Multiplies a matrix and a vector; writes each element of the result.
#[inline(never)]
pub(super) fn matvec<F: MatvecLane>(a: MatRef<'_, F>, x: VecRef<'_, F>, y: &mut [MaybeUninit<F>]) {
    assert!(a.rows() == y.len() && a.columns() == x.len());
    let (mut a, mut x) = (a, x);
    // Columns with gaps are read as rows.
    let by_rows = a.has_close_rows() || a.strides()[0] != 1;
    if by_rows && a.columns() > 1 && a.strides()[1] < 0 {
        (a, x) = (a.with_columns_reversed(), x.reversed());
    }
    // The vector is read again and again: copy it once.
    let packed: Vec<F>;
    let x = match x.as_slice() {
        Some(x) => x,
        None => {
            packed = x.iter().copied().collect();
            &packed
        }
    };
    let some: fn(MatRef<'_, F>, &[F], &mut [MaybeUninit<F>]) =
        if by_rows { some_by_rows } else { some_by_columns };
    let rows = y.len();
    let bytes = rows.saturating_mul(x.len()) * size_of::<F>();
    let unit = if by_rows { 1 } else { RESULTS };
    let piece = threads::piece_of(rows).next_multiple_of(unit);
    if bytes < VECTOR_BYTES || piece >= rows || !threads::are_several() {
        return some(a, x, y);
    }
    let start = SendPtr(y.as_mut_ptr());
    share_pieces(rows.div_ceil(piece), &|i| {
        let a = a.part(i * piece..rows.min((i + 1) * piece));
        // SAFETY: the first of these results.
        let y = unsafe { start.get().add(i * piece) };
        // SAFETY: some results, each of one piece.
        some(a, x, unsafe { core::slice::from_raw_parts_mut(y, a.rows()) });
    });
}

/// Writes each element of the result as the dot product of a row.
fn some_by_rows<F: MatvecLane>(a: MatRef<'_, F>, x: &[F], y: &mut [MaybeUninit<F>]) {
    if x.len() > LEAF {
        let x = VecRef::of_slice(x);
        for (i, y) in y.iter_mut().enumerate() {
            y.write(F::round(dot_by_halves(a.row(i), x)));
        }
        return;
    }
    if let Some(kernels) = F::STRIPS
        && (a.columns() == 1 || a.strides()[1] == 1)
    {
        let strips = Lines { a: a.zero(), stride: a.strides()[0], x };
        // SAFETY: the rows of the matrix.
        return unsafe { (kernels.by_rows)(strips, y) };
    }
    if y.is_empty() {
        return;
    }
    let leaves =
        Leaves { count: y.len(), a: a.row(0), b: VecRef::of_slice(x), by: [a.strides()[0], 0] };
    dots_of_leaves(&leaves, &mut |i, sum| _ = y[i].write(F::round(sum)));
}

/// Adds the columns, each times its element of `x`, to blocks of the result.
fn some_by_columns<F: MatvecLane>(a: MatRef<'_, F>, x: &[F], y: &mut [MaybeUninit<F>]) {
    let mut sums = vec![F::ZERO; RESULTS.min(a.rows())];
    for (block, y) in y.chunks_mut(RESULTS).enumerate() {
        let a = a.part(block * RESULTS..block * RESULTS + y.len());
        let sums = &mut sums[..y.len()];
        sums.fill(F::ZERO);
        if let Some(kernels) = F::STRIPS {
            assert!(a.rows() == 1 || a.strides()[0] == 1);
            let strips = Lines { a: a.zero(), stride: a.strides()[1], x };
            // SAFETY: the columns of the matrix.
            unsafe { (kernels.by_columns)(strips, sums) };
        } else {
            let sums = &mut *sums;
            vectorised_lanes::<F>(
                #[inline(always)]
                || {
                    let whole = a.columns() / COLUMNS_PER_PASS * COLUMNS_PER_PASS;
                    for j in (0..whole).step_by(COLUMNS_PER_PASS) {
                        add_columns::<F, COLUMNS_PER_PASS>(a, j, x, sums);
                    }
                    for j in whole..a.columns() {
                        add_columns::<F, 1>(a, j, x, sums);
                    }
                },
            );
        }
        for (y, sum) in y.iter_mut().zip(sums) {
            y.write(F::round(*sum));
        }
    }
}

/// Adds `N` columns, each times its element of `x`, to `sums`.
#[inline(always)]
fn add_columns<F: Lane, const N: usize>(a: MatRef<'_, F>, j: usize, x: &[F], sums: &mut [F::Sum]) {
    let x: [F::Sum; N] = core::array::from_fn(|n| x[j + n].widen());
    let columns: [&[F]; N] = core::array::from_fn(|n| {
        let column = a.column(j + n).as_slice().expect("no gaps");
        &column[..sums.len()]
    });
    for (i, sum) in sums.iter_mut().enumerate() {
        *sum = *sum + tree::<_, N>(core::array::from_fn(|n| columns[n][i].widen() * x[n]));
    }
}
