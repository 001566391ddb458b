//! From the planner's walk to runs, without ranks and types: compiled once for each number of
//! operands.

use super::super::operand::Access;
use super::is_direct;
use super::pack::{Patch, Scratch, transfer};
use crate::layout::{Steps, WalkAxis};
use core::array;

/// What the loop knows of the elements of an operand.
#[derive(Clone, Copy)]
pub(super) struct ElementInfo {
    /// The size of one in bytes.
    pub(super) size: isize,
    /// Whether they are there before the visit.
    read: bool,
    /// Whether they may be others after it.
    written: bool,
}

impl ElementInfo {
    pub(super) const fn of<P: Access>() -> Self {
        ElementInfo { size: size_of::<P::Element>() as isize, read: P::READ, written: P::WRITTEN }
    }
}

/// Elements to visit: `len` of them, `by` elements apart in each operand.
pub(super) struct InnerRun<const N: usize> {
    pub(super) start: [*mut u8; N],
    pub(super) by: [isize; N],
    pub(super) len: usize,
}

/// Runs shorter than this are put together, several rows at a time.
const SHORT: usize = 64;
/// The side of the blocks in which elements are copied, which stay in the second-level cache: 64 takes
/// a fifth longer, 32 twice as long.
const TILE: usize = 128;
/// The side of the blocks in which elements are visited where they lie.
const SIDE: usize = 32;

/// Calls `run` with runs that cover the walk.
///
/// Where elements are `packed` and do not lie side by side in long runs, blocks of them are brought to
/// a buffer that stays in the cache, visited there, and brought back.
///
/// # Safety
/// `zero` are the addresses of index zero of operands that are proved for all indices of the walk;
/// elements that are `packed` are plain (invariant 9).
pub(super) unsafe fn walk<const N: usize>(
    zero: [*mut u8; N],
    steps: &Steps<'_, N>,
    index: &mut [usize],
    elements: &[ElementInfo; N],
    packed: bool,
    run: &mut dyn FnMut(InnerRun<N>),
) {
    if steps.len() == 0 {
        return;
    }
    let WalkAxis { size: len, strides: by } = steps.run;
    let long = len >= SHORT || steps.rows.size == 1;
    if packed && !(long && is_direct(by)) {
        // SAFETY: by the caller's promise.
        return unsafe { walk_by_blocks(zero, steps, index, elements, run) };
    }
    // Blocks of this size keep what they read in the cache until its neighbours are read.
    let (height, width) = if steps.tiled { (SIDE, SIDE) } else { (steps.rows.size, len) };
    let (rows, columns) = (steps.rows, steps.run);
    steps.for_each_plane(index, |at| {
        for top in (0..rows.size).step_by(height) {
            for left in (0..len).step_by(width) {
                for row in top..rows.size.min(top + height) {
                    let offset = |n: usize| {
                        let down = rows.strides[n].wrapping_mul(row as isize);
                        at[n]
                            .wrapping_add(down)
                            .wrapping_add(columns.strides[n].wrapping_mul(left as isize))
                    };
                    let start = array::from_fn(|n| step(zero[n], offset(n), elements[n].size));
                    run(InnerRun { start, by, len: width.min(len - left) });
                }
            }
        }
    });
}

/// As [`walk`] of `packed` elements. On its own for the sake of the stack, which is touched page by page
/// where a function begins.
///
/// # Safety
/// As [`walk`].
#[inline(never)]
unsafe fn walk_by_blocks<const N: usize>(
    zero: [*mut u8; N],
    steps: &Steps<'_, N>,
    index: &mut [usize],
    elements: &[ElementInfo; N],
    run: &mut dyn FnMut(InnerRun<N>),
) {
    let mut blocks = Blocks::new(elements, steps);
    let mut scratch = Scratch::new();
    steps.for_each_plane(index, |at| {
        let start = array::from_fn(|n| step(zero[n], at[n], elements[n].size));
        // SAFETY: by the caller's promise.
        unsafe { blocks.visit(start, &mut scratch, run) };
    });
}

