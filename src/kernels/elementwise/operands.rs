//! One to eight operands of any kind, as a tuple.

use super::drive::{walk_of, walk_on_threads_of};
use super::{AccessTuple, ElementInfo, InnerRun, Job, Located, MAX, one_run, step, visit_run};
use crate::kernels::operand::{Access, Fills, Proved};
use crate::kernels::specialize::is_plain;
use crate::kernels::threads::are_several;
use crate::kernels::thresholds::{ALIGNED_RUN, COMPUTED_IN_PARALLEL};
use crate::kernels::uninit::UninitVec;
use crate::layout::{Layout, Sequence};
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::mem::{MaybeUninit, needs_drop};

/// What an operation sees.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sees {
    /// The elements: it may keep the references.
    Elements,
    /// Perhaps copies: it looks at elements only while it is called.
    Copies,
}

/// Operands of one shape, ready to be visited.
pub(crate) trait Visit<const R: usize>: Sized {
    /// What the operation sees: one item of each operand.
    type Items;
    type Accesses: AccessTuple<Items = Self::Items>;

    /// Calls `f` with where the result lies, if there is one, and then each operand.
    fn places<O>(&self, result: Option<Located<'_>>, f: impl FnOnce(&[Located<'_>]) -> O) -> O;

    /// Calls `f` with the items of every index, in no particular order.
    #[inline]
    fn visit(self, sees: Sees, f: impl FnMut(Self::Items)) {
        // SAFETY: the precondition of `visit`: `Accesses` are those of the operands.
        unsafe { visit::<Self::Accesses, R>(&self, None, sees, Sequence::Any, f) };
    }

    /// Collects the results of `f` for the items of every index, in row-major order.
    #[inline]
    fn gather<U>(self, sees: Sees, layout: &Layout<R>, f: impl FnMut(Self::Items) -> U) -> Vec<U> {
        // Elements that need dropping are written in order, so that a panic knows which there are.
        let sequence = if needs_drop::<U>() { Sequence::RowMajor } else { Sequence::Any };
        let mut fresh = UninitVec::with_len(layout.len());
        let (slots, written) = fresh.slots(layout);
        let (result, f) = (Some(Located::of(&slots)), counting(written, f));
        // SAFETY: the precondition of `visit`: `Making` are the accesses of the slots and the operands.
        unsafe { visit::<Making<&U, Self::Accesses>, R>(&self, result, sees, sequence, f) };
        // SAFETY: a place for each index, and each index was visited (invariant 3).
        unsafe { fresh.finish(layout.len()) }
    }

    /// Calls `f` with the items of every index, on several threads if the elements are primitive and many.
    #[inline]
    fn update(self, f: impl Fn(Self::Items) + Sync) {
        // SAFETY: the precondition of `visit_shared`: `Accesses` are those of the operands; `par` is false.
        unsafe { visit_shared::<Self::Accesses, R, _>(&self, None, Sees::Copies, false, &f) };
    }

    /// Collects the results of `f` for the items of every index, on several threads if the elements are
    /// primitive and many.
    #[inline]
    fn compute<U>(self, layout: &Layout<R>, f: impl Fn(Self::Items) -> U + Sync) -> Vec<U> {
        if const { needs_drop::<U>() } {
            return self.gather(Sees::Copies, layout, f);
        }
        // SAFETY: the precondition of `collect`: `par` is false.
        unsafe { collect(&self, Sees::Copies, false, layout, f) }
    }

    /// As [`visit`](Self::visit), on the threads of rayon's pool.
    #[cfg(feature = "rayon")]
    fn par_visit(self, sees: Sees, f: impl Fn(Self::Items) + Sync)
    where
        Self::Items: Send,
    {
        // SAFETY: the precondition of `visit_shared`: `Accesses` are those of the operands; items are `Send`.
        unsafe { visit_shared::<Self::Accesses, R, _>(&self, None, sees, true, &f) };
    }

    /// As [`gather`](Self::gather), on the threads of rayon's pool. After a panic, results that need dropping
    /// are leaked.
    #[cfg(feature = "rayon")]
    fn par_gather<U: Send>(
        self,
        sees: Sees,
        layout: &Layout<R>,
        f: impl Fn(Self::Items) -> U + Sync,
    ) -> Vec<U>
    where
        Self::Items: Send,
    {
        // SAFETY: the precondition of `collect`: the items and results are `Send`.
        unsafe { collect(&self, sees, true, layout, f) }
    }
}

