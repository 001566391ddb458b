//! Visits of non-contiguous primitive elements by way of a scratch buffer.

use super::drive::{blocks_of, corner_of, each_plane, step};
use super::pack::{Patch, Scratch, Transfer};
use super::{ElementInfo, InnerRun};
use crate::kernels::thresholds::LONG_RUN;
use crate::layout::Steps;
use core::array;

/// Calls `run` with contiguous runs that cover the walk. On its own for the sake of the stack, which is
/// touched page by page where a function begins.
#[inline(never)]
pub(super) fn walk_by_blocks<const N: usize>(
    zero: [*mut u8; N],
    steps: &Steps<'_, N>,
    elements: &[ElementInfo; N],
    run: &mut dyn FnMut(&InnerRun<'_, N>),
) {
    let mut blocks = Blocks::new(elements, steps);
    let mut scratch = Scratch::new();
    each_plane(steps, |at| {
        let sizes = [steps.rows.size, steps.run.size];
        for (corner, sizes) in blocks_of(sizes, blocks.sizes) {
            let start = corner_of(zero, at, steps, corner, elements);
            let patches = array::from_fn(|n| {
                let strides = [steps.rows.strides[n], steps.run.strides[n]];
                Patch { start: start[n], strides, sizes }
            });
            blocks.visit(patches, &mut scratch, run);
        }
    });
}

/// The blocks in which a plane is visited.
struct Blocks<'a, const N: usize> {
    elements: &'a [ElementInfo; N],
    /// Whether runs are long enough to be visited one by one: operands that are contiguous along them stay
    /// where they are. Else a block is visited as one run.
    in_rows: bool,
    /// How many rows and columns a block has at most.
    sizes: [usize; 2],
    /// Where the part of each operand begins in the scratch buffer.
    parts: [usize; N],
    /// What is there, so that an operand of strides 0 is brought once.
    present: [Option<Patch>; N],
}

impl<'a, const N: usize> Blocks<'a, N> {
    fn new(elements: &'a [ElementInfo; N], steps: &Steps<'_, N>) -> Self {
        let (rows, run) = (steps.rows, steps.run);
        let in_rows = run.size >= LONG_RUN;
        // What is brought: what is not contiguous.
        let bytes: [usize; N] = array::from_fn(|n| {
            if in_rows && run.strides[n] == 1 { 0 } else { elements[n].size as usize }
        });
        // Short rows gain nothing by the room for large squares. The rest is for the beginning of each part
        // on a line of the cache.
        let room = if in_rows { Scratch::LEN } else { Scratch::LEN / 3 };
        let most = (room - N * Scratch::LINE) / bytes.iter().sum::<usize>().max(1);
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
        for (part, bytes) in parts.iter_mut().zip(bytes) {
            *part = end;
            end += (height * width * bytes).next_multiple_of(Scratch::LINE);
        }
        assert!(end <= Scratch::LEN);
        Blocks { elements, in_rows, sizes: [height, width], parts, present: [None; N] }
    }

    /// The patches are parts of proved operands of primitive elements (invariants 1, 2 and 9).
    fn visit(
        &mut self,
        patches: [Patch; N],
        scratch: &mut Scratch,
        run: &mut dyn FnMut(&InnerRun<'_, N>),
    ) {
        let [height, width] = patches[0].sizes;
        let moving = (1 << N) - 1;
        let mut block =
            Block { elements: self.elements, patches, here: patches, is_visited: false };
        for (n, patch) in patches.into_iter().enumerate() {
            if patch.is_dense() || self.in_rows && patch.strides[1] == 1 {
                continue;
            }
            block.here[n] = Patch::dense(scratch.part(self.parts[n]), patch.sizes);
            if self.elements[n].read && self.present[n] != Some(patch) {
                let transfer = Transfer::new(self.elements[n].size, false);
                // SAFETY: primitive elements of the operand, and room for them.
                unsafe { transfer.copy(patch, block.here[n]) };
                self.present[n] = if self.elements[n].written { None } else { Some(patch) };
            }
        }
        if self.in_rows {
            for row in 0..height as isize {
                let start = array::from_fn(|n| {
                    let here = block.here[n];
                    step(here.start, row * here.strides[0], self.elements[n].size)
                });
                run(&InnerRun { start: &start, by: &[1; N], moving, len: width });
            }
        } else {
            let start = array::from_fn(|n| block.here[n].start);
            run(&InnerRun { start: &start, by: &[1; N], moving, len: height * width });
        }
        block.is_visited = true;
    }
}

/// A block that is visited: what was written in the scratch buffer is brought back when it goes, also if
/// the operation panics.
struct Block<'a, const N: usize> {
    elements: &'a [ElementInfo; N],
    /// The elements, and where they are visited.
    patches: [Patch; N],
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
                // SAFETY: elements of the operand, each one once (invariant 2), and initialised.
                unsafe { Transfer::new(size, false).copy(self.here[n], self.patches[n]) };
            }
        }
    }
}
