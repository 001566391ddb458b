//! Constructors: from data that exists, by shape, by formula.

use super::{Tensor, TensorView, TensorViewMut};
use crate::error::{ErrorKind, ShapeError, raise};
use crate::kernels::fresh::{filled, with_capacity, zeroed};
use crate::layout::{Layout, Order};
use crate::storage::{Shared, Span, SpanMut};
use alloc::vec;
use alloc::vec::Vec;
use num_traits::{One, Zero};

/// Checks that a slice or vector holds what the layout of a whole buffer needs.
fn holds(
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

/// Checks that a strided layout stays inside of a buffer.
fn reaches<const R: usize>(
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

/// Data from outside: the shape may not fit it, so each returns a `Result`.
impl<T, const R: usize> Tensor<T, R> {
    /// Owns a vector's elements, laid out in row-major order; moves the vector, copies nothing.
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
    /// When the shape does not hold as many elements:
    /// `from_vec: [2, 3]: the shape holds 6 elements, found 5`. The vector is dropped; test its
    /// length first to keep it.
    ///
    /// numpy: `array(..).reshape(..)`; torch: `tensor(..).view(..)`; ndarray: `from_shape_vec`.
    #[doc(alias("array", "from_shape_vec"))]
    pub fn from_vec(elements: Vec<T>, shape: [usize; R]) -> Result<Self, ShapeError> {
        let layout = Layout::new_in("from_vec", shape, Order::RowMajor, size_of::<T>())?;
        holds("from_vec", &shape, layout.len(), elements.len())?;
        Ok(Tensor::owned(elements, layout))
    }

    /// Owns a vector's elements, laid out in the named order; moves the vector, copies nothing.
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
    /// numpy: `reshape(shape, order="F")`.
    pub fn from_vec_with_order(
        elements: Vec<T>,
        shape: [usize; R],
        order: Order,
    ) -> Result<Self, ShapeError> {
        let layout = Layout::new_in("from_vec_with_order", shape, order, size_of::<T>())?;
        holds("from_vec_with_order", &shape, layout.len(), elements.len())?;
        Ok(Tensor::owned(elements, layout))
    }

    /// Owns a vector's elements and selects from them by shape, strides (in elements) and offset.
    ///
    /// Strides may be negative or zero, and indices may share elements; a write then copies first.
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
    /// When an index reaches outside of the vector:
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

    /// Owns foreign memory, read-only, in row-major order; copies nothing.
    ///
    /// `owner` is kept alive as long as a tensor reaches its elements: a mapped file, a buffer of
    /// another library. The first write copies.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let bytes: std::sync::Arc<[u8]> = [1, 2, 3, 4].into();
    /// let mut m = Tensor::from_owner(bytes.clone(), [2, 2])?;
    /// m += 1; // copies
    /// assert_eq!(m, tensor![[2, 3], [4, 5]]);
    /// assert_eq!(bytes[..], [1, 2, 3, 4]);
    /// # Ok::<(), ShapeError>(())
    /// ```
    ///
    /// # Errors
    /// As [`from_vec`](Tensor::from_vec).
    ///
    /// numpy: `frombuffer`; bytes: `Bytes::from_owner`.
    #[doc(alias = "frombuffer")]
    pub fn from_owner<O>(owner: O, shape: [usize; R]) -> Result<Self, ShapeError>
    where
        O: AsRef<[T]> + Send + 'static,
    {
        let layout = Layout::new_in("from_owner", shape, Order::RowMajor, size_of::<T>())?;
        let storage = Shared::from_owner(owner);
        holds("from_owner", &shape, layout.len(), storage.len())?;
        Ok(Tensor::new(storage, layout))
    }
}

impl<'a, T, const R: usize> TensorView<'a, T, R> {
    /// Borrows a slice as a tensor in row-major order; copies nothing.
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
    /// When the shape does not hold as many elements:
    /// `from_slice: [2, 3]: the shape holds 6 elements, found 4`.
    ///
    /// numpy: `frombuffer`; torch: `from_numpy`; ndarray: `ArrayView::from_shape`.
    #[doc(alias = "from_numpy")]
    pub fn from_slice(elements: &'a [T], shape: [usize; R]) -> Result<Self, ShapeError> {
        let layout = Layout::new_in("from_slice", shape, Order::RowMajor, size_of::<T>())?;
        holds("from_slice", &shape, layout.len(), elements.len())?;
        Ok(TensorView::new(Span::from_slice(elements), layout))
    }

    /// Borrows a slice and selects from it by shape, strides (in elements) and offset.
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
    /// Borrows a slice for writing as a tensor in row-major order; copies nothing.
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
    /// As [`from_slice`](Tensor::from_slice).
    pub fn from_slice_mut(elements: &'a mut [T], shape: [usize; R]) -> Result<Self, ShapeError> {
        let layout = Layout::new_in("from_slice_mut", shape, Order::RowMajor, size_of::<T>())?;
        holds("from_slice_mut", &shape, layout.len(), elements.len())?;
        Ok(TensorViewMut::new(SpanMut::from_slice(elements), layout))
    }

    /// Borrows a slice for writing and selects from it by shape, strides (in elements) and offset.
    ///
    /// # Errors
    /// As [`from_vec_strided`](Tensor::from_vec_strided), and when two indices may share an
    /// element: `from_slice_mut_strided: [3, 3]: two indices may share an element, which a mutable
    /// view must not allow`.
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

/// By shape. Each panics when the shape holds more elements than memory can address, as in
/// `zeros: [1099511627776, 1099511627776]: more elements than memory can address`, and has a twin
/// that returns this error.
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
    /// let m = Tensor::<f64, 2>::zeros([2, 3, 4]); // a size for each axis
    /// ```
    ///
    /// # Panics
    /// When the shape holds more elements than memory can address.
    ///
    /// numpy, torch, ndarray: `zeros`.
    #[track_caller]
    pub fn zeros(shape: [usize; R]) -> Self
    where
        T: Clone + Zero,
    {
        raise(Self::try_zeros(shape))
    }

    /// Returns what [`zeros`](Tensor::zeros) does, or the error it would panic with.
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
    /// When the shape holds more elements than memory can address.
    ///
    /// numpy, torch, ndarray: `ones`.
    #[track_caller]
    pub fn ones(shape: [usize; R]) -> Self
    where
        T: Clone + One,
    {
        raise(Self::try_ones(shape))
    }

    /// Returns what [`ones`](Tensor::ones) does, or the error it would panic with.
    pub fn try_ones(shape: [usize; R]) -> Result<Self, ShapeError>
    where
        T: Clone + One,
    {
        Self::filled("ones", shape, T::one())
    }

    /// Makes a tensor whose elements all are `value`.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(Tensor::full([2, 2], 'x'), tensor![['x', 'x'], ['x', 'x']]);
    /// ```
    ///
    /// # Panics
    /// When the shape holds more elements than memory can address.
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

    /// Returns what [`full`](Tensor::full) does, or the error it would panic with.
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

    /// Makes a tensor whose element at each index is what `f` returns for it, in row-major order.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let table = Tensor::from_fn([3, 4], |[i, j]| i * j);
    /// assert_eq!(table, tensor![[0, 0, 0, 0], [0, 1, 2, 3], [0, 2, 4, 6]]);
    /// ```
    ///
    /// The closure gets an index for each axis:
    ///
    /// ```compile_fail,E0527
    /// use holor::prelude::*;
    ///
    /// let table = Tensor::from_fn([3, 4], |[i, j, k]| i * j * k);
    /// ```
    ///
    /// # Panics
    /// When the shape holds more elements than memory can address.
    ///
    /// numpy: `fromfunction`; ndarray: `from_shape_fn`.
    #[doc(alias("fromfunction", "from_shape_fn"))]
    #[track_caller]
    pub fn from_fn(shape: [usize; R], f: impl FnMut([usize; R]) -> T) -> Self {
        raise(Self::try_from_fn(shape, f))
    }

    /// Returns what [`from_fn`](Tensor::from_fn) does, or the error it would panic with.
    pub fn try_from_fn(
        shape: [usize; R],
        mut f: impl FnMut([usize; R]) -> T,
    ) -> Result<Self, ShapeError> {
        let layout = Layout::new_in("from_fn", shape, Order::RowMajor, size_of::<T>())?;
        let mut index = [0; R];
        let elements = (0..layout.len()).map(|_| {
            let element = f(index);
            for axis in (0..R).rev() {
                index[axis] += 1;
                if index[axis] < shape[axis] {
                    break;
                }
                index[axis] = 0;
            }
            element
        });
        let mut collected = with_capacity(layout.len());
        collected.extend(elements);
        Ok(Tensor::owned(collected, layout))
    }
}

impl<T> Tensor<T, 0> {
    /// Makes a tensor of rank 0 that holds one element.
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
    /// numpy: `array(x)`; ndarray: `arr0`.
    #[doc(alias = "arr0")]
    pub fn scalar(element: T) -> Self {
        Tensor::owned(vec![element], raise(Layout::row_major([])))
    }
}

/// The layout of one axis. Only vectors of zero-sized elements can be too long for it.
#[track_caller]
fn of_len(len: usize) -> Layout<1> {
    raise(Layout::new_in("from", [len], Order::RowMajor, 0))
}

/// Makes a tensor without elements; of rank 0, with one default element.
impl<T: Default, const R: usize> Default for Tensor<T, R> {
    fn default() -> Self {
        Tensor::from_fn([0; R], |_| T::default())
    }
}

/// Owns a vector's elements along one axis.
impl<T> From<Vec<T>> for Tensor<T, 1> {
    #[track_caller]
    fn from(elements: Vec<T>) -> Self {
        let layout = of_len(elements.len());
        Tensor::owned(elements, layout)
    }
}

/// Borrows a slice along one axis.
impl<'a, T> From<&'a [T]> for TensorView<'a, T, 1> {
    #[track_caller]
    fn from(elements: &'a [T]) -> Self {
        TensorView::new(Span::from_slice(elements), of_len(elements.len()))
    }
}

/// Borrows a slice along one axis, for writing.
impl<'a, T> From<&'a mut [T]> for TensorViewMut<'a, T, 1> {
    #[track_caller]
    fn from(elements: &'a mut [T]) -> Self {
        let layout = of_len(elements.len());
        TensorViewMut::new(SpanMut::from_slice(elements), layout)
    }
}

/// Collects elements along one axis; for more, see [`from_vec`](Tensor::from_vec).
impl<T> FromIterator<T> for Tensor<T, 1> {
    #[track_caller]
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        Vec::from_iter(elements).into()
    }
}
