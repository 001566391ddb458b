//! Vectors and matrices as proved operands without a rank: [`VecRef`] and [`MatRef`] to read, [`MatMut`] to
//! write.

use crate::kernels::operand::Source;
use core::marker::PhantomData;
use core::ops::Range;

/// Elements at one stride from each other.
///
/// Every index below `len` reaches an initialised element (invariant 1).
pub(crate) struct VecRef<'a, T> {
    zero: *const T,
    len: usize,
    stride: isize,
    reads: PhantomData<&'a T>,
}

/// A matrix: elements at two strides.
///
/// Every index below `shape` reaches an initialised element (invariant 1). The stride of an axis of
/// size 1 is 0.
pub(crate) struct MatRef<'a, T> {
    zero: *const T,
    shape: [usize; 2],
    strides: [isize; 2],
    reads: PhantomData<&'a T>,
}

impl<T> Clone for VecRef<'_, T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for VecRef<'_, T> {}

impl<T> Clone for MatRef<'_, T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for MatRef<'_, T> {}

// SAFETY: gives `&T` only.
unsafe impl<T: Sync> Send for VecRef<'_, T> {}
// SAFETY: gives `&T` only.
unsafe impl<T: Sync> Sync for VecRef<'_, T> {}
// SAFETY: gives `&T` only.
unsafe impl<T: Sync> Send for MatRef<'_, T> {}
// SAFETY: gives `&T` only.
unsafe impl<T: Sync> Sync for MatRef<'_, T> {}

/// A matrix to change.
///
/// Every index below `shape` reaches an initialised element, which nothing else reaches (invariants 1 and 2).
pub(crate) struct MatMut<'a, T> {
    zero: *mut T,
    shape: [usize; 2],
    strides: [isize; 2],
    writes: PhantomData<&'a mut T>,
}

impl<'a, T> MatMut<'a, T> {
    /// # Safety
    /// Every index below `shape` reaches an initialised element that may be changed for `'a` and that
    /// nothing else reaches.
    #[inline]
    pub(super) unsafe fn at(zero: *mut T, shape: [usize; 2], strides: [isize; 2]) -> Self {
        MatMut { zero, shape, strides, writes: PhantomData }
    }

    #[inline(always)]
    pub(super) fn zero(&self) -> *mut T {
        self.zero
    }

    /// The matrix `offset` elements further.
    ///
    /// # Safety
    /// As [`MatMut::at`], there.
    #[inline]
    pub(super) unsafe fn moved(&self, offset: isize) -> Self {
        // An empty matrix has no place.
        MatMut { zero: self.zero.wrapping_offset(offset), ..*self }
    }

    /// Calls `f` with each element, row by row.
    #[inline]
    pub(super) fn for_each(self, mut f: impl FnMut(&mut T)) {
        for i in 0..self.shape[0] as isize {
            for j in 0..self.shape[1] as isize {
                // SAFETY: an element of the matrix.
                let element =
                    unsafe { self.zero.offset(i * self.strides[0] + j * self.strides[1]) };
                // SAFETY: the only reference to it.
                f(unsafe { &mut *element });
            }
        }
    }
}

impl<'a, T> VecRef<'a, T> {
    /// The elements of a vector.
    #[inline]
    pub(crate) fn new<const R: usize>(source: &Source<'a, T, R>) -> Self {
        assert!(R == 1);
        // SAFETY: the stride is that of the source's own axis.
        unsafe { Self::at(source.zero(), source.layout().shape()[0], source.layout().strides()[0]) }
    }

    /// # Safety
    /// Every index below `len` reaches an initialised element that may be read for `'a`.
    #[inline(always)]
    unsafe fn at(zero: *const T, len: usize, stride: isize) -> Self {
        // The stride of an axis of size 1 can be any number, one that cannot be negated too.
        VecRef { zero, len, stride: if len > 1 { stride } else { 0 }, reads: PhantomData }
    }

    /// The vector as a matrix of one column.
    #[inline]
    pub(crate) fn as_column(&self) -> MatRef<'a, T> {
        // SAFETY: the elements of the vector.
        unsafe { MatRef::at(self.zero, [self.len, 1], [self.stride, 0]) }
    }

    /// The elements of a slice.
    #[inline(always)]
    pub(crate) fn of_slice(elements: &'a [T]) -> Self {
        VecRef { zero: elements.as_ptr(), len: elements.len(), stride: 1, reads: PhantomData }
    }

    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The element at `i`.
    #[inline(always)]
    pub(crate) fn get(&self, i: usize) -> &'a T {
        assert!(i < self.len);
        // SAFETY: just checked.
        unsafe { self.get_unchecked(i) }
    }

    /// The element at `i`.
    ///
    /// # Safety
    /// `i < len`.
    #[inline(always)]
    pub(crate) unsafe fn get_unchecked(&self, i: usize) -> &'a T {
        // SAFETY: in bounds by invariant 1, since `i < len`.
        let element = unsafe { self.zero.offset(i as isize * self.stride) };
        // SAFETY: initialised by invariant 1.
        unsafe { &*element }
    }

    /// The elements in order.
    #[inline(always)]
    pub(crate) fn iter(self) -> impl Iterator<Item = &'a T> {
        // SAFETY: `i < len`.
        (0..self.len).map(move |i| unsafe { self.get_unchecked(i) })
    }

    /// The elements as a slice, where they lie next to each other.
    #[inline(always)]
    pub(crate) fn as_slice(&self) -> Option<&'a [T]> {
        match self.len {
            0 => Some(&[]),
            2.. if self.stride != 1 => None,
            // SAFETY: by invariant 1 the `len` elements from `zero` on, one run by their stride.
            len => Some(unsafe { core::slice::from_raw_parts(self.zero, len) }),
        }
    }

    /// The vector `offset` elements further.
    ///
    /// # Safety
    /// Every index reaches an initialised element there too.
    #[inline(always)]
    pub(super) unsafe fn moved(&self, offset: isize) -> Self {
        // An empty vector has no element.
        VecRef { zero: self.zero.wrapping_offset(offset), ..*self }
    }

    /// Some of the elements.
    #[inline(always)]
    pub(crate) fn part(&self, range: Range<usize>) -> Self {
        assert!(range.start <= range.end && range.end <= self.len);
        let zero = match range.is_empty() {
            true => self.zero,
            // SAFETY: the first of some elements of the line.
            false => unsafe { self.zero.offset(range.start as isize * self.stride) },
        };
        VecRef { zero, len: range.len(), ..*self }
    }

    /// The elements in reverse order.
    #[inline(always)]
    pub(crate) fn reversed(&self) -> Self {
        let zero = match self.len {
            0 => self.zero,
            // SAFETY: the last element of the line.
            len => unsafe { self.zero.offset((len - 1) as isize * self.stride) },
        };
        VecRef { zero, stride: -self.stride, ..*self }
    }

    /// Whether the elements run backwards in memory.
    #[inline(always)]
    pub(crate) fn is_backwards(&self) -> bool {
        self.stride < 0
    }
}

