//! Several threads at one element-wise loop: the walk is cut in pieces of about equal size.

use super::super::send_ptr::SendPtr;
use super::super::threads::{self, are_several, piece_count, share};
use super::runs::walk;
use super::{AccessTuple, PASSING, visit_run};
use crate::layout::Steps;
use alloc::vec;

/// From this many bytes of all operands on, several threads are faster: one takes some 20 to 30
/// microseconds.
const WORTHWHILE: usize = 2 << 20;

/// Whether `len` elements are better visited on several threads, and may be: plain numbers can be
/// sent to any.
#[inline]
pub(super) fn pay<const N: usize, P: AccessTuple<N>>(len: usize) -> bool {
    let bytes: isize = P::ELEMENTS.iter().map(|elements| elements.size).sum();
    len.saturating_mul(bytes as usize) >= WORTHWHILE && P::are_plain() && are_several()
}

/// Calls `f` with the items of every index of the walk, on the threads of rayon's pool.
///
/// # Safety
/// Each operand is proved for all indices of the walk, and the items are `Send`.
pub(super) unsafe fn visit<
    const N: usize,
    const S: bool,
    P: AccessTuple<N>,
    F: Fn(P::Items) + Sync,
>(
    zero: [*mut u8; N],
    steps: &Steps<'_, N>,
    f: &F,
) {
    let packed = S == PASSING && P::are_plain();
    cut(zero, steps, &|steps, zero| {
        let mut run = |run| {
            // SAFETY: the planner visits each index once (invariant 3).
            unsafe { visit_run::<N, P, &F>(run, f) };
        };
        let mut index = vec![0; steps.depth()];
        // SAFETY: by the caller's promise.
        unsafe { walk(zero, steps, &mut index, &P::ELEMENTS, packed, &mut run) };
    });
}

/// Calls `piece` with parts of the walk, on the threads of rayon's pool.
pub(super) fn cut<const N: usize>(
    zero: [*mut u8; N],
    steps: &Steps<'_, N>,
    piece: &(dyn Fn(&Steps<'_, N>, [*mut u8; N]) + Sync),
) {
    let zero = SendPtr(zero);
    let pieces = threads::cut(*steps, piece_count(), Steps::split);
    share(pieces.into_iter(), |steps| piece(&steps, zero.get()));
}
