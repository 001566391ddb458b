//! The ways of walking, which know no types: one lane after the other, or row by row.
//!
//! Loops read contiguous runs only; other elements are copied to scratch first.

use super::at_once::reduce_at_once;
use super::lane::LaneSet;
use super::loops::{Loops, ROWS};
use crate::kernels::elementwise::{Patch, copy_patch};
use crate::kernels::prefetch::reads_in_order;
use crate::kernels::send_ptr::SendPtr;
use crate::kernels::threads::{are_several, piece_count, share};
use crate::kernels::thresholds::{
    FEW_REDUCED, FINER_PIECES, PART_OF_ROW, READ_IN_ORDER, REDUCED_ON_THREADS, ROW_TO_CUT,
    SHORT_RUN, STRIP_BYTES, WIDE_ROW,
};
use crate::layout::{Reduction, Steps, moved};
use alloc::{vec, vec::Vec};
use core::{mem::MaybeUninit, ops::Range};

/// Room for parts, each of `size` bytes.
pub(super) struct PartRoom {
    few: [MaybeUninit<u128>; 4],
    many: Vec<MaybeUninit<u128>>,
    size: usize,
}

impl PartRoom {
    pub(super) fn new(size: usize, count: usize) -> Self {
        let len = (count * size).div_ceil(size_of::<u128>());
        let few = [MaybeUninit::uninit(); 4];
        let many = if len > few.len() { Vec::with_capacity(len) } else { Vec::new() };
        PartRoom { few, many, size }
    }

    pub(super) fn at(&mut self, part: usize) -> *mut u8 {
        let is_few = self.many.capacity() == 0;
        let memory = if is_few { self.few.as_mut_ptr() } else { self.many.as_mut_ptr() };
        memory.cast::<u8>().wrapping_add(part * self.size)
    }
}

/// Merging rows of parts pairwise, like the digits of a binary counter: level `l` holds the merger of 2^l
/// rows if bit `l` of the count is set.
struct Cascade<'l> {
    loops: &'l dyn Loops,
    /// Rows with room for as many parts as any has.
    levels: PartRoom,
    count: usize,
    /// How many parts a row has.
    width: usize,
}

impl<'l> Cascade<'l> {
    /// For up to `rows` rows.
    fn new(loops: &'l dyn Loops, width: usize, rows: usize) -> Self {
        let levels = (usize::BITS - rows.leading_zeros()) as usize;
        Cascade { loops, levels: PartRoom::new(loops.sizes()[1] * width, levels), count: 0, width }
    }

    /// Takes a row in.
    ///
    /// # Safety
    /// The parts of the row were written, and the row has room for as many as any.
    unsafe fn push(&mut self, row: *mut u8) {
        let mut level = 0;
        while self.count >> level & 1 == 1 {
            let earlier = self.levels.at(level);
            // SAFETY: a row that was taken in, and by the caller's promise.
            unsafe { self.loops.merge(earlier, row, self.width) };
            level += 1;
        }
        let place = self.levels.at(level);
        // SAFETY: as long; there are levels for the rows that were promised (invariant 8).
        unsafe { place.copy_from_nonoverlapping(row, self.levels.size) };
        self.count += 1;
    }

    /// Merges what was taken in, and `row` if it `has_row`, to `row`, and starts anew.
    ///
    /// # Safety
    /// As [`push`](Self::push), if it `has_row`; and there is something.
    unsafe fn finish(&mut self, row: *mut u8, mut has_row: bool) {
        while self.count > 0 {
            let level = self.levels.at(self.count.trailing_zeros() as usize);
            if has_row {
                // SAFETY: by the caller's promise (invariant 8).
                unsafe { self.loops.merge(level, row, self.width) };
            } else {
                // SAFETY: the same.
                unsafe { row.copy_from_nonoverlapping(level, self.levels.size) };
            }
            has_row = true;
            self.count &= self.count - 1;
        }
        debug_assert!(has_row);
    }
}

