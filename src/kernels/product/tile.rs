//! Small products of `f32` and `f64`: sums in registers, operands read where they lie.
//!
//! A tile of the result, some rows by some vectors of columns, stays in registers while all of the
//! inner axis passes: per stride one load for each vector of the right operand, one broadcast element
//! for each row of the left one. Nothing is packed unless the rows of the right operand have gaps,
//! so that a product of 4 x 4 costs what its 16 multiplications cost. From some 64 rows on the
//! blocks of `gemm` keep the caches better.
//!
//! Goto and van de Geijn, Anatomy of High-Performance Matrix Multiplication, section 6, has the
//! reasons for the shape of the tile.

use super::panel::pack;
use super::vectors::{Vectors, get};
use crate::kernels::dispatch::with_simd;
use core::mem::MaybeUninit;
use pulp::{Simd, WithSimd};

/// Products of equal sizes, one after the other at constant strides: `c = alpha * a * b + beta * c`.
///
/// Rows of `c` have no gaps between their elements. Without `beta`, `c` is not read.
pub(super) struct TileRun<F> {
    pub(super) count: usize,
    /// Rows, inner axis, columns; none is zero.
    pub(super) sizes: [usize; 3],
    pub(super) a: *const F,
    pub(super) b: *const F,
    pub(super) c: *mut F,
    pub(super) a_strides: [isize; 2],
    pub(super) b_strides: [isize; 2],
    pub(super) c_down: isize,
    /// From one product to the next, in the order `c`, `a`, `b`.
    pub(super) by: [isize; 3],
    pub(super) alpha: F,
    pub(super) beta: Option<F>,
}

/// Does what the run says.
///
/// # Safety
/// At every index the operands have an initialised element and `c` a place, initialised if there is
/// a `beta`, which nothing else reaches.
pub(super) unsafe fn multiply<F: Vectors>(run: &TileRun<F>) {
    with_simd(Work(run));
}

/// What the caller of [`multiply`] promised holds for the run in here.
struct Work<'a, F>(&'a TileRun<F>);

/// The most vectors in a row of a tile.
const WIDE: usize = 3;

/// How many elements of the right operand are laid out anew at a time, where its rows have gaps:
/// they stay in the first-level cache.
const PACKED: usize = 4096;

/// The longest inner axis of a right operand whose rows have gaps.
pub(super) const PACKED_ROWS: usize = PACKED / (WIDE * 16);

impl<F: Vectors> WithSimd for Work<'_, F> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let run = self.0;
        let [_, k, n] = run.sizes;
        let [b_down, b_right] = run.b_strides;
        let lanes = F::lanes::<S>();
        let vectors = n.div_ceil(lanes);
        let last = n - (vectors - 1) * lanes;
        // Where there are registers for masks, all tiles have one: that is less code.
        let always = const { many_registers::<S>() };
        let partial = last < lanes;
        let widest = if always { WIDE } else { WIDE - 1 };
        let (last, all) = (F::first(simd, last), F::first(simd, lanes));
        let mut packed = [const { MaybeUninit::<F>::uninit() }; PACKED];
        for i in 0..run.count as isize {
            let [c, a, b] = [i * run.by[0], i * run.by[1], i * run.by[2]];
            // SAFETY: the first element of a product of the run.
            let a = unsafe { run.a.offset(a) };
            // SAFETY: as above.
            let b = unsafe { run.b.offset(b) };
            // SAFETY: as above.
            let c = unsafe { run.c.offset(c) };
            let mut left = 0;
            while left < vectors {
                // Four vectors are two and two rather than three and one.
                let rest = vectors - left;
                let wide = rest.div_ceil(rest.div_ceil(widest));
                let column = left * lanes;
                left += wide;
                let mask = if left == vectors { last } else { all };
                let mask = (always || left == vectors && partial).then_some(mask);
                // SAFETY: a column of the right operand.
                let b = unsafe { b.offset(column as isize * b_right) };
                // SAFETY: a column of the product.
                let c = unsafe { c.add(column) };
                let (b, b_down) = if b_right == 1 {
                    (b, b_down)
                } else {
                    let (columns, width) = ((n - column).min(wide * lanes), wide * lanes);
                    let packed = &mut packed[..k * width];
                    // SAFETY: these columns of `b`.
                    unsafe { pack(simd, b, run.b_strides, columns, width, packed) };
                    (packed.as_ptr().cast::<F>(), width as isize)
                };
                let panel = Panel { a, b, b_down, c, mask };
                // SAFETY: so many columns are left, the last vector masked where they end.
                unsafe { panel.multiply(simd, run, wide) };
            }
        }
    }
}

/// Whether masks and a tile of 8 rows fit the registers.
const fn many_registers<S: Simd>() -> bool {
    S::REGISTER_COUNT >= 32
}

/// Some columns of a product, from its first row on.
struct Panel<F: Vectors, S: Simd> {
    a: *const F,
    b: *const F,
    b_down: isize,
    c: *mut F,
    /// The lanes of the last vector of columns; without it, all.
    mask: Option<F::Mask<S>>,
}

