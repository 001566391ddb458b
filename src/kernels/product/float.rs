//! Products of floats and complex numbers: which kernel does which.

use super::batches::{Batches, Pairs};
use super::blocks::{self, TileRun};
use super::dots::dots;
use super::generic::scale;
use super::mat_ref::MatMut;
use super::matvec::{MatvecLane, matvec};
use super::share_pieces;
use crate::kernels::send_ptr::SendPtr;
use crate::kernels::threads;
use crate::kernels::thresholds::{BATCH_WORK, PIECE_WORK};
use crate::kernels::uninit::UninitVec;
use alloc::vec::Vec;
use core::mem::MaybeUninit;
use core::ops::Mul;
use num_complex::Complex;
use num_traits::{One, Zero};

/// A type with kernels for matrices.
pub(super) trait Float: MatvecLane + Zero + One + Mul<Output = Self> + PartialEq {
    /// The shortest side of a piece of a product for a thread, and what it is a multiple of.
    const PIECE: usize;

    /// Multiplies matrices.
    ///
    /// # Safety
    /// As [`blocks::multiply`].
    unsafe fn multiply(run: &TileRun<Self>);
}

macro_rules! tiled {
    ($($number:ty)*) => { $(
        impl Float for $number {
            const PIECE: usize = 32;

            unsafe fn multiply(run: &TileRun<$number>) {
                // SAFETY: by the caller's promise.
                unsafe { blocks::multiply(run) };
            }
        }
    )* };
}

tiled!(f32 f64);

macro_rules! by_gemm {
    ($($number:ty)*) => { $(
        impl Float for $number {
            // `gemm` scales complex numbers in another way in tiles that are not full, of 6 by up to 32, and
            // adds up in blocks of other sizes where a side is short.
            const PIECE: usize = 288;

            unsafe fn multiply(run: &TileRun<$number>) {
                // SAFETY: by the caller's promise.
                unsafe { gemm_crate(run) };
            }
        }
    )* };
}

by_gemm!(Complex<f32> Complex<f64>);

/// Multiplies by the `gemm` crate.
///
/// # Safety
/// As [`Float::multiply`], of a number that the crate knows.
unsafe fn gemm_crate<F: Float>(run: &TileRun<F>) {
    let [m, k, n] = run.sizes;
    for i in 0..run.count as isize {
        let [c, a, b] = run.by.map(|by| i * by);
        // SAFETY: the first element of a product, by the caller's promise.
        let c = unsafe { run.c.offset(c) };
        // SAFETY: as above.
        let a = unsafe { run.a.offset(a) };
        // SAFETY: as above.
        let b = unsafe { run.b.offset(b) };
        // The crate's names: `rs` is from row to row, its `alpha` is what we call `beta`.
        // SAFETY: the operands reach initialised elements at all their indices, `c` places by the
        // caller's promise; strides may be negative or, for the operands, zero.
        unsafe {
            gemm::gemm::<F>(
                m,
                n,
                k,
                c,
                1,
                run.c_down,
                run.beta.is_some(),
                a,
                run.a_strides[1],
                run.a_strides[0],
                b,
                run.b_strides[1],
                run.b_strides[0],
                run.beta.unwrap_or(F::zero()),
                run.alpha,
                false,
                false,
                false,
                gemm::Parallelism::None,
            );
        }
    }
}

/// What is done with the sums: `c = alpha * sum + beta * c`. Without `beta`, `c` is not read.
#[derive(Clone, Copy)]
struct Scaling<F> {
    alpha: F,
    beta: Option<F>,
}

/// Returns all products, in a buffer laid out by their strides.
pub(super) fn matmul<F: Float>(batches: &Batches<'_, F>) -> Vec<F> {
    assert!(batches.fills);
    let mut result = UninitVec::with_len(batches.len);
    if batches.len != 0 {
        let c = result.places(batches.len).0;
        if batches.a.columns() == 0 {
            c.fill(MaybeUninit::new(F::zero()));
        } else {
            let scaling = Scaling { alpha: F::one(), beta: None };
            // SAFETY: the result fills its buffer, which has a place for each element.
            unsafe { multiply_all(batches, scaling, c.as_mut_ptr().cast()) };
        }
    }
    // SAFETY: each place belongs to one product, and each product was written.
    unsafe { result.finish(batches.len) }
}

