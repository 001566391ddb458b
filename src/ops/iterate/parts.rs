//! Iterators over views of a tensor's parts.

use super::{iterators, readers, writers};
use crate::error::{ShapeError, raise};
use crate::kernels::cursor::{Cursor, PartAt};
use crate::rank::{AxisOf, IsRankThree, IsRankTwo, Rank};
use crate::storage::{Span, SpanMut};
use crate::tensor::{TensorRef, TensorView, TensorViewMut};
use core::fmt::{self, Debug, Formatter};
use core::iter::FusedIterator;

/// Yields views of rank `O`, of parts that lie along `K` axes, in row-major order.
///
/// What [`axis_iter`](Tensor::axis_iter), [`lanes`](Tensor::lanes),
/// [`exact_chunks`](Tensor::exact_chunks) and [`windows`](Tensor::windows) return.
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct Views<'a, T, const K: usize, const O: usize> {
    cursor: Cursor<PartAt<Span<'a, T>, O>, K>,
}

/// Yields mutable views of rank `O`, of parts that lie along `K` axes, in row-major order.
///
/// The parts have no element in common: all views may be kept and written through.
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct ViewsMut<'a, T, const K: usize, const O: usize> {
    cursor: Cursor<PartAt<SpanMut<'a, T>, O>, K>,
}

/// Yields a view of rank `O` for each index of an axis.
pub type AxisIter<'a, T, const O: usize> = Views<'a, T, 1, O>;
/// Yields a mutable view of rank `O` for each index of an axis.
pub type AxisIterMut<'a, T, const O: usize> = ViewsMut<'a, T, 1, O>;
/// Yields the lanes of an axis, which lie along the `K` other axes.
pub type Lanes<'a, T, const K: usize> = Views<'a, T, K, 1>;
/// Yields the lanes of an axis, which lie along the `K` other axes, for writing.
pub type LanesMut<'a, T, const K: usize> = ViewsMut<'a, T, K, 1>;
/// Yields blocks of a tensor of rank `R`.
pub type ExactChunks<'a, T, const R: usize> = Views<'a, T, R, R>;
/// Yields blocks of a tensor of rank `R` for writing.
pub type ExactChunksMut<'a, T, const R: usize> = ViewsMut<'a, T, R, R>;
/// Yields the windows of a tensor of rank `R`.
pub type Windows<'a, T, const R: usize> = Views<'a, T, R, R>;

iterators! {
    Views[K O] => TensorView<'a, T, O>: |(span, layout)| TensorView::new(span, layout);
    ViewsMut[K O] => TensorViewMut<'a, T, O>: |(span, layout)| TensorViewMut::new(span, layout);
}
readers! { Views[K O]; }
writers! { ViewsMut[K O]; }

impl<T, const R: usize> TensorRef<T, R> {
    /// Iterates over the views that [`index_axis`](Tensor::index_axis) gives, one for each index of
    /// the axis.
    ///
    /// `Axis::<0>: [a, b] -> a x [b]`
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
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![[1, 2, 3], [4, 5, 6]].axis_iter(Axis::<2>); // `Axis<2>` is not an axis
    /// ```
    ///
    /// numpy: `for row in m`; torch: `unbind`; ndarray: `axis_iter`.
    #[doc(alias("unbind", "outer_iter"))]
    #[inline]
    pub fn axis_iter<A, const O: usize>(&self, _axis: A) -> AxisIter<'_, T, O>
    where
        A: AxisOf<R, Removed = Rank<O>>,
    {
        self.along(A::INDEX)
    }

    /// Iterates over the lanes of an axis: it alone, at each index of all other axes.
    ///
    /// `Axis::<1>: [a, b, c] -> (a * c) x [b]`
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
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![[1, 2, 3], [4, 5, 6]].lanes(Axis::<2>); // `Axis<2>` is not an axis
    /// ```
    ///
    /// ndarray: `lanes`.
    #[inline]
    pub fn lanes<A, const O: usize>(&self, _axis: A) -> Lanes<'_, T, O>
    where
        A: AxisOf<R, Removed = Rank<O>>,
    {
        let (span, layout) = self.view().into_parts();
        Views { cursor: Cursor::parts(span, layout.lanes(A::INDEX)) }
    }

