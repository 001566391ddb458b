//! Results put together from parts side by side.

use super::copy::in_row_major;
use super::elementwise::copy_to;
use super::fill::fill;
use super::operand::Source;
use super::specialize::is_plain;
use super::threads::piece_count;
use super::thresholds::JOINED_PART;
use super::uninit::UninitVec;
use crate::layout::Layout;
use alloc::vec::Vec;

/// Clones parts side by side along an axis, into row-major order.
///
/// The parts have the shape of `result` but for this axis, along which their sizes add up to its.
pub(crate) fn side_by_side<T: Clone, const R: usize>(
    axis: usize,
    parts: &[Source<'_, T, R>],
    result: &Layout<R>,
) -> Vec<T> {
    let runs: usize = result.shape()[..axis].iter().product();
    let unit = result.len() / runs.max(1);
    let are_long = unit / parts.len() >= JOINED_PART && runs >= piece_count();
    if !is_plain::<T>() || are_long && parts.iter().all(|part| part.as_slice().is_some()) {
        return in_order(runs, unit, parts, result.len());
    }
    let (mut fresh, mut start) = (UninitVec::with_len(result.len()), 0);
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

/// As [`side_by_side`], one run after the other.
fn in_order<T: Clone, const R: usize>(
    runs: usize,
    unit: usize,
    parts: &[Source<'_, T, R>],
    len: usize,
) -> Vec<T> {
    let parts: Vec<_> = parts.iter().map(|part| in_row_major(*part)).collect();
    let parts: Vec<&[T]> = parts.iter().map(|part| &**part).collect();
    fill(&parts, [len, unit, len * size_of::<T>()], &|parts, first, to| {
        for run in first..first + to.room() / unit {
            for part in parts {
                let len = part.len() / runs;
                to.extend_from_slice(&part[run * len..][..len]);
            }
        }
    })
}
