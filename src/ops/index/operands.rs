//! The arguments that are lists, or tensors of indices.

use super::in_row_major;
use crate::rank::seal::Seal;
use crate::rank::{Minus, Plus, Rank};
use crate::tensor::{Tensor, TensorRef, TensorView, TensorViewMut};
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// A list of elements of type `T`: a slice, an array, a vector, or a tensor of rank 1.
///
/// ```
/// use holor::operand::ListOf;
/// use holor::prelude::*;
///
/// fn sums(m: &MatrixRef<f64>, groups: impl ListOf<usize>) -> Matrix<f64> {
///     m.segment_sum(Axis::<0>, groups, 2)
/// }
/// let m = tensor![[1.0], [2.0], [4.0]];
/// assert_eq!(sums(&m, [0, 1, 0]), tensor![[5.0], [2.0]]);
/// assert_eq!(sums(&m, &tensor![0, 1, 1]), tensor![[1.0], [6.0]]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither a list of `{T}` nor a tensor of rank 1 of them",
    label = "expected a list of `{T}`",
    note = "a list is a slice, an array or a `Vec`: `&[..]`",
    note = "indices are `usize`, masks `bool`; `.cast::<usize>()` converts integers"
)]
pub trait ListOf<T: Clone> {
    /// The elements in order.
    #[doc(hidden)]
    fn list(&self, _: Seal) -> Cow<'_, [T]>;
}

/// The indices that [`take`](TensorRef::take) selects along an axis of a tensor of rank `R`: a list of
/// `usize`, or a tensor of `usize` of any rank.
///
/// `Output` is the [`Rank`] of the result: `R` for a list, `R - 1 + K` for a tensor of rank `K`.
///
/// ```
/// use holor::operand::TakeIndices;
/// use holor::prelude::*;
///
/// /// The first index once more, at the end.
/// fn closed<const R: usize>(curve: &TensorRef<f64, R>) -> Tensor<f64, R>
/// where
///     Axis<0>: AxisOf<R>,
/// {
///     let indices: Vec<usize> = (0..curve.shape()[0]).chain([0]).collect();
///     curve.take(Axis::<0>, &indices)
/// }
/// assert_eq!(closed(&tensor![1.0, 2.0]), tensor![1.0, 2.0, 1.0]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list or a tensor of indices, which are `usize`",
    label = "expected indices",
    note = "a list is a slice, an array or a `Vec`: `&[0, 2]`; a tensor of indices has any rank",
    note = "one index is `index_axis(axis, i)`; `.cast::<usize>()` converts integers, `select` takes a mask"
)]
pub trait TakeIndices<const R: usize> {
    /// The rank of the result.
    type Output;

    /// The indices in row-major order.
    #[doc(hidden)]
    fn indices(&self, _: Seal) -> Cow<'_, [usize]>;

    /// The shape of the indices.
    #[doc(hidden)]
    fn sizes(&self, _: Seal) -> Cow<'_, [usize]>;
}

macro_rules! lists {
    ($([$($generic:tt)*] $List:ty, $Indices:ty;)+) => { $(
        #[diagnostic::do_not_recommend]
        impl<T: Clone, $($generic)*> ListOf<T> for $List {
            fn list(&self, _: Seal) -> Cow<'_, [T]> {
                Cow::Borrowed(&self[..])
            }
        }

        #[diagnostic::do_not_recommend]
        impl<$($generic)* const R: usize> TakeIndices<R> for $Indices {
            type Output = Rank<R>;

            fn indices(&self, _: Seal) -> Cow<'_, [usize]> {
                Cow::Borrowed(&self[..])
            }

            fn sizes(&self, _: Seal) -> Cow<'_, [usize]> {
                Cow::Owned([self.len()].to_vec())
            }
        }
    )+ };
}

lists! {
    [] &[T], &[usize];
    [const N: usize,] [T; N], [usize; N];
    [const N: usize,] &[T; N], &[usize; N];
    [] Vec<T>, Vec<usize>;
    [] &Vec<T>, &Vec<usize>;
}

macro_rules! tensors {
    ($($Vector:ty, $Indices:ty;)+) => { $(
        #[diagnostic::do_not_recommend]
        impl<T: Clone> ListOf<T> for $Vector {
            fn list(&self, _: Seal) -> Cow<'_, [T]> {
                in_row_major(self)
            }
        }

        // Recommended: of a rank that is too large, rustc then says so.
        impl<const R: usize, const K: usize, const P: usize, const O: usize> TakeIndices<R>
            for $Indices
        where
            Rank<R>: Minus<Rank<1>, Output = Rank<P>>,
            Rank<P>: Plus<Rank<K>, Output = Rank<O>>,
        {
            type Output = Rank<O>;

            fn indices(&self, _: Seal) -> Cow<'_, [usize]> {
                in_row_major(self)
            }

            fn sizes(&self, _: Seal) -> Cow<'_, [usize]> {
                Cow::Borrowed(self.layout().shape_ref())
            }
        }
    )+ };
}

tensors! {
    &TensorRef<T, 1>, &TensorRef<usize, K>;
    &Tensor<T, 1>, &Tensor<usize, K>;
    &TensorView<'_, T, 1>, &TensorView<'_, usize, K>;
    &TensorViewMut<'_, T, 1>, &TensorViewMut<'_, usize, K>;
    TensorView<'_, T, 1>, TensorView<'_, usize, K>;
    Tensor<T, 1>, Tensor<usize, K>;
}
