//! Many products of two vectors: `[.., k] x [.., k] -> [..]`, and matrices times vectors, which are that too.
//!
//! A run of pairs is entered once, whatever the length of the vectors. Where operands are contiguous along
//! the run and not along the vectors, the products are added to a block of sums, row after row.

use super::inexact::{Inexact, Rows, Scaling};
use super::mat_ref::{MatRef, VecRef};
use super::sums::{LEAF, dot_in_halves, dots_of_leaves, vectorised_lanes};
use crate::kernels::send_ptr::SendPtr;
use crate::kernels::threads;
use crate::kernels::thresholds::VECTOR_BYTES;
use alloc::borrow::Cow;
use alloc::vec;
use core::ops::Range;
use num_traits::Zero;

/// How many sums stay in the first-level cache.
const SUMS: usize = 1024;
/// How many rows of products are added to the sums in one pass.
const DOT_ROWS: usize = 8;

/// Pairs of vectors at constant strides from each other, and where the sums of their products go.
#[derive(Clone, Copy)]
pub(super) struct Dots<'a, F: Inexact> {
    pub(super) count: usize,
    /// The first pair.
    pub(super) a: VecRef<'a, F>,
    pub(super) b: VecRef<'a, F>,
    pub(super) c: *mut F,
    /// From one pair to the next: sums, left vectors and right ones.
    pub(super) by: [isize; 3],
    pub(super) scaling: Scaling<F::Wide>,
}

/// Writes the products of the rows of a matrix and `x`, at the stride `down`.
///
/// # Safety
/// As [`dots`], for all rows, of which there is one at least.
pub(super) unsafe fn matvec<F: Inexact>(
    a: MatRef<'_, F>,
    x: VecRef<'_, F>,
    c: *mut F,
    down: isize,
    scaling: Scaling<F::Wide>,
    on_threads: bool,
) {
    // The vector is read again and again: copy it once.
    let x = x.as_slice().map_or_else(|| x.iter().copied().collect(), Cow::Borrowed);
    // SAFETY: the elements of the slice (invariant 1).
    let b = unsafe { VecRef::at(x.as_ptr(), [x.len()], [1]) };
    let by = [down, a.strides()[0], 0];
    // SAFETY: by the caller's promise.
    unsafe { dots(&Dots { count: a.rows(), a: a.row(0), b, c, by, scaling }, on_threads) };
}

/// Writes all sums, on several threads if they are worth it.
///
/// # Safety
/// `c` has a place for each sum, initialised if there is a `beta`, and nothing else reaches these.
#[inline(never)]
pub(super) unsafe fn dots<F: Inexact>(run: &Dots<'_, F>, on_threads: bool) {
    assert!(run.a.len() == run.b.len());
    // Each sum is built in the same order wherever the run is cut.
    let along_run = run.by[1] == 1 && matches!(run.by[2], 0 | 1) && run.a.strides() != [1];
    let write = |run: &Dots<'_, F>| match along_run {
        true => run.write_by_rows(),
        false => run.write_by_vectors(),
    };
    let bytes = run.count.saturating_mul(run.a.len()).saturating_mul(size_of::<F>());
    if !on_threads || bytes < VECTOR_BYTES || !threads::are_several() {
        return write(run);
    }
    let unit = if along_run { SUMS } else { 1 };
    let piece = threads::piece_of(run.count).next_multiple_of(unit);
    if piece >= run.count {
        return write(run);
    }
    let whole = SendPtr(run);
    threads::share_pieces(run.count.div_ceil(piece), &|i| {
        let run = whole.get();
        write(&run.part(i * piece..run.count.min((i + 1) * piece)));
    });
}