/// Sets `c = alpha * a * b + beta * c` for all products.
pub(super) fn gemm<F: Float>(
    alpha: Option<F>,
    batches: &Batches<'_, F>,
    beta: F,
    c: MatMut<'_, F>,
) {
    let alpha = alpha.unwrap_or(F::one());
    if alpha.is_zero() || batches.a.columns() == 0 {
        return scale(batches, beta, c);
    }
    let scaling = Scaling { alpha, beta: (!beta.is_zero()).then_some(beta) };
    // SAFETY: `c` has an initialised element at each index of each product.
    unsafe { multiply_all(batches, scaling, c.zero()) };
}

/// Writes the products of all batches.
///
/// # Safety
/// `c` has a place for each product at its offset, initialised if there is a `beta`, and nothing else
/// reaches these. The inner size is not zero.
unsafe fn multiply_all<F: Float>(batches: &Batches<'_, F>, scaling: Scaling<F>, c: *mut F) {
    if let Some(pair) = batches.single() {
        // SAFETY: by the caller's promise.
        return unsafe { multiply_run(&pair, batches.c_strides, scaling, c, true) };
    }
    let c = SendPtr(c);
    share_batches(batches, &|batches, on_threads| {
        batches.for_each_run(|pairs| {
            // SAFETY: by the caller's promise; of parts, each thread writes the products of another one.
            unsafe { multiply_run(&pairs, batches.c_strides, scaling, c.get(), on_threads) };
        });
    });
}

