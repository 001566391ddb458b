//! Tensors joined, extended and moved.
//!
//! Here: `concat` along an existing axis, `stack` along a new one. `pad.rs` adds a border, `repeat.rs` has
//! `tile`, `repeat` and `roll`. Views of parts (`split`, `chunk`) are in `tensor/view/parts.rs`; the copies are
//! made in `kernels/concat.rs` and `kernels/repeat.rs`.

mod pad;
mod repeat;

pub use pad::PadMode;

use crate::error::{ErrorKind, ShapeError, raise};
use crate::kernels::{Source, concat};
use crate::layout::{INFER, Layout, Order};
use crate::rank::{AxisOf, InsertInto, Rank};
use crate::tensor::{Tensor, TensorRef, TensorView};
use alloc::vec::Vec;

/// Joins tensors along one of their axes.
///
/// `Axis::<1>: [a, b], [a, c], .. -> [a, b + c + ..]`
///
/// The parts are owned tensors, views, or references to either.
///
/// ```
/// use holor::prelude::*;
///
/// let a = tensor![[1, 2], [3, 4]];
/// let b = tensor![[5], [6]];
/// let wide = concat(Axis::<1>, &[&a, &b]);
/// assert_eq!(wide, tensor![[1, 2, 5], [3, 4, 6]]);
/// assert_eq!(concat(Axis::<1>, &[a.view(), b.view()]), wide);
/// ```
///
/// The parts have equal ranks, and the axis exists in that rank:
///
/// ```compile_fail,E0308
/// use holor::prelude::*;
///
/// concat(Axis::<0>, &[tensor![[1, 2], [3, 4]], tensor![5, 6]]);
/// ```
///
/// ```compile_fail,E0277
/// use holor::prelude::*;
///
/// let a = tensor![1, 2];
/// concat(Axis::<1>, &[a.view(), a.view()]); // `Axis<1>` is not an axis of a rank-1 tensor
/// ```
///
/// # Panics
/// - If there are no parts: `concat: there is nothing to join`.
/// - If two parts differ in the size of another axis:
///   `concat: [2, 3] and [4, 2]: sizes 2 and 4 of axis 0 differ`.
/// - If the result holds more elements than memory can address.
///
/// numpy: `concatenate`, `concat`; torch: `cat`; ndarray: `concatenate`.
#[doc(alias("concatenate", "cat"))]
#[must_use = "the operation leaves the parts as they are and returns the result"]
#[track_caller]
pub fn concat<A, T, const R: usize>(axis: A, parts: &[impl AsRef<TensorRef<T, R>>]) -> Tensor<T, R>
where
    A: AxisOf<R>,
    T: Clone,
{
    raise(try_concat(axis, parts))
}

/// Fallible form of [`concat`](fn@concat).
pub fn try_concat<A, T, const R: usize>(
    _axis: A,
    parts: &[impl AsRef<TensorRef<T, R>>],
) -> Result<Tensor<T, R>, ShapeError>
where
    A: AxisOf<R>,
    T: Clone,
{
    let parts = borrowed(parts);
    let (first, rest) = split_first("concat", &parts)?;
    let mut shape = first.shape();
    for part in rest {
        let other = part.shape();
        equal_sizes("concat", first.shape(), other, Some(A::INDEX))?;
        shape[A::INDEX] = added(shape[A::INDEX], other[A::INDEX]);
    }
    let sources: Vec<_> = parts.iter().map(|part| part.source()).collect();
    joined("concat", A::INDEX, &sources, shape)
}

