//! Products of floats and complex numbers: which kernel does which.

use super::batches::{Batches, Pairs};
use super::dots::{Dots, dots, matvec};
use super::generic::scale;
use super::inexact::{Inexact, Rows, Run, Scaling};
use super::mat_ref::MatRef;
use super::registers::Registers;
use super::strips::write_rows;
use super::tile;
use crate::kernels::prefetch::CACHE_LINE;
use crate::kernels::send_ptr::SendPtr;
use crate::kernels::threads;
use crate::kernels::thresholds::{
    BATCH_WORK, COPIED_ELEMENTS, FAR_ROWS, PIECE_WORK, TILE_ROWS, TILE_WORK, TURNED_TERMS,
    VECTOR_BYTES,
};
use crate::kernels::uninit::UninitVec;
use crate::storage::give;
use alloc::vec::Vec;
use core::mem::MaybeUninit;
use num_complex::Complex;
use num_traits::{One, Zero};

macro_rules! floats {
    ($($(#[$attribute:meta])* $number:ty: $fast:literal, $write_rows:expr, $piece:expr, $multiply:path;)*) => { $(
        $(#[$attribute])*
        impl Inexact for $number {
            const FAST: bool = $fast;
            const WRITE_ROWS: Option<fn(Rows<'_, $number>)> = $write_rows;
            const PIECE: [usize; 2] = $piece;
            const MULTIPLY: unsafe fn(&Run<'_, $number>) = $multiply;
        }
    )* };
}

/// `gemm` cuts long sums in other places where both sides are at most 64.
const REAL_PIECE: [usize; 2] = [32, 72];
/// It scales complex numbers in another way in tiles that are not full, of 6 by up to 32, and adds up in blocks
/// of other sizes where a side is short.
const COMPLEX_PIECE: [usize; 2] = [288; 2];

floats! {
    f32: true, Some(write_rows), REAL_PIECE, by_tiles_or_gemm;
    f64: true, Some(write_rows), REAL_PIECE, by_tiles_or_gemm;
    Complex<f32>: false, None, COMPLEX_PIECE, by_gemm;
    Complex<f64>: false, None, COMPLEX_PIECE, by_gemm;
    #[cfg(feature = "half")]
    half::f16: true, None, REAL_PIECE, super::half_precision::multiply;
    #[cfg(feature = "half")]
    half::bf16: true, None, REAL_PIECE, super::half_precision::multiply;
}

/// Multiplies small matrices in tiles, others by the `gemm` crate.
///
/// The right operand is copied if its rows have gaps, as those of a transposed one: tiles cannot read it so,
/// and the crate copies it in single elements.
///
/// # Safety
/// As [`Inexact::MULTIPLY`].
unsafe fn by_tiles_or_gemm<F: Inexact + Registers>(run: &Run<'_, F>) {
    let [m, k, n] = run.sizes();
    let has_gaps = run.pairs.b.strides()[1] != 1;
    if run.pairs.c_strides[1] != 1 || has_gaps && k * n < COPIED_ELEMENTS {
        // SAFETY: by the caller's promise.
        return unsafe { by_gemm(run) };
    }
    let multiply = if run.work() <= TILE_WORK || m <= TILE_ROWS { tile::multiply } else { by_gemm };
    match has_gaps {
        // SAFETY: as above.
        true => unsafe { with_copies(run, multiply) },
        // SAFETY: as above.
        false => unsafe { multiply(run) },
    }
}

/// Multiplies with a copy of each right operand.
///
/// # Safety
/// As [`Inexact::MULTIPLY`].
#[inline(never)]
unsafe fn with_copies<F: Inexact>(run: &Run<'_, F>, multiply: unsafe fn(&Run<'_, F>)) {
    let ([_, k, n], &Pairs { count, by, .. }) = (run.sizes(), run.pairs);
    let same = if by[2] == 0 { count } else { 1 };
    let line = CACHE_LINE / size_of::<F>();
    let step = if n.is_multiple_of(FAR_ROWS * line) { n + line } else { n };
    for i in (0..count).step_by(same) {
        let (c, a, b) = run.pairs.get(i);
        let mut rows = b.to_rows(step);
        let start = rows.places(k * step).0.as_ptr().cast();
        // SAFETY: all elements, row by row (invariant 1).
        let b = unsafe { MatRef::at(start, [k, n], [step as isize, 1]) };
        let pairs = &Pairs { count: same, c, a, b, by: [by[0], by[1], 0], ..*run.pairs };
        // SAFETY: as above, for some of the pairs.
        unsafe { multiply(&Run { pairs, ..*run }) };
        // SAFETY: the precondition of `finish`: there is no place.
        give(unsafe { rows.finish(0) });
    }
}

/// Multiplies by the `gemm` crate.
///
/// # Safety
/// As [`Inexact::MULTIPLY`], of a number that the crate knows.
unsafe fn by_gemm<F: Inexact<Wide = F> + One>(run: &Run<'_, F>) {
    let [m, k, n] = run.sizes();
    let &Scaling { alpha, beta } = run.scaling;
    for i in 0..run.pairs.count {
        let (offset, a, b) = run.pairs.get(i);
        let ([a_down, a_right], [b_down, b_right]) = (a.strides(), b.strides());
        let ([down, right], c) = (run.pairs.c_strides, run.c.wrapping_offset(offset));
        let (keeps, before) = (beta.is_some(), beta.unwrap_or(F::zero()));
        let (a, b, one_thread) = (a.zero(), b.zero(), gemm::Parallelism::None);
        // The crate's names: `cs` is from column to column, its `alpha` is what we call `beta`.
        // SAFETY: the operands reach initialised elements at all their indices (invariant 1), `c` places by
        // the caller's promise; strides may be negative or, for the operands, zero.
        unsafe {
            gemm::gemm::<F>(
                m, n, k, c, right, down, keeps, a, a_right, a_down, b, b_right, b_down, before,
                alpha, false, false, false, one_thread,
            );
        }
    }
}

/// Returns all products, in a buffer laid out by their strides.
///
/// # Safety
/// The strides of the products reach each place of a buffer of so many elements, and no other.
pub(super) unsafe fn matmul<F: Inexact>(batches: &Batches<'_, F>) -> Vec<F> {
    let mut result = UninitVec::with_len(batches.len);
    let c = result.places(batches.len).0;
    if batches.first.a.columns() == 0 {
        c.fill(MaybeUninit::new(F::zero()));
    } else {
        let scaling = Scaling { alpha: F::Wide::one(), beta: None };
        // SAFETY: by the caller's promise.
        unsafe { multiply_all(batches, &scaling, c.as_mut_ptr().cast()) };
    }
    // SAFETY: each place belongs to one product, by the caller's promise, and each product was written.
    unsafe { result.finish(batches.len) }
}

/// Sets `c = alpha * a * b + beta * c` for all products.
///
/// # Safety
/// `c` has an initialised element at each index of each product, and nothing else reaches these.
pub(super) unsafe fn gemm<F: Inexact>(
    alpha: Option<F>,
    batches: &Batches<'_, F>,
    beta: F,
    c: *mut F,
) {
    let alpha = alpha.map_or(F::Wide::one(), F::widen);
    if alpha.is_zero() || batches.first.a.columns() == 0 {
        // SAFETY: by the caller's promise.
        return unsafe { scale(batches, beta, c) };
    }
    let scaling = Scaling { alpha, beta: (!beta.is_zero()).then_some(beta.widen()) };
    // SAFETY: by the caller's promise.
    unsafe { multiply_all(batches, &scaling, c) };
}

/// Writes the products of all batches.
///
/// # Safety
/// `c` has a place for each product at its offset, initialised if there is a `beta`, and nothing else
/// reaches these. The inner size is not zero.
#[inline]
unsafe fn multiply_all<F: Inexact>(
    batches: &Batches<'_, F>,
    scaling: &Scaling<F::Wide>,
    c: *mut F,
) {
    match (batches.len, &batches.steps) {
        (0, _) => {}
        // SAFETY: by the caller's promise.
        (_, None) => unsafe { multiply_run(&Run { pairs: &batches.first, c, scaling }, true) },
        // SAFETY: as above.
        _ => unsafe { each_batch(batches, scaling, c) },
    }
}

/// Writes the products of several batches, on several threads if they are worth it, or else those of each that is
/// worth several.
///
/// # Safety
/// As [`multiply_all`].
#[inline(never)]
unsafe fn each_batch<F: Inexact>(batches: &Batches<'_, F>, scaling: &Scaling<F::Wide>, c: *mut F) {
    let c = SendPtr(c);
    let multiply = |batches: &Batches<'_, F>, on_threads| {
        batches.for_each_run(|pairs| {
            // SAFETY: by the caller's promise; of parts, each thread writes the products of another one.
            unsafe { multiply_run(&Run { pairs, c: c.get(), scaling }, on_threads) };
        });
    };
    let work = batches.len.saturating_mul(batches.first.a.columns());
    // Products with vectors wait for memory: each element of a matrix is read for one multiplication.
    let of_vectors = batches.first.a.rows() == 1 || batches.first.b.columns() == 1;
    let enough = if of_vectors { VECTOR_BYTES / size_of::<F>() / 2 } else { BATCH_WORK };
    if work < 2 * enough || !threads::are_several() {
        return multiply(batches, true);
    }
    let parts = batches.parts(threads::piece_count().min(work / enough));
    threads::share(parts, |batches| multiply(&batches, false));
}

/// Writes products of which one side is 1.
///
/// # Safety
/// As [`multiply_all`], for these pairs.
#[inline(never)]
unsafe fn multiply_vectors<F: Inexact>(run: &Run<'_, F>, on_threads: bool) {
    let Run { pairs, c, scaling } = *run;
    let (m, n) = (pairs.a.rows(), pairs.b.columns());
    if m == 1 && n == 1 {
        let (a, b, c) = (pairs.a.row(0), pairs.b.column(0), c.wrapping_offset(pairs.c));
        let run = Dots { count: pairs.count, a, b, c, by: pairs.by, scaling: *scaling };
        // SAFETY: by the caller's promise.
        return unsafe { dots(&run, on_threads) };
    }
    for i in 0..pairs.count {
        let (offset, a, b) = pairs.get(i);
        let (a, x, down) = match n {
            1 => (a, b.column(0), pairs.c_strides[0]),
            _ => (b.transposed(), a.row(0), pairs.c_strides[1]),
        };
        // SAFETY: by the caller's promise.
        unsafe { matvec(a, x, c.wrapping_offset(offset), down, *scaling, on_threads) };
    }
}

/// Writes the products of a run; one on several threads if it is worth them.
///
/// # Safety
/// As [`multiply_all`], for these pairs.
#[inline]
pub(super) unsafe fn multiply_run<F: Inexact>(run: &Run<'_, F>, on_threads: bool) {
    let ([m, k, n], [down, right]) = (run.sizes(), run.pairs.b.strides());
    if m == 1 || n == 1 {
        // SAFETY: by the caller's promise.
        return unsafe { multiply_vectors(run, on_threads) };
    }
    // Into a column-major result the right operand is not copied: see `multiply_in_pieces`.
    let is_copied = right != 1 && down == 1 && run.pairs.c_strides[0] != 1;
    if is_copied && F::WRITE_ROWS.is_some() && m <= k.min(n / 2) && k >= TURNED_TERMS {
        // SAFETY: by the caller's promise.
        return unsafe { multiply_turned(run, on_threads) };
    }
    match run.pairs.c_strides[1] == 1 && run.work() < 2 * PIECE_WORK {
        // SAFETY: by the caller's promise.
        true => unsafe { (F::MULTIPLY)(run) },
        // SAFETY: as above.
        false => unsafe { multiply_in_pieces(run, on_threads) },
    }
}

/// Writes products of the transposed operands, which are copied to the results. The right operand is transposed and the
/// larger one: to multiply as it says would be to copy it.
///
/// # Safety
/// As [`multiply_run`].
#[inline(never)]
unsafe fn multiply_turned<F: Inexact>(run: &Run<'_, F>, on_threads: bool) {
    let ([m, _, n], [down, right]) = (run.sizes(), run.pairs.c_strides);
    for i in 0..run.pairs.count {
        let (offset, a, b) = run.pairs.get(i);
        let (a, b, by) = (b.transposed(), a.transposed(), [0; 3]);
        let pairs = &Pairs { count: 1, c: 0, c_strides: [m as isize, 1], a, b, by };
        let scaling = &Scaling { alpha: F::Wide::one(), beta: None };
        let mut turned = UninitVec::<F>::with_len(m * n);
        let c = turned.places(m * n).0.as_mut_ptr().cast();
        // SAFETY: the precondition of `multiply_run`: a place for each element, which nothing else reaches.
        unsafe { multiply_run(&Run { pairs, c, scaling }, on_threads) };
        // SAFETY: the precondition of `finish`: each place has its element.
        let turned = unsafe { turned.finish(m * n) };
        for (column, sums) in turned.chunks_exact(m).enumerate() {
            for (row, sum) in sums.iter().enumerate() {
                let place = row as isize * down + column as isize * right + offset;
                // SAFETY: by the caller's promise.
                unsafe { run.scaling.write(sum.widen(), run.c.wrapping_offset(place)) };
            }
        }
        give(turned);
    }
}

/// Writes products of matrices in pieces, if a product is worth it.
///
/// # Safety
/// As [`multiply_run`].
#[inline(never)]
unsafe fn multiply_in_pieces<F: Inexact>(run: &Run<'_, F>, on_threads: bool) {
    let [down, right] = run.pairs.c_strides;
    if down == 1 && right != 1 {
        // The columns of the transposed product lie next to each other.
        let Pairs { a, b, by: [c_by, a_by, b_by], .. } = *run.pairs;
        let (a, b) = (b.transposed(), a.transposed());
        let (c_strides, by) = ([right, 1], [c_by, b_by, a_by]);
        let pairs = &Pairs { c_strides, a, b, by, ..*run.pairs };
        // SAFETY: by the caller's promise, of the transposed operands and products.
        return unsafe { multiply_run(&Run { pairs, ..*run }, on_threads) };
    }
    let [m, k, n] = run.sizes();
    let by_rows = m > 2 * n;
    let (len, unit) = (if by_rows { m } else { n }, F::PIECE[usize::from(k > 512)]);
    // `gemm` multiplies products of 256 elements and fewer in another order.
    let most = (run.work() / PIECE_WORK).min(len / unit).min(m.saturating_mul(n) / 1024);
    let pieces = most.min(threads::piece_count() / 2);
    if !on_threads || pieces < 2 || !threads::are_several() {
        // SAFETY: by the caller's promise.
        return unsafe { (F::MULTIPLY)(run) };
    }
    // Long pieces first: a thread that takes a long one last keeps the others waiting.
    let units = len / unit;
    let start_of = |piece: usize| match piece == pieces {
        true => len,
        false => (units / pieces * piece + piece.min(units % pieces)) * unit,
    };
    let whole = SendPtr(run);
    let multiply = |piece| {
        let (run, range) = (whole.get(), start_of(piece)..start_of(piece + 1));
        let mut pairs = *run.pairs;
        pairs.c += range.start as isize * pairs.c_strides[usize::from(!by_rows)];
        match by_rows {
            true => pairs.a = pairs.a.part(range),
            false => pairs.b = pairs.b.transposed().part(range).transposed(),
        }
        // SAFETY: by the caller's promise; each piece is written by one thread.
        unsafe { (F::MULTIPLY)(&Run { pairs: &pairs, ..*run }) };
    };
    threads::share_pieces(pieces, &multiply);
}
