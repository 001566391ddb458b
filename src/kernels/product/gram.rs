//! Products of the rows of a matrix of `f32` or `f64` with each other, the Gram matrix: `[n, k] -> [n, n]`.
//!
//! A product with the transposed matrix would compute each element twice. Here each is computed once, in tiles: sums of
//! some rows times some others stay in registers while the rows pass. Some columns at a time are copied first, so that
//! vectors do not span two cache lines, with which products took 1.3 times as long. Row: `cov of 50 x 10000 f64`.
#![cfg(any(feature = "std", feature = "libm"))]

use super::mat_ref::MatRef;
use super::registers::Registers;
use crate::kernels::dispatch::{arch, vectorised_by_256};
use crate::kernels::elementwise::{Patch, copy_patch};
use crate::kernels::operand::Source;
use crate::kernels::prefetch::CACHE_LINE;
use crate::kernels::send_ptr::SendPtr;
use crate::kernels::specialize::built_in_kernels;
use crate::kernels::threads;
use crate::kernels::thresholds::PIECE_WORK;
use crate::kernels::uninit::with_capacity;
use crate::storage::give;
use alloc::vec::Vec;
use core::array::from_fn;
use core::ops::Range;
use core::slice::from_raw_parts_mut;
use pulp::{Simd, WithSimd};

/// Bytes of a row that are multiplied before sums are added to the result: those of the rows of a tile stay in the
/// first-level cache.
const PART_BYTES: usize = 4 << 10;
/// Bytes of all rows that are copied at once: they stay in the second-level cache.
const COPIED_BYTES: usize = 1 << 20;
/// Of how many rows of the result a piece for a thread is a multiple, whole tiles of 3 and 4, and how many it has at most.
const PIECE_ROWS: [usize; 2] = [12, 96];

#[derive(Clone, Copy)]
struct Gram<T> {
    of_rows: fn(MatRef<'_, T>, &[T]) -> Vec<T>,
}

built_in_kernels! {
    Gram: Gram { of_rows } => f32, f64;
}

/// The products of the rows with each other after a number is subtracted from each, row by row, with zeros below the
/// diagonal; if there is a kernel for the elements.
pub(crate) fn gram<T>(rows: Source<'_, T, 2>, subtracted: &[T]) -> Option<Vec<T>> {
    built_in::<T>().map(|gram| (gram.of_rows)(MatRef::new(&rows), subtracted))
}

fn of_rows<F: Registers>(rows: MatRef<'_, F>, subtracted: &[F]) -> Vec<F> {
    let (n, len) = (rows.rows(), rows.columns());
    assert!(subtracted.len() == n);
    let [line, part] = [CACHE_LINE, PART_BYTES].map(|bytes| bytes / size_of::<F>());
    let section = (COPIED_BYTES / (PART_BYTES * n.max(1))).max(1) * part;
    let width = section.min(len.next_multiple_of(line));
    let [mut products, mut copies] = [n * n, n * width + line].map(|len| {
        let mut zeros = with_capacity(len);
        zeros.resize(len, F::zero());
        zeros
    });
    let start = copies.as_ptr().align_offset(CACHE_LINE).min(line);
    let (copies_at, to) = (copies[start..].as_mut_ptr(), products.as_mut_ptr());
    // Each sum is built in the same order wherever the rows are cut.
    let on_threads = (n * n / 2).saturating_mul(width) >= PIECE_WORK && threads::are_several();
    let [unit, most] = PIECE_ROWS;
    let count = threads::piece_of(n / 2).next_multiple_of(unit).min(most);
    let each_piece = |f: &(dyn Fn(Range<usize>) + Sync)| {
        let piece = |i: usize| f(i * count..n.min((i + 1) * count));
        match on_threads {
            true => threads::share_pieces(n.div_ceil(count), &piece),
            false => (0..n.div_ceil(count)).for_each(piece),
        }
    };
    for first in (0..len).step_by(width) {
        let from = rows.transposed().part(first..len.min(first + width)).transposed();
        let section = SendPtr(Section { from, subtracted, copies: copies_at, width, to });
        each_piece(&|rows| section.get().copy(rows));
        each_piece(&|rows| arch().dispatch(Piece { section: section.get(), rows }));
    }
    give(copies);
    products
}

/// Some columns, room for their copies, and the products. Only the pieces of one call of `each_piece` reach copies and
/// products at a time, each of them rows of its own of what it writes.
#[derive(Clone, Copy)]
struct Section<'a, F> {
    from: MatRef<'a, F>,
    subtracted: &'a [F],
    /// The first copy, at the start of a cache line; from one row to the next it is `width` elements.
    copies: *mut F,
    width: usize,
    to: *mut F,
}

