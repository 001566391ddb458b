//! Sorted lanes and the positions that sort them.

use super::{lanes_along, moved_back};
use crate::algorithms::order::{argsort_lanes, sort_lanes};
use crate::error::raise;
use crate::layout::{Layout, Order};
use crate::rank::AxisOf;
use crate::tensor::{Tensor, TensorRef};
use alloc::vec;

impl<T, const R: usize> TensorRef<T, R> {
    /// Sorts the elements along an axis, the least first.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, b, c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[3, 1, 2], [0, 5, 4]];
    /// assert_eq!(m.sort(Last), tensor![[1, 2, 3], [0, 4, 5]]);
    /// assert_eq!(m.sort(Axis::<0>), tensor![[0, 1, 2], [3, 5, 4]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![3, 1, 2].sort(Axis::<1>); // `Axis<1>` is not an axis of a rank-1 tensor
    /// ```
    ///
    /// NaN comes last. -0 and +0 are equal; which of them comes first is not specified, and a NaN may lose
    /// its sign. Elements of other types than the built-in numbers are sorted stably: equal ones keep
    /// their order.
    ///
    /// Built-in numbers are sorted as integers in the order of the numbers: by a radix sort, least significant digit
    /// first, whose idea is that of H. H. Seward (1954); those of 32 and 64 bits with AVX-512 by a vectorised quicksort (B.
    /// Bramas 2017; M. Blacher and others 2022, "Vectorized and performance-portable Quicksort"); many of 8 bits by counting. Other types take the sort of std, which
    /// may panic if `PartialOrd` is not an order of all elements but those that are not equal to themselves.
    ///
    /// In place: [`sort_inplace`](TensorRef::sort_inplace); in the order of another tensor:
    /// [`argsort`](TensorRef::argsort).
    ///
    /// numpy: `sort`; torch: `sort`, which returns positions too.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    pub fn sort<A: AxisOf<R>>(&self, axis: A) -> Tensor<T, R>
    where
        T: PartialOrd + Clone,
    {
        let _ = axis;
        sorted(self, A::INDEX, false)
    }

    /// Sorts the elements along an axis, the greatest first.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, b, c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let v = tensor![0.5, f64::NAN, 2.0].sort_descending(Last);
    /// assert_eq!(v.to_vec()[..2], [2.0, 0.5]);
    /// assert!(v[[2]].is_nan());
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![3, 1, 2].sort_descending(Axis::<1>); // `Axis<1>` is not an axis of a rank-1 tensor
    /// ```
    ///
    /// NaN comes last here too; torch puts it first. The rest is as in [`sort`](TensorRef::sort).
    ///
    /// array API: `sort(descending=True)`; torch: `sort(descending=True)`; numpy: `-np.sort(-x)`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    pub fn sort_descending<A: AxisOf<R>>(&self, axis: A) -> Tensor<T, R>
    where
        T: PartialOrd + Clone,
    {
        let _ = axis;
        sorted(self, A::INDEX, true)
    }

    /// Sorts the elements along an axis in place, the least first.
    ///
    /// `(Axis::<1>): [a, b, c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let mut m = tensor![[3, 1, 2], [0, 5, 4]];
    /// m.row_mut(0).sort_inplace(Last);
    /// assert_eq!(m, tensor![[1, 2, 3], [0, 5, 4]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![3, 1, 2].sort_inplace(Axis::<1>); // `Axis<1>` is not an axis of a rank-1 tensor
    /// ```
    ///
    /// The order is that of [`sort`](TensorRef::sort). Only contiguous lanes are sorted without a copy.
    ///
    /// numpy: `ndarray.sort`; std: `sort`.
    pub fn sort_inplace<A: AxisOf<R>>(&mut self, axis: A)
    where
        T: PartialOrd + Clone,
    {
        let _ = axis;
        if A::INDEX + 1 == R && self.is_contiguous() {
            let n = self.shape()[A::INDEX];
            if let Some(elements) = self.as_slice_mut() {
                return sort_lanes(elements, n, false);
            }
        }
        let sorted = sorted(self, A::INDEX, false);
        self.assign(&sorted);
    }

    /// Returns the positions that sort the elements along an axis, the least first.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, b, c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let v = tensor![30, 10, 20, 10];
    /// let order = v.argsort(Last);
    /// assert_eq!(order, tensor![1_usize, 3, 2, 0]);
    /// assert_eq!(order.map(|&i| v[[i]]), v.sort(Last));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![3, 1, 2].argsort(Axis::<1>); // `Axis<1>` is not an axis of a rank-1 tensor
    /// ```
    ///
    /// The sort is stable: the positions of equal elements are in order, those of -0 and +0 and those of NaN
    /// too. NaN comes last.
    ///
    /// # Panics
    /// If the result holds more elements than memory can address, which only a broadcast view makes
    /// possible.
    ///
    /// numpy: `argsort(stable=True)`; torch: `argsort(stable=True)`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn argsort<A: AxisOf<R>>(&self, axis: A) -> Tensor<usize, R>
    where
        T: PartialOrd + Clone,
    {
        let _ = axis;
        positions("argsort", self, A::INDEX, false)
    }

    /// Returns the positions that sort the elements along an axis, the greatest first.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, b, c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![30, 10, 20, 10].argsort_descending(Last), tensor![0_usize, 2, 1, 3]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![3, 1, 2].argsort_descending(Axis::<1>); // no such axis in rank 1
    /// ```
    ///
    /// Stable as [`argsort`](TensorRef::argsort): the positions of equal elements are in ascending order. NaN
    /// comes last; torch puts it first.
    ///
    /// # Panics
    /// If the result holds more elements than memory can address, which only a broadcast view makes
    /// possible.
    ///
    /// array API: `argsort(descending=True)`; torch: `argsort(descending=True, stable=True)`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn argsort_descending<A: AxisOf<R>>(&self, axis: A) -> Tensor<usize, R>
    where
        T: PartialOrd + Clone,
    {
        let _ = axis;
        positions("argsort_descending", self, A::INDEX, true)
    }
}

fn sorted<T: PartialOrd + Clone, const R: usize>(
    x: &TensorRef<T, R>,
    axis: usize,
    descending: bool,
) -> Tensor<T, R> {
    let (mut elements, layout) = lanes_along(x, axis);
    sort_lanes(&mut elements, x.shape()[axis], descending);
    moved_back(elements, layout, axis)
}

#[track_caller]
fn positions<T: PartialOrd + Clone, const R: usize>(
    operation: &'static str,
    x: &TensorRef<T, R>,
    axis: usize,
    descending: bool,
) -> Tensor<usize, R> {
    let size = size_of::<usize>().max(size_of::<T>());
    raise(Layout::new_in(operation, x.shape(), Order::RowMajor, size));
    let (mut elements, layout) = lanes_along(x, axis);
    let mut positions = vec![0; elements.len()];
    argsort_lanes(&mut elements, x.shape()[axis], descending, &mut positions);
    moved_back(positions, layout, axis)
}
