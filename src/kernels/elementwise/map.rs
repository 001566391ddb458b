//! Operations on one, two or three operands, as the layers above call them.
//!
//! The operations see an element while they are called and cannot keep the reference, so that they
//! may be shown copies. `compute` and `update` use several threads where the elements are plain
//! numbers and there are many; `map` and `map_inplace` do not, for their operations may have state.

use super::super::operand::{Changes, Fills, Operand, Reads, Sink, Slots, Source};
use super::super::specialize::is_plain;
use super::super::uninit::{UninitVec, write};
use super::shared;
use super::{
    FEW, InnerRun, PASSING, SMALL, pay, place, runs, sequence_for, together, visit, visit_run,
    visit_shared,
};
use crate::layout::{Layout, Sequence, Steps, Walk};
use alloc::vec::Vec;
use core::mem::{MaybeUninit, needs_drop};

/// Collects what `f` makes of each element, in row-major order.
#[inline]
pub(crate) fn map<T, U, const R: usize>(
    a: Source<'_, T, R>,
    layout: &Layout<R>,
    f: impl FnMut(&T) -> U,
) -> Vec<U> {
    let mut fresh = UninitVec::with_len(layout.len());
    let (slots, written) = fresh.slots(layout);
    let operands = together(layout.shape(), [place(&slots), place(&a)]);
    // SAFETY: the operands have this shape, and the gate proved them for it.
    unsafe {
        visit::<R, 2, PASSING, (Fills<'_, U>, Reads<'_, T>)>(
            operands,
            sequence_for::<U>(),
            counting(written, f),
        );
    }
    // SAFETY: a place for each index, and each index was visited (invariant 3).
    unsafe { fresh.finish(layout.len()) }
}

/// Calls `f` with each element for writing.
#[inline]
pub(crate) fn map_inplace<T, const R: usize>(a: Sink<'_, T, R>, mut f: impl FnMut(&mut T)) {
    let operands = together(a.shape(), [place(&a)]);
    // SAFETY: the gate proved the operand.
    unsafe {
        visit::<R, 1, PASSING, (Changes<'_, T>,)>(operands, Sequence::Any, move |(a,)| f(a));
    }
}

/// Collects what `f` makes of each element.
#[inline]
pub(crate) fn compute<T, U, const R: usize>(
    a: Source<'_, T, R>,
    layout: &Layout<R>,
    f: impl Fn(&T) -> U + Sync,
) -> Vec<U> {
    if const { needs_drop::<U>() } {
        return map(a, layout, f);
    }
    let on_threads = pay::<2, (Fills<'_, U>, Reads<'_, T>)>(layout.len());
    // SAFETY: plain numbers are `Send`.
    unsafe { fill(a, layout, f, on_threads) }
}

/// Copies plain elements to a new row-major buffer, without a stop in between.
pub(crate) fn copy<T, const R: usize>(a: Source<'_, T, R>, layout: &Layout<R>) -> Vec<T> {
    let mut fresh = UninitVec::with_len(layout.len());
    copy_to(fresh.slots(layout).0, a);
    // SAFETY: a place for each index, and each index was visited (invariant 3).
    unsafe { fresh.finish(layout.len()) }
}

/// Copies plain elements to places of the same shape.
pub(crate) fn copy_to<T, const R: usize>(places: Slots<'_, T, R>, a: Source<'_, T, R>) {
    assert!(is_plain::<T>() && places.shape() == a.layout().shape());
    if a.layout().is_empty() {
        return;
    }
    let operands = together(places.shape(), [place(&places), place(&a)]);
    if a.layout().len() <= FEW {
        let write = |(place, x): (&mut MaybeUninit<T>, &T)| {
            // SAFETY: plain elements are copied by reading them.
            place.write(unsafe { core::ptr::read(x) });
        };
        // SAFETY: the operands have this shape, and the gate proved them for it.
        unsafe {
            visit::<R, 2, PASSING, (Fills<'_, T>, Reads<'_, T>)>(operands, Sequence::Any, write);
        }
        return;
    }
    let (plan, size) =
        (Walk::new(operands.shape, operands.strides, Sequence::Any), size_of::<T>() as isize);
    let piece = |steps: &Steps<'_, 2>, zero, index: &mut [usize]| {
        // SAFETY: the operands have this shape, the gate proved them for it, and their elements are
        // plain.
        unsafe { runs::copy(zero, steps, index, size) };
    };
    if pay::<2, (Fills<'_, T>, Reads<'_, T>)>(a.layout().len()) {
        return shared::cut(operands.zero, &plan.steps(), &|steps, zero| {
            piece(steps, zero, &mut alloc::vec![0; steps.depth()]);
        });
    }
    piece(&plan.steps(), operands.zero, &mut [0; R]);
}

