//! The element-wise loop: one to nine operands, read, changed or initialised, visited together.
//!
//! An operation instantiates its own inner loop ([`visit_run`]) and nothing else. How to come to its runs
//! is compiled once for each number of operands: `drive.rs` plans the walk and shares it among threads,
//! `blocks.rs` brings non-contiguous primitive elements to a scratch buffer, `pack.rs` and `transpose.rs`
//! copy rectangles of them. There are two routes: contiguous operands and scalars are one run, all else
//! is planned.
//!
//! What the layers above call: `operands.rs` for any tuple of operands, `map.rs` for one, two or three.

mod blocks;
mod drive;
mod map;
mod operands;
mod pack;
#[cfg(target_arch = "x86_64")]
mod transpose;

pub(crate) use drive::copy_to;
pub(crate) use map::{compute, compute_2, compute_3, map, map_inplace, update, update_2};
#[cfg(feature = "rayon")]
pub(crate) use map::{par_map, par_map_inplace};
pub(crate) use operands::Visit;

use super::dispatch::vectorised;
use super::operand::Access;
use super::thresholds::DISPATCHED_LEN;
use crate::layout::Sequence;
use drive::{Compiled, Drive};

/// What is done at the elements of `N` operands that are visited together.
trait AccessTuple<const N: usize> {
    /// What the operation sees.
    type Items;
    const ELEMENTS: [ElementInfo; N];

    /// Whether all elements are primitive.
    fn are_plain() -> bool;

    /// # Safety
    /// As [`Access::item`], for each operand.
    unsafe fn items(zero: [*mut u8; N], offsets: [usize; N]) -> Self::Items;
}

/// What the compiled-once part of the loop knows of the elements of an operand.
#[derive(Clone, Copy)]
struct ElementInfo {
    /// The size of one in bytes.
    size: isize,
    /// Whether they are initialised before the visit.
    read: bool,
    /// Whether they may differ after it.
    written: bool,
}

impl ElementInfo {
    const fn of<P: Access>() -> Self {
        ElementInfo { size: size_of::<P::Element>() as isize, read: P::READ, written: P::WRITTEN }
    }
}

/// Operands of one shape that are visited together, without the types of their elements and their rank.
struct Job<'a, const N: usize> {
    /// The addresses of the elements at index zero.
    zero: [*mut u8; N],
    shape: &'a [usize],
    strides: [&'a [isize]; N],
    elements: &'a [ElementInfo; N],
    sequence: Sequence,
    /// Whether the operation may be shown copies of the elements (invariant 9).
    packed: bool,
}

/// Elements to visit: `len` of them, `by` elements apart in each operand.
///
/// Everything is handed on by reference: a copy by vectors of what was just written in words
/// would wait until all stores before have left the processor, `a + b.t()` took 1.7 times as long.
struct InnerRun<'b, const N: usize> {
    start: &'b [*mut u8; N],
    by: &'b [isize; N],
    /// The operands that move, as bits, if there is a dispatched loop for these strides; else 0.
    moving: u32,
    len: usize,
}

/// Calls `f` with the items of every index.
///
/// # Safety
/// Each operand is proved for all indices of the shape.
#[inline(always)]
unsafe fn visit<const N: usize, P: AccessTuple<N>>(job: &Job<'_, N>, f: impl FnMut(P::Items))
where
    Compiled: Drive<N>,
{
    // SAFETY: (of both) each index is visited once (invariant 3).
    if let Some((moving, len)) = job.as_one_run() {
        let run = InnerRun { start: &job.zero, by: &strides_of(moving), moving, len };
        // SAFETY: see above.
        drop(unsafe { visit_run::<N, P, _>(&run, f) });
        return;
    }
    let mut f = Some(f);
    Compiled::drive(job, &mut |run| {
        // SAFETY: see above.
        f = f.take().map(|f| unsafe { visit_run::<N, P, _>(run, f) });
    });
}

/// As [`visit`], in any order, on several threads if told so.
///
/// # Safety
/// As [`visit`], and the items are `Send` if it is done on several threads.
#[inline(always)]
unsafe fn visit_shared<const N: usize, P: AccessTuple<N>, F: Fn(P::Items) + Sync>(
    job: &Job<'_, N>,
    on_threads: bool,
    f: &F,
) where
    Compiled: Drive<N>,
{
    let visit_run = |run: &InnerRun<'_, N>| {
        // SAFETY: each index is visited once (invariant 3).
        unsafe { visit_run::<N, P, &F>(run, f) };
    };
    match job.as_one_run() {
        Some((moving, len)) if !on_threads => {
            visit_run(&InnerRun { start: &job.zero, by: &strides_of(moving), moving, len });
        }
        _ => Compiled::drive_shared(job, on_threads, &visit_run),
    }
}

