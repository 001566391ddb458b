//! Equality of whole tensors.

use crate::kernels::equal::equal;
use crate::storage::Storage;
use crate::tensor::Tensor;

/// Tells whether two tensors have equal shapes and equal elements, wherever the elements lie.
///
/// ```
/// use holor::prelude::*;
///
/// let m = tensor![[1, 2], [3, 4]];
/// assert_eq!(m.transpose(), tensor![[1, 3], [2, 4]]);
/// assert_eq!(m.view(), m);
/// assert_ne!(tensor![[1, 2]], tensor![[1], [2]]); // nothing is broadcast
/// assert_ne!(tensor![f32::NAN], tensor![f32::NAN]); // NaN equals nothing
/// ```
///
/// Tensors of different rank are never equal, so the question does not compile:
///
/// ```compile_fail,E0308
/// use holor::prelude::*;
///
/// assert!(tensor![[1, 2]] == tensor![1, 2]);
/// ```
///
/// numpy: `array_equal`; torch: `equal`; element by element: `equal` of a tensor.
impl<T, U, const R: usize, S, S2> PartialEq<Tensor<U, R, S2>> for Tensor<T, R, S>
where
    T: PartialEq<U>,
    S: Storage<Elem = T>,
    S2: Storage<Elem = U>,
{
    #[inline]
    fn eq(&self, other: &Tensor<U, R, S2>) -> bool {
        equal(self.source(), other.source())
    }
}

impl<T: Eq, const R: usize, S: Storage<Elem = T>> Eq for Tensor<T, R, S> {}
