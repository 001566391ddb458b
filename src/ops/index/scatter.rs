//! Writes at indices: `scatter` and `index_assign`, and their forms that add.

use super::take::checked_along;
use super::{ListOf, check, in_row_major};
use crate::error::{ErrorKind, ShapeError, raise};
use crate::kernels::index::{self, Along};
use crate::kernels::{Sees::Copies, Visit};
use crate::ops::AssignRhs;
use crate::rank::AxisOf;
use crate::rank::seal::Seal;
use crate::tensor::TensorRef;
use core::ops::AddAssign;

impl<T, const R: usize> TensorRef<T, R> {
    /// Writes elements to places along an axis, one for each index of a tensor of indices.
    ///
    /// `(Axis::<1>, indices [a, k, c], x): [a, b, c]`: the element at `[i, indices[i, j, l], l]` becomes
    /// that of `x` at `[i, j, l]`. `x` is a number or a tensor that broadcasts to the shape of the
    /// indices. The sizes of all axes but the named one are equal.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let mut m = Tensor::<i32, 2>::zeros([2, 3]);
    /// m.scatter(Last, &tensor![[2, 0], [1, 2]], &tensor![[5, 6], [7, 8]]);
    /// assert_eq!(m, tensor![[6, 0, 5], [0, 7, 8]]);
    ///
    /// // Undoes a sort: where `m.take_along_axis(Last, &order)` is sorted, this puts everything back.
    /// let (sorted, order) = (tensor![[10, 20, 30]], tensor![[1, 2, 0]]);
    /// let mut m = Tensor::<i32, 2>::zeros([1, 3]);
    /// m.scatter(Last, &order, &sorted);
    /// assert_eq!(m, tensor![[30, 10, 20]]);
    /// ```
    ///
    /// Where an index comes up several times, the last element in row-major order stays.
    /// [`take_along_axis`](TensorRef::take_along_axis) reads what this writes;
    /// [`index_assign`](TensorRef::index_assign) writes whole rows. All indices are checked before the
    /// first write.
    ///
    /// ```compile_fail,E0308
    /// use holor::prelude::*;
    ///
    /// let mut m = Tensor::<i32, 2>::zeros([2, 3]);
    /// m.scatter(Last, &tensor![2, 0], 1); // expected `2`, found `1`
    /// ```
    ///
    /// # Panics
    /// - If the size of another axis differs: `scatter: [2, 3] and [1, 3]: sizes 2 and 1 of axis 0 differ`.
    /// - If an index is out of range:
    ///   `scatter: [2, 3] and [2, 1]: index 3 at position 1 is out of range for axis 1 of size 3`.
    /// - If `x` does not broadcast to the indices:
    ///   `scatter: [2, 1] and [3]: size 3 cannot be broadcast to size 1 at axis 1`.
    ///
    /// numpy: `put_along_axis`; torch: `scatter_`, which also takes indices of smaller sizes.
    #[doc(alias = "put_along_axis")]
    #[track_caller]
    pub fn scatter<A, X>(&mut self, axis: A, indices: &TensorRef<usize, R>, x: X)
    where
        A: AxisOf<R>,
        X: AssignRhs<T, R>,
        T: Clone,
    {
        raise(self.try_scatter(axis, indices, x));
    }

    /// Fallible form of [`scatter`](TensorRef::scatter).
    pub fn try_scatter<A, X>(
        &mut self,
        _axis: A,
        indices: &TensorRef<usize, R>,
        x: X,
    ) -> Result<(), ShapeError>
    where
        A: AxisOf<R>,
        X: AssignRhs<T, R>,
        T: Clone,
    {
        self.scatter_by("scatter", A::INDEX, indices, x, T::clone_from)
    }

