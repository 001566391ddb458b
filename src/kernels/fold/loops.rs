//! The loops of a reduction, and how they are called by code that knows no types.

use super::super::dispatch::vectorised_by_256;
use super::lane::{ContiguousRuns, LaneSet, slots};
use crate::kernels::thresholds::SHORT_LANE_BYTES;
use core::{hint::black_box, mem::MaybeUninit, ops::Range};

/// How many rows are reduced in one go.
pub(super) const ROWS: usize = 64;

/// A reduction of numbers: runs of elements become parts, parts are merged, a part becomes a result.
///
/// Neither the order of the elements nor that of the parts is kept, so merging has to be associative and
/// commutative, up to rounding.
pub(crate) trait Fold: Copy + Sync {
    type Element: Copy;
    /// What is known of some of the elements of a result.
    type Part: Copy;
    type Result: Copy;
    /// Up to which length a run is reduced in one go. A power of two.
    const BLOCK: usize = 512;
    /// The lengths of lanes that are copied to rows, each with an element of all of them. Of shorter ones, which are folded
    /// one after the other, many are given to one call.
    const COPIED: Range<usize> = 0..SHORT_LANE_BYTES / size_of::<Self::Element>() + 1;
    /// Whether the loops are compiled for each instruction set.
    const VECTORISED: bool;
    /// Whether the position of an element among those of its result matters.
    const HAS_POSITIONS: bool = false;

    /// What is faster for so many elements or fewer along one axis, and the loops: of the same types of elements and results,
    /// since these are known by their addresses only.
    const OF_FEW: Option<(usize, &'static dyn Loops)> = None;

    /// Reduces a run, which is not empty.
    fn lane(self, run: &[Self::Element]) -> Self::Part;

    /// Reduces a run that is shorter than those that are [`COPIED`](Self::COPIED).
    #[inline(always)]
    fn short_lane(self, run: &[Self::Element]) -> Self::Part {
        self.lane(run)
    }

    /// Reduces each column of rows, of which there are 1 to [`ROWS`]. There are as many parts as columns; all are
    /// written.
    fn rows(self, rows: ContiguousRuns<'_, Self::Element>, parts: &mut [MaybeUninit<Self::Part>]);

    /// Reduces each lane to a part; all are written.
    #[inline(never)]
    fn reduce(
        self,
        lanes: &LaneSet,
        runs: ContiguousRuns<'_, Self::Element>,
        parts: &mut [MaybeUninit<Self::Part>],
    ) {
        let by_rows = lanes.by_rows;
        run::<Self>(
            #[inline(always)]
            || {
                if by_rows {
                    return self.rows(runs, parts);
                }
                if let Some(elements) = runs.short(Self::COPIED.start) {
                    for (lane, part) in elements.chunks_exact(runs.len).zip(parts) {
                        part.write(self.short_lane(lane));
                    }
                    return;
                }
                for (i, part) in parts.iter_mut().enumerate() {
                    // Hidden from the compiler: of a lane that it knows it makes a dozen pointers, which it
                    // advances in memory for each lane, and computes before all what long ones need.
                    let lane = black_box(runs.get(i));
                    part.write(self.lane(lane));
                }
            },
        );
    }

    fn merge(self, earlier: Self::Part, later: Self::Part) -> Self::Part;

    /// Whether the part stays as it is whatever it is merged with.
    #[inline(always)]
    fn is_last(self, _: Self::Part) -> bool {
        false
    }

    /// By reference: a part may be long, and only a word of it be read.
    fn finish(self, part: &Self::Part) -> Self::Result;
}

/// A [`Fold`] without its types: what `traverse.rs` calls, which is compiled once for all of them.
///
/// # Safety
/// Of all functions: pointers are those of as many elements, parts or results of this fold's types as are
/// said, aligned, and what is read is initialised.
pub(crate) trait Loops: Sync {
    /// The sizes in bytes of an element, of a part and of a result.
    fn sizes(&self) -> [usize; 3];
    /// Up to which length a run is reduced in one go, and the lengths of lanes that are copied to rows.
    fn lengths(&self) -> (usize, Range<usize>);
    fn has_positions(&self) -> bool;
    fn few(&self) -> Option<(usize, &'static dyn Loops)>;

    /// Reduces each lane to a part.
    unsafe fn reduce(&self, lanes: &LaneSet, parts: *mut u8);
    /// Merges each earlier part into the later one; none is in both.
    unsafe fn merge(&self, earlier: *mut u8, later: *mut u8, count: usize);
    /// Whether the part stays as it is whatever it is merged with.
    unsafe fn is_last(&self, part: *const u8) -> bool;
    /// Writes what comes of the parts to results that are `step` apart.
    unsafe fn finish(&self, parts: *mut u8, count: usize, results: *mut u8, step: isize);
}

/// Runs `work` compiled for the best instruction set, if `VECTORISED`.
#[inline(always)]
pub(super) fn run<F: Fold>(work: impl FnOnce()) {
    if const { F::VECTORISED } { vectorised_by_256(work) } else { work() }
}

impl<F: Fold> Loops for F {
    fn sizes(&self) -> [usize; 3] {
        [size_of::<F::Element>(), size_of::<F::Part>(), size_of::<F::Result>()]
    }

    fn lengths(&self) -> (usize, Range<usize>) {
        (F::BLOCK, F::COPIED)
    }

    fn has_positions(&self) -> bool {
        F::HAS_POSITIONS
    }

    fn few(&self) -> Option<(usize, &'static dyn Loops)> {
        F::OF_FEW
    }

    unsafe fn reduce(&self, lanes: &LaneSet, parts: *mut u8) {
        // SAFETY: by the caller's promise.
        let (runs, parts) = unsafe { lanes.typed(parts) };
        Fold::reduce(*self, lanes, runs, parts);
    }

    unsafe fn merge(&self, earlier: *mut u8, later: *mut u8, count: usize) {
        // SAFETY: as many parts, by the caller's promise.
        let earlier = unsafe { slots::<F::Part>(earlier, count) };
        // SAFETY: by the caller's promise.
        let later = unsafe { slots::<F::Part>(later, count) };
        for (earlier, later) in earlier.iter().zip(later) {
            // SAFETY: it was written, by the caller's promise.
            let a = unsafe { earlier.assume_init() };
            // SAFETY: it was written, by the caller's promise.
            let b = unsafe { later.assume_init() };
            later.write(Fold::merge(*self, a, b));
        }
    }

    unsafe fn is_last(&self, part: *const u8) -> bool {
        // SAFETY: it was written, by the caller's promise.
        Fold::is_last(*self, unsafe { *part.cast() })
    }

    unsafe fn finish(&self, parts: *mut u8, count: usize, results: *mut u8, step: isize) {
        // SAFETY: as many parts, by the caller's promise.
        for (i, part) in unsafe { slots::<F::Part>(parts, count) }.iter().enumerate() {
            // SAFETY: it was written, by the caller's promise.
            let result = Fold::finish(*self, unsafe { part.assume_init_ref() });
            let place = results.cast::<F::Result>().wrapping_offset(i as isize * step);
            // SAFETY: one of the results, by the caller's promise.
            unsafe { place.write(result) };
        }
    }
}
