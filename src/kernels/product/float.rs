//! Products of floats and complex numbers: `gemm` for matrices, `lanes` for vectors.

use super::batch::{Batches, Pairs};
use super::dots;
use super::lanes::{self, Lane};
use super::mat_ref::{MatRef, VecRef};
use super::tile::{PACKED_ROWS, TileRun};
use crate::kernels::operand::{Operand, Sink, Source};
use crate::kernels::threads;
use crate::kernels::uninit::UninitVec;
use crate::layout::Layout;
use alloc::vec::Vec;
use core::mem::MaybeUninit;
use core::ops::Mul;
use num_traits::{One, Zero};

/// A type that `gemm` multiplies: it finds the kernel by the type's identity and panics if there is
/// none. Small floats are [`Lane`]s but have none; `mod.rs` hands them on as `f32`.
pub(super) trait Float: Lane + Zero + One + Mul<Output = Self> + PartialEq {}
impl<F: Lane + Zero + One + Mul<Output = F> + PartialEq> Float for F {}

/// The matrix to write to.
struct Target<F> {
    zero: *mut F,
    strides: [isize; 2],
}

// SAFETY: each thread writes the elements of its own products.
unsafe impl<F: Send> Send for Target<F> {}
// SAFETY: as above.
unsafe impl<F: Send> Sync for Target<F> {}

/// Multiplies all batches into a result that fills its buffer, its axes in any order.
pub(super) fn matmul<F: Float, const R: usize>(
    a: Source<'_, F, R>,
    b: Source<'_, F, R>,
    result: &Layout<R>,
) -> Vec<F> {
    let mut fresh = UninitVec::with_len(result.len());
    if !result.is_empty() {
        let (slots, _) = fresh.slots(&result.to_row_major());
        let slots = slots.part(result);
        let strides = result.strides();
        let c =
            Target { zero: slots.zero().cast::<F>(), strides: [strides[R - 2], strides[R - 1]] };
        if R == 2 {
            let pairs = Pairs::one(MatRef::new(&a), MatRef::new(&b));
            // SAFETY: the slots are places for the product.
            unsafe { multiply_run(&pairs, &c) };
        } else {
            let batches = Batches::new(a, b, result);
            // SAFETY: the slots are places for the products of all batches.
            unsafe { multiply_all(&batches, result.len(), &c) };
        }
    }
    // SAFETY: each place belongs to one product (invariant 3 for the batches), and each product
    // was written; as many places as the buffer has, no two of them the same, are all of it.
    unsafe { fresh.finish(result.len()) }
}

/// How many multiplications make a piece of a batch that is worth a thread, and of a large product, each
/// piece of which lays an operand out anew: some 12 and 25 microseconds with AVX-512, twice that without.
const PART: usize = 1 << 20;
const LARGE_PART: usize = 1 << 21;
/// Products of up to so many rows and columns, and those with a result of up to 256 elements, `gemm` adds
/// up in blocks of other sizes. Pieces of a large product are longer, lest a result depend on the number
/// of threads.
const FLAT: usize = 64;

/// Writes the products of all batches; `len` is how many elements they have together.
///
/// # Safety
/// `c` has a place for each product at its offset, and nothing else reaches these.
unsafe fn multiply_all<F: Float, const R: usize>(
    batches: &Batches<'_, F, R>,
    len: usize,
    c: &Target<F>,
) {
    let multiply = |batches: &Batches<'_, F, R>| {
        // SAFETY: by the caller's promise; of parts, each thread writes the products of another one.
        batches.for_each_run(|pairs| unsafe { multiply_run(&pairs, c) });
    };
    let work = len.saturating_mul(batches.first().0.columns());
    let mut count = threads::piece_count().min(work / PART);
    if batches.first().0.rows() == 1 && batches.first().1.columns() == 1 {
        // Several products of vectors are added up in another way than one.
        count = count.min(len / 4);
    }
    if count < 2 || !threads::are_several() {
        return multiply(batches);
    }
    let parts = threads::cut(batches.clone(), count, Batches::split);
    threads::share(parts.into_iter(), |part| multiply(&part));
}

/// Writes the products of some pairs.
///
/// # Safety
/// `c` has a place for each element of each product, and nothing else reaches these; none of the
/// sizes is zero but perhaps the inner one.
unsafe fn multiply_run<F: Float>(pairs: &Pairs<'_, F>, c: &Target<F>) {
    if pairs.a.rows() == 1 && pairs.b.columns() == 1 {
        // SAFETY: by the caller's promise.
        return unsafe { dots::dots(pairs, c.zero) };
    }
    // SAFETY: by the caller's promise.
    if unsafe { multiply_small(F::one(), pairs, None, c) } {
        return;
    }
    pairs.for_each(|offset, a, b| {
        // SAFETY: by the caller's promise.
        let c = Target { zero: unsafe { c.zero.offset(offset) }, ..*c };
        // SAFETY: as above.
        unsafe { multiply(a, b, &c) };
    });
}

