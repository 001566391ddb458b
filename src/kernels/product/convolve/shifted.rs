//! Products of weights and shifted images, of `f32` and `f64`, in registers.
//!
//! Columns are windows: those of a row of windows, then the few positions between that row and the next one,
//! whose sums are not stored, and so on. A tile of some channels by some vectors of columns stays in
//! registers while all elements of the windows pass.

use super::padded::Padded;
use crate::kernels::dispatch::arch;
use crate::kernels::product::registers::Registers;
use crate::kernels::send_ptr::SendPtr;
use core::ops::Range;
use pulp::{Simd, WithSimd};

pub(super) use crate::kernels::product::registers::Registers as Vectors;

/// How many rows of a product, which are channels, the largest tile has.
pub(super) const ROWS: usize = 8;
/// How many bytes of the images' rows are multiplied by all weights before the next ones: they stay in the
/// second-level cache.
const BLOCK: usize = 384 << 10;

/// Channels of one image, and the weights of channels of the result.
pub(super) struct Shifted<'a, F> {
    pub(super) padded: &'a Padded,
    /// The channels of the image, `plane` elements apart.
    pub(super) x: &'a [F],
    pub(super) plane: usize,
    pub(super) c_in: usize,
    /// A row for each channel of the result.
    pub(super) weights: &'a [F],
    pub(super) bias: Option<&'a [F]>,
    pub(super) result: SendPtr<*mut F>,
}

impl<F: Registers> Shifted<'_, F> {
    /// Writes some channels of the result.
    ///
    /// # Safety
    /// From `result` on there is a place for each window of each of the channels of the weights, and nothing
    /// else reaches those of `rows`.
    pub(super) unsafe fn multiply(&self, rows: Range<usize>) {
        let inner = self.c_in * self.padded.taps().len();
        assert!(rows.end * inner <= self.weights.len());
        assert!(self.bias.is_none_or(|bias| rows.end <= bias.len()));
        if rows.is_empty() {
            return;
        }
        let ([positions, out], layers) = (self.padded.row(), self.padded.layers());
        let lines = self.padded.rows();
        // The last element that is read.
        let columns = (lines - 1) * positions + out;
        let last_tap = self.padded.taps().iter().max().copied().unwrap_or(0);
        let last = self.padded.layer(layers - 1) + last_tap + columns - 1;
        assert!(inner == 0 || (self.c_in - 1) * self.plane + last < self.x.len());
        arch().dispatch(Multiply { shifted: self, rows, columns });
    }
}

/// What the caller of [`Shifted::multiply`] promised, and what it checked, holds for what is in here.
struct Multiply<'a, F> {
    shifted: &'a Shifted<'a, F>,
    rows: Range<usize>,
    columns: usize,
}

impl<F: Registers> WithSimd for Multiply<'_, F> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let (shifted, columns) = (self.shifted, self.columns);
        let padded = shifted.padded;
        let ([positions, out], lines) = (padded.row(), padded.rows());
        let (lanes, taps) = (F::lanes::<S>(), padded.taps().len());
        let is_wide = const { S::REGISTER_COUNT >= 32 };
        let is_single = self.rows.len() < 3;
        let width = if S::IS_SCALAR && is_single {
            lanes
        } else if is_single {
            4 * lanes
        } else {
            2 * lanes
        };
        // Elements of a column over all channels, of which shifted ones share most.
        let block = (BLOCK / size_of::<F>() / shifted.c_in.max(1)).max(width);
        let result_plane = padded.layers() * lines * out;
        for layer in 0..padded.layers() {
            let mut tile = Tile {
                shifted,
                inner: shifted.c_in * taps,
                x: shifted.x.as_ptr().wrapping_add(padded.layer(layer)),
                to: shifted.result.get().wrapping_add(layer * lines * out),
                result_plane,
                positions,
                out,
                column: 0,
                count: 0,
            };
            for left in (0..columns).step_by(block.next_multiple_of(width)) {
                let end = columns.min(left + block.next_multiple_of(width));
                let mut row = self.rows.start;
                while row < self.rows.end {
                    let rows = self.rows.end - row;
                    let height = match rows {
                        1 | 2 => 1,
                        5.. if is_wide => ROWS,
                        _ => 4,
                    };
                    for column in (left..end).step_by(width) {
                        (tile.column, tile.count) = (column, width.min(end - column));
                        // A vector too many, of which the masks select nothing, costs less than one more tile of its
                        // own to compile.
                        match (height, tile.count.div_ceil(lanes)) {
                            // SAFETY: rows and columns of the product, by the caller's promise.
                            (ROWS, _) => unsafe { tile.multiply::<S, 8, 2>(simd, row, rows) },
                            // SAFETY: rows and columns of the product, by the caller's promise.
                            (4, _) => unsafe { tile.multiply::<S, 4, 2>(simd, row, rows) },
                            // SAFETY: rows and columns of the product, by the caller's promise.
                            (_, count) if count == 1 || S::IS_SCALAR => unsafe {
                                tile.multiply::<S, 1, 1>(simd, row, rows)
                            },
                            // SAFETY: rows and columns of the product, by the caller's promise.
                            (_, _) => unsafe { tile.multiply::<S, 1, 4>(simd, row, rows) },
                        }
                    }
                    row += height;
                }
            }
        }
    }
}

