//! Vectors and matrices as proved operands without a rank.

use crate::kernels::elementwise::{Patch, copy_patch};
use crate::kernels::operand::Source;
use crate::kernels::uninit::UninitVec;
use core::marker::PhantomData;
use core::ops::Range;

/// Elements at `N` strides.
///
/// Every index below `shape` reaches an initialised element (invariant 1). The stride of an axis of
/// size 1 is 0.
pub(crate) struct Strided<'a, T, const N: usize> {
    zero: *const T,
    shape: [usize; N],
    strides: [isize; N],
    reads: PhantomData<&'a T>,
}

pub(crate) type VecRef<'a, T> = Strided<'a, T, 1>;
pub(crate) type MatRef<'a, T> = Strided<'a, T, 2>;

impl<T, const N: usize> Clone for Strided<'_, T, N> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const N: usize> Copy for Strided<'_, T, N> {}

// SAFETY: gives `&T` only (invariant 10).
unsafe impl<T: Sync, const N: usize> Send for Strided<'_, T, N> {}
// SAFETY: as above.
unsafe impl<T: Sync, const N: usize> Sync for Strided<'_, T, N> {}

impl<'a, T, const N: usize> Strided<'a, T, N> {
    /// The elements of a source of rank `N`.
    #[inline]
    pub(crate) fn new<const R: usize>(source: &Source<'a, T, R>) -> Self {
        assert!(R == N);
        let (mut shape, mut strides) = ([0; N], [0; N]);
        shape.copy_from_slice(source.layout().shape_ref());
        strides.copy_from_slice(source.layout().strides_ref());
        // SAFETY: shape and strides are those of the source (invariant 1).
        unsafe { Self::at(source.zero(), shape, strides) }
    }

    /// # Safety
    /// Every index below `shape` reaches an initialised element that may be read for `'a`.
    #[inline(always)]
    pub(super) unsafe fn at(zero: *const T, shape: [usize; N], mut strides: [isize; N]) -> Self {
        for (stride, size) in strides.iter_mut().zip(shape) {
            // The stride of an axis of size 1 can be any number, one that cannot be negated too.
            *stride = if size > 1 { *stride } else { 0 };
        }
        Strided { zero, shape, strides, reads: PhantomData }
    }

    #[inline(always)]
    pub(super) fn zero(&self) -> *const T {
        self.zero
    }

    #[inline(always)]
    pub(super) fn strides(&self) -> [isize; N] {
        self.strides
    }

    /// The address of an index, which need not be there.
    #[inline(always)]
    pub(super) fn address(&self, index: [usize; N]) -> *const T {
        let mut address = self.zero;
        for (i, stride) in index.into_iter().zip(self.strides) {
            address = address.wrapping_offset(i as isize * stride);
        }
        address
    }

    /// The same selection, `offset` elements further.
    ///
    /// # Safety
    /// Every index reaches an initialised element there too.
    #[inline(always)]
    pub(super) unsafe fn moved(&self, offset: isize) -> Self {
        // Without elements there is no address either.
        Strided { zero: self.zero.wrapping_offset(offset), ..*self }
    }

    /// A range of the first axis.
    #[inline(always)]
    pub(super) fn part(&self, range: Range<usize>) -> Self {
        assert!(range.start <= range.end && range.end <= self.shape[0]);
        let mut shape = self.shape;
        shape[0] = range.len();
        // An empty range may begin where no element is.
        let zero = self.zero.wrapping_offset(range.start as isize * self.strides[0]);
        // SAFETY: some indices of this selection (invariant 1).
        unsafe { Self::at(zero, shape, self.strides) }
    }
}

impl<'a, T> VecRef<'a, T> {
    /// The vector as a matrix of one column.
    #[inline]
    pub(super) fn as_column(&self) -> MatRef<'a, T> {
        // SAFETY: the elements of the vector (invariant 1).
        unsafe { MatRef::at(self.zero, [self.len(), 1], [self.strides[0], 0]) }
    }

    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.shape[0]
    }

    /// The element at `i`.
    ///
    /// # Safety
    /// `i < len`.
    #[inline(always)]
    pub(super) unsafe fn get_unchecked(&self, i: usize) -> &'a T {
        // SAFETY: in bounds by invariant 1, since `i < len`.
        let element = unsafe { self.zero.offset(i as isize * self.strides[0]) };
        // SAFETY: initialised by invariant 1.
        unsafe { &*element }
    }

    /// The elements in order.
    #[inline(always)]
    pub(super) fn iter(self) -> impl Iterator<Item = &'a T> {
        // SAFETY: the precondition of `get_unchecked`: `i < len`.
        (0..self.len()).map(move |i| unsafe { self.get_unchecked(i) })
    }

    /// The elements as a slice, where they lie next to each other.
    #[inline(always)]
    pub(super) fn as_slice(&self) -> Option<&'a [T]> {
        match self.len() {
            0 => Some(&[]),
            2.. if self.strides[0] != 1 => None,
            // SAFETY: `len` elements from `zero` on, without gaps (invariant 1).
            len => Some(unsafe { core::slice::from_raw_parts(self.zero, len) }),
        }
    }
}

impl<'a, T> MatRef<'a, T> {
    #[inline(always)]
    pub(super) fn rows(&self) -> usize {
        self.shape[0]
    }

    #[inline(always)]
    pub(super) fn columns(&self) -> usize {
        self.shape[1]
    }

    #[inline(always)]
    pub(super) fn transposed(&self) -> Self {
        let ([rows, columns], [down, right]) = (self.shape, self.strides);
        Strided { shape: [columns, rows], strides: [right, down], ..*self }
    }

    /// Copies the elements, which are primitive ones, to contiguous rows that are `step` places apart.
    pub(super) fn to_rows(self, step: usize) -> UninitVec<T> {
        let len = self.rows() * step;
        let mut copies = UninitVec::with_len(len);
        let start = copies.places(len).0.as_mut_ptr().cast();
        let from =
            Patch { start: self.zero.cast_mut().cast(), strides: self.strides, sizes: self.shape };
        let to = Patch { start, strides: [step as isize, 1], sizes: self.shape };
        // SAFETY: the precondition of `copy_patch`: elements of the matrix (invariant 1), and as many places.
        unsafe { copy_patch(size_of::<T>(), from, to) };
        copies
    }

    #[inline(always)]
    pub(super) fn row(&self, i: usize) -> VecRef<'a, T> {
        assert!(i < self.rows());
        // An empty row has no element.
        let zero = self.address([i, 0]);
        // SAFETY: the elements of one row (invariant 1).
        unsafe { VecRef::at(zero, [self.columns()], [self.strides[1]]) }
    }

    #[inline(always)]
    pub(super) fn column(&self, j: usize) -> VecRef<'a, T> {
        self.transposed().row(j)
    }
}
