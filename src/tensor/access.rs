//! Methods that read the shape and the elements, and methods that edit elements in place.

use super::{Tensor, TensorRef, TensorView, TensorViewMut};
use crate::kernels::{Sees::Copies, Visit, copy};
use crate::layout::Order;
use crate::rank::{IsRankZero, Rank};
use alloc::vec::Vec;

impl<T, const R: usize> TensorRef<T, R> {
    /// Returns the shape: the size of each axis.
    ///
    /// The shape is an array whose length is the rank, so a pattern takes it apart without a check:
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let [rows, columns] = tensor![[1, 2, 3], [4, 5, 6]].shape();
    /// assert_eq!((rows, columns), (2, 3));
    /// ```
    ///
    /// ```compile_fail,E0527
    /// use holor::prelude::*;
    ///
    /// let [rows, columns, depth] = tensor![[1, 2, 3], [4, 5, 6]].shape(); // it has 2 sizes
    /// ```
    ///
    /// numpy and torch: `shape`; ndarray: `dim()`.
    #[inline]
    pub fn shape(&self) -> [usize; R] {
        self.layout().shape()
    }

    /// Returns the stride of each axis: the distance in memory between two neighbours, in elements.
    ///
    /// The stride of a reversed axis is negative, and that of a broadcast axis is 0.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(m.strides(), [3, 1]);
    /// assert_eq!(m.transpose().strides(), [1, 3]);
    /// assert_eq!(m.flip(Axis::<0>).strides(), [-3, 1]);
    /// assert_eq!(m.row(0).broadcast_to([4, 3]).strides(), [0, 1]);
    /// ```
    ///
    /// torch: `stride()`; numpy: `strides`, in bytes; ndarray: `strides()`.
    #[inline]
    pub fn strides(&self) -> [isize; R] {
        self.layout().strides()
    }

    /// Returns the number of elements: the product of the sizes, and 1 at rank 0.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![[1, 2, 3], [4, 5, 6]].len(), 6);
    /// assert_eq!(Tensor::scalar(7).len(), 1);
    /// ```
    ///
    /// numpy: `size`; torch: `numel()`; ndarray: `len()`.
    #[doc(alias("size", "numel"))]
    #[inline]
    pub fn len(&self) -> usize {
        self.layout().len()
    }

    /// Returns the rank: the number of axes, which is the `R` of the type.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![[1, 2, 3], [4, 5, 6]].rank(), 2);
    /// ```
    ///
    /// numpy and torch: `ndim`; ndarray: `ndim()`.
    #[doc(alias = "ndim")]
    #[inline]
    pub fn rank(&self) -> usize {
        R
    }