/// As [`map`], on the threads of rayon's pool.
#[cfg(feature = "rayon")]
pub(crate) fn par_map<T: Sync, U: Send, const R: usize>(
    a: Source<'_, T, R>,
    layout: &Layout<R>,
    f: impl Fn(&T) -> U + Sync,
) -> Vec<U> {
    // SAFETY: references to elements and results are `Send`.
    unsafe { fill(a, layout, f, true) }
}

/// # Safety
/// References to the elements, and the results, are `Send` if it is done on several threads.
#[inline]
unsafe fn fill<T, U, const R: usize>(
    a: Source<'_, T, R>,
    layout: &Layout<R>,
    f: impl Fn(&T) -> U + Sync,
    on_threads: bool,
) -> Vec<U> {
    let mut fresh = UninitVec::with_len(layout.len());
    // Not counted: after a panic, results that need dropping are leaked.
    let (slots, _) = fresh.slots(layout);
    let operands = together(layout.shape(), [place(&slots), place(&a)]);
    // SAFETY: the operands have this shape, and the gate proved them for it.
    unsafe {
        visit_shared::<R, 2, PASSING, (Fills<'_, U>, Reads<'_, T>), _>(
            operands,
            &filling(f),
            on_threads,
        );
    }
    // SAFETY: a place for each index, and each index was visited (invariant 3).
    unsafe { fresh.finish(layout.len()) }
}

