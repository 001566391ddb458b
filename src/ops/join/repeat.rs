//! Elements that come several times or elsewhere: `tile`, `repeat`, `roll`.

use super::added;
use crate::error::{ErrorKind, ShapeError, raise};
use crate::kernels::{concat, repeat};
use crate::layout::{INFER, Layout, Order};
use crate::rank::AxisOf;
use crate::tensor::{Tensor, TensorRef};
use alloc::string::ToString;

impl<T, const R: usize> TensorRef<T, R> {
    /// Repeats the whole tensor along each axis.
    ///
    /// `[k, l]: [a, b] -> [k * a, l * b]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2], [3, 4]];
    /// assert_eq!(m.tile([1, 2]), tensor![[1, 2, 1, 2], [3, 4, 3, 4]]);
    /// assert_eq!(m.tile([2, 1]), tensor![[1, 2], [3, 4], [1, 2], [3, 4]]);
    /// ```
    ///
    /// A new axis is made first: `v.unsqueeze(Axis::<0>).tile([3, 1])`. To repeat an axis of size 1 without a
    /// copy, use [`broadcast_to`](TensorRef::broadcast_to).
    ///
    /// There is one number for each axis:
    ///
    /// ```compile_fail,E0308
    /// use holor::prelude::*;
    ///
    /// tensor![[1, 2], [3, 4]].tile([2]);
    /// ```
    ///
    /// # Panics
    /// If the result holds more elements than memory can address:
    /// `tile: [2, 3] to [9223372036854775808, 3]: more elements than memory can address`.
    ///
    /// numpy and torch: `tile`, which adds axes in front or repeats the last ones only.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn tile(&self, reps: [usize; R]) -> Tensor<T, R>
    where
        T: Clone,
    {
        raise(self.try_tile(reps))
    }

    /// Fallible form of [`tile`](TensorRef::tile).
    pub fn try_tile(&self, reps: [usize; R]) -> Result<Tensor<T, R>, ShapeError>
    where
        T: Clone,
    {
        let shape = self.shape();
        let times = |axis: usize| shape[axis].saturating_mul(reps[axis]).min(INFER - 1);
        let layout = self.result("tile", core::array::from_fn(times))?;
        Ok(Tensor::owned(repeat::tiled(self.source(), &reps, layout.len()), layout))
    }