    /// Adds elements to those at places along an axis, one for each index of a tensor of indices.
    ///
    /// `(Axis::<1>, indices [a, k, c], x): [a, b, c]`: the element of `x` at `[i, j, l]` is added to that
    /// at `[i, indices[i, j, l], l]`. `x` is a number or a tensor that broadcasts to the shape of the
    /// indices. The sizes of all axes but the named one are equal.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let mut counts = Tensor::<i32, 2>::zeros([2, 3]);
    /// counts.scatter_add(Last, &tensor![[2, 0, 2, 2], [1, 1, 0, 0]], 1);
    /// assert_eq!(counts, tensor![[1, 0, 3], [2, 2, 0]]);
    /// ```
    ///
    /// Elements are added in row-major order. All indices are checked before the first write.
    /// [`index_add`](TensorRef::index_add) adds whole rows.
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// let mut counts = Tensor::<i32, 1>::zeros([3]);
    /// counts.scatter_add(Axis::<1>, &tensor![2, 0], 1); // `Axis<1>` is not an axis of a rank-1 tensor
    /// ```
    ///
    /// # Panics
    /// As [`scatter`](TensorRef::scatter):
    /// `scatter_add: [3] and [2]: index 3 at position 1 is out of range for axis 0 of size 3`.
    ///
    /// numpy: `add.at`; torch: `scatter_add_`.
    #[track_caller]
    pub fn scatter_add<A, X>(&mut self, axis: A, indices: &TensorRef<usize, R>, x: X)
    where
        A: AxisOf<R>,
        X: AssignRhs<T, R>,
        T: Clone + AddAssign,
    {
        raise(self.try_scatter_add(axis, indices, x));
    }

    /// Fallible form of [`scatter_add`](TensorRef::scatter_add).
    pub fn try_scatter_add<A, X>(
        &mut self,
        _axis: A,
        indices: &TensorRef<usize, R>,
        x: X,
    ) -> Result<(), ShapeError>
    where
        A: AxisOf<R>,
        X: AssignRhs<T, R>,
        T: Clone + AddAssign,
    {
        self.scatter_by("scatter_add", A::INDEX, indices, x, add)
    }

    /// Writes to the parts at some indices of an axis.
    ///
    /// `(Axis::<0>, k indices, x): [a, b, c]`: part `indices[i]` becomes part `i` of `x`, which is a
    /// number or a tensor that broadcasts to `[k, b, c]`.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let mut m = Tensor::<i32, 2>::zeros([3, 2]);
    /// m.index_assign(Axis::<0>, &[2, 0], &tensor![[1, 2], [3, 4]]);
    /// assert_eq!(m, tensor![[3, 4], [0, 0], [1, 2]]);
    /// m.index_assign(Axis::<1>, &[0], 9);
    /// assert_eq!(m, tensor![[9, 4], [9, 0], [9, 2]]);
    /// ```
    ///
    /// Where an index comes up several times, the last part stays. [`take`](TensorRef::take) reads what
    /// this writes. All indices are checked before the first write.
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// let mut v = Tensor::<i32, 1>::zeros([3]);
    /// v.index_assign(Axis::<1>, &[0], 1); // `Axis<1>` is not an axis of a rank-1 tensor
    /// ```
    ///
    /// # Panics
    /// - If an index is out of range:
    ///   `index_assign: [3, 2] and [2]: index 3 at position 1 is out of range for axis 0 of size 3`.
    /// - If `x` does not broadcast to the parts:
    ///   `index_assign: [2, 2] and [3]: sizes 2 and 3 meet at axis 1 and neither is 1`.
    ///
    /// numpy: `m[indices] = x`; torch: `index_copy_`.
    #[doc(alias = "index_copy")]
    #[track_caller]
    pub fn index_assign<A, X>(&mut self, axis: A, indices: impl ListOf<usize>, x: X)
    where
        A: AxisOf<R>,
        X: AssignRhs<T, R>,
        T: Clone,
    {
        raise(self.try_index_assign(axis, indices, x));
    }

    /// Fallible form of [`index_assign`](TensorRef::index_assign).
    pub fn try_index_assign<A, X>(
        &mut self,
        _axis: A,
        indices: impl ListOf<usize>,
        x: X,
    ) -> Result<(), ShapeError>
    where
        A: AxisOf<R>,
        X: AssignRhs<T, R>,
        T: Clone,
    {
        self.index_by("index_assign", A::INDEX, &indices.list(Seal), x, T::clone_from)
    }

