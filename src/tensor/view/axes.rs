//! View methods that order, add and remove axes.

use super::{fallible_views, views};
use crate::error::{ShapeError, raise};
use crate::layout::Layout;
use crate::rank::{AxisOf, DistinctFrom, InsertInto, IsRankTwo, MatrixRank, Permutation, Rank};
use crate::tensor::{Tensor, TensorRef, TensorView, TensorViewMut};

views! {
    /// Reorders the axes: axis `i` of the result is axis `axes[i]` of the tensor.
    ///
    /// `axes![2, 0, 1]: [a, b, c] -> [c, a, b]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let image = Tensor::<u8, 3>::zeros([4, 6, 3]); // height, width, channels
    /// let planes = image.permute(axes![2, 0, 1]);
    /// assert_eq!(planes.shape(), [3, 4, 6]);
    /// assert!(planes.shares_memory_with(&image));
    /// ```
    ///
    /// Each axis has to appear exactly once:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// Tensor::<u8, 3>::zeros([4, 6, 3]).permute(axes![2, 0, 0]); // `Axis<0>` is named twice
    /// ```
    ///
    /// numpy: `transpose(axes)`; torch: `permute`; ndarray: `permuted_axes`.
    #[doc(alias = "permuted_axes")]
    permute[P: Permutation<R>](axes: P) -> R where [] { |layout| layout.permute(P::AXES) }

    /// Swaps the last two axes.
    ///
    /// `[.., m, n] -> [.., n, m]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(m.transpose(), tensor![[1, 4], [2, 5], [3, 6]]);
    /// ```
    ///
    /// A vector has only one axis:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1, 2, 3].transpose(); // a matrix needs rank 2 or more, found `Rank<1>`
    /// ```
    ///
    /// numpy: `matrix_transpose`, `mT`; torch: `mT`. numpy's `T` is
    /// [`reverse_axes`](TensorRef::reverse_axes).
    #[doc(alias("mT", "matrix_transpose"))]
    transpose[]() -> R where [Rank<R>: MatrixRank] { |layout| layout.transpose() }

    /// Transposes a matrix.
    ///
    /// `[m, n] -> [n, m]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![[1, 2, 3], [4, 5, 6]].t(), tensor![[1, 4], [2, 5], [3, 6]]);
    /// ```
    ///
    /// A tensor of higher rank has more than one transpose. [`transpose`](TensorRef::transpose) swaps
    /// the last two axes, [`swap_axes`](TensorRef::swap_axes) any two, and
    /// [`reverse_axes`](TensorRef::reverse_axes) reverses the order of all:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// Tensor::<f32, 3>::zeros([2, 3, 4]).t(); // a matrix of rank 2 is needed here, found `Rank<3>`
    /// ```
    ///
    /// numpy: `T`; torch and ndarray: `t()`.
    #[doc(alias = "T")]
    t[]() -> R where [Rank<R>: IsRankTwo] { |layout| layout.transpose() }

    /// Reverses the order of the axes.
    ///
    /// `[a, b, c] -> [c, b, a]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(Tensor::<f32, 3>::zeros([2, 3, 4]).reverse_axes().shape(), [4, 3, 2]);
    /// ```
    ///
    /// numpy: `T`; ndarray: `reversed_axes`.
    #[doc(alias("T", "reversed_axes"))]
    reverse_axes[]() -> R where [] { |layout| layout.reverse_axes() }

    /// Swaps any two axes.
    ///
    /// `(Axis::<0>, Axis::<2>): [a, b, c] -> [c, b, a]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let t = Tensor::<f32, 3>::zeros([2, 3, 4]);
    /// assert_eq!(t.swap_axes(Axis::<0>, Last).shape(), [4, 3, 2]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// let t = Tensor::<f32, 3>::zeros([2, 3, 4]);
    /// t.swap_axes(Axis::<0>, Axis::<3>); // `Axis<3>` is not an axis of a rank-3 tensor
    /// ```
    ///
    /// numpy: `swapaxes`; torch: `transpose(a, b)`; ndarray: `swap_axes`, in place.
    #[doc(alias = "swapaxes")]
    swap_axes[A: AxisOf<R>, B: AxisOf<R>](a: A, b: B) -> R where [] {
        |layout| layout.swap_axes(A::INDEX, B::INDEX)
    }

    /// Moves an axis to another position; the other axes keep their order.
    ///
    /// `(Axis::<0>, Last): [a, b, c] -> [b, c, a]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let t = Tensor::<f32, 3>::zeros([2, 3, 4]);
    /// assert_eq!(t.move_axis(Axis::<0>, Last).shape(), [3, 4, 2]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// Tensor::<f32, 2>::zeros([2, 3]).move_axis(Axis::<2>, Last); // axes are 0 and 1
    /// ```
    ///
    /// numpy: `moveaxis`; torch: `movedim`.
    #[doc(alias("moveaxis", "movedim"))]
    move_axis[A: AxisOf<R>, B: AxisOf<R>](from: A, to: B) -> R where [] {
        |layout| layout.move_axis(A::INDEX, B::INDEX)
    }

    /// Inserts an axis of size 1 at a position of the result.
    ///
    /// `Axis::<1>: [a, b] -> [a, 1, b]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let v = tensor![1, 2, 3];
    /// let column: TensorView<'_, i32, 2> = v.unsqueeze(Last);
    /// assert_eq!(column, tensor![[1], [2], [3]]);
    /// assert_eq!(v.unsqueeze(Axis::<0>).shape(), [1, 3]);
    /// ```
    ///
    /// A tensor of rank `R` has the positions 0 to `R`:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1, 2, 3].unsqueeze(Axis::<2>); // positions are 0 and 1
    /// ```
    ///
    /// numpy: `expand_dims`, `newaxis`; torch: `unsqueeze`; ndarray: `insert_axis`.
    #[doc(alias("expand_dims", "newaxis", "insert_axis"))]
    unsqueeze[A, const O: usize](axis: A) -> O where [A: InsertInto<R, Inserted = Rank<O>>] {
        |layout| layout.unsqueeze(A::INDEX)
    }

    /// Reverses the order of the elements along an axis.
    ///
    /// The shape stays the same.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![[1, 2], [3, 4]].flip(Axis::<0>), tensor![[3, 4], [1, 2]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![[1, 2], [3, 4]].flip(Axis::<2>); // axes are 0 and 1
    /// ```
    ///
    /// numpy and torch: `flip`; ndarray: `invert_axis`.
    #[doc(alias = "invert_axis")]
    flip[A: AxisOf<R>](axis: A) -> R where [] { |layout| layout.flip(A::INDEX) }

    /// Selects the elements with equal indices along two axes; the diagonal is the last axis.
    ///
    /// `(Axis::<0>, Axis::<2>): [a, b, c] -> [b, min(a, c)]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(m.diagonal(Axis::<0>, Axis::<1>), tensor![1, 5]);
    /// ```
    ///
    /// The two axes have to be different:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![[1, 2], [3, 4]].diagonal(Axis::<1>, Axis::<1>); // `Axis<1>` is named twice
    /// ```
    ///
    /// numpy and torch: `diagonal`; ndarray: `diag`, of all axes.
    diagonal[A, B, const O: usize](a: A, b: B) -> O where [
        A: AxisOf<R, Removed = Rank<O>>,
        B: AxisOf<R>,
        A::At: DistinctFrom<B::At>,
    ] { |layout| layout.diagonal(A::INDEX, B::INDEX, 0) }

    /// Selects the elements above or below the main diagonal of two axes; the diagonal is the last axis.
    ///
    /// `(Axis::<0>, Axis::<2>, k): [a, b, c] -> [b, min(a, c - k)]`, with a negative `k`
    /// `[b, min(a + k, c)]`
    ///
    /// The index along the second axis is that along the first axis plus `offset`. A diagonal outside of
    /// the tensor is empty.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(m.diagonal_with_offset(Axis::<0>, Axis::<1>, 1), tensor![2, 6]);
    /// assert_eq!(m.diagonal_with_offset(Axis::<0>, Axis::<1>, -1), tensor![4]);
    ///
    /// // The traces of a batch of matrices: the sums of their diagonals.
    /// let batch = Tensor::<f32, 4>::ones([5, 4, 3, 3]);
    /// let traces = batch.diagonal_with_offset(Back::<2>, Last, 1).sum(Last);
    /// assert_eq!(traces, Tensor::full([5, 4], 2.0));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2], [3, 4]];
    /// m.diagonal_with_offset(Axis::<0>, Axis::<2>, 1); // `Axis<2>` is not an axis of a rank-2 tensor
    /// ```
    ///
    /// numpy and torch: `diagonal(offset)`.
    diagonal_with_offset[A, B, const O: usize](a: A, b: B, offset: isize) -> O where [
        A: AxisOf<R, Removed = Rank<O>>,
        B: AxisOf<R>,
        A::At: DistinctFrom<B::At>,
    ] { |layout| layout.diagonal(A::INDEX, B::INDEX, offset) }
}

fallible_views! {
    /// Removes an axis of size 1.
    ///
    /// `Axis::<1>: [a, 1, b] -> [a, b]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let column = tensor![[1], [2], [3]];
    /// let v: TensorView<'_, i32, 1> = column.squeeze(Last);
    /// assert_eq!(v, tensor![1, 2, 3]);
    /// ```
    ///
    /// A tensor of rank 0 has no axis:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// Tensor::scalar(1).squeeze(Last);
    /// ```
    ///
    /// # Panics
    /// When the size of the axis is not 1: `squeeze: [2, 3]: axis 1 has size 3, not 1`.
    ///
    /// numpy: `squeeze(axis)`; torch: `squeeze(dim)`, which keeps an axis of another size; ndarray:
    /// `remove_axis`, of any size.
    squeeze or try_squeeze[A, const O: usize](axis: A) -> [O] where [
        A: AxisOf<R, Removed = Rank<O>>,
    ] { |layout: &Layout<R>, _| layout.squeeze(A::INDEX) }
}
