//! View methods whose result shows an element at several indices. The result is always read-only.

use crate::error::{ShapeError, raise};
use crate::rank::{AsManySizesAs, AxisList, BroadcastTo, Plus, Rank};
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
    /// [`sliding_windows_with_axes`](TensorRef::sliding_windows_with_axes) has windows along some of the axes.
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

impl<T, const R: usize> TensorRef<T, R> {
    /// Returns all windows of a size along some of the axes: these axes are the positions, and the axes of a
    /// window come last, in the order of the list.
    ///
    /// `([k, l], axes![1, 2]): [n, h, w] -> [n, h - k + 1, w - l + 1, k, l]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2, 3, 4], [5, 6, 7, 8]];
    /// let pairs: TensorView<'_, i32, 3> = m.sliding_windows_with_axes([2], axes![1]);
    /// assert_eq!(pairs, tensor![[[1, 2], [2, 3], [3, 4]], [[5, 6], [6, 7], [7, 8]]]);
    ///
    /// // A step of the positions is a stride of windows, one inside of windows is a dilation.
    /// assert_eq!(pairs.step(Axis::<1>, 2), tensor![[[1, 2], [3, 4]], [[5, 6], [7, 8]]]);
    /// let wide = m.sliding_windows_with_axes([3], axes![1]);
    /// assert_eq!(wide.step(Last, 2), tensor![[[1, 3], [2, 4]], [[5, 7], [6, 8]]]);
    /// ```
    ///
    /// There are as many sizes as axes:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// // the windows have the sizes of `Rank<2>`, the list names the axes of `Rank<1>`
    /// tensor![[1, 2], [3, 4]].sliding_windows_with_axes([2, 2], axes![1]);
    /// ```
    ///
    /// The result is read-only, also for a mutable view, because two indices share an element.
    ///
    /// # Panics
    /// When a window is empty or longer than its axis:
    /// `sliding_windows_with_axes: [4, 2] by [3]: a window of 3 does not fit axis 1 of size 2`.
    ///
    /// numpy: `lib.stride_tricks.sliding_window_view` with `axis`; torch: `unfold`.
    #[doc(alias = "unfold")]
    #[must_use = "a view operation leaves the tensor as it is and returns the view"]
    #[track_caller]
    #[inline]
    pub fn sliding_windows_with_axes<A, const K: usize, const J: usize, const O: usize>(
        &self,
        size: [usize; K],
        axes: A,
    ) -> TensorView<'_, T, O>
    where
        A: AxisList<R, Count = Rank<J>>,
        Rank<K>: AsManySizesAs<Rank<J>>,
        Rank<R>: Plus<Rank<K>, Output = Rank<O>>,
    {
        raise(self.try_sliding_windows_with_axes(size, axes))
    }

    /// Fallible form of [`sliding_windows_with_axes`](TensorRef::sliding_windows_with_axes).
    #[inline]
    pub fn try_sliding_windows_with_axes<A, const K: usize, const J: usize, const O: usize>(
        &self,
        size: [usize; K],
        _axes: A,
    ) -> Result<TensorView<'_, T, O>, ShapeError>
    where
        A: AxisList<R, Count = Rank<J>>,
        Rank<K>: AsManySizesAs<Rank<J>>,
        Rank<R>: Plus<Rank<K>, Output = Rank<O>>,
    {
        let operation = "sliding_windows_with_axes";
        let (axes, element_size) = (A::INDICES, size_of::<T>());
        let layout = self.layout();
        Ok(self.selecting(layout.sliding_windows_with_axes(
            operation,
            &size,
            axes,
            element_size,
        )?))
    }
}

impl<'a, T, const R: usize> TensorView<'a, T, R> {
    /// Returns the same view as [`sliding_windows_with_axes`](TensorRef::sliding_windows_with_axes), with the
    /// lifetime of this view.
    ///
    /// # Panics
    /// As [`sliding_windows_with_axes`](TensorRef::sliding_windows_with_axes).
    #[must_use = "a view operation returns the view"]
    #[track_caller]
    #[inline]
    pub fn sliding_windows_with_axes<A, const K: usize, const J: usize, const O: usize>(
        self,
        size: [usize; K],
        axes: A,
    ) -> TensorView<'a, T, O>
    where
        A: AxisList<R, Count = Rank<J>>,
        Rank<K>: AsManySizesAs<Rank<J>>,
        Rank<R>: Plus<Rank<K>, Output = Rank<O>>,
    {
        raise(self.try_sliding_windows_with_axes(size, axes))
    }

    /// Fallible form of [`sliding_windows_with_axes`](TensorView::sliding_windows_with_axes).
    #[inline]
    pub fn try_sliding_windows_with_axes<A, const K: usize, const J: usize, const O: usize>(
        self,
        size: [usize; K],
        _axes: A,
    ) -> Result<TensorView<'a, T, O>, ShapeError>
    where
        A: AxisList<R, Count = Rank<J>>,
        Rank<K>: AsManySizesAs<Rank<J>>,
        Rank<R>: Plus<Rank<K>, Output = Rank<O>>,
    {
        let operation = "sliding_windows_with_axes";
        let (axes, element_size) = (A::INDICES, size_of::<T>());
        let layout = *self.layout();
        Ok(self.selecting(layout.sliding_windows_with_axes(
            operation,
            &size,
            axes,
            element_size,
        )?))
    }
}
