//! Batches of products, broadcast against each other, without a rank.

use super::mat_ref::MatRef;
use crate::kernels::operand::Source;
use crate::layout::{Layout, Steps, WalkAxis, merge};
use alloc::vec::Vec;

/// The matrices of two operands in pairs, each with the place of its product.
///
/// Every index of the axes leads to a matrix of both operands (invariant 1).
pub(crate) struct Batches<'a, T> {
    /// Along the axes of the batches, merged, in the order of a row-major result; strides of the result, `a` and `b`.
    /// Without axes the first pair is the only one.
    pub(super) steps: Option<Steps<'a, 3>>,
    /// The first pair.
    pub(super) first: Pairs<'a, T>,
    /// How many elements the result has.
    pub(super) len: usize,
}

/// Pairs of matrices at constant strides from each other.
#[derive(Clone, Copy)]
pub(super) struct Pairs<'a, T> {
    /// At least one.
    pub(super) count: usize,
    /// The offset of the first product, and the strides of the rows and columns of each.
    pub(super) c: isize,
    pub(super) c_strides: [isize; 2],
    /// The first pair.
    pub(super) a: MatRef<'a, T>,
    pub(super) b: MatRef<'a, T>,
    /// From one pair to the next: products, matrices of the left operand and of the right one.
    pub(super) by: [isize; 3],
}

impl<'a, T> Pairs<'a, T> {
    /// The offset of a product, and the matrices of its pair.
    #[inline(always)]
    pub(super) fn get(&self, i: usize) -> (isize, MatRef<'a, T>, MatRef<'a, T>) {
        assert!(i < self.count);
        let i = i as isize;
        // SAFETY: the matrix of another pair of the run (invariant 1).
        let a = unsafe { self.a.moved(i * self.by[1]) };
        // SAFETY: as above.
        (self.c + i * self.by[0], a, unsafe { self.b.moved(i * self.by[2]) })
    }
}

/// Shape and strides of an operand.
type ShapeAndStrides<'l> = (&'l [usize], &'l [isize]);

/// The sizes of a product, its strides of the result, `a` and `b`, and how many axes and pairs there are.
type BatchPlan = ([usize; 3], [[isize; 2]; 3], usize, usize);

impl<'a, T> Batches<'a, T> {
    /// Pairs the matrices of `a` and `b`, whose batch sizes are those of `result` or 1; `axes` is room
    /// for as many axes as the operands have.
    #[inline]
    pub(crate) fn new<const A: usize, const B: usize, const C: usize>(
        a: &Source<'a, T, A>,
        b: &Source<'a, T, B>,
        result: &Layout<C>,
        axes: &'a mut [WalkAxis<3>],
    ) -> Self {
        if C == 2 {
            // The most common case, which needs no plan.
            let (a, b, strides) = (MatRef::new(a), MatRef::new(b), result.strides_ref());
            assert!(result.shape_ref() == [a.rows(), b.columns()]);
            return Batches::one(a, b, [strides[0], strides[1]]);
        }
        let a_layout = (a.layout().shape_ref(), a.layout().strides_ref());
        let b_layout = (b.layout().shape_ref(), b.layout().strides_ref());
        let layouts = [(result.shape_ref(), result.strides_ref()), a_layout, b_layout];
        let ([m, k, n], [c_strides, a_strides, b_strides], used, count) = plan(layouts, axes);
        // SAFETY: the last two axes of the operand at index zero of its batches; merged rows are
        // those of all its batches, one after the other. Of an empty operand the matrix is empty, or
        // there are no pairs (invariant 1).
        let a = unsafe { MatRef::at(a.zero(), [m, k], a_strides) };
        // SAFETY: as above.
        let b = unsafe { MatRef::at(b.zero(), [k, n], b_strides) };
        let first = Pairs { count: 1, c: 0, c_strides, a, b, by: [0; 3] };
        let steps = (used > 0).then(|| Steps::along(&axes[..used], [0; 3]));
        Batches { steps, first, len: count * m * n }
    }

    /// One pair, and the strides of the rows and columns of its product.
    #[inline]
    pub(crate) fn one(a: MatRef<'a, T>, b: MatRef<'a, T>, c_strides: [isize; 2]) -> Self {
        assert!(a.columns() == b.rows());
        let first = Pairs { count: 1, c: 0, c_strides, a, b, by: [0; 3] };
        Batches { steps: None, first, len: a.rows() * b.columns() }
    }

