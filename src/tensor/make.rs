//! Constructors: from vectors and slices, by shape, by a function of the index.

use super::{Tensor, TensorView, TensorViewMut};
use crate::error::{ErrorKind, ShapeError, raise};
use crate::kernels::uninit::{filled, with_capacity, zeroed};
use crate::layout::{Layout, Order};
use crate::storage::{Shared, Span, SpanMut};
use alloc::vec;
use alloc::vec::Vec;
use num_traits::{One, Zero};

/// Checks that a slice or vector has as many elements as the shape.
pub(super) fn holds(
    operation: &'static str,
    shape: &[usize],
    expected: usize,
    found: usize,
) -> Result<(), ShapeError> {
    if expected == found {
        return Ok(());
    }
    Err(ShapeError::new(operation, &[shape], ErrorKind::ElementCount { expected, found }))
}

/// Checks that a strided layout stays inside a buffer.
pub(super) fn reaches<const R: usize>(
    operation: &'static str,
    layout: &Layout<R>,
    buffer: usize,
) -> Result<(), ShapeError> {
    if layout.fits(buffer) {
        return Ok(());
    }
    // Both ends are below `isize::MAX` by the invariants of a layout.
    let (lowest, highest) = layout.extent().map_or((0, 0), |(l, h)| (l as isize, h as isize));
    let kind = ErrorKind::OutsideBuffer { lowest, highest, buffer };
    Err(ShapeError::new(operation, &[&layout.shape()], kind))
}

/// Constructors from existing data. The data may not fit the shape, so each returns a `Result`.
impl<T, const R: usize> Tensor<T, R> {
    /// Makes a tensor of a vector whose elements are in row-major order; copies no element.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = Tensor::from_vec(vec![1, 2, 3, 4, 5, 6], [2, 3])?;
    /// assert_eq!(m, tensor![[1, 2, 3], [4, 5, 6]]);
    /// # Ok::<(), ShapeError>(())
    /// ```
    ///
    /// # Errors
    /// When the shape does not have as many elements as the vector:
    /// `from_vec: [2, 3]: the shape holds 6 elements, found 5`. The vector is then dropped.
    ///
    /// numpy: `array(..).reshape(..)`; torch: `tensor(..).view(..)`; ndarray: `from_shape_vec`.
    #[doc(alias("array", "from_shape_vec"))]
    pub fn from_vec(elements: Vec<T>, shape: [usize; R]) -> Result<Self, ShapeError> {
        let layout = Layout::new_in("from_vec", shape, Order::RowMajor, size_of::<T>())?;
        holds("from_vec", &shape, layout.len(), elements.len())?;
        Ok(Tensor::owned(elements, layout))
    }

    /// Makes a tensor of a vector in row-major or column-major order; copies no element.
    ///
    /// With `Order::ColMajor` the first index varies fastest.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = Tensor::from_vec_with_order(vec![1, 2, 3, 4], [2, 2], Order::ColMajor)?;
    /// assert_eq!(m, tensor![[1, 3], [2, 4]]);
    /// # Ok::<(), ShapeError>(())
    /// ```
    ///
    /// # Errors
    /// As [`from_vec`](Tensor::from_vec).
    ///
    /// numpy: `reshape(shape, order="F")`; ndarray: `from_shape_vec(shape.f(), ..)`.
    pub fn from_vec_with_order(
        elements: Vec<T>,
        shape: [usize; R],
        order: Order,
    ) -> Result<Self, ShapeError> {
        let layout = Layout::new_in("from_vec_with_order", shape, order, size_of::<T>())?;
        holds("from_vec_with_order", &shape, layout.len(), elements.len())?;
        Ok(Tensor::owned(elements, layout))
    }

