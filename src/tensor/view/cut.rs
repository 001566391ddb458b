//! Views that select along axes.

use super::fallible_views;
use crate::error::{ShapeError, raise};
use crate::layout::{Layout, Slicer};
use crate::rank::{AxisOf, Rank, SliceOf};
use crate::tensor::{TensorRef, TensorView, TensorViewMut};

/// Walks the selectors; after the first that fails, the rest is passed over.
#[inline]
fn slice_by<A, const R: usize, const O: usize>(
    layout: &Layout<R>,
    selectors: A,
) -> Result<Layout<O>, ShapeError>
where
    A: SliceOf<Rank<R>, Rank<R>, Output = Rank<O>>,
{
    let mut slicer = Slicer::new(*layout);
    let mut result = Ok(());
    // Inlined once for each selector, whose kind is known there.
    selectors.each(
        #[inline(always)]
        |selector| {
            if result.is_ok() {
                result = slicer.push(selector);
            }
        },
    );
    result?;
    slicer.finish()
}

fallible_views! {
    /// Selects along every axis at once: an index, a range, a stepped range or a new axis each.
    ///
    /// The selectors are written with [`s!`](crate::s): an index removes its axis, `NewAxis` adds
    /// one of size 1, a range keeps its axis. Negative indices and bounds count from the end.
    /// `a..b;k` takes every `k`-th of `a..b`; with a negative `k` in reverse, from the last element
    /// of `a..b` on.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]];
    /// let block: Tensor<i32, 2> = m.slice(s![1.., ..2]);
    /// assert_eq!(block, tensor![[5, 6], [9, 10]]);
    /// let column: Tensor<i32, 1> = m.slice(s![.., -1]);
    /// assert_eq!(column, tensor![4, 8, 12]);
    /// assert_eq!(m.slice(s![0, ..;-2]), tensor![4, 2]);
    /// assert_eq!(m.slice(s![NewAxis, .., 0]).shape(), [1, 3]);
    /// ```
    ///
    /// There is one selector for each axis:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![[1, 2], [3, 4]].slice(s![0, .., 1]); // more selectors than axes
    /// ```
    ///
    /// # Panics
    /// When an index or a range reaches outside of its axis, a range ends before it starts, or a
    /// step is zero: `slice: [3, 4]: range 1..5 is out of bounds for axis 0 of size 3`.
    ///
    /// numpy and torch: basic indexing `m[1:, :2]`, which clips ranges; ndarray: `slice(s![..])`.
    slice or try_slice[A, const O: usize](selectors: A) -> [O]
        mut slice_mut or try_slice_mut where [
        A: SliceOf<Rank<R>, Rank<R>, Output = Rank<O>>,
    ] { slice_by }

    /// Selects `len` neighbours along an axis, from `start` on.
    ///
    /// `(Axis::<1>, 2, 3): [a, b] -> [a, 3]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(m.narrow(Axis::<1>, 1, 2), tensor![[2, 3], [5, 6]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![[1, 2, 3], [4, 5, 6]].narrow(Axis::<2>, 0, 1);
    /// ```
    ///
    /// # Panics
    /// When `start + len` exceeds the size:
    /// `narrow: [2, 3]: range 2..5 is out of bounds for axis 1 of size 3`.
    ///
    /// torch: `narrow`; ndarray: `slice_axis`.
    #[doc(alias = "slice_axis")]
    narrow or try_narrow[A: AxisOf<R>](axis: A, start: usize, len: usize) -> [R]
        mut narrow_mut or try_narrow_mut where []
    {
        |layout: &Layout<R>, _, start, len| layout.narrow(A::INDEX, start, len)
    }

    /// Selects one index along an axis, which is removed.
    ///
    /// `(Axis::<0>, i): [a, b] -> [b]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let row: Tensor<i32, 1> = tensor![[1, 2], [3, 4]].index_axis(Axis::<0>, 1);
    /// assert_eq!(row, tensor![3, 4]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![[1, 2], [3, 4]].index_axis(Axis::<2>, 0);
    /// ```
    ///
    /// # Panics
    /// When the index is out of range:
    /// `index_axis: [2, 2]: index 2 is out of range for axis 0 of size 2`.
    ///
    /// numpy: `m[1]`, `take(i, axis)`; torch: `select`; ndarray: `index_axis`.
    #[doc(alias("select", "take"))]
    index_axis or try_index_axis[A, const O: usize](axis: A, index: usize) -> [O]
        mut index_axis_mut or try_index_axis_mut where [
        A: AxisOf<R, Removed = Rank<O>>,
    ] { |layout: &Layout<R>, _, index| layout.index_axis(A::INDEX, index) }

    /// Selects every `step`-th element along an axis; a negative step starts at the end.
    ///
    /// `(Axis::<1>, 2): [a, b] -> [a, ceil(b / 2)]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let v = tensor![0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
    /// assert_eq!(v.step(Axis::<0>, 3), tensor![0, 3, 6, 9]);
    /// assert_eq!(v.step(Axis::<0>, -4), tensor![9, 5, 1]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![0, 1, 2].step(Axis::<1>, 2);
    /// ```
    ///
    /// # Panics
    /// When the step is zero: `step: [10]: the step on axis 0 is zero`.
    ///
    /// numpy: `v[::3]`; torch: `v[::3]`, positive only.
    step or try_step[A: AxisOf<R>](axis: A, step: isize) -> [R] where [] {
        |layout: &Layout<R>, _, step| layout.step(A::INDEX, step)
    }
}