/// Collects what `f` makes of each pair of elements.
#[inline]
pub(crate) fn compute_2<T1, T2, U, const R: usize>(
    a: Source<'_, T1, R>,
    b: Source<'_, T2, R>,
    layout: &Layout<R>,
    f: impl Fn(&T1, &T2) -> U + Sync,
) -> Vec<U> {
    let mut fresh = UninitVec::with_len(layout.len());
    let (slots, written) = fresh.slots(layout);
    let operands = together(layout.shape(), [place(&slots), place(&a), place(&b)]);
    if const { needs_drop::<U>() } {
        let f = counting_2(written, f);
        // SAFETY: the operands have this shape, and the gate proved them for it.
        unsafe {
            visit::<R, 3, PASSING, (Fills<'_, U>, Reads<'_, T1>, Reads<'_, T2>)>(
                operands,
                Sequence::RowMajor,
                f,
            );
        }
    } else {
        let on_threads = pay::<3, (Fills<'_, U>, Reads<'_, T1>, Reads<'_, T2>)>(layout.len());
        // SAFETY: the same, and plain numbers are `Send`.
        unsafe {
            visit_shared::<R, 3, PASSING, (Fills<'_, U>, Reads<'_, T1>, Reads<'_, T2>), _>(
                operands,
                &filling_2(f),
                on_threads,
            );
        }
    }
    // SAFETY: a place for each index, and each index was visited (invariant 3).
    unsafe { fresh.finish(layout.len()) }
}

/// As [`compute_2`] of operands that lie in row-major order or are a single element, without the
/// planner.
#[inline]
pub(crate) fn compute_slices<T1, T2, U>(
    len: usize,
    a: &[T1],
    b: &[T2],
    f: impl Fn(&T1, &T2) -> U + Sync,
) -> Vec<U> {
    assert!((a.len() == len || a.len() == 1) && (b.len() == len || b.len() == 1));
    let step = |of: usize| isize::from(of == len);
    let mut fresh = UninitVec::with_len(len);
    if len < SMALL {
        let (places, written) = fresh.places(len);
        let [by_a, by_b] = [a.len(), b.len()].map(|of| usize::from(of == len));
        for (i, place) in places.iter_mut().enumerate() {
            write(place, written, f(&a[i * by_a], &b[i * by_b]));
        }
        // SAFETY: each place was written.
        return unsafe { fresh.finish(len) };
    }
    let layout = Layout::row_major([len]).expect("no more results than elements");
    let (slots, written) = fresh.slots(&layout);
    let (a_start, b_start) = (a.as_ptr().cast_mut().cast(), b.as_ptr().cast_mut().cast());
    let start = [slots.address(), a_start, b_start];
    let run = InnerRun { start, by: [1, step(a.len()), step(b.len())], len };
    if const { needs_drop::<U>() } {
        let f = counting_2(written, f);
        // SAFETY: as many places and elements as said, one after the other.
        drop(unsafe { visit_run::<3, (Fills<'_, U>, Reads<'_, T1>, Reads<'_, T2>), _>(run, f) });
    } else {
        let f = filling_2(f);
        // SAFETY: the same.
        unsafe { visit_run::<3, (Fills<'_, U>, Reads<'_, T1>, Reads<'_, T2>), _>(run, &f) };
    }
    // SAFETY: each place was written.
    unsafe { fresh.finish(len) }
}

/// As [`update_2`] of elements that lie in row-major order and as many others, or a single one, without
/// the planner.
#[inline]
pub(crate) fn update_slices<T1, T2>(a: &mut [T1], b: &[T2], f: impl Fn(&mut T1, &T2) + Sync) {
    let len = a.len();
    assert!(b.len() == len || b.len() == 1);
    let step = usize::from(b.len() == len);
    if len < SMALL {
        return a.iter_mut().enumerate().for_each(|(i, a)| f(a, &b[i * step]));
    }
    let start = [a.as_mut_ptr().cast(), b.as_ptr().cast_mut().cast()];
    let run = InnerRun { start, by: [1, step as isize], len };
    // SAFETY: as many elements as said, one after the other.
    unsafe { visit_run::<2, (Changes<'_, T1>, Reads<'_, T2>), _>(run, &both(f)) };
}

/// Collects what `f` makes of each three elements.
pub(crate) fn compute_3<T1, T2, T3, U, const R: usize>(
    (a, b, c): (Source<'_, T1, R>, Source<'_, T2, R>, Source<'_, T3, R>),
    layout: &Layout<R>,
    f: impl Fn(&T1, &T2, &T3) -> U + Sync,
) -> Vec<U> {
    let mut fresh = UninitVec::with_len(layout.len());
    let (slots, written) = fresh.slots(layout);
    let operands = together(layout.shape(), [place(&slots), place(&a), place(&b), place(&c)]);
    // SAFETY: the operands have this shape, and the gate proved them for it.
    unsafe {
        visit::<R, 4, PASSING, (Fills<'_, U>, Reads<'_, T1>, Reads<'_, T2>, Reads<'_, T3>)>(
            operands,
            sequence_for::<U>(),
            move |(place, a, b, c)| write(place, written, f(a, b, c)),
        );
    }
    // SAFETY: a place for each index, and each index was visited (invariant 3).
    unsafe { fresh.finish(layout.len()) }
}

/// Calls `f` with each element for writing; on several threads if they are plain numbers and many.
#[inline]
pub(crate) fn update<T, const R: usize>(a: Sink<'_, T, R>, f: impl Fn(&mut T) + Sync) {
    let operands = together(a.shape(), [place(&a)]);
    let on_threads = pay::<1, (Changes<'_, T>,)>(a.shape().iter().product());
    // SAFETY: the gate proved the operand; plain numbers are `Send`.
    unsafe {
        visit_shared::<R, 1, PASSING, (Changes<'_, T>,), _>(operands, &alone(f), on_threads);
    }
}

/// Calls `f` with each element for writing, on the threads of rayon's pool.
#[cfg(feature = "rayon")]
pub(crate) fn par_map_inplace<T: Send, const R: usize>(
    a: Sink<'_, T, R>,
    f: impl Fn(&mut T) + Sync,
) {
    let operands = together(a.shape(), [place(&a)]);
    // SAFETY: the gate proved the operand; the elements are `Send`.
    unsafe { visit_shared::<R, 1, PASSING, (Changes<'_, T>,), _>(operands, &alone(f), true) };
}

/// Calls `f` with each element of `a` for writing and that of `b` at the same index.
#[inline]
pub(crate) fn update_2<T1, T2, const R: usize>(
    a: Sink<'_, T1, R>,
    b: Source<'_, T2, R>,
    f: impl Fn(&mut T1, &T2) + Sync,
) {
    let operands = together(a.shape(), [place(&a), place(&b)]);
    let on_threads = pay::<2, (Changes<'_, T1>, Reads<'_, T2>)>(a.shape().iter().product());
    // SAFETY: the operands have this shape, and the gate proved them for it; plain numbers are
    // `Send`.
    unsafe {
        visit_shared::<R, 2, PASSING, (Changes<'_, T1>, Reads<'_, T2>), _>(
            operands,
            &both(f),
            on_threads,
        );
    }
}

// What the loop calls. These are functions of the types of the elements and the operation, not
// closures of the functions above, whose types would depend on the rank: the loop is compiled once
// for all ranks.

#[inline(always)]
fn counting<'p, 'a, T: 'a, U: 'p>(
    written: &mut usize,
    mut f: impl FnMut(&T) -> U,
) -> impl FnMut((&'p mut MaybeUninit<U>, &'a T)) {
    #[inline(always)]
    move |(place, a)| write(place, written, f(a))
}

#[inline(always)]
fn counting_2<'p, 'a, T1: 'a, T2: 'a, U: 'p>(
    written: &mut usize,
    f: impl Fn(&T1, &T2) -> U,
) -> impl FnMut((&'p mut MaybeUninit<U>, &'a T1, &'a T2)) {
    #[inline(always)]
    move |(place, a, b)| write(place, written, f(a, b))
}

#[inline(always)]
fn filling<'p, 'a, T: 'a, U: 'p>(
    f: impl Fn(&T) -> U + Sync,
) -> impl Fn((&'p mut MaybeUninit<U>, &'a T)) + Sync {
    #[inline(always)]
    move |(place, a)| {
        place.write(f(a));
    }
}

#[inline(always)]
fn filling_2<'p, 'a, T1: 'a, T2: 'a, U: 'p>(
    f: impl Fn(&T1, &T2) -> U + Sync,
) -> impl Fn((&'p mut MaybeUninit<U>, &'a T1, &'a T2)) + Sync {
    #[inline(always)]
    move |(place, a, b)| {
        place.write(f(a, b));
    }
}

#[inline(always)]
fn alone<'a, T: 'a>(f: impl Fn(&mut T) + Sync) -> impl Fn((&'a mut T,)) + Sync {
    #[inline(always)]
    move |(a,)| f(a)
}

#[inline(always)]
fn both<'a, 'b, T1: 'a, T2: 'b>(
    f: impl Fn(&mut T1, &T2) + Sync,
) -> impl Fn((&'a mut T1, &'b T2)) + Sync {
    #[inline(always)]
    move |(a, b)| f(a, b)
}
