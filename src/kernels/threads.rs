//! Work shared by the threads of rayon's pool; without the feature `rayon` there is one thread.

/// How many pieces of work there are for each thread: enough for one that is held up to leave some to
/// the others.
const PIECES: usize = 4;

/// Whether there is more than one thread. A call into the pool takes 12 to 27 microseconds, and more
/// where it has one thread only, to which the work is handed over.
#[inline]
pub(super) fn are_several() -> bool {
    #[cfg(feature = "rayon")]
    return rayon::current_num_threads() > 1;
    #[cfg(not(feature = "rayon"))]
    false
}

/// Does both, at the same time if a thread is free.
pub(super) fn join<A: Send, B: Send>(
    a: impl FnOnce() -> A + Send,
    b: impl FnOnce() -> B + Send,
) -> (A, B) {
    #[cfg(feature = "rayon")]
    return rayon::join(a, b);
    #[cfg(not(feature = "rayon"))]
    (a(), b())
}

/// How long pieces of `len` steps of work are, at least one step.
#[inline]
pub(super) fn piece_of(len: usize) -> usize {
    #[cfg(feature = "rayon")]
    let threads = rayon::current_num_threads();
    #[cfg(not(feature = "rayon"))]
    let threads = 1;
    len.div_ceil(PIECES * threads).max(1)
}

/// Calls `f` with each item and its number.
pub(super) fn each<I: Send>(items: &mut [I], f: &(dyn Fn(usize, &mut I) + Sync)) {
    by_pieces(items, 1, 1, &|first, items| f(first, &mut items[0]));
}

/// Calls `f` with pieces of `places`, of `piece` units at most that are `unit` places long each, and
/// with the number of the first unit.
pub(super) fn by_pieces<P: Send>(
    places: &mut [P],
    unit: usize,
    piece: usize,
    f: &(dyn Fn(usize, &mut [P]) + Sync),
) {
    fn halves<P: Send>(
        places: &mut [P],
        first: usize,
        [unit, piece]: [usize; 2],
        f: &(dyn Fn(usize, &mut [P]) + Sync),
    ) {
        let pieces = (places.len() / unit).div_ceil(piece);
        if pieces < 2 {
            return f(first, places);
        }
        let middle = pieces / 2 * piece;
        let (low, high) = places.split_at_mut(middle * unit);
        let sizes = [unit, piece];
        join(|| halves(low, first, sizes, f), || halves(high, first + middle, sizes, f));
    }
    if !places.is_empty() {
        halves(places, 0, [unit, piece], f);
    }
}
