//! Transposes of squares in registers of 16 bytes, which every machine of this architecture has.
//!
//! Each round interleaves the elements of the lines of the first half with those of the second; after as
//! many rounds as a line has bits in its number, lines have become columns. With registers of 32 or 64
//! bytes (AVX2, AVX-512) copies were not faster, as memory decides.

use core::arch::x86_64::*;

macro_rules! squares {
    ($($square:ident $side:literal $Word:ty, $rounds:literal: $low:ident $high:ident;)+) => { $(
        /// Transposes a square: line `k` is at `k * columns` in `from`, and becomes column `k` of lines
        /// that are `rows` apart in `to`.
        ///
        /// # Safety
        /// The lines may be read and written.
        #[inline(always)]
        pub(super) unsafe fn $square(from: *const $Word, columns: isize, to: *mut $Word, rows: isize) {
            // SAFETY: SSE2 is there.
            let mut lines = [unsafe { _mm_setzero_si128() }; $side];
            for (k, line) in lines.iter_mut().enumerate() {
                // SAFETY: by the caller's promise.
                *line = unsafe { _mm_loadu_si128(from.wrapping_offset(k as isize * columns).cast()) };
            }
            for _ in 0..$rounds {
                let before = lines;
                for k in 0..$side / 2 {
                    let (a, b) = (before[k], before[k + $side / 2]);
                    // SAFETY: SSE2 is there.
                    lines[2 * k] = unsafe { $low(a, b) };
                    // SAFETY: the same.
                    lines[2 * k + 1] = unsafe { $high(a, b) };
                }
            }
            for (k, line) in lines.into_iter().enumerate() {
                // SAFETY: by the caller's promise.
                unsafe { _mm_storeu_si128(to.wrapping_offset(k as isize * rows).cast(), line) };
            }
        }
    )+ };
}

squares! {
    of_1_byte 16 u8, 4: _mm_unpacklo_epi8 _mm_unpackhi_epi8;
    of_2_bytes 8 u16, 3: _mm_unpacklo_epi16 _mm_unpackhi_epi16;
    of_4_bytes 4 u32, 2: _mm_unpacklo_epi32 _mm_unpackhi_epi32;
    of_8_bytes 2 u64, 1: _mm_unpacklo_epi64 _mm_unpackhi_epi64;
}
