//! Views that order, add and remove axes.

use super::{fallible_views, views};
use crate::error::{ShapeError, raise};
use crate::layout::Layout;
use crate::rank::{AxisOf, DistinctFrom, InsertInto, IsRankTwo, MatrixRank, Permutation, Rank};
use crate::tensor::{TensorRef, TensorView, TensorViewMut};

views! {
    /// Orders the axes anew: axis `i` of the view is axis `axes[i]` of the tensor.
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
    /// Each axis is named once, or it does not compile:
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
    /// A vector has no second axis to swap with:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1, 2, 3].transpose(); // a matrix needs rank 2 or more, found `Rank<1>`
    /// ```
    ///
    /// numpy: `matrix_transpose`, `mT`; torch: `mT`. For numpy's `T` see
    /// [`reverse_axes`](Tensor::reverse_axes).
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
    /// Of a higher rank, [`transpose`](TensorRef::transpose) swaps the last two axes,
    /// [`swap_axes`](TensorRef::swap_axes) any two, and [`reverse_axes`](TensorRef::reverse_axes)
    /// reverses all:
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

    /// Swaps two axes.
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
    /// numpy: `swapaxes`; torch: `transpose(a, b)`; ndarray: `swap_axes`.
    #[doc(alias = "swapaxes")]
    swap_axes[A: AxisOf<R>, B: AxisOf<R>](a: A, b: B) -> R where [] {
        |layout| layout.swap_axes(A::INDEX, B::INDEX)
    }

    /// Moves an axis to another place; the others keep their order.
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
    /// Tensor::<f32, 2>::zeros([2, 3]).move_axis(Axis::<2>, Last);
    /// ```
    ///
    /// numpy: `moveaxis`; torch: `movedim`.
    #[doc(alias("moveaxis", "movedim"))]
    move_axis[A: AxisOf<R>, B: AxisOf<R>](from: A, to: B) -> R where [] {
        |layout| layout.move_axis(A::INDEX, B::INDEX)
    }

    /// Inserts an axis of size 1, which then has the given place in the result.
    ///
    /// `Axis::<1>: [a, b] -> [a, 1, b]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let column: Tensor<i32, 2> = tensor![1, 2, 3].unsqueeze(Last);
    /// assert_eq!(column.shape(), [3, 1]);
    /// ```
    ///
    /// Places are 0 to the rank:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1, 2, 3].unsqueeze(Axis::<2>);
    /// ```
    ///
    /// numpy: `expand_dims`, `newaxis`; torch: `unsqueeze`; ndarray: `insert_axis`.
    #[doc(alias("expand_dims", "newaxis", "insert_axis"))]
    unsqueeze[A, const O: usize](axis: A) -> O where [A: InsertInto<R, Inserted = Rank<O>>] {
        |layout| layout.unsqueeze(A::INDEX)
    }

    /// Reverses the order of the elements along an axis.
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
    /// tensor![[1, 2], [3, 4]].flip(Axis::<2>);
    /// ```
    ///
    /// numpy and torch: `flip`; ndarray: `invert_axis`.
    #[doc(alias = "invert_axis")]
    flip[A: AxisOf<R>](axis: A) -> R where [] { |layout| layout.flip(A::INDEX) }

    /// Selects the elements whose indices along two axes are equal; they go along a last axis.
    ///
    /// `(Axis::<0>, Axis::<2>): [a, b, a] -> [b, a]`, of unequal sizes the smaller
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(m.diagonal(Axis::<0>, Axis::<1>), tensor![1, 5]);
    /// ```
    ///
    /// The two axes differ:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![[1, 2], [3, 4]].diagonal(Axis::<1>, Axis::<1>); // `Axis<1>` is named twice
    /// ```
    ///
    /// numpy and torch: `diagonal`.
    diagonal[A, B, const O: usize](a: A, b: B) -> O where [
        A: AxisOf<R, Removed = Rank<O>>,
        B: AxisOf<R>,
        A::At: DistinctFrom<B::At>,
    ] { |layout| layout.diagonal(A::INDEX, B::INDEX) }
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
    /// let v: Tensor<i32, 1> = column.squeeze(Last);
    /// assert_eq!(v, tensor![1, 2, 3]);
    /// ```
    ///
    /// A scalar has no axis to remove:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// Tensor::scalar(1).squeeze(Last);
    /// ```
    ///
    /// # Panics
    /// When the size is not 1: `squeeze: [2, 3]: axis 1 has size 3, not 1`.
    ///
    /// numpy: `squeeze(axis)`; torch: `squeeze(dim)`, which ignores other sizes.
    squeeze or try_squeeze[A, const O: usize](axis: A) -> [O] where [
        A: AxisOf<R, Removed = Rank<O>>,
    ] { |layout: &Layout<R>, _| layout.squeeze(A::INDEX) }
}
