//! The loops of a reduction, and how they are called by code that knows no types.

use super::super::dispatch::vectorised;
use super::lane::{Lane, Lanes};
use core::mem::MaybeUninit;

/// A reduction of built-in numbers: lanes become parts, parts are merged, a part becomes a result.
///
/// Neither the order of the elements nor that of the parts is kept, so merging has to be associative and
/// commutative, up to rounding.
pub(crate) trait Fold: Copy + Sync {
    type Element: Copy;
    /// What is known of some of the elements of a result.
    type Part: Copy;
    type Result: Copy;
    /// Whether the position of an element among those of its result matters.
    const POSITIONS: bool = false;
    /// Up to which length a lane is reduced in one go. A power of two.
    const BLOCK: usize = 512;
    /// Whether the loops are compiled for each instruction set.
    const VECTORISED: bool;

    /// Reduces a lane, which is not empty.
    fn lane(self, lane: Lane<Self::Element>) -> Self::Part;

    /// Reduces lanes next to each other, row by row; `BY` is their distance, or 0 if it is not known in
    /// advance. There are as many parts as lanes; all are written.
    ///
    /// # Safety
    /// The elements of the lanes are of this type, and readable.
    unsafe fn rows<const BY: isize>(self, lanes: Lanes, parts: &mut [MaybeUninit<Self::Part>]);

    fn merge(self, earlier: Self::Part, later: Self::Part) -> Self::Part;
    fn finish(self, part: Self::Part) -> Self::Result;
}

/// A [`Fold`] without its types: what `walk.rs` calls, which is compiled once for all of them.
///
/// # Safety
/// Of all functions: pointers are those of as many elements, parts or results of this fold's types as are
/// said, aligned, and what is read is initialised.
pub(super) trait Loops: Sync {
    /// The sizes in bytes of an element, of a part and of a result.
    fn sizes(&self) -> [usize; 3];
    fn block(&self) -> usize;
    fn has_positions(&self) -> bool;
    /// Reduces each lane to a part.
    unsafe fn lanes(&self, lanes: &Lanes, parts: *mut u8);
    /// The same, row by row, for lanes that are next to each other.
    unsafe fn rows(&self, lanes: &Lanes, parts: *mut u8);
    /// Merges each earlier part into the later one; none is in both.
    unsafe fn merge(&self, earlier: *mut u8, later: *mut u8, count: usize);
    /// Writes what comes of the parts to results that are `step` apart.
    unsafe fn finish(&self, parts: *mut u8, count: usize, results: *mut u8, step: isize);
}

/// Runs `work` compiled for the best instruction set, if `VECTORISED`.
#[inline(always)]
fn run<F: Fold, R>(work: impl FnOnce() -> R) -> R {
    if const { F::VECTORISED } { vectorised(work) } else { work() }
}

/// The parts at an address.
///
/// # Safety
/// There are as many, which nobody else reaches.
unsafe fn slots<'a, F: Fold>(parts: *mut u8, count: usize) -> &'a mut [MaybeUninit<F::Part>] {
    // SAFETY: by the caller's promise.
    unsafe { core::slice::from_raw_parts_mut(parts.cast(), count) }
}

impl<F: Fold> Loops for F {
    fn sizes(&self) -> [usize; 3] {
        const { assert!(align_of::<F::Part>() <= 16) };
        [size_of::<F::Element>(), size_of::<F::Part>(), size_of::<F::Result>()]
    }

    fn block(&self) -> usize {
        F::BLOCK
    }

    fn has_positions(&self) -> bool {
        F::POSITIONS
    }

    unsafe fn lanes(&self, lanes: &Lanes, parts: *mut u8) {
        // SAFETY: as many parts as lanes, by the caller's promise.
        let parts = unsafe { slots::<F>(parts, lanes.width) };
        // Copies: or the compiler reads them again after each part that is written.
        let (fold, lanes) = (*self, *lanes);
        run::<F, _>(
            #[inline(always)]
            || {
                for (i, part) in parts.iter_mut().enumerate() {
                    part.write(fold.lane(lanes.lane(i)));
                }
            },
        );
    }

    unsafe fn rows(&self, lanes: &Lanes, parts: *mut u8) {
        // SAFETY: as many parts as lanes, by the caller's promise.
        let parts = unsafe { slots::<F>(parts, lanes.width) };
        // Copies: or the compiler reads them again after each part that is written.
        let (fold, lanes) = (*self, *lanes);
        run::<F, _>(
            #[inline(always)]
            || match lanes.by {
                // SAFETY: by the caller's promise.
                1 => unsafe { fold.rows::<1>(lanes, parts) },
                // SAFETY: the same.
                _ => unsafe { fold.rows::<0>(lanes, parts) },
            },
        );
    }

    unsafe fn merge(&self, earlier: *mut u8, later: *mut u8, count: usize) {
        // SAFETY: as many parts, by the caller's promise.
        let earlier = unsafe { slots::<F>(earlier, count) };
        // SAFETY: the same.
        let later = unsafe { slots::<F>(later, count) };
        for (earlier, later) in earlier.iter().zip(later) {
            // SAFETY: all were written, by the caller's promise.
            let earlier = unsafe { earlier.assume_init() };
            // SAFETY: the same.
            let part = unsafe { later.assume_init() };
            later.write(Fold::merge(*self, earlier, part));
        }
    }

    unsafe fn finish(&self, parts: *mut u8, count: usize, results: *mut u8, step: isize) {
        // SAFETY: as many parts, by the caller's promise.
        let parts = unsafe { slots::<F>(parts, count) };
        for (i, part) in parts.iter().enumerate() {
            // SAFETY: it was written, by the caller's promise.
            let result = Fold::finish(*self, unsafe { part.assume_init() });
            let place = results.cast::<F::Result>().wrapping_offset(i as isize * step);
            // SAFETY: one of the results, by the caller's promise.
            unsafe { place.write(result) };
        }
    }
}
