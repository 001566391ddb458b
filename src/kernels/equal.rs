//! Whether two operands hold equal elements.

use super::operand::Source;
use crate::layout::{Sequence, Walk};

/// Tells whether the shapes are equal and the elements are, index by index.
///
/// Dense runs are compared as slices, which is one `memcmp` for integers. After the first
/// difference no element is looked at any more.
#[inline]
pub(crate) fn equal<T: PartialEq<U>, U, const R: usize>(
    left: Source<'_, T, R>,
    right: Source<'_, U, R>,
) -> bool {
    let (a, b) = (left.layout(), right.layout());
    if a.shape() != b.shape() {
        return false;
    }
    if let (Some(left), Some(right)) = (left.as_slice(), right.as_slice()) {
        return left == right;
    }
    let walk = Walk::new(a.shape(), [a.strides(), b.strides()], Sequence::Any);
    let [left_step, right_step] = walk.run_strides();
    let mut equal = true;
    walk.for_each_run(|[left_at, right_at], len| {
        equal = equal
            && (0..len as isize).all(|i| {
                // SAFETY: offsets the walk yields, of the shape the gate proved (invariant 1).
                let left = unsafe { element(left.zero(), left_at + i * left_step) };
                // SAFETY: as above.
                let right = unsafe { element(right.zero(), right_at + i * right_step) };
                left == right
            });
    });
    equal
}

/// # Safety
/// An element of a source whose index zero lies at `zero`.
#[inline(always)]
unsafe fn element<'a, T>(zero: *const T, offset: isize) -> &'a T {
    // SAFETY: by the caller's promise.
    let element = unsafe { zero.offset(offset) };
    // SAFETY: the same.
    unsafe { &*element }
}