    /// Makes a tensor of a vector by shape, strides and offset, counted in elements; copies no element.
    ///
    /// The element at `index` is `elements[offset + sum(index[i] * strides[i])]`. Strides may be
    /// negative or zero, and indices may share elements. If they do, the first write
    /// [copies](Tensor#clone-and-copy-on-write).
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = Tensor::from_vec_strided(vec![1, 2, 3, 4, 5], [3, 3], [1, 1], 0)?;
    /// assert_eq!(m, tensor![[1, 2, 3], [2, 3, 4], [3, 4, 5]]);
    /// # Ok::<(), ShapeError>(())
    /// ```
    ///
    /// # Errors
    /// When the strides reach outside the vector:
    /// `from_vec_strided: [2]: the strides reach elements 0 to 9 of a buffer of 4`.
    ///
    /// numpy: `lib.stride_tricks.as_strided`; torch: `as_strided`.
    #[doc(alias = "as_strided")]
    pub fn from_vec_strided(
        elements: Vec<T>,
        shape: [usize; R],
        strides: [isize; R],
        offset: usize,
    ) -> Result<Self, ShapeError> {
        let operation = "from_vec_strided";
        let layout = Layout::strided_in(operation, shape, strides, offset, size_of::<T>())?;
        reaches(operation, &layout, elements.len())?;
        Ok(Tensor::new(Shared::from_vec(elements), layout))
    }
}

impl<'a, T, const R: usize> TensorView<'a, T, R> {
    /// Borrows a slice as a view in row-major order; copies no element.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let samples = [1.0, 2.0, 3.0, 4.0];
    /// let m = TensorView::from_slice(&samples, [2, 2])?;
    /// assert_eq!(m.sum(Axis::<0>), tensor![4.0, 6.0]);
    /// # Ok::<(), ShapeError>(())
    /// ```
    ///
    /// # Errors
    /// When the shape does not have as many elements as the slice:
    /// `from_slice: [2, 3]: the shape holds 6 elements, found 4`.
    ///
    /// numpy: `frombuffer`; torch: `from_numpy`; ndarray: `ArrayView::from_shape`.
    #[doc(alias = "from_numpy")]
    pub fn from_slice(elements: &'a [T], shape: [usize; R]) -> Result<Self, ShapeError> {
        let layout = Layout::new_in("from_slice", shape, Order::RowMajor, size_of::<T>())?;
        holds("from_slice", &shape, layout.len(), elements.len())?;
        Ok(TensorView::new(Span::from_slice(elements), layout))
    }

    /// Borrows a slice as a view by shape, strides and offset, counted in elements; copies no element.
    ///
    /// The element at `index` is `elements[offset + sum(index[i] * strides[i])]`. Strides may be
    /// negative or zero, and indices may share elements.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let interleaved = [1, 10, 2, 20, 3, 30];
    /// let left = TensorView::from_slice_strided(&interleaved, [3], [2], 0)?;
    /// assert_eq!(left, tensor![1, 2, 3]);
    /// # Ok::<(), ShapeError>(())
    /// ```
    ///
    /// # Errors
    /// As [`from_vec_strided`](Tensor::from_vec_strided).
    ///
    /// numpy: `lib.stride_tricks.as_strided`; ndarray: `ArrayView::from_shape(shape.strides(..))`.
    pub fn from_slice_strided(
        elements: &'a [T],
        shape: [usize; R],
        strides: [isize; R],
        offset: usize,
    ) -> Result<Self, ShapeError> {
        let operation = "from_slice_strided";
        let layout = Layout::strided_in(operation, shape, strides, offset, size_of::<T>())?;
        reaches(operation, &layout, elements.len())?;
        Ok(TensorView::new(Span::from_slice(elements), layout))
    }
}

impl<'a, T, const R: usize> TensorViewMut<'a, T, R> {
    /// Borrows a slice as a mutable view in row-major order; copies no element.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let mut pixels = [0u8; 6];
    /// TensorViewMut::from_slice_mut(&mut pixels, [2, 3])?.slice_mut(s![1, ..]).fill(255);
    /// assert_eq!(pixels, [0, 0, 0, 255, 255, 255]);
    /// # Ok::<(), ShapeError>(())
    /// ```
    ///
    /// # Errors
    /// As [`TensorView::from_slice`].
    ///
    /// ndarray: `ArrayViewMut::from_shape`.
    pub fn from_slice_mut(elements: &'a mut [T], shape: [usize; R]) -> Result<Self, ShapeError> {
        let layout = Layout::new_in("from_slice_mut", shape, Order::RowMajor, size_of::<T>())?;
        holds("from_slice_mut", &shape, layout.len(), elements.len())?;
        Ok(TensorViewMut::new(SpanMut::from_slice(elements), layout))
    }