/// Calls `run` with the elements along the last axis, for each index of the axes before it in row-major
/// order. `index` is zero.
pub(super) fn walk_in_order<const N: usize>(
    zero: [*mut u8; N],
    shape: &[usize],
    strides: [&[isize]; N],
    index: &mut [usize],
    elements: &[ElementInfo; N],
    run: &mut dyn FnMut(InnerRun<N>),
) {
    // By how many bytes the operands move along an axis.
    let along = |axis: usize| -> [isize; N] {
        array::from_fn(|n| strides[n][axis].wrapping_mul(elements[n].size))
    };
    let (rows, len, planes) = match shape {
        [planes @ .., rows, len] => (*rows, *len, planes),
        [len] => (1, *len, &[][..]),
        [] => (1, 1, &[][..]),
    };
    if shape.contains(&0) {
        return;
    }
    let by = array::from_fn(|n| strides[n].last().map_or(1, |&by| by));
    let down = if shape.len() < 2 { [0; N] } else { along(shape.len() - 2) };
    let mut plane = zero;
    loop {
        let mut start = plane;
        for _ in 0..rows {
            run(InnerRun { start, by, len });
            for n in 0..N {
                start[n] = start[n].wrapping_offset(down[n]);
            }
        }
        let mut axis = planes.len();
        loop {
            let Some(before) = axis.checked_sub(1) else { return };
            axis = before;
            let forth = along(axis);
            index[axis] += 1;
            let is_over = index[axis] == planes[axis];
            let steps = if is_over { 1 - planes[axis] as isize } else { 1 };
            for n in 0..N {
                plane[n] = plane[n].wrapping_offset(forth[n].wrapping_mul(steps));
            }
            if !is_over {
                break;
            }
            index[axis] = 0;
        }
    }
}

/// Copies the elements of the second operand to the places of the first.
///
/// # Safety
/// As [`walk`]; both have plain elements of `size` bytes.
pub(super) unsafe fn copy(
    zero: [*mut u8; 2],
    steps: &Steps<'_, 2>,
    index: &mut [usize],
    size: isize,
) {
    let (rows, columns) = (steps.rows, steps.run);
    let (height, width) = if steps.tiled { (TILE, TILE) } else { (rows.size, columns.size) };
    steps.for_each_plane(index, |at| {
        for top in (0..rows.size).step_by(height) {
            for left in (0..columns.size).step_by(width) {
                let sizes = [height.min(rows.size - top), width.min(columns.size - left)];
                let [to, from] = array::from_fn(|n| {
                    let strides = [rows.strides[n], columns.strides[n]];
                    let corner = at[n]
                        .wrapping_add(strides[0].wrapping_mul(top as isize))
                        .wrapping_add(strides[1].wrapping_mul(left as isize));
                    Patch { start: step(zero[n], corner, size), strides, sizes }
                });
                // SAFETY: a part of the walk; a place is not an element that is there already.
                unsafe { transfer(size, from, to) };
            }
        }
    });
}

/// An address some elements further; it may leave the operand where it is not used any more.
#[inline(always)]
fn step(address: *mut u8, elements: isize, size: isize) -> *mut u8 {
    address.wrapping_offset(elements.wrapping_mul(size))
}

/// The blocks in which a plane is visited by way of the scratch memory.
struct Blocks<'a, const N: usize> {
    elements: &'a [ElementInfo; N],
    rows: WalkAxis<N>,
    run: WalkAxis<N>,
    /// Whether runs are long enough to be visited one by one: operands whose elements lie side by side in
    /// them stay where they are. Else a block is visited as one run.
    in_rows: bool,
    /// How many rows and columns a block has at most.
    height: usize,
    width: usize,
    /// Where the part of each operand begins in the scratch memory.
    parts: [usize; N],
    /// What is there, so that an operand that stays put is brought once.
    present: [Option<Patch>; N],
}

