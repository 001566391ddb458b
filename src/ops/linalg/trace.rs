//! `trace`: the sum of the diagonal.

use crate::kernels::product;
use crate::rank::{IsRankTwo, Rank};
use crate::tensor::TensorRef;
use num_traits::Zero;

impl<T, const R: usize> TensorRef<T, R> {
    /// Sums the elements on the diagonal of a matrix, which need not be square.
    ///
    /// `[m, n] -> T`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![[1, 2], [3, 4]].trace(), 5);
    /// ```
    ///
    /// For matrices in batches, sum the [`diagonal`](Tensor::diagonal):
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// Tensor::<f32, 3>::zeros([5, 2, 2]).trace(); // a matrix of rank 2 is needed here, found `Rank<3>`
    /// ```
    ///
    /// numpy and torch: `trace`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    pub fn trace(&self) -> T
    where
        Rank<R>: IsRankTwo,
        T: Clone + Zero,
    {
        product::trace(self.source())
    }
}
