//! Addresses that several threads use at once.

/// Addresses, for use on any thread.
///
/// Whoever makes one sees to it that what is reached through it on other threads is `Send`, and that
/// no two of them reach the same element if one of them writes (invariant 10).
pub(super) struct SendPtr<A>(pub(super) A);

// SAFETY: addresses only; who reaches something through them keeps to invariant 10.
unsafe impl<A> Send for SendPtr<A> {}
// SAFETY: as above.
unsafe impl<A> Sync for SendPtr<A> {}

impl<A: Copy> SendPtr<A> {
    /// A method, so that closures capture the whole and not the address in it.
    #[inline(always)]
    pub(super) fn get(&self) -> A {
        self.0
    }
}
