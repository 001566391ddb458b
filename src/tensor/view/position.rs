//! View methods that select a row, a column or a channel.

use super::fallible_views;
use crate::error::{ShapeError, raise};
use crate::layout::Layout;
use crate::rank::{IsRankThree, IsRankTwo, Rank};
use crate::tensor::{TensorRef, TensorView, TensorViewMut};

/// Selects an index of an axis; errors carry the name of the operation.
#[inline]
fn at<const R: usize, const O: usize>(
    operation: &'static str,
    layout: &Layout<R>,
    axis: usize,
    index: usize,
) -> Result<Layout<O>, ShapeError> {
    layout.index_axis(axis, index).map_err(|error| error.during(operation))
}

fallible_views! {
    /// Selects a row of a matrix: `index_axis(Axis::<0>, index)`.
    ///
    /// `i: [h, w] -> [w]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2, 3], [4, 5, 6]];
    /// let row: TensorView<'_, i32, 1> = m.row(1);
    /// assert_eq!(row, tensor![4, 5, 6]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![[[1, 2, 3]]].row(0); // a matrix of rank 2 is needed here, found `Rank<3>`
    /// ```
    ///
    /// # Panics
    /// When the index is out of range:
    /// `row: [2, 3]: index 2 is out of range for axis 0 of size 2`.
    ///
    /// numpy and torch: `m[i]`; ndarray: `row`.
    row or try_row[](index: usize) -> [1]
        /// ```
        /// use holor::prelude::*;
        ///
        /// let mut m = Tensor::<i32, 2>::zeros([2, 3]);
        /// m.row_mut(1).assign(&tensor![1, 2, 3]);
        /// assert_eq!(m, tensor![[0, 0, 0], [1, 2, 3]]);
        /// ```
        ///
        /// numpy and torch: `m[i] = ..`; ndarray: `row_mut`.
        mut row_mut or try_row_mut where [Rank<R>: IsRankTwo] {
        |layout: &Layout<R>, index| at("row", layout, 0, index)
    }

    /// Selects a column of a matrix: `index_axis(Axis::<1>, index)`.
    ///
    /// `j: [h, w] -> [h]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2, 3], [4, 5, 6]];
    /// let column: TensorView<'_, i32, 1> = m.column(1);
    /// assert_eq!(column, tensor![2, 5]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1, 2, 3].column(0); // a matrix of rank 2 is needed here, found `Rank<1>`
    /// ```
    ///
    /// # Panics
    /// When the index is out of range:
    /// `column: [2, 3]: index 3 is out of range for axis 1 of size 3`.
    ///
    /// numpy and torch: `m[:, j]`; ndarray: `column`.
    column or try_column[](index: usize) -> [1]
        /// ```
        /// use holor::prelude::*;
        ///
        /// let mut m = Tensor::<i32, 2>::zeros([2, 3]);
        /// m.column_mut(1).fill(7);
        /// assert_eq!(m, tensor![[0, 7, 0], [0, 7, 0]]);
        /// ```
        ///
        /// numpy and torch: `m[:, j] = ..`; ndarray: `column_mut`.
        mut column_mut or try_column_mut where [Rank<R>: IsRankTwo] {
        |layout: &Layout<R>, index| at("column", layout, 1, index)
    }

    /// Selects a channel of an image: `index_axis(Last, index)`.
    ///
    /// Channels are the last axis, as in image files. If they are the first, `[c, h, w]`, use
    /// `index_axis(Axis::<0>, index)`.
    ///
    /// `k: [h, w, c] -> [h, w]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let image = tensor![[[1, 2, 3], [4, 5, 6]]]; // one row of two pixels
    /// let red: TensorView<'_, i32, 2> = image.channel(0);
    /// assert_eq!(red, tensor![[1, 4]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![[1, 2, 3]].channel(0); // channels are those of an image of rank 3
    /// ```
    ///
    /// # Panics
    /// When the index is out of range:
    /// `channel: [1, 2, 3]: index 3 is out of range for axis 2 of size 3`.
    ///
    /// numpy and torch: `image[..., k]`.
    channel or try_channel[](index: usize) -> [2]
        /// ```
        /// use holor::prelude::*;
        ///
        /// let mut image = tensor![[[1, 2, 3], [4, 5, 6]]]; // one row of two pixels
        /// image.channel_mut(2).fill(0);
        /// assert_eq!(image, tensor![[[1, 2, 0], [4, 5, 0]]]);
        /// ```
        ///
        /// numpy and torch: `image[..., k] = ..`.
        mut channel_mut or try_channel_mut where [Rank<R>: IsRankThree] {
        |layout: &Layout<R>, index| at("channel", layout, 2, index)
    }
}
