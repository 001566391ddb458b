//! Products of floats and complex numbers: which kernel does which.

use super::Number;
use super::batches::{Batches, Pairs};
use super::dots::{Dots, Scaling, dots, matvec};
use super::generic::scale;
use super::lanes::Lane;
use super::registers::Registers;
use super::strips::{Rows, write_rows};
use super::{share_pieces, tile};
use crate::kernels::send_ptr::SendPtr;
use crate::kernels::threads;
use crate::kernels::thresholds::{BATCH_WORK, PIECE_WORK, TILE_ROWS, TILE_WORK};
use crate::kernels::uninit::UninitVec;
use alloc::vec::Vec;
use core::mem::MaybeUninit;
use num_complex::Complex;
use num_traits::{One, Zero};

/// A type with kernels for matrices.
pub(super) trait Float: Lane + Number {
    /// The shortest side of a piece of a product for a thread, and what it is a multiple of; and the same for
    /// sums of more than 512 terms. With them, `gemm` adds up in the same order in each piece.
    const PIECE: [usize; 2];

    /// Multiplies matrices.
    ///
    /// # Safety
    /// `c` of the run has a place at each index of each product, initialised if there is a `beta`, and
    /// nothing else reaches these. There are two rows and columns or more.
    const MULTIPLY: unsafe fn(&Run<'_, Self>);
}

macro_rules! floats {
    ($($(#[$attribute:meta])* $number:ty: $fast:literal, $write_rows:expr, $piece:expr, $multiply:path;)*) => { $(
        $(#[$attribute])*
        impl Lane for $number {
            const FAST: bool = $fast;
            const WRITE_ROWS: Option<fn(Rows<'_, $number>)> = $write_rows;
        }

        $(#[$attribute])*
        impl Float for $number {
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

/// Products of pairs of matrices, one after the other at constant strides: `c = alpha * a * b + beta * c`.
#[derive(Clone, Copy)]
pub(super) struct Run<'a, F: Lane> {
    pub(super) pairs: Pairs<'a, F>,
    pub(super) c: *mut F,
    pub(super) c_strides: [isize; 2],
    pub(super) scaling: Scaling<F::Wide>,
}

impl<F: Lane> Run<'_, F> {
    /// Rows, inner size and columns of each product.
    #[inline]
    pub(super) fn sizes(&self) -> [usize; 3] {
        [self.pairs.a.rows(), self.pairs.a.columns(), self.pairs.b.columns()]
    }

    /// How many multiplications a product has.
    fn work(&self) -> usize {
        let [m, k, n] = self.sizes();
        m.saturating_mul(n).saturating_mul(k)
    }
}

/// Multiplies small matrices in tiles, others by the `gemm` crate.
///
/// # Safety
/// As [`Float::MULTIPLY`].
unsafe fn by_tiles_or_gemm<F: Float + Registers>(run: &Run<'_, F>) {
    let (m, work) = (run.pairs.a.rows(), run.work());
    let (reads_rows, writes_rows) = (run.pairs.b.strides()[1] == 1, run.c_strides[1] == 1);
    if reads_rows && writes_rows && (work <= TILE_WORK || m <= TILE_ROWS) {
        // SAFETY: by the caller's promise.
        return unsafe { tile::multiply(run) };
    }
    // SAFETY: as above.
    unsafe { by_gemm(run) };
}

/// Multiplies by the `gemm` crate.
///
/// # Safety
/// As [`Float::MULTIPLY`], of a number that the crate knows.
unsafe fn by_gemm<F: Float<Wide = F> + One>(run: &Run<'_, F>) {
    let [m, k, n] = run.sizes();
    let Scaling { alpha, beta } = run.scaling;
    for i in 0..run.pairs.count {
        let (offset, a, b) = run.pairs.get(i);
        let ([a_down, a_right], [b_down, b_right]) = (a.strides(), b.strides());
        let ([down, right], c) = (run.c_strides, run.c.wrapping_offset(offset));
        let (keeps, before) = (beta.is_some(), beta.unwrap_or(F::zero()));
        let one_thread = gemm::Parallelism::None;
        let (a, b) = (a.zero(), b.zero());
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
pub(super) unsafe fn matmul<F: Float>(batches: &Batches<'_, F>) -> Vec<F> {
    let mut result = UninitVec::with_len(batches.len);
    let c = result.places(batches.len).0;
    if batches.a.columns() == 0 {
        c.fill(MaybeUninit::new(F::zero()));
    } else {
        let scaling = Scaling { alpha: F::Wide::one(), beta: None };
        // SAFETY: by the caller's promise.
        unsafe { multiply_all(batches, scaling, c.as_mut_ptr().cast()) };
    }
    // SAFETY: each place belongs to one product, by the caller's promise, and each product was written.
    unsafe { result.finish(batches.len) }
}

/// Sets `c = alpha * a * b + beta * c` for all products.
///
/// # Safety
/// `c` has an initialised element at each index of each product, and nothing else reaches these.
pub(super) unsafe fn gemm<F: Float>(
    alpha: Option<F>,
    batches: &Batches<'_, F>,
    beta: F,
    c: *mut F,
) {
    let alpha = alpha.map_or(F::Wide::one(), F::widen);
    if alpha.is_zero() || batches.a.columns() == 0 {
        // SAFETY: by the caller's promise.
        return unsafe { scale(batches, beta, c) };
    }
    let scaling = Scaling { alpha, beta: (!beta.is_zero()).then_some(beta.widen()) };
    // SAFETY: by the caller's promise.
    unsafe { multiply_all(batches, scaling, c) };
}

/// Writes the products of all batches, on several threads if they are worth it, or else those of each that is
/// worth several.
///
/// # Safety
/// `c` has a place for each product at its offset, initialised if there is a `beta`, and nothing else
/// reaches these. The inner size is not zero.
#[inline(never)]
unsafe fn multiply_all<F: Float>(batches: &Batches<'_, F>, scaling: Scaling<F::Wide>, c: *mut F) {
    if batches.len == 0 {
        return;
    }
    let c = SendPtr(c);
    let multiply = |batches: &Batches<'_, F>, on_threads| {
        batches.for_each_run(&mut |pairs| {
            let run = Run { pairs, c: c.get(), c_strides: batches.c_strides, scaling };
            // SAFETY: by the caller's promise; of parts, each thread writes the products of another one.
            unsafe { multiply_run(run, on_threads) };
        });
    };
    let (work, count) = (batches.len.saturating_mul(batches.a.columns()), batches.count());
    if work < 2 * BATCH_WORK || count < 2 || !threads::are_several() {
        return multiply(batches, true);
    }
    let pieces = threads::piece_count().min(work / BATCH_WORK).min(count);
    let start_of = |piece: usize| piece * count / pieces;
    share_pieces(pieces, &|piece| {
        multiply(&batches.part(start_of(piece)..start_of(piece + 1)), false);
    });
}

/// Writes the products of a run.
///
/// # Safety
/// As [`multiply_all`], for these pairs.
unsafe fn multiply_run<F: Float>(run: Run<'_, F>, on_threads: bool) {
    let Run { pairs, c, c_strides, scaling } = run;
    let (m, n) = (pairs.a.rows(), pairs.b.columns());
    if m > 1 && n > 1 {
        // SAFETY: by the caller's promise.
        return unsafe { multiply_matrices(run, on_threads) };
    }
    if m == 1 && n == 1 {
        let (a, b, c) = (pairs.a.row(0), pairs.b.column(0), c.wrapping_offset(pairs.c));
        let run = Dots { count: pairs.count, a, b, c, by: pairs.by, scaling };
        // SAFETY: by the caller's promise.
        return unsafe { dots(&run, on_threads) };
    }
    for i in 0..pairs.count {
        let (offset, a, b) = pairs.get(i);
        let (a, x, down) = match n {
            1 => (a, b.column(0), c_strides[0]),
            _ => (b.transposed(), a.row(0), c_strides[1]),
        };
        // SAFETY: by the caller's promise.
        unsafe { matvec(a, x, c.wrapping_offset(offset), down, scaling, on_threads) };
    }
}

/// Writes products of matrices; one on several threads if it is worth them.
///
/// # Safety
/// As [`multiply_all`], for these pairs of two or more rows and columns.
#[inline(never)]
unsafe fn multiply_matrices<F: Float>(mut run: Run<'_, F>, on_threads: bool) {
    if run.c_strides[1] != 1 {
        // Perhaps the columns of the transposed product lie next to each other.
        let Pairs { a, b, by: [c_by, a_by, b_by], .. } = run.pairs;
        let (a, b) = (b.transposed(), a.transposed());
        run.pairs = Pairs { a, b, by: [c_by, b_by, a_by], ..run.pairs };
        run.c_strides.reverse();
    }
    let ([m, k, n], work) = (run.sizes(), run.work());
    if work < 2 * PIECE_WORK || !on_threads {
        // SAFETY: by the caller's promise.
        return unsafe { (F::MULTIPLY)(&run) };
    }
    let by_rows = m > 2 * n;
    let (len, unit) = (if by_rows { m } else { n }, F::PIECE[usize::from(k > 512)]);
    // `gemm` multiplies products of 256 elements and fewer in another order.
    let pieces = (threads::piece_count() / 2).min(work / PIECE_WORK).min(len / unit);
    let pieces = pieces.min(m.saturating_mul(n) / 1024);
    if pieces < 2 || !threads::are_several() {
        // SAFETY: by the caller's promise.
        return unsafe { (F::MULTIPLY)(&run) };
    }
    let start_of = |piece: usize| match piece == pieces {
        true => len,
        false => piece * len / pieces / unit * unit,
    };
    let whole = SendPtr(&run);
    share_pieces(pieces, &|piece| {
        let (mut run, range) = (*whole.get(), start_of(piece)..start_of(piece + 1));
        let start = range.start as isize;
        run.c = run.c.wrapping_offset(start * run.c_strides[usize::from(!by_rows)]);
        match by_rows {
            true => run.pairs.a = run.pairs.a.part(range),
            false => run.pairs.b = run.pairs.b.transposed().part(range).transposed(),
        }
        // SAFETY: by the caller's promise; each piece is written by one thread.
        unsafe { (F::MULTIPLY)(&run) };
    });
}