    /// Iterates over the blocks of a size that lie side by side from index zero on.
    ///
    /// What does not fill a block at the end of an axis is left out.
    ///
    /// `[k, l]: [h, w] -> (h / k * w / l) x [k, l]`
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
    /// There is a size for each axis:
    ///
    /// ```compile_fail,E0308
    /// use holor::prelude::*;
    ///
    /// tensor![[1, 2], [3, 4]].exact_chunks([2]);
    /// ```
    ///
    /// # Panics
    /// When a size is zero:
    /// `exact_chunks: [2, 5] by [2, 0]: a window of 0 does not fit axis 1 of size 5`.
    ///
    /// ndarray: `exact_chunks`.
    #[inline]
    #[track_caller]
    pub fn exact_chunks(&self, size: [usize; R]) -> ExactChunks<'_, T, R> {
        raise(self.try_exact_chunks(size))
    }

    /// Returns what [`exact_chunks`](Tensor::exact_chunks) does, or the error it would panic with.
    #[inline]
    pub fn try_exact_chunks(&self, size: [usize; R]) -> Result<ExactChunks<'_, T, R>, ShapeError> {
        let (span, layout) = self.view().into_parts();
        Ok(Views { cursor: Cursor::parts(span, layout.exact_chunks("exact_chunks", size)?) })
    }

    /// Iterates over all blocks of a size, at every index where one fits.
    ///
    /// [`sliding_windows`](Tensor::sliding_windows) has the same blocks as one tensor.
    ///
    /// `[k, l]: [h, w] -> ((h - k + 1) * (w - l + 1)) x [k, l]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let v = tensor![1, 2, 4, 7];
    /// let differences: Vec<i32> = v.windows([2]).map(|pair| pair[[1]] - pair[[0]]).collect();
    /// assert_eq!(differences, [1, 2, 3]);
    /// ```
    ///
    /// There is a size for each axis:
    ///
    /// ```compile_fail,E0308
    /// use holor::prelude::*;
    ///
    /// tensor![1, 2, 4, 7].windows([2, 2]);
    /// ```
    ///
    /// # Panics
    /// When a window is empty or longer than its axis:
    /// `windows: [4] by [5]: a window of 5 does not fit axis 0 of size 4`.
    ///
    /// ndarray: `windows`.
    #[inline]
    #[track_caller]
    pub fn windows(&self, size: [usize; R]) -> Windows<'_, T, R> {
        raise(self.try_windows(size))
    }

    /// Returns what [`windows`](Tensor::windows) does, or the error it would panic with.
    #[inline]
    pub fn try_windows(&self, size: [usize; R]) -> Result<Windows<'_, T, R>, ShapeError> {
        let (span, layout) = self.view().into_parts();
        Ok(Views { cursor: Cursor::parts(span, layout.windows("windows", size)?) })
    }

    /// Iterates over the rows of a matrix.
    ///
    /// `[h, w] -> h x [w]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(m.rows().map(|row| row[[0]]).collect::<Vec<i32>>(), [1, 4]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1, 2, 3].rows(); // a matrix of rank 2 is needed here, found `Rank<1>`
    /// ```
    ///
    /// ndarray: `rows`, which gives all lanes of the last axis of any rank; here that is
    /// `lanes(Last)`.
    #[inline]
    pub fn rows(&self) -> AxisIter<'_, T, 1>
    where
        Rank<R>: IsRankTwo,
    {
        self.along(0)
    }

    /// Iterates over the columns of a matrix.
    ///
    /// `[h, w] -> w x [h]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(m.columns().next().unwrap(), tensor![1, 4]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1, 2, 3].columns(); // a matrix of rank 2 is needed here, found `Rank<1>`
    /// ```
    ///
    /// ndarray: `columns`, which gives all lanes of the first axis of any rank.
    #[inline]
    pub fn columns(&self) -> AxisIter<'_, T, 1>
    where
        Rank<R>: IsRankTwo,
    {
        self.along(1)
    }

    /// Iterates over the channels of an image: along its last axis.
    ///
    /// Channels are last, as image files have them; of channels first, `[c, h, w]`, they are
    /// `axis_iter(Axis::<0>)`.
    ///
    /// `[h, w, c] -> c x [h, w]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let image = tensor![[[1, 2, 3], [4, 5, 6]]]; // one row of two pixels
    /// let blue: TensorView<'_, i32, 2> = image.channels().last().unwrap();
    /// assert_eq!(blue, tensor![[3, 6]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![[1, 2], [3, 4]].channels(); // channels are those of an image of rank 3
    /// ```
    #[inline]
    pub fn channels(&self) -> AxisIter<'_, T, 2>
    where
        Rank<R>: IsRankThree,
    {
        self.along(2)
    }

    /// The views along an axis; that `O` is `R - 1` is known to the callers.
    #[inline]
    fn along<const O: usize>(&self, axis: usize) -> AxisIter<'_, T, O> {
        let (span, layout) = self.view().into_parts();
        Views { cursor: Cursor::parts(span, layout.along(axis)) }
    }
}

