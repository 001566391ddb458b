//! Iterators over mutable views of the parts of a tensor.

use super::parts::{AxisIterMut, ExactChunksMut, LanesMut, ViewsMut};
use crate::error::{ShapeError, raise};
use crate::kernels::cursor::Cursor;
use crate::rank::{AxisOf, IsRankThree, IsRankTwo, Rank};
use crate::tensor::TensorRef;

impl<T, const R: usize> TensorRef<T, R> {
    /// Iterates over an axis: a mutable view of the other axes for each of its indices.
    ///
    /// `Axis::<0>: [a, b, c] -> a` mutable views of `[b, c]`
    ///
    /// An owned [`Tensor`](crate::Tensor) that shares its buffer copies its elements first.
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

    /// Iterates over the lanes of an axis as mutable views: see [`lanes`](TensorRef::lanes).
    ///
    /// `Axis::<1>: [a, b, c] -> a * c` mutable views of `[b]`
    ///
    /// An owned [`Tensor`](crate::Tensor) that shares its buffer copies its elements first.
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
        ViewsMut { cursor: Cursor::parts(span, layout.lanes(A::INDEX)) }
    }

    /// Iterates over adjacent blocks of the given shape, from index zero on, as mutable views.
    ///
    /// `[k, l]: [h, w] -> floor(h / k) * floor(w / l)` mutable views of `[k, l]`
    ///
    /// Elements at the end of an axis that do not fill a block are left out. An owned
    /// [`Tensor`](crate::Tensor) that shares its buffer copies its elements first.
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
    /// If a size is zero:
    /// `exact_chunks_mut: [2, 5] by [2, 0]: a window of 0 does not fit axis 1 of size 5`.
    ///
    /// ndarray: `exact_chunks_mut`.
    #[inline]
    #[track_caller]
    pub fn exact_chunks_mut(&mut self, size: [usize; R]) -> ExactChunksMut<'_, T, R> {
        raise(self.try_exact_chunks_mut(size))
    }

    /// Fallible form of [`exact_chunks_mut`](TensorRef::exact_chunks_mut).
    #[inline]
    pub fn try_exact_chunks_mut(
        &mut self,
        size: [usize; R],
    ) -> Result<ExactChunksMut<'_, T, R>, ShapeError> {
        let (span, layout) = self.view_mut().into_parts();
        let parts = layout.exact_chunks("exact_chunks_mut", size)?;
        Ok(ViewsMut { cursor: Cursor::parts(span, parts) })
    }

    /// Iterates over the rows of a matrix as mutable views.
    ///
    /// `[h, w] -> h` mutable views of `[w]`
    ///
    /// An owned [`Tensor`](crate::Tensor) that shares its buffer copies its elements first.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let mut m = tensor![[1, 2], [3, 4]];
    /// m.rows_mut().last().unwrap().fill(0);
    /// assert_eq!(m, tensor![[1, 2], [0, 0]]);
    /// ```
    ///
    /// ndarray: `rows_mut`, in any rank.
    #[inline]
    pub fn rows_mut(&mut self) -> AxisIterMut<'_, T, 1>
    where
        Rank<R>: IsRankTwo,
    {
        self.along_mut(0)
    }

    /// Iterates over the columns of a matrix as mutable views.
    ///
    /// `[h, w] -> w` mutable views of `[h]`
    ///
    /// An owned [`Tensor`](crate::Tensor) that shares its buffer copies its elements first.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let mut m = tensor![[1, 2], [3, 4]];
    /// m.columns_mut().last().unwrap().fill(0);
    /// assert_eq!(m, tensor![[1, 0], [3, 0]]);
    /// ```
    ///
    /// ndarray: `columns_mut`, in any rank.
    #[inline]
    pub fn columns_mut(&mut self) -> AxisIterMut<'_, T, 1>
    where
        Rank<R>: IsRankTwo,
    {
        self.along_mut(1)
    }

    /// Iterates over the channels of an image, which are along its last axis, as mutable views.
    ///
    /// `[h, w, c] -> c` mutable views of `[h, w]`
    ///
    /// An owned [`Tensor`](crate::Tensor) that shares its buffer copies its elements first.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let mut image = Tensor::<u8, 3>::zeros([1, 2, 3]);
    /// image.channels_mut().last().unwrap().fill(255);
    /// assert_eq!(image, tensor![[[0, 0, 255], [0, 0, 255]]]);
    /// ```
    ///
    /// ndarray: `axis_iter_mut(Axis(2))`.
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
        ViewsMut { cursor: Cursor::parts(span, layout.along(axis)) }
    }
}