/// A tile adds up the inner axis in one go; `gemm` does in blocks, for smaller rounding errors.
const LONG: usize = 512;

/// Up to so many multiplications are done in tiles rather than by `gemm`: 101 x 101 x 101. There they
/// are equally fast; below tiles are ahead (a third at 32, a sixth at 60 and 70) but for 64, where
/// `gemm` is by 5 %.
const SMALL: usize = 1 << 20;

/// Writes a run of small products, or returns `false` where `gemm` suits them better.
///
/// # Safety
/// `c` has a place for each element of the products, initialised if there is a `beta`, and nothing
/// else reaches these; none of the sizes is zero but perhaps the inner one.
#[inline]
unsafe fn multiply_small<F: Float>(
    alpha: F,
    pairs: &Pairs<'_, F>,
    beta: Option<F>,
    c: &Target<F>,
) -> bool {
    let Some(kernels) = F::KERNELS else { return false };
    let (a, b) = (pairs.a, pairs.b);
    let sizes @ [m, k, n] = [a.rows(), a.columns(), b.columns()];
    let long = if b.strides()[1] == 1 { LONG } else { PACKED_ROWS };
    let work = m.saturating_mul(k).saturating_mul(n);
    if m == 1 || n == 1 || k == 0 || k > long || work > SMALL || c.strides[1] != 1 {
        return false;
    }
    let run = TileRun {
        count: pairs.count,
        sizes,
        a: a.zero(),
        b: b.zero(),
        // SAFETY: the place of the first product.
        c: unsafe { c.zero.offset(pairs.c) },
        a_strides: a.strides(),
        b_strides: b.strides(),
        c_down: c.strides[0],
        by: pairs.by,
        alpha,
        beta,
    };
    // SAFETY: by the caller's promise; rows of `c` have no gaps.
    unsafe { (kernels.multiply)(&run) };
    true
}

/// So few multiplications are done before `gemm` has chosen its kernel.
const TINY: usize = 128;

/// Writes one product.
///
/// # Safety
/// `c` has a place for each element of the product, and nothing else reaches these.
unsafe fn multiply<F: Float>(a: MatRef<'_, F>, b: MatRef<'_, F>, c: &Target<F>) {
    let (m, n) = (a.rows(), b.columns());
    let [down, right] = c.strides;
    let in_order = (m == 1 || down == n as isize) && (n == 1 || right == 1);
    if in_order && (m == 1 || n == 1) {
        // SAFETY: one row or one column of a result whose rows follow each other without gaps.
        let y = unsafe { core::slice::from_raw_parts_mut(c.zero.cast::<MaybeUninit<F>>(), m * n) };
        match n {
            1 => lanes::matvec(a, b.column(0), y),
            _ => lanes::matvec(b.transposed(), a.row(0), y),
        }
        return;
    }
    if in_order && m * n * a.columns() <= TINY {
        // SAFETY: rows without gaps, just asked.
        let c = unsafe { core::slice::from_raw_parts_mut(c.zero.cast::<MaybeUninit<F>>(), m * n) };
        for (i, c) in c.chunks_exact_mut(n).enumerate() {
            for (j, c) in c.iter_mut().enumerate() {
                c.write(lanes::plain_dot(a.row(i), b.column(j)));
            }
        }
        return;
    }
    // SAFETY: by the caller's promise; nothing is read from `c`.
    unsafe { multiply_large(F::one(), a, b, None, c) };
}

/// As [`engine`], on several threads if they are worth it: the longer side of the result is cut. (The
/// threads of `gemm` itself wait for each other, and for those that have yet to wake.)
///
/// # Safety
/// As [`engine`].
unsafe fn multiply_large<F: Float>(
    alpha: F,
    a: MatRef<'_, F>,
    b: MatRef<'_, F>,
    beta: Option<F>,
    c: &Target<F>,
) {
    let (m, n) = (a.rows(), b.columns());
    let (len, other) = (m.max(n), m.min(n));
    let work = m.saturating_mul(n).saturating_mul(a.columns());
    // Complex numbers are scaled in another way by tiles that are not full: of 6 by up to 32.
    let unit = if F::KERNELS.is_some() { 16 } else { 96 };
    let shortest = if other > FLAT { FLAT } else { 4 * FLAT };
    // Half as many as of other work, since each lays an operand out anew: 512^3 takes 5 to 10 % less so. (One
    // for each thread takes another 5 % less, but up to a third longer where a thread is held up.)
    let most = (threads::piece_count() / 2).min(len / shortest.max(2 * unit));
    let count = most.min(work / LARGE_PART);
    if count < 2 || !threads::are_several() {
        // SAFETY: by the caller's promise.
        return unsafe { engine(alpha, a, b, beta, c) };
    }
    let by_rows = m >= n;
    let start_of =
        |piece: usize| if piece == count { len } else { piece * len / count / unit * unit };
    threads::share(0..count, |piece| {
        let part = start_of(piece)..start_of(piece + 1);
        let offset = c.strides[usize::from(!by_rows)] * part.start as isize;
        let (a, b) = match by_rows {
            true => (a.part(part), b),
            false => (a, b.transposed().part(part).transposed()),
        };
        // SAFETY: the place of the first element of this part.
        let zero = unsafe { c.zero.offset(offset) };
        // SAFETY: each part is written by one thread.
        unsafe { engine(alpha, a, b, beta, &Target { zero, ..*c }) };
    });
}

