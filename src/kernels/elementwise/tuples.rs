//! One to six operands of any kind, as a tuple: what `zip` stands on.
//!
//! The operation may keep the references it is given, so it sees the elements where they are.

use super::super::operand::{Fills, Operand};
use super::super::uninit::{UninitVec, write};
#[cfg(feature = "rayon")]
use super::visit_shared;
use super::{LASTING, place, sequence_for, together, visit};
use crate::layout::{Layout, Sequence};
use alloc::vec::Vec;
#[cfg(feature = "rayon")]
use core::mem::MaybeUninit;

/// Operands of one shape, ready to be visited.
pub(crate) trait Visit<const R: usize>: Sized {
    /// What the operation sees: one item of each operand.
    type Items;

    /// Calls `f` with the items of every index of `shape`, in no particular order.
    fn for_each(self, shape: [usize; R], f: impl FnMut(Self::Items));

    /// Collects what `f` makes of the items of every index, in row-major order.
    fn collect<U>(self, layout: &Layout<R>, f: impl FnMut(Self::Items) -> U) -> Vec<U>;

    /// As [`for_each`](Self::for_each), on several threads.
    #[cfg(feature = "rayon")]
    fn par_for_each(self, shape: [usize; R], f: impl Fn(Self::Items) + Sync)
    where
        Self::Items: Send;

    /// As [`collect`](Self::collect), on several threads.
    #[cfg(feature = "rayon")]
    fn par_collect<U: Send>(
        self,
        layout: &Layout<R>,
        f: impl Fn(Self::Items) -> U + Sync,
    ) -> Vec<U>
    where
        Self::Items: Send;
}

macro_rules! visits {
    ($($count:literal $more:literal: $($O:ident $o:ident $n:tt),+;)+) => { $(
        impl<const R: usize, $($O: Operand<R>),+> Visit<R> for ($($O,)+) {
            type Items = ($($O::Item,)+);

            #[inline]
            fn for_each(self, shape: [usize; R], f: impl FnMut(Self::Items)) {
                let operands = together(shape, [$(place(&self.$n)),+]);
                // SAFETY: the operands have this shape, and the gate proved them for it.
                unsafe {
                    visit::<R, $count, LASTING, ($($O::Access,)+)>(operands, Sequence::Any, f);
                }
            }

            #[inline]
            fn collect<U>(self, layout: &Layout<R>, mut f: impl FnMut(Self::Items) -> U) -> Vec<U> {
                let mut fresh = UninitVec::with_len(layout.len());
                let (slots, written) = fresh.slots(layout);
                let operands = together(layout.shape(), [place(&slots), $(place(&self.$n)),+]);
                // SAFETY: the operands have this shape, and the gate proved them for it.
                unsafe {
                    visit::<R, $more, LASTING, (Fills<'_, U>, $($O::Access),+)>(
                        operands,
                        sequence_for::<U>(),
                        move |(place, $($o),+)| write(place, written, f(($($o,)+))),
                    );
                }
                // SAFETY: a place for each index, and each index was visited (invariant 3).
                unsafe { fresh.finish(layout.len()) }
            }

            #[cfg(feature = "rayon")]
            fn par_for_each(self, shape: [usize; R], f: impl Fn(Self::Items) + Sync)
            where
                Self::Items: Send,
            {
                let operands = together(shape, [$(place(&self.$n)),+]);
                // SAFETY: the operands have this shape, and the gate proved them for it; the items
                // are `Send`.
                unsafe {
                    visit_shared::<R, $count, LASTING, ($($O::Access,)+), _>(operands, &f, true);
                }
            }

            #[cfg(feature = "rayon")]
            fn par_collect<U: Send>(
                self,
                layout: &Layout<R>,
                f: impl Fn(Self::Items) -> U + Sync,
            ) -> Vec<U>
            where
                Self::Items: Send,
            {
                let mut fresh = UninitVec::with_len(layout.len());
                // Not counted: after a panic, results that need dropping are leaked.
                let (slots, _) = fresh.slots(layout);
                let operands = together(layout.shape(), [place(&slots), $(place(&self.$n)),+]);
                let f = |(place, $($o),+): (&mut MaybeUninit<U>, $($O::Item),+)| {
                    place.write(f(($($o,)+)));
                };
                // SAFETY: as above; the results are `Send` too.
                unsafe {
                    visit_shared::<R, $more, LASTING, (Fills<'_, U>, $($O::Access),+), _>(
                        operands, &f, true,
                    );
                }
                // SAFETY: a place for each index, and each index was visited (invariant 3).
                unsafe { fresh.finish(layout.len()) }
            }
        }
    )+ };
}

visits! {
    1 2: A a 0;
    2 3: A a 0, B b 1;
    3 4: A a 0, B b 1, C c 2;
    4 5: A a 0, B b 1, C c 2, D d 3;
    5 6: A a 0, B b 1, C c 2, D d 3, E e 4;
    6 7: A a 0, B b 1, C c 2, D d 3, E e 4, F g 5;
}
