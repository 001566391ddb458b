//! Advice to the system about the pages of large buffers. It changes no content, and that it is not
//! taken is no error.

/// The size of a huge page in bytes, where the system has them.
pub(crate) const HUGE_PAGE: usize = 2 << 20;

/// Asks for huge pages: the first write to a page is a fault, and there are fewer of these.
#[cold]
pub(crate) fn make_huge(start: *mut u8, bytes: usize) {
    #[cfg(all(target_os = "linux", feature = "std", not(miri)))]
    advise(start, bytes, libc::MADV_HUGEPAGE);
    let _ = (start, bytes);
}

/// Tells the system that it may take the pages when memory is short; until then, writing to them
/// costs nothing. The memory holds nothing.
#[cfg(feature = "std")]
pub(super) fn offer(start: *mut u8, bytes: usize) {
    #[cfg(all(target_os = "linux", not(miri)))]
    advise(start, bytes, libc::MADV_FREE);
    let _ = (start, bytes);
}

/// Gives advice about whole huge pages only: others would be split, and the next use pays for it.
#[cfg(all(target_os = "linux", feature = "std", not(miri)))]
fn advise(start: *mut u8, bytes: usize, advice: libc::c_int) {
    let skipped = start.align_offset(HUGE_PAGE);
    let len = bytes.saturating_sub(skipped) / HUGE_PAGE * HUGE_PAGE;
    let inside = start.wrapping_add(skipped).cast();
    // SAFETY: whole pages inside of an allocation of ours, which holds nothing where they are offered.
    unsafe { libc::madvise(inside, len, advice) };
}
