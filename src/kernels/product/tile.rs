//! Small products of `f32` or `f64`: sums in registers, operands read where they lie.
//!
//! A tile of the result, some rows by some vectors of columns, stays in registers while the inner axis
//! passes: per step one load for each vector of the right operand, one broadcast element for each row of
//! the left one. Goto and van de Geijn, Anatomy of High-Performance Matrix Multiplication, section 6, has
//! the reasons for the shape of the tile.

use super::inexact::Run;
use super::registers::Registers;
use crate::kernels::dispatch::arch;
use pulp::{Simd, WithSimd};

/// How many vectors of columns a tile has.
const VECTORS: usize = 2;
/// How many additions follow each other in a sum before it is added to the result.
const DEPTH: usize = 256;

/// Does what the run says.
///
/// # Safety
/// As [`Inexact::MULTIPLY`](super::inexact::Inexact::MULTIPLY); rows of the right operand and of the products
/// have no gaps between their elements.
pub(super) unsafe fn multiply<F: Registers>(run: &Run<'_, F>) {
    arch().dispatch(run);
}

/// What the caller of [`multiply`] promised holds for the run in here.
impl<F: Registers> WithSimd for &Run<'_, F> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let (run, [m, k, n], [c_down, _]) = (self, self.sizes(), self.pairs.c_strides);
        let (lanes, width) = (F::lanes::<S>(), VECTORS * F::lanes::<S>());
        for i in 0..run.pairs.count {
            let (offset, a, b) = run.pairs.get(i);
            let c = run.c.wrapping_offset(offset);
            let mut top = 0;
            while top < k {
                let beta = if top == 0 { run.scaling.beta } else { Some(F::one()) };
                let mut left = 0;
                while left < n {
                    let columns = width.min(n - left);
                    let last = F::first(simd, (columns - 1) % lanes + 1);
                    let mut row = 0;
                    while row < m {
                        let (rows, depth) = (m - row, DEPTH.min(k - top));
                        let (a, b) = (a.address([row, top]), b.address([top, left]));
                        let c = c.wrapping_offset(row as isize * c_down + left as isize);
                        let tile = Tile { run, rows, depth, a, b, c, beta, last };
                        // SAFETY: so many rows and columns are left, by the caller's promise.
                        row += unsafe { tile.multiply(simd, columns > lanes) };
                    }
                    left += width;
                }
                top += DEPTH;
            }
        }
    }
}

/// Rows of the left operand, times some columns of the right one: `c = alpha * a * b + beta * c`.
///
/// Without `beta`, `c` is not read.
struct Tile<'a, F: Registers, S: Simd> {
    run: &'a Run<'a, F>,
    rows: usize,
    /// The inner size.
    depth: usize,
    a: *const F,
    b: *const F,
    c: *mut F,
    beta: Option<F>,
    /// The lanes of the last vector of columns.
    last: F::Mask<S>,
}

impl<F: Registers, S: Simd> Tile<'_, F, S> {
    /// Multiplies as many rows as fit the registers into one or two vectors of columns; returns how many.
    ///
    /// Sums, a row of the right operand and an element of the left one take 19 of 32 registers or 11 of 16.
    ///
    /// # Safety
    /// Elements and places are there, of the last vector those that its mask selects; elements of `c` are
    /// initialised if there is a `beta`, and nothing else reaches them.
    #[inline(always)]
    unsafe fn multiply(&self, simd: S, two: bool) -> usize {
        match (const { S::REGISTER_COUNT >= 32 } && self.rows > 4, two) {
            // SAFETY: by the caller's promise.
            (true, false) => unsafe { self.sums::<8, 1>(simd) },
            // SAFETY: as above.
            (true, true) => unsafe { self.sums::<8, 2>(simd) },
            // SAFETY: as above.
            (false, false) => unsafe { self.sums::<4, 1>(simd) },
            // SAFETY: as above.
            (false, true) => unsafe { self.sums::<4, 2>(simd) },
        }
    }

    /// Multiplies into `M` rows, or those that are left, of `N` vectors.
    ///
    /// # Safety
    /// As [`Tile::multiply`].
    #[inline(always)]
    unsafe fn sums<const M: usize, const N: usize>(&self, simd: S) -> usize {
        let (lanes, rows) = (F::lanes::<S>(), M.min(self.rows));
        let ([a_down, a_right], [b_down, _]) =
            (self.run.pairs.a.strides(), self.run.pairs.b.strides());
        let ([c_down, _], alpha) = (self.run.pairs.c_strides, self.run.scaling.alpha);
        let mut masks = [F::first(simd, lanes); N];
        masks[N - 1] = self.last;
        // Rows past the last one repeat it; what they give is not stored.
        let mut a = [self.a; M];
        for (i, a) in a.iter_mut().enumerate() {
            *a = a.wrapping_offset(i.min(rows - 1) as isize * a_down);
        }
        let zero = F::splat(simd, F::zero());
        let (mut sums, mut row) = ([[zero; N]; M], [zero; N]);
        for p in 0..self.depth as isize {
            for j in 0..N {
                let from = self.b.wrapping_offset(p * b_down + (j * lanes) as isize);
                // SAFETY: columns of row `p`, by the caller's promise.
                row[j] = unsafe { F::load(simd, masks[j], from) };
            }
            for i in 0..M {
                // SAFETY: element `p` of a row of `a`, by the caller's promise.
                let x = F::splat(simd, unsafe { *a[i].wrapping_offset(p * a_right) });
                for j in 0..N {
                    sums[i][j] = F::mul_add(simd, x, row[j], sums[i][j]);
                }
            }
        }
        if !alpha.is_one() {
            // To add the negative zero changes nothing.
            let (alpha, negative_zero) = (F::splat(simd, alpha), F::splat(simd, -F::zero()));
            for sum in sums.as_flattened_mut() {
                *sum = F::mul_add(simd, alpha, *sum, negative_zero);
            }
        }
        for (i, sums) in sums.into_iter().enumerate() {
            if i == rows {
                break;
            }
            for j in 0..N {
                let to = self.c.wrapping_offset(i as isize * c_down + (j * lanes) as isize);
                let mut sum = sums[j];
                if let Some(beta) = self.beta {
                    // SAFETY: columns of row `i`, by the caller's promise.
                    let before = unsafe { F::load(simd, masks[j], to) };
                    sum = F::mul_add(simd, F::splat(simd, beta), before, sum);
                }
                // SAFETY: as above.
                unsafe { F::store(simd, masks[j], to, sum) };
            }
        }
        rows
    }
}
