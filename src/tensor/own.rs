//! Ownership of the buffer: copy on write, and owned tensors under the layout of a view.

use super::{Tensor, TensorRef, TensorView};
use crate::kernels::{Source, copy};
use crate::layout::Layout;
use crate::storage::Shared;
use alloc::vec::Vec;
use core::ops::DerefMut;

/// Borrows the elements for writing.
///
/// A tensor whose buffer has another owner, belongs to a foreign owner, or is read by a layout in which
/// two indices may share an element first [copies](Tensor#clone-and-copy-on-write) its elements.
impl<T: Clone, const R: usize> DerefMut for Tensor<T, R> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut TensorRef<T, R> {
        self.exclusive_or_copied(TensorRef::to_contiguous)
    }
}

impl<T, const R: usize> Tensor<T, R> {
    /// Applies view methods to an owned tensor: consumes it and keeps its buffer.
    ///
    /// The closure takes a view of the tensor and returns the view that the result has the shape and
    /// the strides of. No element is copied, and nothing is borrowed, so the result can be returned.
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
    /// The result has the rank of the view:
    ///
    /// ```compile_fail,E0308
    /// use holor::prelude::*;
    ///
    /// let m = Tensor::<f32, 2>::zeros([4, 6]);
    /// let row: Tensor<f32, 2> = m.viewed(|v| v.row(0)); // expected `2`, found `1`
    /// ```
    ///
    /// The whole buffer is kept, even if the view selects a small part of it.
    /// [`to_owned`](TensorView::to_owned) of a view copies only the selected elements.
    ///
    /// If the closure returns a view of another buffer, such as a `static` slice, its elements are
    /// copied.
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

    /// Returns whether the next write [copies](Tensor#clone-and-copy-on-write) the elements first:
    /// another tensor owns the same buffer, the buffer belongs to a foreign owner, or two indices may
    /// share an element.
    ///
    /// Views borrow and are not owners.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2], [3, 4]];
    /// let row = m.row(0); // borrows
    /// assert!(!m.is_shared());
    /// let clone = m.clone(); // is an owner
    /// assert!(m.is_shared() && clone.is_shared());
    /// drop(clone);
    /// assert!(!m.is_shared());
    /// # let _ = row;
    /// ```
    #[inline]
    pub fn is_shared(&self) -> bool {
        self.shared().is_shared() || !self.layout().is_disjoint()
    }

    /// Converts the tensor to a vector in row-major order.
    ///
    /// No element is copied if this tensor is the only owner of a buffer that its elements fill
    /// contiguously, as is the case for the result of an operation. Otherwise the elements are copied.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![[1, 2], [3, 4]].into_vec(), [1, 2, 3, 4]);
    /// ```
    ///
    /// numpy: `ravel()`; ndarray: `into_raw_vec_and_offset()`.
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

    /// Converts the tensor to a vector with the strides and the offset of its elements in it.
    ///
    /// The element at `index` is `elements[offset + sum(index[i] * strides[i])]`, and no two indices share one. The
    /// vector may have other elements too. This is the inverse of [`from_vec_strided`](Tensor::from_vec_strided).
    ///
    /// No element is copied if a write would copy none: if the tensor is not [shared](Tensor::is_shared). Otherwise
    /// its elements are copied in row-major order.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2, 3], [4, 5, 6]].viewed(|v| v.transpose());
    /// assert_eq!(m.into_vec_strided(), (vec![1, 2, 3, 4, 5, 6], [1, 3], 0));
    ///
    /// let last = tensor![[1, 2, 3], [4, 5, 6]].viewed(|v| v.row(1).flip(Axis::<0>));
    /// assert_eq!(last.into_vec_strided(), (vec![1, 2, 3, 4, 5, 6], [-1], 5));
    /// ```
    ///
    /// ndarray: `into_raw_vec_and_offset()`.
    #[doc(alias = "into_raw_vec_and_offset")]
    pub fn into_vec_strided(self) -> (Vec<T>, [isize; R], usize)
    where
        T: Clone,
    {
        let tensor = if self.is_shared() { self.to_contiguous() } else { self };
        let (shared, layout) = tensor.into_parts();
        let elements = match Shared::into_vec(shared) {
            Ok(elements) => elements,
            Err(_) => unreachable!("the only owner of a buffer of its own"),
        };
        (elements, layout.strides(), layout.offset())
    }

    /// A tensor of the same buffer by another layout, which selects elements of the buffer.
    #[inline]
    pub(crate) fn into_layout<const O: usize>(self, layout: Layout<O>) -> Tensor<T, O> {
        Tensor::new(self.into_parts().0, layout)
    }

    /// Another owner of the buffer by another layout, which selects elements of the buffer.
    #[inline]
    pub(crate) fn share_with<const O: usize>(&self, layout: Layout<O>) -> Tensor<T, O> {
        Tensor::new(self.shared().clone(), layout)
    }

    /// Returns whether the buffer can hold a result of this shape and type: this tensor is its only
    /// owner, and the elements fill it in row-major order.
    #[inline]
    pub(crate) fn fills_own_buffer(&mut self) -> bool {
        self.is_contiguous() && self.len() == self.shared().len() && self.is_exclusive()
    }
}
