//! Reductions without a plan: each result takes one run of the source, or of a copy of few elements.

use super::lane::LaneSet;
use super::loops::{Loops, ROWS};
use super::traverse::PartRoom;
use crate::kernels::thresholds::{FEW_REDUCED, REDUCED_ON_THREADS, STRIP_BYTES, WIDE_ROW};
use crate::layout::Reduction;
use core::mem::MaybeUninit;

/// Reduces a source to results at `results`, in row-major order, if it is small enough or contiguous; tells
/// whether it has.
///
/// # Safety
/// As [`reduce`](super::traverse::reduce).
pub(super) unsafe fn reduce_at_once(
    loops: &dyn Loops,
    (zero, reduction): (*const u8, &Reduction<'_>),
    results: *mut u8,
) -> bool {
    let ([len, width], [element, part, _]) = (reduction.sizes(), loops.sizes());
    let (count, row) = (len * width, width * element);
    let are_few = count <= FEW_REDUCED;
    if !are_few && count * element >= REDUCED_ON_THREADS {
        return false;
    }
    let in_lanes = len <= loops.lengths().0 && width <= ROWS && reduction.is_contiguous(true);
    let is_wide = are_few || width >= WIDE_ROW && row <= STRIP_BYTES;
    let by_rows = !in_lanes && len <= ROWS && is_wide && reduction.is_contiguous(false);
    let mut copies = [MaybeUninit::<u128>::uninit(); FEW_REDUCED];
    let mut first = zero;
    if !in_lanes && !by_rows {
        if !are_few {
            return false;
        }
        let mut offsets = [0; FEW_REDUCED];
        let offsets = reduction.offsets(&mut offsets);
        // SAFETY: elements at all indices of the source, and room for them, by the caller's promise.
        unsafe { gather(element, zero, offsets, copies.as_mut_ptr().cast()) };
        first = copies.as_ptr().cast();
    }
    let strides = if by_rows { [width as isize, 1] } else { [1, len as isize] };
    let (sizes, runs) = ([len, width], (first, strides[usize::from(!by_rows)]));
    let (position, step, row_by_row) = (0, 1, false);
    let lanes = LaneSet { first, sizes, strides, position, step, by_rows, row_by_row, runs };
    let mut parts = PartRoom::new(part, width);
    // SAFETY: by the caller's promise (invariants 7 and 8).
    unsafe { loops.reduce(&lanes, parts.at(0)) };
    // SAFETY: the parts were written, one for each result (invariant 8).
    unsafe { loops.finish(parts.at(0), width, results, 1) };
    true
}

/// Copies the elements at these offsets, of `size` bytes each.
///
/// # Safety
/// There are plain elements of this size at the offsets, and room for them.
unsafe fn gather(size: usize, zero: *const u8, offsets: &[isize], to: *mut u8) {
    for (i, &offset) in offsets.iter().enumerate() {
        let (from, to) = (zero.wrapping_offset(offset * size as isize), to.wrapping_add(i * size));
        let copy = |size| {
            // SAFETY: by the caller's promise.
            unsafe { from.copy_to_nonoverlapping(to, size) };
        };
        // Of a constant size it is an instruction, not a call.
        match size {
            4 => copy(4),
            8 => copy(8),
            _ => copy(size),
        }
    }
}
