//! Iterators over views of the parts of a tensor.

use super::{iterators, readers, writers};
use crate::error::{ShapeError, raise};
use crate::kernels::cursor::{Cursor, PartAt};
use crate::layout::{Layout, Offsets};
use crate::rank::{AxisOf, IsRankThree, IsRankTwo, Rank};
use crate::storage::{Span, SpanMut};
use crate::tensor::{TensorRef, TensorView, TensorViewMut};
use core::fmt::{self, Debug, Formatter};
use core::iter::FusedIterator;

/// Iterator over views of parts of a tensor, in row-major order.
///
/// The parts have rank `O` and are arranged along `K` axes. Made by
/// [`axis_iter`](TensorRef::axis_iter), [`lanes`](TensorRef::lanes), [`rows`](TensorRef::rows),
/// [`columns`](TensorRef::columns), [`channels`](TensorRef::channels),
/// [`exact_chunks`](TensorRef::exact_chunks) and [`windows`](TensorRef::windows).
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct Views<'a, T, const K: usize, const O: usize> {
    cursor: Cursor<PartAt<Span<'a, T>, O>, Offsets<K>>,
}

/// Iterator over mutable views of parts of a tensor, in row-major order.
///
/// The parts have rank `O` and are arranged along `K` axes. They have no element in common, so that
/// all views can be kept and written through. Made by [`axis_iter_mut`](TensorRef::axis_iter_mut),
/// [`lanes_mut`](TensorRef::lanes_mut), [`rows_mut`](TensorRef::rows_mut),
/// [`columns_mut`](TensorRef::columns_mut), [`channels_mut`](TensorRef::channels_mut) and
/// [`exact_chunks_mut`](TensorRef::exact_chunks_mut).
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct ViewsMut<'a, T, const K: usize, const O: usize> {
    pub(super) cursor: Cursor<PartAt<SpanMut<'a, T>, O>, Offsets<K>>,
}

/// Iterator over views of rank `O`, one for each index of an axis.
pub type AxisIter<'a, T, const O: usize> = Views<'a, T, 1, O>;
/// Iterator over mutable views of rank `O`, one for each index of an axis.
pub type AxisIterMut<'a, T, const O: usize> = ViewsMut<'a, T, 1, O>;
/// Iterator over the lanes of one axis of a tensor of rank `R`.
pub type Lanes<'a, T, const R: usize> = Views<'a, T, R, 1>;
/// Iterator over the lanes of one axis of a tensor of rank `R`, as mutable views.
pub type LanesMut<'a, T, const R: usize> = ViewsMut<'a, T, R, 1>;
/// Iterator over blocks of a tensor of rank `R`.
pub type ExactChunks<'a, T, const R: usize> = Views<'a, T, R, R>;
/// Iterator over blocks of a tensor of rank `R`, as mutable views.
pub type ExactChunksMut<'a, T, const R: usize> = ViewsMut<'a, T, R, R>;
/// Iterator over windows of a tensor of rank `R`.
pub type Windows<'a, T, const R: usize> = Views<'a, T, R, R>;

iterators! {
    Views[K O] => TensorView<'a, T, O>: |(span, layout)| TensorView::of_part(span, layout);
    ViewsMut[K O] => TensorViewMut<'a, T, O>: |(span, layout)| TensorViewMut::of_part(span, layout);
}
readers! { Views[K O]; }
writers! { ViewsMut[K O]; }

