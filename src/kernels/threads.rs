//! Several threads at one element-wise loop: the walk is cut in pieces of about equal size.

use super::visit::{Operands, visit_walk};
use crate::layout::Walk;

/// Pieces per thread: enough for a thread that is held up to hand work on to the others.
const PIECES: usize = 4;

/// Addresses and walks that several threads use at once, each for indices of its own.
struct Everywhere<A>(A);

// SAFETY: made only in `visit_on_threads`, whose caller promises that the items are `Send`: an item
// made on another thread is one that was sent there. The threads visit disjoint indices (invariant 3).
unsafe impl<A> Send for Everywhere<A> {}
// SAFETY: as above.
unsafe impl<A> Sync for Everywhere<A> {}

/// Calls `f` with the items of every index of the walk, on the threads of rayon's pool.
///
/// # Safety
/// Each operand is proved for all indices of the walk, and the items are `Send`.
pub(crate) unsafe fn visit_on_threads<const R: usize, const N: usize, O: Operands<R, N>>(
    operands: &O,
    walk: Walk<R, N>,
    f: impl Fn(O::Items) + Sync,
) {
    let grain = walk.len().div_ceil(PIECES * rayon::current_num_threads()).max(1);
    let zero = Everywhere(operands.addresses());
    // SAFETY: by the caller's promise.
    unsafe { halve::<R, N, O>(&zero, walk, grain, &f) };
}

/// # Safety
/// As [`visit_on_threads`].
unsafe fn halve<const R: usize, const N: usize, O: Operands<R, N>>(
    zero: &Everywhere<O::Addresses>,
    walk: Walk<R, N>,
    grain: usize,
    f: &(impl Fn(O::Items) + Sync),
) {
    if walk.len() > grain
        && let Some((first, second)) = walk.split()
    {
        // SAFETY: the halves of the walk visit indices of the walk, each once.
        let first = || unsafe { halve::<R, N, O>(zero, first, grain, f) };
        // SAFETY: as above.
        let second = || unsafe { halve::<R, N, O>(zero, second, grain, f) };
        rayon::join(first, second);
        return;
    }
    // SAFETY: by the caller's promise.
    unsafe { visit_walk::<R, N, O>(zero.0, &walk, f) };
}