/// Collects the results of `f`, which are not counted, for the items of every index.
///
/// # Safety
/// The items and results are `Send`, or `par` is false.
#[inline]
unsafe fn collect<V: Visit<R>, U, const R: usize>(
    operands: &V,
    sees: Sees,
    par: bool,
    layout: &Layout<R>,
    f: impl Fn(V::Items) -> U + Sync,
) -> Vec<U> {
    let mut fresh = UninitVec::with_len(layout.len());
    let (slots, _) = fresh.slots(layout);
    let (result, f) = (Some(Located::of(&slots)), filling(f));
    // SAFETY: `Making` are the accesses of the slots and the operands; the rest by the caller's promise.
    unsafe { visit_shared::<Making<&U, V::Accesses>, R, _>(operands, result, sees, par, &f) };
    // SAFETY: a place for each index, and each index was visited (invariant 3).
    unsafe { fresh.finish(layout.len()) }
}

/// Calls `f` with the items of every index.
///
/// # Safety
/// `P` are the accesses of the result, if there is one, and the operands.
#[inline(always)]
unsafe fn visit<P: AccessTuple, const R: usize>(
    operands: &impl Visit<R>,
    result: Option<Located<'_>>,
    sees: Sees,
    sequence: Sequence,
    f: impl FnMut(P::Items),
) {
    #[allow(clippy::redundant_closure)] // The function itself would not be inlined.
    let one_run = operands.places(
        result,
        #[inline(always)]
        |places| one_run(places),
    );
    if let Some((moving, whole, mut start)) = one_run {
        // How many elements are before the first aligned vector of the first operand. Large buffers begin at the same
        // distance from one, so the other operands are mostly aligned from there on, too.
        let head = start[0].addr().wrapping_neg() % 32 / P::ELEMENTS[0].size.max(1) as usize;
        let (mut f, mut rest, mut len) = (f, whole, if whole < ALIGNED_RUN { whole } else { head });
        loop {
            let run = InnerRun { start: &start, by: &[], down: &[], moving, rows: 1, len };
            // SAFETY: the gate proved each operand (invariants 1 and 2), each index is visited once (invariant 3).
            f = unsafe { visit_run::<P, _>(&run, f) };
            rest -= len;
            if rest == 0 {
                return drop(f);
            }
            for (n, start) in start[..P::COUNT].iter_mut().enumerate() {
                let len = len as isize * (moving >> n & 1) as isize;
                *start = step(*start, len, P::ELEMENTS[n].size);
            }
            len = rest;
        }
    }
    let mut f = Some(f);
    operands.places(result, |places| {
        let packed = sees == Sees::Copies && P::are_plain();
        let job = Job { places, elements: &P::ELEMENTS, sequence, packed };
        let walk = const { walk_of(P::COUNT) };
        walk(&job, &mut |run| {
            // SAFETY: as above.
            f = f.take().map(|f| unsafe { visit_run::<P, _>(run, f) });
        });
    });
}

/// As [`visit`], in any order, on several threads if told so by `par`, or if the elements are primitive, which
/// can be sent to any thread, and many.
///
/// # Safety
/// As [`visit`], and the items are `Send` or `par` is false.
#[inline(always)]
unsafe fn visit_shared<P: AccessTuple, const R: usize, F: Fn(P::Items) + Sync>(
    operands: &impl Visit<R>,
    result: Option<Located<'_>>,
    sees: Sees,
    par: bool,
    f: &F,
) {
    let is_large = || operands.places(result, |places| is_large(places, &P::ELEMENTS));
    if par || P::are_plain() && is_large() && are_several() {
        return operands.places(result, |places| {
            let packed = sees == Sees::Copies && P::are_plain();
            let job = Job { places, elements: &P::ELEMENTS, sequence: Sequence::Any, packed };
            let walk = const { walk_on_threads_of(P::COUNT) };
            walk(&job, &|run| {
                // SAFETY: as in `visit`, on threads where the items may be (invariant 10).
                unsafe { visit_run::<P, &F>(run, f) };
            });
        });
    }
    // SAFETY: by the caller's promise.
    unsafe { visit::<P, R>(operands, result, sees, Sequence::Any, f) };
}

