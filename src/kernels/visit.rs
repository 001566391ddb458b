//! The element-wise loop: one to seven operands, read, changed or freshly written, visited
//! together.
//!
//! The loop is written once, generic over the operands, and entered through the dispatch. Inside of
//! a run every operand has a constant stride. Runs where all strides are 1 are the loop that
//! vectorises; where one of two or three operands stays put (a broadcast), it is told so as a
//! constant, which vectorises too; everything else steps by its strides.

use super::dispatch::vectorised;
use super::fresh::{Fresh, write};
use super::operand::Operand;
#[cfg(feature = "rayon")]
use super::threads::visit_on_threads;
use crate::layout::{Layout, Sequence, Walk};
use alloc::vec::Vec;
use core::array;
use core::mem::needs_drop;

/// Operands of one shape that are visited together: a tuple of [`Operand`]s.
pub(crate) trait Operands<const R: usize, const N: usize> {
    /// What the operation sees: one item of each.
    type Items;
    /// Where index zero of each is.
    type Addresses: Copy;

    fn strides(&self) -> [[isize; R]; N];

    fn addresses(&self) -> Self::Addresses;

    /// # Safety
    /// As [`Operand::item`], for each operand.
    unsafe fn items(zero: Self::Addresses, offsets: [isize; N]) -> Self::Items;
}

/// Calls `f` with the items of every index of `shape`.
///
/// # Safety
/// Each operand is proved for all indices of `shape`.
#[inline]
pub(crate) unsafe fn visit<const R: usize, const N: usize, O: Operands<R, N>>(
    operands: &O,
    shape: [usize; R],
    sequence: Sequence,
    mut f: impl FnMut(O::Items),
) {
    let zero = operands.addresses();
    let strides = operands.strides();
    if strides.iter().all(|strides| is_dense(&shape, strides)) {
        let len = shape.iter().product();
        // SAFETY: dense operands hold the elements of all indices one after the other, from
        // index zero on; each is visited once.
        let mut dense = move || unsafe { run::<{ u32::MAX }, R, N, O>(zero, [0; N], len, &mut f) };
        return if len < SMALL { dense() } else { vectorised(dense) };
    }
    let walk = Walk::new(shape, strides, sequence);
    // SAFETY: by the caller's promise; the walk visits indices of `shape`.
    unsafe { visit_walk::<R, N, O>(zero, &walk, f) };
}

/// Calls `f` with the items of every index of a walk.
///
/// # Safety
/// Each operand is proved for all indices of the walk, and `zero` are their addresses.
#[inline]
pub(super) unsafe fn visit_walk<const R: usize, const N: usize, O: Operands<R, N>>(
    zero: O::Addresses,
    walk: &Walk<R, N>,
    mut f: impl FnMut(O::Items),
) {
    let by = walk.run_strides();
    vectorised(
        #[inline(always)]
        move || match moving(by) {
            // SAFETY: by the caller's promise, here and below.
            Some(m) if m == (1 << N) - 1 => unsafe {
                along::<{ u32::MAX }, R, N, O>(zero, walk, &mut f);
            },
            // SAFETY: see above.
            Some(0b001) if N == 2 || N == 3 => unsafe {
                along::<0b001, R, N, O>(zero, walk, &mut f);
            },
            // SAFETY: see above.
            Some(0b011) if N == 3 => unsafe { along::<0b011, R, N, O>(zero, walk, &mut f) },
            // SAFETY: see above.
            Some(0b101) if N == 3 => unsafe { along::<0b101, R, N, O>(zero, walk, &mut f) },
            _ => walk.for_each_run(|at, len| {
                // SAFETY: the walk yields offsets of indices for which the operands are proved,
                // each once (invariant 3).
                unsafe { strided::<R, N, O>(zero, at, by, len, &mut f) };
            }),
        },
    );
}

/// Walks runs in which the operands of `MOVING` move by one and the others stay put.
///
/// # Safety
/// As [`visit_walk`], and `MOVING` is that of the walk's runs.
#[inline(always)]
unsafe fn along<const MOVING: u32, const R: usize, const N: usize, O: Operands<R, N>>(
    zero: O::Addresses,
    walk: &Walk<R, N>,
    f: &mut impl FnMut(O::Items),
) {
    walk.for_each_run(|at, len| {
        // SAFETY: the walk yields offsets of indices for which the operands are proved, each once
        // (invariant 3), and `MOVING` says how its runs go on.
        unsafe { run::<MOVING, R, N, O>(zero, at, len, f) };
    });
}

/// Fewer elements than this are not worth a call of the dispatched loop.
const SMALL: usize = 16;

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

/// Which operands move by one along a run, as a bit each, if all others stay put.
#[inline]
fn moving<const N: usize>(by: [isize; N]) -> Option<u32> {
    let mut moving = 0;
    for (n, stride) in by.into_iter().enumerate() {
        match stride {
            0 => {}
            1 => moving |= 1 << n,
            _ => return None,
        }
    }
    Some(moving)
}

/// A run in which operand `n` moves by one if bit `n` of `MOVING` is set, else stays put.
///
/// # Safety
/// As [`Operands::items`] for each of the `len` steps.
#[inline(always)]
unsafe fn run<const MOVING: u32, const R: usize, const N: usize, O: Operands<R, N>>(
    zero: O::Addresses,
    at: [isize; N],
    len: usize,
    f: &mut impl FnMut(O::Items),
) {
    for i in 0..len as isize {
        let here = array::from_fn(|n| if MOVING >> n & 1 == 1 { at[n] + i } else { at[n] });
        // SAFETY: by the caller's promise.
        f(unsafe { O::items(zero, here) });
    }
}

