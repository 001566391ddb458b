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
    /// The traces of a batch are the sums of its [`diagonal`](TensorRef::diagonal)s:
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
        let diagonal = self.layout().diagonal::<1>(0, 1);
        if diagonal.is_empty() {
            return T::zero();
        }
        sums(self.source_with(&diagonal), [true]).pop().expect("one sum")
    }
}