/// Joins `n` tensors of equal shape along a new axis of size `n`.
///
/// `Axis::<1>: [a, b], [a, b], .. -> [a, n, b]`: the new axis has the given number in the result.
///
/// The parts are owned tensors, views, or references to either.
///
/// ```
/// use holor::prelude::*;
///
/// let (x, y) = (tensor![1, 2, 3], tensor![4, 5, 6]);
/// let rows: Tensor<i32, 2> = stack(Axis::<0>, &[&x, &y]);
/// assert_eq!(rows, tensor![[1, 2, 3], [4, 5, 6]]);
/// assert_eq!(stack(Last, &[x, y]), tensor![[1, 4], [2, 5], [3, 6]]);
/// ```
///
/// The new axis is placed before another one or at the end:
///
/// ```compile_fail,E0277
/// use holor::prelude::*;
///
/// let x = tensor![1, 2, 3];
/// stack(Axis::<2>, &[x.view(), x.view()]); // a new axis cannot be put at `Axis<2>`
/// ```
///
/// # Panics
/// - If there are no parts: `stack: there is nothing to join`.
/// - If two parts differ in shape: `stack: [2] and [3]: sizes 2 and 3 of axis 0 differ`.
/// - If the result holds more elements than memory can address.
///
/// numpy, torch and ndarray: `stack`.
#[must_use = "the operation leaves the parts as they are and returns the result"]
#[track_caller]
pub fn stack<A, T, const R: usize, const O: usize>(
    axis: A,
    parts: &[impl AsRef<TensorRef<T, R>>],
) -> Tensor<T, O>
where
    A: InsertInto<R, Inserted = Rank<O>>,
    T: Clone,
{
    raise(try_stack(axis, parts))
}

/// Fallible form of [`stack`].
pub fn try_stack<A, T, const R: usize, const O: usize>(
    _axis: A,
    parts: &[impl AsRef<TensorRef<T, R>>],
) -> Result<Tensor<T, O>, ShapeError>
where
    A: InsertInto<R, Inserted = Rank<O>>,
    T: Clone,
{
    let parts = borrowed(parts);
    let (first, rest) = split_first("stack", &parts)?;
    for part in rest {
        equal_sizes("stack", first.shape(), part.shape(), None)?;
    }
    let layers: Vec<TensorView<'_, T, O>> =
        parts.iter().map(|part| part.with_layout(part.layout().unsqueeze(A::INDEX))).collect();
    let mut shape = layers[0].shape();
    shape[A::INDEX] = layers.len();
    let sources: Vec<_> = layers.iter().map(|part| part.source()).collect();
    joined("stack", A::INDEX, &sources, shape)
}

/// Adds sizes and saturates below `INFER`, the largest `usize`: a sum that is too large stays so.
fn added(a: usize, b: usize) -> usize {
    a.saturating_add(b).min(INFER - 1)
}

/// Borrows each part once: a user's `as_ref` may return another tensor the next time.
fn borrowed<T, const R: usize>(parts: &[impl AsRef<TensorRef<T, R>>]) -> Vec<&TensorRef<T, R>> {
    parts.iter().map(AsRef::as_ref).collect()
}

fn split_first<'a, P>(
    operation: &'static str,
    parts: &'a [P],
) -> Result<(&'a P, &'a [P]), ShapeError> {
    parts.split_first().ok_or_else(|| ShapeError::new(operation, &[], ErrorKind::NothingToJoin))
}

/// Checks that the sizes of all axes but one are equal.
fn equal_sizes<const R: usize>(
    operation: &'static str,
    first: [usize; R],
    other: [usize; R],
    except: Option<usize>,
) -> Result<(), ShapeError> {
    for axis in (0..R).filter(|&axis| Some(axis) != except) {
        let (left, right) = (first[axis], other[axis]);
        if left != right {
            let kind = ErrorKind::SizesDiffer { axis, left, right };
            return Err(ShapeError::new(operation, &[&first, &other], kind));
        }
    }
    Ok(())
}

fn joined<T: Clone, const R: usize>(
    operation: &'static str,
    axis: usize,
    parts: &[Source<'_, T, R>],
    shape: [usize; R],
) -> Result<Tensor<T, R>, ShapeError> {
    let layout = Layout::new_in(operation, shape, Order::RowMajor, size_of::<T>())?;
    Ok(Tensor::owned(concat::side_by_side(axis, parts, &layout), layout))
}
