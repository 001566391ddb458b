//! Software prefetch.

use super::thresholds::PREFETCH_AHEAD;

/// Prefetches the elements [`PREFETCH_AHEAD`] bytes after those of `run`.
///
/// The hardware prefetcher does not go as far, and stops at the end of a page of 4 KiB.
#[inline(always)]
pub(crate) fn prefetch_after<T>(run: &[T]) {
    prefetch(run.as_ptr().wrapping_byte_add(PREFETCH_AHEAD), run.len());
}

/// Prefetches `len` elements, which need not exist.
#[inline(always)]
pub(crate) fn prefetch<T>(start: *const T, len: usize) {
    #[cfg(target_arch = "x86_64")]
    for line in 0..(len * size_of::<T>()).div_ceil(CACHE_LINE) {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let at = start.cast::<i8>().wrapping_add(line * CACHE_LINE);
        // SAFETY: the precondition of `_mm_prefetch`: all of x86-64 has the instruction. It reads nothing that the
        // program sees and never faults, so any address will do.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(at) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (start, len);
}

/// Bytes of a line of the cache.
pub(crate) const CACHE_LINE: usize = 64;
