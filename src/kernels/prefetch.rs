//! Software prefetch.

#[cfg(all(feature = "std", target_arch = "x86_64"))]
use super::thresholds::PREFETCH_AHEAD;
use super::thresholds::PREFETCH_NEAR_AHEAD;
use core::sync::atomic::{AtomicUsize, Ordering};

/// How many bytes ahead of what is read long runs are prefetched; 0 if the processor reads them faster without.
static AHEAD: AtomicUsize = AtomicUsize::new(0);

/// Asks the processor what it is. [`arch`](super::dispatch::arch) calls this, and every loop calls `arch`.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
pub(super) fn detect() {
    use core::arch::x86_64::__cpuid;
    let (vendor, version) = (__cpuid(0), __cpuid(1).eax);
    let name = [vendor.ebx, vendor.edx, vendor.ecx].map(u32::to_le_bytes);
    // AMD64 Architecture Programmer's Manual, volume 3, appendix E.3.2: beyond 15 the family is the sum of two fields.
    let family = (version >> 8 & 0xf) + (version >> 20 & 0xff);
    let ahead = match name.as_flattened() {
        b"AuthenticAMD" if family >= 26 => PREFETCH_AHEAD,
        b"GenuineIntel" => PREFETCH_NEAR_AHEAD,
        _ => 0,
    };
    AHEAD.store(ahead, Ordering::Relaxed);
}

/// How many bytes ahead of what is read to prefetch, or 0 for not at all.
#[inline(always)]
pub(crate) fn ahead() -> usize {
    AHEAD.load(Ordering::Relaxed)
}

/// Whether rows of a large source are reduced one after the other, in the order of memory: not on Intel's processors, which
/// the distance tells.
pub(crate) fn reads_in_order() -> bool {
    super::dispatch::arch();
    ahead() != PREFETCH_NEAR_AHEAD
}

/// Prefetches the elements that lie `ahead` bytes after those of `run`, if that is not 0. The hardware prefetcher stops
/// at the end of a page of 4 KiB.
#[inline(always)]
pub(crate) fn prefetch_after<T>(run: &[T], ahead: usize) {
    if ahead > 0 {
        prefetch(run.as_ptr().wrapping_byte_add(ahead), run.len());
    }
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