    /// Borrows a slice as a mutable view by shape, strides and offset; copies no element.
    ///
    /// As [`TensorView::from_slice_strided`], except that no two indices may share an element.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let mut interleaved = [1, 10, 2, 20];
    /// TensorViewMut::from_slice_mut_strided(&mut interleaved, [2], [2], 1)?.fill(0);
    /// assert_eq!(interleaved, [1, 0, 2, 0]);
    /// # Ok::<(), ShapeError>(())
    /// ```
    ///
    /// # Errors
    /// As [`from_vec_strided`](Tensor::from_vec_strided), and when two indices may share an element:
    /// `from_slice_mut_strided: [3, 3]: two indices may share an element`.
    pub fn from_slice_mut_strided(
        elements: &'a mut [T],
        shape: [usize; R],
        strides: [isize; R],
        offset: usize,
    ) -> Result<Self, ShapeError> {
        let operation = "from_slice_mut_strided";
        let layout = Layout::strided_in(operation, shape, strides, offset, size_of::<T>())?;
        reaches(operation, &layout, elements.len())?;
        if !layout.is_disjoint() {
            return Err(ShapeError::new(operation, &[&shape], ErrorKind::Overlap));
        }
        Ok(TensorViewMut::new(SpanMut::from_slice(elements), layout))
    }
}

/// Constructors by shape. Each panics when memory cannot address the elements of the shape, as in
/// `zeros: [1099511627776, 1099511627776]: more elements than memory can address`, and has a fallible
/// form.
impl<T, const R: usize> Tensor<T, R> {
    /// Makes a tensor of zeros.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = Tensor::<f64, 2>::zeros([2, 3]);
    /// assert_eq!(m, tensor![[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]);
    /// ```
    ///
    /// ```compile_fail,E0308
    /// use holor::prelude::*;
    ///
    /// let m = Tensor::<f64, 2>::zeros([2, 3, 4]); // 3 sizes, 2 axes
    /// ```
    ///
    /// # Panics
    /// When memory cannot address the elements of the shape:
    /// `zeros: [1099511627776, 1099511627776]: more elements than memory can address`.
    ///
    /// numpy, torch, ndarray: `zeros`.
    #[track_caller]
    pub fn zeros(shape: [usize; R]) -> Self
    where
        T: Clone + Zero,
    {
        raise(Self::try_zeros(shape))
    }

    /// Fallible form of [`zeros`](Tensor::zeros).
    pub fn try_zeros(shape: [usize; R]) -> Result<Self, ShapeError>
    where
        T: Clone + Zero,
    {
        let layout = Layout::new_in("zeros", shape, Order::RowMajor, size_of::<T>())?;
        Ok(Tensor::owned(zeroed(layout.len()), layout))
    }

    /// Makes a tensor of ones.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(Tensor::<i32, 1>::ones([3]), tensor![1, 1, 1]);
    /// ```
    ///
    /// # Panics
    /// When memory cannot address the elements of the shape:
    /// `ones: [1099511627776, 1099511627776]: more elements than memory can address`.
    ///
    /// numpy, torch, ndarray: `ones`.
    #[track_caller]
    pub fn ones(shape: [usize; R]) -> Self
    where
        T: Clone + One,
    {
        raise(Self::try_ones(shape))
    }

    /// Fallible form of [`ones`](Tensor::ones).
    pub fn try_ones(shape: [usize; R]) -> Result<Self, ShapeError>
    where
        T: Clone + One,
    {
        Self::filled("ones", shape, T::one())
    }

    /// Makes a tensor in which every element is `value`.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(Tensor::full([2, 2], 'x'), tensor![['x', 'x'], ['x', 'x']]);
    /// ```
    ///
    /// # Panics
    /// When memory cannot address the elements of the shape:
    /// `full: [1099511627776, 1099511627776]: more elements than memory can address`.
    ///
    /// numpy, torch: `full`; ndarray: `from_elem`.
    #[doc(alias = "from_elem")]
    #[track_caller]
    pub fn full(shape: [usize; R], value: T) -> Self
    where
        T: Clone,
    {
        raise(Self::try_full(shape, value))
    }

    /// Fallible form of [`full`](Tensor::full).
    pub fn try_full(shape: [usize; R], value: T) -> Result<Self, ShapeError>
    where
        T: Clone,
    {
        Self::filled("full", shape, value)
    }

