//! From operands to runs, without ranks and types of elements: compiled once for a few numbers of operands.

use super::blocks::walk_by_blocks;
use super::pack::{self, Patch};
use super::{ElementInfo, InnerRun, Job, Located, moving_of, step};
use crate::kernels::operand::{Slots, Source};
use crate::kernels::send_ptr::SendPtr;
use crate::kernels::specialize::is_plain;
use crate::kernels::threads::{are_several, piece_count, share};
use crate::kernels::thresholds::{
    COPIED_IN_PARALLEL, LONG_REPEATED_RUN, LONG_RUN, MANY_ELEMENTS, STREAMED,
};
use crate::layout::{Sequence, Steps, WalkAxis};
use alloc::vec;
use core::ptr::null_mut;

/// Calls what is to be called with runs that cover all indices, on this thread; or in any order, on the threads
/// of rayon's pool.
pub(super) type Walk = fn(&Job<'_>, &mut dyn FnMut(&InnerRun<'_>));
pub(super) type WalkOnThreads = fn(&Job<'_>, &(dyn Fn(&InnerRun<'_>) + Sync));

macro_rules! walks {
    ($($counts:pat => $walk:ident $on_threads:ident $count:literal;)+) => {
        $(
            fn $walk(job: &Job<'_>, run: &mut dyn FnMut(&InnerRun<'_>)) {
                with_plan::<$count>(job, &mut |plan| walk(plan, run));
            }

            fn $on_threads(job: &Job<'_>, run: &(dyn Fn(&InnerRun<'_>) + Sync)) {
                let piece = |plan: &Plan<'_, $count>| walk(plan, &mut |piece| run(piece));
                with_plan(job, &mut |plan| on_threads(plan, &piece));
            }
        )+

        /// The function for so many operands, compiled in this crate: a program links those that it calls.
        pub(super) const fn walk_of(count: usize) -> Walk {
            match count {
                $($counts => $walk,)+
            }
        }

        /// As [`walk_of`].
        pub(super) const fn walk_on_threads_of(count: usize) -> WalkOnThreads {
            match count {
                $($counts => $on_threads,)+
            }
        }
    };
}

walks! {
    0..=2 => walk_two walk_two_on_threads 2;
    3 => walk_three walk_three_on_threads 3;
    4.. => walk_nine walk_nine_on_threads 9;
}

/// The way through operands, of which the first `count` are there. The others repeat the first one with
/// elements of size 0, which are neither read nor written.
#[derive(Clone, Copy)]
pub(super) struct Plan<'a, const N: usize> {
    zero: [*mut u8; N],
    pub(super) steps: Steps<'a, N>,
    pub(super) elements: [ElementInfo; N],
    pub(super) count: usize,
    packed: bool,
}

/// Calls `f` with a slice of `len` elements, which for a few needs no allocation.
#[inline(always)]
fn with_room<T: Copy>(len: usize, unit: T, f: impl FnOnce(&mut [T])) {
    let mut few = [unit; 8];
    if len <= few.len() { f(&mut few[..len]) } else { f(&mut vec![unit; len]) }
}

fn with_plan<const N: usize>(job: &Job<'_>, f: &mut dyn FnMut(&Plan<'_, N>)) {
    let Located { zero, shape, strides } = job.places[0];
    let (mut zero, mut strides) = ([zero; N], [strides; N]);
    let (mut elements, count) = ([ElementInfo::NONE; N], job.places.len());
    for (n, place) in job.places.iter().enumerate() {
        assert!(place.shape == shape, "operands of different shapes");
        (zero[n], strides[n], elements[n]) = (place.zero, place.strides, job.elements[n]);
    }
    with_room(shape.len(), WalkAxis::UNIT, |axes| {
        let steps = Steps::plan(axes, shape, strides, job.sequence);
        f(&Plan { zero, steps, elements, count, packed: job.packed });
    });
}

/// Calls `piece` with parts of the plan on the threads of rayon's pool.
fn on_threads<const N: usize>(plan: &Plan<'_, N>, piece: &(dyn Fn(&Plan<'_, N>) + Sync)) {
    let parts = plan.steps.parts(piece_count());
    let plan = SendPtr(*plan);
    share(parts.into_iter(), |steps| piece(&Plan { steps, ..plan.get() }));
}

