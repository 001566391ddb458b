//! Iterators over mutable views of a tensor's parts.

use super::parts::{AxisIterMut, ExactChunksMut, LanesMut, ViewsMut};
use crate::error::{ShapeError, raise};
use crate::kernels::cursor::Cursor;
use crate::rank::{AxisOf, IsRankThree, IsRankTwo, Rank};
use crate::tensor::TensorRef;

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
    pub fn lanes_mut<A>(&mut self, _axis: A) -> LanesMut<'_, T, R>
    where
        A: AxisOf<R>,
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
