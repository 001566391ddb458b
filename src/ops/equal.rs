//! Equality of whole tensors.

use crate::kernels::equal::equal;
use crate::rank::seal::Seal;
use crate::tensor::{Tensor, TensorRef, TensorView, TensorViewMut};

/// What a tensor of `T` and rank `R` is compared with by `==`: a tensor of the same rank, owned or
/// borrowed.
#[diagnostic::on_unimplemented(
    message = "a rank-{R} tensor of `{T}` cannot be compared with `{Self}`",
    label = "not a tensor of rank {R} with elements that compare with `{T}`",
    note = "`==` compares tensors of one rank; `a.equal(&b)` compares element by element, and broadcasts"
)]
pub trait EqualRhs<T, const R: usize> {
    #[doc(hidden)]
    fn is_equal(&self, left: &TensorRef<T, R>, _: Seal) -> bool;
}

macro_rules! right_operands {
    ($($Rhs:ty)+) => { $(
        #[diagnostic::do_not_recommend]
        impl<T: PartialEq<U>, U, const R: usize> EqualRhs<T, R> for $Rhs {
            #[inline]
            fn is_equal(&self, left: &TensorRef<T, R>, _: Seal) -> bool {
                equal(left.source(), self.source())
            }
        }
    )+ };
}

right_operands! {
    TensorRef<U, R>
    Tensor<U, R>
    TensorView<'_, U, R>
    TensorViewMut<'_, U, R>
    &TensorRef<U, R>
}

macro_rules! left_operands {
    ($($(#[$doc:meta])* $Lhs:ty;)+) => { $(
        $(#[$doc])*
        impl<T, X: EqualRhs<T, R> + ?Sized, const R: usize> PartialEq<X> for $Lhs {
            #[inline]
            fn eq(&self, other: &X) -> bool {
                other.is_equal(self, Seal)
            }
        }

        impl<T: Eq, const R: usize> Eq for $Lhs {}
    )+ };
}

left_operands! {
    /// Tells whether two tensors have equal shapes and equal elements, whatever their strides.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2], [3, 4]];
    /// assert_eq!(m.transpose(), tensor![[1, 3], [2, 4]]);
    /// assert_eq!(m.view(), m);
    /// assert_ne!(m, Tensor::<i32, 2>::zeros([2, 3]));
    /// ```
    ///
    /// The ranks are equal:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![1, 2], tensor![[1, 2]]);
    /// ```
    ///
    /// numpy: `array_equal`; torch: `equal`; element by element: [`equal`](TensorRef::equal).
    TensorRef<T, R>;
    /// As [`TensorRef`]'s.
    Tensor<T, R>;
    /// As [`TensorRef`]'s.
    TensorView<'_, T, R>;
    /// As [`TensorRef`]'s.
    TensorViewMut<'_, T, R>;
}

/// As [`TensorRef`]'s.
impl<T: PartialEq<U>, U, const R: usize> PartialEq<Tensor<U, R>> for &TensorRef<T, R> {
    #[inline]
    fn eq(&self, other: &Tensor<U, R>) -> bool {
        equal(self.source(), other.source())
    }
}

/// As [`TensorRef`]'s.
impl<T: PartialEq<U>, U, const R: usize> PartialEq<TensorView<'_, U, R>> for &TensorRef<T, R> {
    #[inline]
    fn eq(&self, other: &TensorView<'_, U, R>) -> bool {
        equal(self.source(), other.source())
    }
}
