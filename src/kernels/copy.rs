//! Plain copies into row-major order.

use super::elementwise::{copy_to, move_one};
use super::operand::Source;
use super::prefetch::reads_in_order;
use super::specialize::is_plain;
use super::thresholds::{COPIED_BY_LOOP, COPIED_IN_PARALLEL, COPIED_RUN};
use super::uninit::{UninitVec, with_capacity};
use crate::layout::{IndexAndOffset, Indices};
use alloc::{borrow::Cow, vec::Vec};
use core::mem::MaybeUninit;

/// Clones the elements in row-major order.
#[inline]
pub(crate) fn to_vec<T: Clone, const R: usize>(source: Source<'_, T, R>) -> Vec<T> {
    let (layout, slice) = (source.layout(), source.as_slice());
    if is_plain::<T>() && slice.is_none_or(|all| size_of_val(all) >= COPIED_IN_PARALLEL) {
        return primitives_to_vec(source);
    }
    let mut copies = with_capacity(layout.len());
    if let Some(elements) = slice {
        copies.extend_from_slice(elements);
        return copies;
    }
    // Little code, because it is compiled in programs, also where `T` is primitive.
    let last = R.saturating_sub(1);
    for IndexAndOffset { offset, .. } in Indices::new(&layout.with_part(last, 0, 1, 1)) {
        let row = source.zero().wrapping_offset(offset - layout.offset() as isize);
        // SAFETY: elements of the operand (invariant 1).
        let element = |i| unsafe { &*row.wrapping_offset(i * layout.strides()[last]) };
        copies.extend((0..layout.shape()[last] as isize).map(|i| element(i).clone()));
    }
    copies
}

/// Copies primitive elements in row-major order. It does not ask for `Clone`.
#[inline]
pub(crate) fn primitives_to_vec<T, const R: usize>(source: Source<'_, T, R>) -> Vec<T> {
    let layout = source.layout().to_row_major();
    let mut fresh = UninitVec::with_len(layout.len());
    copy_to(fresh.slots(&layout).0, source);
    // SAFETY: a place for each index, and each index was visited (invariant 3).
    unsafe { fresh.finish(layout.len()) }
}

/// The elements in row-major order, copied if they lie in another one.
#[inline]
pub(crate) fn in_row_major<T: Clone, const R: usize>(source: Source<'_, T, R>) -> Cow<'_, [T]> {
    source.as_slice().map_or_else(|| Cow::Owned(to_vec(source)), Cow::Borrowed)
}

/// Copies bytes to a result, in which they may be `repeated`; `sizes` are theirs and that of the whole result.
///
/// Long runs of a large result are copied by a loop if they are repeated, and on Intel's processors: there the C library
/// uses `rep movsb`, which takes longer where they are not in the second-level cache. The compiler does not make `memcpy`
/// of the loop, since it cannot tell that the bytes do not overlap.
///
/// # Safety
/// As [`core::ptr::copy_nonoverlapping`].
#[inline(never)]
pub(super) unsafe fn copy_bytes(from: *const u8, to: *mut u8, sizes: [usize; 2], repeated: bool) {
    let [len, all] = sizes;
    let by_loop = all >= COPIED_BY_LOOP && len >= COPIED_RUN && (repeated || !reads_in_order());
    let count = if by_loop { len / 16 } else { 0 };
    for i in 0..count {
        let (from, to) = (from.wrapping_add(16 * i), to.wrapping_add(16 * i));
        // SAFETY: 16 bytes of both, by the caller's promise.
        unsafe { move_one::<MaybeUninit<[u64; 2]>>(from.cast(), to.cast()) };
    }
    let (from, to) = (from.wrapping_add(16 * count), to.wrapping_add(16 * count));
    // SAFETY: the rest of both, by the caller's promise.
    unsafe { core::ptr::copy_nonoverlapping(from, to, len - 16 * count) };
}
