//! Reductions of many plain numbers on several threads.

use super::Goal;
use super::axes::Odometer;
use super::block::Fold;
use super::pairwise::Pairwise;
use super::strips::{NARROW, ROWS};
use crate::kernels::send_ptr::SendPtr;
use crate::kernels::specialize::is_plain;
use crate::kernels::threads::{are_several, piece_count, share};
use alloc::vec::Vec;

/// From this many bytes on, several threads are faster: one takes some 20 microseconds.
const WORTHWHILE: usize = 1 << 20;
/// How many pieces there are of what is reduced where other work has one: sizes are powers of two, so some
/// threads may get one more.
const FINER: usize = 4;
/// A row of results whose elements take fewer bytes in the source than this is not cut: parts of it would
/// be too short to be read fast. What is cut are the rows that are reduced, if they follow each other at
/// one distance.
const SHORT_ROW: usize = 64 << 10;
/// A part of a longer row has as many bytes or more.
const PART_OF_ROW: usize = 8 << 10;

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
    /// What is known of the elements of each result.
    Row(Vec<P>),
    /// Nothing: there is nothing to be cut in pieces.
    Nothing,
}

/// Reduces on the threads of the pool, by strips or one result after the other.
///
/// Elements and parts are plain.
pub(super) fn fold<'a, T: 'a, F: Fold<'a, T> + Sync>(
    fold: &F,
    kept: &Odometer<'_>,
    inner: &Odometer<'_>,
    in_strips: bool,
    work: &Work<'_, F::Part>,
) -> Done<F::Part> {
    let width = kept.run.size;
    if let Some(size) = piece_of_reduced::<T>(kept, inner, in_strips, F::BLOCK) {
        let count = inner.run.size.div_ceil(size);
        let mut rows: Vec<SendPtr<Vec<F::Part>>> =
            (0..count).map(|_| SendPtr(Vec::new())).collect();
        share(rows.iter_mut().enumerate(), |(piece, SendPtr(row))| {
            let len = size.min(inner.run.size - piece * size);
            work(
                &mut kept.part(0, width).odometer(),
                &mut inner.part(piece * size, len).odometer(),
                Goal::Row(row),
            );
        });
        let SendPtr(mut last) = rows.pop().expect("a piece");
        let mut cascade = Pairwise::new();
        rows.into_iter().for_each(|SendPtr(mut row)| cascade.push(fold, &mut row));
        cascade.finish(fold, &mut last);
        return Done::Row(last);
    }
    let slowest = kept.slowest();
    let mut count = piece_count().min(slowest);
    if in_strips && kept.is_one_run() {
        let bytes = width * size_of::<T>();
        if bytes < SHORT_ROW {
            return Done::Nothing;
        }
        // Narrow parts would be reduced in another order.
        assert!(PART_OF_ROW / size_of::<T>() > NARROW);
        count = count.min(bytes / PART_OF_ROW);
    }
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

/// How many elements of each result make a piece, if those are cut and not the results: a power of two of
/// blocks, so that merging the pieces pairwise is what merging their blocks pairwise would be.
fn piece_of_reduced<T>(
    kept: &Odometer<'_>,
    inner: &Odometer<'_>,
    in_strips: bool,
    block: usize,
) -> Option<usize> {
    let width = kept.run.size;
    let (are_cut, block) = match in_strips {
        true => (width > NARROW && width * size_of::<T>() < SHORT_ROW, ROWS),
        false => (width == 1, block),
    };
    assert!(block.is_power_of_two());
    let size = (inner.run.size / (FINER * piece_count())).next_power_of_two().max(block);
    let are_rows = inner.is_one_run() && kept.is_one_run();
    (are_cut && are_rows && inner.run.size > size).then_some(size)
}
