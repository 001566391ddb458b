//! Results in which elements come several times: tiled, repeated, with a border of their own.
//!
//! Elements are written in row-major order, by slices and by copies of what was written before.

use super::copy::in_row_major;
use super::operand::Source;
use super::uninit::with_capacity;
use alloc::vec::Vec;

/// Repeats the elements along each axis, `reps[axis]` times, into a result of `len` elements.
pub(crate) fn tiled<T: Clone, const R: usize>(
    source: Source<'_, T, R>,
    reps: &[usize; R],
    len: usize,
) -> Vec<T> {
    let mut tiled = with_capacity(len);
    if len > 0 {
        let shape = source.layout().shape();
        tile(&mut tiled, &in_row_major(source), &shape, reps);
    }
    tiled
}

fn tile<T: Clone>(to: &mut Vec<T>, elements: &[T], shape: &[usize], reps: &[usize]) {
    if reps.iter().all(|&count| count == 1) {
        return to.extend_from_slice(elements);
    }
    let start = to.len();
    if shape.len() == 1 {
        to.extend_from_slice(elements);
    } else {
        for part in elements.chunks_exact(elements.len() / shape[0]) {
            tile(to, part, &shape[1..], &reps[1..]);
        }
    }
    // Twice as much each time.
    let end = start + (to.len() - start) * reps[0];
    while to.len() < end {
        let len = (to.len() - start).min(end - to.len());
        to.extend_from_within(start..start + len);
    }
}

/// Repeats each index of an axis as often as its count says, into a result of `len` elements. A single count
/// is that of all indices.
pub(crate) fn repeated<T: Clone, const R: usize>(
    source: Source<'_, T, R>,
    axis: usize,
    counts: &[usize],
    len: usize,
) -> Vec<T> {
    let mut repeated = with_capacity(len);
    if len == 0 {
        return repeated;
    }
    let shape = source.layout().shape();
    let inner: usize = shape[axis + 1..].iter().product();
    if inner == 1 && *counts == [2] {
        // Most are doubled: without a loop for each element.
        let elements = in_row_major(source);
        repeated.extend(elements.iter().flat_map(|element| [element; 2]).cloned());
        return repeated;
    }
    for (i, part) in in_row_major(source).chunks_exact(inner).enumerate() {
        let count = if counts.len() == 1 { counts[0] } else { counts[i % shape[axis]] };
        match part {
            [element] => repeated.extend(core::iter::repeat_n(element, count).cloned()),
            _ => (0..count).for_each(|_| repeated.extend_from_slice(part)),
        }
    }
    repeated
}

/// The index of the element at a position, which is counted from the first element of the axis and may be
/// before it or behind the last one.
pub(crate) type IndexAt = fn(position: isize, size: usize) -> usize;

/// Surrounds the elements with a border of clones of them: `widths` are the sizes before and after. No axis
/// with a border is empty.
pub(crate) fn with_own_border<T: Clone, const R: usize>(
    source: Source<'_, T, R>,
    widths: &[(usize, usize); R],
    index_at: IndexAt,
    len: usize,
) -> Vec<T> {
    let mut bordered = with_capacity(len);
    if len > 0 {
        let shape = source.layout().shape();
        surround(&mut bordered, &in_row_major(source), &shape, widths, index_at);
    }
    bordered
}

fn surround<T: Clone>(
    to: &mut Vec<T>,
    elements: &[T],
    shape: &[usize],
    widths: &[(usize, usize)],
    index_at: IndexAt,
) {
    if widths.iter().all(|&width| width == (0, 0)) {
        return to.extend_from_slice(elements);
    }
    let (size, (before, after)) = (shape[0], widths[0]);
    let border = |start: isize, len: usize| {
        (start..start + len as isize).map(move |position| index_at(position, size))
    };
    let before = border(-(before as isize), before);
    let after = border(size as isize, after);
    if shape.len() == 1 {
        to.extend(before.map(|i| elements[i].clone()));
        to.extend_from_slice(elements);
        to.extend(after.map(|i| elements[i].clone()));
        return;
    }
    let inner = elements.len() / size;
    for i in before.chain(0..size).chain(after) {
        surround(to, &elements[i * inner..][..inner], &shape[1..], &widths[1..], index_at);
    }
}