impl<'a, const N: usize> Blocks<'a, N> {
    fn new(elements: &'a [ElementInfo; N], steps: &Steps<'_, N>) -> Self {
        let (rows, run) = (steps.rows, steps.run);
        let in_rows = run.size >= SHORT;
        // What is brought: what does not lie side by side.
        let sizes: [usize; N] = array::from_fn(|n| {
            if in_rows && run.strides[n] == 1 { 0 } else { elements[n].size as usize }
        });
        // Short rows gain nothing by the room for large squares. The rest is for the beginning of each part
        // on a line of the cache.
        let room = if in_rows { Scratch::LEN } else { Scratch::LEN / 3 };
        let most = (room - N * Scratch::LINE) / sizes.iter().sum::<usize>().max(1);
        let (height, width);
        if in_rows {
            // A block that is brought is read down its columns, in whole lines of the cache.
            height = rows.size.min((most.isqrt() / 16 * 16).max(16));
            width = run.size.min(most / height / 16 * 16);
        } else {
            width = run.size.min(most);
            height = rows.size.min(most / width);
        }
        let mut parts = [0; N];
        let mut end = 0;
        for (part, size) in parts.iter_mut().zip(sizes) {
            *part = end;
            end += (height * width * size).next_multiple_of(Scratch::LINE);
        }
        assert!(end <= Scratch::LEN);
        Blocks { elements, rows, run, in_rows, height, width, parts, present: [None; N] }
    }

    /// # Safety
    /// The operands have elements at all indices of the plane that starts at `start`.
    unsafe fn visit(
        &mut self,
        start: [*mut u8; N],
        scratch: &mut Scratch,
        run: &mut dyn FnMut(InnerRun<N>),
    ) {
        for top in (0..self.rows.size).step_by(self.height) {
            let height = self.height.min(self.rows.size - top);
            for left in (0..self.run.size).step_by(self.width) {
                let width = self.width.min(self.run.size - left);
                // SAFETY: a part of the plane.
                unsafe { self.block(start, (top, left), (height, width), scratch, run) };
            }
        }
    }

    /// # Safety
    /// The operands have elements at all indices of the block.
    #[inline]
    unsafe fn block(
        &mut self,
        start: [*mut u8; N],
        (top, left): (usize, usize),
        (height, width): (usize, usize),
        scratch: &mut Scratch,
        run: &mut dyn FnMut(InnerRun<N>),
    ) {
        let patches: [Patch; N] = array::from_fn(|n| {
            let (down, right) = (self.rows.strides[n], self.run.strides[n]);
            let size = self.elements[n].size;
            let corner =
                step(step(start[n], top as isize, down * size), left as isize, right * size);
            Patch { start: corner, strides: [down, right], sizes: [height, width] }
        });
        let mut start = [core::ptr::null_mut(); N];
        let mut down = [0; N];
        for n in 0..N {
            let patch = patches[n];
            if patch.is_dense() || self.in_rows && patch.strides[1] == 1 {
                (start[n], down[n]) = (patch.start, patch.strides[0]);
                continue;
            }
            (start[n], down[n]) = (scratch.part(self.parts[n]), width as isize);
            if self.elements[n].read && self.present[n] != Some(patch) {
                let to = Patch::dense(start[n], [height, width]);
                // SAFETY: plain elements of the operand, and room for them.
                unsafe { transfer(self.elements[n].size, patch, to) };
                self.present[n] = if self.elements[n].written { None } else { Some(patch) };
            }
        }
        if self.in_rows {
            for row in 0..height as isize {
                let row = array::from_fn(|n| step(start[n], row * down[n], self.elements[n].size));
                run(InnerRun { start: row, by: [1; N], len: width });
            }
        } else {
            run(InnerRun { start, by: [1; N], len: height * width });
        }
        for n in 0..N {
            if self.elements[n].written && start[n] != patches[n].start {
                let from = Patch::dense(start[n], [height, width]);
                // SAFETY: places of the operand, each one once (invariant 2), for what was visited.
                unsafe { transfer(self.elements[n].size, from, patches[n]) };
            }
        }
    }
}