/// Some columns of a product.
struct Tile<'a, F> {
    shifted: &'a Shifted<'a, F>,
    /// The number of elements of a window.
    inner: usize,
    /// The first window of the layer.
    x: *const F,
    /// The result of the first window of the layer.
    to: *mut F,
    result_plane: usize,
    /// How many positions a line has, and how many of them are windows.
    positions: usize,
    out: usize,
    /// The first column, and how many there are.
    column: usize,
    count: usize,
}

impl<F: Registers> Tile<'_, F> {
    /// Multiplies `M` rows, or those that are left, into `N` vectors of columns.
    ///
    /// # Safety
    /// There is a row, and there are the columns.
    #[inline(always)]
    unsafe fn multiply<S: Simd, const M: usize, const N: usize>(
        &self,
        simd: S,
        row: usize,
        rows: usize,
    ) {
        let (lanes, rows) = (F::lanes::<S>(), M.min(rows));
        let count_of = |j: usize| self.count.saturating_sub(j * lanes).min(lanes);
        let mut masks = [F::between(simd, 0, 0); N];
        for (j, mask) in masks.iter_mut().enumerate() {
            *mask = F::between(simd, 0, count_of(j));
        }
        // Rows past the last one repeat it; what they give is not stored.
        let mut weights = [self.shifted.weights.as_ptr(); M];
        let mut sums = [[F::splat(simd, F::zero()); N]; M];
        for i in 0..M {
            let row = row + i.min(rows - 1);
            weights[i] = weights[i].wrapping_add(row * self.inner);
            if let Some(bias) = self.shifted.bias {
                sums[i] = [F::splat(simd, bias[row]); N];
            }
        }
        let taps = self.shifted.padded.taps();
        let mut x = self.x.wrapping_add(self.column);
        let mut p = 0;
        for _ in 0..self.shifted.c_in {
            for &tap in taps {
                let mut vectors = [sums[0][0]; N];
                for j in 0..N {
                    let from = x.wrapping_add(tap + j * lanes);
                    // SAFETY: elements of the image, those that the mask selects, by the caller's promise.
                    vectors[j] = unsafe { F::load(simd, masks[j], from) };
                }
                for i in 0..M {
                    // SAFETY: element `p` of a row of weights, by the caller's promise.
                    let weight = F::splat(simd, unsafe { *weights[i].wrapping_add(p) });
                    for j in 0..N {
                        sums[i][j] = F::mul_add(simd, weight, vectors[j], sums[i][j]);
                    }
                }
                p += 1;
            }
            x = x.wrapping_add(self.shifted.plane);
        }
        for j in 0..N {
            let (start, end) = (self.column + j * lanes, self.column + j * lanes + count_of(j));
            let mut line = if start < self.positions { 0 } else { start / self.positions };
            // The windows among the columns, line by line.
            while line * self.positions < end {
                let first = line * self.positions;
                let (from, until) = (start.max(first), end.min(first + self.out));
                if from < until {
                    let mask = F::between(simd, from - start, until - start);
                    let to = self.to.wrapping_add(line * self.out + start).wrapping_sub(first);
                    for (i, sums) in sums.iter().enumerate().take(rows) {
                        let to = to.wrapping_add((row + i) * self.result_plane);
                        // SAFETY: results of windows, those that the mask selects, by the caller's promise.
                        unsafe { F::store(simd, mask, to, sums[j]) };
                    }
                }
                line += 1;
            }
        }
    }
}
