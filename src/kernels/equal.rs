//! Whether two operands hold equal elements.

use super::elementwise::{Sees::Copies, Visit};
use super::operand::Source;

/// Tells whether the shapes are equal and the elements are, index by index.
///
/// Contiguous operands are compared as slices, which is one `memcmp` for integers. After the first
/// difference no element is looked at any more.
#[inline]
pub(crate) fn equal<T: PartialEq<U>, U, const R: usize>(
    left: Source<'_, T, R>,
    right: Source<'_, U, R>,
) -> bool {
    let shape = left.layout().shape();
    if shape != right.layout().shape() {
        return false;
    }
    if let (Some(left), Some(right)) = (left.as_slice(), right.as_slice()) {
        return left == right;
    }
    let mut equal = true;
    (left, right).visit(Copies, |(left, right)| equal = equal && left == right);
    equal
}
