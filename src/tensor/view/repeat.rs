//! Views in which elements are seen several times, and so can only be read.

use crate::error::{ShapeError, raise};
use crate::rank::{BroadcastTo, Plus, Rank};
use crate::tensor::{TensorRef, TensorView};

/// Rows as of `fallible_views`, without a mutable view: two indices share an element.
macro_rules! repeating_views {
    ($($(#[$doc:meta])* $name:ident or $try_name:ident ($arg:ident: $Arg:ty)
        where [$($bound:tt)*])+) => {
        impl<T, const R: usize> TensorRef<T, R> { $(
            $(#[$doc])*
            #[must_use = "a view operation leaves the tensor as it is and returns the view"]
            #[track_caller]
            #[inline]
            pub fn $name<const O: usize>(&self, $arg: $Arg) -> TensorView<'_, T, O>
            where $($bound)*
            {
                raise(self.$try_name($arg))
            }

            #[doc = concat!("Fallible form of [`", stringify!($name), "`](TensorRef::",
                stringify!($name), ").")]
            #[inline]
            pub fn $try_name<const O: usize>(&self, $arg: $Arg)
                -> Result<TensorView<'_, T, O>, ShapeError>
            where $($bound)*
            {
                Ok(self.with_layout(self.layout().$name($arg, size_of::<T>())?))
            }
        )+ }

        impl<'a, T, const R: usize> TensorView<'a, T, R> { $(
            #[doc = concat!("As [`", stringify!($name), "`](TensorRef::", stringify!($name),
                ") of a tensor, for as long as the borrow lives.")]
            #[must_use = "a view operation returns the view"]
            #[track_caller]
            #[inline]
            pub fn $name<const O: usize>(self, $arg: $Arg) -> TensorView<'a, T, O>
            where $($bound)*
            {
                raise(self.$try_name($arg))
            }

            #[doc = concat!("Fallible form of [`", stringify!($name), "`](TensorRef::",
                stringify!($name), ").")]
            #[inline]
            pub fn $try_name<const O: usize>(self, $arg: $Arg)
                -> Result<TensorView<'a, T, O>, ShapeError>
            where $($bound)*
            {
                Ok(self.into_layout(self.layout().$name($arg, size_of::<T>())?))
            }
        )+ }
    };
}

repeating_views! {
    /// Repeats the tensor, without copying, so that it has the given shape.
    ///
    /// Shapes are aligned at the end; an axis of size 1 or a missing one is repeated.
    ///
    /// `[b] -> [a, b]`, `[a, 1] -> [a, b]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let rows = tensor![1, 2, 3].broadcast_to([2, 3]);
    /// assert_eq!(rows, tensor![[1, 2, 3], [1, 2, 3]]);
    /// assert_eq!(rows.strides(), [0, 1]);
    /// ```
    ///
    /// The rank may grow, never shrink:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![[1, 2, 3]].broadcast_to([3]);
    /// ```
    ///
    /// A mutable view gives a view that reads, for two indices share an element.
    ///
    /// # Panics
    /// When a size neither is 1 nor equals the one asked for:
    /// `broadcast_to: [3] and [2, 4]: sizes 3 and 4 meet at axis 1 and neither is 1`; or when the
    /// shape holds more elements than memory can address.
    ///
    /// numpy: `broadcast_to`; torch: `expand`; ndarray: `broadcast`.
    #[doc(alias = "expand")]
    broadcast_to or try_broadcast_to(shape: [usize; O]) where [Rank<R>: BroadcastTo<Rank<O>>]

    /// Shows every window of the given size: first where it starts, then what is in it.
    ///
    /// `[k, l]: [h, w] -> [h - k + 1, w - l + 1, k, l]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let pairs: Tensor<i32, 2> = tensor![1, 2, 3, 4].sliding_windows([2]);
    /// assert_eq!(pairs, tensor![[1, 2], [2, 3], [3, 4]]);
    /// ```
    ///
    /// ```compile_fail,E0308
    /// use holor::prelude::*;
    ///
    /// tensor![1, 2, 3, 4].sliding_windows([2, 2]); // a size for each axis
    /// ```
    ///
    /// # Panics
    /// When a window is empty or longer than its axis:
    /// `sliding_windows: [4]: a window of 5 does not fit axis 0 of size 4`.
    ///
    /// numpy: `lib.stride_tricks.sliding_window_view`; torch: `unfold`; ndarray: `windows`.
    #[doc(alias("sliding_window_view", "unfold"))]
    sliding_windows or try_sliding_windows(size: [usize; R])
        where [Rank<R>: Plus<Rank<R>, Output = Rank<O>>]
}