/// How many bytes of elements are copied to scratch at a time: they stay in the first-level cache.
const SCRATCH_BYTES: usize = 16 << 10;

/// What is walked over: the source, and how.
#[derive(Clone, Copy)]
struct Traverse<'l> {
    loops: &'l dyn Loops,
    /// The first of the source, and how they lie in it.
    lanes: LaneSet,
    /// Up to which length a lane is reduced in one go.
    block: usize,
    /// How many elements are copied to scratch at a time.
    room: usize,
}

/// Reduces a source to results at `results`, in row-major order. Many elements are reduced on several
/// threads, to the same results as on one.
///
/// # Safety
/// The source has plain elements of the type of `loops`, at least one, at all indices; the results have as many
/// places as there are indices of the axes that are kept.
pub(super) unsafe fn reduce(
    loops: &dyn Loops,
    (zero, mut reduction): (*const u8, Reduction<'_>),
    results: *mut u8,
) {
    let few = loops.few().filter(|&(most, _)| reduction.is_along_one_axis(most));
    let loops = few.map_or(loops, |(_, few)| few);
    // SAFETY: by the caller's promise.
    if unsafe { reduce_at_once(loops, (zero, &reduction), results) } {
        return;
    }
    let [kept, inner] = reduction.plan(loops.has_positions(), false);
    let [element, part, result] = loops.sizes();
    let (longest, copied) = loops.lengths();
    let by_rows = rows_first(&kept, &inner, &copied);
    let room = (SCRATCH_BYTES / element.max(1)).max(1);
    let block = match (by_rows, inner.run.strides[0]) {
        (true, _) => ROWS,
        (false, 1) => longest,
        (false, _) => longest.min(room.next_power_of_two().div_ceil(2)),
    };
    let bytes = (kept.len() * inner.len()).saturating_mul(element);
    let row_by_row = bytes >= READ_IN_ORDER && kept.run.strides[0] == 1 && reads_in_order();
    let ([stride, step], [by, _]) = (inner.run.strides, kept.run.strides);
    let (sizes, strides) = ([inner.run.size, kept.run.size], [stride, by]);
    let (first, position, runs) = (zero, 0, (zero, 0));
    let lanes = LaneSet { first, sizes, strides, position, step, by_rows, row_by_row, runs };
    let traverse = Traverse { loops, lanes, block, room };
    let addresses = SendPtr((traverse, results));
    let finish = |parts: *mut u8, count: usize, at: isize, step: isize| {
        let (_, results) = addresses.get();
        // SAFETY: the parts were written, and the results are those of indices of the kept axes (invariant 8).
        unsafe { loops.finish(parts, count, results.wrapping_offset(at * result as isize), step) };
    };
    let all = |kept: &Steps<'_, 2>, inner: &Steps<'_, 2>, give: &mut Give<'_>| {
        let (traverse, _) = addresses.get();
        // SAFETY: by the caller's promise.
        unsafe { traverse.walk(kept, inner, give) };
    };
    if bytes < REDUCED_ON_THREADS || !are_several() {
        return all(&kept, &inner, &mut { finish });
    }
    let width = kept.run.size;
    // Lanes are cut, and not the results, in pieces of a power of two of blocks: to merge the pieces pairwise is what
    // merging their blocks pairwise would be.
    debug_assert!(block.is_power_of_two());
    let size = inner.run.size / (FINER_PIECES * piece_count());
    let size = size.next_power_of_two().max(block);
    let row = width.saturating_mul(element.max(part));
    let are_few = if by_rows { row < ROW_TO_CUT } else { width == 1 };
    if are_few && inner.is_one_run() && kept.is_one_run() && inner.run.size > size {
        let count = inner.run.size.div_ceil(size);
        let mut rows: Vec<SendPtr<PartRoom>> =
            (0..count).map(|_| SendPtr(PartRoom::new(part, width))).collect();
        share(rows.iter_mut().enumerate(), |(piece, SendPtr(row))| {
            let start = piece * size;
            let inner = inner.part(start, size.min(inner.run.size - start));
            let mut done = 0;
            all(&kept, &inner, &mut |parts: *mut u8, count: usize, _, _| {
                // SAFETY: the parts come in order, as many as the row has in all (invariant 8).
                unsafe { row.at(done).copy_from_nonoverlapping(parts, count * part) };
                done += count;
            });
        });
        let mut cascade = Cascade::new(loops, width, count);
        let SendPtr(mut last) = rows.pop().expect("a piece");
        for SendPtr(row) in &mut rows {
            // SAFETY: the parts were written (invariant 8).
            unsafe { cascade.push(row.at(0)) };
        }
        // SAFETY: the same.
        unsafe { cascade.finish(last.at(0), true) };
        return finish(last.at(0), width, kept.only_run()[1], kept.run.strides[1]);
    }
    let slowest = kept.slowest();
    let mut count = piece_count().min(slowest);
    if by_rows && kept.is_one_run() && by == 1 {
        count = if row < ROW_TO_CUT { 1 } else { count.min(row / PART_OF_ROW) };
    }
    let start_of = |piece: usize| piece * slowest / count;
    share(0..count, |piece| {
        let (start, end) = (start_of(piece), start_of(piece + 1));
        all(&kept.part(start, end - start), &inner, &mut { finish });
    });
}

