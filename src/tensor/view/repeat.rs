//! View methods whose result shows an element at several indices. The result is always read-only.

use crate::error::{ShapeError, raise};
use crate::rank::{BroadcastTo, Plus, Rank};
use crate::tensor::{TensorRef, TensorView};

/// Rows as of `fallible_views`, without a mutable view, because two indices share an element.
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
                Ok(self.selecting(self.layout().$name($arg, size_of::<T>())?))
            }
        )+ }

        impl<'a, T, const R: usize> TensorView<'a, T, R> { $(
            #[doc = concat!("Returns the same view as [`", stringify!($name), "`](TensorRef::",
                stringify!($name), "), with the lifetime of this view.")]
            ///
            /// # Panics
            #[doc = concat!("As [`", stringify!($name), "`](TensorRef::", stringify!($name), ").")]
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
                Ok(self.selecting(self.layout().$name($arg, size_of::<T>())?))
            }
        )+ }
    };
}

repeating_views! {
    /// Broadcasts the tensor to a shape; copies no element.
    ///
    /// The shapes are aligned at the last axis. Axes of size 1 and missing axes are repeated. The
    /// stride of a repeated axis is 0.
    ///
    /// `[b] -> [a, b]`, `[a, 1] -> [a, b]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let v = tensor![1, 2, 3];
    /// let rows: TensorView<'_, i32, 2> = v.broadcast_to([2, 3]);
    /// assert_eq!(rows, tensor![[1, 2, 3], [1, 2, 3]]);
    /// assert_eq!(rows.strides(), [0, 1]);
    /// ```
    ///
    /// The rank may not become smaller:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![[1, 2, 3]].broadcast_to([3]); // rank 2 to rank 1
    /// ```
    ///
    /// The result is read-only, also for a mutable view, because two indices share an element.
    ///
    /// # Panics
    /// When a size is neither 1 nor that of the shape:
    /// `broadcast_to: [3] to [2, 4]: sizes 3 and 4 meet at axis 1 and neither is 1`; and when memory
    /// cannot address the elements of the shape:
    /// `broadcast_to: [1] to [18446744073709551614]: more elements than memory can address`.
    ///
    /// numpy: `broadcast_to`; torch: `expand`; ndarray: `broadcast`.
    #[doc(alias = "expand")]
    broadcast_to or try_broadcast_to(shape: [usize; O]) where [Rank<R>: BroadcastTo<Rank<O>>]

    /// Returns all windows of a size: the first axes are the positions, the last axes the window.
    ///
    /// [`windows`](TensorRef::windows) iterates over the same windows.
    ///
    /// `[k, l]: [h, w] -> [h - k + 1, w - l + 1, k, l]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let v = tensor![1, 2, 4, 8];
    /// let pairs: TensorView<'_, i32, 2> = v.sliding_windows([2]);
    /// assert_eq!(pairs, tensor![[1, 2], [2, 4], [4, 8]]);
    /// assert_eq!(pairs.sum(Last), tensor![3, 6, 12]);
    /// ```
    ///
    /// The window has a size for each axis:
    ///
    /// ```compile_fail,E0308
    /// use holor::prelude::*;
    ///
    /// tensor![1, 2, 3, 4].sliding_windows([2, 2]); // 2 sizes, 1 axis
    /// ```
    ///
    /// The result is read-only, also for a mutable view, because two indices share an element.
    ///
    /// # Panics
    /// When a window is empty or longer than its axis:
    /// `sliding_windows: [4] by [5]: a window of 5 does not fit axis 0 of size 4`.
    ///
    /// numpy: `lib.stride_tricks.sliding_window_view`; torch: `unfold`; ndarray: `windows`.
    #[doc(alias("sliding_window_view", "unfold"))]
    sliding_windows or try_sliding_windows(size: [usize; R])
        where [Rank<R>: Plus<Rank<R>, Output = Rank<O>>]
}
