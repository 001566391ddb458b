//! `where_cond`: a choice by a mask, between tensors or scalars.

use super::elementwise::{result_layout, scalar, spread};
use crate::error::{ShapeError, raise};
use crate::kernels;
use crate::layout::common_shape_of;
use crate::rank::seal::Seal;
use crate::rank::{BroadcastWith, Rank};
use crate::tensor::{Tensor, TensorRef, TensorView, TensorViewMut};
use num_complex::Complex;

/// Names what [`where_cond`](Tensor::where_cond) chooses elements `T` from, beside a mask of rank
/// `R`: a tensor that broadcasts, or a number.
///
/// A scalar of another type is `&Tensor::scalar(value)`: were every `T` an operand, a tensor would be
/// one too, as an element, and the type of the elements would have to be written down.
///
/// `Output` is the [`Rank`] to which both broadcast.
#[diagnostic::on_unimplemented(
    message = "where_cond: `{Self}` is neither a tensor nor a scalar of `{T}`",
    label = "expected a borrowed tensor or a number, of type `{T}`",
    note = "give `&other`, a tensor that broadcasts, or a number; other scalars are `&Tensor::scalar(value)`"
)]
pub trait WhereOperand<T, const R: usize> {
    /// The rank to which both broadcast.
    type Output;

    /// The shape, which for a scalar is empty.
    #[doc(hidden)]
    fn sizes(&self, _: Seal) -> &[usize];

    /// The elements, repeated to `shape`.
    #[doc(hidden)]
    fn repeated<const O: usize>(
        &self,
        shape: [usize; O],
        _: Seal,
    ) -> Result<TensorView<'_, T, O>, ShapeError>;
}

macro_rules! tensors {
    ($($Operand:ty)+) => { $(
        #[diagnostic::do_not_recommend]
        impl<T, const R: usize, const B: usize, const P: usize> WhereOperand<T, R> for $Operand
        where
            Rank<R>: BroadcastWith<Rank<B>, Output = Rank<P>>,
        {
            type Output = Rank<P>;

            fn sizes(&self, _: Seal) -> &[usize] {
                self.layout().shape_ref()
            }

            fn repeated<const O: usize>(
                &self,
                shape: [usize; O],
                _: Seal,
            ) -> Result<TensorView<'_, T, O>, ShapeError> {
                repeated(self.view(), shape)
            }
        }
    )+ };
}

tensors! {
    &TensorRef<T, B>
    &Tensor<T, B>
    &TensorView<'_, T, B>
    &TensorViewMut<'_, T, B>
    TensorView<'_, T, B>
    Tensor<T, B>
}

fn repeated<T, const R: usize, const O: usize>(
    operand: TensorView<'_, T, R>,
    shape: [usize; O],
) -> Result<TensorView<'_, T, O>, ShapeError> {
    match operand.layout().broadcast_to(shape, size_of::<T>()) {
        Ok(layout) => Ok(operand.into_layout(layout)),
        Err(error) => Err(error.during("where_cond")),
    }
}

macro_rules! scalars {
    ($($(#[$attribute:meta])* [$($generic:ident)?] $T:ty;)+) => { $(
        $(#[$attribute])*
        #[diagnostic::do_not_recommend]
        impl<$($generic,)? const R: usize> WhereOperand<$T, R> for $T {
            type Output = Rank<R>;

            fn sizes(&self, _: Seal) -> &[usize] {
                &[]
            }

            fn repeated<const O: usize>(
                &self,
                shape: [usize; O],
                _: Seal,
            ) -> Result<TensorView<'_, $T, O>, ShapeError> {
                repeated(scalar(self), shape)
            }
        }
    )+ };
}

scalars! {
    [] f32;
    [] f64;
    [] i8;
    [] i16;
    [] i32;
    [] i64;
    [] i128;
    [] isize;
    [] u8;
    [] u16;
    [] u32;
    [] u64;
    [] u128;
    [] usize;
    [] bool;
    [] char;
    [T] Complex<T>;
    #[cfg(feature = "half")]
    [] half::f16;
    #[cfg(feature = "half")]
    [] half::bf16;
}

impl<const R: usize> TensorRef<bool, R> {
    /// Chooses from `a` where the mask is true and from `b` where it is false.
    ///
    /// Mask, `a` and `b` broadcast together; each of the two is a tensor or a number.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let x = tensor![-1.0, 2.0, -3.0];
    /// assert_eq!(x.greater(0.0).where_cond(&x, 0.0), tensor![0.0, 2.0, 0.0]);
    /// assert_eq!(x.greater(0.0).where_cond(1.0, &x), tensor![-1.0, 1.0, -3.0]);
    ///
    /// let causal = Tensor::from_fn([2, 2], |[i, j]| j <= i);
    /// let scores = Tensor::<f32, 3>::ones([5, 2, 2]);
    /// let masked = causal.where_cond(&scores, f32::NEG_INFINITY);
    /// assert_eq!(masked.index_axis(Axis::<0>, 4), tensor![[1.0, f32::NEG_INFINITY], [1.0, 1.0]]);
    /// ```
    ///
    /// Both have elements of one type:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// let x = tensor![-1.0, 2.0, -3.0];
    /// x.greater(0.0).where_cond(&x, 0); // `{integer}` is neither a tensor nor a scalar of `f64`
    /// ```
    ///
    /// A scalar of a type of your own is `&Tensor::scalar(value)`.
    ///
    /// # Panics
    /// When the shapes do not broadcast:
    /// `where_cond: [2] and [3] and []: sizes 2 and 3 meet at axis 0 and neither is 1`.
    ///
    /// numpy: `where`; torch: `where`; candle: `where_cond`.
    #[doc(alias = "where")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn where_cond<T, A, B, const P: usize, const O: usize>(&self, a: A, b: B) -> Tensor<T, O>
    where
        T: Clone,
        A: WhereOperand<T, R, Output = Rank<P>>,
        B: WhereOperand<T, P, Output = Rank<O>>,
    {
        raise(self.try_where_cond(a, b))
    }

    /// Returns what [`where_cond`](Tensor::where_cond) does, or the error it would panic with.
    pub fn try_where_cond<T, A, B, const P: usize, const O: usize>(
        &self,
        a: A,
        b: B,
    ) -> Result<Tensor<T, O>, ShapeError>
    where
        T: Clone,
        A: WhereOperand<T, R, Output = Rank<P>>,
        B: WhereOperand<T, P, Output = Rank<O>>,
    {
        let name = "where_cond";
        let shape: [usize; O] =
            common_shape_of(name, &[&self.shape(), a.sizes(Seal), b.sizes(Seal)])?;
        let layout = result_layout::<T, O>(name, shape)?;
        let (a, b) = (a.repeated(shape, Seal)?, b.repeated(shape, Seal)?);
        let operands = (spread(name, self, shape)?, a.source(), b.source());
        let chosen = |mask: &bool, a: &T, b: &T| if *mask { a.clone() } else { b.clone() };
        Ok(Tensor::owned(kernels::compute_3(operands, &layout, chosen), layout))
    }
}
