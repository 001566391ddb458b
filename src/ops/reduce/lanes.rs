//! Functions of the caller's own along an axis: `map_axis`, `fold_axis`.

use crate::error::{ShapeError, raise};
use crate::layout::{Layout, Order};
use crate::rank::{AxisOf, Rank};
use crate::tensor::{Tensor, TensorRef, TensorView};
use alloc::vec::Vec;

impl<T, const R: usize> TensorRef<T, R> {
    /// Reduces an axis by a function of its lanes.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, c]`
    ///
    /// The function is called once for each index of the other axes, in row-major order, with a vector of the
    /// elements along the axis.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 7, 3], [4, 5, 6]];
    /// assert_eq!(m.map_axis(Axis::<1>, |row| row.max(All).item() - row.min(All).item()), tensor![6, 2]);
    /// assert_eq!(m.map_axis(Axis::<0>, |column| column[[0]] < column[[1]]), tensor![true, false, true]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1, 2].map_axis(Axis::<1>, |v| v.len()); // `Axis<1>` is not an axis of a rank-1 tensor
    /// ```
    ///
    /// # Panics
    /// If the result holds more elements than memory can address.
    ///
    /// numpy: `apply_along_axis`; ndarray: `map_axis`.
    #[doc(alias = "apply_along_axis")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn map_axis<A, U, const O: usize>(
        &self,
        axis: A,
        f: impl FnMut(TensorView<'_, T, 1>) -> U,
    ) -> Tensor<U, O>
    where
        A: AxisOf<R, Removed = Rank<O>>,
    {
        let layout =
            raise(result("map_axis", self.layout().along(A::INDEX).part(), size_of::<U>()));
        Tensor::owned(self.lanes(axis).map(f).collect(), layout)
    }

    /// Folds the elements along an axis, in order.
    ///
    /// `(Axis::<1>, init): [a, b, c] -> [a, c]`
    ///
    /// Each result is `init`, combined with one element after the other.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let digits = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(digits.fold_axis(Last, 0, |n, digit| n * 10 + digit), tensor![123, 456]);
    /// assert_eq!(digits.fold_axis(Axis::<0>, 0, |n, digit| n * 10 + digit), tensor![14, 25, 36]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1, 2].fold_axis(Axis::<1>, 0, |a, b| a + b); // `Axis<1>` is not an axis of a rank-1 tensor
    /// ```
    ///
    /// An empty axis gives `init`. The order of calls for different results is not specified.
    ///
    /// # Panics
    /// If the result holds more elements than memory can address.
    ///
    /// ndarray: `fold_axis`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn fold_axis<A, U, const O: usize>(
        &self,
        axis: A,
        init: U,
        mut f: impl FnMut(&U, &T) -> U,
    ) -> Tensor<U, O>
    where
        U: Clone,
        A: AxisOf<R, Removed = Rank<O>>,
    {
        let layout =
            raise(result("fold_axis", self.layout().along(A::INDEX).part(), size_of::<U>()));
        let strides = self.strides();
        let is_fastest = strides.iter().all(|stride| stride.abs() >= strides[A::INDEX].abs());
        if is_fastest {
            let folded =
                self.lanes(axis).map(|lane| lane.iter().fold(init.clone(), |a, x| f(&a, x)));
            return Tensor::owned(folded.collect(), layout);
        }
        // Whole rows, because memory is read in order then.
        let mut results: Vec<U> = alloc::vec![init; layout.len()];
        for part in self.axis_iter(axis) {
            results.iter_mut().zip(part.iter()).for_each(|(result, x)| *result = f(result, x));
        }
        Tensor::owned(results, layout)
    }
}

/// The layout of a result with these axes.
fn result<const O: usize>(
    name: &'static str,
    axes: Layout<O>,
    element_size: usize,
) -> Result<Layout<O>, ShapeError> {
    Layout::new_in(name, axes.shape(), Order::RowMajor, element_size)
}