/// Whether neighbouring results are better reduced together: where their elements lie closer to each other
/// than those of one result do, or where lanes of their length are copied to rows. Few elements in all
/// are not worth the memory for a row of parts.
fn rows_first(kept: &Steps<'_, 2>, inner: &Steps<'_, 2>, copied: &Range<usize>) -> bool {
    let (by, stride) = (kept.run.strides[0], inner.run.strides[0]);
    let is_closer = by != 0 && (stride == 0 || by < stride);
    let is_few = kept.run.size < WIDE_ROW || kept.len() * inner.len() <= FEW_REDUCED;
    (is_closer || copied.contains(&inner.len())) && !is_few
}

/// Takes parts of results next to each other: where they are, how many, the place of the first result, and
/// the way to the next.
type Give<'g> = dyn FnMut(*mut u8, usize, isize, isize) + 'g;

impl Traverse<'_> {
    /// Reduces neighbouring results together and gives them to `give`.
    ///
    /// # Safety
    /// The offsets of `kept` plus those of `inner` are those of indices of the source.
    unsafe fn walk(&self, kept: &Steps<'_, 2>, inner: &Steps<'_, 2>, give: &mut Give<'_>) {
        let Traverse { loops, lanes: all, block, room } = *self;
        let ([element, part, _], [stride, by]) = (loops.sizes(), all.strides);
        let len = inner.run.size;
        // Short runs are copied many at a time, up to a block, where positions do not matter.
        let are_short = !all.by_rows && len < SHORT_RUN && !loops.has_positions();
        let group = if are_short { inner.rows.size.min(room.min(block) / len).max(1) } else { 1 };
        let is_copied = group > 1 || if all.by_rows { by != 1 } else { stride != 1 };
        let most = match (all.by_rows, is_copied) {
            (true, false) => STRIP_BYTES / element.max(part),
            // A multiple of what loops take at a time; parts take no more room than elements. Row: `argmax over last,
            // [100000,10]` (0.9).
            (true, true) => (room / len.min(block)).min(SCRATCH_BYTES / part.max(1)) / 16 * 16,
            (false, false) => ROWS.max(room / len),
            (false, true) => ROWS.min(room / (group * len.min(block))),
        };
        let most = most.clamp(1, kept.run.size);
        let mut scratch = PartRoom::new(element, if is_copied { room.max(ROWS) } else { 0 });
        // Large rooms cost more than what is reduced: the allocator asks the system for them each time.
        let (mut open, is_one_run) = (PartRoom::new(part, most), inner.is_one_run());
        let mut later = PartRoom::new(part, if is_one_run { 0 } else { most });
        // A part takes in a block, or `ROWS` shorter runs.
        let mut cascade = Cascade::new(loops, most, inner.len() / block.min(ROWS * len));
        let mut index = vec![0; inner.depth()];
        kept.for_each_run(|at| {
            for left in (0..kept.run.size).step_by(most) {
                let width = most.min(kept.run.size - left);
                let from = at[0] + left as isize * by;
                cascade.width = width;
                let (mut pending, mut runs, mut is_over) = (0, 0, false);
                inner.for_each_plane(&mut index, |plane| {
                    let (mut row, mut start) = (0, 0);
                    while row < inner.rows.size && !is_over {
                        let at = moved(plane, row as isize, &inner.rows.strides);
                        let [at, position] = moved(at, start as isize, &inner.run.strides);
                        let first = all.first.wrapping_offset((from + at) * element as isize);
                        let sizes = [block.min(len - start), width];
                        let rows = group.min(inner.rows.size - row);
                        let parts = if runs == 0 { &mut open } else { &mut later };
                        let lanes = LaneSet { first, sizes, position, ..all };
                        let down = (rows, inner.rows.strides[0]);
                        // SAFETY: by the caller's promise; there is room for the parts.
                        unsafe { reduce_lanes(loops, lanes, down, &mut scratch, parts.at(0)) };
                        // SAFETY: it was written (invariant 8).
                        is_over = width == 1 && unsafe { loops.is_last(parts.at(0)) };
                        if runs > 0 {
                            // SAFETY: both were written (invariant 8).
                            unsafe { loops.merge(later.at(0), open.at(0), width) };
                        }
                        (pending, runs) = (pending + sizes[0] * rows, runs + 1);
                        if pending >= block || runs == ROWS {
                            // SAFETY: it was written (invariant 8).
                            unsafe { cascade.push(open.at(0)) };
                            (pending, runs) = (0, 0);
                        }
                        start += block;
                        if start >= len {
                            (row, start) = (row + group, 0);
                        }
                    }
                });
                // SAFETY: there is an element (invariant 8).
                unsafe { cascade.finish(open.at(0), runs > 0) };
                let step = kept.run.strides[1];
                give(open.at(0), width, at[1] + left as isize * step, step);
            }
        });
    }
}

