//! Results put together from parts: side by side, or with a border.

use super::copy;
use super::elementwise::copy_to;
use super::operand::Source;
use super::specialize::is_plain;
use super::uninit::{UninitVec, with_capacity};
use crate::layout::{Layout, Offsets};
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// Clones parts side by side along an axis, into row-major order.
///
/// The parts have the shape of `result` but for this axis, along which their sizes add up to its.
pub(crate) fn side_by_side<T: Clone, const R: usize>(
    axis: usize,
    parts: &[Source<'_, T, R>],
    result: &Layout<R>,
) -> Vec<T> {
    if !is_plain::<T>() {
        return in_order(axis, parts, result);
    }
    let mut fresh = UninitVec::with_len(result.len());
    let mut start = 0;
    for part in parts {
        let size = part.layout().shape()[axis];
        let place = result.narrow(axis, start, size).expect("the sizes add up");
        copy_to(fresh.slots(result).0.part(&place), *part);
        start += size;
    }
    assert!(start == result.shape()[axis]);
    // SAFETY: the parts cover the axis without a gap, and each place of a part was written (invariant 3).
    unsafe { fresh.finish(result.len()) }
}

/// As [`side_by_side`], one run after the other: the vector knows at any time which elements there are.
fn in_order<T: Clone, const R: usize>(
    axis: usize,
    parts: &[Source<'_, T, R>],
    result: &Layout<R>,
) -> Vec<T> {
    let runs: usize = result.shape()[..axis].iter().product();
    let parts: Vec<_> = parts.iter().map(|part| in_row_major(*part)).collect();
    let mut joined = with_capacity(result.len());
    for run in 0..runs {
        for part in &parts {
            let len = part.len() / runs;
            joined.extend_from_slice(&part[run * len..][..len]);
        }
    }
    joined
}

/// Surrounds the elements with a border of clones of `value`: `widths` are the sizes before and
/// after, which with those of the elements make those of `result`.
pub(crate) fn with_border<T: Clone, const R: usize>(
    source: Source<'_, T, R>,
    widths: &[(usize, usize); R],
    value: &T,
    result: &Layout<R>,
) -> Vec<T> {
    let mut padded = with_capacity(result.len());
    let (shape, elements) = (source.layout().shape(), in_row_major(source));
    if !elements.is_empty() {
        // The axes behind the last one with a border are one run.
        let last = widths.iter().rposition(|&width| width != (0, 0)).unwrap_or(0);
        let mut starts = *result;
        for axis in 0..R {
            let size = if axis < last { shape[axis] } else { 1 };
            starts = starts.narrow(axis, widths[axis].0, size).expect("a part of the result");
        }
        let mut starts = Offsets::new(&starts);
        for elements in elements.chunks_exact(shape[last..].iter().product()) {
            let start = starts.next().expect("a start for each run");
            padded.resize(start as usize, value.clone());
            padded.extend_from_slice(elements);
        }
    }
    padded.resize(result.len(), value.clone());
    padded
}

/// The elements in row-major order, copied if they lie in another one.
pub(super) fn in_row_major<'a, T: Clone, const R: usize>(source: Source<'a, T, R>) -> Cow<'a, [T]> {
    match source.as_slice() {
        Some(elements) => Cow::Borrowed(elements),
        None => Cow::Owned(copy::to_vec(source)),
    }
}