    fn filled(operation: &'static str, shape: [usize; R], value: T) -> Result<Self, ShapeError>
    where
        T: Clone,
    {
        let layout = Layout::new_in(operation, shape, Order::RowMajor, size_of::<T>())?;
        Ok(Tensor::owned(filled(value, layout.len()), layout))
    }

    /// Makes a tensor in which each element is the value of `f` at its index.
    ///
    /// `f` is called once for each index, in row-major order.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let table = Tensor::from_fn([3, 4], |[i, j]| i * j);
    /// assert_eq!(table, tensor![[0, 0, 0, 0], [0, 1, 2, 3], [0, 2, 4, 6]]);
    /// ```
    ///
    /// The index has one number for each axis:
    ///
    /// ```compile_fail,E0527
    /// use holor::prelude::*;
    ///
    /// let table = Tensor::from_fn([3, 4], |[i, j, k]| i * j * k); // 3 numbers, 2 axes
    /// ```
    ///
    /// # Panics
    /// When memory cannot address the elements of the shape:
    /// `from_fn: [1099511627776, 1099511627776]: more elements than memory can address`.
    ///
    /// numpy: `fromfunction`; ndarray: `from_shape_fn`.
    #[doc(alias("fromfunction", "from_shape_fn"))]
    #[track_caller]
    pub fn from_fn(shape: [usize; R], f: impl FnMut([usize; R]) -> T) -> Self {
        raise(Self::try_from_fn(shape, f))
    }

    /// Fallible form of [`from_fn`](Tensor::from_fn).
    pub fn try_from_fn(
        shape: [usize; R],
        mut f: impl FnMut([usize; R]) -> T,
    ) -> Result<Self, ShapeError> {
        let layout = Layout::new_in("from_fn", shape, Order::RowMajor, size_of::<T>())?;
        let mut elements = with_capacity(layout.len());
        let (mut index, row) = ([0; R], *shape.last().unwrap_or(&1));
        for _ in 0..layout.len().checked_div(row).unwrap_or(0) {
            // A loop along the last axis, which can vectorise.
            elements.extend((0..row).map(|i| {
                let mut index = index;
                if let Some(last) = index.last_mut() {
                    *last = i;
                }
                f(index)
            }));
            for axis in (0..R.saturating_sub(1)).rev() {
                index[axis] += 1;
                if index[axis] < shape[axis] {
                    break;
                }
                index[axis] = 0;
            }
        }
        Ok(Tensor::owned(elements, layout))
    }
}

impl<T> Tensor<T, 0> {
    /// Makes a tensor of rank 0, which has one element.
    ///
    /// `T -> []`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let s = Tensor::scalar(2.5);
    /// assert_eq!((s.shape(), s.item()), ([], 2.5));
    /// ```
    ///
    /// numpy: `array(x)`; torch: `tensor(x)`; ndarray: `arr0`.
    #[doc(alias = "arr0")]
    pub fn scalar(element: T) -> Self {
        Tensor::owned(vec![element], raise(Layout::row_major([])))
    }
}

/// The layout of one axis. Only a vector of zero-sized elements can be too long.
#[track_caller]
fn of_len(len: usize) -> Layout<1> {
    raise(Layout::new_in("from", [len], Order::RowMajor, 0))
}

/// Makes a tensor without elements, with size 0 along every axis; at rank 0, one default element.
impl<T: Default, const R: usize> Default for Tensor<T, R> {
    fn default() -> Self {
        Tensor::from_fn([0; R], |_| T::default())
    }
}

/// Makes a tensor of rank 1 of a vector; copies no element.
impl<T> From<Vec<T>> for Tensor<T, 1> {
    #[track_caller]
    fn from(elements: Vec<T>) -> Self {
        let layout = of_len(elements.len());
        Tensor::owned(elements, layout)
    }
}

/// Borrows a slice as a view of rank 1.
impl<'a, T> From<&'a [T]> for TensorView<'a, T, 1> {
    #[track_caller]
    fn from(elements: &'a [T]) -> Self {
        TensorView::new(Span::from_slice(elements), of_len(elements.len()))
    }
}

/// Borrows a slice as a mutable view of rank 1.
impl<'a, T> From<&'a mut [T]> for TensorViewMut<'a, T, 1> {
    #[track_caller]
    fn from(elements: &'a mut [T]) -> Self {
        let layout = of_len(elements.len());
        TensorViewMut::new(SpanMut::from_slice(elements), layout)
    }
}

/// Collects elements in a tensor of rank 1; [`reshape`](Tensor::reshape) gives other ranks.
impl<T> FromIterator<T> for Tensor<T, 1> {
    #[track_caller]
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        Vec::from_iter(elements).into()
    }
}
