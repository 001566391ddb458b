//! One to eight operands of any kind, as a tuple.

use super::{AccessTuple, ElementInfo, Job, visit, visit_shared};
use crate::kernels::operand::{Access, Fills, Operand};
use crate::kernels::specialize::is_plain;
use crate::kernels::threads::are_several;
use crate::kernels::thresholds::COMPUTED_IN_PARALLEL;
use crate::kernels::uninit::{UninitVec, write};
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

    /// Calls `f` with the items of every index of `shape`, in no particular order.
    fn visit(self, sees: Sees, shape: [usize; R], f: impl FnMut(Self::Items));

    /// Collects the results of `f` for the items of every index, in row-major order.
    fn gather<U>(self, sees: Sees, layout: &Layout<R>, f: impl FnMut(Self::Items) -> U) -> Vec<U>;

    /// As [`visit`](Self::visit), on several threads: if told so by `par`, else if the elements are
    /// primitive and many.
    ///
    /// # Safety
    /// The items are `Send`, or `par` is false.
    unsafe fn update(
        self,
        sees: Sees,
        par: bool,
        shape: [usize; R],
        f: impl Fn(Self::Items) + Sync,
    );

    /// As [`gather`](Self::gather), on several threads as [`update`](Self::update).
    ///
    /// # Safety
    /// The items and results are `Send`, or `par` is false.
    unsafe fn compute<U>(
        self,
        sees: Sees,
        par: bool,
        layout: &Layout<R>,
        f: impl Fn(Self::Items) -> U + Sync,
    ) -> Vec<U>;

    /// Calls `f` with the items of every index of `shape`, which it may keep.
    #[inline]
    fn for_each(self, shape: [usize; R], f: impl FnMut(Self::Items)) {
        self.visit(Sees::Elements, shape, f);
    }

    /// Collects the results of `f` for the items of every index, which it may keep.
    #[inline]
    fn collect<U>(self, layout: &Layout<R>, f: impl FnMut(Self::Items) -> U) -> Vec<U> {
        self.gather(Sees::Elements, layout, f)
    }

    /// As [`for_each`](Self::for_each), on the threads of rayon's pool.
    #[cfg(feature = "rayon")]
    fn par_for_each(self, shape: [usize; R], f: impl Fn(Self::Items) + Sync)
    where
        Self::Items: Send,
    {
        // SAFETY: the items are `Send`.
        unsafe { self.update(Sees::Elements, true, shape, f) };
    }

    /// As [`collect`](Self::collect), on the threads of rayon's pool.
    #[cfg(feature = "rayon")]
    fn par_collect<U: Send>(self, layout: &Layout<R>, f: impl Fn(Self::Items) -> U + Sync) -> Vec<U>
    where
        Self::Items: Send,
    {
        // SAFETY: the items and results are `Send`.
        unsafe { self.compute(Sees::Elements, true, layout, f) }
    }
}

/// The [`AccessTuple`] of a new result and of what it is made of.
struct Making<U, P>(PhantomData<(U, P)>);

impl<'a, const N: usize> Job<'a, N> {
    #[inline(always)]
    fn new<P: AccessTuple<N>>(
        sees: Sees,
        sequence: Sequence,
        shape: &'a [usize],
        operands: [(*mut u8, &'a [usize], &'a [isize]); N],
    ) -> Self {
        assert!(operands.iter().all(|(_, own, _)| *own == shape), "operands of different shapes");
        Job {
            zero: operands.map(|(zero, ..)| zero),
            shape,
            strides: operands.map(|(.., strides)| strides),
            elements: const { &P::ELEMENTS },
            sequence,
            packed: sees == Sees::Copies && P::are_plain(),
        }
    }

    /// Whether it is better visited on several threads, and may be: primitive elements can be sent to any.
    #[inline]
    fn pays<P: AccessTuple<N>>(&self) -> bool {
        let bytes: isize = P::ELEMENTS.iter().map(|elements| elements.size).sum();
        let len: usize = self.shape.iter().product();
        len.saturating_mul(bytes as usize) >= COMPUTED_IN_PARALLEL
            && P::are_plain()
            && are_several()
    }
}

/// The address of index zero, the shape and the strides.
#[inline(always)]
fn place<const R: usize>(operand: &impl Operand<R>) -> (*mut u8, &[usize], &[isize]) {
    let layout = operand.layout();
    (operand.address(), layout.shape_ref(), layout.strides_ref())
}

// What the loop calls. These functions are generic over the items and not over the rank, as closures of
// the methods below would be: a loop is compiled once for all ranks.

