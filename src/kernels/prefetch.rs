//! Software prefetch.

use super::thresholds::PREFETCH_AHEAD;
use core::sync::atomic::{AtomicBool, Ordering};

/// Whether the processor reads long runs faster if told what to read. Only some do (see [`PREFETCH_AHEAD`]).
static HELPS: AtomicBool = AtomicBool::new(false);

/// Asks the processor what it is. [`arch`](super::dispatch::arch) calls this, and every loop calls `arch`.
#[cfg(feature = "std")]
pub(super) fn detect() {
    #[cfg(target_arch = "x86_64")]
    HELPS.store(is_zen_5(), Ordering::Relaxed);
}

/// Whether the processor is an AMD one of family 26 or later.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
fn is_zen_5() -> bool {
    use core::arch::x86_64::__cpuid;
    let (vendor, version) = (__cpuid(0), __cpuid(1).eax);
    let name = [vendor.ebx, vendor.edx, vendor.ecx].map(u32::to_le_bytes);
    // AMD64 Architecture Programmer's Manual, volume 3, appendix E.3.2: beyond 15 the family is the sum of two fields.
    let family = (version >> 8 & 0xf) + (version >> 20 & 0xff);
    name.as_flattened() == b"AuthenticAMD" && family >= 26
}

/// Whether long runs are prefetched.
#[inline(always)]
pub(crate) fn helps() -> bool {
    HELPS.load(Ordering::Relaxed)
}

/// Prefetches the elements [`PREFETCH_AHEAD`] bytes after those of `run`, if that helps.
///
/// The hardware prefetcher does not go as far, and stops at the end of a page of 4 KiB.
#[inline(always)]
pub(crate) fn prefetch_after<T>(run: &[T]) {
    prefetch_further(run, PREFETCH_AHEAD / size_of::<T>());
}

/// Prefetches the elements that lie `n` further than those of `run`, if that helps.
#[inline(always)]
pub(crate) fn prefetch_further<T>(run: &[T], n: usize) {
    if helps() {
        prefetch(run.as_ptr().wrapping_add(n), run.len());
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
