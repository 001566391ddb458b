//! Transposes of squares in registers.

use super::pack::{Patch, Scratch, move_one};
use crate::kernels::dispatch::arch;

/// Copies the largest part that consists of whole squares, where columns are contiguous in `from` and rows in
/// `to`; returns how many rows and columns those are.
///
/// # Safety
/// As [`copy`](super::pack::copy), with elements of `E`'s size.
pub(super) unsafe fn transpose<E: Copy>(from: Patch, to: Patch) -> [usize; 2] {
    match (arch(), size_of::<E>()) {
        // SAFETY: (of all) by the caller's promise; the machine has AVX2.
        #[cfg(target_arch = "x86_64")]
        (pulp::Arch::V3(_) | pulp::Arch::V4(_), 1) => unsafe { of_1_byte(from, to) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        (pulp::Arch::V3(_) | pulp::Arch::V4(_), 2) => unsafe { of_2_bytes(from, to) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        (pulp::Arch::V3(_) | pulp::Arch::V4(_), 4) => unsafe { of_4_bytes(from, to) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        (pulp::Arch::V3(_) | pulp::Arch::V4(_), 8) => unsafe { of_8_bytes(from, to) },
        _ => in_squares::<1, 1, E>(from, to, |from, _, to, _| {
            // SAFETY: an element of each rectangle, by the caller's promise.
            unsafe { move_one(from, to) };
        }),
    }
}

/// Copies the whole blocks of `TALL` rows and `SIDE` columns: calls `block` with where each starts in both,
/// and how far its columns, and rows, are apart; returns how many rows and columns those are.
///
/// The blocks follow each other along the lines that are read, which the machine then fetches ahead: in tiles
/// that are one line of the cache long, so that lines are read and written whole. Of a matrix whose rows are a
/// power of two apart, few lines stay in the cache together.
#[inline(always)]
fn in_squares<const TALL: usize, const SIDE: usize, E: Copy>(
    from: Patch,
    to: Patch,
    block: impl Fn(*const E, isize, *mut E, isize),
) -> [usize; 2] {
    let [down, right] = [from.sizes[0] / TALL * TALL, from.sizes[1] / SIDE * SIDE];
    let tile = TALL.max(Scratch::LINE / size_of::<E>());
    for left in (0..right).step_by(tile) {
        for top in (0..down).step_by(tile) {
            for column in (left..right.min(left + tile)).step_by(SIDE) {
                for row in (top..down.min(top + tile)).step_by(TALL) {
                    let at = from.at(size_of::<E>(), row, column).cast::<E>();
                    let place = to.at(size_of::<E>(), row, column).cast::<E>();
                    block(at, from.strides[1], place, to.strides[0]);
                }
            }
        }
    }
    [down, right]
}

#[cfg(target_arch = "x86_64")]
macro_rules! squares {
    ($($transpose:ident $E:ty, $side:literal, $rounds:literal: $low:ident $high:ident;)+) => { $(
        /// As [`transpose`], two squares below each other in the halves of registers of 32 bytes.
        ///
        /// Each round interleaves the elements of the lines of the first half with those of the second;
        /// after as many rounds as a line has bits in its number, lines have become columns.
        ///
        /// Vectors pass through loops and closures of this function only: `array::map` and `from_fn` are
        /// compiled without AVX2, take vectors through memory, and cost more than the transpose.
        ///
        /// # Safety
        /// As [`transpose`], on a machine with AVX2.
        #[target_feature(enable = "avx2")]
        unsafe fn $transpose(from: Patch, to: Patch) -> [usize; 2] {
            let block = |from: *const $E, columns: isize, to: *mut $E, rows: isize| {
                let mut lines = [_mm256_setzero_si256(); $side];
                for (k, line) in lines.iter_mut().enumerate() {
                    let at = from.wrapping_offset(k as isize * columns);
                    // SAFETY: a column of the block, by the caller's promise.
                    *line = unsafe { _mm256_loadu_si256(at.cast()) };
                }
                for _ in 0..$rounds {
                    let before = lines;
                    for k in 0..$side / 2 {
                        let (a, b) = (before[k], before[k + $side / 2]);
                        (lines[2 * k], lines[2 * k + 1]) = ($low(a, b), $high(a, b));
                    }
                }
                for (k, line) in lines.into_iter().enumerate() {
                    let (low, high) = (_mm256_castsi256_si128(line), _mm256_extracti128_si256::<1>(line));
                    let (upper, lower) = (k as isize * rows, (k + $side) as isize * rows);
                    // SAFETY: a row of the block, by the caller's promise.
                    unsafe { _mm_storeu_si128(to.wrapping_offset(upper).cast(), low) };
                    // SAFETY: the same.
                    unsafe { _mm_storeu_si128(to.wrapping_offset(lower).cast(), high) };
                }
            };
            in_squares::<{ 2 * $side }, $side, $E>(from, to, block)
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
