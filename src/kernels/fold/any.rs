//! Reductions of any type, one element after the other in row-major order.
//!
//! These are compiled for each type of a user, so they are little code.

use crate::kernels::operand::Source;
use crate::layout::{Reduction, Steps, WalkAxis, moved};
use alloc::vec::Vec;

/// Reduces the marked axes to one element each; the results are in row-major order of the others. No size
/// is zero. `part` sees an element and its position among those of its result; parts are merged pairwise.
pub(crate) fn fold_any<'a, T, A, U, const R: usize>(
    source: Source<'a, T, R>,
    reduced: [bool; R],
    part: impl Fn(&'a T, usize) -> A,
    merge: impl Fn(A, A) -> A,
    finish: impl Fn(A) -> U,
) -> Vec<U> {
    assert!(!source.layout().is_empty());
    let mut axes = [WalkAxis::UNIT; R];
    let mut reduction = Reduction::new(source.layout(), &reduced, &mut axes);
    let [kept, inner] = reduction.plan(true, true);
    let mut results = Vec::with_capacity(kept.len());
    // Mergers of elements, and the logarithm of how many.
    let mut parts: Vec<(A, u32)> = Vec::new();
    each(&kept, &mut |[from, _]| {
        each(&inner, &mut |[at, position]| {
            let element = source.zero().wrapping_offset(from + at);
            // SAFETY: the element at an index of the source (invariant 1).
            let element = unsafe { &*element };
            let (mut whole, mut level) = (part(element, position as usize), 0);
            while let Some((earlier, _)) = parts.pop_if(|(_, size)| *size == level) {
                (whole, level) = (merge(earlier, whole), level + 1);
            }
            parts.push((whole, level));
        });
        let (mut whole, _) = parts.pop().expect("a reduction of something");
        while let Some((earlier, _)) = parts.pop() {
            whole = merge(earlier, whole);
        }
        results.push(finish(whole));
    });
    results
}

/// Calls `f` with where each element is. A `dyn FnMut`, so that it is compiled once.
fn each(steps: &Steps<'_, 2>, f: &mut dyn FnMut([isize; 2])) {
    steps.for_each_run(|at| {
        for i in 0..steps.run.size as isize {
            f(moved(at, i, &steps.run.strides));
        }
    });
}
