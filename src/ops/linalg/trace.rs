//! `trace`: the sum of the diagonal.

use crate::ops::reduce::sums;
use crate::rank::{IsRankTwo, Rank};
use crate::tensor::TensorRef;
use num_traits::Zero;

impl<T, const R: usize> TensorRef<T, R> {
    /// Returns the trace of a matrix: the sum of the elements on its diagonal.
    ///
    /// `[m, n] -> T`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![[1, 2], [3, 4]].trace(), 5);
    /// ```
    ///
    /// The traces of a batch are the sums of its [`diagonal`](TensorRef::diagonal)s,
    /// `x.diagonal(Back::<2>, Last).sum(Last)`:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// Tensor::<f32, 3>::zeros([5, 2, 2]).trace(); // a matrix of rank 2 is needed here, found `Rank<3>`
    /// ```
    ///
    /// The matrix need not be square. Elements of type `f32` and `f64` are added pairwise.
    ///
    /// numpy and torch: `trace`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    pub fn trace(&self) -> T
    where
        Rank<R>: IsRankTwo,
        T: Clone + Zero,
    {
        self.sum_of_diagonal(0)
    }

    /// Returns the sum of the elements on diagonal `k` of a matrix.
    ///
    /// `([m, n], k) -> T`
    ///
    /// Diagonal 0 is the main diagonal. Diagonal `k` is `k` columns to the right of it; a negative
    /// one is to the left. A diagonal outside of the matrix has the sum zero.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(m.trace_with_offset(1), 8);
    /// assert_eq!(m.trace_with_offset(-1), 4);
    /// ```
    ///
    /// Those of a batch are the sums of its [`diagonal_with_offset`](TensorRef::diagonal_with_offset),
    /// `x.diagonal_with_offset(Back::<2>, Last, k).sum(Last)`:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// let batch = Tensor::<f32, 3>::zeros([5, 2, 2]);
    /// batch.trace_with_offset(1); // a matrix of rank 2 is needed here, found `Rank<3>`
    /// ```
    ///
    /// numpy: `trace(offset)`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    pub fn trace_with_offset(&self, k: isize) -> T
    where
        Rank<R>: IsRankTwo,
        T: Clone + Zero,
    {
        self.sum_of_diagonal(k)
    }

    fn sum_of_diagonal(&self, k: isize) -> T
    where
        T: Clone + Zero,
    {
        let diagonal = self.layout().diagonal::<1>(0, 1, k);
        if diagonal.is_empty() {
            return T::zero();
        }
        sums(self.source_with(&diagonal), [true]).pop().expect("one sum")
    }
}
