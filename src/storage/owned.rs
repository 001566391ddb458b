//! What an owned tensor does with its buffer: takes it over, gives it up, and asks before a write.

use super::tensor::Part;
use super::{Shared, Tensor, TensorRef, outside};
use crate::layout::{Layout, Order};
use alloc::vec::Vec;
use core::mem::ManuallyDrop;
use core::ptr::{self, NonNull};

impl<T, const R: usize> Tensor<T, R> {
    /// Makes a tensor that owns a buffer and selects elements of it by `layout`.
    #[inline]
    pub(crate) fn new(shared: Shared<T>, layout: Layout<R>) -> Self {
        if !layout.is_disjoint() {
            // Invariant 5: with a count, the layout is checked before a write.
            shared.count();
        }
        Tensor { part: Part::new(shared.start(), shared.len(), layout), shared }
    }

    /// Makes a tensor of the result of an operation: `elements` in the order of `layout`, which is
    /// contiguous in that order.
    #[inline]
    pub(crate) fn owned(elements: Vec<T>, layout: Layout<R>) -> Self {
        // From offset 0 and without gaps, the layout reaches these elements and no two indices share one.
        let is_dense = layout.is_contiguous() || layout.is_contiguous_in(Order::ColMajor);
        if !is_dense || layout.offset() != 0 || layout.len() != elements.len() {
            outside();
        }
        let shared = Shared::from_vec(elements);
        let part = Part { start: shared.start(), extent: shared.len(), layout, tail: [] };
        Tensor { part, shared }
    }

    /// Returns the owner of the buffer and the layout.
    #[inline]
    pub(crate) fn into_parts(self) -> (Shared<T>, Layout<R>) {
        (self.shared, self.part.layout)
    }

    #[inline]
    pub(crate) fn shared(&self) -> &Shared<T> {
        &self.shared
    }

    /// Returns whether a write has to ask for other owners.
    #[inline(always)]
    pub(crate) fn is_counted(&mut self) -> bool {
        self.shared.is_counted()
    }

    /// Returns whether the elements may be written in place: this tensor is the only owner, the
    /// buffer is not read-only, and no two indices share an element.
    #[inline(always)]
    pub(crate) fn is_exclusive(&mut self) -> bool {
        !self.shared.is_counted() || self.regain()
    }

    #[cold]
    #[inline(never)]
    fn regain(&mut self) -> bool {
        self.part.layout.is_disjoint() && self.shared.drop_count()
    }

    /// Borrows the elements for writing, if they may be written in place.
    #[inline(always)]
    pub(crate) fn exclusive(&mut self) -> Option<&mut TensorRef<T, R>> {
        if self.is_exclusive() { Some(self.part.as_tensor_mut()) } else { None }
    }

    /// Borrows the elements for writing; `copy` is called if they may not be written in place.
    #[inline(always)]
    pub(crate) fn exclusive_or_copied(
        &mut self,
        copy: impl FnOnce(&TensorRef<T, R>) -> Tensor<T, R>,
    ) -> &mut TensorRef<T, R> {
        if self.shared.is_counted() {
            self.own(copy);
        }
        self.part.as_tensor_mut()
    }

    /// Makes the tensor the only owner of its buffer, of a copy if need be.
    ///
    /// A copy of `self` is changed and put back: no function that is not inlined gets the address of `self`, so that
    /// the compiler can keep its fields in registers, in a loop of writes too.
    #[inline(always)]
    fn own(&mut self, copy: impl FnOnce(&TensorRef<T, R>) -> Tensor<T, R>) {
        // SAFETY: while the copy is a handle, `self` is not used, and then the copy is put back (invariant 8).
        let mut moved = ManuallyDrop::new(unsafe { ptr::read(self) });
        let moved = NonNull::from(&mut *moved);
        let put_back = PutBack { to: self, from: moved };
        // SAFETY: a local variable, to which nothing else refers until this returns (invariant 8).
        own(unsafe { &mut *moved.as_ptr() }, copy);
        drop(put_back);
        // SAFETY: `own` has dropped the count, or made a tensor that has none (invariant 7).
        unsafe { self.shared.set_uncounted() };
    }
}

/// Writes a tensor back to where it was, after a panic too.
struct PutBack<'a, T, const R: usize> {
    to: &'a mut Tensor<T, R>,
    from: NonNull<Tensor<T, R>>,
}

impl<T, const R: usize> Drop for PutBack<'_, T, R> {
    #[inline(always)]
    fn drop(&mut self) {
        // SAFETY: of two copies of one handle, the one that was used remains (invariant 8).
        unsafe { ptr::copy_nonoverlapping(self.from.as_ptr(), self.to, 1) };
    }
}

/// Not inlined, so that what calls it is, in loops too.
#[cold]
#[inline(never)]
fn own<T, const R: usize>(
    tensor: &mut Tensor<T, R>,
    copy: impl FnOnce(&TensorRef<T, R>) -> Tensor<T, R>,
) {
    if !tensor.regain() {
        let mut copied = copy(tensor);
        assert!(!copied.shared.is_counted(), "a copy has one owner");
        *tensor = copied;
    }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;
    use alloc::vec;

    #[test]
    fn a_result_is_all_of_its_buffer() {
        let is_taken = |len: usize, layout: Layout<2>| {
            std::panic::catch_unwind(|| Tensor::owned(vec![0_u8; len], layout)).is_ok()
        };
        let strided = |strides, offset| Layout::strided([2, 3], strides, offset).unwrap();
        assert!(is_taken(6, Layout::row_major([2, 3]).unwrap()));
        assert!(is_taken(6, Layout::col_major([2, 3]).unwrap()));
        assert!(!is_taken(6, strided([0, 1], 0)), "indices that share an element");
        assert!(!is_taken(6, strided([3, 1], 1)), "an offset");
        assert!(!is_taken(5, strided([3, 1], 0)), "too few elements");
        assert!(!is_taken(7, strided([3, 1], 0)), "elements of no index");
    }
}
