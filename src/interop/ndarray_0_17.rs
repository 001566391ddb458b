//! Arrays of [ndarray] 0.17 (feature `ndarray_0_17`): views, mutable views and owned arrays, both ways.
//!
//! | From | To | Elements | Method |
//! |---|---|---|---|
//! | `&Array<T, D>`, `&ArrayRef<T, D>`, `ArrayView<T, D>` | [`TensorView<T, R>`](TensorView) | shared | `from`, `try_from` of `IxDyn` |
//! | `&mut Array<T, D>`, `&mut ArrayRef<T, D>`, `ArrayViewMut<T, D>` | [`TensorViewMut<T, R>`](TensorViewMut) | shared | `from`, `try_from` of `IxDyn` |
//! | `Array<T, D>` | [`Tensor<T, R>`](Tensor) | moved | `from`, `try_from` of `IxDyn` |
//! | `ArrayD<T>` | [`AnyTensor<T>`](AnyTensor) | moved | `try_from` |
//! | `&Tensor<T, R>`, `&TensorRef<T, R>`, `TensorView<T, R>` | `ArrayView<T, D>` | shared | `from` |
//! | `&mut Tensor<T, R>`, `&mut TensorRef<T, R>`, `TensorViewMut<T, R>` | `ArrayViewMut<T, D>` | shared | `from` |
//! | `Tensor<T, R>`, `AnyTensor<T>` | `Array<T, D>`, `ArrayD<T>` | moved, or [copied once](#owned-tensors) | `from` |
//!
//! `D` is `Ix0` to `Ix6` for the ranks 0 to 6, and `IxDyn` for any rank. All strides work, negative ones too.
//!
//! ```
//! use holor::prelude::*;
//! use ndarray::{Array2, ArrayD, ArrayView2, array};
//!
//! let a: Array2<f64> = array![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
//! let view: TensorView<'_, f64, 2> = (&a).into(); // no copy
//! assert_eq!(view.mean(Axis::<0>), tensor![2.5, 3.5, 4.5]);
//!
//! let columns = view.transpose();
//! let back: ArrayView2<'_, f64> = columns.into(); // no copy
//! assert_eq!(back, a.t());
//!
//! let dynamic: ArrayD<f64> = a.into_dyn();
//! let t: Tensor<f64, 2> = dynamic.try_into()?; // no copy; checks the rank
//! let a: Array2<f64> = t.into(); // no copy
//! # assert_eq!(a, back_again());
//! # fn back_again() -> Array2<f64> { array![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]] }
//! # Ok::<(), ShapeError>(())
//! ```
//!
//! A rank that is part of the type is checked by the compiler:
//!
//! ```compile_fail,E0277
//! use holor::prelude::*;
//!
//! let a = ndarray::Array2::<f32>::zeros((2, 3));
//! let view: TensorView<'_, f32, 3> = (&a).into(); // an array of rank 3 is needed, found one of dimension `Dim<[usize; 2]>`
//! ```
//!
//! ```compile_fail,E0277
//! use holor::prelude::*;
//!
//! let m = Tensor::<f32, 2>::zeros([2, 3]);
//! let a: ndarray::Array3<f32> = m.into(); // an array of rank 2 is needed, found one of dimension `Dim<[usize; 3]>`
//! ```
//!
//! # Errors
//! `try_from` refuses another rank, with both ranks: `try_from: [2, 3, 4]: expected rank 2, found rank 3`. An array
//! given by value is then dropped.
//!
//! # Panics
//! `from` panics, and `try_from` returns an error, for an array that tensors cannot describe: a broadcast or empty
//! one of more elements than memory can address, and an `ArrayViewMut` made by `unsafe` code whose indices cannot be
//! proved to select one element each.
//!
//! # Owned tensors
//! A tensor becomes an array without a copy if it is not [shared](Tensor::is_shared) and its layout is that of
//! contiguous elements anywhere in a buffer, or of slices, steps, flips and permutations of a whole one. The others
//! are copied once: clones, broadcast tensors, and rare layouts such as a diagonal of a slice. A `&mut Tensor` that
//! is shared is copied before its elements are lent.

use crate::error::{ErrorKind, ShapeError, raise};
use crate::rank::{AnyRank, MAX_RANK, Rank};
use crate::tensor::{AnyTensor, Tensor, TensorRef, TensorView, TensorViewMut};
use alloc::format;
use alloc::vec::Vec;
use ndarray::{
    Array, ArrayBase, ArrayD, ArrayRef, ArrayView, ArrayViewMut, Axis, Data, DataMut, Dimension,
    Ix0, Ix1, Ix2, Ix3, Ix4, Ix5, Ix6, IxDyn, ShapeBuilder, Slice,
};

