//! The element-wise loop: one to seven operands, read, changed or freshly written, visited
//! together.
//!
//! There is one loop, over elements that lie side by side in every operand ([`dense`]); it is
//! compiled for each operation, and entered through the dispatch, so that the operation vectorises.
//! What decides how to come there knows neither ranks nor types and is compiled once (`runs.rs`):
//! plain numbers that lie otherwise are brought into line by way of a small buffer (`pack.rs`);
//! other elements are visited where they lie, stride by stride. `shared.rs` cuts a visit for
//! several threads.
//!
//! What the layers above call: `map.rs` for operations on one, two or three operands, `tuples.rs` for
//! `zip`.

mod map;
mod pack;
mod runs;
mod shared;
#[cfg(target_arch = "x86_64")]
mod transpose;
mod tuples;

pub(crate) use map::{
    compute, compute_2, compute_3, compute_slices, copy, copy_to, map, map_inplace, update,
    update_2, update_slices,
};
#[cfg(feature = "rayon")]
pub(crate) use map::{par_map, par_map_inplace};
pub(crate) use tuples::Visit;

use super::dispatch::vectorised;
use super::operand::{Access, Operand};
use super::specialize::is_plain;
use crate::layout::{Sequence, Walk};
use core::array;
use core::mem::needs_drop;
use runs::{ElementInfo, InnerRun, walk, walk_in_order};
use shared::pay;

/// What is done at the elements of `N` operands that are visited together: a tuple of [`Access`]s.
trait AccessTuple<const N: usize> {
    /// What the operation sees: one item of each.
    type Items;
    const ELEMENTS: [ElementInfo; N];

    /// Whether all elements are plain numbers.
    fn are_plain() -> bool;

    /// # Safety
    /// As [`Access::item`], for each operand.
    unsafe fn items(zero: [*mut u8; N], offsets: [usize; N]) -> Self::Items;
}

/// Operands that are visited together: where they lie.
struct Operands<const R: usize, const N: usize> {
    /// The addresses of the elements at index zero.
    zero: [*mut u8; N],
    shape: [usize; R],
    strides: [[isize; R]; N],
}

/// The operation looks at an element while it is called: a copy will do.
const PASSING: bool = false;
/// The operation may keep the reference, which has to be to the element itself.
const LASTING: bool = true;

/// Fewer elements than this are not worth a call of the dispatched loop.
const SMALL: usize = 16;

/// Up to how many elements are visited in row-major order: to plan how would take longer.
const FEW: usize = 64;

/// Calls `f` with the items of every index.
///
/// # Safety
/// Each operand is proved for all indices of the shape.
#[inline]
unsafe fn visit<const R: usize, const N: usize, const S: bool, P: AccessTuple<N>>(
    operands: Operands<R, N>,
    sequence: Sequence,
    f: impl FnMut(P::Items),
) {
    let Operands { zero, shape, strides } = operands;
    if let Some(by) = as_one_run(&shape, &strides) {
        let len = shape.iter().product();
        // SAFETY: dense operands hold the elements of all indices one after the other, from
        // index zero on; each is visited once.
        unsafe { visit_run::<N, P, _>(InnerRun { start: zero, by, len }, f) };
        return;
    }
    let mut f = Some(f);
    let mut run = |run: InnerRun<N>| {
        // SAFETY: either way, each index is visited once (invariant 3).
        f = f.take().map(|f| unsafe { visit_run::<N, P, _>(run, f) });
    };
    if shape.iter().product::<usize>() <= FEW {
        let strides = array::from_fn(|n| &strides[n][..]);
        walk_in_order(zero, &shape, strides, &mut [0; R], &P::ELEMENTS, &mut run);
        return;
    }
    let plan = Walk::new(shape, strides, sequence);
    let packed = S == PASSING && P::are_plain();
    // SAFETY: by the caller's promise.
    unsafe { walk(zero, &plan.steps(), &mut [0; R], &P::ELEMENTS, packed, &mut run) };
}

