//! The different elements of a tensor.

use crate::algorithms::order::{sets, taken};
use crate::error::raise;
use crate::kernels::copy::to_vec;
use crate::layout::{Layout, Order};
use crate::tensor::{Tensor, TensorRef};
use alloc::vec::Vec;

/// The different elements of a tensor of rank `R`, in ascending order, with all that
/// [`unique_all`](TensorRef::unique_all) knows of them.
#[derive(Clone, Debug)]
pub struct Unique<T, const R: usize> {
    /// The different elements, each once.
    pub values: Tensor<T, 1>,
    /// Where each occurs first: its position in row-major order.
    pub indices: Tensor<usize, 1>,
    /// For each element of the tensor, the position of its value among the values.
    pub inverse: Tensor<usize, R>,
    /// How often each occurs.
    pub counts: Tensor<usize, 1>,
}

impl<T, const R: usize> TensorRef<T, R> {
    /// Returns the different elements in ascending order.
    ///
    /// `[a, b, c] -> [k]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[3, 1, 2], [1, 3, 3]];
    /// let values: Vector<i32> = m.unique();
    /// assert_eq!(values, tensor![1, 2, 3]);
    /// ```
    ///
    /// The result is a vector, whatever the rank:
    ///
    /// ```compile_fail,E0308
    /// use holor::prelude::*;
    ///
    /// let values: Matrix<i32> = tensor![[3, 1, 2], [1, 3, 3]].unique(); // expected `2`, found `1`
    /// ```
    ///
    /// Elements are equal where `==` says so: -0 and +0 are one, and each NaN is one of its own, at the end.
    /// [`unique_counts`](TensorRef::unique_counts) says how often each occurs,
    /// [`unique_all`](TensorRef::unique_all) where.
    ///
    /// array API: `unique_values`; torch: `unique`; numpy: `unique(equal_nan=False)`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    pub fn unique(&self) -> Tensor<T, 1>
    where
        T: PartialOrd + Clone,
    {
        vector(sets::unique(to_vec(self.source())))
    }

    /// Returns the different elements in ascending order, and how often each occurs.
    ///
    /// `[a, b, c] -> [k], [k]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let (values, counts) = tensor![[3, 1, 2], [1, 3, 3]].unique_counts();
    /// assert_eq!(values, tensor![1, 2, 3]);
    /// assert_eq!(counts, tensor![2_usize, 1, 3]);
    /// ```
    ///
    /// ```compile_fail,E0308
    /// use holor::prelude::*;
    ///
    /// let counts: Matrix<usize> = tensor![[3, 1], [1, 3]].unique_counts().1; // expected `2`, found `1`
    /// ```
    ///
    /// Elements are equal as in [`unique`](TensorRef::unique).
    ///
    /// array API: `unique_counts`; numpy: `unique(return_counts=True, equal_nan=False)`; torch:
    /// `unique(return_counts=True)`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    pub fn unique_counts(&self) -> (Tensor<T, 1>, Tensor<usize, 1>)
    where
        T: PartialOrd + Clone,
    {
        let (values, counts) = sets::counted(to_vec(self.source()));
        (vector(values), vector(counts))
    }

    /// Returns the different elements in ascending order, where each occurs first, how often, and for each
    /// element the position of its value.
    ///
    /// `[a, b, c] -> [k], [k], [k], [a, b, c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![["b", "a"], ["c", "b"]];
    /// let Unique { values, indices, inverse, counts } = m.unique_all();
    /// assert_eq!(values, tensor!["a", "b", "c"]);
    /// assert_eq!(indices, tensor![1_usize, 0, 2]);
    /// assert_eq!(inverse, tensor![[1_usize, 0], [2, 1]]);
    /// assert_eq!(counts, tensor![1_usize, 2, 1]);
    /// assert_eq!(inverse.map(|&i| values[[i]]), m);
    /// ```
    ///
    /// The inverse has the rank of the tensor:
    ///
    /// ```compile_fail,E0308
    /// use holor::prelude::*;
    ///
    /// let classes: Vector<usize> = tensor![[3, 1], [1, 3]].unique_all().inverse; // expected `1`, found `2`
    /// ```
    ///
    /// Elements are equal as in [`unique`](TensorRef::unique); of -0 and +0 the one that occurs first is kept.
    ///
    /// # Panics
    /// If the inverse holds more elements than memory can address, which only a broadcast view makes
    /// possible.
    ///
    /// array API: `unique_all`, of which `unique_inverse` is a part; numpy:
    /// `unique(return_index=True, return_inverse=True, return_counts=True, equal_nan=False)`; torch:
    /// `unique(return_inverse=True)`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn unique_all(&self) -> Unique<T, R>
    where
        T: PartialOrd + Clone,
    {
        let size = size_of::<usize>().max(size_of::<T>());
        let layout = raise(Layout::new_in("unique_all", self.shape(), Order::RowMajor, size));
        let elements = to_vec(self.source());
        let classes = sets::classes(&elements);
        Unique {
            values: vector(taken(&elements, elements.len(), &classes.first, classes.first.len())),
            indices: vector(classes.first),
            inverse: Tensor::owned(classes.inverse, layout),
            counts: vector(classes.counts),
        }
    }
}

pub(super) fn vector<T>(elements: Vec<T>) -> Tensor<T, 1> {
    elements.into()
}
