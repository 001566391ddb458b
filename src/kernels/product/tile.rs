//! Tiles of a product of `f32` or `f64`: sums in registers.
//!
//! A tile of the result, some rows by some vectors of columns, stays in registers while the inner axis
//! passes: per step one load for each vector of the right operand, one broadcast element for each row of
//! the left one. Goto and van de Geijn, Anatomy of High-Performance Matrix Multiplication, section 6, has
//! the reasons for the shape of the tile.

use super::registers::{Registers, get};
use pulp::Simd;

/// Whether masks and a tile of 8 rows and 3 vectors fit the registers.
pub(super) const fn many_registers<S: Simd>() -> bool {
    S::REGISTER_COUNT >= 32
}

/// The most vectors in a row of a tile.
///
/// Sums, a row of the right operand, an element of the left one and a mask fit the registers, 32 or 16 of
/// them, and one or two are free: with none, the compiler moves sums about (a tile of 4 rows by 3 vectors
/// made 64^3 take 12 us on AVX2 rather than 6).
pub(super) const fn widest<S: Simd>() -> usize {
    if many_registers::<S>() { 3 } else { 2 }
}

/// How many of `rows` rows the next tiles have.
#[inline(always)]
pub(super) fn height<S: Simd>(rows: usize) -> usize {
    match rows {
        // Two of four rather than one of six and a rest.
        7 | 8 if !many_registers::<S>() => 4,
        _ => rows.min(if many_registers::<S>() { 8 } else { 6 }),
    }
}

/// Rows of the left operand, times some columns of the right one: `c = alpha * a * b + beta * c`.
///
/// Without `beta`, `c` is not read.
pub(super) struct Tile<F: Registers, S: Simd> {
    pub(super) rows: usize,
    /// The inner size.
    pub(super) depth: usize,
    pub(super) a: *const F,
    pub(super) a_strides: [isize; 2],
    pub(super) b: *const F,
    pub(super) b_down: isize,
    pub(super) c: *mut F,
    pub(super) c_down: isize,
    pub(super) alpha: F,
    pub(super) beta: Option<F>,
    /// The lanes of the last vector of columns; without it, all.
    pub(super) mask: Option<F::Mask<S>>,
}

impl<F: Registers, S: Simd> Tile<F, S> {
    /// Multiplies into `vectors` vectors of columns, at most [`widest`].
    ///
    /// # Safety
    /// Elements and places are there, of the last vector those that the mask selects; elements of `c` are
    /// initialised if there is a `beta`, and nothing else reaches them. There are at most
    /// [`height`] rows.
    #[inline(always)]
    pub(super) unsafe fn multiply(self, simd: S, vectors: usize) {
        // Where there are registers for masks, all tiles have one: that is less code.
        let many = const { many_registers::<S>() };
        match (self.mask.is_some(), vectors) {
            // SAFETY: by the caller's promise.
            (true, 1) => unsafe { self.rows::<1, true>(simd) },
            // SAFETY: as above.
            (true, 3) if many => unsafe { self.rows::<3, true>(simd) },
            // SAFETY: as above.
            (true, _) => unsafe { self.rows::<2, true>(simd) },
            // SAFETY: as above.
            (false, 1) => unsafe { self.rows::<1, false>(simd) },
            // SAFETY: as above.
            (false, _) => unsafe { self.rows::<2, false>(simd) },
        }
    }

    /// # Safety
    /// As [`Tile::multiply`], for `N` vectors, and whether there is a mask.
    #[inline(always)]
    unsafe fn rows<const N: usize, const MASKED: bool>(mut self, simd: S) {
        let many = const { many_registers::<S>() };
        if self.rows > 4 && many {
            // SAFETY: by the caller's promise.
            return unsafe { self.sums::<8, N, MASKED>(simd) };
        }
        if self.rows > 4 && (N == 1 || !MASKED) {
            // SAFETY: as above.
            return unsafe { self.sums::<6, N, MASKED>(simd) };
        }
        // SAFETY: as above.
        unsafe { self.sums::<4, N, MASKED>(simd) };
        if self.rows > 4 {
            self.rows -= 4;
            // SAFETY: the first element of a row.
            self.a = unsafe { self.a.offset(4 * self.a_strides[0]) };
            // SAFETY: as above.
            self.c = unsafe { self.c.offset(4 * self.c_down) };
            // SAFETY: as above.
            unsafe { self.sums::<4, N, MASKED>(simd) };
        }
    }

    /// Multiplies into `M` rows, or `rows` if that is less, of `N` vectors.
    ///
    /// # Safety
    /// As [`Tile::multiply`].
    #[inline(always)]
    unsafe fn sums<const M: usize, const N: usize, const MASKED: bool>(&self, simd: S) {
        let lanes = F::lanes::<S>();
        let [a_down, a_right] = self.a_strides;
        // Rows past the last one repeat it; what they give is not stored.
        let a: [*const F; M] = core::array::from_fn(|i| {
            // SAFETY: an element of the first column.
            unsafe { self.a.offset(i.min(self.rows - 1) as isize * a_down) }
        });
        let mut sums = [[F::splat(simd, F::ZERO); N]; M];
        for p in 0..self.depth as isize {
            let row: [F::Vector<S>; N] = core::array::from_fn(|j| {
                // SAFETY: columns of row `p`.
                let from = unsafe { self.b.offset(p * self.b_down + (j * lanes) as isize) };
                let mask = self.mask.filter(|_| MASKED && j + 1 == N);
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
            if i >= self.rows {
                break;
            }
            for (j, sum) in sums.into_iter().enumerate() {
                // SAFETY: columns of row `i`.
                let to = unsafe { self.c.offset(i as isize * self.c_down + (j * lanes) as isize) };
                let mask = self.mask.filter(|_| MASKED && j + 1 == N);
                // SAFETY: a whole vector of places, or as many as the mask selects.
                unsafe { self.put(simd, mask, to, sum) };
            }
        }
    }

    /// Stores a vector of sums, or the lanes of a mask.
    ///
    /// # Safety
    /// There are as many places, reached by nothing else; initialised if there is a `beta`.
    #[inline(always)]
    unsafe fn put(&self, simd: S, mask: Option<F::Mask<S>>, to: *mut F, sum: F::Vector<S>) {
        let mut sum = sum;
        if self.alpha != F::ONE {
            sum = F::mul(simd, F::splat(simd, self.alpha), sum);
        }
        if let Some(beta) = self.beta {
            // SAFETY: by the caller's promise.
            let before = unsafe { get::<F, S>(simd, mask, to) };
            sum = F::mul_add(simd, F::splat(simd, beta), before, sum);
        }
        match mask {
            // SAFETY: by the caller's promise.
            None => unsafe { to.cast::<F::Vector<S>>().write_unaligned(sum) },
            // SAFETY: as above.
            Some(mask) => unsafe { F::store(simd, mask, to, sum) },
        }
    }
}
