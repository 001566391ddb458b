//! `==` and `!=` of whole tensors.

use crate::kernels::equal::equal;
use crate::rank::seal::Seal;
use crate::tensor::{Tensor, TensorRef, TensorView, TensorViewMut};
use core::cmp::Ordering;

/// A right operand of `==` on a tensor of `T` and rank `R`.
///
/// Implemented by tensors of rank `R`, owned or borrowed, whose elements compare with `T`.
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
    /// Tests whether two tensors have equal shapes and equal elements.
    ///
    /// The strides do not matter. A tensor that contains NaN does not equal itself.
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
    /// Tensors of different rank do not compare:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![1, 2], tensor![[1, 2]]);
    /// ```
    ///
    /// A comparison element by element, whose result is a mask, is [`equal`](TensorRef::equal).
    ///
    /// numpy: `array_equal`; torch: `equal`; ndarray: `==`.
    TensorRef<T, R>;
    /// Tests whether two tensors have equal shapes and equal elements, as [`TensorRef`] does.
    Tensor<T, R>;
    /// Tests whether two tensors have equal shapes and equal elements, as [`TensorRef`] does.
    TensorView<'_, T, R>;
    /// Tests whether two tensors have equal shapes and equal elements, as [`TensorRef`] does.
    TensorViewMut<'_, T, R>;
}

/// Tests whether two tensors have equal shapes and equal elements, as [`TensorRef`] does.
impl<T: PartialEq<U>, U, const R: usize> PartialEq<Tensor<U, R>> for &TensorRef<T, R> {
    #[inline]
    fn eq(&self, other: &Tensor<U, R>) -> bool {
        equal(self.source(), other.source())
    }
}

/// Tests whether two tensors have equal shapes and equal elements, as [`TensorRef`] does.
impl<T: PartialEq<U>, U, const R: usize> PartialEq<TensorView<'_, U, R>> for &TensorRef<T, R> {
    #[inline]
    fn eq(&self, other: &TensorView<'_, U, R>) -> bool {
        equal(self.source(), other.source())
    }
}

/// The right operand of `<`, `<=`, `>` and `>=`: nothing is one, since tensors are compared element by
/// element, by methods. There for its message.
#[diagnostic::on_unimplemented(
    message = "a rank-{R} tensor of `{T}` is neither less nor greater than `{Self}` as a whole",
    label = "tensors are compared element by element",
    note = "`less`, `less_equal`, `greater`, `greater_equal` return a mask of `bool`",
    note = "a tensor of rank 0 is a number by `.item()`"
)]
pub trait OrderRhs<T, const R: usize>: EqualRhs<T, R> {
    #[doc(hidden)]
    fn order(&self, _: Seal) -> Option<Ordering>;
}

macro_rules! refused_orders {
    ($($Lhs:ty)+) => { $(
        #[doc(hidden)]
        impl<T, X: OrderRhs<T, R> + ?Sized, const R: usize> PartialOrd<X> for $Lhs {
            fn partial_cmp(&self, other: &X) -> Option<Ordering> {
                other.order(Seal)
            }
        }
    )+ };
}

refused_orders! {
    TensorRef<T, R>
    Tensor<T, R>
    TensorView<'_, T, R>
    TensorViewMut<'_, T, R>
}
