//! Products of weights and shifted images, of `f32` and `f64`, in registers.
//!
//! Columns are windows: those of a row of windows, then the few positions between that row and the next one, if
//! there are any, whose sums are not stored, and so on. A tile of some channels by some vectors of columns stays in
//! registers while all elements of the windows pass.

use super::padded::Padded;
use crate::kernels::dispatch::arch;
use crate::kernels::product::registers::Registers;
use crate::kernels::send_ptr::SendPtr;
use core::ops::Range;
use pulp::{Simd, WithSimd};

pub(super) use crate::kernels::product::registers::Registers as Vectors;

/// How many rows, which are channels, make whole tiles: two of 8, or two of 6 and one of 4.
pub(super) const TILED_ROWS: usize = 16;
/// How many columns do, of two, three or six vectors of any width.
pub(super) const TILED_COLUMNS: usize = 96;
/// How many bytes of the images' rows are multiplied by all weights before the next ones: they stay in the
/// second-level cache.
const IMAGE_BYTES: usize = 384 << 10;

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
    /// How many columns a layer has.
    pub(super) fn columns(&self) -> usize {
        let [lines, positions, out] = self.padded.lines();
        (lines - 1) * positions + out
    }

    /// Writes some channels of some columns of each layer of the result.
    ///
    /// # Safety
    /// From `result` on there is a place for each window of each of the channels of the weights, and nothing
    /// else reaches those of the rows and columns.
    pub(super) unsafe fn multiply(&self, rows: Range<usize>, columns: Range<usize>) {
        let inner = self.c_in * self.padded.taps.len();
        assert!(rows.end * inner <= self.weights.len() && columns.end <= self.columns());
        assert!(self.bias.is_none_or(|bias| rows.end <= bias.len()));
        if rows.is_empty() || columns.is_empty() {
            return;
        }
        // The last element that is read.
        let last_tap = self.padded.taps.iter().max().copied().unwrap_or(0);
        let last = self.padded.layer(self.padded.layers() - 1) + last_tap + columns.end - 1;
        assert!(inner == 0 || (self.c_in - 1) * self.plane + last < self.x.len());
        arch().dispatch(Multiply { shifted: self, rows, columns });
    }
}

/// What the caller of [`Shifted::multiply`] promised, and what it checked, holds for what is in here.
struct Multiply<'a, F> {
    shifted: &'a Shifted<'a, F>,
    rows: Range<usize>,
    columns: Range<usize>,
}

impl<F: Registers> WithSimd for Multiply<'_, F> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        if self.rows.len() < 3 {
            self.multiply::<S, 1, 6>(simd);
        } else if const { S::REGISTER_COUNT < 32 } {
            self.multiply::<S, 6, 2>(simd);
        } else {
            let width = |vectors| self.columns.len().next_multiple_of(vectors * F::lanes::<S>());
            // Tiles of three vectors are faster, unless they multiply more columns a second time. Row: the images of
            // 7 x 7 in `cargo bench --bench windows` (0.91).
            if 9 * width(2) < 8 * width(3) {
                self.multiply::<S, 8, 2>(simd);
            } else {
                self.multiply::<S, 8, 3>(simd);
            }
        }
    }
}

impl<F: Registers> Multiply<'_, F> {
    /// Multiplies in tiles of `M` rows by `N` vectors, and at the ends of fewer.
    #[inline(always)]
    fn multiply<S: Simd, const M: usize, const N: usize>(self, simd: S) {
        let (shifted, columns) = (self.shifted, self.columns);
        let padded = shifted.padded;
        let [lines, positions, out] = padded.lines();
        let (lanes, taps) = (F::lanes::<S>(), padded.taps.len());
        let width = if columns.len() < N * lanes { lanes } else { N * lanes };
        let block = shifted.columns() * IMAGE_BYTES / size_of_val(shifted.x).max(IMAGE_BYTES);
        let block = block.max(1).next_multiple_of(width);
        let result_plane = padded.layers() * lines * out;
        for layer in 0..padded.layers() {
            let mut tile = ColumnTile {
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
            for left in columns.clone().step_by(block) {
                let end = columns.end.min(left + block);
                let mut row = self.rows.start;
                while row < self.rows.end {
                    let rows = self.rows.end - row;
                    let is_low = M > 4 && rows <= 4;
                    for column in (left..end).step_by(width) {
                        let is_narrow = width == lanes || end - column <= lanes;
                        // The last columns are multiplied with some of those before them.
                        tile.column = if is_narrow { column } else { column.min(end - width) };
                        tile.count = lanes.min(end - column);
                        match (is_low, is_narrow) {
                            // SAFETY: rows and columns of the product, by the caller's promise.
                            (false, false) => unsafe { tile.multiply::<S, M, N>(simd, row, rows) },
                            // SAFETY: rows and columns of the product, by the caller's promise.
                            (false, true) => unsafe { tile.multiply::<S, M, 1>(simd, row, rows) },
                            // SAFETY: rows and columns of the product, by the caller's promise.
                            (true, false) => unsafe { tile.multiply::<S, 4, N>(simd, row, rows) },
                            // SAFETY: rows and columns of the product, by the caller's promise.
                            (true, true) => unsafe { tile.multiply::<S, 4, 1>(simd, row, rows) },
                        }
                    }
                    row += if is_low { 4 } else { M };
                }
            }
        }
    }
}

/// Some columns of a product.
struct ColumnTile<'a, F> {
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
    /// The first column.
    column: usize,
    /// How many columns there are, if they are no more than a vector.
    count: usize,
}

impl<F: Registers> ColumnTile<'_, F> {
    /// Multiplies `M` rows, or those that are left, into `N` vectors of columns; one vector may be a part of one.
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
        let count = if N == 1 { self.count } else { lanes };
        let mask = F::first(simd, count);
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
        let taps = &self.shifted.padded.taps;
        let mut x = self.x.wrapping_add(self.column);
        let mut p = 0;
        for _ in 0..self.shifted.c_in {
            for &tap in taps {
                let mut vectors = [sums[0][0]; N];
                let mut from = x.wrapping_add(tap);
                for vector in &mut vectors {
                    *vector = match N {
                        // SAFETY: elements of the image, those that the mask selects, by the caller's promise.
                        1 => unsafe { F::load(simd, mask, from) },
                        // SAFETY: elements of the image, by the caller's promise.
                        _ => unsafe { F::load_all::<S>(from) },
                    };
                    from = from.wrapping_add(lanes);
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
        let mut line = self.column / self.positions;
        for j in 0..N {
            let start = self.column + j * lanes;
            let end = start + count;
            // The windows among the columns, line by line.
            while line * self.positions < end {
                let first = line * self.positions;
                let (from, until) = (start.max(first), end.min(first + self.out));
                let to = self.to.wrapping_add(line * self.out + start).wrapping_sub(first);
                let to_row = |i: usize| to.wrapping_add((row + i) * self.result_plane);
                if until == from + lanes {
                    for (i, sums) in sums.iter().enumerate().take(rows) {
                        // SAFETY: results of windows, by the caller's promise.
                        unsafe { F::store_all::<S>(to_row(i), sums[j]) };
                    }
                } else if from < until {
                    let mask = F::between(simd, from - start, until - start);
                    for (i, sums) in sums.iter().enumerate().take(rows) {
                        // SAFETY: results of windows, those that the mask selects, by the caller's promise.
                        unsafe { F::store(simd, mask, to_row(i), sums[j]) };
                    }
                }
                if end < first + self.positions {
                    break;
                }
                line += 1;
            }
        }
    }
}
