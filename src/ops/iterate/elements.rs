//! Iterators over the elements of a tensor.

use super::{iterators, readers, writers};
use crate::kernels::cursor::Cursor;
use crate::kernels::elements::SliceOrCursor;
use crate::layout::Indices;
use crate::rank::MAX_RANK;
use crate::storage::{Span, SpanMut};
use crate::tensor::{AnyTensor, Tensor, TensorRef, TensorView, TensorViewMut};
use alloc::vec;
use core::convert::identity;
use core::fmt::{self, Debug, Formatter};
use core::iter::FusedIterator;
use core::slice;

/// Iterator over the elements of a tensor in row-major order, made by [`iter`](TensorRef::iter).
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct Iter<'a, T, const R: usize> {
    cursor: SliceOrCursor<slice::Iter<'a, T>, Span<'a, T>, R>,
}

/// Iterator over mutable references to the elements of a tensor in row-major order, made by
/// [`iter_mut`](TensorRef::iter_mut).
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct IterMut<'a, T, const R: usize> {
    cursor: SliceOrCursor<slice::IterMut<'a, T>, SpanMut<'a, T>, R>,
}

/// Iterator over the indices and elements of a tensor in row-major order, made by
/// [`indexed_iter`](TensorRef::indexed_iter).
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct IndexedIter<'a, T, const R: usize> {
    cursor: Cursor<Span<'a, T>, Indices<R>>,
}

/// Iterator over the indices of a tensor and mutable references to its elements in row-major order,
/// made by [`indexed_iter_mut`](TensorRef::indexed_iter_mut).
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct IndexedIterMut<'a, T, const R: usize> {
    cursor: Cursor<SpanMut<'a, T>, Indices<R>>,
}

iterators! {
    Iter[R] => &'a T: identity;
    IterMut[R] => &'a mut T: identity;
    IndexedIter[R] => ([usize; R], &'a T): identity;
    IndexedIterMut[R] => ([usize; R], &'a mut T): identity;
}
readers! { Iter[R]; IndexedIter[R]; }
writers! { IterMut[R]; IndexedIterMut[R]; }

impl<T, const R: usize> TensorRef<T, R> {
    /// Iterates over the elements in row-major order.
    ///
    /// `[h, w] -> h * w` references. The strides do not change the order.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2], [3, 4]];
    /// assert!(m.iter().eq(&[1, 2, 3, 4]));
    /// assert!(m.transpose().iter().eq(&[1, 3, 2, 4]));
    /// assert_eq!(m.iter().rev().nth(1), Some(&3));
    /// ```
    ///
    /// numpy: `flat`; ndarray: `iter`.
    #[doc(alias = "flat")]
    #[inline]
    pub fn iter(&self) -> Iter<'_, T, R> {
        self.view().into_iter()
    }

    /// Iterates over the indices and elements in row-major order.
    ///
    /// `[h, w] -> h * w` pairs of an index `[row, column]` and a reference.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2], [3, 4]];
    /// for ([row, column], element) in m.indexed_iter() {
    ///     assert_eq!(*element, m[[row, column]]);
    /// }
    /// assert_eq!(m.indexed_iter().last(), Some(([1, 1], &4)));
    /// ```
    ///
    /// An index has one number for each axis:
    ///
    /// ```compile_fail,E0308
    /// use holor::prelude::*;
    ///
    /// for ([row, column], element) in tensor![1, 2].indexed_iter() {} // expected `1`, found `2`
    /// ```
    ///
    /// numpy: `ndenumerate`; ndarray: `indexed_iter`.
    #[doc(alias = "ndenumerate")]
    #[inline]
    pub fn indexed_iter(&self) -> IndexedIter<'_, T, R> {
        let (span, layout) = self.view().into_parts();
        IndexedIter { cursor: Cursor::indexed(span, &layout) }
    }
}

impl<T> AnyTensor<T> {
    /// Iterates over the elements in row-major order.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let any = AnyTensor::from(tensor![[1, 2], [3, 4]]);
    /// assert_eq!(any.iter().sum::<i32>(), 10);
    /// ```
    ///
    /// numpy: `flat`; ndarray: `iter`.
    pub fn iter(&self) -> Iter<'_, T, MAX_RANK> {
        self.elements().iter()
    }
}

impl<'a, T, const R: usize> TensorView<'a, T, R> {
    /// Does the same as [`iter`](TensorRef::iter), for the lifetime `'a` of the elements.
    #[inline]
    pub fn iter(self) -> Iter<'a, T, R> {
        self.into_iter()
    }

    /// Does the same as [`indexed_iter`](TensorRef::indexed_iter), for the lifetime `'a` of the
    /// elements.
    #[inline]
    pub fn indexed_iter(self) -> IndexedIter<'a, T, R> {
        let (span, layout) = self.into_parts();
        IndexedIter { cursor: Cursor::indexed(span, &layout) }
    }
}

