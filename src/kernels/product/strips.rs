//! Matrix-vector products of `f32` and `f64`: several rows or columns at once, in registers.
//!
//! One row at a time waits for its own sum to come together; several share the loads of the vector
//! too. A sum is put aside after [`CHAIN`] additions, which keeps rounding errors as small as those
//! of the sums in `lanes.rs`.

use super::lanes::CHAIN;
use super::registers::{Registers, get};
use crate::kernels::dispatch::with_simd;
use core::mem::MaybeUninit;
use pulp::{Simd, WithSimd};

/// A matrix whose lines have no gaps, and a vector: `y[i] = sum of a[i, j] * x[j]`.
pub(super) struct Lines<'a, F> {
    pub(super) a: *const F,
    /// From one row, or one column, to the next.
    pub(super) stride: isize,
    pub(super) x: &'a [F],
}

struct RowStrips<'a, F>(Lines<'a, F>, &'a mut [MaybeUninit<F>]);
struct ColumnStrips<'a, F>(Lines<'a, F>, &'a mut [F]);

/// Writes the products of rows and `x`.
///
/// # Safety
/// `a` has `y.len()` rows of `x.len()` initialised elements, each without gaps.
pub(super) unsafe fn by_rows<F: Registers>(strips: Lines<'_, F>, y: &mut [MaybeUninit<F>]) {
    with_simd(RowStrips(strips, y));
}

/// Adds columns, each times its element of `x`, to `y`.
///
/// # Safety
/// `a` has `x.len()` columns of `y.len()` initialised elements, each without gaps.
pub(super) unsafe fn by_columns<F: Registers>(strips: Lines<'_, F>, y: &mut [F]) {
    with_simd(ColumnStrips(strips, y));
}

impl<F: Registers> WithSimd for RowStrips<'_, F> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let RowStrips(strips, y) = self;
        // Sums, totals and a vector of `x` fit the registers.
        if S::REGISTER_COUNT >= 32 {
            // SAFETY: promised to the caller of `with_simd`.
            unsafe { rows::<F, S, 8>(simd, &strips, y) };
        } else {
            // SAFETY: as above.
            unsafe { rows::<F, S, 4>(simd, &strips, y) };
        }
    }
}

/// # Safety
/// As [`by_rows`].
#[inline(always)]
unsafe fn rows<F: Registers, S: Simd, const M: usize>(
    simd: S,
    &Lines { a, stride, x }: &Lines<'_, F>,
    y: &mut [MaybeUninit<F>],
) {
    let lanes = F::lanes::<S>();
    let whole = x.len() / lanes * lanes;
    let tail = F::first(simd, x.len() - whole);
    let zero = F::splat(simd, F::ZERO);
    for (block, y) in y.chunks_mut(M).enumerate() {
        // Rows past the last one repeat it.
        let rows: [*const F; M] = core::array::from_fn(|i| {
            // SAFETY: the first element of a row.
            unsafe { a.offset((block * M + i.min(y.len() - 1)) as isize * stride) }
        });
        let mut totals = [zero; M];
        let mut start = 0;
        while start < whole {
            let end = whole.min(start + CHAIN * lanes);
            let mut sums = [zero; M];
            while start < end {
                // SAFETY: a whole vector.
                let x = unsafe { get::<F, S>(simd, None, x[start..].as_ptr()) };
                for i in 0..M {
                    // SAFETY: an element of a row.
                    let from = unsafe { rows[i].add(start) };
                    // SAFETY: a whole vector.
                    let a = unsafe { get::<F, S>(simd, None, from) };
                    sums[i] = F::mul_add(simd, a, x, sums[i]);
                }
                start += lanes;
            }
            for i in 0..M {
                totals[i] = F::add(simd, totals[i], sums[i]);
            }
        }
        if whole < x.len() {
            // SAFETY: as many elements as the mask selects.
            let x = unsafe { get::<F, S>(simd, Some(tail), x[whole..].as_ptr()) };
            for i in 0..M {
                // SAFETY: an element of a row.
                let from = unsafe { rows[i].add(whole) };
                // SAFETY: as many elements as the mask selects.
                let a = unsafe { get::<F, S>(simd, Some(tail), from) };
                totals[i] = F::mul_add(simd, a, x, totals[i]);
            }
        }
        // Not `map`: that is a function of its own, which is not compiled for these registers.
        for (y, total) in y.iter_mut().zip(totals) {
            y.write(F::across(simd, total));
        }
    }
}

/// How many columns are added in one pass.
const COLUMNS_IN_REGISTERS: usize = 8;

impl<F: Registers> WithSimd for ColumnStrips<'_, F> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let ColumnStrips(Lines { mut a, stride, x }, y) = self;
        let mut groups = x.chunks_exact(COLUMNS_IN_REGISTERS);
        for x in groups.by_ref() {
            let x = core::array::from_fn(|j| x[j]);
            // SAFETY: the columns that belong to these elements.
            unsafe { columns::<F, S, COLUMNS_IN_REGISTERS>(simd, a, stride, x, y) };
            a = a.wrapping_offset(COLUMNS_IN_REGISTERS as isize * stride);
        }
        for &x in groups.remainder() {
            // SAFETY: as above.
            unsafe { columns::<F, S, 1>(simd, a, stride, [x], y) };
            a = a.wrapping_offset(stride);
        }
    }
}

/// # Safety
/// As [`by_columns`], for `N` columns.
#[inline(always)]
unsafe fn columns<F: Registers, S: Simd, const N: usize>(
    simd: S,
    a: *const F,
    stride: isize,
    x: [F; N],
    y: &mut [F],
) {
    let lanes = F::lanes::<S>();
    let x = x.map(|x| F::splat(simd, x));
    // SAFETY: the first element of a column.
    let columns: [*const F; N] = core::array::from_fn(|j| unsafe { a.offset(j as isize * stride) });
    let add = |i: usize, mask: Option<F::Mask<S>>, sum: F::Vector<S>| {
        let mut terms: [F::Vector<S>; N] = core::array::from_fn(|j| {
            // SAFETY: an element of a column.
            let from = unsafe { columns[j].add(i) };
            // SAFETY: a whole vector, or as many elements as the mask selects.
            F::mul(simd, unsafe { get::<F, S>(simd, mask, from) }, x[j])
        });
        let mut width = N;
        while width > 1 {
            width /= 2;
            for n in 0..width {
                terms[n] = F::add(simd, terms[n], terms[n + width]);
            }
        }
        F::add(simd, sum, terms[0])
    };
    let whole = y.len() / lanes * lanes;
    for i in (0..whole).step_by(lanes) {
        let to = y[i..i + lanes].as_mut_ptr();
        // SAFETY: a whole vector.
        let sum = add(i, None, unsafe { get::<F, S>(simd, None, to) });
        // SAFETY: as above.
        unsafe { to.cast::<F::Vector<S>>().write_unaligned(sum) };
    }
    if whole < y.len() {
        let tail = F::first(simd, y.len() - whole);
        let to = y[whole..].as_mut_ptr();
        // SAFETY: as many elements as the mask selects.
        let sum = add(whole, Some(tail), unsafe { get::<F, S>(simd, Some(tail), to) });
        // SAFETY: as above.
        unsafe { F::store(simd, tail, to, sum) };
    }
}
