//! Look and edit: shape, elements, slices, what is shared with whom.

use super::{Tensor, TensorRef, TensorView, TensorViewMut};
use crate::kernels::{self, copy};
use crate::layout::Order;
use crate::rank::{IsRankZero, Rank};
use alloc::vec::Vec;

impl<T, const R: usize> TensorRef<T, R> {
    /// Returns the size of each axis.
    ///
    /// The number of sizes is the rank, so the pattern cannot fail:
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
    /// let [rows, columns, depth] = tensor![[1, 2, 3], [4, 5, 6]].shape();
    /// ```
    ///
    /// numpy and torch: `shape`.
    #[inline]
    pub fn shape(&self) -> [usize; R] {
        self.layout().shape()
    }

    /// Returns, for each axis, how many elements of memory lie between neighbours.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(m.strides(), [3, 1]);
    /// assert_eq!(m.transpose().strides(), [1, 3]);
    /// assert_eq!(m.flip(Axis::<0>).strides(), [-3, 1]);
    /// ```
    ///
    /// torch: `stride()`; numpy: `strides`, which counts bytes.
    #[inline]
    pub fn strides(&self) -> [isize; R] {
        self.layout().strides()
    }

    /// Returns the number of elements: the product of the sizes, 1 for a scalar.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![[1, 2, 3], [4, 5, 6]].len(), 6);
    /// assert_eq!(Tensor::scalar(7).len(), 1);
    /// ```
    ///
    /// numpy: `size`; torch: `numel()`.
    #[doc(alias("size", "numel"))]
    #[inline]
    pub fn len(&self) -> usize {
        self.layout().len()
    }

    /// Returns the rank: the number of axes, which is the `R` of the type.
    ///
    /// numpy and torch: `ndim`.
    #[doc(alias = "ndim")]
    #[inline]
    pub fn rank(&self) -> usize {
        R
    }