/// Visits a run, and gives the operation back: behind a reference, what it holds would be loaded again
/// after each write.
///
/// # Safety
/// The operands have elements where the run says, and no element that may change comes up twice.
#[inline]
unsafe fn visit_run<const N: usize, P: AccessTuple<N>, F: FnMut(P::Items)>(
    run: &InnerRun<'_, N>,
    mut f: F,
) -> F {
    if run.len >= DISPATCHED_LEN && run.moving != 0 {
        // SAFETY: by the caller's promise, here and below.
        match (N, run.moving) {
            // SAFETY: see above.
            (2, 0b01) => return unsafe { direct::<0b01, N, P, F>(run.start, run.len, f) },
            // SAFETY: see above.
            (3, 0b011) => return unsafe { direct::<0b011, N, P, F>(run.start, run.len, f) },
            // SAFETY: see above.
            (3, 0b101) => return unsafe { direct::<0b101, N, P, F>(run.start, run.len, f) },
            // SAFETY: see above.
            _ => return unsafe { direct::<{ u32::MAX }, N, P, F>(run.start, run.len, f) },
        }
    }
    let mut here = *run.start;
    for _ in 0..run.len {
        // SAFETY: by the caller's promise.
        f(unsafe { P::items(here, [0; N]) });
        for (n, here) in here.iter_mut().enumerate() {
            *here = here.wrapping_offset(run.by[n].wrapping_mul(P::ELEMENTS[n].size));
        }
    }
    f
}

/// Visits contiguous elements; the operands without a bit in `MOVING` have stride 0. Told so as a
/// constant, the loop vectorises.
///
/// # Safety
/// Each operand with a bit has `len` elements from `zero` on, each of the others has one.
#[inline]
unsafe fn direct<const MOVING: u32, const N: usize, P: AccessTuple<N>, F: FnMut(P::Items)>(
    zero: &[*mut u8; N],
    len: usize,
    mut f: F,
) -> F {
    vectorised(
        #[inline(always)]
        move || {
            let zero = *zero;
            for i in 0..len {
                let mut offsets = [0; N];
                for (n, offset) in offsets.iter_mut().enumerate() {
                    *offset = if MOVING >> n & 1 == 1 { i } else { 0 };
                }
                // SAFETY: by the caller's promise.
                f(unsafe { P::items(zero, offsets) });
            }
            f
        },
    )
}

/// Whether there is a dispatched loop: all operands move, or two of three or one of two with one that is
/// read at stride 0.
#[inline(always)]
const fn is_direct<const N: usize>(moving: u32) -> bool {
    let all = (1 << N) - 1;
    moving == all || matches!((N, moving), (2, 0b01) | (3, 0b011 | 0b101))
}

/// The strides of operands that move by one element or stay.
#[inline(always)]
fn strides_of<const N: usize>(moving: u32) -> [isize; N] {
    core::array::from_fn(|n| (moving >> n & 1) as isize)
}

/// The [`InnerRun::moving`] of strides.
#[inline]
fn moving_of<const N: usize>(by: &[isize; N]) -> u32 {
    let moving = (0..N).fold(0, |moving, n| moving | u32::from(by[n] == 1) << n);
    if is_direct::<N>(moving) && strides_of(moving) == *by { moving } else { 0 }
}

impl<const N: usize> Job<'_, N> {
    /// The [`InnerRun::moving`] and the length of all elements in row-major order as one run, if each operand
    /// is contiguous or a scalar.
    #[inline(always)]
    fn as_one_run(&self) -> Option<(u32, usize)> {
        let all = (1 << N) - 1;
        let (mut moving, mut put, mut len) = (all, all, 1_usize);
        for axis in (0..self.shape.len()).rev() {
            let size = self.shape[axis];
            for n in 0..N {
                let stride = self.strides[n][axis];
                moving &= !(u32::from(size != 1 && stride != len as isize) << n);
                put &= !(u32::from(size != 1 && stride != 0) << n);
            }
            len = len.wrapping_mul(size);
        }
        (is_direct::<N>(moving) && moving | put == all).then_some((moving, len))
    }
}