/// Calls `f` with parts of the batches on several threads, if they are worth it, or with all of them,
/// whose products may be worth several threads each.
#[inline(never)]
pub(super) fn share_batches<T: Sync>(
    batches: &Batches<'_, T>,
    f: &(dyn Fn(&Batches<'_, T>, bool) + Sync),
) {
    let [m, k, n] = batches.sizes();
    let work = batches.len.saturating_mul(k);
    if work < 2 * BATCH_WORK || batches.count() < 2 || !threads::are_several() {
        return f(batches, true);
    }
    let mut pieces = threads::piece_count().min(work / BATCH_WORK).min(batches.count());
    if [m, n] == [1, 1] {
        // Several products of vectors are added up in another way than one.
        pieces = pieces.min(batches.count() / 4).max(1);
    }
    let start_of = |piece: usize| piece * batches.count() / pieces;
    share_pieces(pieces, &|piece| {
        f(&batches.part(start_of(piece)..start_of(piece + 1)), false);
    });
}

/// Writes the products of some pairs.
///
/// # Safety
/// As [`multiply_all`], for these pairs.
#[inline(never)]
unsafe fn multiply_run<F: Float>(
    pairs: &Pairs<'_, F>,
    c_strides: [isize; 2],
    scaling: Scaling<F>,
    c: *mut F,
    on_threads: bool,
) {
    let (m, n) = (pairs.a.rows(), pairs.b.columns());
    let plain = scaling.alpha.is_one() && scaling.beta.is_none();
    if m == 1 && n == 1 && plain {
        // SAFETY: by the caller's promise.
        return unsafe { dots(pairs, c) };
    }
    let are_matrices = m > 1 && n > 1;
    if are_matrices && c_strides.contains(&1) {
        // SAFETY: as above.
        return unsafe { multiply_matrices(pairs, c_strides, scaling, c, on_threads) };
    }
    let mut product = Vec::new();
    for i in 0..pairs.count {
        let (offset, a, b) = pairs.get(i);
        // SAFETY: the place of this product.
        let c = unsafe { c.offset(offset) }.cast::<MaybeUninit<F>>();
        let in_place = !are_matrices && plain && c_strides[usize::from(m == 1)] == 1;
        product.clear();
        let y = match in_place {
            // SAFETY: one row or one column, without gaps.
            true => unsafe { core::slice::from_raw_parts_mut(c, m * n) },
            false => {
                product.resize(m * n, MaybeUninit::uninit());
                &mut product
            }
        };
        if are_matrices {
            let pair = Pairs { count: 1, c: 0, a, b, by: [0; 3] };
            let (y, plain) = (y.as_mut_ptr().cast(), Scaling { alpha: F::one(), beta: None });
            // SAFETY: a row-major product.
            unsafe { multiply_matrices(&pair, [n as isize, 1], plain, y, on_threads) };
        } else if n == 1 {
            matvec(a, b.column(0), y);
        } else {
            matvec(b.transposed(), a.row(0), y);
        }
        if !in_place {
            // SAFETY: the places of this product.
            let c = unsafe { MatMut::at(c, [m, n], c_strides) };
            let mut product = product.iter();
            c.for_each(|c| {
                // SAFETY: just written.
                let sum = scaling.alpha * unsafe { product.next().expect("each").assume_init() };
                // SAFETY: initialised if there is a `beta`.
                let before = scaling.beta.map(|beta| beta * unsafe { c.assume_init() });
                c.write(before.map_or(sum, |before| sum + before));
            });
        }
    }
}

/// Writes products of matrices; one on several threads if it is worth them.
///
/// # Safety
/// As [`multiply_all`], for these pairs of two or more rows and columns; a stride of `c` is 1.
unsafe fn multiply_matrices<F: Float>(
    pairs: &Pairs<'_, F>,
    c_strides: [isize; 2],
    scaling: Scaling<F>,
    c: *mut F,
    on_threads: bool,
) {
    let (a, b, by) = (&pairs.a, &pairs.b, pairs.by);
    if c_strides[1] != 1 {
        // The columns of the transposed product lie next to each other.
        let (a, b, by) = (b.transposed(), a.transposed(), [by[0], by[2], by[1]]);
        let (pairs, c_strides) = (Pairs { a, b, by, ..*pairs }, [c_strides[1], c_strides[0]]);
        // SAFETY: by the caller's promise.
        return unsafe { multiply_matrices(&pairs, c_strides, scaling, c, on_threads) };
    }
    let run = TileRun {
        count: pairs.count,
        sizes: [a.rows(), a.columns(), b.columns()],
        a: a.zero(),
        b: b.zero(),
        // SAFETY: the place of the first product.
        c: unsafe { c.offset(pairs.c) },
        a_strides: a.strides(),
        b_strides: b.strides(),
        c_down: c_strides[0],
        by,
        alpha: scaling.alpha,
        beta: scaling.beta,
    };
    let [m, k, n] = run.sizes;
    let work = m.saturating_mul(n).saturating_mul(k);
    // To cut columns packs nothing twice.
    let by_rows = m > 2 * n;
    let len = if by_rows { m } else { n };
    if work < 2 * PIECE_WORK || len < 2 * F::PIECE || !on_threads || !threads::are_several() {
        // SAFETY: by the caller's promise.
        return unsafe { F::multiply(&run) };
    }
    let pieces = (threads::piece_count() / 2).min(work / PIECE_WORK).min(len / F::PIECE);
    let start_of = |piece: usize| match piece == pieces {
        true => len,
        false => piece * len / pieces / F::PIECE * F::PIECE,
    };
    let whole = SendPtr(&run);
    share_pieces(pieces, &|piece| {
        let (mut run, start) = (*whole.get(), start_of(piece));
        let len = start_of(piece + 1) - start;
        let start = start as isize;
        let (operand, offset, c_offset) = match by_rows {
            true => (&mut run.a, start * run.a_strides[0], start * run.c_down),
            false => (&mut run.b, start * run.b_strides[1], start),
        };
        // SAFETY: an element of the operand.
        *operand = unsafe { operand.offset(offset) };
        // SAFETY: the place of an element.
        run.c = unsafe { run.c.offset(c_offset) };
        run.sizes[if by_rows { 0 } else { 2 }] = len;
        // SAFETY: by the caller's promise; each piece is written by one thread.
        unsafe { F::multiply(&run) };
    });
}
