//! Reductions without a plan: each result takes one run of the source, or of a copy of few elements.

use super::lane::Lanes;
use super::loops::{Loops, ROWS};
use super::traverse::Parts;
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
    let in_lanes = len <= loops.block() && width <= ROWS && reduction.is_contiguous(true);
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
    let (stride, by) = if by_rows { (width as isize, 1) } else { (1, len as isize) };
    let apart = if by_rows { stride } else { by };
    let lanes = Lanes {
        first,
        len,
        stride,
        rows: 1,
        down: 0,
        width,
        by,
        position: 0,
        step: 1,
        by_rows,
        is_large: false,
        runs: first,
        apart,
    };
    let mut parts = Parts::new(part, width);
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
    let gather = match size {
        1 => gather_as::<u8>,
        2 => gather_as::<u16>,
        4 => gather_as::<u32>,
        8 => gather_as::<u64>,
        16 => gather_as::<[u64; 2]>,
        _ => unreachable!("primitive elements have 1, 2, 4, 8 or 16 bytes"),
    };
    // SAFETY: by the caller's promise.
    unsafe { gather(zero, offsets, to) };
}

/// # Safety
/// As [`gather`], with elements of `E`'s size.
unsafe fn gather_as<E: Copy>(zero: *const u8, offsets: &[isize], to: *mut u8) {
    for (i, &offset) in offsets.iter().enumerate() {
        let from = zero.cast::<E>().wrapping_offset(offset);
        // SAFETY: (of both) by the caller's promise.
        let element = unsafe { from.read_unaligned() };
        // SAFETY: as above.
        unsafe { to.cast::<E>().wrapping_add(i).write_unaligned(element) };
    }
}
