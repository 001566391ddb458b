//! Tensors as batches of matrices: the axes before the last two as one axis, and back.

use crate::error::{ErrorKind, ShapeError, raise};
use crate::rank::{MatrixRank, Rank};
use crate::tensor::{Tensor, TensorRef, TensorView};
use core::ops::Deref;

/// The matrices of a tensor of rank `R` as one batch of rank 3: `[.., m, n]` as `[batch, m, n]`.
///
/// [`flatten_batches`](TensorRef::flatten_batches) returns it. It dereferences to a
/// [`TensorRef<T, 3>`](TensorRef). [`unflatten`](Batched::unflatten) converts a result for the batch
/// back to rank `R`.
pub struct Batched<'a, T, const R: usize> {
    elements: Elements<'a, T>,
    /// The shape of the tensor. A result has its own last two sizes.
    shape: [usize; R],
}

/// A view if one stride exists for the axes of the batch together, otherwise a copy.
enum Elements<'a, T> {
    View(TensorView<'a, T, 3>),
    Copy(Tensor<T, 3>),
}

impl<T, const R: usize> Deref for Batched<'_, T, R> {
    type Target = TensorRef<T, 3>;

    #[inline]
    fn deref(&self) -> &TensorRef<T, 3> {
        match &self.elements {
            Elements::View(view) => view,
            Elements::Copy(copy) => copy,
        }
    }
}

impl<T, const R: usize> TensorRef<T, R> {
    /// Merges all axes before the last two into one, the batch.
    ///
    /// `[.., m, n] -> [batch, m, n]`
    ///
    /// A function for batches of any rank then needs one bound:
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// /// Softmax-weighted sums: `[.., q, d], [.., k, d], [.., k, e] -> [.., q, e]`.
    /// fn attention<const R: usize>(
    ///     q: &TensorRef<f32, R>,
    ///     k: &TensorRef<f32, R>,
    ///     v: &TensorRef<f32, R>,
    /// ) -> Tensor<f32, R>
    /// where
    ///     Rank<R>: MatrixRank,
    /// {
    ///     let [q, k, v] = [q, k, v].map(|x| x.flatten_batches());
    ///     let [_, _, features] = q.shape();
    ///     let scores = q.matmul(k.transpose()) / (features as f32).sqrt();
    ///     q.unflatten(scores.softmax(Last).matmul(&*v))
    /// }
    /// let x = Tensor::<f32, 4>::ones([2, 3, 5, 8]); // batch, head, position, feature
    /// assert_eq!(attention(&x, &x, &x).shape(), [2, 3, 5, 8]);
    /// ```
    ///
    /// A vector has no matrices:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1, 2, 3].flatten_batches(); // a matrix needs rank 2 or more, found `Rank<1>`
    /// ```
    ///
    /// The result is a view if one stride exists for the merged axes, as in a contiguous tensor.
    /// Otherwise the elements are copied.
    ///
    /// torch: `flatten(0, -3)`.
    #[must_use = "the operation leaves the tensor as it is and returns the batch"]
    pub fn flatten_batches(&self) -> Batched<'_, T, R>
    where
        T: Clone,
        Rank<R>: MatrixRank,
    {
        let shape = self.shape();
        // The product of some sizes fits by invariant 1 of the layout.
        let batch = shape[..R - 2].iter().product();
        let flat = [batch, shape[R - 2], shape[R - 1]];
        let elements = match self.reshape_view(flat) {
            Ok(view) => Elements::View(view),
            Err(_) => Elements::Copy(self.reshape(flat)),
        };
        Batched { elements, shape }
    }
}

impl<T, const R: usize> Batched<'_, T, R> {
    /// Splits the first axis of a result into the axes that were merged into the batch.
    ///
    /// `[batch, k, l] -> [.., k, l]`
    ///
    /// The sizes of the matrices, `k` and `l`, need not be those of the tensor.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let x = Tensor::<f32, 4>::ones([2, 3, 4, 5]);
    /// let batch = x.flatten_batches();
    /// assert_eq!(batch.shape(), [6, 4, 5]);
    /// let sums: Tensor<f32, 4> = batch.unflatten(batch.sum(Keep(Last)));
    /// assert_eq!(sums.shape(), [2, 3, 4, 1]);
    /// ```
    ///
    /// No element of a contiguous result is copied.
    ///
    /// # Panics
    /// When the result has a different number of matrices:
    /// `unflatten: [6, 4, 5] and [5, 4, 1]: sizes 6 and 5 of axis 0 differ`.
    ///
    /// torch: `unflatten(0, batch)`.
    #[track_caller]
    pub fn unflatten<U: Clone>(&self, result: Tensor<U, 3>) -> Tensor<U, R> {
        raise(self.try_unflatten(result))
    }

    /// Fallible form of [`unflatten`](Batched::unflatten).
    pub fn try_unflatten<U: Clone>(
        &self,
        result: Tensor<U, 3>,
    ) -> Result<Tensor<U, R>, ShapeError> {
        let (expected, found) = (self.deref().shape(), result.shape());
        if expected[0] != found[0] {
            let kind = ErrorKind::SizesDiffer { axis: 0, left: expected[0], right: found[0] };
            return Err(ShapeError::new("unflatten", &[&expected, &found], kind));
        }
        let mut shape = self.shape;
        (shape[R - 2], shape[R - 1]) = (found[1], found[2]);
        match result.layout().reshape_view(shape, size_of::<U>()) {
            Ok(layout) => Ok(result.into_layout(layout)),
            // Sizes whose product is zero, or too large for memory.
            Err(_) => result.try_reshape(shape),
        }
    }
}
