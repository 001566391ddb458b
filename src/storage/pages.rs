//! Advice to the system about the pages of large buffers. It changes no content, and that it is not
//! taken is no error.

/// The size of a huge page in bytes, where the system has them.
pub(crate) const HUGE_PAGE: usize = 2 << 20;

/// From this many bytes on a freed block is kept for the next result of its size (`cache.rs`). Smaller ones are left
/// to the allocator. From here on glibc gives memory back to the system: a large block when it is freed, and the
/// end of its heap when that is free.
pub(crate) const KEPT: usize = 128 << 10;
/// From this many bytes on a kept block is offered to the system. For smaller ones that takes longer than it saves
/// (`docs/performance.md`).
#[cfg(feature = "std")]
const OFFERED: usize = 32 << 20;
/// `MADV_COLLAPSE`, which Linux has since 6.1 and `libc` not for every C library.
#[cfg(all(target_os = "linux", feature = "std", not(miri)))]
const COLLAPSE: libc::c_int = 25;

/// Whether the system may give huge pages to those who ask: `MADV_COLLAPSE` would make some where the administrator has
/// said `never`.
#[cfg(all(target_os = "linux", feature = "std", not(miri)))]
fn are_given() -> bool {
    static ARE_GIVEN: std::sync::OnceLock<bool> = std::sync::OnceLock::new();
    *ARE_GIVEN.get_or_init(|| {
        let choice = std::fs::read_to_string("/sys/kernel/mm/transparent_hugepage/enabled");
        !choice.is_ok_and(|choice| choice.contains("[never]"))
    })
}

/// Asks for huge pages: the first write to a page is a fault, and there are fewer of these.
///
/// Large blocks come from the system without pages as a rule. Those that the allocator uses again have some, of
/// 4 KiB if nobody had asked for others. As a large block is kept for the next result, it would be slow for each of
/// them, so these pages are copied into huge ones. Where there are none, or only huge ones, the system sees so in some
/// microseconds (`docs/performance.md`).
#[cold]
pub(crate) fn make_huge(start: *mut u8, bytes: usize) {
    #[cfg(all(target_os = "linux", feature = "std", not(miri)))]
    if are_given() {
        advise(start, bytes, libc::MADV_HUGEPAGE);
        advise(start, bytes, COLLAPSE);
    }
    let _ = (start, bytes);
}

/// As [`make_huge`], for memory that holds nothing: the pages of a very large block are given back, not copied.
#[cold]
pub(crate) fn make_huge_anew(start: *mut u8, bytes: usize) {
    #[cfg(all(target_os = "linux", feature = "std", not(miri)))]
    if bytes >= OFFERED && are_given() {
        advise(start, bytes, libc::MADV_DONTNEED);
    }
    make_huge(start, bytes);
}

/// Tells the system that it may take the pages of a large block when memory is short. The memory holds nothing.
#[cfg(feature = "std")]
pub(super) fn offer(start: *mut u8, bytes: usize) {
    #[cfg(all(target_os = "linux", not(miri)))]
    if bytes >= OFFERED {
        advise(start, bytes, libc::MADV_FREE);
    }
    let _ = (start, bytes);
}

/// Gives advice about whole huge pages only: others would be split, and the next use pays for it.
#[cfg(all(target_os = "linux", feature = "std", not(miri)))]
fn advise(start: *mut u8, bytes: usize, advice: libc::c_int) {
    let skipped = start.align_offset(HUGE_PAGE);
    let len = bytes.saturating_sub(skipped) / HUGE_PAGE * HUGE_PAGE;
    let inside = start.wrapping_add(skipped).cast();
    // SAFETY: the precondition of `madvise`: whole pages inside of one allocation. Where the advice
    // discards their contents, the memory holds no elements.
    unsafe { libc::madvise(inside, len, advice) };
}

#[cfg(all(test, target_os = "linux", feature = "std", not(miri)))]
mod tests {
    use super::*;
    use alloc::{vec, vec::Vec};

    /// Whole huge pages in a block are given back, and nothing beside them.
    #[test]
    fn advice_stays_inside_of_the_block() {
        let (before, len) = (HUGE_PAGE + 1, OFFERED + HUGE_PAGE / 2);
        let mut bytes = vec![1_u8; before + len + 2 * HUGE_PAGE];
        make_huge_anew(bytes[before..].as_mut_ptr(), len);
        let first = before + bytes[before..].as_ptr().align_offset(HUGE_PAGE);
        let given_back = first..first + (before + len - first) / HUGE_PAGE * HUGE_PAGE;
        assert!(given_back.len() >= OFFERED - HUGE_PAGE);
        // Where huge pages are never given, nothing is given back for them.
        let choice = std::fs::read_to_string("/sys/kernel/mm/transparent_hugepage/enabled");
        let is_never = choice.is_ok_and(|choice| choice.contains("[never]"));
        let is_given_back = |at: usize| !is_never && given_back.contains(&at);
        let is_as_it_should = |at: usize| bytes[at] == u8::from(!is_given_back(at));
        assert_eq!((0..bytes.len()).find(|&at| !is_as_it_should(at)), None);
    }

    /// The system clears pages again when they are written next: a smaller block would pay for it each time. It keeps
    /// its contents, whether its pages are copied into huge ones or not.
    #[test]
    fn smaller_blocks_keep_their_contents() {
        let mut bytes: Vec<u8> = (0..OFFERED - 1).map(|at| at as u8).collect();
        make_huge_anew(bytes.as_mut_ptr(), bytes.len());
        assert!(bytes.iter().enumerate().all(|(at, &byte)| byte == at as u8));
    }
}