// The bound stands at each method: at the impl, the message would not be in words.
impl<T, const R: usize> TensorRef<T, R> {
    /// Iterates as [`axis_iter`](Tensor::axis_iter) does, for writing.
    ///
    /// Copies shared elements first, as [`view_mut`](Tensor::view_mut) does.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let mut m = tensor![[1, 2], [3, 4]];
    /// for mut column in m.axis_iter_mut(Axis::<1>) {
    ///     column[[0]] = 0;
    /// }
    /// assert_eq!(m, tensor![[0, 0], [3, 4]]);
    /// ```
    ///
    /// ndarray: `axis_iter_mut`.
    #[inline]
    pub fn axis_iter_mut<A, const O: usize>(&mut self, _axis: A) -> AxisIterMut<'_, T, O>
    where
        A: AxisOf<R, Removed = Rank<O>>,
    {
        self.along_mut(A::INDEX)
    }

    /// Iterates as [`lanes`](Tensor::lanes) does, for writing.
    ///
    /// Copies shared elements first, as [`view_mut`](Tensor::view_mut) does.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let mut m = tensor![[3, 1, 2], [6, 5, 4]];
    /// for mut row in m.lanes_mut(Last) {
    ///     row.as_slice_mut().unwrap().sort();
    /// }
    /// assert_eq!(m, tensor![[1, 2, 3], [4, 5, 6]]);
    /// ```
    ///
    /// ndarray: `lanes_mut`.
    #[inline]
    pub fn lanes_mut<A, const O: usize>(&mut self, _axis: A) -> LanesMut<'_, T, O>
    where
        A: AxisOf<R, Removed = Rank<O>>,
    {
        let (span, layout) = self.view_mut().into_parts();
        ViewsMut { cursor: Cursor::lanes_mut(span, &layout, A::INDEX) }
    }

    /// Iterates as [`exact_chunks`](Tensor::exact_chunks) does, for writing.
    ///
    /// Copies shared elements first, as [`view_mut`](Tensor::view_mut) does.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let mut m = Tensor::<usize, 2>::zeros([2, 5]);
    /// for (i, mut block) in m.exact_chunks_mut([2, 2]).enumerate() {
    ///     block.fill(i + 1);
    /// }
    /// assert_eq!(m, tensor![[1, 1, 2, 2, 0], [1, 1, 2, 2, 0]]);
    /// ```
    ///
    /// # Panics
    /// When a size is zero:
    /// `exact_chunks_mut: [2, 5] by [2, 0]: a window of 0 does not fit axis 1 of size 5`.
    ///
    /// ndarray: `exact_chunks_mut`.
    #[inline]
    #[track_caller]
    pub fn exact_chunks_mut(&mut self, size: [usize; R]) -> ExactChunksMut<'_, T, R> {
        raise(self.try_exact_chunks_mut(size))
    }

    /// Returns what [`exact_chunks_mut`](Tensor::exact_chunks_mut) does, or the error it would
    /// panic with.
    #[inline]
    pub fn try_exact_chunks_mut(
        &mut self,
        size: [usize; R],
    ) -> Result<ExactChunksMut<'_, T, R>, ShapeError> {
        let (span, layout) = self.view_mut().into_parts();
        Ok(ViewsMut { cursor: Cursor::exact_chunks_mut(span, &layout, size)? })
    }

    /// Iterates over the rows of a matrix, for writing.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let mut m = tensor![[1, 2], [3, 4]];
    /// m.rows_mut().last().unwrap().fill(0);
    /// assert_eq!(m, tensor![[1, 2], [0, 0]]);
    /// ```
    #[inline]
    pub fn rows_mut(&mut self) -> AxisIterMut<'_, T, 1>
    where
        Rank<R>: IsRankTwo,
    {
        self.along_mut(0)
    }

    /// Iterates over the columns of a matrix, for writing.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let mut m = tensor![[1, 2], [3, 4]];
    /// m.columns_mut().last().unwrap().fill(0);
    /// assert_eq!(m, tensor![[1, 0], [3, 0]]);
    /// ```
    #[inline]
    pub fn columns_mut(&mut self) -> AxisIterMut<'_, T, 1>
    where
        Rank<R>: IsRankTwo,
    {
        self.along_mut(1)
    }

    /// Iterates over the channels of an image, along its last axis, for writing.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let mut image = Tensor::<u8, 3>::zeros([1, 2, 3]);
    /// image.channels_mut().last().unwrap().fill(255);
    /// assert_eq!(image, tensor![[[0, 0, 255], [0, 0, 255]]]);
    /// ```
    #[inline]
    pub fn channels_mut(&mut self) -> AxisIterMut<'_, T, 2>
    where
        Rank<R>: IsRankThree,
    {
        self.along_mut(2)
    }

    #[inline]
    fn along_mut<const O: usize>(&mut self, axis: usize) -> AxisIterMut<'_, T, O> {
        let (span, layout) = self.view_mut().into_parts();
        ViewsMut { cursor: Cursor::along_mut(span, &layout, axis) }
    }
}
