//! Transposes of squares in registers.

use super::pack::{Patch, Scratch, move_one};
#[cfg(target_arch = "x86_64")]
use crate::kernels::dispatch::arch;

/// Copies a rectangle whose columns are contiguous in `from` and whose rows are contiguous in `to`, if both sides are at
/// least as long as those of a square; returns whether they are.
///
/// # Safety
/// As [`copy`](super::pack::copy), with elements of `E`'s size.
pub(super) unsafe fn transpose<E: Copy>(from: Patch, to: Patch) -> bool {
    #[cfg(target_arch = "x86_64")]
    if matches!(arch(), pulp::Arch::V3(_) | pulp::Arch::V4(_)) {
        match size_of::<E>() {
            // SAFETY: (of all) by the caller's promise; the machine has AVX2.
            1 => return unsafe { of_1_byte(from, to) },
            // SAFETY: as above.
            2 => return unsafe { of_2_bytes(from, to) },
            // SAFETY: as above.
            4 => return unsafe { of_4_bytes(from, to) },
            // SAFETY: as above.
            8 => return unsafe { of_8_bytes(from, to) },
            _ => {}
        }
    }
    in_squares::<1, E>(from, to, |from, _, to, _| {
        // SAFETY: an element of each rectangle, by the caller's promise.
        unsafe { move_one(from, to) };
    })
}

/// Calls `square` for squares of `SIDE` elements that cover the rectangle: with where each starts in both, and how
/// far its columns, and rows, are apart. The last of a row or a column of squares overlaps the one before it. Returns
/// `false`, and calls nothing, for a rectangle that is smaller than a square.
///
/// Squares follow each other along the lines that are read, which the machine then fetches ahead: in tiles
/// that are one line of the cache long, so that lines are read and written whole. Of a matrix whose rows are a
/// power of two apart, few lines stay in the cache together.
#[inline(always)]
fn in_squares<const SIDE: usize, E: Copy>(
    from: Patch,
    to: Patch,
    square: impl Fn(*const E, isize, *mut E, isize),
) -> bool {
    let [down, right] = from.sizes;
    if down < SIDE || right < SIDE {
        return false;
    }
    // One or two rows of squares are one tile. Row: `max over last, [100000,10]` (0.85).
    let line = Scratch::LINE / size_of::<E>();
    let tile = if down < 2 * SIDE { right.max(down) } else { line };
    // Lines of rows at a distance of a multiple of eight lines share few sets of the cache, and do not stay there long.
    // So the first tile ends where a line does. Row: `256^3, B a transposed view`.
    let is_far = tile == line && (to.strides[0] as usize).is_multiple_of(8 * line);
    let begun = if is_far { to.start as usize % Scratch::LINE / size_of::<E>() } else { 0 };
    let (mut left, mut end) = (0, tile - begun);
    while left < right {
        let stop = right.min(end).max(SIDE);
        for top in (0..down).step_by(tile) {
            for column in (left..stop).step_by(SIDE).map(|at| at.min(stop - SIDE)) {
                for row in (top..down.min(top + tile)).step_by(SIDE).map(|at| at.min(down - SIDE)) {
                    let at = from.at(size_of::<E>(), row, column).cast::<E>();
                    let place = to.at(size_of::<E>(), row, column).cast::<E>();
                    square(at, from.strides[1], place, to.strides[0]);
                }
            }
        }
        (left, end) = (end, end + tile);
    }
    true
}

#[cfg(target_arch = "x86_64")]
macro_rules! squares {
    ($($transpose:ident $E:ty, $half:literal, $rounds:literal: $low:ident $high:ident;)+) => { $(
        /// As [`transpose`], in registers of 32 bytes.
        ///
        /// Of each half of the lines, each round interleaves the elements of those of its first half with
        /// those of its second; after as many rounds as such a line has bits in its number, the halves of
        /// lines have become columns.
        ///
        /// Vectors pass through loops and closures of this function only: `array::map` and `from_fn` are
        /// compiled without AVX2, take vectors through memory, and cost more than the transpose.
        ///
        /// # Safety
        /// As [`transpose`], on a machine with AVX2.
        #[target_feature(enable = "avx2")]
        unsafe fn $transpose(from: Patch, to: Patch) -> bool {
            let square = |from: *const $E, columns: isize, to: *mut $E, rows: isize| {
                let mut lines = [_mm256_setzero_si256(); 2 * $half];
                for (k, line) in lines.iter_mut().enumerate() {
                    let at = from.wrapping_offset(k as isize * columns);
                    // SAFETY: a column of the square, by the caller's promise.
                    *line = unsafe { _mm256_loadu_si256(at.cast()) };
                }
                for _ in 0..$rounds {
                    let before = lines;
                    for k in 0..$half {
                        let first = k / ($half / 2) * ($half / 2) + k;
                        let (a, b) = (before[first], before[first + $half / 2]);
                        (lines[2 * k], lines[2 * k + 1]) = ($low(a, b), $high(a, b));
                    }
                }
                for k in 0..$half {
                    let (a, b) = (lines[k], lines[k + $half]);
                    let upper = to.wrapping_offset(k as isize * rows);
                    let lower = to.wrapping_offset((k + $half) as isize * rows);
                    let halves = [(upper, _mm256_permute2x128_si256::<0x20>(a, b)), (lower, _mm256_permute2x128_si256::<0x31>(a, b))];
                    for (place, line) in halves {
                        // SAFETY: a row of the square, by the caller's promise.
                        unsafe { _mm256_storeu_si256(place.cast(), line) };
                    }
                }
            };
            in_squares::<{ 2 * $half }, $E>(from, to, square)
        }
    )+ };
}

#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

#[cfg(target_arch = "x86_64")]
squares! {
    of_1_byte u8, 16, 4: _mm256_unpacklo_epi8 _mm256_unpackhi_epi8;
    of_2_bytes u16, 8, 3: _mm256_unpacklo_epi16 _mm256_unpackhi_epi16;
    of_4_bytes u32, 4, 2: _mm256_unpacklo_epi32 _mm256_unpackhi_epi32;
    of_8_bytes u64, 2, 1: _mm256_unpacklo_epi64 _mm256_unpackhi_epi64;
}
