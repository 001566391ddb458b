//! Work shared by the threads of rayon's pool; without the feature `rayon` there is one thread.
//!
//! The caller's thread takes its part and does not only wait for the pool: to hand all work over takes
//! 12 to 27 microseconds, and after a pause the system wakes two threads of the pool on one core and
//! leaves them there for some milliseconds (the exponentials of a million floats took 230 us on two
//! threads that way, 190 on one).

use alloc::vec;
use alloc::vec::Vec;

/// How many pieces of work there are for each thread: enough for one that is held up to leave some to
/// the others.
const PIECES: usize = 4;

/// How many threads there are.
#[inline]
fn count() -> usize {
    #[cfg(feature = "rayon")]
    return rayon::current_num_threads();
    #[cfg(not(feature = "rayon"))]
    1
}

/// Whether there is more than one thread.
#[inline]
pub(super) fn are_several() -> bool {
    count() > 1
}

/// How long pieces of `len` steps of work are, at least one step.
#[inline]
pub(super) fn piece_of(len: usize) -> usize {
    len.div_ceil(piece_count()).max(1)
}

/// Into how many pieces work is cut if it is worth that many.
#[inline]
pub(super) fn piece_count() -> usize {
    PIECES * count()
}

/// Cuts work in halves, and these again until there are `count` pieces, fewer than twice as many, or
/// nothing to cut; in order.
pub(super) fn cut<W>(whole: W, count: usize, halve: impl Fn(&W) -> Option<(W, W)>) -> Vec<W> {
    let mut pieces = vec![whole];
    loop {
        let before = pieces.len();
        if before >= count {
            return pieces;
        }
        let mut halves = Vec::with_capacity(2 * before);
        for piece in pieces {
            match halve(&piece) {
                Some((first, second)) => halves.extend([first, second]),
                None => halves.push(piece),
            }
        }
        pieces = halves;
        if pieces.len() == before {
            return pieces;
        }
    }
}

/// Calls `f` with each piece of work, whichever thread is free with the next.
pub(super) fn share<W: Iterator<Item: Send> + Send>(work: W, f: impl Fn(W::Item) + Sync) {
    #[cfg(feature = "rayon")]
    {
        use std::sync::{Mutex, PoisonError};
        let work = Mutex::new(work);
        let next = || work.lock().unwrap_or_else(PoisonError::into_inner).next();
        let take_part = || {
            while let Some(piece) = next() {
                f(piece);
            }
        };
        rayon::in_place_scope(|scope| {
            for _ in 1..count() {
                scope.spawn(|_| take_part());
            }
            take_part();
        });
    }
    #[cfg(not(feature = "rayon"))]
    work.for_each(f);
}

/// Does both, at the same time if a thread is free.
pub(super) fn join<A: Send, B: Send>(
    a: impl FnOnce() -> A + Send,
    b: impl FnOnce() -> B + Send,
) -> (A, B) {
    #[cfg(feature = "rayon")]
    {
        let mut second = None;
        let first = rayon::in_place_scope(|scope| {
            scope.spawn(|_| second = Some(b()));
            a()
        });
        (first, second.expect("the scope waits for it"))
    }
    #[cfg(not(feature = "rayon"))]
    (a(), b())
}
