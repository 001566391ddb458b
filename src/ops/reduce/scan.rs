//! Cumulative sums, products and extrema, and the differences of neighbours.

use crate::error::raise;
use crate::kernels::scan::scan;
use crate::kernels::scan_best::scan_best;
use crate::ops::elementwise::binary;
use crate::ops::operators::of_clones;
use crate::rank::AxisOf;
use crate::tensor::{Tensor, TensorRef};
use core::ops::{Add, Mul, Sub};

impl<T, const R: usize> TensorRef<T, R> {
    /// Returns the cumulative sum along an axis: the sum of each element and all elements before
    /// it.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, b, c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(m.cumsum(Last), tensor![[1, 3, 6], [4, 9, 15]]);
    /// assert_eq!(m.cumsum(Axis::<0>), tensor![[1, 2, 3], [5, 7, 9]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2, 3], [4, 5, 6]];
    /// m.cumsum(Axis::<2>); // `Axis<2>` is not an axis of a rank-2 tensor
    /// ```
    ///
    /// Elements are added in order, one by one. An empty axis gives an empty result.
    ///
    /// numpy and torch: `cumsum`; ndarray: `accumulate_axis_inplace`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    pub fn cumsum<A: AxisOf<R>>(&self, axis: A) -> Tensor<T, R>
    where
        T: Clone + Add<Output = T>,
    {
        let _ = axis;
        let sums = scan(self.source(), A::INDEX, false, plus::<T>);
        Tensor::owned(sums, self.layout().to_row_major())
    }

    /// Returns the cumulative product along an axis: the product of each element and all elements
    /// before it.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, b, c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![1, 2, 3, 4].cumprod(Last), tensor![1, 2, 6, 24]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1, 2, 3, 4].cumprod(Axis::<1>); // `Axis<1>` is not an axis of a rank-1 tensor
    /// ```
    ///
    /// Elements are multiplied in order, one by one. An empty axis gives an empty result.
    ///
    /// numpy and torch: `cumprod`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    pub fn cumprod<A: AxisOf<R>>(&self, axis: A) -> Tensor<T, R>
    where
        T: Clone + Mul<Output = T>,
    {
        let _ = axis;
        let products = scan(self.source(), A::INDEX, true, times::<T>);
        Tensor::owned(products, self.layout().to_row_major())
    }

    /// Returns the cumulative sum along an axis, from an initial value on.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, b + 1, c]`
    ///
    /// The result begins with the initial value; each sum is one place further than in
    /// [`cumsum`](TensorRef::cumsum).
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let sizes = tensor![2, 4, 3];
    /// assert_eq!(sizes.cumsum_with_initial(Last, 0), tensor![0, 2, 6, 9]); // where parts start
    /// let m = tensor![[1, 2], [3, 4]];
    /// assert_eq!(m.cumsum_with_initial(Axis::<0>, 10), tensor![[10, 10], [11, 12], [14, 16]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1, 2].cumsum_with_initial(Axis::<1>, 0); // `Axis<1>` is not an axis of a rank-1 tensor
    /// ```
    ///
    /// # Panics
    /// If the result holds more elements than memory can address.
    ///
    /// numpy: `cumulative_sum(include_initial=True)`, which begins with 0.
    #[doc(alias = "include_initial")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn cumsum_with_initial<A: AxisOf<R>>(&self, axis: A, initial: T) -> Tensor<T, R>
    where
        T: Clone + Add<Output = T>,
    {
        self.after("cumsum_with_initial", A::INDEX, initial).cumsum(axis)
    }

