//! Results in which elements come several times, or with a border: tiled, repeated, padded.
//!
//! An axis is a table: for each index of the result that of the source. Rows are copied by these, and the elements
//! of the last axis that changes are placed by a function of each operation.

use super::copy::in_row_major;
use super::fill::{Filler, fill_and_repeat};
use super::operand::Source;
use super::thresholds::REPEATED_WHOLE;
use alloc::vec;
use alloc::vec::Vec;
use core::iter::repeat_n;

/// An index of a table where there is no element of the source.
pub(crate) const BORDER: usize = usize::MAX;

/// Makes a result by the tables of all axes up to `axis`, behind which nothing changes; `len` elements, which come
/// `count` times. If nothing is behind the axis, `row` makes the row of this axis of that of the source and of
/// `value`.
fn placed<T: Clone, const R: usize>(
    source: Source<'_, T, R>,
    value: Option<&T>,
    axis: usize,
    [len, count]: [usize; 2],
    table: impl Fn(usize) -> Vec<usize>,
    row: impl Fn(&[T], &[T], &mut Filler<'_, T>) + Sync,
) -> Vec<T> {
    if len * count == 0 {
        return Vec::new();
    }
    let shape = source.layout().shape();
    let is_last = shape[axis + 1..].iter().all(|&size| size == 1);
    let (outer, behind) = shape.split_at(if is_last { axis } else { axis + 1 });
    let mut tables: Vec<_> = (0..outer.len()).map(table).collect();
    // The rows of a plane lie together.
    let (rows, height) = match outer {
        [] => (vec![0], 1),
        [.., height] => (tables.pop().expect("a table for each axis"), *height),
    };
    let planes = tables.iter().map(Vec::len).product::<usize>();
    let unit = len / (planes * rows.len());
    let (elements, inner) = (in_row_major(source), behind.iter().product::<usize>());
    let value = value.map_or(&[][..], core::slice::from_ref);
    let sizes = [len, unit, len * size_of::<T>()];
    fill_and_repeat(&[&elements, value], sizes, count, &|from, first, to| {
        let (mut plane, mut skipped) = (first / rows.len(), first % rows.len());
        while to.room() > 0 {
            let (mut rest, mut start, mut factor) = (plane, Some(0), height);
            for (table, &size) in tables.iter().zip(outer).rev() {
                let i = table[rest % table.len()];
                start = start.filter(|_| i < size).map(|start| start + i.wrapping_mul(factor));
                (rest, factor) = (rest / table.len(), factor * size);
            }
            for &i in rows[skipped..].iter().take(to.room() / unit) {
                let start = start.filter(|_| i < height).map(|start| start + i);
                match start.map(|start| &from[0][start * inner..][..inner]) {
                    Some(elements) if is_last => row(elements, from[1], to),
                    Some(elements) => to.extend_from_slice(elements),
                    None => to.repeat(from[1], unit),
                }
            }
            (plane, skipped) = (plane + 1, 0);
        }
    })
}

/// Repeats the elements along each axis, `reps[axis]` times, into a result of `len` elements.
pub(crate) fn tiled<T: Clone, const R: usize>(
    source: Source<'_, T, R>,
    reps: &[usize; R],
    len: usize,
) -> Vec<T> {
    let Some(axis) = reps.iter().rposition(|&count| count != 1) else {
        return in_row_major(source).into_owned();
    };
    let (shape, mut reps) = (source.layout().shape(), *reps);
    // The whole comes several times, if nothing but sizes of 1 is before the first axis that does.
    let leading = shape[..axis].iter().position(|&size| size != 1).map_or(axis, |first| first + 1);
    let mut count = reps[..leading].iter().product::<usize>();
    if len / count.max(1) * size_of::<T>() <= REPEATED_WHOLE {
        reps[..leading].fill(1);
    } else {
        count = 1;
    }
    let table = |axis: usize| (0..shape[axis] * reps[axis]).map(|i| i % shape[axis]).collect();
    placed(source, None, axis, [len / count.max(1), count], table, |from, _, to| {
        to.repeat(from, reps[axis]);
    })
}

/// Repeats each index of an axis as often as its count says, into a result of `len` elements. A single count
/// is that of all indices.
pub(crate) fn repeated<T: Clone, const R: usize>(
    source: Source<'_, T, R>,
    axis: usize,
    counts: &[usize],
    len: usize,
) -> Vec<T> {
    let shape = source.layout().shape();
    let count = |i: usize| if counts.len() == 1 { counts[0] } else { counts[i] };
    let table = |n: usize| {
        let count = |i| if n == axis { count(i) } else { 1 };
        (0..shape[n]).flat_map(|i| repeat_n(i, count(i))).collect()
    };
    placed(source, None, axis, [len, 1], table, |from, _, to| {
        if *counts == [2] {
            // Most are doubled: without a loop for each element.
            return to.extend(from.iter().map(|element| [element.clone(), element.clone()]));
        }
        for (i, element) in from.iter().enumerate() {
            to.extend((0..count(i)).map(|_| [element.clone()]));
        }
    })
}

/// The index of the element at a position before the first element of the axis, which is 0, or behind the last
/// one; [`BORDER`] if there is none.
pub(crate) type IndexAt = fn(position: isize, size: usize) -> usize;

/// Surrounds the elements with a border, of clones of elements or else of `value`: `widths` are the sizes before
/// and after.
pub(crate) fn with_border<T: Clone, const R: usize>(
    source: Source<'_, T, R>,
    widths: &[(usize, usize); R],
    index_at: IndexAt,
    value: Option<&T>,
    len: usize,
) -> Vec<T> {
    let Some(axis) = widths.iter().rposition(|&width| width != (0, 0)) else {
        return in_row_major(source).into_owned();
    };
    let shape = source.layout().shape();
    let table = |axis: usize| {
        let ((before, after), size) = (widths[axis], shape[axis]);
        let before = (-(before as isize)..0).map(|position| index_at(position, size));
        let after = (size..size + after).map(|position| index_at(position as isize, size));
        before.chain(0..size).chain(after).collect()
    };
    let (before, indices) = (widths[axis].0, table(axis));
    placed(source, value, axis, [len, 1], table, |from, value, to| {
        let border = |to: &mut Filler<'_, T>, indices: &[usize]| match value {
            [value] => to.extend(indices.iter().map(|_| [value.clone()])),
            _ => to.extend(indices.iter().map(|&i| [from[i].clone()])),
        };
        border(to, &indices[..before]);
        to.extend_from_slice(from);
        border(to, &indices[before + from.len()..]);
    })
}
