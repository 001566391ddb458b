//! Reductions along given axes, and operations along an axis that are made of them.
//!
//! `sum.rs` sum and prod, `mean.rs`, `statistics.rs` var and std, `extrema.rs` min, max and their
//! positions, `logic.rs` any, all and `count_nonzero`, `norm.rs` norm and logsumexp, `softmax.rs`,
//! `layer_norm.rs`, `rms_norm.rs`, `lanes.rs` `map_axis` and `fold_axis`, `nan.rs` and `nan_extrema.rs`
//! reductions that skip NaN, `moments.rs` moments and weighted means, `scan.rs` cumsum, cumprod, cummax, cummin and
//! diff. Here: the code that they share. Not here: loops (`kernels/fold`), the choice of axes (`rank/over.rs`).
//!
//! The order in which elements are combined is not specified: the operation of a user's own type has
//! to be associative and commutative, up to rounding. Cumulative operations keep the order.

mod extrema;
mod lanes;
#[cfg(any(feature = "std", feature = "libm"))]
mod layer_norm;
mod logic;
mod mean;
#[cfg(any(feature = "std", feature = "libm"))]
mod moments;
#[cfg(any(feature = "std", feature = "libm"))]
mod nan;
#[cfg(any(feature = "std", feature = "libm"))]
mod nan_extrema;
#[cfg(any(feature = "std", feature = "libm"))]
mod norm;
#[cfg(any(feature = "std", feature = "libm"))]
mod rms_norm;
mod scan;
#[cfg(any(feature = "std", feature = "libm"))]
mod softmax;
#[cfg(any(feature = "std", feature = "libm"))]
mod statistics;
mod sum;

#[cfg(any(feature = "std", feature = "libm"))]
pub(super) use norm::{complex_euclidean, complex_norms, euclidean, extrema, real_norms};
pub(super) use sum::sums;

pub use mean::Mean;
pub use sum::Summable;

use crate::error::{ErrorKind, ShapeError, raise};
use crate::kernels::fold::{Operation, fold};
use crate::kernels::operand::Source;
use crate::layout::{Layout, Order};
use crate::rank::{Over, Rank};
use crate::tensor::{Tensor, TensorRef};
use alloc::vec::Vec;

/// Reduces the axes that `A` names. `otherwise` does so for other types than the built-in numbers, and
/// `nothing` returns the result along an empty axis.
///
/// Panics if the result is too large for memory, as the result of a broadcast view can be.
#[track_caller]
fn reduce<'a, A, T, U, const R: usize, const O: usize>(
    name: &'static str,
    tensor: &'a TensorRef<T, R>,
    axes: A,
    operation: Operation<T, U>,
    otherwise: impl FnOnce(Source<'a, T, R>, [bool; R]) -> Vec<U>,
    nothing: impl Fn() -> U,
) -> Tensor<U, O>
where
    A: Over<R, Output = Rank<O>>,
{
    raise(try_reduce(name, tensor, axes, operation, otherwise, nothing))
}

/// Fallible form of [`reduce`].
fn try_reduce<'a, A, T, U, const R: usize, const O: usize>(
    name: &'static str,
    tensor: &'a TensorRef<T, R>,
    _: A,
    operation: Operation<T, U>,
    otherwise: impl FnOnce(Source<'a, T, R>, [bool; R]) -> Vec<U>,
    nothing: impl Fn() -> U,
) -> Result<Tensor<U, O>, ShapeError>
where
    A: Over<R, Output = Rank<O>>,
{
    let layout = layout_left::<U, A, R, O>(name, tensor)?;
    let elements = reduced(tensor, A::REDUCED, layout.len(), operation, otherwise, nothing);
    Ok(Tensor::owned(elements, layout))
}

/// Reduces the marked axes to `len` results, as [`reduce`] does.
#[inline]
fn reduced<'a, T, U, const R: usize>(
    tensor: &'a TensorRef<T, R>,
    reduced: [bool; R],
    len: usize,
    operation: Operation<T, U>,
    otherwise: impl FnOnce(Source<'a, T, R>, [bool; R]) -> Vec<U>,
    nothing: impl Fn() -> U,
) -> Vec<U> {
    if tensor.is_empty() {
        return repeated(len, &nothing);
    }
    let source = tensor.source();
    fold(operation, source, reduced, || otherwise(source, reduced))
}

/// The results of a reduction of the marked axes as a tensor that broadcasts with the one reduced.
#[cfg(any(feature = "std", feature = "libm"))]
fn kept<T, const R: usize>(results: Vec<T>, shape: [usize; R], reduced: [bool; R]) -> Tensor<T, R> {
    let sizes = core::array::from_fn(|axis| if reduced[axis] { 1 } else { shape[axis] });
    let layout = Layout::new_in("", sizes, Order::RowMajor, size_of::<T>());
    Tensor::owned(results, layout.expect("as many as there are results"))
}

/// The layout of the result.
fn layout_left<U, A, const R: usize, const O: usize>(
    name: &'static str,
    tensor: &TensorRef<impl Sized, R>,
) -> Result<Layout<O>, ShapeError>
where
    A: Over<R, Output = Rank<O>>,
{
    let shape = shape_left::<A, R, O>(tensor.shape());
    Layout::new_in(name, shape, Order::RowMajor, size_of::<U>())
}

/// Collects the results along empty axes. A `dyn Fn`, so that it is compiled once for each type.
fn repeated<U>(len: usize, nothing: &dyn Fn() -> U) -> Vec<U> {
    (0..len).map(|_| nothing()).collect()
}

/// Returns the shape without the reduced axes, or with size 1 in their place.
#[inline]
pub(super) fn shape_left<A, const R: usize, const O: usize>(shape: [usize; R]) -> [usize; O]
where
    A: Over<R, Output = Rank<O>>,
{
    let mut left = [1; O];
    let mut next = 0;
    for (size, reduced) in shape.into_iter().zip(A::REDUCED) {
        if !reduced {
            left[next] = size;
        }
        if A::KEEP || !reduced {
            next += 1;
        }
    }
    left
}

/// Returns the number of elements that are reduced to one.
#[inline]
fn count<A: Over<R>, const R: usize>(shape: [usize; R]) -> usize {
    (0..R).filter(|&axis| A::REDUCED[axis]).map(|axis| shape[axis]).product()
}

/// Returns an error if a reduced axis is empty and the result has elements: these have no extremum.
#[inline]
fn something<A: Over<R>, const R: usize>(
    operation: &'static str,
    shape: [usize; R],
) -> Result<(), ShapeError> {
    let empty = |reduced: bool| (0..R).find(|&i| A::REDUCED[i] == reduced && shape[i] == 0);
    match (empty(true), empty(false)) {
        (Some(axis), None) => Err(ShapeError::new(operation, &[&shape], ErrorKind::Empty { axis })),
        _ => Ok(()),
    }
}