/// Rows of iterators over views; a function of the layout gives the parts. Each row makes a method
/// of `&TensorRef` and one of `TensorView<'a>` by value, whose parts have the lifetime `'a`.
macro_rules! part_iterators {
    ($($(#[$doc:meta])* $name:ident $generics:tt $args:tt -> $Iter:ident<T, $K:tt>
        where $bounds:tt { $parts:expr })+) => {
        impl<T, const R: usize> TensorRef<T, R> { $(
            part_iterators! { @ [$(#[$doc])*] '_ [&] $name $generics $args
                -> $Iter<T, $K> where $bounds { $parts } }
        )+ }

        impl<'a, T, const R: usize> TensorView<'a, T, R> { $(
            part_iterators! { @ [
                #[doc = concat!("Does the same as [`", stringify!($name), "`](TensorRef::",
                    stringify!($name), "), for the lifetime `'a` of the elements.")]
            ] 'a [] $name $generics $args -> $Iter<T, $K> where $bounds { $parts } }
        )+ }
    };
    (@ [$(#[$doc:meta])*] $a:lifetime [$($by:tt)?] $name:ident [$($generic:tt)*]
        ($($arg:ident: $Arg:ty),*) -> $Iter:ident<T, $K:tt>
        where [$($bound:tt)*] { $parts:expr }) => {
        $(#[$doc])*
        #[inline]
        pub fn $name<$($generic)*>($($by)? self $(, $arg: $Arg)*) -> $Iter<$a, T, $K>
        where
            $($bound)*
        {
            let (span, layout) = self.view().into_parts();
            Views { cursor: Cursor::parts(span, $parts(layout)) }
        }
    };
}

part_iterators! {
    /// Iterates over an axis: a view of the other axes for each of its indices.
    ///
    /// `Axis::<0>: [a, b, c] -> a` views of `[b, c]`
    ///
    /// The views are those that [`index_axis`](TensorRef::index_axis) returns.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2, 3], [4, 5, 6]];
    /// let sums: Vec<i32> = m.axis_iter(Axis::<0>).map(|row| row.iter().sum()).collect();
    /// assert_eq!(sums, [6, 15]);
    /// let column: TensorView<'_, i32, 1> = m.axis_iter(Last).nth(1).unwrap();
    /// assert_eq!(column, tensor![2, 5]);
    /// ```
    ///
    /// The axis exists in the rank of the tensor:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![[1, 2, 3], [4, 5, 6]].axis_iter(Axis::<2>); // not an axis of a rank-2 tensor
    /// ```
    ///
    /// numpy: `for row in m`; torch: `unbind`; ndarray: `axis_iter`.
    #[doc(alias("unbind", "outer_iter"))]
    axis_iter[A, const O: usize](_axis: A) -> AxisIter<T, O> where [A: AxisOf<R, Removed = Rank<O>>]
        { |layout: Layout<R>| layout.along(A::INDEX) }

    /// Iterates over the lanes of an axis: a vector along that axis for each index of all other
    /// axes.
    ///
    /// `Axis::<1>: [a, b, c] -> a * c` views of `[b]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2, 3], [4, 5, 6]];
    /// let mut columns = m.lanes(Axis::<0>);
    /// assert_eq!(columns.len(), 3);
    /// assert_eq!(columns.next(), Some(tensor![1, 4].view()));
    /// assert_eq!(columns.next_back(), Some(tensor![3, 6].view()));
    /// ```
    ///
    /// The axis exists in the rank of the tensor:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![[1, 2, 3], [4, 5, 6]].lanes(Axis::<2>); // not an axis of a rank-2 tensor
    /// ```
    ///
    /// ndarray: `lanes`.
    lanes[A](_axis: A) -> Lanes<T, R> where [A: AxisOf<R>]
        { |layout: Layout<R>| layout.lanes(A::INDEX) }

    /// Iterates over the rows of a matrix.
    ///
    /// `[h, w] -> h` views of `[w]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(m.rows().map(|row| row[[0]]).collect::<Vec<i32>>(), [1, 4]);
    /// ```
    ///
    /// A vector has no rows:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1, 2, 3].rows(); // a matrix of rank 2 is needed here, found `Rank<1>`
    /// ```
    ///
    /// In any rank, the lanes of the last axis are `lanes(Last)`.
    ///
    /// numpy: `for row in m`; torch: `unbind(0)`; ndarray: `rows`, in any rank.
    rows[]() -> AxisIter<T, 1> where [Rank<R>: IsRankTwo] { |layout: Layout<R>| layout.along(0) }

    /// Iterates over the columns of a matrix.
    ///
    /// `[h, w] -> w` views of `[h]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(m.columns().next().unwrap(), tensor![1, 4]);
    /// ```
    ///
    /// A vector has no columns:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1, 2, 3].columns(); // a matrix of rank 2 is needed here, found `Rank<1>`
    /// ```
    ///
    /// In any rank, the lanes of the first axis are `lanes(Axis::<0>)`.
    ///
    /// numpy: `for column in m.T`; torch: `unbind(1)`; ndarray: `columns`, in any rank.
    columns[]() -> AxisIter<T, 1> where [Rank<R>: IsRankTwo] { |layout: Layout<R>| layout.along(1) }

    /// Iterates over the channels of an image, which are along its last axis.
    ///
    /// `[h, w, c] -> c` views of `[h, w]`
    ///
    /// If the first axis has the channels, `[c, h, w]`, use `axis_iter(Axis::<0>)`.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let image = tensor![[[1, 2, 3], [4, 5, 6]]]; // one row of two pixels
    /// let blue: TensorView<'_, i32, 2> = image.channels().last().unwrap();
    /// assert_eq!(blue, tensor![[3, 6]]);
    /// ```
    ///
    /// A matrix has no channels:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![[1, 2], [3, 4]].channels(); // channels are those of an image of rank 3
    /// ```
    ///
    /// numpy: `moveaxis(image, -1, 0)`; torch: `unbind(-1)`; ndarray: `axis_iter(Axis(2))`.
    channels[]() -> AxisIter<T, 2> where [Rank<R>: IsRankThree] { |layout: Layout<R>| layout.along(2) }
}

/// Rows of iterators over blocks, which fail if the size of the blocks does not fit.
macro_rules! block_iterators {
    ($($(#[$doc:meta])* $name:ident or $try_name:ident(size: [usize; R]) -> $Iter:ident<T, R>)+) => {
        impl<T, const R: usize> TensorRef<T, R> { $(
            block_iterators! { @ [$(#[$doc])*] '_ [&] $name or $try_name -> $Iter<T, R> }
        )+ }

        impl<'a, T, const R: usize> TensorView<'a, T, R> { $(
            block_iterators! { @ [
                #[doc = concat!("Does the same as [`", stringify!($name), "`](TensorRef::",
                    stringify!($name), "), for the lifetime `'a` of the elements.")]
            ] 'a [] $name or $try_name -> $Iter<T, R> }
        )+ }
    };
    (@ [$(#[$doc:meta])*] $a:lifetime [$($by:tt)?] $name:ident or $try_name:ident
        -> $Iter:ident<T, R>) => {
        $(#[$doc])*
        #[inline]
        #[track_caller]
        pub fn $name($($by)? self, size: [usize; R]) -> $Iter<$a, T, R> {
            raise(self.$try_name(size))
        }

        #[doc = concat!("Fallible form of [`", stringify!($name), "`](TensorRef::",
            stringify!($name), ").")]
        #[inline]
        pub fn $try_name($($by)? self, size: [usize; R]) -> Result<$Iter<$a, T, R>, ShapeError> {
            let (span, layout) = self.view().into_parts();
            Ok(Views { cursor: Cursor::parts(span, layout.$name(stringify!($name), size)?) })
        }
    };
}

block_iterators! {
    /// Iterates over adjacent blocks of the given shape, from index zero on.
    ///
    /// `[k, l]: [h, w] -> floor(h / k) * floor(w / l)` views of `[k, l]`
    ///
    /// Elements at the end of an axis that do not fill a block are left out.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]];
    /// let mut blocks = m.exact_chunks([2, 2]);
    /// assert_eq!(blocks.next().unwrap(), tensor![[1, 2], [6, 7]]);
    /// assert_eq!(blocks.next().unwrap(), tensor![[3, 4], [8, 9]]);
    /// assert!(blocks.next().is_none());
    /// ```
    ///
    /// The blocks have one size for each axis:
    ///
    /// ```compile_fail,E0308
    /// use holor::prelude::*;
    ///
    /// tensor![[1, 2], [3, 4]].exact_chunks([2]);
    /// ```
    ///
    /// # Panics
    /// If a size is zero:
    /// `exact_chunks: [2, 5] by [2, 0]: a window of 0 does not fit axis 1 of size 5`.
    ///
    /// ndarray: `exact_chunks`.
    exact_chunks or try_exact_chunks(size: [usize; R]) -> ExactChunks<T, R>

    /// Iterates over all windows of the given shape, which overlap.
    ///
    /// `[k, l]: [h, w] -> (h - k + 1) * (w - l + 1)` views of `[k, l]`
    ///
    /// [`sliding_windows`](TensorRef::sliding_windows) returns the same windows as one view.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let v = tensor![1, 2, 4, 7];
    /// let differences: Vec<i32> = v.windows([2]).map(|pair| pair[[1]] - pair[[0]]).collect();
    /// assert_eq!(differences, [1, 2, 3]);
    /// ```
    ///
    /// The windows have one size for each axis:
    ///
    /// ```compile_fail,E0308
    /// use holor::prelude::*;
    ///
    /// tensor![1, 2, 4, 7].windows([2, 2]);
    /// ```
    ///
    /// # Panics
    /// If a size is zero or larger than that of its axis:
    /// `windows: [4] by [5]: a window of 5 does not fit axis 0 of size 4`.
    ///
    /// numpy: `sliding_window_view`; torch: `unfold`; ndarray: `windows`.
    windows or try_windows(size: [usize; R]) -> Windows<T, R>
}
