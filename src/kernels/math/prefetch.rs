//! Asking for memory before it is needed.
//!
//! The machine does so itself along a line of addresses, but only as far as the page and the instructions in
//! flight reach: a loop that does more than add is done with a line before the next one is there. Long sums
//! and extrema are read along several lines of addresses instead (`fold/simple.rs`).

/// The length of a line of the cache in bytes.
const LINE: usize = 64;
/// Asks for `len` elements from an address on. It may be any, also one where nothing is.
#[inline(always)]
pub(super) fn prefetch<T>(address: *const T, len: usize) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    for at in (0..len * size_of::<T>()).step_by(LINE) {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the precondition of `_mm_prefetch`: every x86-64 has the instruction. It takes any address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast::<i8>().wrapping_add(at)) };
    }
    let _ = (address, len, LINE);
}
