//! Transposes of squares in registers.
//!
//! Registers of 64 bytes (AVX-512) were a tenth faster than those of 32 at most. Vectors pass through loops
//! and closures of these functions only: `array::map` and `from_fn` are compiled without AVX2, take vectors
//! through memory, and cost more than the transpose.

use super::pack::{Patch, in_squares, move_one};
use crate::kernels::dispatch::arch;
use core::arch::x86_64::*;

macro_rules! squares {
    ($($(#[$doc:meta])* $transpose:ident $Word:ty, $side:literal, $rounds:literal: $low:ident $high:ident;)+) => { $(
        /// As [`Word::transpose`](super::pack::Word::transpose), in registers of 16 bytes.
        ///
        /// Each round interleaves the elements of the lines of the first half with those of the second;
        /// after as many rounds as a line has bits in its number, lines have become columns.
        ///
        /// # Safety
        /// As [`Word::transpose`](super::pack::Word::transpose).
        $(#[$doc])*
        pub(super) unsafe fn $transpose(from: Patch, to: Patch) -> [usize; 2] {
            let square = |from: *const $Word, columns: isize, to: *mut $Word, rows: isize| {
                // SAFETY: (of all) SSE2 is there; lines of the square, by the caller's promise.
                let mut lines = [unsafe { _mm_setzero_si128() }; $side];
                for (k, line) in lines.iter_mut().enumerate() {
                    // SAFETY: see above.
                    *line = unsafe { _mm_loadu_si128(from.wrapping_offset(k as isize * columns).cast()) };
                }
                for _ in 0..$rounds {
                    let before = lines;
                    for k in 0..$side / 2 {
                        let (a, b) = (before[k], before[k + $side / 2]);
                        // SAFETY: see above.
                        lines[2 * k] = unsafe { $low(a, b) };
                        // SAFETY: see above.
                        lines[2 * k + 1] = unsafe { $high(a, b) };
                    }
                }
                for (k, line) in lines.into_iter().enumerate() {
                    // SAFETY: see above.
                    unsafe { _mm_storeu_si128(to.wrapping_offset(k as isize * rows).cast(), line) };
                }
            };
            in_squares::<$side, $Word>(from, to, square)
        }
    )+ };
}

squares! {
    of_1_byte u8, 16, 4: _mm_unpacklo_epi8 _mm_unpackhi_epi8;
    of_2_bytes u16, 8, 3: _mm_unpacklo_epi16 _mm_unpackhi_epi16;
    sse2_of_4 u32, 4, 2: _mm_unpacklo_epi32 _mm_unpackhi_epi32;
    sse2_of_8 u64, 2, 1: _mm_unpacklo_epi64 _mm_unpackhi_epi64;
}

/// # Safety
/// As [`Word::transpose`](super::pack::Word::transpose).
pub(super) unsafe fn of_16_bytes(from: Patch, to: Patch) -> [usize; 2] {
    in_squares::<1, [u64; 2]>(from, to, |from, _, to, _| {
        // SAFETY: an element of each rectangle, by the caller's promise.
        unsafe { move_one(from, to) };
    })
}

/// # Safety
/// As [`Word::transpose`](super::pack::Word::transpose).
pub(super) unsafe fn of_4_bytes(from: Patch, to: Patch) -> [usize; 2] {
    match arch() {
        // SAFETY: by the caller's promise.
        pulp::Arch::Scalar => unsafe { sse2_of_4(from, to) },
        // SAFETY: by the caller's promise; the machine has AVX2.
        _ => unsafe { avx2_of_4(from, to) },
    }
}

/// # Safety
/// As [`Word::transpose`](super::pack::Word::transpose).
pub(super) unsafe fn of_8_bytes(from: Patch, to: Patch) -> [usize; 2] {
    match arch() {
        // SAFETY: by the caller's promise.
        pulp::Arch::Scalar => unsafe { sse2_of_8(from, to) },
        // SAFETY: by the caller's promise; the machine has AVX2.
        _ => unsafe { avx2_of_8(from, to) },
    }
}

/// # Safety
/// As [`of_4_bytes`], on a machine with AVX2.
#[target_feature(enable = "avx2")]
unsafe fn avx2_of_4(from: Patch, to: Patch) -> [usize; 2] {
    let square = |from: *const f32, columns: isize, to: *mut f32, rows: isize| {
        let (mut block, mut pairs) = ([_mm256_setzero_ps(); 8], [_mm256_setzero_ps(); 8]);
        for (k, line) in block.iter_mut().enumerate() {
            // SAFETY: eight elements of the square.
            *line = unsafe { _mm256_loadu_ps(from.wrapping_offset(k as isize * columns)) };
        }
        for k in 0..4 {
            let (a, b) = (block[2 * k], block[2 * k + 1]);
            pairs[2 * k] = _mm256_unpacklo_ps(a, b);
            pairs[2 * k + 1] = _mm256_unpackhi_ps(a, b);
        }
        let double = |k: usize| _mm256_castps_pd(pairs[k]);
        for k in [0, 1, 4, 5] {
            let (a, b) = (double(k), double(k + 2));
            let to = k + k % 4;
            block[to] = _mm256_castpd_ps(_mm256_unpacklo_pd(a, b));
            block[to + 1] = _mm256_castpd_ps(_mm256_unpackhi_pd(a, b));
        }
        for k in 0..4 {
            let at = |row: usize| to.wrapping_offset(row as isize * rows);
            let top = _mm256_permute2f128_ps::<0x20>(block[k], block[k + 4]);
            let bottom = _mm256_permute2f128_ps::<0x31>(block[k], block[k + 4]);
            // SAFETY: eight elements of the square.
            unsafe { _mm256_storeu_ps(at(k), top) };
            // SAFETY: the same.
            unsafe { _mm256_storeu_ps(at(k + 4), bottom) };
        }
    };
    in_squares::<8, f32>(from, to, square)
}

/// # Safety
/// As [`of_8_bytes`], on a machine with AVX2.
#[target_feature(enable = "avx2")]
unsafe fn avx2_of_8(from: Patch, to: Patch) -> [usize; 2] {
    let square = |from: *const f64, columns: isize, to: *mut f64, rows: isize| {
        // SAFETY: four elements of the square.
        let line = |k: isize| unsafe { _mm256_loadu_pd(from.wrapping_offset(k * columns)) };
        let [a, b, c, d] = [line(0), line(1), line(2), line(3)];
        let (ab, cd) = (_mm256_unpacklo_pd(a, b), _mm256_unpacklo_pd(c, d));
        let (ab2, cd2) = (_mm256_unpackhi_pd(a, b), _mm256_unpackhi_pd(c, d));
        let lines = [
            _mm256_permute2f128_pd::<0x20>(ab, cd),
            _mm256_permute2f128_pd::<0x20>(ab2, cd2),
            _mm256_permute2f128_pd::<0x31>(ab, cd),
            _mm256_permute2f128_pd::<0x31>(ab2, cd2),
        ];
        for (k, line) in lines.into_iter().enumerate() {
            // SAFETY: four elements of the square.
            unsafe { _mm256_storeu_pd(to.wrapping_offset(k as isize * rows), line) };
        }
    };
    in_squares::<4, f64>(from, to, square)
}
