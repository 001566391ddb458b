//! Conversions between the four tensor types, and from rank 0 to a number.

use super::{Tensor, TensorRef, TensorView, TensorViewMut};
use alloc::borrow::ToOwned;
use core::borrow::Borrow;

macro_rules! as_refs {
    ($($(#[$doc:meta])* [$($lifetime:tt)?] $Tensor:ty;)+) => { $(
        impl<$($lifetime,)? T, const R: usize> AsRef<TensorRef<T, R>> for $Tensor {
            #[inline]
            fn as_ref(&self) -> &TensorRef<T, R> {
                self
            }
        }
    )+ };
}

as_refs! {
    [] TensorRef<T, R>;
    [] Tensor<T, R>;
    ['a] TensorView<'a, T, R>;
    ['a] TensorViewMut<'a, T, R>;
}

impl<T, const R: usize> Borrow<TensorRef<T, R>> for Tensor<T, R> {
    #[inline]
    fn borrow(&self) -> &TensorRef<T, R> {
        self
    }
}

impl<T: Clone, const R: usize> ToOwned for TensorRef<T, R> {
    type Owned = Tensor<T, R>;

    /// Copies the elements to an owned, contiguous tensor.
    #[inline]
    fn to_owned(&self) -> Tensor<T, R> {
        self.to_contiguous()
    }
}

impl<'a, T, const R: usize> TensorView<'a, T, R> {
    /// Copies the elements to an owned, contiguous tensor.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let samples = [1, 2, 3, 4];
    /// let view = TensorView::from_slice(&samples, [2, 2])?;
    /// let kept: Tensor<i32, 2> = view.transpose().to_owned();
    /// assert_eq!(kept, tensor![[1, 3], [2, 4]]);
    /// # Ok::<(), ShapeError>(())
    /// ```
    ///
    /// numpy: `copy()`; torch: `clone()`; ndarray: `to_owned()`.
    // An inherent method, because `ToOwned::to_owned` of a `Clone` type would return the view.
    #[must_use = "the operation leaves the view as it is and returns the copy"]
    pub fn to_owned(&self) -> Tensor<T, R>
    where
        T: Clone,
    {
        self.to_contiguous()
    }
}

/// Borrows the elements as [`view`](TensorRef::view) does.
impl<'a, T, const R: usize> From<&'a Tensor<T, R>> for TensorView<'a, T, R> {
    #[inline]
    fn from(tensor: &'a Tensor<T, R>) -> Self {
        tensor.view()
    }
}

/// Borrows the elements as [`view`](TensorRef::view) does.
impl<'a, T, const R: usize> From<&'a TensorRef<T, R>> for TensorView<'a, T, R> {
    #[inline]
    fn from(tensor: &'a TensorRef<T, R>) -> Self {
        tensor.view()
    }
}

/// Borrows the elements for writing as [`view_mut`](TensorRef::view_mut) does.
impl<'a, T: Clone, const R: usize> From<&'a mut Tensor<T, R>> for TensorViewMut<'a, T, R> {
    #[inline]
    fn from(tensor: &'a mut Tensor<T, R>) -> Self {
        tensor.view_mut()
    }
}

/// Borrows the elements for writing as [`view_mut`](TensorRef::view_mut) does.
impl<'a, T, const R: usize> From<&'a mut TensorRef<T, R>> for TensorViewMut<'a, T, R> {
    #[inline]
    fn from(tensor: &'a mut TensorRef<T, R>) -> Self {
        tensor.view_mut()
    }
}

/// Copies the elements to an owned tensor as [`to_contiguous`](TensorRef::to_contiguous) does.
impl<T: Clone, const R: usize> From<TensorView<'_, T, R>> for Tensor<T, R> {
    #[inline]
    fn from(view: TensorView<'_, T, R>) -> Self {
        view.to_contiguous()
    }
}

/// Copies the elements to an owned tensor as [`to_contiguous`](TensorRef::to_contiguous) does.
impl<T: Clone, const R: usize> From<&TensorRef<T, R>> for Tensor<T, R> {
    #[inline]
    fn from(tensor: &TensorRef<T, R>) -> Self {
        tensor.to_contiguous()
    }
}

/// Numbers from tensors of rank 0. With these impls, rustc's message about a tensor in place of a
/// number proposes `.into()`. [`item`](TensorRef::item) does the same for every element type.
macro_rules! items {
    ($($(#[$attribute:meta])* $T:ty)+) => { $(
        $(#[$attribute])*
        /// Returns the only element, as [`item`](TensorRef::item) does.
        impl From<Tensor<$T, 0>> for $T {
            #[inline]
            fn from(scalar: Tensor<$T, 0>) -> $T {
                scalar.item()
            }
        }
    )+ };
}

items! {
    f32 f64 i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize bool
    num_complex::Complex<f32> num_complex::Complex<f64>
    #[cfg(feature = "half")] half::f16
    #[cfg(feature = "half")] half::bf16
}