impl<F: Registers> Section<'_, F> {
    /// How many elements of each copy are multiplied: whole cache lines, of which the last ends in zeros.
    fn columns(&self) -> usize {
        self.from.columns().next_multiple_of(CACHE_LINE / size_of::<F>())
    }

    /// Copies some rows, less what is subtracted from each.
    fn copy(&self, rows: Range<usize>) {
        let len = self.from.columns();
        let from = self.from.part(rows.clone());
        let start = self.copies.wrapping_add(rows.start * self.width);
        let (sizes, strides) = ([rows.len(), len], [self.width as isize, 1]);
        let patch = Patch { start: from.zero().cast_mut().cast(), strides: from.strides(), sizes };
        let copies = Patch { start: start.cast(), strides, sizes };
        // SAFETY: the precondition of `copy_patch`: elements of the matrix (invariant 1), and room for as many.
        unsafe { copy_patch(size_of::<F>(), patch, copies) };
        for i in rows {
            let (start, x) = (self.copies.wrapping_add(i * self.width), -self.subtracted[i]);
            // SAFETY: a row of the copies, which nothing else reaches now (invariant 10).
            let row = unsafe { from_raw_parts_mut(start, self.columns()) };
            let (copied, rest) = row.split_at_mut(len);
            vectorised_by_256(
                #[inline(always)]
                || copied.iter_mut().for_each(|element| *element = *element + x),
            );
            rest.fill(F::zero());
        }
    }
}

/// Some rows of the products, of which the elements on and above the diagonal are written.
struct Piece<'a, F> {
    section: Section<'a, F>,
    rows: Range<usize>,
}

impl<F: Registers> WithSimd for Piece<'_, F> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        // Sums, and the vectors of the rows on one side, fit the registers.
        match const { S::REGISTER_COUNT >= 32 } {
            true => self.multiply::<S, 4>(simd),
            false => self.multiply::<S, 3>(simd),
        }
    }
}

impl<F: Registers> Piece<'_, F> {
    #[inline(always)]
    fn multiply<S: Simd, const M: usize>(self, simd: S) {
        let Piece { section, rows } = self;
        let (n, columns, part) =
            (section.from.rows(), section.columns(), PART_BYTES / size_of::<F>());
        for start in (0..columns).step_by(part) {
            let len = part.min(columns - start);
            // Rows past the last one repeat it.
            let row = |i: usize| section.copies.wrapping_add(i.min(n - 1) * section.width + start);
            let vectors = |first: usize| -> [_; M] { from_fn(|i| row(first + i)) };
            for right in (rows.start..n).step_by(M) {
                let end = rows.end.min(right + M);
                for left in (rows.start..end).step_by(M) {
                    // SAFETY: the precondition of `tile`: so many elements of rows of the copies.
                    let sums = unsafe { tile::<F, S, M>(simd, vectors(left), vectors(right), len) };
                    for (i, sums) in sums.into_iter().enumerate() {
                        for (j, sum) in sums.into_iter().enumerate() {
                            let (i, j) = (left + i, right + j);
                            if i < end && j < n && i <= j {
                                // SAFETY: an element of a row of the piece (invariant 10).
                                let place = unsafe { &mut *section.to.wrapping_add(i * n + j) };
                                *place = *place + F::across(simd, sum);
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The products of rows with others, as vectors whose lanes are still to be added up.
///
/// # Safety
/// There are `len` initialised elements from each address on, some whole vectors.
#[inline(always)]
unsafe fn tile<F: Registers, S: Simd, const M: usize>(
    simd: S,
    left: [*mut F; M],
    right: [*mut F; M],
    len: usize,
) -> [[F::Vector<S>; M]; M] {
    let zero = F::splat(simd, F::zero());
    let mut sums = [[zero; M]; M];
    for at in (0..len).step_by(F::lanes::<S>()) {
        let mut vectors = [zero; M];
        for j in 0..M {
            // SAFETY: a vector of elements, by the caller's promise.
            vectors[j] = unsafe { F::load_all::<S>(right[j].wrapping_add(at)) };
        }
        for i in 0..M {
            // SAFETY: as above.
            let x = unsafe { F::load_all::<S>(left[i].wrapping_add(at)) };
            for j in 0..M {
                sums[i][j] = F::mul_add(simd, x, vectors[j], sums[i][j]);
            }
        }
    }
    sums
}