/// Whether operands are better visited on several threads.
#[inline(always)]
fn is_large(places: &[Located<'_>], elements: &[ElementInfo]) -> bool {
    let bytes: isize = elements[..places.len()].iter().map(|element| element.size).sum();
    let len: usize = places[0].shape.iter().product();
    len.saturating_mul(bytes as usize) >= COMPUTED_IN_PARALLEL
}

// What the loop calls. These functions are generic over the items and not over the rank, as closures of
// the methods above would be: a loop is compiled once for all ranks.

#[inline(always)]
pub(crate) fn of_one<A, U>(f: impl Fn(A) -> U + Sync) -> impl Fn((A,)) -> U + Sync {
    #[inline(always)]
    move |(a,)| f(a)
}

#[inline(always)]
pub(crate) fn of_two<A, B, U>(f: impl Fn(A, B) -> U + Sync) -> impl Fn((A, B)) -> U + Sync {
    #[inline(always)]
    move |(a, b)| f(a, b)
}

#[inline(always)]
fn counting<'p, I, U: 'p>(
    written: &mut usize,
    mut f: impl FnMut(I) -> U,
) -> impl FnMut((&'p mut MaybeUninit<U>, I)) {
    #[inline(always)]
    move |(place, items)| {
        place.write(f(items));
        if needs_drop::<U>() {
            *written += 1;
        }
    }
}

#[inline(always)]
fn filling<'p, I, U: 'p>(f: impl Fn(I) -> U + Sync) -> impl Fn((&'p mut MaybeUninit<U>, I)) + Sync {
    #[inline(always)]
    move |(place, items)| {
        place.write(f(items));
    }
}

/// The [`AccessTuple`] of a new result and of what it is made of.
struct Making<U, P>(PhantomData<(U, P)>);

impl<'a, U: 'a, P: AccessTuple> AccessTuple for Making<&'a U, P> {
    type Items = (&'a mut MaybeUninit<U>, P::Items);
    const COUNT: usize = 1 + P::COUNT;
    const ELEMENTS: [ElementInfo; MAX] = {
        let (mut all, mut n) = ([ElementInfo::of::<Fills<'_, U>>(); MAX], 0);
        while n < P::COUNT {
            all[1 + n] = P::ELEMENTS[n];
            n += 1;
        }
        all
    };

    #[inline(always)]
    fn are_plain() -> bool {
        is_plain::<U>() && P::are_plain()
    }

    #[inline(always)]
    unsafe fn items(zero: &[*mut u8], moving: u32, offset: usize) -> Self::Items {
        // SAFETY: by the caller's promise.
        let place = unsafe { Fills::item(zero[0], offset * (moving & 1) as usize) };
        // SAFETY: as above, for the other operands.
        (place, unsafe { P::items(&zero[1..], moving >> 1, offset) })
    }
}

macro_rules! operands {
    ($($count:literal: $($O:ident $n:tt),+;)+) => { $(
        impl<$($O: Access),+> AccessTuple for ($($O,)+) {
            type Items = ($($O::Item,)+);
            const COUNT: usize = $count;
            const ELEMENTS: [ElementInfo; MAX] = {
                let mut all = [ElementInfo::NONE; MAX];
                $(all[$n] = ElementInfo::of::<$O>();)+
                all
            };

            #[inline(always)]
            fn are_plain() -> bool {
                $(is_plain::<$O::Element>())&&+
            }

            #[inline(always)]
            unsafe fn items(zero: &[*mut u8], moving: u32, offset: usize) -> Self::Items {
                // SAFETY: by the caller's promise, for each operand.
                unsafe { ($($O::item(zero[$n], offset * (moving >> $n & 1) as usize),)+) }
            }
        }

        impl<const R: usize, $($O: Access),+> Visit<R> for ($(Proved<$O, R>,)+) {
            type Items = ($($O::Item,)+);
            type Accesses = ($($O,)+);

            #[inline(always)]
            fn places<X>(&self, result: Option<Located<'_>>, f: impl FnOnce(&[Located<'_>]) -> X) -> X {
                // Without a result, the first place is left out again.
                let first = result.unwrap_or(Located::of(&self.0));
                f(&[first, $(Located::of(&self.$n)),+][usize::from(result.is_none())..])
            }
        }
    )+ };
}

operands! {
    1: A 0;
    2: A 0, B 1;
    3: A 0, B 1, C 2;
    4: A 0, B 1, C 2, D 3;
    5: A 0, B 1, C 2, D 3, E 4;
    6: A 0, B 1, C 2, D 3, E 4, F 5;
    7: A 0, B 1, C 2, D 3, E 4, F 5, G 6;
    8: A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7;
}
