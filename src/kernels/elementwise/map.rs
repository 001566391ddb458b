//! Operations on one, two or three operands, as the layers above call them.
//!
//! The operations see an element while they are called and cannot keep the reference, so that they may be
//! shown copies. `compute` and `update` use several threads where the elements are primitive and many;
//! `map` and `map_inplace` do not, since their operations may have state.

use super::operands::{Sees::Copies, Visit};
use crate::kernels::operand::{Sink, Source};
use crate::layout::Layout;
use alloc::vec::Vec;

/// Collects the results of `f` for each element, in row-major order.
#[inline]
pub(crate) fn map<T, U, const R: usize>(
    a: Source<'_, T, R>,
    layout: &Layout<R>,
    mut f: impl FnMut(&T) -> U,
) -> Vec<U> {
    (a,).gather(Copies, layout, move |(a,)| f(a))
}

/// Calls `f` with each element for writing.
#[inline]
pub(crate) fn map_inplace<T, const R: usize>(a: Sink<'_, T, R>, mut f: impl FnMut(&mut T)) {
    (a,).visit(Copies, move |(a,)| f(a));
}

/// Collects the results of `f` for each element.
#[inline]
pub(crate) fn compute<T, U, const R: usize>(
    a: Source<'_, T, R>,
    layout: &Layout<R>,
    f: impl Fn(&T) -> U + Sync,
) -> Vec<U> {
    // SAFETY: the precondition of `Visit::compute`, not told to use threads.
    unsafe { (a,).compute(Copies, false, layout, of_one(f)) }
}

/// As [`map`], on the threads of rayon's pool.
#[cfg(feature = "rayon")]
pub(crate) fn par_map<T: Sync, U: Send, const R: usize>(
    a: Source<'_, T, R>,
    layout: &Layout<R>,
    f: impl Fn(&T) -> U + Sync,
) -> Vec<U> {
    // SAFETY: the precondition of `Visit::compute`: references to the elements and the results are `Send`.
    unsafe { (a,).compute(Copies, true, layout, of_one(f)) }
}

/// Collects the results of `f` for each pair of elements.
#[inline]
pub(crate) fn compute_2<T1, T2, U, const R: usize>(
    a: Source<'_, T1, R>,
    b: Source<'_, T2, R>,
    layout: &Layout<R>,
    f: impl Fn(&T1, &T2) -> U + Sync,
) -> Vec<U> {
    // SAFETY: the precondition of `Visit::compute`, not told to use threads.
    unsafe { (a, b).compute(Copies, false, layout, of_two(f)) }
}

/// Collects the results of `f` for each three elements.
pub(crate) fn compute_3<T1, T2, T3, U, const R: usize>(
    operands: (Source<'_, T1, R>, Source<'_, T2, R>, Source<'_, T3, R>),
    layout: &Layout<R>,
    f: impl Fn(&T1, &T2, &T3) -> U + Sync,
) -> Vec<U> {
    operands.gather(Copies, layout, move |(a, b, c)| f(a, b, c))
}

/// Calls `f` with each element for writing.
#[inline]
pub(crate) fn update<T, const R: usize>(a: Sink<'_, T, R>, f: impl Fn(&mut T) + Sync) {
    // SAFETY: the precondition of `Visit::update`, not told to use threads.
    unsafe { (a,).update(Copies, false, of_one(f)) };
}

/// Calls `f` with each element for writing, on the threads of rayon's pool.
#[cfg(feature = "rayon")]
pub(crate) fn par_map_inplace<T: Send, const R: usize>(
    a: Sink<'_, T, R>,
    f: impl Fn(&mut T) + Sync,
) {
    // SAFETY: the precondition of `Visit::update`: the elements are `Send`.
    unsafe { (a,).update(Copies, true, of_one(f)) };
}

/// Calls `f` with each element of `a` for writing and that of `b` at the same index.
#[inline]
pub(crate) fn update_2<T1, T2, const R: usize>(
    a: Sink<'_, T1, R>,
    b: Source<'_, T2, R>,
    f: impl Fn(&mut T1, &T2) + Sync,
) {
    // SAFETY: the precondition of `Visit::update`, not told to use threads.
    unsafe { (a, b).update(Copies, false, of_two(f)) };
}

// Functions of the types of the elements and the operation, not closures of the functions above, whose
// types would depend on the rank.

#[inline(always)]
fn of_one<A, U>(f: impl Fn(A) -> U + Sync) -> impl Fn((A,)) -> U + Sync {
    #[inline(always)]
    move |(a,)| f(a)
}

#[inline(always)]
fn of_two<A, B, U>(f: impl Fn(A, B) -> U + Sync) -> impl Fn((A, B)) -> U + Sync {
    #[inline(always)]
    move |(a, b)| f(a, b)
}
