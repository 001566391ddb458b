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
    let shape = a.layout().shape();
    (a,).visit(Copies, shape, move |(a,)| f(a));
}

/// Collects the results of `f` for each element.
#[inline]
pub(crate) fn compute<T, U, const R: usize>(
    a: Source<'_, T, R>,
    layout: &Layout<R>,
    f: impl Fn(&T) -> U + Sync,
) -> Vec<U> {
    // SAFETY: on several threads only if all is primitive.
    unsafe { (a,).compute(Copies, false, layout, of_one(f)) }
}

/// As [`map`], on the threads of rayon's pool.
#[cfg(feature = "rayon")]
pub(crate) fn par_map<T: Sync, U: Send, const R: usize>(
    a: Source<'_, T, R>,
    layout: &Layout<R>,
    f: impl Fn(&T) -> U + Sync,
) -> Vec<U> {
    // SAFETY: references to the elements and the results are `Send`.
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
    // SAFETY: on several threads only if all is primitive.
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
    let shape = a.layout().shape();
    // SAFETY: on several threads only if all is primitive.
    unsafe { (a,).update(Copies, false, shape, of_one_mut(f)) };
}

/// Calls `f` with each element for writing, on the threads of rayon's pool.
#[cfg(feature = "rayon")]
pub(crate) fn par_map_inplace<T: Send, const R: usize>(
    a: Sink<'_, T, R>,
    f: impl Fn(&mut T) + Sync,
) {
    let shape = a.layout().shape();
    // SAFETY: the elements are `Send`.
    unsafe { (a,).update(Copies, true, shape, of_one_mut(f)) };
}

/// Calls `f` with each element of `a` for writing and that of `b` at the same index.
#[inline]
pub(crate) fn update_2<T1, T2, const R: usize>(
    a: Sink<'_, T1, R>,
    b: Source<'_, T2, R>,
    f: impl Fn(&mut T1, &T2) + Sync,
) {
    let shape = a.layout().shape();
    // SAFETY: on several threads only if all is primitive.
    unsafe { (a, b).update(Copies, false, shape, of_two_mut(f)) };
}

// Functions of the types of the elements and the operation, not closures of the functions above, whose
// types would depend on the rank.

#[inline(always)]
fn of_one<'a, T: 'a, U>(f: impl Fn(&T) -> U + Sync) -> impl Fn((&'a T,)) -> U + Sync {
    #[inline(always)]
    move |(a,)| f(a)
}

#[inline(always)]
fn of_two<'a, 'b, T1: 'a, T2: 'b, U>(
    f: impl Fn(&T1, &T2) -> U + Sync,
) -> impl Fn((&'a T1, &'b T2)) -> U + Sync {
    #[inline(always)]
    move |(a, b)| f(a, b)
}

#[inline(always)]
fn of_one_mut<'a, T: 'a>(f: impl Fn(&mut T) + Sync) -> impl Fn((&'a mut T,)) + Sync {
    #[inline(always)]
    move |(a,)| f(a)
}

#[inline(always)]
fn of_two_mut<'a, 'b, T1: 'a, T2: 'b>(
    f: impl Fn(&mut T1, &T2) + Sync,
) -> impl Fn((&'a mut T1, &'b T2)) + Sync {
    #[inline(always)]
    move |(a, b)| f(a, b)
}