/// As [`visit`], in any order, on several threads if told so.
///
/// # Safety
/// As [`visit`], and the items are `Send` if it is done on several threads.
#[inline]
unsafe fn visit_shared<
    const R: usize,
    const N: usize,
    const S: bool,
    P: AccessTuple<N>,
    F: Fn(P::Items) + Sync,
>(
    operands: Operands<R, N>,
    f: &F,
    on_threads: bool,
) {
    if on_threads {
        let Operands { zero, shape, strides } = operands;
        let plan = Walk::new(shape, strides, Sequence::Any);
        // SAFETY: by the caller's promise.
        unsafe { shared::visit::<N, S, P, F>(zero, &plan.steps(), f) };
        return;
    }
    // SAFETY: by the caller's promise.
    unsafe { visit::<R, N, S, P>(operands, Sequence::Any, f) };
}

/// Visits a run, and gives the operation back.
///
/// # Safety
/// The operands have elements where it says, and no place that may change comes up twice.
#[inline]
unsafe fn visit_run<const N: usize, P: AccessTuple<N>, F: FnMut(P::Items)>(
    run: InnerRun<N>,
    mut f: F,
) -> F {
    if run.by == [1; N] {
        // SAFETY: by the caller's promise.
        return unsafe { dense::<N, P, F>(run.start, run.len, f) };
    }
    if is_direct(run.by) {
        let moving = (0..N).filter(|&n| run.by[n] == 1).fold(0, |moving, n| moving | 1 << n);
        // SAFETY: by the caller's promise, here and below.
        match (N, moving) {
            // SAFETY: see above.
            (2, 0b01) => return unsafe { some::<0b01, N, P, F>(run.start, run.len, f) },
            // SAFETY: see above.
            (3, 0b011) => return unsafe { some::<0b011, N, P, F>(run.start, run.len, f) },
            // SAFETY: see above.
            (3, 0b101) => return unsafe { some::<0b101, N, P, F>(run.start, run.len, f) },
            _ => {}
        }
    }
    let mut here = run.start;
    for _ in 0..run.len {
        // SAFETY: by the caller's promise.
        f(unsafe { P::items(here, [0; N]) });
        here = further(here, &run.by, &P::ELEMENTS);
    }
    f
}

/// The addresses of the next elements, `by` elements further.
#[inline]
fn further<const N: usize>(
    mut here: [*mut u8; N],
    by: &[isize; N],
    elements: &[ElementInfo; N],
) -> [*mut u8; N] {
    for n in 0..N {
        here[n] = here[n].wrapping_offset(by[n].wrapping_mul(elements[n].size));
    }
    here
}

/// Visits elements that lie side by side in every operand. Takes the operation by value and gives
/// it back: behind a reference, what it holds would be loaded again after each write.
///
/// # Safety
/// Each operand has `len` elements from `zero` on.
#[inline]
unsafe fn dense<const N: usize, P: AccessTuple<N>, F: FnMut(P::Items)>(
    zero: [*mut u8; N],
    len: usize,
    mut f: F,
) -> F {
    if len < SMALL {
        for i in 0..len {
            // SAFETY: by the caller's promise.
            f(unsafe { P::items(zero, [i; N]) });
        }
        return f;
    }
    vectorised(
        #[inline(always)]
        move || {
            for i in 0..len {
                // SAFETY: by the caller's promise.
                f(unsafe { P::items(zero, [i; N]) });
            }
            f
        },
    )
}

/// As [`dense`], where the operands without a bit in `MOVING` stay put: told so as a constant, the loop
/// vectorises.
///
/// # Safety
/// As [`dense`] for the operands that move; the others have an element.
#[inline]
unsafe fn some<const MOVING: u32, const N: usize, P: AccessTuple<N>, F: FnMut(P::Items)>(
    zero: [*mut u8; N],
    len: usize,
    mut f: F,
) -> F {
    vectorised(
        #[inline(always)]
        move || {
            for i in 0..len {
                // SAFETY: by the caller's promise.
                f(unsafe { P::items(zero, where_moving::<MOVING, N>(i)) });
            }
            f
        },
    )
}