    /// Adds to the parts at some indices of an axis.
    ///
    /// `(Axis::<0>, k indices, x): [a, b, c]`: part `i` of `x` is added to part `indices[i]`; `x` is a
    /// number or a tensor that broadcasts to `[k, b, c]`.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let mut m = Tensor::<i32, 2>::zeros([3, 2]);
    /// m.index_add(Axis::<0>, &[2, 0, 2], &tensor![[1, 2], [3, 4], [10, 10]]);
    /// assert_eq!(m, tensor![[3, 4], [0, 0], [11, 12]]);
    /// ```
    ///
    /// Parts are added in order. All indices are checked before the first write.
    /// [`segment_sum`](TensorRef::segment_sum) starts from zeros.
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// let mut v = Tensor::<i32, 1>::zeros([3]);
    /// v.index_add(Axis::<1>, &[0], 1); // `Axis<1>` is not an axis of a rank-1 tensor
    /// ```
    ///
    /// # Panics
    /// As [`index_assign`](TensorRef::index_assign):
    /// `index_add: [3] and [2]: index 3 at position 1 is out of range for axis 0 of size 3`.
    ///
    /// numpy: `add.at`; torch: `index_add_`.
    #[track_caller]
    pub fn index_add<A, X>(&mut self, axis: A, indices: impl ListOf<usize>, x: X)
    where
        A: AxisOf<R>,
        X: AssignRhs<T, R>,
        T: Clone + AddAssign,
    {
        raise(self.try_index_add(axis, indices, x));
    }

    /// Fallible form of [`index_add`](TensorRef::index_add).
    pub fn try_index_add<A, X>(
        &mut self,
        _axis: A,
        indices: impl ListOf<usize>,
        x: X,
    ) -> Result<(), ShapeError>
    where
        A: AxisOf<R>,
        X: AssignRhs<T, R>,
        T: Clone + AddAssign,
    {
        self.index_by("index_add", A::INDEX, &indices.list(Seal), x, add)
    }

    fn scatter_by(
        &mut self,
        operation: &'static str,
        axis: usize,
        indices: &TensorRef<usize, R>,
        x: impl AssignRhs<T, R>,
        f: impl Fn(&mut T, &T),
    ) -> Result<(), ShapeError>
    where
        T: Clone,
    {
        let (shape, sizes) = (self.shape(), indices.shape());
        let list = checked_along(operation, shape, axis, indices)?;
        let x = x.spread(operation, sizes, Seal)?;
        if let Some(to) = self.as_slice_mut() {
            let (along, operand) = (Along::new(&shape, axis), Along::new(&sizes, axis));
            index::scatter(to, along, &list, &in_row_major(&x), operand, &f);
            return Ok(());
        }
        for ((mut place, &index), x) in indices.indexed_iter().zip(x.iter()) {
            place[axis] = index;
            f(&mut self[place], x);
        }
        Ok(())
    }

    fn index_by(
        &mut self,
        operation: &'static str,
        axis: usize,
        indices: &[usize],
        x: impl AssignRhs<T, R>,
        f: impl Fn(&mut T, &T),
    ) -> Result<(), ShapeError>
    where
        T: Clone,
    {
        let (shape, mut sizes) = (self.shape(), self.shape());
        check(operation, &[&shape, &[indices.len()]], indices, axis, shape[axis])?;
        sizes[axis] = indices.len();
        if crate::layout::Layout::row_major(sizes).is_err() {
            return Err(ShapeError::new(operation, &[&sizes], ErrorKind::TooLarge));
        }
        let x = x.spread(operation, sizes, Seal)?;
        if let Some(to) = self.as_slice_mut() {
            index::combine(to, Along::new(&shape, axis), indices, &in_row_major(&x), &f);
            return Ok(());
        }
        for (i, &index) in indices.iter().enumerate() {
            let to = self.layout().narrow(axis, index, 1)?;
            let from = x.layout().narrow(axis, i, 1)?;
            let to = self.view_mut().into_layout(to);
            (to.into_sink(), x.source_with(&from)).visit(Copies, |(to, x)| f(to, x));
        }
        Ok(())
    }
}

fn add<T: Clone + AddAssign>(to: &mut T, x: &T) {
    *to += x.clone();
}
