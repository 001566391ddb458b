//! Many products of two vectors each: `[.., k] x [.., k] -> [..]`.
//!
//! A run of pairs is entered once, whatever the length of the vectors. Where both operands are contiguous
//! along the run and not along the vectors, the products are added to a block of sums, row after row.

use super::batches::Pairs;
use super::lanes::{LEAF, Lane, Leaves, dot, dots_of_leaves, vectorised_lanes};
use super::mat_ref::MatRef;

/// How many sums stay in the first-level cache.
const SUMS: usize = 512;
/// How many products are added to a sum in one pass.
const ADDED: usize = 4;

/// Writes the sums of products of a run of pairs of one row and one column.
///
/// # Safety
/// `c` has a place for each sum, at the strides of the run, and nothing else reaches these.
pub(super) unsafe fn dots<F: Lane>(pairs: &Pairs<'_, F>, c: *mut F) {
    assert!(pairs.a.rows() == 1 && pairs.b.columns() == 1);
    let write = |i: usize, sum: F| {
        // SAFETY: by the caller's promise.
        let place = unsafe { c.offset(pairs.c + i as isize * pairs.by[0]) };
        // SAFETY: as above.
        unsafe { place.write(sum) };
    };
    let along_vectors = pairs.a.strides()[1] == 1 && pairs.b.strides()[0] == 1;
    let along_run = pairs.count > 1 && pairs.by[1..] == [1, 1] && !along_vectors;
    if !along_run && pairs.a.columns() > LEAF {
        return (0..pairs.count).for_each(|i| {
            let (_, a, b) = pairs.get(i);
            write(i, dot(a.row(0), b.column(0)));
        });
    }
    if !along_run {
        let (a, b) = (pairs.a.row(0), pairs.b.column(0));
        let leaves = Leaves { count: pairs.count, a, b, by: [pairs.by[1], pairs.by[2]] };
        return dots_of_leaves(&leaves, &mut |i, sum| write(i, F::round(sum)));
    }
    vectorised_lanes::<F>(
        #[inline(always)]
        || by_rows(pairs, write),
    );
}

/// Adds rows of products to blocks of sums: in the same order wherever a run is cut.
#[inline(always)]
fn by_rows<F: Lane>(pairs: &Pairs<'_, F>, write: impl Fn(usize, F)) {
    let len = pairs.a.columns();
    let mut sums = [F::ZERO; SUMS];
    for start in (0..pairs.count).step_by(SUMS) {
        let sums = &mut sums[..SUMS.min(pairs.count - start)];
        sums.fill(F::ZERO);
        let width = sums.len();
        let whole = len / ADDED * ADDED;
        for i in (0..whole).step_by(ADDED) {
            let [r0, r1, r2, r3] = core::array::from_fn(|n| rows(pairs, i + n, start, width));
            for (j, sum) in sums.iter_mut().enumerate() {
                let first = r0.0[j].widen() * r0.1[j].widen() + r1.0[j].widen() * r1.1[j].widen();
                let second = r2.0[j].widen() * r2.1[j].widen() + r3.0[j].widen() * r3.1[j].widen();
                *sum = *sum + (first + second);
            }
        }
        for i in whole..len {
            let (a, b) = rows(pairs, i, start, width);
            for (j, sum) in sums.iter_mut().enumerate() {
                *sum = *sum + a[j].widen() * b[j].widen();
            }
        }
        for (j, sum) in sums.iter().enumerate() {
            write(start + j, F::round(*sum));
        }
    }
}

/// The elements at `i` of the vectors of `len` pairs from `start` on, which follow each other.
#[inline(always)]
fn rows<'a, T>(pairs: &Pairs<'a, T>, i: usize, start: usize, len: usize) -> (&'a [T], &'a [T]) {
    assert!(start + len <= pairs.count && pairs.by[1..] == [1, 1]);
    assert!(i < pairs.a.columns() && i < pairs.b.rows());
    let row = |matrix: MatRef<'a, T>| {
        // SAFETY: index `i` of the first vector, and of those that follow it at strides of one
        // (invariant 1).
        let zero =
            unsafe { matrix.zero().offset(i as isize * matrix.strides()[1] + start as isize) };
        // SAFETY: elements next to each other, of as many pairs of the run.
        unsafe { core::slice::from_raw_parts(zero, len) }
    };
    (row(pairs.a), row(pairs.b.transposed()))
}
