//! Transposes in registers.
//!
//! With AVX2, squares of 8 x 8 elements of 4 bytes or 4 x 4 of 8 bytes; 16 x 16 with AVX-512 was a
//! tenth faster at most. Squares follow each other along the lines that are further apart, those
//! that are written if there is a choice: of a matrix whose rows are a power of two apart, few lines
//! stay in the cache together. Asking for lines in advance made no difference.
//!
//! Vectors pass through loops and closures of these functions only: `array::map` and `from_fn` are
//! compiled without AVX2, take vectors through memory, and cost more than the transpose.

use super::pack::Patch;
use crate::kernels::dispatch::arch;
use core::arch::x86_64::*;

/// Copies as many whole squares as there are; returns how many rows and columns those are.
///
/// # Safety
/// As [`super::pack::transfer`], of elements of 4 bytes; rows of `from` and columns of `to` are 1 apart.
pub(super) unsafe fn words_of_4(from: Patch, to: Patch) -> [usize; 2] {
    match arch() {
        // SAFETY: by the caller's promise; the machine has SSE2.
        pulp::Arch::Scalar => unsafe { sse2_of_4(from, to) },
        // SAFETY: by the caller's promise; the machine has AVX2.
        _ => unsafe { avx2_of_4(from, to) },
    }
}

/// As [`words_of_4`].
///
/// # Safety
/// As [`words_of_4`], of elements of 8 bytes.
pub(super) unsafe fn words_of_8(from: Patch, to: Patch) -> [usize; 2] {
    match arch() {
        // SAFETY: by the caller's promise; the machine has SSE2.
        pulp::Arch::Scalar => unsafe { sse2_of_8(from, to) },
        // SAFETY: by the caller's promise; the machine has AVX2.
        _ => unsafe { avx2_of_8(from, to) },
    }
}

/// Calls `turn` for each square of `SIDE` elements of type `E` with where it starts in both blocks and
/// how far its lines are apart.
#[inline(always)]
fn squares<const SIDE: usize, E>(
    from: Patch,
    to: Patch,
    turn: impl Fn(*const E, isize, *mut E, isize),
) -> [usize; 2] {
    let [rows, columns] = from.sizes.map(|size| size / SIDE * SIDE);
    let (lines, places) = (from.strides[1], to.strides[0]);
    let down = lines.unsigned_abs() > places.unsigned_abs();
    let (outer, inner) = if down { (columns, rows) } else { (rows, columns) };
    for far in (0..outer as isize).step_by(SIDE) {
        for near in (0..inner as isize).step_by(SIDE) {
            let (row, column) = if down { (near, far) } else { (far, near) };
            let source = from.start.cast::<E>().wrapping_offset(row + column * lines);
            let place = to.start.cast::<E>().wrapping_offset(row * places + column);
            turn(source, lines, place, places);
        }
    }
    [rows, columns]
}

/// # Safety
/// As [`words_of_4`].
#[target_feature(enable = "avx2")]
unsafe fn avx2_of_4(from: Patch, to: Patch) -> [usize; 2] {
    squares::<8, f32>(from, to, |source, lines, place, places| {
        let (mut block, mut pairs) = ([_mm256_setzero_ps(); 8], [_mm256_setzero_ps(); 8]);
        for (k, line) in block.iter_mut().enumerate() {
            // SAFETY: eight elements of the block.
            *line = unsafe { _mm256_loadu_ps(source.wrapping_offset(k as isize * lines)) };
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
            let at = |row: usize| place.wrapping_offset(row as isize * places);
            let top = _mm256_permute2f128_ps::<0x20>(block[k], block[k + 4]);
            let bottom = _mm256_permute2f128_ps::<0x31>(block[k], block[k + 4]);
            // SAFETY: eight places of the block.
            unsafe { _mm256_storeu_ps(at(k), top) };
            // SAFETY: the same.
            unsafe { _mm256_storeu_ps(at(k + 4), bottom) };
        }
    })
}

/// # Safety
/// As [`words_of_8`].
#[target_feature(enable = "avx2")]
unsafe fn avx2_of_8(from: Patch, to: Patch) -> [usize; 2] {
    squares::<4, f64>(from, to, |source, lines, place, places| {
        // SAFETY: four elements of the block.
        let line = |k: isize| unsafe { _mm256_loadu_pd(source.wrapping_offset(k * lines)) };
        let [a, b, c, d] = [line(0), line(1), line(2), line(3)];
        let (ab, cd) = (_mm256_unpacklo_pd(a, b), _mm256_unpacklo_pd(c, d));
        let (ab2, cd2) = (_mm256_unpackhi_pd(a, b), _mm256_unpackhi_pd(c, d));
        let rows = [
            _mm256_permute2f128_pd::<0x20>(ab, cd),
            _mm256_permute2f128_pd::<0x20>(ab2, cd2),
            _mm256_permute2f128_pd::<0x31>(ab, cd),
            _mm256_permute2f128_pd::<0x31>(ab2, cd2),
        ];
        for (k, row) in rows.into_iter().enumerate() {
            // SAFETY: four places of the block.
            unsafe { _mm256_storeu_pd(place.wrapping_offset(k as isize * places), row) };
        }
    })
}

/// # Safety
/// As [`words_of_4`].
#[target_feature(enable = "sse2")]
unsafe fn sse2_of_4(from: Patch, to: Patch) -> [usize; 2] {
    squares::<4, f32>(from, to, |source, lines, place, places| {
        // SAFETY: four elements of the block.
        let line = |k: isize| unsafe { _mm_loadu_ps(source.wrapping_offset(k * lines)) };
        let [a, b, c, d] = [line(0), line(1), line(2), line(3)];
        let (ac, bd) = (_mm_unpacklo_ps(a, c), _mm_unpacklo_ps(b, d));
        let (ac2, bd2) = (_mm_unpackhi_ps(a, c), _mm_unpackhi_ps(b, d));
        let rows = [
            _mm_unpacklo_ps(ac, bd),
            _mm_unpackhi_ps(ac, bd),
            _mm_unpacklo_ps(ac2, bd2),
            _mm_unpackhi_ps(ac2, bd2),
        ];
        for (k, row) in rows.into_iter().enumerate() {
            // SAFETY: four places of the block.
            unsafe { _mm_storeu_ps(place.wrapping_offset(k as isize * places), row) };
        }
    })
}

/// # Safety
/// As [`words_of_8`].
#[target_feature(enable = "sse2")]
unsafe fn sse2_of_8(from: Patch, to: Patch) -> [usize; 2] {
    squares::<2, f64>(from, to, |source, lines, place, places| {
        // SAFETY: two elements of the block.
        let line = |k: isize| unsafe { _mm_loadu_pd(source.wrapping_offset(k * lines)) };
        let [a, b] = [line(0), line(1)];
        let rows = [_mm_unpacklo_pd(a, b), _mm_unpackhi_pd(a, b)];
        for (k, row) in rows.into_iter().enumerate() {
            // SAFETY: two places of the block.
            unsafe { _mm_storeu_pd(place.wrapping_offset(k as isize * places), row) };
        }
    })
}
