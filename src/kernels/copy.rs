//! Plain copies into row-major order.

use super::elementwise::{Visit, copy_to, of_one};
use super::operand::Source;
use super::specialize::is_plain;
use super::thresholds::COPIED_IN_PARALLEL;
use super::uninit::{UninitVec, with_capacity};
use alloc::{borrow::Cow, vec::Vec};

/// Clones the elements in row-major order.
#[inline]
pub(crate) fn to_vec<T: Clone, const R: usize>(source: Source<'_, T, R>) -> Vec<T> {
    match source.as_slice() {
        Some(elements) if size_of_val(elements) < COPIED_IN_PARALLEL || !is_plain::<T>() => {
            let mut copies = with_capacity(elements.len());
            copies.extend_from_slice(elements);
            copies
        }
        _ if is_plain::<T>() => primitives_to_vec(source),
        _ => (source,).compute(&source.layout().to_row_major(), of_one(T::clone)),
    }
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
    match source.as_slice() {
        Some(elements) => Cow::Borrowed(elements),
        None => Cow::Owned(to_vec(source)),
    }
}
