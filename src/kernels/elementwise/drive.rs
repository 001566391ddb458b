//! From operands to runs, without ranks and types of elements: compiled once for each number of operands.

use super::blocks::walk_by_blocks;
use super::pack::{Patch, Transfer};
use super::{ElementInfo, InnerRun, Job, moving_of};
use crate::kernels::operand::{Operand, Slots, Source};
use crate::kernels::send_ptr::SendPtr;
use crate::kernels::specialize::is_plain;
use crate::kernels::threads::{self, are_several, piece_count, share};
use crate::kernels::thresholds::{COPIED_IN_PARALLEL, LONG_RUN, PACKED_LEN, STREAMED};
use crate::layout::{Sequence, Steps, WalkAxis};
use alloc::vec;
use core::array;

/// Has the functions below, compiled for each number of operands.
pub(super) struct Compiled;

/// The functions for `N` operands. Their callers are compiled with each operation.
pub(super) trait Drive<const N: usize> {
    /// Calls `run` with runs that cover all indices.
    fn drive(job: &Job<'_, N>, run: &mut dyn FnMut(&InnerRun<'_, N>));

    /// The same in any order, on the threads of rayon's pool if told so.
    fn drive_shared(job: &Job<'_, N>, on_threads: bool, run: &(dyn Fn(&InnerRun<'_, N>) + Sync));
}

macro_rules! compiled {
    ($($count:literal)+) => { $(
        impl Drive<$count> for Compiled {
            #[inline(never)]
            fn drive(job: &Job<'_, $count>, run: &mut dyn FnMut(&InnerRun<'_, $count>)) {
                with_plan(job, |steps| walk(job.zero, steps, job.elements, job.packed, run));
            }

            #[inline(never)]
            fn drive_shared(
                job: &Job<'_, $count>,
                on_threads: bool,
                run: &(dyn Fn(&InnerRun<'_, $count>) + Sync),
            ) {
                let (elements, packed) = (job.elements, job.packed);
                let piece = |steps: &Steps<'_, $count>, zero| {
                    walk(zero, steps, elements, packed, &mut |piece| run(piece));
                };
                with_plan(job, |steps| each_piece(job.zero, steps, on_threads, &piece));
            }
        }
    )+ };
}

compiled!(1 2 3 4 5 6 7 8 9);

/// Calls `f` with a slice of `len` elements, which for a few needs no allocation.
#[inline(always)]
fn with_room<T: Copy, O>(len: usize, unit: T, f: impl FnOnce(&mut [T]) -> O) -> O {
    let mut few = [unit; 8];
    if len <= few.len() { f(&mut few[..len]) } else { f(&mut vec![unit; len]) }
}

#[inline(always)]
fn with_plan<const N: usize>(job: &Job<'_, N>, f: impl FnOnce(&Steps<'_, N>)) {
    with_room(job.shape.len(), WalkAxis::UNIT, |axes| {
        f(&Steps::plan(axes, job.shape, job.strides, job.sequence));
    });
}

/// Calls `visit` with where each plane of a walk starts.
#[inline(always)]
pub(super) fn each_plane<const N: usize>(steps: &Steps<'_, N>, visit: impl FnMut([isize; N])) {
    with_room(steps.depth(), 0, |index| steps.for_each_plane(index, visit));
}

