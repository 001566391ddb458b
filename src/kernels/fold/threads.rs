//! Reductions of many plain numbers on several threads.

use super::Goal;
use super::block::Fold;
use super::cascade::Tower;
use super::plan::Odometer;
use crate::kernels::everywhere::Everywhere;
use crate::kernels::known::is_plain;
use crate::kernels::threads::{are_several, piece_count, share};
use alloc::vec::Vec;

/// From this many bytes on, several threads are faster: one takes some 20 microseconds.
const WORTHWHILE: usize = 1 << 20;
/// How many blocks make a piece of a single result: a power of two, so that merging the pieces pairwise
/// is what merging their blocks pairwise would be.
const BLOCKS: usize = 32;
/// Pieces of a row of results are not shorter than this: short rows are read in another way, which would
/// show in the last digit.
const SHORTEST: usize = 64;

/// Whether `len` elements are better reduced on several threads, and may be.
#[inline]
pub(super) fn pay<T>(len: usize) -> bool {
    len.saturating_mul(size_of::<T>()) >= WORTHWHILE && is_plain::<T>() && are_several()
}

/// The work on some of the results, or on some of the elements of one.
type Work<'w, P> = dyn Fn(&mut Odometer<'_>, &mut Odometer<'_>, Goal<'_, P>) + Sync + 'w;

/// What was done on several threads.
pub(super) enum Done<P> {
    /// All results.
    Results,
    /// What is known of the elements of the only result.
    Whole(P),
    /// Nothing: there is nothing to be cut in pieces.
    Nothing,
}

/// Reduces on the threads of the pool.
///
/// Elements and parts are plain.
pub(super) fn fold<'a, T: 'a, F: Fold<'a, T> + Sync>(
    fold: &F,
    kept: &Odometer<'_>,
    inner: &Odometer<'_>,
    work: &Work<'_, F::Part>,
) -> Done<F::Part> {
    if kept.len() == 1 && inner.is_one_run() {
        let size = BLOCKS * F::BLOCK;
        let count = inner.run.size.div_ceil(size);
        let mut parts: Vec<Everywhere<Option<F::Part>>> =
            (0..count).map(|_| Everywhere(None)).collect();
        share(parts.iter_mut().enumerate(), |(piece, Everywhere(part))| {
            let len = size.min(inner.run.size - piece * size);
            work(
                &mut kept.part(0, 1).odometer(),
                &mut inner.part(piece * size, len).odometer(),
                Goal::Part(part),
            );
        });
        let mut tower = Tower::new();
        let mut parts = parts.into_iter().filter_map(|part| part.0);
        let last = parts.next_back();
        parts.for_each(|part| tower.push(fold, part));
        return Done::Whole(tower.finish(fold, last));
    }
    let slowest = kept.slowest();
    let shortest = if kept.is_one_run() { SHORTEST } else { 1 };
    let count = piece_count().min(slowest / shortest);
    if count < 2 {
        return Done::Nothing;
    }
    let start_of = |piece: usize| piece * slowest / count;
    share(0..count, |piece| {
        let (start, end) = (start_of(piece), start_of(piece + 1));
        work(
            &mut kept.part(start, end - start).odometer(),
            &mut inner.part(0, inner.slowest()).odometer(),
            Goal::Results(&mut 0),
        );
    });
    Done::Results
}
