//! Methods that tensors of any element type have. The types themselves are in `storage/`.
//!
//! `make.rs` constructors, `foreign.rs` those of memory with a foreign owner, `nested.rs` nested arrays and
//! `tensor!`, `view/` the view methods (one table: name, bounds, a pure function of the layout), `access.rs`
//! methods that read and edit elements, `own.rs` ownership and copy on write, `convert.rs` conversions between the
//! four types, `any.rs` tensors whose rank is a value, `dtype.rs` element types as values, `index.rs` `t[[i, j]]`,
//! `show.rs` Display and Debug, `html.rs` tables for notebooks, `read_only.rs` and `other_names.rs` methods that
//! only give a message. Arithmetic, reductions and all other operations that compute are in `ops/`; loops over
//! elements are in `kernels/`.

mod access;
mod any;
mod any_axes;
mod convert;
mod dtype;
mod foreign;
mod html;
mod index;
mod make;
mod nested;
mod other_names;
mod own;
mod read_only;
mod show;
mod view;

pub use crate::storage::{Tensor, TensorRef, TensorView, TensorViewMut};
#[cfg(any(feature = "npy", feature = "safetensors"))]
pub(crate) use crate::storage::{bytes_of, elements_in, extend_from_bytes};
pub use any::{AnyTensor, RankOperand};
pub use dtype::{DType, HasDType};
pub use read_only::{Writable, WritesThrough};
pub use view::{Batched, PartSizes};

use crate::kernels::{Sink, Source};
use crate::layout::Layout;

/// An owned tensor of rank 1.
pub type Vector<T> = Tensor<T, 1>;
/// An owned tensor of rank 2.
pub type Matrix<T> = Tensor<T, 2>;
/// A tensor of rank 1 behind a reference: the argument `&VectorRef<T>` of a function that reads.
pub type VectorRef<T> = TensorRef<T, 1>;
/// A tensor of rank 2 behind a reference: the argument `&MatrixRef<T>` of a function that reads.
///
/// ```
/// use holor::prelude::*;
///
/// /// `[m, n] x [n] -> [m]`
/// fn residual(a: &MatrixRef<f64>, x: &VectorRef<f64>, b: &VectorRef<f64>) -> Vector<f64> {
///     b - a.matvec(x)
/// }
/// let a = tensor![[2.0, 0.0], [0.0, 3.0]];
/// assert_eq!(residual(&a, &a.row(0), &tensor![5.0, 1.0]), tensor![1.0, 1.0]);
/// ```
pub type MatrixRef<T> = TensorRef<T, 2>;

impl<T, const R: usize> TensorRef<T, R> {
    /// The elements as an operand that a kernel reads.
    #[inline]
    pub(crate) fn source(&self) -> Source<'_, T, R> {
        Source::new(self.span(), self.layout())
    }

    /// The same elements under another layout, which the gate checks.
    #[inline]
    pub(crate) fn source_with<const O: usize>(&self, layout: &Layout<O>) -> Source<'_, T, O> {
        Source::new(self.span(), layout)
    }

    /// The elements as an operand that a kernel writes.
    #[inline]
    pub(crate) fn sink(&mut self) -> Sink<'_, T, R> {
        let layout = *self.layout();
        Sink::new(self.span_mut(), &layout)
    }

    /// A view by another layout, which selects elements of this tensor.
    #[inline]
    pub(crate) fn with_layout<const O: usize>(&self, layout: Layout<O>) -> TensorView<'_, T, O> {
        TensorView::new(self.span(), layout)
    }
}

impl<'a, T, const R: usize> TensorView<'a, T, R> {
    /// As [`source_with`](TensorRef::source_with), for the lifetime of the view.
    #[inline]
    pub(crate) fn into_source_with<const O: usize>(self, layout: &Layout<O>) -> Source<'a, T, O> {
        Source::new(self.into_parts().0, layout)
    }

    /// A view by another layout, which selects elements of this view, for the same lifetime.
    #[inline]
    pub(crate) fn into_layout<const O: usize>(self, layout: Layout<O>) -> TensorView<'a, T, O> {
        TensorView::new(self.into_parts().0, layout)
    }
}

impl<'a, T, const R: usize> TensorViewMut<'a, T, R> {
    /// As [`sink`](TensorRef::sink), for the lifetime of the view.
    #[inline]
    pub(crate) fn into_sink(self) -> Sink<'a, T, R> {
        let (span, layout) = self.into_parts();
        Sink::new(span, &layout)
    }

    /// A view by another layout, which selects elements of this view, for the same lifetime.
    #[inline]
    pub(crate) fn into_layout<const O: usize>(self, layout: Layout<O>) -> TensorViewMut<'a, T, O> {
        TensorViewMut::new(self.into_parts().0, layout)
    }
}