    /// Calls `f` with each element of the product that begins at `c`, row by row.
    ///
    /// # Safety
    /// There is an initialised element at each index, which nothing else reaches.
    pub(super) unsafe fn for_each_place(&self, c: *mut T, f: &mut dyn FnMut(&mut T)) {
        let [down, right] = self.first.c_strides;
        for i in 0..self.first.a.rows() as isize {
            for j in 0..self.first.b.columns() as isize {
                // SAFETY: by the caller's promise.
                f(unsafe { &mut *c.wrapping_offset(i * down + j * right) });
            }
        }
    }

    /// The pairs in about so many parts.
    pub(super) fn parts(&self, count: usize) -> impl Iterator<Item = Self> {
        let parts = self.steps.map_or_else(Vec::new, |steps| steps.parts(count));
        let part = |steps| Batches { steps, first: Pairs { ..self.first }, ..*self };
        parts.into_iter().map(move |steps| part(Some(steps)))
    }

    /// Calls `f` with the offset of each product and the matrices of its pair, in the order of a row-major result.
    #[inline]
    pub(super) fn for_each_pair(&self, mut f: impl FnMut((isize, MatRef<'a, T>, MatRef<'a, T>))) {
        self.for_each_run(|pairs| (0..pairs.count).for_each(|i| f(pairs.get(i))));
    }

    /// Calls `f` with the pairs in runs of constant strides, in the order of a row-major result.
    #[inline]
    pub(super) fn for_each_run(&self, mut f: impl FnMut(&Pairs<'a, T>)) {
        let Some(steps) = &self.steps else { return f(&self.first) };
        for_each_run_of(steps, &mut |at| {
            // SAFETY: a matrix of the left operand (invariant 1).
            let a = unsafe { self.first.a.moved(at[1]) };
            // SAFETY: as above, of the right one.
            let b = unsafe { self.first.b.moved(at[2]) };
            let (count, by) = (steps.run.size, steps.run.strides);
            f(&Pairs { count, c: at[0], a, b, by, ..self.first });
        });
    }
}

// Without types: compiled once for all of them.

/// Calls `f` with where each run starts.
#[inline(never)]
fn for_each_run_of(steps: &Steps<'_, 3>, f: &mut dyn FnMut([isize; 3])) {
    steps.for_each_run(f);
}

fn plan(layouts: [ShapeAndStrides<'_>; 3], axes: &mut [WalkAxis<3>]) -> BatchPlan {
    let [(shape, _), (a, _), (b, _)] = layouts;
    let rank = shape.len();
    assert!(rank >= 2 && a.len() == rank && b.len() == rank && axes.len() >= rank);
    let (row, column) = (rank - 2, rank - 1);
    let ([m, n], k) = ([shape[row], shape[column]], a[column]);
    assert!(a[row] == m && b[row] == k && b[column] == n);
    let [c, a, b] = layouts.map(|(_, strides)| [strides[row], strides[column]]);
    let mut used = 0;
    for axis in 0..row {
        if shape[axis] == 1 {
            continue;
        }
        let strides = layouts.map(|(operand, strides)| {
            assert!(operand[axis] == 1 || operand[axis] == shape[axis]);
            // An axis of size 1 is repeated.
            if operand[axis] == 1 { 0 } else { strides[axis] }
        });
        axes[used] = WalkAxis { size: shape[axis], strides };
        used += 1;
    }
    let axes = &mut axes[..used];
    let count = axes.iter().map(|axis| axis.size).product();
    let used = merge(axes);
    // Where one matrix on the right meets many on the left whose rows follow each other, the many are
    // one matrix of more rows: `[b, m, k] x [k, n]` is `[b * m, k] x [k, n]`. The rows of the products have
    // to follow each other too.
    if let [WalkAxis { size: 1.., strides: [c_by, a_by, 0] }] = axes[..used]
        && let down = if m == 1 { a_by } else { a[0] }
        && m > 0
        && [c_by, a_by] == [c[0], down].map(|stride| stride.wrapping_mul(m as isize))
    {
        return ([count * m, k, n], [c, [down, a[1]], b], 0, 1);
    }
    ([m, k, n], [c, a, b], used, count)
}