/// A dimension type of ndarray for arrays of rank `R`: `Ix0` to `Ix6`.
#[diagnostic::on_unimplemented(
    message = "an array of rank {R} is needed, found one of dimension `{Self}`",
    label = "not an array of rank {R}",
    note = "the rank of an `IxDyn` array is known at run time only: `try_from` and `try_into` convert it"
)]
pub trait HasRank<const R: usize>: Dimension {}

/// A dimension type of ndarray that describes arrays of rank `R`: `Ix0` to `Ix6` that of their rank, `IxDyn` any.
#[diagnostic::on_unimplemented(
    message = "an array of rank {R} is needed, found one of dimension `{Self}`",
    label = "does not hold a tensor of rank {R}",
    note = "`Ix0` to `Ix6` hold tensors of the ranks 0 to 6, and `IxDyn` those of any rank"
)]
pub trait HoldsRank<const R: usize>: Dimension {}

impl<const R: usize> HoldsRank<R> for IxDyn {}

macro_rules! dimensions {
    ($($Ix:ident: $R:literal),+) => { $(
        impl HasRank<$R> for $Ix {}
        impl HoldsRank<$R> for $Ix {}
    )+ };
}

dimensions!(Ix0: 0, Ix1: 1, Ix2: 2, Ix3: 3, Ix4: 4, Ix5: 5, Ix6: 6);

/// The shape and the strides of an array, if its rank is `R`.
fn measures<T, const R: usize>(
    operation: &'static str,
    shape: &[usize],
    strides: &[isize],
) -> Result<([usize; R], [isize; R]), ShapeError> {
    let (Ok(sizes), Ok(mut strides)) = (<[usize; R]>::try_from(shape), strides.try_into()) else {
        let kind = ErrorKind::RankDiffers { expected: R, found: shape.len() };
        return Err(ShapeError::new(operation, &[shape], kind));
    };
    // The strides of no elements, and of elements without a size, have no meaning.
    if shape.contains(&0) {
        strides = [0; R];
    } else if size_of::<T>() == 0 {
        let mut stride = 1;
        for axis in (0..R).rev() {
            strides[axis] = stride;
            // At most `isize::MAX`, as the product of all sizes of an array is.
            stride *= sizes[axis] as isize;
        }
    }
    Ok((sizes, strides))
}

fn view<'a, T, D: Dimension, const R: usize>(
    operation: &'static str,
    array: ArrayView<'a, T, D>,
) -> Result<TensorView<'a, T, R>, ShapeError> {
    let (shape, strides) = measures::<T, R>(operation, array.shape(), array.strides())?;
    // SAFETY: the elements live and are not written for `'a` (invariants 1 and 2).
    let view = unsafe { TensorView::from_raw_parts(array.as_ptr(), shape, strides) };
    view.map_err(|error| error.during(operation))
}

fn view_mut<'a, T, D: Dimension, const R: usize>(
    operation: &'static str,
    mut array: ArrayViewMut<'a, T, D>,
) -> Result<TensorViewMut<'a, T, R>, ShapeError> {
    let (shape, strides) = measures::<T, R>(operation, array.shape(), array.strides())?;
    // SAFETY: the view of the array is exclusive for `'a`, and it is consumed (invariants 1 and 2).
    let view = unsafe { TensorViewMut::from_raw_parts_mut(array.as_mut_ptr(), shape, strides) };
    view.map_err(|error| error.during(operation))
}

fn owned<T, D: Dimension, const R: usize>(
    operation: &'static str,
    array: Array<T, D>,
) -> Result<Tensor<T, R>, ShapeError> {
    let (shape, strides) = measures::<T, R>(operation, array.shape(), array.strides())?;
    let (elements, offset) = array.into_raw_vec_and_offset();
    // Of elements without a size, the offset has no meaning either.
    let offset = offset.filter(|_| size_of::<T>() > 0).unwrap_or(0);
    Tensor::from_vec_strided(elements, shape, strides, offset)
        .map_err(|error| error.during(operation))
}

macro_rules! from_arrays {
    ($([$($generic:tt)*] $Array:ty => $Tensor:ty, |$array:ident| $lent:expr, $convert:ident;)+) => { $(
        /// Shares or moves the elements; a rank that does not fit does not compile.
        impl<$($generic)*, D: HasRank<R>, const R: usize> From<$Array> for $Tensor {
            #[track_caller]
            fn from($array: $Array) -> Self {
                raise($convert("from", $lent))
            }
        }
    )+ };
    (dynamic $([$($generic:tt)*] $Array:ty => $Tensor:ty, |$array:ident| $lent:expr, $convert:ident;)+) => { $(
        /// Shares or moves the elements, if the rank is `R`.
        impl<$($generic)*, const R: usize> TryFrom<$Array> for $Tensor {
            type Error = ShapeError;

            fn try_from($array: $Array) -> Result<Self, ShapeError> {
                $convert("try_from", $lent)
            }
        }
    )+ };
}