/// Calls `visit` with blocks of so many rows and columns at most, which cover the plan.
pub(super) fn each_block<const N: usize>(
    plan: &Plan<'_, N>,
    [height, width]: [usize; 2],
    visit: &mut dyn FnMut(&[Patch; N]),
) {
    let (steps, rows, columns) = (&plan.steps, plan.steps.rows, plan.steps.run);
    with_room(steps.depth(), 0, |index| {
        steps.for_each_plane(index, |at| {
            for top in (0..rows.size).step_by(height) {
                for left in (0..columns.size).step_by(width) {
                    let sizes = [height.min(rows.size - top), width.min(columns.size - left)];
                    let mut patches = [Patch::dense(null_mut(), sizes); N];
                    for n in 0..N {
                        let strides = [rows.strides[n], columns.strides[n]];
                        let down = strides[0].wrapping_mul(top as isize);
                        let right = strides[1].wrapping_mul(left as isize);
                        let offset = at[n].wrapping_add(down).wrapping_add(right);
                        let start = step(plan.zero[n], offset, plan.elements[n].size);
                        patches[n] = Patch { start, strides, sizes };
                    }
                    visit(&patches);
                }
            }
        });
    });
}

/// The side of the blocks in which elements are visited where they are: what is read stays in the cache
/// until its neighbours are read.
const IN_PLACE_SIDE: usize = 32;

/// Whether runs are visited one by one: those of a row that is the same for all others only if they are longer.
pub(super) fn is_long_run<const N: usize>(plan: &Plan<'_, N>) -> bool {
    let (rows, run) = (&plan.steps.rows, &plan.steps.run);
    let repeats = (0..plan.count).all(|n| {
        let is_same = rows.strides[n] == 0 && !plan.elements[n].written;
        run.strides[n] == 1 && (is_same || rows.strides[n] == run.size as isize)
    });
    run.size >= if repeats { LONG_REPEATED_RUN } else { LONG_RUN }
}

/// Calls `run` with runs that cover the plan.
///
/// Where elements are `packed` and not in long contiguous runs, blocks of them are brought to a scratch
/// buffer that stays in the cache, visited there, and brought back.
fn walk<const N: usize>(plan: &Plan<'_, N>, run: &mut dyn FnMut(&InnerRun<'_>)) {
    let Plan { steps, count, packed, .. } = plan;
    let moving = moving_of(&steps.run.strides[..*count]);
    let is_long = is_long_run(plan) || steps.rows.size == 1;
    if *packed && steps.len() >= MANY_ELEMENTS && !(is_long && moving != 0) {
        return walk_by_blocks(plan, run);
    }
    let side = if steps.tiled { IN_PLACE_SIDE } else { usize::MAX };
    each_block(plan, [side, side], &mut |patches| {
        let start = patches.map(|patch| patch.start);
        let ([rows, len], by, down) = (patches[0].sizes, &steps.run.strides, &steps.rows.strides);
        run(&InnerRun { start: &start, by, down, moving, rows, len });
    });
}

/// Copies primitive elements to the places of the same shape.
#[inline]
pub(crate) fn copy_to<T, const R: usize>(places: Slots<'_, T, R>, a: Source<'_, T, R>) {
    assert!(is_plain::<T>());
    let size = size_of::<T>() as isize;
    let element = |read| ElementInfo { size, read, written: !read };
    // SAFETY: the gate proved both operands (invariants 1 and 2), and their elements are primitive.
    unsafe { copy(&[Located::of(&places), Located::of(&a)], &[element(false), element(true)]) };
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
unsafe fn copy(places: &[Located<'_>], elements: &[ElementInfo]) {
    let size = elements[0].size as usize;
    let bytes = places[0].shape.iter().product::<usize>().saturating_mul(size);
    let copy_piece = |plan: &Plan<'_, 2>| {
        let steps = &plan.steps;
        let streams = bytes >= STREAMED && steps.tiled && pack::can_stream(size, steps);
        // Streamed lines need not wait in a cache for their neighbours.
        let side = if steps.tiled && !streams { COPIED_SIDE } else { usize::MAX };
        let copy = if streams { pack::stream } else { pack::copy };
        each_block(plan, [side, side], &mut |[to, from]| {
            // SAFETY: parts of the operands (invariant 3), by the caller's promise.
            unsafe { copy(size, *from, *to) };
        });
        if streams {
            pack::finish_streams();
        }
    };
    let job = Job { places, elements, sequence: Sequence::Any, packed: true };
    with_plan(&job, &mut |plan| {
        if bytes >= COPIED_IN_PARALLEL && are_several() {
            on_threads(plan, &copy_piece);
        } else {
            copy_piece(plan);
        }
    });
}