#[inline(always)]
fn counting<'p, I, U: 'p>(
    written: &mut usize,
    mut f: impl FnMut(I) -> U,
) -> impl FnMut((&'p mut MaybeUninit<U>, I)) {
    #[inline(always)]
    move |(place, items)| write(place, written, f(items))
}

#[inline(always)]
fn filling<'p, I, U: 'p>(f: impl Fn(I) -> U + Sync) -> impl Fn((&'p mut MaybeUninit<U>, I)) + Sync {
    #[inline(always)]
    move |(place, items)| {
        place.write(f(items));
    }
}

macro_rules! operands {
    ($($count:literal $more:literal: $($O:ident $n:tt),+;)+) => { $(
        impl<$($O: Access),+> AccessTuple<$count> for ($($O,)+) {
            type Items = ($($O::Item,)+);
            const ELEMENTS: [ElementInfo; $count] = [$(ElementInfo::of::<$O>()),+];

            #[inline(always)]
            fn are_plain() -> bool {
                $(is_plain::<$O::Element>())&&+
            }

            #[inline(always)]
            unsafe fn items(zero: [*mut u8; $count], offsets: [usize; $count]) -> Self::Items {
                // SAFETY: by the caller's promise, for each operand.
                unsafe { ($($O::item(zero[$n], offsets[$n]),)+) }
            }
        }

        impl<'a, U: 'a, $($O: Access),+> AccessTuple<$more> for Making<&'a U, ($($O,)+)> {
            type Items = (&'a mut MaybeUninit<U>, ($($O::Item,)+));
            const ELEMENTS: [ElementInfo; $more] =
                [ElementInfo::of::<Fills<'_, U>>(), $(ElementInfo::of::<$O>()),+];

            #[inline(always)]
            fn are_plain() -> bool {
                is_plain::<U>() $(&& is_plain::<$O::Element>())+
            }

            #[inline(always)]
            unsafe fn items(zero: [*mut u8; $more], offsets: [usize; $more]) -> Self::Items {
                // SAFETY: by the caller's promise, for each operand.
                unsafe {
                    (
                        Fills::item(zero[0], offsets[0]),
                        ($($O::item(zero[$n + 1], offsets[$n + 1]),)+),
                    )
                }
            }
        }

        impl<const R: usize, $($O: Operand<R>),+> Visit<R> for ($($O,)+) {
            type Items = ($($O::Item,)+);

            #[inline]
            fn visit(self, sees: Sees, shape: [usize; R], f: impl FnMut(Self::Items)) {
                let job = Job::new::<($($O::Access,)+)>(sees, Sequence::Any, &shape, [$(place(&self.$n)),+]);
                // SAFETY: the operands have this shape, and the gate proved them for it.
                unsafe { visit::<$count, ($($O::Access,)+)>(&job, f) };
            }

            #[inline]
            fn gather<U>(
                self,
                sees: Sees,
                layout: &Layout<R>,
                f: impl FnMut(Self::Items) -> U,
            ) -> Vec<U> {
                // Elements that need dropping are written in order, so that a panic knows which there are.
                let sequence =
                    if needs_drop::<U>() { Sequence::RowMajor } else { Sequence::Any };
                let mut fresh = UninitVec::with_len(layout.len());
                let (slots, written) = fresh.slots(layout);
                let job = Job::new::<Making<&U, ($($O::Access,)+)>>(sees, sequence, layout.shape_ref(), [place(&slots), $(place(&self.$n)),+]);
                let f = counting(written, f);
                // SAFETY: the operands have this shape, and the gate proved them for it.
                unsafe { visit::<$more, Making<&U, ($($O::Access,)+)>>(&job, f) };
                // SAFETY: a place for each index, and each index was visited (invariant 3).
                unsafe { fresh.finish(layout.len()) }
            }

            #[inline]
            unsafe fn update(
                self,
                sees: Sees,
                par: bool,
                shape: [usize; R],
                f: impl Fn(Self::Items) + Sync,
            ) {
                let job = Job::new::<($($O::Access,)+)>(sees, Sequence::Any, &shape, [$(place(&self.$n)),+]);
                let on_threads = par || job.pays::<($($O::Access,)+)>();
                // SAFETY: the operands have this shape, and the gate proved them for it; the items are
                // `Send` by the caller's promise, or primitive.
                unsafe { visit_shared::<$count, ($($O::Access,)+), _>(&job, on_threads, &f) };
            }

            #[inline]
            unsafe fn compute<U>(
                self,
                sees: Sees,
                par: bool,
                layout: &Layout<R>,
                f: impl Fn(Self::Items) -> U + Sync,
            ) -> Vec<U> {
                if const { needs_drop::<U>() } && !par {
                    return self.gather(sees, layout, f);
                }
                let mut fresh = UninitVec::with_len(layout.len());
                // Not counted: after a panic, results that need dropping are leaked.
                let (slots, _) = fresh.slots(layout);
                let job =
                    Job::new::<Making<&U, ($($O::Access,)+)>>(sees, Sequence::Any, layout.shape_ref(), [place(&slots), $(place(&self.$n)),+]);
                let on_threads = par || job.pays::<Making<&U, ($($O::Access,)+)>>();
                let f = filling(f);
                // SAFETY: as in `update`; the results are `Send` too.
                unsafe { visit_shared::<$more, Making<&U, ($($O::Access,)+)>, _>(&job, on_threads, &f) };
                // SAFETY: a place for each index, and each index was visited (invariant 3).
                unsafe { fresh.finish(layout.len()) }
            }
        }
    )+ };
}

operands! {
    1 2: A 0;
    2 3: A 0, B 1;
    3 4: A 0, B 1, C 2;
    4 5: A 0, B 1, C 2, D 3;
    5 6: A 0, B 1, C 2, D 3, E 4;
    6 7: A 0, B 1, C 2, D 3, E 4, F 5;
    7 8: A 0, B 1, C 2, D 3, E 4, F 5, G 6;
    8 9: A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7;
}