    /// Returns whether the tensor has no elements: the size of an axis is 0.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert!(Tensor::<f32, 2>::zeros([3, 0]).is_empty());
    /// ```
    ///
    /// ndarray: `is_empty()`.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.layout().is_empty()
    }

    /// Returns whether the elements are contiguous: in memory in row-major order and without gaps.
    ///
    /// No operation requires contiguous elements. Only [`as_slice`](TensorRef::as_slice) and
    /// [`as_slice_mut`](TensorRef::as_slice_mut) return `None` without them.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert!(m.is_contiguous());
    /// assert!(!m.transpose().is_contiguous());
    /// ```
    ///
    /// numpy: `flags.c_contiguous`; torch: `is_contiguous()`; ndarray: `is_standard_layout()`.
    #[inline]
    pub fn is_contiguous(&self) -> bool {
        self.layout().is_contiguous()
    }

    /// Borrows all elements as a view; copies no element.
    ///
    /// A [`TensorView`] is `Copy`, and its view methods keep the lifetime of this borrow. So several
    /// views of one tensor can be kept in one collection:
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2], [3, 4]];
    /// let forms: [TensorView<'_, i32, 2>; 2] = [m.view(), m.transpose()];
    /// assert_eq!(forms[1], tensor![[1, 3], [2, 4]]);
    /// ```
    ///
    /// ndarray: `view()`.
    #[inline]
    pub fn view(&self) -> TensorView<'_, T, R> {
        self.selecting(*self.layout())
    }

    /// Returns the element at `index`, or `None` if the index is out of range.
    ///
    /// `t[index]` is the form that panics.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2], [3, 4]];
    /// assert_eq!(m.get([1, 0]), Some(&3));
    /// assert_eq!(m.get([2, 0]), None);
    /// ```
    ///
    /// The index has one number for each axis:
    ///
    /// ```compile_fail,E0308
    /// use holor::prelude::*;
    ///
    /// tensor![[1, 2], [3, 4]].get([1, 0, 0]); // 3 numbers, 2 axes
    /// ```
    ///
    /// ndarray: `get`.
    #[inline]
    pub fn get(&self, index: [usize; R]) -> Option<&T> {
        self.element(index)
    }

    /// Returns the elements as a slice in row-major order, or `None` if they are not contiguous.
    ///
    /// [`to_vec`](TensorRef::to_vec) copies the elements in that order, whatever the strides.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2], [3, 4]];
    /// assert_eq!(m.as_slice(), Some(&[1, 2, 3, 4][..]));
    /// assert_eq!(m.transpose().as_slice(), None);
    /// ```
    ///
    /// ndarray: `as_slice()`.
    #[inline]
    pub fn as_slice(&self) -> Option<&[T]> {
        self.span().run(self.layout(), Order::RowMajor)
    }

    /// Returns the address of the element at index 0 of every axis.
    ///
    /// [`shape`](TensorRef::shape) and [`strides`](TensorRef::strides) give the addresses of the other
    /// elements. Nothing may be read through the address of an empty tensor.
    ///
    /// numpy: `ctypes.data`; torch: `data_ptr()`; ndarray: `as_ptr()`.
    #[doc(alias = "data_ptr")]
    #[inline]
    pub fn as_ptr(&self) -> *const T {
        let start = self.span().start().as_ptr().cast_const();
        if self.is_empty() { start } else { start.wrapping_add(self.layout().offset()) }
    }

    /// Returns whether the memory ranges of two tensors overlap.
    ///
    /// The range of a tensor goes from its lowest to its highest address. Tensors whose ranges overlap
    /// need not have an element in common: two columns of a matrix have none.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2], [3, 4]];
    /// assert!(m.shares_memory_with(&m.transpose()));
    /// assert!(!m.shares_memory_with(&m.to_contiguous()));
    /// assert!(!m.row(0).shares_memory_with(&m.row(1)));
    /// assert!(m.column(0).shares_memory_with(&m.column(1)));
    /// ```
    ///
    /// numpy: `may_share_memory`.
    #[doc(alias = "may_share_memory")]
    pub fn shares_memory_with<const B: usize>(&self, other: &TensorRef<T, B>) -> bool {
        let reach = |start: usize, extent: Option<(usize, usize)>| {
            let size = size_of::<T>();
            extent.map(|(low, high)| (start + low * size, start + (high + 1) * size))
        };
        let mine = reach(self.span().start().addr().get(), self.layout().extent());
        let theirs = reach(other.span().start().addr().get(), other.layout().extent());
        match (mine, theirs) {
            (Some(mine), Some(theirs)) => mine.0 < theirs.1 && theirs.0 < mine.1,
            _ => false,
        }
    }

    /// Returns the only element of a tensor of rank 0.
    ///
    /// `[] -> T`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let total: i32 = tensor![[1, 2], [3, 4]].sum(All).item();
    /// assert_eq!(total, 10);
    /// ```
    ///
    /// A tensor of another rank does not compile:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1, 2].item(); // rank 1
    /// ```
    ///
    /// numpy and torch: `item()`, which takes any rank and fails at run time for more than one element;
    /// ndarray: `into_scalar()`.
    #[inline]
    pub fn item(&self) -> T
    where
        T: Clone,
        Rank<R>: IsRankZero,
    {
        self[[0; R]].clone()
    }

    /// Copies the elements to a vector in row-major order.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![[1, 2], [3, 4]].transpose().to_vec(), [1, 3, 2, 4]);
    /// ```
    ///
    /// [`Tensor::into_vec`] moves the elements of an owned tensor.
    ///
    /// numpy: `ravel()`, `tolist()`.
    pub fn to_vec(&self) -> Vec<T>
    where
        T: Clone,
    {
        copy::to_vec(self.source())
    }

    /// Copies the elements to a vector in row-major or column-major order.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2], [3, 4]];
    /// assert_eq!(m.to_vec_with_order(Order::ColMajor), [1, 3, 2, 4]);
    /// ```
    ///
    /// numpy: `ravel(order)`.
    pub fn to_vec_with_order(&self, order: Order) -> Vec<T>
    where
        T: Clone,
    {
        match order {
            Order::RowMajor => self.to_vec(),
            Order::ColMajor => self.reverse_axes().to_vec(),
        }
    }

    /// Copies the elements to an owned, contiguous tensor.
    ///
    /// Contiguous elements are copied too. `to_owned` of a view is the same; that of a [`Tensor`] is its clone, which has
    /// the same buffer and strides.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2], [3, 4]];
    /// let copy: Tensor<i32, 2> = m.transpose().to_contiguous();
    /// assert_eq!(copy, tensor![[1, 3], [2, 4]]);
    /// assert_eq!((m.transpose().strides(), copy.strides()), ([1, 2], [2, 1]));
    /// assert!(m.to_owned().shares_memory_with(&m) && !m.to_contiguous().shares_memory_with(&m));
    /// ```
    ///
    /// numpy: `copy()`; torch: `clone()`, `contiguous()`; ndarray: `to_owned()`,
    /// `as_standard_layout()`.
    #[doc(alias("copy", "contiguous"))]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    pub fn to_contiguous(&self) -> Tensor<T, R>
    where
        T: Clone,
    {
        Tensor::owned(self.to_vec(), self.layout().to_row_major())
    }
}

