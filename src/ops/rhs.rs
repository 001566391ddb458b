//! What stands on the right of a named element-wise function: a tensor or a scalar.

use super::elementwise::{binary, scalar};
#[cfg(any(feature = "std", feature = "libm"))]
use super::elementwise::{result_layout, spread};
#[cfg(any(feature = "std", feature = "libm"))]
use crate::error::ShapeError;
use crate::error::raise;
#[cfg(any(feature = "std", feature = "libm"))]
use crate::kernels::math::{Binary, map_two};
#[cfg(any(feature = "std", feature = "libm"))]
use crate::layout::common_shape;
use crate::rank::{BroadcastWith, Rank};
use crate::storage::Storage;
use crate::tensor::Tensor;

/// Names what a tensor of `T` and rank `R` is combined with element by element: a tensor that
/// broadcasts, or a scalar `T`.
///
/// `Output` is the [`Rank`] of the result.
#[diagnostic::on_unimplemented(
    message = "a rank-{R} tensor of `{T}` cannot be combined with `{Self}`",
    label = "neither a tensor nor a scalar of these elements",
    note = "give `&other`, a tensor that broadcasts, or a scalar of the element type"
)]
pub trait BroadcastRhs<T, const R: usize> {
    /// The rank of the result.
    type Output;

    /// Collects what `f` makes of each pair, under the name of the operation.
    #[doc(hidden)]
    #[track_caller]
    fn combine<U, S: Storage<Elem = T>, const O: usize>(
        &self,
        name: &'static str,
        left: &Tensor<T, R, S>,
        f: impl Fn(&T, &T) -> U + Sync,
    ) -> Tensor<U, O>
    where
        Self: BroadcastRhs<T, R, Output = Rank<O>>;

    /// As [`combine`](Self::combine), by a kernel for the elements that have one.
    #[cfg(any(feature = "std", feature = "libm"))]
    #[doc(hidden)]
    #[track_caller]
    fn combine_by<S: Storage<Elem = T>, const O: usize>(
        &self,
        name: &'static str,
        left: &Tensor<T, R, S>,
        function: &Binary,
        f: impl Fn(&T, &T) -> T + Sync,
    ) -> Tensor<T, O>
    where
        Self: BroadcastRhs<T, R, Output = Rank<O>>;
}

impl<T, S2: Storage<Elem = T>, const R: usize, const B: usize, const P: usize> BroadcastRhs<T, R>
    for &Tensor<T, B, S2>
where
    Rank<R>: BroadcastWith<Rank<B>, Output = Rank<P>>,
{
    type Output = Rank<P>;

    #[inline]
    #[track_caller]
    fn combine<U, S: Storage<Elem = T>, const O: usize>(
        &self,
        name: &'static str,
        left: &Tensor<T, R, S>,
        f: impl Fn(&T, &T) -> U + Sync,
    ) -> Tensor<U, O> {
        raise(binary(name, left, self, f))
    }

    #[cfg(any(feature = "std", feature = "libm"))]
    #[track_caller]
    fn combine_by<S: Storage<Elem = T>, const O: usize>(
        &self,
        name: &'static str,
        left: &Tensor<T, R, S>,
        function: &Binary,
        f: impl Fn(&T, &T) -> T + Sync,
    ) -> Tensor<T, O> {
        raise(binary_by(name, left, self, function, f))
    }
}

impl<T, const R: usize> BroadcastRhs<T, R> for T {
    type Output = Rank<R>;

    #[inline]
    fn combine<U, S: Storage<Elem = T>, const O: usize>(
        &self,
        name: &'static str,
        left: &Tensor<T, R, S>,
        f: impl Fn(&T, &T) -> U + Sync,
    ) -> Tensor<U, O> {
        // `O` is `R` by the type above; a scalar has rank 0 and broadcasts to anything.
        raise(binary(name, left, &scalar(self), f))
    }

    #[cfg(any(feature = "std", feature = "libm"))]
    fn combine_by<S: Storage<Elem = T>, const O: usize>(
        &self,
        name: &'static str,
        left: &Tensor<T, R, S>,
        function: &Binary,
        f: impl Fn(&T, &T) -> T + Sync,
    ) -> Tensor<T, O> {
        raise(binary_by(name, left, &scalar(self), function, f))
    }
}

/// As [`binary`], by a kernel for the elements that have one.
#[cfg(any(feature = "std", feature = "libm"))]
fn binary_by<T, S1, S2, const A: usize, const B: usize, const O: usize>(
    name: &'static str,
    left: &Tensor<T, A, S1>,
    right: &Tensor<T, B, S2>,
    function: &Binary,
    f: impl Fn(&T, &T) -> T + Sync,
) -> Result<Tensor<T, O>, ShapeError>
where
    S1: Storage<Elem = T>,
    S2: Storage<Elem = T>,
{
    let shape = common_shape(name, left.shape(), right.shape())?;
    let layout = result_layout::<T, O>(name, shape)?;
    match map_two(spread(name, left, shape)?, spread(name, right, shape)?, function) {
        Some(elements) => Ok(Tensor::owned(elements, layout)),
        None => binary(name, left, right, f),
    }
}
