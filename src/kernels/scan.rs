//! Running results along an axis: each element is combined with the result before it.

use super::dispatch::vectorised;
use super::operand::Source;
use super::send_ptr::SendPtr;
use super::specialize::is_plain;
use super::threads;
use super::uninit::{UninitVec, write};
use crate::layout::{Sequence, Walk};
use alloc::vec::Vec;
use core::array;
use core::mem::{MaybeUninit, needs_drop};

/// How many lanes along the last axis are done together: each is a chain of operations that wait
/// for one another.
const TOGETHER: usize = 4;

/// Combines each element with the result before it along `axis`: `f(before, element)`. The results
/// are in row-major order, and are made in an order in which none comes after a later one.
pub(crate) fn scan<T: Clone, const R: usize>(
    source: Source<'_, T, R>,
    axis: usize,
    f: impl Fn(&T, &T) -> T + Sync,
) -> Vec<T> {
    let layout = source.layout().to_row_major();
    let mut fresh = UninitVec::with_len(layout.len());
    if layout.is_empty() {
        return Vec::new();
    }
    let (slots, written) = fresh.slots(&layout);
    let (shape, size) = (layout.shape(), layout.shape()[axis]);
    let strides = [layout.strides(), source.layout().strides()];
    let along = ScanAxis { size, strides: [strides[0][axis], strides[1][axis]] };
    let places = SendPtr(ScanAddresses { to: slots.zero(), from: source.zero() });
    // Of elements that may not be sent to other threads there are none that are worth it.
    let bytes = if is_plain::<T>() { layout.len() * size_of::<T>() } else { 0 };
    let only = |chosen: &dyn Fn(usize) -> bool| {
        let shape = array::from_fn(|axis| if chosen(axis) { shape[axis] } else { 1 });
        Walk::new(shape, strides, Sequence::RowMajor)
    };
    if shape[axis + 1..].iter().all(|&size| size == 1) {
        let lanes = only(&|other| other != axis);
        // SAFETY: the lanes have offsets of indices of the shape, each once (invariants 1 and 3).
        let run = |lanes: &Walk<R, 2>, written: &mut usize| unsafe {
            places.get().all_lanes(lanes, &along, written, &f);
        };
        share(lanes, usize::MAX, bytes, written, run);
    } else {
        let outer = only(&|other| other < axis);
        let rows = only(&|other| other > axis);
        // SAFETY: as above; pieces have all steps along the axis, in order.
        let run = |outer: &Walk<R, 2>, rows: &Walk<R, 2>, written: &mut usize| unsafe {
            places.get().all_rows(outer, rows, &along, written, &f);
        };
        let count = rows.steps().len() * size_of::<T>() / NARROW;
        if outer.steps().len() > count {
            share(outer, usize::MAX, bytes, written, |outer, written| run(outer, &rows, written));
        } else {
            share(rows, count, bytes, written, |rows, written| run(&outer, rows, written));
        }
    }
    // SAFETY: there is a place for each index, and each was visited (invariant 3).
    unsafe { fresh.finish(layout.len()) }
}

/// From this many bytes of results on, several threads are faster: some 40 to 60 microseconds of work.
const WORTHWHILE: usize = 256 << 10;

/// Rows are not cut to shorter ones than this in bytes.
const NARROW: usize = 8192;

/// Does the work, or up to about `most` pieces of it on several threads, if the `bytes` of plain results
/// are worth them.
fn share<const R: usize>(
    walk: Walk<R, 2>,
    most: usize,
    bytes: usize,
    written: &mut usize,
    work: impl Fn(&Walk<R, 2>, &mut usize) + Sync,
) {
    let count = if bytes >= WORTHWHILE { most.min(threads::piece_count()) } else { 1 };
    if count < 2 || !threads::are_several() {
        return work(&walk, written);
    }
    let pieces = threads::cut(walk, count, Walk::split);
    threads::share(pieces.into_iter(), |piece| work(&piece, &mut 0));
}

/// The axis along which the results run: its size and its stride in the result and in the source.
struct ScanAxis {
    size: usize,
    strides: [isize; 2],
}

/// The first place of the result and the first element of the source.
struct ScanAddresses<T> {
    to: *mut MaybeUninit<T>,
    from: *const T,
}

#[inline(always)]
fn offset(at: [isize; 2], by: [isize; 2], steps: usize) -> [isize; 2] {
    [at[0] + by[0] * steps as isize, at[1] + by[1] * steps as isize]
}

impl<T> Clone for ScanAddresses<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for ScanAddresses<T> {}

impl<T: Clone> ScanAddresses<T> {
    /// # Safety
    /// `at` is an offset of an index of the source.
    #[inline(always)]
    unsafe fn element<'a>(&self, at: isize) -> &'a T {
        // SAFETY: by the caller's promise.
        let element = unsafe { self.from.offset(at) };
        // SAFETY: the same.
        unsafe { &*element }
    }