impl<T, const R: usize> TensorRef<T, R> {
    /// Borrows all elements as a mutable view.
    ///
    /// View methods of a [`TensorViewMut`] return mutable views, so this starts a chain that ends in a
    /// write:
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let mut m = Tensor::<i32, 2>::zeros([2, 2]);
    /// m.view_mut().diagonal(Axis::<0>, Axis::<1>).fill(1);
    /// assert_eq!(m, tensor![[1, 0], [0, 1]]);
    /// ```
    ///
    /// A [`Tensor`] that shares its buffer with another [copies](Tensor#clone-and-copy-on-write) its
    /// elements first:
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let mut m = tensor![1, 2];
    /// let kept = m.clone();
    /// m.view_mut().fill(0);
    /// assert_eq!((m, kept), (tensor![0, 0], tensor![1, 2]));
    /// ```
    ///
    /// Another view of the same tensor cannot be in use meanwhile:
    ///
    /// ```compile_fail,E0502
    /// use holor::prelude::*;
    ///
    /// let mut m = tensor![[1, 2], [3, 4]];
    /// let row = m.row(0);
    /// m.view_mut().fill(0);
    /// assert_eq!(row, tensor![1, 2]);
    /// ```
    ///
    /// ndarray: `view_mut()`.
    #[inline]
    pub fn view_mut(&mut self) -> TensorViewMut<'_, T, R> {
        self.select_all_mut()
    }

    /// Returns the element at `index` for writing, or `None` if the index is out of range.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let mut m = tensor![[1, 2], [3, 4]];
    /// *m.get_mut([1, 1]).unwrap() = 9;
    /// assert_eq!(m, tensor![[1, 2], [3, 9]]);
    /// ```
    ///
    /// ndarray: `get_mut`.
    #[inline]
    pub fn get_mut(&mut self, index: [usize; R]) -> Option<&mut T> {
        self.element_mut(index)
    }

    /// Returns the elements as a mutable slice in row-major order, or `None` if they are not
    /// contiguous.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let mut m = tensor![[3, 1], [2, 4]];
    /// m.as_slice_mut().unwrap().sort();
    /// assert_eq!(m, tensor![[1, 2], [3, 4]]);
    /// assert_eq!(m.view_mut().column(0).as_slice_mut(), None);
    /// ```
    ///
    /// ndarray: `as_slice_mut()`.
    #[inline]
    pub fn as_slice_mut(&mut self) -> Option<&mut [T]> {
        let layout = *self.layout();
        self.span_mut().run(&layout, Order::RowMajor)
    }

    /// Sets every element to `value`.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let mut m = Tensor::<i32, 2>::zeros([2, 3]);
    /// m.slice_mut(s![.., 1]).fill(7);
    /// assert_eq!(m, tensor![[0, 7, 0], [0, 7, 0]]);
    /// ```
    ///
    /// numpy: `fill`; torch: `fill_`; ndarray: `fill`.
    pub fn fill(&mut self, value: T)
    where
        T: Clone,
    {
        self.map_inplace(move |element| *element = value.clone());
    }

    /// Calls `f` with a mutable reference to each element, in no particular order.
    ///
    /// If `f` panics, the elements keep the values that they have at that moment.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let mut m = tensor![[1, 2], [3, 4]];
    /// m.map_inplace(|x| *x *= 10);
    /// assert_eq!(m, tensor![[10, 20], [30, 40]]);
    /// ```
    ///
    /// ndarray: `map_inplace`; torch: `apply_`.
    pub fn map_inplace(&mut self, mut f: impl FnMut(&mut T)) {
        (self.sink(),).visit(Copies, move |(a,)| f(a));
    }
}

impl<'a, T, const R: usize> TensorView<'a, T, R> {
    /// Returns the view itself, with its lifetime.
    #[inline]
    pub fn view(self) -> TensorView<'a, T, R> {
        self
    }

    /// Returns the element at `index` for the lifetime of the view, or `None` if the index is out of
    /// range: [`get`](TensorRef::get).
    #[inline]
    pub fn get(self, index: [usize; R]) -> Option<&'a T> {
        let (span, layout) = self.into_parts();
        span.element(layout.offset_of(index)?)
    }

    /// Returns the elements as a slice for the lifetime of the view, or `None` if they are not
    /// contiguous: [`as_slice`](TensorRef::as_slice).
    #[inline]
    pub fn as_slice(self) -> Option<&'a [T]> {
        let (span, layout) = self.into_parts();
        span.run(&layout, Order::RowMajor)
    }
}

impl<'a, T, const R: usize> TensorViewMut<'a, T, R> {
    /// Converts the mutable view to a read-only view for the rest of its lifetime.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let mut m = tensor![[1, 2], [3, 4]];
    /// let mut row = m.row_mut(0);
    /// row += 5;
    /// let row: TensorView<'_, i32, 1> = row.into_view();
    /// assert_eq!(row + row, tensor![12, 14]); // `Copy`
    /// ```
    #[inline]
    pub fn into_view(self) -> TensorView<'a, T, R> {
        let (span, layout) = self.into_parts();
        TensorView::new(span.into_span(), layout)
    }
}
