//! Cumulative sums and products.

use crate::kernels::scan::scan;
use crate::rank::AxisOf;
use crate::tensor::{Tensor, TensorRef};
use core::ops::{Add, Mul};

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
}

// Functions of the element type alone: the loop is compiled once for each rank, not for each axis.

fn plus<T: Clone + Add<Output = T>>(sum: &T, x: &T) -> T {
    sum.clone() + x.clone()
}

fn times<T: Clone + Mul<Output = T>>(product: &T, x: &T) -> T {
    product.clone() * x.clone()
}
