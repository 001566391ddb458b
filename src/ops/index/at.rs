//! `take_at` and its kin: single elements, each at an index of its own for every axis.

use super::{check, in_row_major};
use crate::error::{ShapeError, raise};
use crate::kernels::index::{self, Along};
use crate::layout::{Layout, Order, common_shape_of};
use crate::ops::AssignRhs;
use crate::rank::seal::Seal;
use crate::tensor::{Tensor, TensorRef};
use alloc::vec;
use alloc::vec::Vec;
use core::ops::AddAssign;

impl<T, const R: usize> TensorRef<T, R> {
    /// Returns the elements at some places, each of which has an index for every axis.
    ///
    /// `([indices of axis 0, indices of axis 1], each [p, q]): [a, b] -> [p, q]`: the element at `[i, j]` is
    /// that of `self` at `[rows[i, j], columns[i, j]]`. There are as many tensors of indices as axes. They
    /// have one rank, and are broadcast to one shape.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2, 3], [4, 5, 6]];
    /// let (rows, columns) = (tensor![0, 1, 1], tensor![2, 0, 2]);
    /// assert_eq!(m.take_at([&rows, &columns]), tensor![3, 4, 6]);
    ///
    /// // Broadcast: each row with each column.
    /// let (rows, columns) = (tensor![[1], [0]], tensor![[2, 0]]);
    /// assert_eq!(m.take_at([&rows, &columns]), tensor![[6, 4], [3, 1]]);
    /// ```
    ///
    /// [`nonzero`](TensorRef::nonzero) gives such indices; [`take`](TensorRef::take) takes whole rows, and
    /// [`take_along_axis`](TensorRef::take_along_axis) one element of each row.
    /// [`assign_at`](TensorRef::assign_at) writes what this reads.
    ///
    /// ```compile_fail,E0308
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2, 3], [4, 5, 6]];
    /// m.take_at([&tensor![0, 1, 1]]); // expected an array with a size of 2
    /// ```
    ///
    /// # Panics
    /// - If the indices do not broadcast:
    ///   `take_at: [3] and [2]: sizes 3 and 2 meet at axis 0 and neither is 1`.
    /// - If an index is out of range:
    ///   `take_at: [2, 3] and [3]: index 3 at position 2 is out of range for axis 1 of size 3`.
    ///
    /// numpy and torch: `m[rows, columns]`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn take_at<const K: usize>(&self, indices: [&TensorRef<usize, K>; R]) -> Tensor<T, K>
    where
        T: Clone,
    {
        raise(self.try_take_at(indices))
    }

    /// Fallible form of [`take_at`](TensorRef::take_at).
    pub fn try_take_at<const K: usize>(
        &self,
        indices: [&TensorRef<usize, K>; R],
    ) -> Result<Tensor<T, K>, ShapeError>
    where
        T: Clone,
    {
        let (sizes, places) = places("take_at", self.shape(), indices)?;
        let layout = Layout::new_in("take_at", sizes, Order::RowMajor, size_of::<T>())?;
        let elements = match self.as_slice() {
            Some(elements) => {
                index::take(elements, Along::new(&[elements.len()], 0), &places).expect("in range")
            }
            None => places.iter().map(|&place| self[self.index_of(place)].clone()).collect(),
        };
        Ok(Tensor::owned(elements, layout))
    }

    /// Writes elements to some places, each of which has an index for every axis.
    ///
    /// `([indices of axis 0, indices of axis 1], each [p, q], x): [a, b]`: the element at
    /// `[rows[i, j], columns[i, j]]` becomes that of `x` at `[i, j]`. `x` is a number or a tensor that
    /// broadcasts to the shape of the indices.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let mut m = Tensor::<i32, 2>::zeros([2, 3]);
    /// m.assign_at([&tensor![0, 1], &tensor![2, 0]], &tensor![7, 8]);
    /// assert_eq!(m, tensor![[0, 0, 7], [8, 0, 0]]);
    /// ```
    ///
    /// ```compile_fail,E0308
    /// use holor::prelude::*;
    ///
    /// let mut m = Tensor::<i32, 2>::zeros([2, 3]);
    /// m.assign_at([&tensor![0, 1]], 7); // an array of 2 is expected, for each axis one
    /// ```
    ///
    /// Where a place comes up several times, the last element stays. All indices are checked before the
    /// first write.
    ///
    /// # Panics
    /// As [`take_at`](TensorRef::take_at), and if `x` does not broadcast to the indices:
    /// `assign_at: [2] and [3]: sizes 2 and 3 meet at axis 0 and neither is 1`.
    ///
    /// numpy: `m[rows, columns] = x`; torch: `index_put_`.
    #[doc(alias = "index_put")]
    #[track_caller]
    pub fn assign_at<X, const K: usize>(&mut self, indices: [&TensorRef<usize, K>; R], x: X)
    where
        X: AssignRhs<T, K>,
        T: Clone,
    {
        raise(self.try_assign_at(indices, x));
    }

    /// Fallible form of [`assign_at`](TensorRef::assign_at).
    pub fn try_assign_at<X, const K: usize>(
        &mut self,
        indices: [&TensorRef<usize, K>; R],
        x: X,
    ) -> Result<(), ShapeError>
    where
        X: AssignRhs<T, K>,
        T: Clone,
    {
        self.at("assign_at", indices, x, T::clone_from)
    }

    /// Adds elements to those at some places, each of which has an index for every axis.
    ///
    /// `([indices of axis 0, indices of axis 1], each [p, q], x): [a, b]`: the element of `x` at `[i, j]` is
    /// added to that at `[rows[i, j], columns[i, j]]`. `x` is a number or a tensor that broadcasts to the
    /// shape of the indices.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// // How often each pair comes up: a histogram of two variables.
    /// let (rows, columns) = (tensor![0, 1, 1, 1], tensor![2, 0, 2, 0]);
    /// let mut counts = Tensor::<i32, 2>::zeros([2, 3]);
    /// counts.add_at([&rows, &columns], 1);
    /// assert_eq!(counts, tensor![[0, 0, 1], [2, 0, 1]]);
    /// ```
    ///
    /// ```compile_fail,E0308
    /// use holor::prelude::*;
    ///
    /// let mut counts = Tensor::<i32, 2>::zeros([2, 3]);
    /// counts.add_at([&tensor![0], &tensor![1], &tensor![2]], 1); // an array of 2 is expected, found 3
    /// ```
    ///
    /// Elements are added in row-major order of the indices. All indices are checked before the first write.
    ///
    /// # Panics
    /// As [`assign_at`](TensorRef::assign_at).
    ///
    /// numpy: `add.at(m, (rows, columns), x)`; torch: `index_put_(accumulate=True)`.
    #[track_caller]
    pub fn add_at<X, const K: usize>(&mut self, indices: [&TensorRef<usize, K>; R], x: X)
    where
        X: AssignRhs<T, K>,
        T: Clone + AddAssign,
    {
        raise(self.try_add_at(indices, x));
    }

    /// Fallible form of [`add_at`](TensorRef::add_at).
    pub fn try_add_at<X, const K: usize>(
        &mut self,
        indices: [&TensorRef<usize, K>; R],
        x: X,
    ) -> Result<(), ShapeError>
    where
        X: AssignRhs<T, K>,
        T: Clone + AddAssign,
    {
        self.at("add_at", indices, x, |to, x| *to += x.clone())
    }

    fn index_of(&self, place: usize) -> [usize; R] {
        self.layout().unravel(place).expect("the indices are checked")
    }

    fn at<const K: usize>(
        &mut self,
        operation: &'static str,
        indices: [&TensorRef<usize, K>; R],
        x: impl AssignRhs<T, K>,
        f: impl Fn(&mut T, &T),
    ) -> Result<(), ShapeError>
    where
        T: Clone,
    {
        let shape = self.shape();
        let (sizes, places) = places(operation, shape, indices)?;
        let x = x.spread(operation, sizes, Seal)?;
        if let Some(to) = self.as_slice_mut() {
            index::combine(to, Along::new(&[to.len()], 0), &places, &in_row_major(&x), f);
            return Ok(());
        }
        for (&place, x) in places.iter().zip(x.iter()) {
            let index = self.index_of(place);
            f(&mut self[index], x);
        }
        Ok(())
    }
}

/// Returns the common shape of the indices, and for each of its elements the position in row-major order of
/// the place that the indices name.
fn places<const R: usize, const K: usize>(
    operation: &'static str,
    shape: [usize; R],
    indices: [&TensorRef<usize, K>; R],
) -> Result<([usize; K], Vec<usize>), ShapeError> {
    let shapes = indices.map(|indices| indices.shape());
    let sizes = match R {
        0 => [1; K],
        _ => common_shape_of(operation, &shapes.each_ref().map(|sizes| &sizes[..]))?,
    };
    let layout = Layout::new_in(operation, sizes, Order::RowMajor, size_of::<usize>())?;
    let mut places = vec![0; layout.len()];
    for (axis, indices) in indices.iter().enumerate() {
        check(operation, &[&shape, &shapes[axis]], &in_row_major(indices), axis, shape[axis])?;
        let indices = indices.try_broadcast_to(sizes)?;
        for (place, index) in places.iter_mut().zip(&*in_row_major(&indices)) {
            *place = *place * shape[axis] + index;
        }
    }
    Ok((sizes, places))
}
