//! Walks over the batches of a product, broadcast against each other.

use super::mat_ref::MatRef;
use crate::kernels::operand::Source;
use crate::layout::{Layout, Sequence, Walk};

/// The matrices of two operands in pairs, each with the place of its product.
pub(super) struct Batches<'a, T, const R: usize> {
    /// The offsets of the products and of the matrices of the two operands.
    pub(super) walk: Walk<R, 3>,
    a: MatRef<'a, T>,
    b: MatRef<'a, T>,
}

/// Pairs of matrices at constant strides from each other.
pub(super) struct Pairs<'a, T> {
    /// At least one.
    pub(super) count: usize,
    /// The offset of the first product.
    pub(super) c: isize,
    /// The first pair.
    pub(super) a: MatRef<'a, T>,
    pub(super) b: MatRef<'a, T>,
    /// From one to the next: products, matrices of the left operand and of the right one.
    pub(super) by: [isize; 3],
}

impl<'a, T> Pairs<'a, T> {
    /// One pair, whose product is at offset zero.
    #[inline]
    pub(super) fn one(a: MatRef<'a, T>, b: MatRef<'a, T>) -> Self {
        assert!(a.columns() == b.rows());
        Pairs { count: 1, c: 0, a, b, by: [0; 3] }
    }

    /// The offset of a product.
    #[inline(always)]
    pub(super) fn place(&self, i: usize) -> isize {
        self.c + i as isize * self.by[0]
    }

    /// The matrices of a pair.
    #[inline(always)]
    pub(super) fn get(&self, i: usize) -> (MatRef<'a, T>, MatRef<'a, T>) {
        assert!(i < self.count);
        let [_, a, b] = self.by.map(|by| i as isize * by);
        // SAFETY: the matrix of another pair of the run.
        let a = unsafe { self.a.moved(a) };
        // SAFETY: as above.
        (a, unsafe { self.b.moved(b) })
    }

    /// Calls `f` with the offset of each product and the two matrices.
    #[inline]
    pub(super) fn for_each(&self, mut f: impl FnMut(isize, MatRef<'a, T>, MatRef<'a, T>)) {
        for i in 0..self.count {
            let (a, b) = self.get(i);
            f(self.place(i), a, b);
        }
    }
}

impl<T, const R: usize> Clone for Batches<'_, T, R> {
    fn clone(&self) -> Self {
        Batches { walk: self.walk.clone(), a: self.a, b: self.b }
    }
}

impl<'a, T, const R: usize> Batches<'a, T, R> {
    /// Pairs the matrices of `a` and `b`, whose batch sizes are those of `result` or 1.
    pub(super) fn new(a: Source<'a, T, R>, b: Source<'a, T, R>, result: &Layout<R>) -> Self {
        let (rows, columns) = (R - 2, R - 1);
        let mut shape = result.shape();
        let [mut m, n] = [shape[rows], shape[columns]];
        let k = a.layout().shape()[columns];
        assert!(a.layout().shape()[rows] == m && b.layout().shape()[columns] == n);
        assert!(b.layout().shape()[rows] == k);
        let strides = [result.strides(), batch_strides(&a, &shape), batch_strides(&b, &shape)];
        // The rows and columns of one product are the matter of a kernel.
        (shape[rows], shape[columns]) = (1, 1);
        let mut stride = a.layout().strides()[rows];
        if let Some(merged) = merged_rows(&shape, &strides, m, stride) {
            (m, stride) = merged;
            shape = [1; R];
        }
        let (a_strides, b_strides) = (a.layout().strides(), b.layout().strides());
        // SAFETY: the last two axes of the operand at index zero of its batches; merged rows are
        // those of all its batches, one after the other. If an operand is empty, so is its grid or
        // there are no batches.
        let a = unsafe { MatRef::at(a.zero(), [m, k], [stride, a_strides[columns]]) };
        // SAFETY: as above.
        let b = unsafe { MatRef::at(b.zero(), [k, n], [b_strides[rows], b_strides[columns]]) };
        Batches { walk: Walk::new(shape, strides, Sequence::RowMajor), a, b }
    }

    /// Calls `f` with the pairs in runs of constant strides, in the order of a row-major result.
    #[inline]
    pub(super) fn for_each_run(&self, mut f: impl FnMut(Pairs<'a, T>)) {
        let by = self.walk.run_strides();
        self.walk.for_each_run(|[c, a, b], count| {
            // SAFETY: the walk yields offsets of batch indices of both operands, broadcast.
            let a = unsafe { self.a.moved(a) };
            // SAFETY: as above.
            let b = unsafe { self.b.moved(b) };
            f(Pairs { count, c, a, b, by });
        });
    }

    /// The two matrices of the first batch, for their sizes.
    pub(super) fn first(&self) -> (MatRef<'a, T>, MatRef<'a, T>) {
        (self.a, self.b)
    }

    /// Cuts the batches in two; `None` if there is only one.
    pub(super) fn split(&self) -> Option<(Self, Self)> {
        let (first, second) = self.walk.split()?;
        Some((Batches { walk: first, ..*self }, Batches { walk: second, ..*self }))
    }
}

/// The strides of an operand over the batches of the result; an axis of size 1 is repeated.
fn batch_strides<T, const R: usize>(operand: &Source<'_, T, R>, result: &[usize; R]) -> [isize; R] {
    let (shape, mut strides) = (operand.layout().shape(), operand.layout().strides());
    for axis in 0..R - 2 {
        if shape[axis] == 1 {
            strides[axis] = 0;
        } else {
            assert!(shape[axis] == result[axis]);
        }
    }
    strides
}

/// Where one matrix on the right meets many on the left whose rows follow each other, the many are
/// one matrix of more rows: `[b, m, k] x [k, n]` is `[b * m, k] x [k, n]`. Returns its number of
/// rows and their stride. The rows of the products have to follow each other too.
fn merged_rows<const R: usize>(
    batches: &[usize; R],
    [c, a, b]: &[[isize; R]; 3],
    m: usize,
    stride: isize,
) -> Option<(usize, isize)> {
    let (mut rows, mut stride, down) = (m, stride, c[R - 2]);
    for axis in (0..R - 2).rev().filter(|&axis| batches[axis] != 1) {
        if b[axis] != 0 || batches[axis] == 0 || rows == 0 {
            return None;
        }
        if c[axis] != down.wrapping_mul(rows as isize) {
            return None;
        }
        if rows == 1 {
            stride = a[axis];
        } else if a[axis] != stride.wrapping_mul(rows as isize) {
            return None;
        }
        rows *= batches[axis];
    }
    Some((rows, stride))
}