impl<T, const R: usize> TensorRef<T, R> {
    /// Iterates over mutable references to the elements in row-major order.
    ///
    /// `[h, w] -> h * w` references. An owned [`Tensor`] that shares its buffer copies its elements
    /// first.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let mut m = tensor![[1, 2], [3, 4]];
    /// let mut elements = m.iter_mut();
    /// let (first, last) = (elements.next().unwrap(), elements.next_back().unwrap());
    /// std::mem::swap(first, last);
    /// assert_eq!(m, tensor![[4, 2], [3, 1]]);
    /// ```
    ///
    /// A [`TensorView`] is read-only:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2], [3, 4]];
    /// m.view().iter_mut(); // a view is read-only
    /// ```
    ///
    /// numpy: `flat`; ndarray: `iter_mut`.
    #[inline]
    pub fn iter_mut(&mut self) -> IterMut<'_, T, R> {
        self.view_mut().into_iter()
    }

    /// Iterates over the indices and mutable references to the elements in row-major order.
    ///
    /// `[h, w] -> h * w` pairs of an index `[row, column]` and a reference. An owned [`Tensor`]
    /// that shares its buffer copies its elements first.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let mut m = Tensor::<usize, 2>::zeros([2, 2]);
    /// for ([row, column], element) in m.indexed_iter_mut() {
    ///     *element = 10 * row + column;
    /// }
    /// assert_eq!(m, tensor![[0, 1], [10, 11]]);
    /// ```
    ///
    /// ndarray: `indexed_iter_mut`.
    #[inline]
    pub fn indexed_iter_mut(&mut self) -> IndexedIterMut<'_, T, R> {
        let (span, layout) = self.view_mut().into_parts();
        IndexedIterMut { cursor: Cursor::indexed(span, &layout) }
    }
}

macro_rules! borrowed {
    ($($Tensor:ty, $TensorMut:ty $(where $Clone:ident)?;)+) => { $(
        /// Iterates over the elements, as [`iter`](TensorRef::iter) does.
        impl<'a, T, const R: usize> IntoIterator for $Tensor {
            type Item = &'a T;
            type IntoIter = Iter<'a, T, R>;

            #[inline]
            fn into_iter(self) -> Iter<'a, T, R> {
                self.view().into_iter()
            }
        }

        /// Iterates over mutable references to the elements, as [`iter_mut`](TensorRef::iter_mut)
        /// does.
        impl<'a, T $(: $Clone)?, const R: usize> IntoIterator for $TensorMut {
            type Item = &'a mut T;
            type IntoIter = IterMut<'a, T, R>;

            #[inline]
            fn into_iter(self) -> IterMut<'a, T, R> {
                self.iter_mut()
            }
        }
    )+ };
}

borrowed! {
    &'a TensorRef<T, R>, &'a mut TensorRef<T, R>;
    &'a Tensor<T, R>, &'a mut Tensor<T, R> where Clone;
    &'a TensorViewMut<'_, T, R>, &'a mut TensorViewMut<'_, T, R>;
}

/// Iterates over the elements, as [`iter`](TensorRef::iter) does, for the lifetime `'a` of the
/// elements.
impl<'a, T, const R: usize> IntoIterator for &TensorView<'a, T, R> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T, R>;

    #[inline]
    fn into_iter(self) -> Iter<'a, T, R> {
        (*self).into_iter()
    }
}

/// Iterates over the elements by value, in row-major order.
///
/// The elements are moved where [`into_vec`](Tensor::into_vec) moves them, else cloned.
///
/// ```
/// use holor::prelude::*;
///
/// let words = tensor![String::from("a"), String::from("b")];
/// assert_eq!(words.into_iter().collect::<String>(), "ab");
/// ```
impl<T: Clone, const R: usize> IntoIterator for Tensor<T, R> {
    type Item = T;
    type IntoIter = vec::IntoIter<T>;

    #[inline]
    fn into_iter(self) -> vec::IntoIter<T> {
        self.into_vec().into_iter()
    }
}

/// Iterates over the elements, as [`iter`](TensorRef::iter) does, for the lifetime `'a` of the
/// elements.
impl<'a, T, const R: usize> IntoIterator for TensorView<'a, T, R> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T, R>;

    #[inline]
    fn into_iter(self) -> Iter<'a, T, R> {
        let (span, layout) = self.into_parts();
        Iter { cursor: SliceOrCursor::read(span, &layout) }
    }
}

/// Iterates over mutable references to the elements, as [`iter_mut`](TensorRef::iter_mut) does, for
/// the lifetime `'a` of the elements.
impl<'a, T, const R: usize> IntoIterator for TensorViewMut<'a, T, R> {
    type Item = &'a mut T;
    type IntoIter = IterMut<'a, T, R>;

    #[inline]
    fn into_iter(self) -> IterMut<'a, T, R> {
        let (span, layout) = self.into_parts();
        IterMut { cursor: SliceOrCursor::write(span, &layout) }
    }
}
