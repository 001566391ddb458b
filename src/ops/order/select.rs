//! Selection along an axis: the greatest elements, and lanes split at their k-th element.

use super::{lanes_along, moved_back};
use crate::algorithms::order::{Selection, argselect_lanes, select_lanes, taken};
use crate::error::{ErrorKind, ShapeError, raise};
use crate::kernels::copy::in_row_major;
use crate::layout::{Layout, Order};
use crate::rank::AxisOf;
use crate::tensor::{Tensor, TensorRef};
use alloc::string::ToString;
use alloc::vec;

impl<T, const R: usize> TensorRef<T, R> {
    /// Returns the `k` greatest elements along an axis and their positions, the greatest first.
    ///
    /// `(Axis::<1>, k): [a, b, c] -> [a, k, c], [a, k, c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let scores = tensor![[0.1, 0.7, 0.2], [0.5, 0.0, 0.5]];
    /// let (best, places) = scores.topk(Last, 2);
    /// assert_eq!(best, tensor![[0.7, 0.2], [0.5, 0.5]]);
    /// assert_eq!(places, tensor![[1_usize, 2], [0, 2]]);
    ///
    /// // The least ones:
    /// assert_eq!(scores.sort(Last).narrow(Last, 0, 2), tensor![[0.1, 0.2], [0.0, 0.5]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![3, 1, 2].topk(Axis::<1>, 2); // `Axis<1>` is not an axis of a rank-1 tensor
    /// ```
    ///
    /// The elements are the first of [`sort_descending`](TensorRef::sort_descending), the positions those of
    /// [`argsort_descending`](TensorRef::argsort_descending): of equal elements the first one is taken, and NaN
    /// only if there are fewer than `k` others. torch takes NaN first, and any of equal elements.
    ///
    /// # Panics
    /// If `k` is greater than the axis: `topk: [2, 3]: k is 4, expected at most the size of the axis`. If a
    /// result holds more elements than memory can address.
    ///
    /// torch: `topk`; numpy: `argpartition` and `sort`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn topk<A: AxisOf<R>>(&self, axis: A, k: usize) -> (Tensor<T, R>, Tensor<usize, R>)
    where
        T: PartialOrd + Clone,
    {
        raise(self.try_topk(axis, k))
    }

    /// Fallible form of [`topk`](TensorRef::topk).
    #[allow(clippy::type_complexity)]
    pub fn try_topk<A: AxisOf<R>>(
        &self,
        axis: A,
        k: usize,
    ) -> Result<(Tensor<T, R>, Tensor<usize, R>), ShapeError>
    where
        T: PartialOrd + Clone,
    {
        let _ = axis;
        let (mut shape, n) = (self.shape(), self.shape()[A::INDEX]);
        if k > n {
            let kind = ErrorKind::Argument {
                name: "k",
                value: k.to_string(),
                expected: "at most the size of the axis",
            };
            return Err(ShapeError::new("topk", &[&shape], kind));
        }
        shape[A::INDEX] = k;
        let size = size_of::<usize>().max(size_of::<T>());
        let layout = Layout::new_in("topk", shape, Order::RowMajor, size)?;
        let layout = layout.move_axis(A::INDEX, R - 1).to_row_major();
        let source = self.with_layout(self.layout().move_axis(A::INDEX, R - 1));
        let elements = in_row_major(source.source());
        let mut positions = vec![0; layout.len()];
        let selection = Selection { at: k.saturating_sub(1), is_sorted: true, descending: true };
        argselect_lanes(&elements, n, selection, (&mut positions, k));
        let greatest = taken(&elements, n, &positions, k);
        Ok((moved_back(greatest, layout, A::INDEX), moved_back(positions, layout, A::INDEX)))
    }