/// Reduces lanes to parts. Each consists of some rows at a distance of so many elements, of which several, or elements
/// that are not contiguous, are copied to `scratch`.
///
/// # Safety
/// The lanes are of the source; there is room for their elements, if they are copied, and for as many parts.
unsafe fn reduce_lanes(
    loops: &dyn Loops,
    mut lanes: LaneSet,
    (rows, down): (usize, isize),
    scratch: &mut PartRoom,
    parts: *mut u8,
) {
    let (along, across) = if lanes.by_rows { (1, 0) } else { (0, 1) };
    let (within, len, apart) = (lanes.strides[along], lanes.sizes[along], lanes.strides[across]);
    lanes.runs = (lanes.first, apart);
    if rows > 1 || within != 1 && len > 1 {
        // All runs are one rectangle, or the rows of each lane are.
        let count = lanes.sizes[across];
        let (count, rows_down, down) =
            if rows == 1 { (1, count, apart) } else { (count, rows, down) };
        for i in 0..count {
            let offset = i as isize * apart * scratch.size as isize;
            let start = lanes.first.wrapping_offset(offset).cast_mut();
            let (strides, sizes) = ([down, within], [rows_down, len]);
            let to = Patch::dense(scratch.at(i * rows * len), sizes);
            // SAFETY: elements of the lanes, and room for them, by the caller's promise.
            unsafe { copy_patch(scratch.size, Patch { start, strides, sizes }, to) };
        }
        lanes.runs = (scratch.at(0), (rows * len) as isize);
        lanes.sizes[0] *= rows;
    }
    // SAFETY: by the caller's promise (invariants 7 and 8).
    unsafe { loops.reduce(&lanes, parts) };
}
