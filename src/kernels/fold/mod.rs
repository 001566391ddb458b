//! Reductions: many elements become one.
//!
//! `axes.rs` splits the axes into kept and reduced ones, `strips.rs` walks over them, `block.rs`
//! says what a reduction is ([`Fold`]) and what it is given, `pairwise.rs` merges partial results
//! pairwise. The reductions: `simple.rs` (sums, extrema, counts), `moments.rs` (variance),
//! `position.rs` (argmax), `log_sum.rs`. Shapes of results and empty axes belong to `ops/`.
//!
//! If the fastest axis of the source is reduced, each output reads runs of it, in blocks. If it is
//! kept, whole rows are added to a row of partial results, 64 rows to a block. The results of blocks
//! are merged like the digits of a binary counter, so that an element takes part in some 60 additions
//! at most in its block and in about log2(n) more: pairwise summation, whose error grows with the
//! logarithm of n (Higham 1993, "The accuracy of floating point summation"), in both cases. The sizes
//! of blocks depend on the shape and the strides only, and several threads (`pieces.rs`) take
//! different results, or blocks of the same results that they merge in the same order, so that a
//! result does not depend on them.

mod axes;
mod block;
#[cfg(any(feature = "std", feature = "libm"))]
mod log_sum;
#[cfg(any(feature = "std", feature = "libm"))]
mod moments;
mod pairwise;
mod pieces;
mod position;
mod simple;
mod strips;

pub(crate) use block::Fold;
use block::FoldRun;
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) use log_sum::{Exponentials, LogSum};
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) use moments::{Moment, Moments};
pub(crate) use position::{Candidate, Position, best};
pub(crate) use simple::Simple;

use super::dispatch::vectorised;
use super::operand::Source;
use super::send_ptr::SendPtr;
use super::uninit::{UninitVec, write};
use crate::layout::Layout;
use alloc::vec;
use alloc::vec::Vec;
use axes::{Axes, Odometer};
use core::mem::needs_drop;
use pieces::Done;
use strips::reduced as reduced_at_once;

/// Reduces the marked axes to one element each; the results are in row-major order of the others.
///
/// No size is zero: what a reduction of nothing is, the layers above know. Many plain numbers are
/// reduced on several threads, to the same results as on one.
pub(crate) fn fold<'a, T, U, const R: usize, F: Fold<'a, T> + Sync>(
    source: Source<'a, T, R>,
    reduced: [bool; R],
    fold: &F,
    finish: impl Fn(F::Part) -> U + Sync,
) -> Vec<U> {
    assert!(!source.layout().is_empty());
    // Few elements without gaps are done before it is planned how.
    if let Some(elements) = source.as_slice()
        && elements.len() <= F::BLOCK
        && reduced == [true; R]
    {
        return vec![finish(few(fold, elements))];
    }
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

/// Reduces elements without gaps, some but at most a block: without the rank, as [`fold_along`].
fn few<'a, T, F: Fold<'a, T>>(fold: &F, elements: &'a [T]) -> F::Part {
    let run = FoldRun::of_slice(elements);
    if elements.len() <= F::SHORT { fold.short(run) } else { reduced_at_once(fold, run) }
}

/// [`fold`] without the rank: there is one of it for each reduction of each element type.
///
/// # Safety
/// The offsets of `kept` plus those of `inner` are those of indices of the source that starts at
/// `zero`, and operand 1 of `kept` goes through the numbers below its length.
unsafe fn fold_along<'a, T: 'a, U, F: Fold<'a, T> + Sync>(
    zero: *const T,
    kept: &mut Odometer<'_>,
    inner: &mut Odometer<'_>,
    fold: &F,
    finish: impl Fn(F::Part) -> U + Sync,
) -> Vec<U> {
    let len = kept.len();
    let mut fresh = UninitVec::with_len(len);
    let layout = Layout::row_major([len]).expect("no more results than elements");
    let (slots, written) = fresh.slots(&layout);
    let memory = SendPtr((zero, slots.zero()));
    let is_dropped = needs_drop::<F::Part>() || needs_drop::<U>();
    let in_strips = strips::columns_first(kept, inner) && !is_dropped;
    let put = |at, part, written: &mut usize| {
        let result = finish(part);
        // SAFETY: a place of the results; each index of the kept axes comes up once.
        let place = unsafe { memory.get().1.offset(at) };
        // SAFETY: the same.
        write(unsafe { &mut *place }, written, result);
    };
    let put_strip = |[at, to_next]: [isize; 2], parts: &mut Vec<F::Part>, written: &mut usize| {
        for (i, part) in parts.drain(..).enumerate() {
            put(at + i as isize * to_next, part, written);
        }
    };
    let work = |kept: &mut Odometer<'_>, inner: &mut Odometer<'_>, mut goal: Goal<'_, F::Part>| {
        let (zero, _) = memory.get();
        if in_strips {
            let give = |at, parts: &mut Vec<F::Part>| match &mut goal {
                Goal::Row(row) => row.append(parts),
                Goal::Results(written) => put_strip(at, parts, written),
            };
            vectorised(
                #[inline(always)]
                // SAFETY: by the caller's promise.
                || unsafe { strips::by_strips(fold, zero, kept, inner, give) },
            );
        } else {
            let give = |at, part| match &mut goal {
                Goal::Row(row) => row.push(part),
                Goal::Results(written) => put(at, part, written),
            };
            // SAFETY: by the caller's promise.
            unsafe { strips::one_by_one(fold, zero, kept, inner, give) };
        }
    };
    if pieces::pay::<T>(len * inner.len()) && F::parts_are_plain() && !is_dropped {
        match pieces::fold(fold, kept, inner, in_strips, &work) {
            Done::Results => {}
            Done::Row(mut row) => put_strip([kept.at[1], kept.run.strides[1]], &mut row, written),
            Done::Nothing => work(kept, inner, Goal::Results(written)),
        }
        // SAFETY: as below.
        return unsafe { fresh.finish(len) };
    }
    work(kept, inner, Goal::Results(written));
    // SAFETY: there is a place for each index of the kept axes, and each was written.
    unsafe { fresh.finish(len) }
}

/// What comes of a reduction, or of a piece of it.
enum Goal<'a, P> {
    /// Results, counted.
    Results(&'a mut usize),
    /// What is known of some of the elements of each result, in the order of the kept axis.
    Row(&'a mut Vec<P>),
}
