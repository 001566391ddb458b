//! Visits of non-contiguous primitive elements by way of a scratch buffer.

use super::drive::{Plan, each_block, is_long_run};
use super::pack::{self, Patch, Scratch};
use super::{ElementInfo, InnerRun, moving_of};

/// Calls `run` with rows that cover the plan, contiguous or of one element. On its own for the sake of the stack, which is
/// touched page by page where a function begins.
///
/// The plan is of proved operands of primitive elements (invariants 1, 2 and 9).
#[inline(never)]
pub(super) fn walk_by_blocks<const N: usize>(
    plan: &Plan<'_, N>,
    run: &mut dyn FnMut(&InnerRun<'_>),
) {
    let (rows, columns, elements) = (plan.steps.rows, plan.steps.run, &plan.elements);
    // Operands that are contiguous along long rows stay where they are, and if there is a loop for them, so do those with
    // one element for a row. Of short rows, a block is visited as one, and operands without gaps stay.
    let in_rows = is_long_run(plan);
    let mut by = columns.strides.map(|stride| isize::from(stride != 0));
    if !in_rows || moving_of(&by[..plan.count]) == 0 {
        by = [1; N];
    }
    let moving = moving_of(&by[..plan.count]);
    let stays = |n: usize| {
        let has_gaps = !in_rows && rows.size > 1 && rows.strides[n] != columns.size as isize;
        elements[n].size == 0 || columns.strides[n] == by[n] && !has_gaps
    };
    let bytes = |n: usize| if stays(n) { 0 } else { elements[n].size as usize };
    // Short rows gain nothing by the room for large squares, and what stays should find room in the first-level
    // cache, too. The rest is for the beginning of each part on a line of the cache.
    let is_square = in_rows && plan.steps.tiled;
    let room = if is_square { Scratch::LEN } else { Scratch::LEN / 8 };
    let most = (room - N * Scratch::LINE) / (0..N).map(bytes).sum::<usize>().max(1);
    // A square that is brought is read down its columns, in whole lines of the cache. Other blocks are of whole rows, or
    // parts of one.
    let side = if is_square { most.isqrt() / 16 * 16 } else { most / columns.size };
    let height = rows.size.min(side.max(1));
    let fits = most / height;
    let width = if fits < columns.size { fits / 16 * 16 } else { columns.size };
    let mut scratch = Scratch::new();
    // What the part of each operand holds, if that is not written.
    let mut brought: [Option<Patch>; N] = [None; N];
    each_block(plan, [height, width], &mut |patches| {
        let mut block = ScratchBlock { elements, patches, here: *patches, is_visited: false };
        let mut part = 0;
        for (n, patch) in patches.iter().enumerate() {
            let at = part;
            part += (height * width * bytes(n)).next_multiple_of(Scratch::LINE);
            if stays(n) || patch.is_dense() {
                continue;
            }
            assert!(part <= Scratch::LEN);
            let here = Patch::dense(scratch.part(at), patch.sizes);
            block.here[n] = here;
            if elements[n].read && !brought[n].is_some_and(|brought| patch.repeats(&brought)) {
                // SAFETY: elements of the operand (invariant 1), which are primitive, and room for them.
                unsafe { pack::copy(bytes(n), *patch, here) };
                brought[n] = (!elements[n].written).then_some(*patch);
            }
        }
        let (start, down) = (block.here.map(|here| here.start), block.here.map(|h| h.strides[0]));
        // Without gaps, all rows are one.
        let is_one = block.here[..plan.count].iter().all(Patch::is_dense);
        let [rows, len] = patches[0].sizes;
        let (moving, rows, len) =
            if is_one { ((1 << plan.count) - 1, 1, rows * len) } else { (moving, rows, len) };
        run(&InnerRun { start: &start, by: &[], down: &down, moving, rows, len });
        block.is_visited = true;
    });
}

/// A block that is visited: what was written in the scratch buffer is brought back when it goes, also if
/// the operation panics.
struct ScratchBlock<'a, const N: usize> {
    elements: &'a [ElementInfo; N],
    /// The elements, and where they are visited.
    patches: &'a [Patch; N],
    here: [Patch; N],
    is_visited: bool,
}

impl<const N: usize> Drop for ScratchBlock<'_, N> {
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