/// `i` for the operands that move, 0 for the others.
#[inline(always)]
fn where_moving<const MOVING: u32, const N: usize>(i: usize) -> [usize; N] {
    let mut offsets = [0; N];
    for (n, offset) in offsets.iter_mut().enumerate() {
        *offset = if MOVING >> n & 1 == 1 { i } else { 0 };
    }
    offsets
}

/// Whether there is a loop for runs of these strides: all operands move by one, or one that is read
/// stays put.
#[inline(always)]
fn is_direct<const N: usize>(by: [isize; N]) -> bool {
    let moving = by.iter().filter(|&&stride| stride == 1).count();
    let put = by.iter().filter(|&&stride| stride == 0).count();
    moving == N || (2..=3).contains(&N) && by[0] == 1 && moving == N - 1 && put == 1
}

/// The strides of the operands along all elements in row-major order, if each has one: the dense
/// ones and scalars.
#[inline]
fn as_one_run<const R: usize, const N: usize>(
    shape: &[usize; R],
    strides: &[[isize; R]; N],
) -> Option<[isize; N]> {
    let mut by = [1; N];
    for n in 0..N {
        if !is_dense(shape, &strides[n]) {
            let stays = (0..R).all(|axis| shape[axis] == 1 || strides[n][axis] == 0);
            if n == 0 || !stays {
                return None;
            }
            by[n] = 0;
        }
    }
    is_direct(by).then_some(by)
}

/// Whether strides are those of a dense row-major operand.
#[inline]
fn is_dense<const R: usize>(shape: &[usize; R], strides: &[isize; R]) -> bool {
    let mut stride = 1;
    let mut dense = true;
    for axis in (0..R).rev() {
        dense &= shape[axis] == 1 || strides[axis] == stride;
        stride = stride.wrapping_mul(shape[axis] as isize);
    }
    dense
}

/// Elements that need dropping are written in order, so that a panic knows which there are.
#[inline(always)]
fn sequence_for<U>() -> Sequence {
    if needs_drop::<U>() { Sequence::RowMajor } else { Sequence::Any }
}

macro_rules! places {
    ($($count:literal: $($Access:ident $n:tt),+;)+) => { $(
        impl<$($Access: Access),+> AccessTuple<$count> for ($($Access,)+) {
            type Items = ($($Access::Item,)+);
            const ELEMENTS: [ElementInfo; $count] = [$(ElementInfo::of::<$Access>()),+];

            #[inline(always)]
            fn are_plain() -> bool {
                $(is_plain::<$Access::Element>())&&+
            }

            #[inline(always)]
            unsafe fn items(zero: [*mut u8; $count], offsets: [usize; $count]) -> Self::Items {
                // SAFETY: by the caller's promise, for each operand.
                unsafe { ($($Access::item(zero[$n], offsets[$n]),)+) }
            }
        }
    )+ };
}

places! {
    1: A 0;
    2: A 0, B 1;
    3: A 0, B 1, C 2;
    4: A 0, B 1, C 2, D 3;
    5: A 0, B 1, C 2, D 3, E 4;
    6: A 0, B 1, C 2, D 3, E 4, F 5;
    7: A 0, B 1, C 2, D 3, E 4, F 5, G 6;
}

/// Puts operands of one shape together.
fn together<const R: usize, const N: usize>(
    shape: [usize; R],
    operands: [(*mut u8, [usize; R], [isize; R]); N],
) -> Operands<R, N> {
    assert!(operands.iter().all(|(_, own, _)| *own == shape), "operands of different shapes");
    Operands {
        zero: operands.map(|(zero, ..)| zero),
        shape,
        strides: operands.map(|(.., strides)| strides),
    }
}

/// Where an operand lies.
#[inline(always)]
fn place<const R: usize>(operand: &impl Operand<R>) -> (*mut u8, [usize; R], [isize; R]) {
    (operand.address(), operand.shape(), operand.strides())
}
