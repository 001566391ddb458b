//! `where_cond`: chooses elements by a mask, from tensors or scalars.

use super::elementwise::{result_layout, scalar, spread};
use crate::error::{ShapeError, raise};
use crate::kernels::Visit;
use crate::kernels::index::choose;
use crate::layout::common_shape_of;
use crate::rank::seal::Seal;
use crate::rank::{BroadcastWith, Rank};
use crate::tensor::{Tensor, TensorRef, TensorView, TensorViewMut};
use num_complex::Complex;

/// An operand that [`where_cond`](TensorRef::where_cond) chooses elements `T` from, with a mask of
/// rank `R`.
///
/// Implemented by tensors of `T`, owned or borrowed, that broadcast with the mask, and by scalars
/// of the primitive types, complex numbers and (feature `half`) `f16` and `bf16`. A scalar of
/// another type is given as `&Tensor::scalar(value)`. (If every type were an operand, a tensor
/// could also be meant as an element, and the compiler could not infer the type of the elements.)
///
/// `Output` is the [`Rank`] to which the mask and the operand broadcast.
#[diagnostic::on_unimplemented(
    message = "where_cond: `{Self}` is neither a tensor nor a scalar of `{T}`",
    label = "expected a borrowed tensor or a number, of type `{T}`",
    note = "give `&other`, a tensor that broadcasts, or a number; other scalars are `&Tensor::scalar(value)`"
)]
pub trait WhereOperand<T, const R: usize> {
    /// The rank to which the mask and the operand broadcast.
    type Output;

    /// The shape; that of a scalar is empty.
    #[doc(hidden)]
    fn sizes(&self, _: Seal) -> &[usize];

    /// The elements, broadcast to `shape`.
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
    /// Returns the elements of `a` where the mask is true and those of `b` where it is false.
    ///
    /// `a` and `b` are tensors or scalars. The shapes of the mask, `a` and `b` broadcast together.
    ///
    /// `mask [m, n], a [m, n], b [] -> [m, n]`
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
    /// The types of the elements of `a` and `b` are equal:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// let x = tensor![-1.0, 2.0, -3.0];
    /// x.greater(0.0).where_cond(&x, 0); // `{integer}` is neither a tensor nor a scalar of `f64`
    /// ```
    ///
    /// A scalar of your own type is given as `&Tensor::scalar(value)`.
    ///
    /// # Panics
    /// If the shapes do not broadcast:
    /// `where_cond: [2] and [3] and []: sizes 2 and 3 meet at axis 0 and neither is 1`.
    ///
    /// numpy and torch: `where`; candle: `where_cond`.
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

    /// Fallible form of [`where_cond`](TensorRef::where_cond).
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
        Ok(Tensor::owned(operands.compute(&layout, chosen), layout))
    }
}

/// Of the element type alone: the loop is compiled once for all ranks and kinds of operands.
fn chosen<T: Clone>((mask, a, b): (&bool, &T, &T)) -> T {
    choose(*mask, a, b)
}