    /// # Safety
    /// `at` is an offset of a place of the result, and no other reference to it is in use.
    #[inline(always)]
    unsafe fn place<'a>(&self, at: isize) -> &'a mut MaybeUninit<T> {
        // SAFETY: by the caller's promise.
        let place = unsafe { self.to.offset(at) };
        // SAFETY: the same.
        unsafe { &mut *place }
    }

    /// Runs along all lanes.
    ///
    /// # Safety
    /// Each lane has indices of the source and places of the result at its offsets.
    unsafe fn all_lanes<const R: usize>(
        self,
        lanes: &Walk<R, 2>,
        along: &ScanAxis,
        written: &mut usize,
        f: &impl Fn(&T, &T) -> T,
    ) {
        let by = lanes.run_strides();
        vectorised(
            #[inline(always)]
            || {
                lanes.for_each_run(|at, len| {
                    let mut lane = 0;
                    while const { !needs_drop::<T>() } && lane + TOGETHER <= len {
                        let at = array::from_fn(|k| offset(at, by, lane + k));
                        // SAFETY: by the caller's promise.
                        unsafe { self.lanes::<TOGETHER>(at, along, written, f) };
                        lane += TOGETHER;
                    }
                    for lane in lane..len {
                        // SAFETY: the same.
                        unsafe { self.lanes([offset(at, by, lane)], along, written, f) };
                    }
                });
            },
        );
    }

    /// Combines all rows with those before them.
    ///
    /// # Safety
    /// Together with the steps along the axis both have indices of the source and places of the
    /// result at their offsets.
    unsafe fn all_rows<const R: usize>(
        self,
        outer: &Walk<R, 2>,
        rows: &Walk<R, 2>,
        along: &ScanAxis,
        written: &mut usize,
        f: &impl Fn(&T, &T) -> T,
    ) {
        let by = (outer.run_strides(), rows.run_strides());
        vectorised(
            #[inline(always)]
            || {
                outer.for_each_run(|start, len| {
                    for i in 0..len {
                        let start = offset(start, by.0, i);
                        for step in 0..along.size {
                            let start = offset(start, along.strides, step);
                            let back = if step == 0 { 0 } else { along.strides[0] };
                            rows.for_each_run(|at, len| {
                                let at = [start[0] + at[0], start[1] + at[1]];
                                // SAFETY: by the caller's promise, and the rows before are written.
                                unsafe { self.row(at, by.1, len, back, written, f) };
                            });
                        }
                    }
                });
            },
        );
    }

    /// Runs along `K` lanes at once. If elements need dropping, `K` is 1 and lanes come in order.
    ///
    /// # Safety
    /// Each lane has indices of the source and places of the result at its offsets.
    #[inline(always)]
    unsafe fn lanes<const K: usize>(
        &self,
        at: [[isize; 2]; K],
        along: &ScanAxis,
        written: &mut usize,
        f: &impl Fn(&T, &T) -> T,
    ) {
        // SAFETY: by the caller's promise; the same below.
        let mut last: [T; K] = array::from_fn(|k| unsafe { self.element(at[k][1]) }.clone());
        for (k, last) in last.iter().enumerate() {
            // SAFETY: see above.
            write(unsafe { self.place(at[k][0]) }, written, last.clone());
        }
        for step in 1..along.size {
            for (k, last) in last.iter_mut().enumerate() {
                let at = offset(at[k], along.strides, step);
                // SAFETY: see above.
                *last = f(last, unsafe { self.element(at[1]) });
                // SAFETY: see above.
                write(unsafe { self.place(at[0]) }, written, last.clone());
            }
        }
    }

    /// Combines a row with the results `back` places before it; copies it if `back` is 0.
    ///
    /// # Safety
    /// The row has indices of the source and places of the result; those before are written.
    #[inline(always)]
    unsafe fn row(
        &self,
        at: [isize; 2],
        by: [isize; 2],
        len: usize,
        back: isize,
        written: &mut usize,
        f: &impl Fn(&T, &T) -> T,
    ) {
        match by {
            // SAFETY: by the caller's promise.
            [1, 1] => unsafe { self.row_by::<1>(at, by, len, back, written, f) },
            // SAFETY: the same.
            _ => unsafe { self.row_by::<0>(at, by, len, back, written, f) },
        }
    }

    /// # Safety
    /// As [`row`](Self::row); `BY` is both strides or 0.
    #[inline(always)]
    unsafe fn row_by<const BY: isize>(
        &self,
        at: [isize; 2],
        by: [isize; 2],
        len: usize,
        back: isize,
        written: &mut usize,
        f: &impl Fn(&T, &T) -> T,
    ) {
        let by = if BY == 0 { by } else { [BY; 2] };
        for i in 0..len {
            let [to, from] = offset(at, by, i);
            // SAFETY: by the caller's promise.
            let element = unsafe { self.element(from) };
            let result = if back == 0 {
                element.clone()
            } else {
                // SAFETY: by the caller's promise.
                let before = unsafe { self.place(to - back) };
                // SAFETY: written, by the caller's promise.
                f(unsafe { before.assume_init_ref() }, element)
            };
            // SAFETY: by the caller's promise.
            write(unsafe { self.place(to) }, written, result);
        }
    }
}
