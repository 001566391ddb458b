//! Tensors of the shape of another one: `zeros_like`, `ones_like`, `full_like`.

use crate::kernels::uninit::{filled, zeroed};
use crate::tensor::{Tensor, TensorRef};
use num_traits::{One, Zero};

impl<T: Clone, const R: usize> TensorRef<T, R> {
    /// Returns a tensor of zeros of the same shape.
    ///
    /// `[..] -> [..]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(m.zeros_like(), tensor![[0, 0, 0], [0, 0, 0]]);
    /// let floats: Tensor<f64, 2> = Tensor::zeros(m.shape()); // of other elements
    /// assert_eq!(floats, tensor![[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]);
    /// ```
    ///
    /// The rank is that of the tensor:
    ///
    /// ```compile_fail,E0308
    /// use holor::prelude::*;
    ///
    /// let v: Tensor<i32, 1> = tensor![[1, 2, 3]].zeros_like(); // expected `1`, found `2`
    /// ```
    ///
    /// numpy and torch: `zeros_like`, `empty_like`.
    #[doc(alias = "empty_like")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    pub fn zeros_like(&self) -> Tensor<T, R>
    where
        T: Zero,
    {
        Tensor::owned(zeroed(self.len()), self.layout().to_row_major())
    }

    /// Returns a tensor of ones of the same shape.
    ///
    /// `[..] -> [..]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![2.5, 3.5].ones_like(), tensor![1.0, 1.0]);
    /// ```
    ///
    /// numpy and torch: `ones_like`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    pub fn ones_like(&self) -> Tensor<T, R>
    where
        T: One,
    {
        self.full_like(T::one())
    }

    /// Returns a tensor of the same shape in which every element is `value`.
    ///
    /// `[..] -> [..]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor!['a', 'b'].full_like('x'), tensor!['x', 'x']);
    /// ```
    ///
    /// numpy and torch: `full_like`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    pub fn full_like(&self, value: T) -> Tensor<T, R> {
        Tensor::owned(filled(value, self.len()), self.layout().to_row_major())
    }
}
