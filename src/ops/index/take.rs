//! `take` and `take_along_axis`: elements at indices along an axis.

use super::{TakeIndices, check, in_row_major};
use crate::error::{ErrorKind, ShapeError, raise};
use crate::kernels::index::{self, Along};
use crate::kernels::specialize::is_plain;
use crate::kernels::{Source, concat};
use crate::layout::{Layout, Order};
use crate::rank::seal::Seal;
use crate::rank::{AxisOf, Rank};
use crate::storage::give;
use crate::tensor::{Tensor, TensorRef};
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// How many elements are copied in the time that it takes to prepare the copy of one part with any strides.
const PREPARED: usize = 256;
/// How many elements in row-major order are copied in the time that it takes to copy one far from the one before.
const APART: usize = 8;

impl<T, const R: usize> TensorRef<T, R> {
    /// Returns the parts at some indices of an axis, in the order of the indices.
    ///
    /// `(Axis::<1>, k indices): [a, b, c] -> [a, k, c]`, and with a tensor of indices of shape `[p, q]`:
    /// `[a, b, c] -> [a, p, q, c]`
    ///
    /// An index may come up several times.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(m.take(Axis::<1>, &[2, 0, 2]), tensor![[3, 1, 3], [6, 4, 6]]);
    /// assert_eq!(m.take(Axis::<0>, &tensor![1]), tensor![[4, 5, 6]]);
    ///
    /// // A table of vectors, and words as indices: `[words, n]` by `[batch, length]`.
    /// let table = Tensor::<f32, 2>::zeros([1000, 16]);
    /// let words = tensor![[3, 14, 15], [92, 65, 35]];
    /// let vectors: Tensor<f32, 3> = table.take(Axis::<0>, &words);
    /// assert_eq!(vectors.shape(), [2, 3, 16]);
    /// ```
    ///
    /// Indices of several axes, each combined with each (numpy's `m[np.ix_([1, 0], [2, 0])]`), are one
    /// `take` after the other:
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(m.take(Axis::<0>, &[1, 0]).take(Axis::<1>, &[2, 0]), tensor![[6, 4], [3, 1]]);
    /// ```
    ///
    /// One index is [`index_axis`](TensorRef::index_axis), a range of indices
    /// [`narrow`](TensorRef::narrow), both without a copy; a mask is [`select`](TensorRef::select).
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1, 2, 3].take(Axis::<1>, &[0]); // `Axis<1>` is not an axis of a rank-1 tensor
    /// ```
    ///
    /// # Panics
    /// If an index is out of range:
    /// `take: [2, 3] and [4]: index 3 at position 2 is out of range for axis 1 of size 3`.
    ///
    /// numpy: `take`, `m[indices]`; torch: `index_select`; ndarray: `select`.
    #[doc(alias = "index_select")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn take<A, I, const O: usize>(&self, axis: A, indices: I) -> Tensor<T, O>
    where
        A: AxisOf<R>,
        I: TakeIndices<R, Output = Rank<O>>,
        T: Clone,
    {
        raise(self.try_take(axis, indices))
    }

    /// Fallible form of [`take`](TensorRef::take).
    pub fn try_take<A, I, const O: usize>(
        &self,
        _axis: A,
        indices: I,
    ) -> Result<Tensor<T, O>, ShapeError>
    where
        A: AxisOf<R>,
        I: TakeIndices<R, Output = Rank<O>>,
        T: Clone,
    {
        let (shape, axis, sizes) = (self.shape(), A::INDEX, indices.sizes(Seal));
        let indices = indices.indices(Seal);
        let checked = || check("take", &[&shape, &sizes], &indices, axis, shape[axis]);
        // Where one loop can do both, to look at all indices before took 1.5 times as long (`take 1M of 1M f32`).
        if self.as_slice().is_none() {
            checked()?;
        }
        let mut result = [0; O];
        result[..axis].copy_from_slice(&shape[..axis]);
        result[axis..axis + sizes.len()].copy_from_slice(&sizes);
        result[axis + sizes.len()..].copy_from_slice(&shape[axis + 1..]);
        let layout = Layout::new_in("take", result, Order::RowMajor, size_of::<T>())?;
        let Some(elements) = taken(self, axis, &indices) else {
            checked()?;
            unreachable!("an index is out of range");
        };
        Ok(Tensor::owned(elements, layout))
    }

    /// Returns one element along an axis for each index of a tensor of indices.
    ///
    /// `(Axis::<1>, indices [a, k, c]): [a, b, c] -> [a, k, c]`: the element at `[i, j, l]` is that of
    /// `self` at `[i, indices[i, j, l], l]`. The sizes of all other axes are equal.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[30, 10, 20], [5, 4, 6]];
    /// let order = tensor![[1, 2, 0], [1, 0, 2]];
    /// assert_eq!(m.take_along_axis(Last, &order), tensor![[10, 20, 30], [4, 5, 6]]);
    ///
    /// // One element of each row, such as that of its class.
    /// let classes = tensor![2, 0];
    /// let chosen = m.take_along_axis(Last, &classes.unsqueeze(Last));
    /// assert_eq!(chosen, tensor![[20], [5]]);
    /// ```
    ///
    /// Indices of fewer rows go with a part of the tensor, `m.narrow(Axis::<0>, 0, rows)`; indices that
    /// are the same for all rows are those of [`take`](TensorRef::take).
    /// [`scatter`](TensorRef::scatter) writes what this reads.
    ///
    /// The indices have the rank of the tensor:
    ///
    /// ```compile_fail,E0308
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[30, 10, 20], [5, 4, 6]];
    /// m.take_along_axis(Last, &tensor![2, 0]); // expected `2`, found `1`
    /// ```
    ///
    /// # Panics
    /// - If the size of another axis differs:
    ///   `take_along_axis: [2, 3] and [1, 3]: sizes 2 and 1 of axis 0 differ`.
    /// - If an index is out of range: `take_along_axis: [2, 3] and [2, 1]: index 3 at position 1 is out of
    ///   range for axis 1 of size 3`.
    ///
    /// numpy: `take_along_axis`; torch: `gather`, which also takes indices of smaller sizes.
    #[doc(alias = "gather")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn take_along_axis<A>(&self, axis: A, indices: &TensorRef<usize, R>) -> Tensor<T, R>
    where
        A: AxisOf<R>,
        T: Clone,
    {
        raise(self.try_take_along_axis(axis, indices))
    }

    /// Fallible form of [`take_along_axis`](TensorRef::take_along_axis).
    pub fn try_take_along_axis<A>(
        &self,
        _axis: A,
        indices: &TensorRef<usize, R>,
    ) -> Result<Tensor<T, R>, ShapeError>
    where
        A: AxisOf<R>,
        T: Clone,
    {
        let (operation, axis, sizes) = ("take_along_axis", A::INDEX, indices.shape());
        check_others(operation, self.shape(), axis, sizes)?;
        let layout = Layout::new_in(operation, sizes, Order::RowMajor, size_of::<T>())?;
        let (along, result) = (Along::new(&self.shape(), axis), Along::new(&sizes, axis));
        let indices = in_row_major(indices);
        let Some(elements) = index::take_along(&in_row_major(self), along, &indices, result) else {
            let shapes: [&[usize]; 2] = [&self.shape(), &sizes];
            check(operation, &shapes, &indices, axis, along.n)?;
            unreachable!("an index is out of range");
        };
        Ok(Tensor::owned(elements, layout))
    }
}

