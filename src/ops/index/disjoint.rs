//! Several mutable views at once.

use crate::error::{ErrorKind, ShapeError, raise};
use crate::rank::{AxisOf, Rank};
use crate::tensor::{TensorRef, TensorViewMut};
use alloc::format;

impl<T, const R: usize> TensorRef<T, R> {
    /// Returns mutable views of the parts at several different indices of an axis.
    ///
    /// `(Axis::<0>, [i, j]): [a, b, c] -> [b, c], [b, c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let mut m = tensor![[1, 2], [3, 4], [5, 6]];
    /// let [mut last, first] = m.index_axis_disjoint_mut(Axis::<0>, [2, 0]);
    /// last += &first;
    /// assert_eq!(m, tensor![[1, 2], [3, 4], [6, 8]]);
    /// ```
    ///
    /// [`split_at_mut`](TensorRef::split_at_mut) gives ranges of indices,
    /// [`axis_iter_mut`](TensorRef::axis_iter_mut) all indices.
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// let mut v = tensor![1, 2, 3];
    /// v.index_axis_disjoint_mut(Axis::<1>, [2, 0]); // `Axis<1>` is not an axis of a rank-1 tensor
    /// ```
    ///
    /// # Panics
    /// - If an index is out of range: `index_axis_disjoint_mut: [3, 2]: index 3 at position 1 is out of
    ///   range for axis 0 of size 3`.
    /// - If two indices are equal: `index_axis_disjoint_mut: [3, 2]: an index is 2 at positions 0 and 1,
    ///   expected different indices`.
    ///
    /// std: `get_disjoint_mut` of slices; ndarray: `multi_slice_mut`.
    #[doc(alias("get_disjoint_mut", "get_many_mut", "multi_slice_mut"))]
    #[must_use = "a view operation returns the views"]
    #[track_caller]
    pub fn index_axis_disjoint_mut<A, const N: usize, const O: usize>(
        &mut self,
        axis: A,
        indices: [usize; N],
    ) -> [TensorViewMut<'_, T, O>; N]
    where
        A: AxisOf<R, Removed = Rank<O>>,
    {
        raise(self.try_index_axis_disjoint_mut(axis, indices))
    }

    /// Fallible form of [`index_axis_disjoint_mut`](TensorRef::index_axis_disjoint_mut).
    pub fn try_index_axis_disjoint_mut<A, const N: usize, const O: usize>(
        &mut self,
        axis: A,
        indices: [usize; N],
    ) -> Result<[TensorViewMut<'_, T, O>; N], ShapeError>
    where
        A: AxisOf<R, Removed = Rank<O>>,
    {
        let (operation, shape) = ("index_axis_disjoint_mut", self.shape());
        super::check(operation, &[&shape], &indices, A::INDEX, shape[A::INDEX])?;
        let mut order: [usize; N] = core::array::from_fn(|position| position);
        order.sort_unstable_by_key(|&position| (indices[position], position));
        if let Some(equal) = order.windows(2).find(|pair| indices[pair[0]] == indices[pair[1]]) {
            let (first, second) = (equal[0], equal[1]);
            let value = format!("{} at positions {first} and {second}", indices[first]);
            let expected = "different indices";
            let kind = ErrorKind::Argument { name: "an index", value, expected };
            return Err(ShapeError::new(operation, &[&shape], kind));
        }
        // In the order of the axis, so that one iterator over it gives them all.
        let (mut parts, mut passed) = (self.axis_iter_mut(axis), 0);
        let mut views = [const { None }; N];
        for position in order {
            views[position] = parts.nth(indices[position] - passed);
            passed = indices[position] + 1;
        }
        Ok(views.map(|view| view.expect("an index in range")))
    }
}
