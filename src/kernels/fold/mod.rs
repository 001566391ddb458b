//! Reductions: many elements become one.
//!
//! `plan.rs` splits the axes into kept and reduced ones, `strips.rs` walks over them, `block.rs`
//! says what a reduction is ([`Fold`]) and what it is given, `cascade.rs` merges partial results
//! pairwise. The reductions: `simple.rs` (sums, extrema, counts), `moments.rs` (variance),
//! `position.rs` (argmax), `log_sum.rs`. Shapes of results and empty axes belong to `ops/`.
//!
//! If the fastest axis of the source is reduced, each output reads runs of it, in blocks of 512
//! elements. If it is kept, whole rows are added to a row of partial results, 64 rows to a block.
//! The results of blocks are merged like the digits of a binary counter, so that an element takes
//! part in about log2(n) additions: pairwise summation, whose error grows with the logarithm of n
//! (Higham 1993, "The accuracy of floating point summation"), in both cases. The sizes of blocks
//! depend on the shape and the strides only, so that a result will not depend on threads.

mod block;
mod cascade;
#[cfg(any(feature = "std", feature = "libm"))]
mod log_sum;
#[cfg(any(feature = "std", feature = "libm"))]
mod moments;
mod plan;
mod position;
mod simple;
mod strips;

pub(crate) use block::Fold;
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) use log_sum::{Exponentials, LogSum};
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) use moments::{Moment, Moments};
pub(crate) use position::{Candidate, Position, best};
pub(crate) use simple::Simple;

use super::dispatch::vectorised;
use super::fresh::{Fresh, write};
use super::operand::Source;
use crate::layout::Layout;
use alloc::vec::Vec;
use core::mem::needs_drop;
use plan::{Axes, Odometer};

/// Reduces the marked axes to one element each; the results are in row-major order of the others.
///
/// No size is zero: what a reduction of nothing is, the layers above know.
pub(crate) fn fold<'a, T, U, const R: usize, F: Fold<'a, T>>(
    source: Source<'a, T, R>,
    reduced: [bool; R],
    fold: &F,
    finish: impl Fn(F::Part) -> U,
) -> Vec<U> {
    assert!(!source.layout().is_empty());
    // Elements that need dropping are written in order, so that a panic knows which there are.
    let in_order = needs_drop::<U>() || needs_drop::<F::Part>();
    let kept = Axes::plan(source.layout(), reduced, false, true, in_order);
    let inner = Axes::plan(source.layout(), reduced, true, F::POSITIONS, in_order);
    let (mut kept_index, mut inner_index) = ([0; R], [0; R]);
    let mut kept = kept.odometer(&mut kept_index);
    let mut inner = inner.odometer(&mut inner_index);

    // SAFETY: both give offsets of indices of the source, which is proved for them (invariant 1),
    // and operand 1 of `kept` counts the results.
    unsafe { fold_along(source.zero(), &mut kept, &mut inner, fold, finish) }
}

/// [`fold`] without the rank: there is one of it for each reduction of each element type.
///
/// # Safety
/// The offsets of `kept` plus those of `inner` are those of indices of the source that starts at
/// `zero`, and operand 1 of `kept` goes through the numbers below its length.
unsafe fn fold_along<'a, T: 'a, U, F: Fold<'a, T>>(
    zero: *const T,
    kept: &mut Odometer<'_>,
    inner: &mut Odometer<'_>,
    fold: &F,
    finish: impl Fn(F::Part) -> U,
) -> Vec<U> {
    let len = kept.len();
    let mut fresh = Fresh::with_len(len);
    let layout = Layout::row_major([len]).expect("no more results than elements");
    let (slots, written) = fresh.slots(&layout);
    let places = slots.zero();
    let mut give = |at, part| {
        let result = finish(part);
        // SAFETY: a place of the results; each index of the kept axes comes up once.
        let place = unsafe { places.offset(at) };
        // SAFETY: the same.
        write(unsafe { &mut *place }, written, result);
    };
    if strips::columns_first(kept, inner) && !needs_drop::<F::Part>() && !needs_drop::<U>() {
        vectorised(
            #[inline(always)]
            // SAFETY: by the caller's promise.
            || unsafe { strips::by_strips(fold, zero, kept, inner, give) },
        );
    } else {
        vectorised(
            #[inline(always)]
            // SAFETY: by the caller's promise.
            || unsafe { strips::one_by_one(fold, zero, kept, inner, &mut give) },
        );
    }
    // SAFETY: there is a place for each index of the kept axes, and each was written.
    unsafe { fresh.finish(len) }
}