/// From so many tiles in a row of the result on, of 12 to 48 columns each, `gemm` is to lay rows of the left
/// operand out anew. By itself it does from 128 on and reads them where they lie before, in as many places
/// at a time as a tile has rows, each for a short while: at 1024^3 and 2048^3 that takes 7 % longer.
const LAY_LEFT_OUT_FROM: usize = 32;

/// Tells `gemm` so, unless somebody has told it something else: it has one setting for the whole process.
fn set_up_engine() {
    let found = gemm::get_rhs_packing_threshold();
    if found == gemm::DEFAULT_RHS_PACKING_THRESHOLD && found > LAY_LEFT_OUT_FROM {
        gemm::set_rhs_packing_threshold(LAY_LEFT_OUT_FROM);
    }
}

/// Sets `c = alpha * a * b + beta * c`; without `beta`, `c` is not read.
///
/// # Safety
/// `c` has a place for each element of the product, initialised if there is a `beta`, and nothing
/// else reaches these.
unsafe fn engine<F: Float>(
    alpha: F,
    a: MatRef<'_, F>,
    b: MatRef<'_, F>,
    beta: Option<F>,
    c: &Target<F>,
) {
    let (m, k, n) = (a.rows(), a.columns(), b.columns());
    let [c_down, c_right] = c.strides;
    let [a_down, a_right] = a.strides();
    let [b_down, b_right] = b.strides();
    set_up_engine();
    // The crate's names: `rs` is from row to row, its `alpha` is what we call `beta`.
    // SAFETY: the grids reach initialised elements at all their indices, `c` places by the
    // caller's promise; strides may be negative or, for the operands, zero.
    unsafe {
        gemm::gemm::<F>(
            m,
            n,
            k,
            c.zero,
            c_right,
            c_down,
            beta.is_some(),
            a.zero(),
            a_right,
            a_down,
            b.zero(),
            b_right,
            b_down,
            beta.unwrap_or(F::zero()),
            alpha,
            false,
            false,
            false,
            gemm::Parallelism::None,
        );
    }
}

/// Sets `c = alpha * a * b + beta * c`.
pub(super) fn gemm<F: Float, const R: usize>(
    alpha: F,
    a: MatRef<'_, F>,
    b: MatRef<'_, F>,
    beta: F,
    c: Sink<'_, F, R>,
) {
    let (m, n) = (a.rows(), b.columns());
    assert!(R == 2 && c.shape()[..] == [m, n] && a.columns() == b.rows());
    if m == 0 || n == 0 {
        return;
    }
    if m == 1 || n == 1 {
        let product: Vec<F> = match (m, n) {
            (_, 1) => matvec(a, b.column(0)),
            _ => matvec(b.transposed(), a.row(0)),
        };
        return super::combine(alpha, &product, beta, c);
    }
    let strides = c.strides();
    let target = Target { zero: c.zero(), strides: [strides[0], strides[1]] };
    let beta = (beta != F::zero()).then_some(beta);
    let pairs = Pairs::one(a, b);
    // SAFETY: as below.
    if unsafe { multiply_small(alpha, &pairs, beta, &target) } {
        return;
    }
    // SAFETY: the sink has this shape, its elements are initialised and reached by nothing else
    // (invariants 1 and 2).
    unsafe { multiply_large(alpha, a, b, beta, &target) };
}

/// Multiplies a matrix and a vector.
pub(super) fn matvec<F: Lane>(a: MatRef<'_, F>, x: VecRef<'_, F>) -> Vec<F> {
    let len = a.rows();
    let mut y = Vec::with_capacity(len);
    lanes::matvec(a, x, &mut y.spare_capacity_mut()[..len]);
    // SAFETY: `matvec` writes each of the `len` elements.
    unsafe { y.set_len(len) };
    y
}

#[cfg(test)]
mod tests {
    use super::{LAY_LEFT_OUT_FROM, set_up_engine};

    #[test]
    fn what_others_have_set_stays() {
        let before = gemm::get_rhs_packing_threshold();
        gemm::set_rhs_packing_threshold(77);
        set_up_engine();
        assert_eq!(gemm::get_rhs_packing_threshold(), 77);
        gemm::set_rhs_packing_threshold(gemm::DEFAULT_RHS_PACKING_THRESHOLD);
        set_up_engine();
        let set = gemm::get_rhs_packing_threshold();
        assert_eq!(set, LAY_LEFT_OUT_FROM.min(gemm::DEFAULT_RHS_PACKING_THRESHOLD));
        gemm::set_rhs_packing_threshold(before);
    }
}