/// Checks that the sizes of all axes but one are equal, and that all indices are in range for that one;
/// returns the indices in row-major order.
pub(super) fn checked_along<'a, const R: usize>(
    operation: &'static str,
    shape: [usize; R],
    axis: usize,
    indices: &'a TensorRef<usize, R>,
) -> Result<Cow<'a, [usize]>, ShapeError> {
    let sizes = indices.shape();
    check_others(operation, shape, axis, sizes)?;
    let indices = in_row_major(indices);
    check(operation, &[&shape, &sizes], &indices, axis, shape[axis])?;
    Ok(indices)
}

/// Checks that the sizes of all axes but one are equal.
fn check_others<const R: usize>(
    operation: &'static str,
    shape: [usize; R],
    axis: usize,
    sizes: [usize; R],
) -> Result<(), ShapeError> {
    let differs = |&other: &usize| other != axis && shape[other] != sizes[other];
    let Some(axis) = (0..R).find(differs) else { return Ok(()) };
    let kind = ErrorKind::SizesDiffer { axis, left: shape[axis], right: sizes[axis] };
    Err(ShapeError::new(operation, &[&shape, &sizes], kind))
}

/// The elements at the indices; nothing if the elements are contiguous, and an index is out of range. Those of others are
/// in range.
fn taken<T: Clone, const R: usize>(
    from: &TensorRef<T, R>,
    axis: usize,
    indices: &[usize],
) -> Option<Vec<T>> {
    let mut shape = from.shape();
    let along = Along::new(&shape, axis);
    shape[axis] = indices.len();
    let count = indices.len();
    // Whether the elements of a part, or their places in the result, are far from each other.
    let are_far = count > 1 && (axis + 1 == R || from.strides()[R - 1] != 1);
    // Part by part, unless it is faster to copy everything in row-major order first. Of elements that are not numbers it
    // is to clone as few as possible.
    let is_by_parts = match is_plain::<T>() {
        true if are_far && count.saturating_mul(APART) > along.n => false,
        true => count.saturating_mul(PREPARED) < from.len(),
        false => count < along.n,
    };
    match from.as_slice() {
        _ if indices.is_empty() => Some(Vec::new()),
        Some(elements) => index::take(elements, along, indices),
        None if is_by_parts => {
            let part = |&index: &usize| from.layout().narrow(axis, index, 1).expect("in range");
            let parts: Vec<Source<'_, T, R>> =
                indices.iter().map(|index| from.source_with(&part(index))).collect();
            let layout = Layout::row_major(shape).expect("no more elements than in the result");
            Some(concat::side_by_side(axis, &parts, &layout))
        }
        None => {
            let copies = from.to_vec();
            let elements = index::take(&copies, along, indices);
            give(copies);
            elements
        }
    }
}