/// A run with any strides.
///
/// # Safety
/// As [`Operands::items`] for each of the `len` steps.
#[inline(always)]
unsafe fn strided<const R: usize, const N: usize, O: Operands<R, N>>(
    zero: O::Addresses,
    at: [isize; N],
    by: [isize; N],
    len: usize,
    f: &mut impl FnMut(O::Items),
) {
    for i in 0..len as isize {
        // SAFETY: by the caller's promise.
        f(unsafe { O::items(zero, array::from_fn(|n| at[n] + i * by[n])) });
    }
}

/// Operands of one shape, ready to be visited: what the layers above call.
///
/// The shape of all operands has to be `shape`; the implementations check it.
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

macro_rules! tuples {
    ($($count:literal: $($Operand:ident $operand:ident $n:tt),+;)+) => { $(
        impl<const R: usize, $($Operand: Operand<R>),+> Operands<R, $count> for ($($Operand,)+) {
            type Items = ($($Operand::Item,)+);
            type Addresses = ($($Operand::Address,)+);

            #[inline(always)]
            fn strides(&self) -> [[isize; R]; $count] {
                [$(self.$n.strides()),+]
            }

            #[inline(always)]
            fn addresses(&self) -> Self::Addresses {
                ($(self.$n.address(),)+)
            }

            #[inline(always)]
            unsafe fn items(zero: Self::Addresses, at: [isize; $count]) -> Self::Items {
                // SAFETY: by the caller's promise, for each operand.
                unsafe { ($($Operand::item(zero.$n, at[$n]),)+) }
            }
        }
    )+ };
}

macro_rules! visits {
    ($($($Operand:ident $operand:ident $n:tt),+;)+) => { $(
        impl<const R: usize, $($Operand: Operand<R>),+> Visit<R> for ($($Operand,)+) {
            type Items = ($($Operand::Item,)+);

            #[inline]
            fn for_each(self, shape: [usize; R], f: impl FnMut(Self::Items)) {
                $(assert!(self.$n.shape() == shape);)+
                // SAFETY: the operands have this shape, and the gate proved them for it.
                unsafe { visit(&self, shape, Sequence::Any, f) }
            }

            #[inline]
            fn collect<U>(self, layout: &Layout<R>, mut f: impl FnMut(Self::Items) -> U) -> Vec<U> {
                $(assert!(self.$n.shape() == layout.shape());)+
                let mut fresh = Fresh::with_len(layout.len());
                let (slots, written) = fresh.slots(layout);
                let ($($operand,)+) = self;
                // SAFETY: the operands have this shape, and the gate proved them for it.
                unsafe {
                    visit(&(slots, $($operand),+), layout.shape(), sequence_for::<U>(), move |(place, $($operand),+)| {
                        write(place, written, f(($($operand,)+)));
                    });
                }
                // SAFETY: a place for each index, and each index was visited (invariant 3).
                unsafe { fresh.finish(layout.len()) }
            }

            #[cfg(feature = "rayon")]
            fn par_for_each(self, shape: [usize; R], f: impl Fn(Self::Items) + Sync)
            where
                Self::Items: Send,
            {
                $(assert!(self.$n.shape() == shape);)+
                let walk = Walk::new(shape, Operands::strides(&self), Sequence::Any);
                // SAFETY: the operands have this shape, and the gate proved them for it.
                unsafe { visit_on_threads(&self, walk, f) }
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
                $(assert!(self.$n.shape() == layout.shape());)+
                let mut fresh = Fresh::with_len(layout.len());
                // Not counted: after a panic, results that need dropping are leaked.
                let (slots, _) = fresh.slots(layout);
                let ($($operand,)+) = self;
                let operands = (slots, $($operand),+);
                let walk = Walk::new(layout.shape(), operands.strides(), Sequence::Any);
                // SAFETY: the operands have this shape, and the gate proved them for it.
                unsafe {
                    visit_on_threads(&operands, walk, |(place, $($operand),+)| {
                        place.write(f(($($operand,)+)));
                    });
                }
                // SAFETY: a place for each index, and each index was visited (invariant 3).
                unsafe { fresh.finish(layout.len()) }
            }
        }
    )+ };
}

/// Elements that need dropping are written in order, so that a panic knows which there are.
#[inline(always)]
fn sequence_for<U>() -> Sequence {
    if needs_drop::<U>() { Sequence::RowMajor } else { Sequence::Any }
}

tuples! {
    1: A a 0;
    2: A a 0, B b 1;
    3: A a 0, B b 1, C c 2;
    4: A a 0, B b 1, C c 2, D d 3;
    5: A a 0, B b 1, C c 2, D d 3, E e 4;
    6: A a 0, B b 1, C c 2, D d 3, E e 4, F f 5;
    7: A a 0, B b 1, C c 2, D d 3, E e 4, F f 5, G g 6;
}
visits! {
    A a 0;
    A a 0, B b 1;
    A a 0, B b 1, C c 2;
    A a 0, B b 1, C c 2, D d 3;
    A a 0, B b 1, C c 2, D d 3, E e 4;
    A a 0, B b 1, C c 2, D d 3, E e 4, F g 5;
}
