//! Plain copies into row-major order.

use super::elementwise::{compute, copy};
use super::operand::Source;
use super::specialize::is_plain;
use super::uninit::with_capacity;
use alloc::vec::Vec;

/// From this many bytes on, elements without gaps are copied on several threads.
pub(super) const LARGE: usize = 1 << 20;

/// Clones the elements in row-major order.
#[inline]
pub(crate) fn to_vec<T: Clone, const R: usize>(source: Source<'_, T, R>) -> Vec<T> {
    match source.as_slice() {
        Some(elements) if size_of_val(elements) < LARGE || !is_plain::<T>() => {
            let mut copies = with_capacity(elements.len());
            copies.extend_from_slice(elements);
            copies
        }
        _ => {
            let layout = source.layout().to_row_major();
            if is_plain::<T>() { copy(source, &layout) } else { compute(source, &layout, T::clone) }
        }
    }
}