impl<'a, T> MatRef<'a, T> {
    /// The elements of a matrix.
    #[inline]
    pub(crate) fn new<const R: usize>(source: &Source<'a, T, R>) -> Self {
        assert!(R == 2);
        let (shape, strides) = (source.layout().shape(), source.layout().strides());
        // SAFETY: the strides are those of the source's own axes.
        unsafe { Self::at(source.zero(), [shape[0], shape[1]], [strides[0], strides[1]]) }
    }

    /// # Safety
    /// Every index below `shape` reaches an initialised element that may be read for `'a`.
    #[inline]
    pub(super) unsafe fn at(zero: *const T, shape: [usize; 2], strides: [isize; 2]) -> Self {
        let stride = |axis: usize| if shape[axis] > 1 { strides[axis] } else { 0 };
        MatRef { zero, shape, strides: [stride(0), stride(1)], reads: PhantomData }
    }

    #[inline(always)]
    pub(crate) fn zero(&self) -> *const T {
        self.zero
    }

    #[inline(always)]
    pub(crate) fn rows(&self) -> usize {
        self.shape[0]
    }

    #[inline(always)]
    pub(crate) fn columns(&self) -> usize {
        self.shape[1]
    }

    /// From one row to the next, and from one column to the next.
    #[inline(always)]
    pub(crate) fn strides(&self) -> [isize; 2] {
        self.strides
    }

    #[inline(always)]
    pub(crate) fn transposed(&self) -> Self {
        let ([rows, columns], [down, right]) = (self.shape, self.strides);
        MatRef { shape: [columns, rows], strides: [right, down], ..*self }
    }

    /// The same selection, `offset` elements further.
    ///
    /// # Safety
    /// Every index reaches an initialised element there too.
    #[inline(always)]
    pub(super) unsafe fn moved(&self, offset: isize) -> Self {
        // An empty matrix has no element.
        MatRef { zero: self.zero.wrapping_offset(offset), ..*self }
    }

    #[inline(always)]
    pub(crate) fn row(&self, i: usize) -> VecRef<'a, T> {
        assert!(i < self.shape[0]);
        let zero = match self.shape[1] {
            0 => self.zero,
            // SAFETY: the first element of a row of the matrix.
            _ => unsafe { self.zero.offset(i as isize * self.strides[0]) },
        };
        // SAFETY: the columns of one row of the matrix.
        unsafe { VecRef::at(zero, self.shape[1], self.strides[1]) }
    }

    #[inline(always)]
    pub(crate) fn column(&self, j: usize) -> VecRef<'a, T> {
        self.transposed().row(j)
    }

    /// The columns in reverse order.
    #[inline]
    pub(crate) fn with_columns_reversed(&self) -> Self {
        let zero = match self.shape {
            [0, _] | [_, 0] => self.zero,
            // SAFETY: the last element of the first row.
            [_, columns] => unsafe { self.zero.offset((columns - 1) as isize * self.strides[1]) },
        };
        MatRef { zero, strides: [self.strides[0], -self.strides[1]], ..*self }
    }

    /// The elements whose two indices are equal.
    #[inline]
    pub(crate) fn diagonal(&self) -> VecRef<'a, T> {
        let len = self.shape[0].min(self.shape[1]);
        // SAFETY: the index `i` of the diagonal is `[i, i]` of the matrix.
        unsafe { VecRef::at(self.zero, len, self.strides[0] + self.strides[1]) }
    }

    /// The rows of a range.
    #[inline]
    pub(crate) fn part(&self, rows: Range<usize>) -> Self {
        assert!(rows.start <= rows.end && rows.end <= self.shape[0]);
        let zero = match rows.is_empty() || self.shape[1] == 0 {
            true => self.zero,
            // SAFETY: the first element of a row of the matrix.
            false => unsafe { self.zero.offset(rows.start as isize * self.strides[0]) },
        };
        // SAFETY: a range of the rows of this matrix.
        unsafe { Self::at(zero, [rows.len(), self.shape[1]], self.strides) }
    }

    /// Whether the elements of a row are closer to each other than those of a column.
    #[inline]
    pub(crate) fn has_close_rows(&self) -> bool {
        match self.shape {
            [_, 1] => false,
            [1, _] => true,
            _ => self.strides[1].unsigned_abs() <= self.strides[0].unsigned_abs(),
        }
    }
}
