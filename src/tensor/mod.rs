//! What every tensor can do whatever its elements are. The types themselves are in `storage/`.
//!
//! `make.rs` constructors, `nested.rs` nested arrays and `tensor!`, `view/` the view methods (one
//! table: name, bounds, a pure function of the layout), `access.rs` look and edit, `own.rs` who owns
//! the elements and copy on write, `convert.rs` from one type to another, `index.rs` `t[[i, j]]`,
//! `show.rs` Display and Debug. Arithmetic, reductions and everything else that computes is in
//! `ops/`; loops over elements are in `kernels/`.

mod access;
mod convert;
mod index;
mod make;
mod nested;
mod other_names;
mod own;
mod read_only;
mod show;
mod view;

pub use crate::storage::{Tensor, TensorRef, TensorView, TensorViewMut};
pub use read_only::{Writable, WritesThrough};
pub use view::Batched;

use crate::kernels::{Sink, Source};
use crate::layout::Layout;

/// A tensor of rank 1.
pub type Vector<T> = Tensor<T, 1>;
/// A tensor of rank 2.
pub type Matrix<T> = Tensor<T, 2>;
/// A tensor of rank 1, behind a reference: `&VectorRef<T>`.
pub type VectorRef<T> = TensorRef<T, 1>;
/// A tensor of rank 2, behind a reference: `&MatrixRef<T>`.
pub type MatrixRef<T> = TensorRef<T, 2>;

impl<T, const R: usize> TensorRef<T, R> {
    /// The elements as an operand to read.
    #[inline]
    pub(crate) fn source(&self) -> Source<'_, T, R> {
        Source::new(self.span(), self.layout())
    }

    /// The same elements under another layout, which the gate checks.
    #[inline]
    pub(crate) fn source_with<const O: usize>(&self, layout: &Layout<O>) -> Source<'_, T, O> {
        Source::new(self.span(), layout)
    }

    /// The elements as an operand to change.
    #[inline]
    pub(crate) fn sink(&mut self) -> Sink<'_, T, R> {
        let layout = *self.layout();
        Sink::new(self.span_mut(), &layout)
    }

    /// A view of the same elements; `layout` selects among those of this one's.
    #[inline]
    pub(crate) fn with_layout<const O: usize>(&self, layout: Layout<O>) -> TensorView<'_, T, O> {
        TensorView::new(self.span(), layout)
    }
}

impl<'a, T, const R: usize> TensorView<'a, T, R> {
    /// As [`source_with`](TensorRef::source_with), for as long as the borrow lives.
    #[inline]
    pub(crate) fn into_source_with<const O: usize>(self, layout: &Layout<O>) -> Source<'a, T, O> {
        Source::new(self.into_parts().0, layout)
    }

    /// The same borrow under another layout, which selects among the elements of this one's.
    #[inline]
    pub(crate) fn into_layout<const O: usize>(self, layout: Layout<O>) -> TensorView<'a, T, O> {
        TensorView::new(self.into_parts().0, layout)
    }
}

impl<'a, T, const R: usize> TensorViewMut<'a, T, R> {
    /// As [`sink`](TensorRef::sink), for as long as the borrow lives.
    #[inline]
    pub(crate) fn into_sink(self) -> Sink<'a, T, R> {
        let (span, layout) = self.into_parts();
        Sink::new(span, &layout)
    }

    /// The same borrow under another layout, which selects among the elements of this one's.
    #[inline]
    pub(crate) fn into_layout<const O: usize>(self, layout: Layout<O>) -> TensorViewMut<'a, T, O> {
        TensorViewMut::new(self.into_parts().0, layout)
    }
}