impl<F: Vectors, S: Simd> Panel<F, S> {
    /// Multiplies into `wide` vectors of columns, all rows.
    ///
    /// # Safety
    /// `b` and `c` have that many columns from here on, of the last vector those that the mask
    /// selects.
    #[inline(always)]
    unsafe fn multiply(self, simd: S, run: &TileRun<F>, wide: usize) {
        let is_wide = const { many_registers::<S>() } && wide == WIDE;
        match (self.mask.is_some(), wide) {
            // SAFETY: by the caller's promise.
            (true, _) if is_wide => unsafe { self.multiply_all_rows::<WIDE, true>(simd, run) },
            // SAFETY: as above.
            (true, 1) => unsafe { self.multiply_all_rows::<1, true>(simd, run) },
            // SAFETY: as above.
            (true, _) => unsafe { self.multiply_all_rows::<2, true>(simd, run) },
            // SAFETY: as above.
            (false, 1) => unsafe { self.multiply_all_rows::<1, false>(simd, run) },
            // SAFETY: as above.
            (false, _) => unsafe { self.multiply_all_rows::<2, false>(simd, run) },
        }
    }

    /// # Safety
    /// As [`Panel::multiply`], for `N` vectors, and whether there is a mask.
    #[inline(always)]
    unsafe fn multiply_all_rows<const N: usize, const MASKED: bool>(
        mut self,
        simd: S,
        run: &TileRun<F>,
    ) {
        let mut rows = run.sizes[0];
        loop {
            // Sums, a row of the right operand, an element of the left one and a mask fit the registers,
            // 32 or 16 of them, and one or two are free: with none, the compiler moves sums about (a
            // tile of 4 rows by 3 vectors made 64^3 take 12 us on AVX2 rather than 6).
            let many = const { many_registers::<S>() };
            let tall = if rows > 4 && (many || N == 1) {
                // SAFETY: by the caller's promise.
                unsafe { tile::<F, S, 8, N, MASKED>(simd, run, &self, rows) };
                8
            } else if !many && !MASKED && !matches!(rows, 0..=4 | 7 | 8) {
                // SAFETY: by the caller's promise.
                unsafe { tile::<F, S, 6, N, MASKED>(simd, run, &self, rows) };
                6
            } else {
                // SAFETY: by the caller's promise.
                unsafe { tile::<F, S, 4, N, MASKED>(simd, run, &self, rows) };
                4
            };
            if rows <= tall {
                return;
            }
            rows -= tall;
            // SAFETY: the first element of a row.
            self.a = unsafe { self.a.offset(tall as isize * run.a_strides[0]) };
            // SAFETY: as above.
            self.c = unsafe { self.c.offset(tall as isize * run.c_down) };
        }
    }
}

/// Multiplies into `M` rows, or `rows` if that is less, of `N` vectors.
///
/// # Safety
/// As [`Panel::multiply`], and there are `rows` rows from here on.
#[inline(always)]
unsafe fn tile<F: Vectors, S: Simd, const M: usize, const N: usize, const MASKED: bool>(
    simd: S,
    run: &TileRun<F>,
    &Panel { a, b, b_down, c, mask }: &Panel<F, S>,
    rows: usize,
) {
    let [_, k, _] = run.sizes;
    let [a_down, a_right] = run.a_strides;
    let lanes = F::lanes::<S>();
    // Rows past the last one repeat it; what they give is not stored.
    let a: [*const F; M] = core::array::from_fn(|i| {
        // SAFETY: an element of the first column.
        unsafe { a.offset(i.min(rows - 1) as isize * a_down) }
    });
    let mut sums = [[F::splat(simd, F::ZERO); N]; M];
    for p in 0..k as isize {
        let row: [F::Vector<S>; N] = core::array::from_fn(|j| {
            // SAFETY: columns of row `p`.
            let from = unsafe { b.offset(p * b_down + (j * lanes) as isize) };
            let mask = mask.filter(|_| MASKED && j + 1 == N);
            // SAFETY: a whole vector of initialised elements, or as many as the mask selects.
            unsafe { get::<F, S>(simd, mask, from) }
        });
        for i in 0..M {
            // SAFETY: element `p` of a row of `a`.
            let x = unsafe { a[i].offset(p * a_right) };
            // SAFETY: as above.
            let x = F::splat(simd, unsafe { *x });
            for j in 0..N {
                sums[i][j] = F::mul_add(simd, x, row[j], sums[i][j]);
            }
        }
    }
    for (i, sums) in sums.into_iter().enumerate() {
        if i >= rows {
            break;
        }
        for (j, sum) in sums.into_iter().enumerate() {
            // SAFETY: columns of row `i`.
            let to = unsafe { c.offset(i as isize * run.c_down + (j * lanes) as isize) };
            let mask = mask.filter(|_| MASKED && j + 1 == N);
            // SAFETY: a whole vector of places, or as many as the mask selects.
            unsafe { put(simd, run, mask, to, sum) };
        }
    }
}

/// Stores a vector of sums, or the lanes of a mask.
///
/// # Safety
/// There are as many places, reached by nothing else; initialised if there is a `beta`.
#[inline(always)]
unsafe fn put<F: Vectors, S: Simd>(
    simd: S,
    run: &TileRun<F>,
    mask: Option<F::Mask<S>>,
    to: *mut F,
    sum: F::Vector<S>,
) {
    let sum = if run.alpha == F::ONE { sum } else { F::mul(simd, F::splat(simd, run.alpha), sum) };
    let sum = match run.beta {
        None => sum,
        Some(beta) => {
            // SAFETY: by the caller's promise.
            let before = unsafe { get::<F, S>(simd, mask, to) };
            F::mul_add(simd, F::splat(simd, beta), before, sum)
        }
    };
    match mask {
        // SAFETY: by the caller's promise.
        None => unsafe { to.cast::<F::Vector<S>>().write_unaligned(sum) },
        // SAFETY: as above.
        Some(mask) => unsafe { F::store(simd, mask, to, sum) },
    }
}
