//! Visits of non-contiguous primitive elements by way of a scratch buffer.

use super::drive::{Plan, each_block, is_long_run};
use super::pack::{self, Patch, Scratch};
use super::{ElementInfo, InnerRun, step};
use core::ptr::null_mut;

/// Calls `run` with contiguous runs that cover the plan. On its own for the sake of the stack, which is
/// touched page by page where a function begins.
///
/// The plan is of proved operands of primitive elements (invariants 1, 2 and 9).
#[inline(never)]
pub(super) fn walk_by_blocks<const N: usize>(
    plan: &Plan<'_, N>,
    run: &mut dyn FnMut(&InnerRun<'_>),
) {
    let (rows, columns, elements) = (plan.steps.rows, plan.steps.run, &plan.elements);
    // Long rows are visited one by one: operands that are contiguous along them stay where they are. Of short
    // ones, a block is visited as one run, and operands without gaps between the rows stay.
    let in_rows = is_long_run(plan);
    let stays = |n: usize| {
        let has_gaps = !in_rows && rows.size > 1 && rows.strides[n] != columns.size as isize;
        elements[n].size == 0 || columns.strides[n] == 1 && !has_gaps
    };
    let bytes = |n: usize| if stays(n) { 0 } else { elements[n].size as usize };
    // Short rows gain nothing by the room for large squares, and what stays should find room in the first-level
    // cache, too. The rest is for the beginning of each part on a line of the cache.
    let room = if in_rows { Scratch::LEN } else { Scratch::LEN / 8 };
    let most = (room - N * Scratch::LINE) / (0..N).map(bytes).sum::<usize>().max(1);
    let (height, width);
    if in_rows {
        // A block that is brought is read down its columns, in whole lines of the cache.
        height = rows.size.min((most.isqrt() / 16 * 16).max(16));
        width = columns.size.min(most / height / 16 * 16);
    } else {
        width = columns.size.min(most);
        // Parts of rows one by one: several would have gaps.
        height = if width < columns.size { 1 } else { rows.size.min(most / width) };
    }
    let mut scratch = Scratch::new();
    // What the part of each operand holds, if that is not written.
    let mut brought: [Option<Patch>; N] = [None; N];
    each_block(plan, [height, width], &mut |patches| {
        let mut block = Block { elements, patches, here: *patches, is_visited: false };
        let mut part = 0;
        for (n, patch) in patches.iter().enumerate() {
            if stays(n) {
                continue;
            }
            let here = Patch::dense(scratch.part(part), patch.sizes);
            part += (height * width * bytes(n)).next_multiple_of(Scratch::LINE);
            assert!(part <= Scratch::LEN);
            if patch.is_dense() {
                continue;
            }
            block.here[n] = here;
            if elements[n].read && !brought[n].is_some_and(|brought| patch.repeats(&brought)) {
                // SAFETY: elements of the operand (invariant 1), which are primitive, and room for them.
                unsafe { pack::copy(bytes(n), *patch, here) };
                brought[n] = (!elements[n].written).then_some(*patch);
            }
        }
        let [height, width] = patches[0].sizes;
        // Elsewhere a block has one row: all elements of all its operands are without gaps.
        let (count, len) = if in_rows { (height, width) } else { (1, height * width) };
        let mut start = [null_mut(); N];
        for row in 0..count as isize {
            for (n, here) in block.here.iter().enumerate() {
                start[n] = step(here.start, row * here.strides[0], elements[n].size);
            }
            let moving = (1 << plan.count) - 1;
            run(&InnerRun { start: &start, by: &[1; N], moving, len });
        }
        block.is_visited = true;
    });
}

/// A block that is visited: what was written in the scratch buffer is brought back when it goes, also if
/// the operation panics.
struct Block<'a, const N: usize> {
    elements: &'a [ElementInfo; N],
    /// The elements, and where they are visited.
    patches: &'a [Patch; N],
    here: [Patch; N],
    is_visited: bool,
}

impl<const N: usize> Drop for Block<'_, N> {
    fn drop(&mut self) {
        for n in 0..N {
            let ElementInfo { size, read, written } = self.elements[n];
            let was_brought = self.here[n].start != self.patches[n].start;
            // Halfway through, only elements that were brought are all initialised.
            if was_brought && written && (read || self.is_visited) {
                // SAFETY: initialised elements, back to their places, each of which is one (invariant 2).
                unsafe { pack::copy(size as usize, self.here[n], self.patches[n]) };
            }
        }
    }
}