/// Calls `piece` with the whole walk, or with parts of it on the threads of rayon's pool.
fn each_piece<const N: usize>(
    zero: [*mut u8; N],
    steps: &Steps<'_, N>,
    on_threads: bool,
    piece: &(dyn Fn(&Steps<'_, N>, [*mut u8; N]) + Sync),
) {
    if !on_threads {
        return piece(steps, zero);
    }
    let zero = SendPtr(zero);
    let pieces = threads::cut(*steps, piece_count(), Steps::split);
    share(pieces.into_iter(), |steps| piece(&steps, zero.get()));
}

/// The side of the blocks in which elements are visited where they are.
const IN_PLACE_SIDE: usize = 32;

/// Calls `run` with runs that cover the walk.
///
/// Where elements are `packed` and not in long contiguous runs, blocks of them are brought to a scratch
/// buffer that stays in the cache, visited there, and brought back.
fn walk<const N: usize>(
    zero: [*mut u8; N],
    steps: &Steps<'_, N>,
    elements: &[ElementInfo; N],
    packed: bool,
    run: &mut dyn FnMut(&InnerRun<'_, N>),
) {
    if steps.len() == 0 {
        return;
    }
    let (rows, columns) = (steps.rows, steps.run);
    let moving = moving_of(&columns.strides);
    let long = columns.size >= LONG_RUN || rows.size == 1;
    if packed && steps.len() >= PACKED_LEN && !(long && moving != 0) {
        return walk_by_blocks(zero, steps, elements, run);
    }
    // Blocks of this size keep what they read in the cache until its neighbours are read.
    let side = if steps.tiled { IN_PLACE_SIDE } else { usize::MAX };
    each_plane(steps, |at| {
        for (corner, [height, width]) in blocks_of([rows.size, columns.size], [side, side]) {
            let mut start = corner_of(zero, at, steps, corner, elements);
            for _ in 0..height {
                run(&InnerRun { start: &start, by: &columns.strides, moving, len: width });
                for n in 0..N {
                    start[n] = step(start[n], rows.strides[n], elements[n].size);
                }
            }
        }
    });
}

/// The corners and sizes of the blocks of a rectangle.
#[inline(always)]
pub(super) fn blocks_of(
    [rows, columns]: [usize; 2],
    [height, width]: [usize; 2],
) -> impl Iterator<Item = ([usize; 2], [usize; 2])> {
    (0..rows).step_by(height.min(rows).max(1)).flat_map(move |top| {
        (0..columns)
            .step_by(width.min(columns).max(1))
            .map(move |left| ([top, left], [height.min(rows - top), width.min(columns - left)]))
    })
}

/// The addresses of the corner of a block in the plane that starts `at` elements from `zero`.
#[inline(always)]
pub(super) fn corner_of<const N: usize>(
    zero: [*mut u8; N],
    at: [isize; N],
    steps: &Steps<'_, N>,
    [row, column]: [usize; 2],
    elements: &[ElementInfo; N],
) -> [*mut u8; N] {
    array::from_fn(|n| {
        let down = steps.rows.strides[n].wrapping_mul(row as isize);
        let right = steps.run.strides[n].wrapping_mul(column as isize);
        step(zero[n], at[n].wrapping_add(down).wrapping_add(right), elements[n].size)
    })
}

/// An address some elements further; it may leave the operand where it is not used any more.
#[inline(always)]
pub(super) fn step(address: *mut u8, elements: isize, size: isize) -> *mut u8 {
    address.wrapping_offset(elements.wrapping_mul(size))
}

/// Copies primitive elements to the places of the same shape.
#[inline]
pub(crate) fn copy_to<T, const R: usize>(places: Slots<'_, T, R>, a: Source<'_, T, R>) {
    assert!(is_plain::<T>() && places.layout().shape_ref() == a.layout().shape_ref());
    let size = size_of::<T>() as isize;
    let element = |read| ElementInfo { size, read, written: !read };
    let job = Job {
        zero: [places.address(), a.address()],
        shape: a.layout().shape_ref(),
        strides: [places.layout().strides_ref(), a.layout().strides_ref()],
        elements: &[element(false), element(true)],
        sequence: Sequence::Any,
        packed: true,
    };
    // SAFETY: the gate proved both operands for this shape, and their elements are primitive.
    unsafe { copy(&job) };
}

/// The side of the blocks in which non-contiguous elements are copied, which stay in the second-level
/// cache: 64 takes a fifth longer, 32 twice as long.
const COPIED_SIDE: usize = 128;

/// Copies the elements of the second operand to the first.
///
/// # Safety
/// The operands are proved for all indices of the shape, do not overlap, and have primitive elements of
/// one size.
#[inline(never)]
unsafe fn copy(job: &Job<'_, 2>) {
    let bytes = job.shape.iter().product::<usize>().saturating_mul(job.elements[0].size as usize);
    let elements = job.elements;
    let size = elements[0].size;
    let piece = |steps: &Steps<'_, 2>, zero| {
        let is_large = bytes >= STREAMED && steps.tiled;
        let apart = [steps.run.strides[1] * size, steps.rows.strides[0] * size];
        let transfer = Transfer::new(size, is_large && Transfer::can_stream(apart));
        // Streamed lines need not wait in a cache for their neighbours.
        let side = if steps.tiled && !transfer.streams { COPIED_SIDE } else { usize::MAX };
        let sizes = [steps.rows.size, steps.run.size];
        each_plane(steps, |at| {
            for (corner, sizes) in blocks_of(sizes, [side, side]) {
                let start = corner_of(zero, at, steps, corner, elements);
                let [to, from] = array::from_fn(|n| {
                    let strides = [steps.rows.strides[n], steps.run.strides[n]];
                    Patch { start: start[n], strides, sizes }
                });
                // SAFETY: a part of the walk; the elements of `to` do not overlap those of `from`.
                unsafe { transfer.copy(from, to) };
            }
        });
        transfer.finish();
    };
    let on_threads = bytes >= COPIED_IN_PARALLEL && are_several();
    with_plan(job, |steps| each_piece(job.zero, steps, on_threads, &piece));
}