    /// Moves the elements along an axis so that the one at `k` is in its sorted place.
    ///
    /// `(Axis::<1>, k): [a, b, c] -> [a, b, c]`
    ///
    /// No element before `k` is greater than it, no element behind it is less. The order among those before it,
    /// and among those behind it, is not specified.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let v = tensor![7, 1, 5, 3, 9].partition(Last, 2);
    /// assert_eq!(v[[2]], 5);
    /// assert_eq!(v.narrow(Last, 0, 2).sum(All).item(), 1 + 3); // the two least ones
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![7, 1, 5].partition(Axis::<1>, 2); // `Axis<1>` is not an axis of a rank-1 tensor
    /// ```
    ///
    /// NaN comes last, as in [`sort`](TensorRef::sort).
    ///
    /// # Panics
    /// If there is no element at `k`: `partition: [3]: index 3 is out of range for axis 0 of size 3`.
    ///
    /// numpy: `partition`; torch: `kthvalue` returns the element at `k - 1`; std: `select_nth_unstable`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn partition<A: AxisOf<R>>(&self, axis: A, k: usize) -> Tensor<T, R>
    where
        T: PartialOrd + Clone,
    {
        raise(self.try_partition(axis, k))
    }

    /// Fallible form of [`partition`](TensorRef::partition).
    pub fn try_partition<A: AxisOf<R>>(&self, axis: A, k: usize) -> Result<Tensor<T, R>, ShapeError>
    where
        T: PartialOrd + Clone,
    {
        let _ = axis;
        in_range("partition", self.shape(), A::INDEX, k)?;
        let (mut elements, layout) = lanes_along(self, A::INDEX);
        select_lanes(&mut elements, self.shape()[A::INDEX], k);
        Ok(moved_back(elements, layout, A::INDEX))
    }

    /// Returns positions along an axis that put the element at `k` in its sorted place.
    ///
    /// `(Axis::<1>, k): [a, b, c] -> [a, b, c]`
    ///
    /// The elements at these positions are a [`partition`](TensorRef::partition).
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let v = tensor![7, 1, 5, 3, 9];
    /// let places = v.argpartition(Last, 1);
    /// assert_eq!(places[[0]], 1); // of the least element
    /// assert_eq!(places[[1]], 3); // of the one after it
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![7, 1, 5].argpartition(Axis::<1>, 2); // `Axis<1>` is not an axis of a rank-1 tensor
    /// ```
    ///
    /// Equal elements count in the order of their positions; NaN comes last.
    ///
    /// # Panics
    /// If there is no element at `k`: `argpartition: [3]: index 3 is out of range for axis 0 of size 3`. If the
    /// result holds more elements than memory can address.
    ///
    /// numpy: `argpartition`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn argpartition<A: AxisOf<R>>(&self, axis: A, k: usize) -> Tensor<usize, R>
    where
        T: PartialOrd + Clone,
    {
        raise(self.try_argpartition(axis, k))
    }

    /// Fallible form of [`argpartition`](TensorRef::argpartition).
    pub fn try_argpartition<A: AxisOf<R>>(
        &self,
        axis: A,
        k: usize,
    ) -> Result<Tensor<usize, R>, ShapeError>
    where
        T: PartialOrd + Clone,
    {
        let _ = axis;
        let (shape, n) = (self.shape(), self.shape()[A::INDEX]);
        in_range("argpartition", shape, A::INDEX, k)?;
        let size = size_of::<usize>().max(size_of::<T>());
        Layout::new_in("argpartition", shape, Order::RowMajor, size)?;
        let source = self.with_layout(self.layout().move_axis(A::INDEX, R - 1));
        let (elements, layout) = (in_row_major(source.source()), source.layout().to_row_major());
        let mut positions = vec![0; elements.len()];
        let selection = Selection { at: k, is_sorted: false, descending: false };
        argselect_lanes(&elements, n, selection, (&mut positions, n));
        Ok(moved_back(positions, layout, A::INDEX))
    }
}

fn in_range<const R: usize>(
    operation: &'static str,
    shape: [usize; R],
    axis: usize,
    k: usize,
) -> Result<(), ShapeError> {
    let size = shape[axis];
    if k < size {
        return Ok(());
    }
    let kind = ErrorKind::IndexOutOfRange { axis, index: k as isize, size };
    Err(ShapeError::new(operation, &[&shape], kind))
}