from_arrays! {
    ['a, T] ArrayView<'a, T, D> => TensorView<'a, T, R>, |array| array, view;
    ['a, T] &'a ArrayRef<T, D> => TensorView<'a, T, R>, |array| array.view(), view;
    ['a, T, S: Data<Elem = T>] &'a ArrayBase<S, D> => TensorView<'a, T, R>, |array| array.view(), view;
    ['a, T] ArrayViewMut<'a, T, D> => TensorViewMut<'a, T, R>, |array| array, view_mut;
    ['a, T] &'a mut ArrayRef<T, D> => TensorViewMut<'a, T, R>, |array| array.view_mut(), view_mut;
    ['a, T, S: DataMut<Elem = T>] &'a mut ArrayBase<S, D> => TensorViewMut<'a, T, R>, |array| array.view_mut(), view_mut;
    [T] Array<T, D> => Tensor<T, R>, |array| array, owned;
}

from_arrays! { dynamic
    ['a, T] ArrayView<'a, T, IxDyn> => TensorView<'a, T, R>, |array| array, view;
    ['a, T] &'a ArrayRef<T, IxDyn> => TensorView<'a, T, R>, |array| array.view(), view;
    ['a, T, S: Data<Elem = T>] &'a ArrayBase<S, IxDyn> => TensorView<'a, T, R>, |array| array.view(), view;
    ['a, T] ArrayViewMut<'a, T, IxDyn> => TensorViewMut<'a, T, R>, |array| array, view_mut;
    ['a, T] &'a mut ArrayRef<T, IxDyn> => TensorViewMut<'a, T, R>, |array| array.view_mut(), view_mut;
    ['a, T, S: DataMut<Elem = T>] &'a mut ArrayBase<S, IxDyn> => TensorViewMut<'a, T, R>, |array| array.view_mut(), view_mut;
    [T] ArrayD<T> => Tensor<T, R>, |array| array, owned;
}

/// A layout in ndarray's terms: strides without a sign, from the lowest element.
struct Lowest<D> {
    shape: D,
    strides: D,
    /// How far the first element is above the lowest one.
    first: usize,
}

impl<D: Dimension> Lowest<D> {
    fn new(shape: &[usize], strides: &[isize]) -> Self {
        let mut lowest =
            Lowest { shape: D::zeros(shape.len()), strides: D::zeros(shape.len()), first: 0 };
        lowest.shape.slice_mut().copy_from_slice(shape);
        if shape.contains(&0) {
            return lowest;
        }
        for (axis, (&size, &stride)) in shape.iter().zip(strides).enumerate() {
            // The stride of an axis of size 1 has no meaning.
            if size > 1 {
                lowest.strides[axis] = stride.unsigned_abs();
            }
            if stride < 0 {
                lowest.first += (size - 1) * stride.unsigned_abs();
            }
        }
        lowest
    }
}

/// The axes to invert after an array was made of strides without a sign.
fn flipped<'a>(shape: &'a [usize], strides: &'a [isize]) -> impl Iterator<Item = Axis> + 'a {
    let axes = shape.iter().zip(strides).enumerate();
    axes.filter(|(_, (size, stride))| **size > 1 && **stride < 0).map(|(axis, _)| Axis(axis))
}

fn array_view<'a, T, D: Dimension, const R: usize>(
    view: TensorView<'a, T, R>,
) -> ArrayView<'a, T, D> {
    let Lowest { shape, strides, first } = Lowest::<D>::new(&view.shape(), &view.strides());
    let start = view.as_ptr().wrapping_sub(first);
    // SAFETY: the elements live and are not written for `'a`, and the strides reach what those of the tensor
    // reach, from the lowest element (invariant 4).
    let mut array = unsafe { ArrayView::from_shape_ptr(shape.strides(strides), start) };
    flipped(&view.shape(), &view.strides()).for_each(|axis| array.invert_axis(axis));
    array
}

fn array_view_mut<'a, T, D: Dimension, const R: usize>(
    view: TensorViewMut<'a, T, R>,
) -> ArrayViewMut<'a, T, D> {
    let Lowest { shape, strides, first } = Lowest::<D>::new(&view.shape(), &view.strides());
    let start = view.as_ptr().cast_mut().wrapping_sub(first);
    // SAFETY: as above; the view of the tensor is exclusive for `'a`, and it is consumed (invariant 4).
    let mut array = unsafe { ArrayViewMut::from_shape_ptr(shape.strides(strides), start) };
    flipped(&view.shape(), &view.strides()).for_each(|axis| array.invert_axis(axis));
    array
}

/// How an owned array is cut from its vector; ndarray makes arrays of vectors from their first element only.
struct Cut {
    strides: IxDyn,
    /// Where the lowest element is in the vector.
    lowest: usize,
    /// The axes from the largest stride to the smallest.
    by_stride: Vec<usize>,
}

impl Cut {
    fn new(shape: &[usize], strides: &[isize], offset: usize) -> Self {
        let Lowest { strides, first, .. } = Lowest::<IxDyn>::new(shape, strides);
        let mut by_stride: Vec<usize> = (0..shape.len()).collect();
        by_stride.sort_by_key(|&axis| core::cmp::Reverse(strides[axis]));
        Cut { strides, lowest: offset - first, by_stride }
    }

    /// Whether the elements are contiguous in some order of the axes.
    fn is_block(&self, shape: &[usize]) -> bool {
        let mut dense = 1;
        self.by_stride.iter().rev().filter(|&&axis| shape[axis] > 1).all(|&axis| {
            let follows = self.strides[axis] == dense;
            dense *= shape[axis];
            follows
        })
    }

    /// The elements as a part of a list, in their order in memory, and that as an array.
    fn block<T>(&self, shape: &[usize], elements: Vec<T>) -> ArrayD<T> {
        let end = self.lowest + shape.iter().product::<usize>();
        let list = Array::from_vec(elements).slice_move(ndarray::s![self.lowest..end]);
        let in_order: Vec<usize> = self.by_stride.iter().map(|&axis| shape[axis]).collect();
        let mut place = IxDyn::zeros(shape.len());
        for (at, &axis) in self.by_stride.iter().enumerate() {
            place[axis] = at;
        }
        let array = list.into_shape_with_order(in_order).expect("a list of all elements");
        array.permuted_axes(place)
    }

    /// The shape of a larger array whose lowest element is the first of the vector, and where the array begins in
    /// it; `None` if two of its indices would share an element.
    ///
    /// Each axis begins earlier, by as many indices as its stride fits into the offset; the remainder of the offset
    /// is an axis of its own, the last one.
    fn larger(&self, shape: &[usize]) -> Option<(IxDyn, Vec<usize>)> {
        let rank = shape.len();
        let (mut larger, mut starts) = (IxDyn::zeros(rank + 1), alloc::vec![0; rank + 1]);
        let mut rest = self.lowest;
        for &axis in &self.by_stride {
            // The stride of an axis of size 1 is 0 here.
            if let (Some(start), Some(left)) =
                (rest.checked_div(self.strides[axis]), rest.checked_rem(self.strides[axis]))
            {
                (starts[axis], rest) = (start, left);
            }
            larger[axis] = starts[axis] + shape[axis];
        }
        (larger[rank], starts[rank]) = (rest + 1, rest);
        let mut reached = rest;
        for &axis in self.by_stride.iter().rev().filter(|&&axis| shape[axis] > 1) {
            if self.strides[axis] <= reached {
                return None;
            }
            reached += (larger[axis] - 1) * self.strides[axis];
        }
        Some((larger, starts))
    }

    /// The part of the larger array that begins at `starts`.
    fn part<T>(&self, larger: IxDyn, starts: &[usize], elements: Vec<T>) -> ArrayD<T> {
        let rank = self.by_stride.len();
        let mut strides = IxDyn::zeros(rank + 1);
        strides.slice_mut()[..rank].copy_from_slice(self.strides.slice());
        strides[rank] = 1;
        let mut array = ArrayD::from_shape_vec(larger.strides(strides), elements)
            .expect("the strides stay inside of the vector and no two indices share an element");
        for (axis, &start) in starts[..rank].iter().enumerate() {
            array.slice_axis_inplace(Axis(axis), Slice::from(start..));
        }
        array.index_axis_move(Axis(rank), starts[rank])
    }
}

fn array<T: Clone, D: Dimension, const R: usize>(tensor: Tensor<T, R>) -> Array<T, D> {
    let shape = tensor.shape();
    let (elements, strides, offset) = tensor.into_vec_strided();
    if shape.contains(&0) {
        return in_order(&shape, Vec::new());
    }
    let cut = Cut::new(&shape, &strides, offset);
    let array = if cut.is_block(&shape) {
        cut.block(&shape, elements)
    } else if let Some((larger, starts)) = cut.larger(&shape) {
        cut.part(larger, &starts, elements)
    } else {
        let tensor = raise(Tensor::from_vec_strided(elements, shape, strides, offset));
        return in_order(&shape, tensor.to_vec());
    };
    let mut array = array.into_dimensionality::<D>().expect("the rank is that of the tensor");
    flipped(&shape, &strides).for_each(|axis| array.invert_axis(axis));
    array
}

/// The array of all elements of a vector, in row-major order.
fn in_order<T, D: Dimension>(shape: &[usize], elements: Vec<T>) -> Array<T, D> {
    let mut dimension = D::zeros(shape.len());
    dimension.slice_mut().copy_from_slice(shape);
    Array::from_shape_vec(dimension, elements).expect("one element for each index")
}

macro_rules! to_arrays {
    ($([$($generic:tt)*] $Tensor:ty => $Array:ty, |$tensor:ident| $lent:expr, $convert:ident;)+) => { $(
        /// Shares or moves the elements; a rank that does not fit does not compile.
        impl<$($generic)*, D: HoldsRank<R>, const R: usize> From<$Tensor> for $Array {
            fn from($tensor: $Tensor) -> Self {
                $convert($lent)
            }
        }
    )+ };
}

to_arrays! {
    ['a, T] TensorView<'a, T, R> => ArrayView<'a, T, D>, |tensor| tensor, array_view;
    ['a, T] &'a TensorRef<T, R> => ArrayView<'a, T, D>, |tensor| tensor.view(), array_view;
    ['a, T] &'a Tensor<T, R> => ArrayView<'a, T, D>, |tensor| tensor.view(), array_view;
    ['a, T] TensorViewMut<'a, T, R> => ArrayViewMut<'a, T, D>, |tensor| tensor, array_view_mut;
    ['a, T] &'a mut TensorRef<T, R> => ArrayViewMut<'a, T, D>, |tensor| tensor.view_mut(), array_view_mut;
    ['a, T: Clone] &'a mut Tensor<T, R> => ArrayViewMut<'a, T, D>, |tensor| tensor.view_mut(), array_view_mut;
    [T: Clone] Tensor<T, R> => Array<T, D>, |tensor| tensor, array;
}

/// Calls a function of a rank for the rank found at run time.
macro_rules! by_rank {
    ($rank:expr, $($R:literal)+, |$N:ident| $body:expr, $otherwise:expr) => {
        match $rank {
            $($R => { const $N: usize = $R; $body })+
            _ => $otherwise,
        }
    };
}

/// Moves the elements.
///
/// ```
/// use holor::prelude::*;
/// use ndarray::ArrayD;
///
/// let any = AnyTensor::try_from(ArrayD::<f32>::zeros(vec![2, 3]))?;
/// assert_eq!(any.shape(), [2, 3]);
/// # Ok::<(), ShapeError>(())
/// ```
///
/// # Errors
/// When the rank is above 12: `try_from: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]: rank is 13, expected at most 12`.
impl<T> TryFrom<ArrayD<T>> for AnyTensor<T> {
    type Error = ShapeError;

    fn try_from(array: ArrayD<T>) -> Result<Self, ShapeError> {
        fn any<T, const R: usize>(array: ArrayD<T>) -> Result<AnyTensor<T>, ShapeError>
        where
            Rank<R>: AnyRank,
        {
            Ok(AnyTensor::from(owned::<T, IxDyn, R>("try_from", array)?))
        }
        let rank = array.ndim();
        by_rank!(rank, 0 1 2 3 4 5 6 7 8 9 10 11 12, |R| any::<T, R>(array), {
            const { assert!(MAX_RANK == 12) };
            let kind = ErrorKind::Argument { name: "rank", value: format!("{rank}"), expected: "at most 12" };
            Err(ShapeError::new("try_from", &[array.shape()], kind))
        })
    }
}

/// Moves the elements, or copies them once as those of a [`Tensor`] are.
impl<T: Clone> From<AnyTensor<T>> for ArrayD<T> {
    fn from(any: AnyTensor<T>) -> Self {
        fn any_array<T: Clone, const R: usize>(any: AnyTensor<T>) -> ArrayD<T>
        where
            Rank<R>: AnyRank,
        {
            array(raise(any.into_rank::<R>()))
        }
        by_rank!(any.rank(), 0 1 2 3 4 5 6 7 8 9 10 11 12, |R| any_array::<T, R>(any), unreachable!())
    }
}