    /// Repeats each element along an axis.
    ///
    /// `(Axis::<1>, n): [a, b] -> [a, b * n]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2], [3, 4]];
    /// assert_eq!(m.repeat(Axis::<1>, 2), tensor![[1, 1, 2, 2], [3, 3, 4, 4]]);
    /// assert_eq!(m.repeat(Axis::<0>, 2), tensor![[1, 2], [1, 2], [3, 4], [3, 4]]);
    /// ```
    ///
    /// [`tile`](TensorRef::tile) repeats the tensor as a whole.
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1, 2].repeat(Axis::<1>, 2); // `Axis<1>` is not an axis of a rank-1 tensor
    /// ```
    ///
    /// # Panics
    /// If the result holds more elements than memory can address:
    /// `repeat: [2] to [9223372036854775808]: more elements than memory can address`.
    ///
    /// numpy: `repeat`; torch: `repeat_interleave`, whose `repeat` is `tile`.
    #[doc(alias = "repeat_interleave")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn repeat<A: AxisOf<R>>(&self, axis: A, count: usize) -> Tensor<T, R>
    where
        T: Clone,
    {
        raise(self.try_repeat(axis, count))
    }

    /// Fallible form of [`repeat`](TensorRef::repeat).
    pub fn try_repeat<A: AxisOf<R>>(
        &self,
        _axis: A,
        count: usize,
    ) -> Result<Tensor<T, R>, ShapeError>
    where
        T: Clone,
    {
        let size = self.shape()[A::INDEX].saturating_mul(count).min(INFER - 1);
        self.repeat_by("repeat", A::INDEX, &[count], size)
    }

    /// Repeats each index of an axis by a number of its own.
    ///
    /// `(Axis::<1>, [k, l, ..]): [a, b] -> [a, k + l + ..]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2, 3], [4, 5, 6]];
    /// let repeated = m.repeat_with_counts(Axis::<1>, &[2, 0, 1]);
    /// assert_eq!(repeated, tensor![[1, 1, 3], [4, 4, 6]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// let v = tensor![1, 2];
    /// v.repeat_with_counts(Axis::<1>, &[2, 1]); // `Axis<1>` is not an axis of a rank-1 tensor
    /// ```
    ///
    /// # Panics
    /// - If there is not one count for each index of the axis: `repeat_with_counts: [2, 3]: the number of
    ///   counts is 2, expected the size of the axis`.
    /// - If the result holds more elements than memory can address.
    ///
    /// numpy: `repeat(counts)`; torch: `repeat_interleave(counts)`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn repeat_with_counts<A: AxisOf<R>>(&self, axis: A, counts: &[usize]) -> Tensor<T, R>
    where
        T: Clone,
    {
        raise(self.try_repeat_with_counts(axis, counts))
    }

    /// Fallible form of [`repeat_with_counts`](TensorRef::repeat_with_counts).
    pub fn try_repeat_with_counts<A: AxisOf<R>>(
        &self,
        _axis: A,
        counts: &[usize],
    ) -> Result<Tensor<T, R>, ShapeError>
    where
        T: Clone,
    {
        let (operation, shape) = ("repeat_with_counts", self.shape());
        if counts.len() != shape[A::INDEX] {
            let kind = ErrorKind::Argument {
                name: "the number of counts",
                value: counts.len().to_string(),
                expected: "the size of the axis",
            };
            return Err(ShapeError::new(operation, &[&shape], kind));
        }
        let size = counts.iter().fold(0, |sum, &count| added(sum, count));
        self.repeat_by(operation, A::INDEX, counts, size)
    }

    /// Moves the elements along an axis; those that leave it at one end come in at the other.
    ///
    /// `(Axis::<1>, k): [a, b] -> [a, b]`: the element at index `i` goes to index `i + k`.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let v = tensor![1, 2, 3, 4, 5];
    /// assert_eq!(v.roll(Last, 2), tensor![4, 5, 1, 2, 3]);
    /// assert_eq!(v.roll(Last, -1), tensor![2, 3, 4, 5, 1]);
    ///
    /// let m = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(m.roll(Axis::<0>, 1).roll(Axis::<1>, 1), tensor![[6, 4, 5], [3, 1, 2]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1, 2, 3].roll(Axis::<1>, 1); // `Axis<1>` is not an axis of a rank-1 tensor
    /// ```
    ///
    /// The elements in row-major order, without regard to axes, are rolled by
    /// `m.flatten().roll(Last, k).reshape(m.shape())`.
    ///
    /// numpy and torch: `roll`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    pub fn roll<A: AxisOf<R>>(&self, _axis: A, shift: isize) -> Tensor<T, R>
    where
        T: Clone,
    {
        let (layout, axis) = (self.layout(), A::INDEX);
        let size = layout.shape()[axis];
        let first =
            shift.checked_rem_euclid(size as isize).map_or(0, |shift| size - shift as usize);
        let (front, back) = layout.split_at(axis, first).expect("an index of the axis or its end");
        let parts = [self.source_with(&back), self.source_with(&front)];
        let result = layout.to_row_major();
        Tensor::owned(concat::side_by_side(axis, &parts, &result), result)
    }

    pub(in crate::ops) fn repeat_by(
        &self,
        operation: &'static str,
        axis: usize,
        counts: &[usize],
        size: usize,
    ) -> Result<Tensor<T, R>, ShapeError>
    where
        T: Clone,
    {
        let mut shape = self.shape();
        shape[axis] = size;
        let layout = self.result(operation, shape)?;
        let elements = repeat::repeated(self.source(), axis, counts, layout.len());
        Ok(Tensor::owned(elements, layout))
    }

    /// The layout of a result; an error names both shapes.
    pub(super) fn result(
        &self,
        operation: &'static str,
        shape: [usize; R],
    ) -> Result<Layout<R>, ShapeError> {
        Layout::new_in(operation, shape, Order::RowMajor, size_of::<T>())
            .map_err(|_| ShapeError::new(operation, &[&self.shape(), &shape], ErrorKind::TooLarge))
    }
}