    /// Tells whether there is no element: some size is 0.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.layout().is_empty()
    }

    /// Tells whether the elements lie in row-major order without gaps.
    ///
    /// No operation needs this; [`as_slice`](Tensor::as_slice) does.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert!(m.is_contiguous());
    /// assert!(!m.transpose().is_contiguous());
    /// ```
    ///
    /// numpy: `flags.c_contiguous`; torch: `is_contiguous()`.
    #[inline]
    pub fn is_contiguous(&self) -> bool {
        self.layout().is_contiguous()
    }

    /// Borrows the elements as a view, without copying or counting.
    ///
    /// The first line of a function that takes any storage: view operations on a [`TensorView`] are
    /// free, on an owned tensor they count an owner.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// fn corner<S: Storage<Elem = i32>>(m: &Tensor<i32, 2, S>) -> TensorView<'_, i32, 2> {
    ///     m.view().slice(s![..2, ..2])
    /// }
    /// assert_eq!(corner(&tensor![[1, 2, 3], [4, 5, 6]]), tensor![[1, 2], [4, 5]]);
    /// ```
    ///
    /// ndarray: `view()`.
    #[inline]
    pub fn view(&self) -> TensorView<'_, T, R> {
        self.with_layout(*self.layout())
    }

    /// Returns the element at `index`, or `None` if there is none.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2], [3, 4]];
    /// assert_eq!(m.get([1, 0]), Some(&3));
    /// assert_eq!(m.get([2, 0]), None);
    /// ```
    ///
    /// An index has as many numbers as the tensor has axes:
    ///
    /// ```compile_fail,E0308
    /// use holor::prelude::*;
    ///
    /// tensor![[1, 2], [3, 4]].get([1, 0, 0]);
    /// ```
    #[inline]
    pub fn get(&self, index: [usize; R]) -> Option<&T> {
        self.element(index)
    }

    /// Returns the elements as a slice in row-major order, if they lie so in memory.
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

    /// Returns the address of the first element: the one at index zero.
    ///
    /// It may be read from as far as [`shape`](Tensor::shape) and [`strides`](Tensor::strides) say;
    /// of an empty tensor it must not be read at all.
    ///
    /// numpy: `ctypes.data`; torch: `data_ptr()`.
    #[doc(alias = "data_ptr")]
    #[inline]
    pub fn as_ptr(&self) -> *const T {
        let start = self.span().start().as_ptr().cast_const();
        if self.is_empty() { start } else { start.wrapping_add(self.layout().offset()) }
    }

    /// Tells whether a write to one could be seen through the other: whether the ranges of memory
    /// that the two reach touch.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2], [3, 4]];
    /// assert!(m.shares_memory_with(&m.transpose()));
    /// assert!(!m.shares_memory_with(&m.to_contiguous()));
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
    /// A tensor of another rank has no single element:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1, 2].item();
    /// ```
    ///
    /// numpy and torch: `item()`, there a run-time error for more than one element.
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
    pub fn to_vec(&self) -> Vec<T>
    where
        T: Clone,
    {
        copy::to_vec(self.source())
    }

    /// Copies the elements to a vector in the named order.
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

    /// Copies the elements to a row-major tensor of their own.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let t = tensor![[1, 2], [3, 4]].transpose();
    /// let copy = t.to_contiguous();
    /// assert_eq!((copy.shape(), copy.strides()), ([2, 2], [2, 1]));
    /// assert_eq!(copy, t);
    /// ```
    ///
    /// numpy: `copy()`; torch: `contiguous()`; ndarray: `as_standard_layout()`.
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
    /// Borrows the elements for writing.
    ///
    /// Elements of an owned tensor that others can see are copied first: only those this tensor
    /// reaches, to row-major. A view that is alive causes that copy, so that it keeps its values:
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let mut m = tensor![[1, 2], [3, 4]];
    /// let row = m.index_axis(Axis::<0>, 0); // shares the elements of `m`
    /// m.view_mut().fill(0); // copies, for `row` is alive
    /// assert_eq!(row, tensor![1, 2]);
    /// assert_eq!(m, tensor![[0, 0], [0, 0]]);
    /// ```
    ///
    /// A borrowed view cannot be alive here; the borrow checker says so.
    ///
    /// ndarray: `view_mut()`.
    #[inline]
    pub fn view_mut(&mut self) -> TensorViewMut<'_, T, R> {
        let layout = *self.layout();
        TensorViewMut::new(self.span_mut(), layout)
    }

    /// Returns the element at `index` for writing, or `None` if there is none.
    ///
    /// Copies shared elements first, as [`view_mut`](Tensor::view_mut) does.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let mut m = tensor![[1, 2], [3, 4]];
    /// *m.get_mut([1, 1]).unwrap() = 9;
    /// assert_eq!(m, tensor![[1, 2], [3, 9]]);
    /// ```
    #[inline]
    pub fn get_mut(&mut self, index: [usize; R]) -> Option<&mut T> {
        self.element_mut(index)
    }

    /// Returns the elements as a slice in row-major order for writing, if they lie so in memory.
    ///
    /// Copies shared elements first, as [`view_mut`](Tensor::view_mut) does.
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
    /// numpy: `fill`; torch: `fill_`.
    pub fn fill(&mut self, value: T)
    where
        T: Clone,
    {
        self.map_inplace(move |element| *element = value.clone());
    }

    /// Calls `f` with each element for writing, in no particular order.
    ///
    /// If `f` panics, the elements it has seen stay as it left them.
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
    pub fn map_inplace(&mut self, f: impl FnMut(&mut T)) {
        kernels::map_inplace(self.sink(), f);
    }
}

impl<'a, T, const R: usize> TensorView<'a, T, R> {
    /// Returns the view itself, for as long as the borrow lives.
    #[inline]
    pub fn view(self) -> TensorView<'a, T, R> {
        self
    }

    /// As [`get`](TensorRef::get) of a tensor, for as long as the borrow lives.
    #[inline]
    pub fn get(self, index: [usize; R]) -> Option<&'a T> {
        let (span, layout) = self.into_parts();
        span.element(layout.offset_of(index)?)
    }

    /// As [`as_slice`](TensorRef::as_slice) of a tensor, for as long as the borrow lives.
    #[inline]
    pub fn as_slice(self) -> Option<&'a [T]> {
        let (span, layout) = self.into_parts();
        span.run(&layout, Order::RowMajor)
    }
}

impl<'a, T, const R: usize> TensorViewMut<'a, T, R> {
    /// Gives up writing: the rest of the borrow only reads, and may be copied and broadcast.
    #[inline]
    pub fn into_view(self) -> TensorView<'a, T, R> {
        let (span, layout) = self.into_parts();
        TensorView::new(span.into_span(), layout)
    }
}
