//! Work shared by the threads of rayon's pool; without the feature `rayon` there is one thread.
//!
//! The caller's thread takes its part and waits only for pieces that others have begun (`storage/fork_join.rs`). To
//! share work so takes 2 microseconds while the pool is awake, so that from some 20 microseconds of work
//! on two threads are faster (measured: 1.2 to 1.5 times there, 1.6 to 1.9 from 100 on).

use super::thresholds::LANES_ON_THREADS;
#[cfg(feature = "rayon")]
use crate::storage::fork_join::with_helpers;
use crate::storage::sync::thread_count;
#[cfg(feature = "rayon")]
use std::sync::{Mutex, PoisonError};

/// How many pieces of work there are for each thread: one that is held up leaves some to the others. With 4, `a+b, 100K` on
/// two threads takes 1.14 times as long, `[512,512,3]+[3]` 1.2 times.
const PIECES: usize = 2;

/// Whether there is more than one thread.
#[inline]
pub(crate) fn are_several() -> bool {
    thread_count() > 1
}

/// How long pieces of `len` steps of work are, at least one step.
#[inline]
pub(crate) fn piece_of(len: usize) -> usize {
    len.div_ceil(piece_count()).max(1)
}

/// Into how many pieces work is cut if it is worth that many.
#[inline]
pub(crate) fn piece_count() -> usize {
    PIECES * thread_count()
}

/// Calls `f` with each piece of work, whichever thread is free with the next.
pub(crate) fn share<W: Iterator<Item: Send> + Send>(work: W, f: impl Fn(W::Item) + Sync) {
    #[cfg(feature = "rayon")]
    {
        let most = work.size_hint().1.unwrap_or(usize::MAX);
        let work = Mutex::new(work);
        share_steps(most, &|| {
            let next = work.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(piece) = next else { return false };
            f(piece);
            true
        });
    }
    #[cfg(not(feature = "rayon"))]
    work.for_each(f);
}

/// Calls `f` with the numbers of so many pieces of work, on several threads. Compiled once for all work.
#[inline(never)]
pub(crate) fn share_pieces(count: usize, f: &(dyn Fn(usize) + Sync)) {
    share(0..count, f);
}

/// Calls `step`, which does the next piece of at most so many, until it returns false. Compiled once for all work.
#[cfg(feature = "rayon")]
#[inline(never)]
fn share_steps(most: usize, step: &(dyn Fn() -> bool + Sync)) {
    let helpers = (thread_count() - 1).min(most.saturating_sub(1));
    let take_part = || while step() {};
    with_helpers(helpers, &take_part, &mut || take_part());
}

/// Calls `f` with all places and 0, or on several threads with pieces of some `unit`s and the number of
/// the first one: where it reads `LANES_ON_THREADS` bytes.
pub(crate) fn in_pieces<P: Send>(
    places: &mut [P],
    unit: usize,
    bytes: usize,
    f: &(dyn Fn(usize, &mut [P]) + Sync),
) {
    if bytes < LANES_ON_THREADS || !are_several() {
        return f(0, places);
    }
    let piece = piece_of(places.len() / unit);
    let pieces = places.chunks_mut(piece * unit).enumerate();
    share(pieces, |(n, places)| f(n * piece, places));
}
