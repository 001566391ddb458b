//! Who owns the elements: copy on write, and views that are kept.

use super::{Tensor, TensorRef, TensorView};
use crate::kernels::{Source, copy};
use crate::layout::Layout;
use crate::storage::Shared;
use alloc::vec::Vec;
use core::ops::DerefMut;

/// Gives the elements for writing. What is shared, read-only or possibly overlapping is copied
/// before: the elements of this tensor only, to row-major.
impl<T: Clone, const R: usize> DerefMut for Tensor<T, R> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut TensorRef<T, R> {
        self.exclusive_or_copied(TensorRef::to_contiguous)
    }
}

impl<T, const R: usize> Tensor<T, R> {
    /// Lays the elements out as a view of them does, and keeps the buffer: how a tensor is
    /// permuted, sliced or transposed without a copy and without a borrow.
    ///
    /// The closure gets a view of the tensor and returns a view of the same elements. If it returns
    /// another tensor's, they are copied.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// fn load() -> Tensor<f32, 3> {
    ///     let image = Tensor::<f32, 3>::zeros([480, 640, 3]);
    ///     image.viewed(|v| v.permute(axes![2, 0, 1])) // [3, 480, 640], no copy
    /// }
    /// assert_eq!(load().shape(), [3, 480, 640]);
    /// ```
    ///
    /// The rank of the result is that of the view:
    ///
    /// ```compile_fail,E0308
    /// use holor::prelude::*;
    ///
    /// let m = Tensor::<f32, 2>::zeros([4, 6]);
    /// let row: Tensor<f32, 2> = m.viewed(|v| v.row(0)); // expected `2`, found `1`
    /// ```
    ///
    /// The whole buffer is kept, also where the view selects little of it;
    /// [`to_owned`](TensorView::to_owned) of a view copies what it selects.
    #[must_use = "the operation consumes the tensor and returns the result"]
    pub fn viewed<const O: usize>(
        self,
        view: impl for<'v> FnOnce(TensorView<'v, T, R>) -> TensorView<'v, T, O>,
    ) -> Tensor<T, O>
    where
        T: Clone,
    {
        let (span, layout) = view(self.view()).into_parts();
        let shared = self.shared();
        if span.start() == shared.start() && span.extent() == shared.len() {
            return self.into_layout(layout);
        }
        TensorView::new(span, layout).to_contiguous()
    }

    /// Tells whether a write would copy first: another tensor owns the same elements, or they
    /// belong to a foreign owner.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2], [3, 4]];
    /// let row = m.row(0); // borrows
    /// assert!(!m.is_shared());
    /// let twin = m.clone(); // owns, too
    /// assert!(m.is_shared() && twin.is_shared());
    /// drop(twin);
    /// assert!(!m.is_shared());
    /// ```
    #[inline]
    pub fn is_shared(&self) -> bool {
        self.shared().is_shared()
    }

    /// Turns the tensor into a vector in row-major order; moves the elements where it can.
    ///
    /// Nothing is copied when this is the only owner, and the elements are contiguous and fill their
    /// buffer.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![[1, 2], [3, 4]].into_vec(), [1, 2, 3, 4]);
    /// ```
    ///
    /// ndarray: `into_raw_vec_and_offset()`.
    pub fn into_vec(self) -> Vec<T>
    where
        T: Clone,
    {
        if !self.is_contiguous() || self.len() != self.shared().len() {
            return self.to_vec();
        }
        let (shared, layout) = self.into_parts();
        match Shared::into_vec(shared) {
            Ok(elements) => elements,
            Err(shared) => copy::to_vec(Source::new(shared.span(), &layout)),
        }
    }

    /// The same buffer under another layout, which selects among its elements.
    #[inline]
    pub(crate) fn into_layout<const O: usize>(self, layout: Layout<O>) -> Tensor<T, O> {
        Tensor::new(self.into_parts().0, layout)
    }

    /// Another owner of the buffer under another layout, which selects among its elements.
    #[inline]
    pub(crate) fn share_with<const O: usize>(&self, layout: Layout<O>) -> Tensor<T, O> {
        Tensor::new(self.shared().clone(), layout)
    }

    /// Whether the buffer can become that of a result of this shape and type: nobody else sees it,
    /// and the elements fill it in row-major order.
    #[inline]
    pub(crate) fn fills_own_buffer(&mut self) -> bool {
        self.is_contiguous() && self.len() == self.shared().len() && self.is_exclusive()
    }
}
