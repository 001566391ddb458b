//! Many products of two vectors each: `[.., k] x [.., k] -> [..]`.
//!
//! A run of pairs is entered once, whatever the length of the vectors. Where both operands are dense
//! along the run and not along the vectors, the products are added to a block of sums, row after row.

use super::batch::Pairs;
use super::lanes::{self, Lane};
use super::mat_ref::MatRef;
use crate::kernels::dispatch::vectorised;
use alloc::vec::Vec;
use core::mem::replace;
use core::ops::Mul;
use num_traits::Zero;

/// How many sums stay in the first-level cache.
const BLOCK: usize = 512;
/// Rows of so few are added up in registers, some columns at a time.
const NARROW: usize = 64;
/// How many columns.
const LANES: usize = 16;
/// How many products are added to a sum in one pass.
const AT_ONCE: usize = 4;

/// Whether the operands lie along the run: `by` are their strides from pair to pair.
fn lie_along<T>(pairs: &Pairs<'_, T>) -> bool {
    let [_, a, b] = pairs.by;
    let along_vectors = pairs.a.strides()[1] == 1 && pairs.b.strides()[0] == 1;
    pairs.count > 1 && a == 1 && b == 1 && !along_vectors
}

/// Writes the sums of products of a run of pairs of one row and one column.
///
/// # Safety
/// `c` has a place for each sum, at the strides of the run, and nothing else reaches these.
pub(super) unsafe fn dots<F: Lane>(pairs: &Pairs<'_, F>, c: *mut F) {
    assert!(pairs.a.rows() == 1 && pairs.b.columns() == 1);
    if lie_along(pairs) {
        // SAFETY: by the caller's promise.
        return vectorised(
            #[inline(always)]
            || unsafe { by_rows(pairs, c) },
        );
    }
    let write = |offset: isize, sum: F| {
        // SAFETY: by the caller's promise.
        let place = unsafe { c.offset(offset) };
        // SAFETY: as above.
        unsafe { place.write(sum) };
    };
    if pairs.a.columns() > lanes::LEAF {
        return pairs.for_each(|offset, a, b| write(offset, lanes::dot(a.row(0), b.column(0))));
    }
    vectorised(
        #[inline(always)]
        || {
            pairs.for_each(|offset, a, b| {
                write(offset, F::round(lanes::dot_of_leaf(a.row(0), b.column(0))));
            });
        },
    );
}

/// Adds to each sum its products of four rows: in the same order wherever a run is cut.
#[inline(always)]
fn add_four<F: Lane>(sums: &mut [F::Sum], [r0, r1, r2, r3]: [(&[F], &[F]); AT_ONCE]) {
    for (j, sum) in sums.iter_mut().enumerate() {
        let first = r0.0[j].widen() * r0.1[j].widen() + r1.0[j].widen() * r1.1[j].widen();
        let second = r2.0[j].widen() * r2.1[j].widen() + r3.0[j].widen() * r3.1[j].widen();
        *sum = *sum + (first + second);
    }
}

#[inline(always)]
fn add_one<F: Lane>(sums: &mut [F::Sum], (a, b): (&[F], &[F])) {
    for (j, sum) in sums.iter_mut().enumerate() {
        *sum = *sum + a[j].widen() * b[j].widen();
    }
}

/// # Safety
/// As [`dots`]; the operands lie along the run.
#[inline(always)]
unsafe fn by_rows<F: Lane>(pairs: &Pairs<'_, F>, c: *mut F) {
    let mut start = 0;
    let len = pairs.a.columns();
    let whole = len / AT_ONCE * AT_ONCE;
    if pairs.count <= NARROW {
        while start + LANES <= pairs.count {
            let mut sums = [F::ZERO; LANES];
            let row = |i: usize| rows(pairs, i, start, LANES);
            for i in (0..whole).step_by(AT_ONCE) {
                add_four(&mut sums, [row(i), row(i + 1), row(i + 2), row(i + 3)]);
            }
            for i in whole..len {
                add_one(&mut sums, row(i));
            }
            for (lane, sum) in sums.into_iter().enumerate() {
                let offset = pairs.place(start + lane);
                // SAFETY: by the caller's promise.
                let place = unsafe { c.offset(offset) };
                // SAFETY: as above.
                unsafe { place.write(F::round(sum)) };
            }
            start += LANES;
        }
    }
    let mut sums = [F::ZERO; BLOCK];
    for start in (start..pairs.count).step_by(BLOCK) {
        let sums = &mut sums[..BLOCK.min(pairs.count - start)];
        sums.fill(F::ZERO);
        let width = sums.len();
        let row = |i: usize| rows(pairs, i, start, width);
        for i in (0..whole).step_by(AT_ONCE) {
            add_four(sums, [row(i), row(i + 1), row(i + 2), row(i + 3)]);
        }
        for i in whole..len {
            add_one(sums, row(i));
        }
        for (j, sum) in sums.iter().enumerate() {
            let offset = pairs.place(start + j);
            // SAFETY: by the caller's promise.
            let place = unsafe { c.offset(offset) };
            // SAFETY: as above.
            unsafe { place.write(F::round(*sum)) };
        }
    }
}

/// The elements at `i` of the vectors of `len` pairs from `start` on, which follow each other.
#[inline(always)]
fn rows<'a, T>(pairs: &Pairs<'a, T>, i: usize, start: usize, len: usize) -> (&'a [T], &'a [T]) {
    assert!(start + len <= pairs.count && pairs.by[1..] == [1, 1]);
    let row = |grid: MatRef<'a, T>| {
        // SAFETY: index `i` of the first vector, and of those that follow it at strides of one
        // (invariant 1).
        let zero = unsafe { grid.zero().offset(i as isize * grid.strides()[1] + start as isize) };
        // SAFETY: elements next to each other, of as many pairs of the run.
        unsafe { core::slice::from_raw_parts(zero, len) }
    };
    assert!(i < pairs.a.columns() && i < pairs.b.rows());
    (row(pairs.a), row(pairs.b.transposed()))
}

/// As [`dots`], for any numbers: appends the sums of a run whose results follow each other.
pub(super) fn any<T>(elements: &mut Vec<T>, pairs: &Pairs<'_, T>)
where
    T: Clone + Zero + Mul<Output = T>,
{
    assert!(pairs.a.rows() == 1 && pairs.b.columns() == 1);
    if !lie_along(pairs) {
        let times = |a: &T, b: &T| a.clone() * b.clone();
        return pairs.for_each(|_, a, b| {
            elements.push(super::generic::dot(a.row(0), b.column(0), &times));
        });
    }
    let first = elements.len();
    elements.extend((0..pairs.count).map(|_| T::zero()));
    let sums = &mut elements[first..];
    vectorised(
        #[inline(always)]
        || {
            for (block, sums) in sums.chunks_mut(BLOCK).enumerate() {
                for i in 0..pairs.a.columns() {
                    let (a, b) = rows(pairs, i, block * BLOCK, sums.len());
                    for (j, sum) in sums.iter_mut().enumerate() {
                        // A panic of the element's arithmetic leaves a zero behind.
                        let before = replace(sum, T::zero());
                        *sum = before + a[j].clone() * b[j].clone();
                    }
                }
            }
        },
    );
}
