//! Reductions: many elements become one.
//!
//! A reduction of built-in numbers is a [`Fold`](loops::Fold): loops over runs of elements, in `simple.rs`
//! (sums, extrema, counts; `built_in.rs` has the functions), `bytes.rs` (counts of bytes), `scaled.rs`
//! (products of floats), `moments.rs` (variance) and `position.rs` (argmax). They are compiled in this crate, and
//! called by code that knows neither the types nor the rank (`loops.rs`): `mod.rs` splits the axes into kept and
//! reduced ones, `traverse.rs` walks over them, and copies elements that are not contiguous to scratch;
//! `at_once.rs` takes those that need no walk. `any.rs` is the reduction of every other type, one element after
//! the other. Shapes of results and empty axes belong to `ops/`.
//!
//! If the fastest axis of the source is reduced, each result reads lanes of it, in blocks; short lanes are copied side by
//! side first, and are rows then, but for those of a few elements that are added up (`Fold::COPIED`). If it is
//! kept, whole rows are added to a row of partial results, 64 rows to a block. The results of blocks
//! are merged like the digits of a binary counter, so that an element takes part in some 70 additions
//! at most in its block and in about log2(n) more: pairwise summation, whose error grows with the
//! logarithm of n (Higham 1993, "The accuracy of floating point summation"), in both cases. The sizes
//! of blocks depend on the shape and the strides only, and several threads take
//! different results, or blocks of the same results that they merge in the same order, so that a
//! result does not depend on them.

mod any;
mod at_once;
mod built_in;
mod bytes;
mod lane;
mod loops;
#[cfg(any(feature = "std", feature = "libm"))]
mod moments;
mod position;
mod scaled;
pub(crate) mod simple;
mod traverse;

pub(crate) use any::fold_any;
pub(crate) use built_in::{best, count, position, product, sum};
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) use built_in::{best_number, best_size, norm, sum_of_numbers, variance};
pub(crate) use loops::Fold;
pub(crate) use simple::{FEW, simple};

use super::operand::Source;
use super::specialize::is_plain;
use super::uninit::UninitVec;
use crate::layout::{Reduction, WalkAxis};
use alloc::vec::Vec;
use built_in::Kernel;
use core::any::TypeId;

/// What is made of the elements of each result: by which kernel, if they are built-in numbers, and a number
/// that it takes.
pub(crate) type Operation<T, U> = (Option<Kernel<T, U>>, usize);

/// Reduces the marked axes to one element each; the results are in row-major order of the others. Of
/// numbers that are not built in, `otherwise` does it.
///
/// No size is zero: what a reduction of nothing is, the layers above know.
#[inline]
pub(crate) fn fold<T, U, const R: usize>(
    (kernel, number): Operation<T, U>,
    source: Source<'_, T, R>,
    reduced: [bool; R],
    otherwise: impl FnOnce() -> Vec<U>,
) -> Vec<U> {
    let Some(kernel) = kernel else { return otherwise() };
    with_results(source, reduced, &mut |source, results| {
        let mut source = Some(source);
        (kernel.0)(number, &mut |loops| {
            let source = source.take().expect("once");
            // SAFETY: by its type the kernel has the loops of the elements and the results, which are plain
            // (invariant 1).
            unsafe { traverse::reduce(loops, source, results) };
        });
    })
}

/// As [`fold`], by a reduction that is compiled where it is called.
pub(crate) fn fold_by<F: Fold, const R: usize>(
    fold: F,
    source: Source<'_, F::Element, R>,
    reduced: [bool; R],
    otherwise: impl FnOnce() -> Vec<F::Result>,
) -> Vec<F::Result> {
    if !(is_plain::<F::Element>() && is_plain::<F::Part>() && is_plain::<F::Result>()) {
        return otherwise();
    }
    with_results(source, reduced, &mut |source, results| {
        // SAFETY: the types are those of the source and the results, and plain (invariant 1).
        unsafe { traverse::reduce(&fold, source, results) };
    })
}

/// A source and its axes, without types and rank.
type Untyped<'r> = (*const u8, Reduction<'r>);

/// Calls `f` with a source and room for the results, which it has to write.
#[inline]
fn with_results<T, U, const R: usize>(
    source: Source<'_, T, R>,
    reduced: [bool; R],
    f: &mut dyn FnMut(Untyped<'_>, *mut u8),
) -> Vec<U> {
    assert!(!source.layout().is_empty());
    let mut axes = [WalkAxis::UNIT; R];
    let reduction = Reduction::new(source.layout(), &reduced, &mut axes);
    let len = (0..R).filter(|&i| !reduced[i]).map(|i| source.layout().shape()[i]).product();
    let mut results = UninitVec::with_len(len);
    f((source.zero().cast(), reduction), results.places(len).0.as_mut_ptr().cast());
    // SAFETY: there is a result for each index of the kept axes, and all were written
    // (invariant 8).
    unsafe { results.finish(len) }
}

/// Integers of the machine's width are those of as many bits.
#[inline(always)]
pub(crate) fn of_known_width(id: TypeId) -> TypeId {
    let is_wide = size_of::<usize>() == 8;
    if id == TypeId::of::<usize>() {
        return if is_wide { TypeId::of::<u64>() } else { TypeId::of::<u32>() };
    }
    if id == TypeId::of::<isize>() {
        return if is_wide { TypeId::of::<i64>() } else { TypeId::of::<i32>() };
    }
    id
}
