//! View methods that select along axes.

use super::fallible_views;
use crate::error::{ShapeError, raise};
use crate::layout::{Layout, Slicer};
use crate::rank::{AxisOf, Rank, SliceOf};
use crate::tensor::{TensorRef, TensorView, TensorViewMut};

/// Applies the selectors one by one; after the first error the remaining ones are skipped.
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
    // Inlined once for each selector, because the kind of the selector is then a constant.
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
    /// Selects along every axis by an index or a range.
    ///
    /// [`s!`](crate::s) takes one selector for each axis:
    ///
    /// - `i`, an index, selects one element and removes the axis.
    /// - `a..b`, `a..`, `..b`, `..`, `a..=b`, a range, selects a part of the axis.
    /// - `a..b;k` selects every `k`-th element of the range. With a negative `k`, it starts at the last
    ///   element of the range and goes backwards.
    /// - `NewAxis` inserts an axis of size 1.
    ///
    /// A negative index or bound counts from the end of the axis.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]];
    /// let block: TensorView<'_, i32, 2> = m.slice(s![1.., ..2]);
    /// assert_eq!(block, tensor![[5, 6], [9, 10]]);
    /// let column: TensorView<'_, i32, 1> = m.slice(s![.., -1]);
    /// assert_eq!(column, tensor![4, 8, 12]);
    /// assert_eq!(m.slice(s![0, ..;-2]), tensor![4, 2]);
    /// assert_eq!(m.slice(s![NewAxis, .., 0]).shape(), [1, 3]);
    /// ```
    ///
    /// The number of selectors has to be the number of axes:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![[1, 2], [3, 4]].slice(s![0, .., 1]); // more selectors than axes
    /// ```
    ///
    /// # Panics
    /// - `slice: [3, 4]: index 3 is out of range for axis 0 of size 3`,
    /// - `slice: [3, 4]: range 1..5 is out of bounds for axis 0 of size 3`,
    /// - `slice: [3, 4]: range 2..1 on axis 0 ends before it starts`,
    /// - `slice: [3, 4]: the step on axis 0 is zero`.
    ///
    /// numpy and torch: basic indexing `m[1:, :2]`, which clips ranges; ndarray: `slice(s![..])`.
    slice or try_slice[A, const O: usize](selectors: A) -> [O]
        /// ```
        /// use holor::prelude::*;
        ///
        /// let mut m = Tensor::<i32, 2>::zeros([2, 3]);
        /// m.slice_mut(s![1, ..2]).assign(&tensor![7, 8]);
        /// assert_eq!(m, tensor![[0, 0, 0], [7, 8, 0]]);
        /// ```
        ///
        /// numpy and torch: `m[1, :2] = ..`; ndarray: `slice_mut`.
        mut slice_mut or try_slice_mut where [
        A: SliceOf<Rank<R>, Rank<R>, Output = Rank<O>>,
    ] { slice_by }

    /// Selects `len` consecutive indices of an axis, the first of which is `start`.
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
    /// tensor![[1, 2, 3], [4, 5, 6]].narrow(Axis::<2>, 0, 1); // axes are 0 and 1
    /// ```
    ///
    /// # Panics
    /// When `start + len` is greater than the size of the axis:
    /// `narrow: [2, 3]: range 2..5 is out of bounds for axis 1 of size 3`.
    ///
    /// torch: `narrow`; ndarray: `slice_axis`.
    #[doc(alias = "slice_axis")]
    narrow or try_narrow[A: AxisOf<R>](axis: A, start: usize, len: usize) -> [R]
        /// ```
        /// use holor::prelude::*;
        ///
        /// let mut m = Tensor::<i32, 2>::zeros([2, 3]);
        /// m.narrow_mut(Last, 1, 2).fill(7);
        /// assert_eq!(m, tensor![[0, 7, 7], [0, 7, 7]]);
        /// ```
        ///
        /// torch: `narrow`; ndarray: `slice_axis_mut`.
        mut narrow_mut or try_narrow_mut where []
    {
        |layout: &Layout<R>, _, start, len| layout.narrow(A::INDEX, start, len)
    }

    /// Selects one index of an axis and removes the axis.
    ///
    /// `(Axis::<0>, i): [a, b] -> [b]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2], [3, 4]];
    /// let row: TensorView<'_, i32, 1> = m.index_axis(Axis::<0>, 1);
    /// assert_eq!(row, tensor![3, 4]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![[1, 2], [3, 4]].index_axis(Axis::<2>, 0); // axes are 0 and 1
    /// ```
    ///
    /// # Panics
    /// When the index is out of range:
    /// `index_axis: [2, 2]: index 2 is out of range for axis 0 of size 2`.
    ///
    /// numpy: `m[1]`, `take(i, axis)`; torch: `select`; ndarray: `index_axis`.
    #[doc(alias("select", "take"))]
    index_axis or try_index_axis[A, const O: usize](axis: A, index: usize) -> [O]
        /// ```
        /// use holor::prelude::*;
        ///
        /// let mut m = tensor![[1, 2], [3, 4]];
        /// m.index_axis_mut(Axis::<1>, 0).fill(0);
        /// assert_eq!(m, tensor![[0, 2], [0, 4]]);
        /// ```
        ///
        /// numpy: `m[:, 0] = ..`; ndarray: `index_axis_mut`.
        mut index_axis_mut or try_index_axis_mut where [
        A: AxisOf<R, Removed = Rank<O>>,
    ] { |layout: &Layout<R>, _, index| layout.index_axis(A::INDEX, index) }

    /// Selects every `step`-th index of an axis, from the first on.
    ///
    /// A negative step starts at the last index and goes backwards.
    ///
    /// `(Axis::<1>, k): [a, b] -> [a, ceil(b / |k|)]`
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
    /// tensor![0, 1, 2].step(Axis::<1>, 2); // the axis is 0
    /// ```
    ///
    /// # Panics
    /// When the step is zero: `step: [10]: the step on axis 0 is zero`.
    ///
    /// numpy: `v[::3]`; torch: `v[::3]`, positive steps only; ndarray: `slice(s![..;3])`.
    step or try_step[A: AxisOf<R>](axis: A, step: isize) -> [R] where [] {
        |layout: &Layout<R>, _, step| layout.step(A::INDEX, step)
    }
}