/// What the caller of [`dots`] promised holds for these runs.
impl<F: Inexact> Dots<'_, F> {
    fn part(&self, range: Range<usize>) -> Self {
        let by = |n: usize| range.start as isize * self.by[n];
        // SAFETY: some pairs of the run (invariant 1).
        let a = unsafe { self.a.moved(by(1)) };
        // SAFETY: as above.
        let b = unsafe { self.b.moved(by(2)) };
        Dots { count: range.len(), a, b, c: self.c.wrapping_offset(by(0)), ..*self }
    }

    #[inline(always)]
    fn write(&self, i: usize, sum: F::Wide) {
        let place = self.c.wrapping_offset(i as isize * self.by[0]);
        // SAFETY: the place of a sum, by the caller's promise.
        unsafe { self.scaling.write(sum, place) };
    }

    fn write_by_vectors(&self) {
        let (count, a, b, by) = (self.count, self.a, self.b, [self.by[1], self.by[2]]);
        if a.len() <= LEAF {
            let is_matvec = count > 1 && by[1] == 0 && a.as_slice().and(b.as_slice()).is_some();
            let Some(write_rows) = F::WRITE_ROWS.filter(|_| is_matvec) else {
                return dots_of_leaves(count, a, b, by, &mut |i, sum| self.write(i, sum));
            };
            let write = &mut |first, sums: &[F::Wide]| {
                // Of a copy, which no sum is written to, the compiler takes the conditions out of the loop.
                let run = *self;
                (first..).zip(sums).for_each(|(i, &sum)| run.write(i, sum));
            };
            return write_rows(Rows { count, first: a, by: by[0], x: b, write });
        }
        for i in 0..self.count {
            let pair = self.part(i..i + 1);
            self.write(i, dot_in_halves(pair.a, pair.b));
        }
    }

    /// Adds rows of products to blocks of sums.
    fn write_by_rows(&self) {
        let mut sums = vec![F::Wide::zero(); SUMS.min(self.count)];
        for start in (0..self.count).step_by(SUMS) {
            let part = self.part(start..self.count.min(start + SUMS));
            let sums = &mut sums[..part.count];
            sums.fill(F::Wide::zero());
            part.add_rows(sums);
            for (i, sum) in sums.iter().enumerate() {
                part.write(i, *sum);
            }
        }
    }

    /// Adds the products of all pairs to their sums.
    #[inline(never)]
    fn add_rows(&self, sums: &mut [F::Wide]) {
        let (a, b, len) = (self.a, self.b, self.a.len());
        // The elements at `p` of all vectors follow each other.
        let row =
            |of: VecRef<'_, F>, p: usize| of.zero().wrapping_offset(p as isize * of.strides()[0]);
        vectorised_lanes::<F>(
            #[inline(always)]
            || match self.by[2] {
                0 => add_terms(sums, len, |p| {
                    // SAFETY: the precondition of `get_unchecked`: `p` is below the length.
                    let (a, x) = (row(a, p), unsafe { b.get_unchecked(p) }.widen());
                    // SAFETY: an element of pair `i` (invariant 1).
                    move |i| unsafe { *a.wrapping_add(i) }.widen() * x
                }),
                _ => add_terms(sums, len, |p| {
                    let (a, b) = (row(a, p), row(b, p));
                    // SAFETY: an element of pair `i` (invariant 1).
                    let at = |of: *const F, i| unsafe { *of.wrapping_add(i) }.widen();
                    move |i| at(a, i) * at(b, i)
                }),
            },
        );
    }
}

/// Adds what the functions returned by `row` for each number below `len` give for each sum.
#[inline(always)]
fn add_terms<S: Copy + Zero, R: Fn(usize) -> S>(
    sums: &mut [S],
    len: usize,
    row: impl Fn(usize) -> R,
) {
    let whole = len / DOT_ROWS * DOT_ROWS;
    for p in (0..whole).step_by(DOT_ROWS) {
        let (r0, r1, r2, r3) = (row(p), row(p + 1), row(p + 2), row(p + 3));
        let (r4, r5, r6, r7) = (row(p + 4), row(p + 5), row(p + 6), row(p + 7));
        for (i, sum) in sums.iter_mut().enumerate() {
            let first = (r0(i) + r1(i)) + (r2(i) + r3(i));
            let second = (r4(i) + r5(i)) + (r6(i) + r7(i));
            *sum = *sum + (first + second);
        }
    }
    for p in whole..len {
        let row = row(p);
        for (i, sum) in sums.iter_mut().enumerate() {
            *sum = *sum + row(i);
        }
    }
}
