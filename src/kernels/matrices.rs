//! [`Batch`]: the matrices of an operand, without its rank.

use super::operand::Source;
use alloc::vec::Vec;
use core::marker::PhantomData;
use faer::MatRef;

/// The matrices of an operand, in row-major order of its axes before the last two.
///
/// Every index of the axes, the rows and the columns reaches an initialised element (invariant 1).
pub struct Batch<'a, T> {
    zero: *const T,
    /// Rows and columns.
    shape: [usize; 2],
    strides: [isize; 2],
    /// Size and stride of each axis before the last two.
    axes: Vec<(usize, isize)>,
    count: usize,
    reads: PhantomData<&'a T>,
}

impl<'a, T> Batch<'a, T> {
    #[inline]
    pub(crate) fn new<const R: usize>(source: &Source<'a, T, R>) -> Self {
        let layout = source.layout();
        Self::of(source.zero(), layout.shape_ref(), layout.strides_ref())
    }

    fn of(zero: *const T, shape: &[usize], strides: &[isize]) -> Self {
        let rank = shape.len();
        assert!(rank >= 2 && strides.len() == rank);
        // The stride of an axis of size 1 can be any number.
        let stride = |axis: usize| if shape[axis] > 1 { strides[axis] } else { 0 };
        let (row, column) = (rank - 2, rank - 1);
        Batch {
            zero,
            shape: [shape[row], shape[column]],
            strides: [stride(row), stride(column)],
            axes: (0..row).map(|axis| (shape[axis], stride(axis))).collect(),
            count: shape[..row].iter().product(),
            reads: PhantomData,
        }
    }

    /// The number of matrices.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    pub(crate) fn rows(&self) -> usize {
        self.shape[0]
    }

    pub(crate) fn columns(&self) -> usize {
        self.shape[1]
    }

    /// The smaller one of the numbers of rows and columns.
    pub(crate) fn size(&self) -> usize {
        self.rows().min(self.columns())
    }

    /// The matrices in order, if they have elements.
    pub(crate) fn iter(&self) -> impl Iterator<Item = MatRef<'a, T>> {
        (0..if self.size() == 0 { 0 } else { self.count }).map(|i| self.get(i))
    }

    /// The matrix at a position of the batch; it has elements.
    pub(crate) fn get(&self, position: usize) -> MatRef<'a, T> {
        assert!(position < self.count && self.size() > 0);
        let (mut rest, mut offset) = (position, 0);
        for &(size, stride) in self.axes.iter().rev() {
            offset += (rest % size) as isize * stride;
            rest /= size;
        }
        let ([rows, columns], [down, right]) = (self.shape, self.strides);
        let zero = self.zero.wrapping_offset(offset);
        // SAFETY: each index of the matrix is one of the operand (invariant 1).
        unsafe { MatRef::from_raw_parts(zero, rows, columns, down, right) }
    }
}
