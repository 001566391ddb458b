//! Calls for help.

use crate::storage::fork_join::{MOST_WAITING, with_helpers};
use crate::storage::sync::{AtomicUsize, Ordering, WAITING};

/// The only thread of the pool is the caller, so that nobody answers. What a user sees of a fork-join is
/// tested in `tests/ownership/parallel.rs`, all orders of its events in `interleavings/`.
#[test]
fn calls_that_nobody_answers_do_not_pile_up() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let calls = AtomicUsize::new(0);
    let work = || _ = calls.fetch_add(1, Ordering::Relaxed);
    let most = pool.install(|| {
        (0..10_000).for_each(|_| with_helpers(3, &work, &mut || ()));
        WAITING.load(Ordering::Relaxed)
    });
    // Tests of other modules may have called between a look and a call.
    assert!((3..MOST_WAITING + 64).contains(&most));
    // They come before anything that is sent to the pool later, and find the forks closed.
    pool.install(|| ());
    assert!(WAITING.load(Ordering::Relaxed) < MOST_WAITING);
    assert_eq!(calls.into_inner(), 0);
}