    /// Returns the cumulative product along an axis, from an initial value on.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, b + 1, c]`
    ///
    /// The result begins with the initial value; each product is one place further than in
    /// [`cumprod`](TensorRef::cumprod).
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![2, 4, 3].cumprod_with_initial(Last, 1), tensor![1, 2, 8, 24]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1, 2].cumprod_with_initial(Axis::<1>, 1); // `Axis<1>` is not an axis of a rank-1 tensor
    /// ```
    ///
    /// # Panics
    /// If the result holds more elements than memory can address.
    ///
    /// numpy: `cumulative_prod(include_initial=True)`, which begins with 1.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn cumprod_with_initial<A: AxisOf<R>>(&self, axis: A, initial: T) -> Tensor<T, R>
    where
        T: Clone + Mul<Output = T>,
    {
        self.after("cumprod_with_initial", A::INDEX, initial).cumprod(axis)
    }

    /// Returns the cumulative maximum along an axis: the greatest of each element and all elements before it.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, b, c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![3, 1, 4, 1, 5].cummax(Last), tensor![3, 3, 4, 4, 5]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![3, 1].cummax(Axis::<1>); // `Axis<1>` is not an axis of a rank-1 tensor
    /// ```
    ///
    /// NaN propagates: from the first NaN on, the results are NaN. Of equal elements the first one stays.
    ///
    /// numpy: `maximum.accumulate`; torch: `cummax`, which returns the positions too.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    pub fn cummax<A: AxisOf<R>>(&self, axis: A) -> Tensor<T, R>
    where
        T: PartialOrd + Clone,
    {
        let _ = axis;
        Tensor::owned(scan_best(self.source(), A::INDEX, T::gt), self.layout().to_row_major())
    }

    /// Returns the cumulative minimum along an axis: the least of each element and all elements before it.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, b, c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![3, 1, 4, 1, 0].cummin(Last), tensor![3, 1, 1, 1, 0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![3, 1].cummin(Axis::<1>); // `Axis<1>` is not an axis of a rank-1 tensor
    /// ```
    ///
    /// NaN propagates: from the first NaN on, the results are NaN. Of equal elements the first one stays.
    ///
    /// numpy: `minimum.accumulate`; torch: `cummin`, which returns the positions too.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    pub fn cummin<A: AxisOf<R>>(&self, axis: A) -> Tensor<T, R>
    where
        T: PartialOrd + Clone,
    {
        let _ = axis;
        Tensor::owned(scan_best(self.source(), A::INDEX, T::lt), self.layout().to_row_major())
    }

    /// Returns the differences of neighbours along an axis: each element but the first minus the one before it.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, b - 1, c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 4, 9], [0, 2, 3]];
    /// assert_eq!(m.diff(Last), tensor![[3, 5], [2, 1]]);
    /// assert_eq!(m.diff(Axis::<0>), tensor![[-1, -2, -6]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1, 4, 9].diff(Axis::<1>); // `Axis<1>` is not an axis of a rank-1 tensor
    /// ```
    ///
    /// An empty axis stays empty.
    ///
    /// numpy and torch: `diff`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    pub fn diff<A: AxisOf<R>>(&self, axis: A) -> Tensor<T, R>
    where
        T: Clone + Sub<Output = T>,
    {
        let _ = axis;
        self.neighbours(A::INDEX)
    }

    /// Returns the differences of neighbours along an axis, taken `order` times.
    ///
    /// `(Axis::<1>, n): [a, b, c] -> [a, b - n, c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let squares = tensor![0, 1, 4, 9, 16];
    /// assert_eq!(squares.diff_with_order(Last, 2), tensor![2, 2, 2]);
    /// assert_eq!(squares.diff_with_order(Last, 0), squares);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1, 4, 9].diff_with_order(Axis::<1>, 2); // `Axis<1>` is not an axis of a rank-1 tensor
    /// ```
    ///
    /// The result is empty if the axis is not longer than `order`.
    ///
    /// numpy and torch: `diff(n=..)`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    pub fn diff_with_order<A: AxisOf<R>>(&self, _axis: A, order: usize) -> Tensor<T, R>
    where
        T: Clone + Sub<Output = T>,
    {
        let mut result = self.to_contiguous();
        for _ in 0..order.min(self.shape()[A::INDEX]) {
            result = result.neighbours(A::INDEX);
        }
        result
    }

    fn neighbours(&self, axis: usize) -> Tensor<T, R>
    where
        T: Clone + Sub<Output = T>,
    {
        let size = self.shape()[axis];
        let pairs = size.saturating_sub(1);
        let part = |start| {
            let part = self.layout().narrow(axis, start, pairs).expect("a part of the axis");
            self.with_layout(part)
        };
        raise(binary("diff", &part(size - pairs), &part(0), of_clones::sub))
    }

    /// The tensor behind one more index of an axis, at which all elements are equal.
    #[track_caller]
    fn after(&self, name: &'static str, axis: usize, first: T) -> Tensor<T, R>
    where
        T: Clone,
    {
        let mut widths = [(0, 0); R];
        widths[axis] = (1, 0);
        raise(self.try_pad(widths, first).map_err(|error| error.during(name)))
    }
}

// Functions of the element type alone: the loop is compiled once for each rank, not for each axis.

fn plus<T: Clone + Add<Output = T>>(sum: &T, x: &T) -> T {
    sum.clone() + x.clone()
}

fn times<T: Clone + Mul<Output = T>>(product: &T, x: &T) -> T {
    product.clone() * x.clone()
}
