//! The planner: in which order to visit the elements of several layouts of one shape at once.
//!
//! It drops axes of size 1, orders the rest by stride, merges what lies together in every operand
//! and leaves long inner runs with one constant stride per operand. Where operands disagree on the
//! fastest axis (a transpose), the two axes in question are walked in square blocks, so that the
//! cache lines of both are used while they are there. Every kernel walks this way.

use core::array;

/// Whether the kernel cares in which order it sees the elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sequence {
    /// By row-major index, as iterators promise and as results with destructors need.
    RowMajor,
    /// Whatever suits the memory.
    Any,
}

/// The plan for visiting `N` operands of one shape of rank `R`.
#[derive(Clone, Debug)]
pub(crate) struct Walk<const R: usize, const N: usize> {
    /// How many outer axes are left.
    outer: usize,
    shape: [usize; R],
    strides: [[isize; N]; R],
    /// An axis walked in blocks together with the run; size 1 where there is none.
    block: Axis<N>,
    /// The innermost axis.
    run: Axis<N>,
    /// Where each operand starts, in elements from its index zero.
    base: [isize; N],
}

/// One axis: its size and the stride of each operand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Axis<const N: usize> {
    pub(crate) size: usize,
    pub(crate) strides: [isize; N],
}

/// The side of the blocks of two axes: 32 x 32 of 8-byte elements are 8 KiB per operand.
const SIDE: usize = 32;
/// From this many elements between neighbours on, a run uses each cache line once only.
const FAR: usize = 8;

impl<const R: usize, const N: usize> Walk<R, N> {
    /// Plans the visit of every index of `shape`; `strides[n]` are those of operand `n`.
    ///
    /// Operand 0 decides where operands disagree: a kernel puts what it writes first.
    #[inline]
    pub(crate) fn new(shape: [usize; R], strides: [[isize; R]; N], sequence: Sequence) -> Self {
        let unit = Axis { size: 1, strides: [0; N] };
        let mut axes = [unit; R];
        let mut base = [0; N];
        let mut count = 0;
        for axis in 0..R {
            if shape[axis] == 0 {
                // Nothing to visit: a run of no elements says so.
                let run = Axis { size: 0, strides: [0; N] };
                let (shape, strides) = ([1; R], [[0; N]; R]);
                return Walk { outer: 0, shape, strides, block: unit, run, base };
            }
            if shape[axis] > 1 {
                axes[count] =
                    Axis { size: shape[axis], strides: array::from_fn(|n| strides[n][axis]) };
                count += 1;
            }
        }
        if sequence == Sequence::Any {
            for axis in &mut axes[..count] {
                axis.face_forward(&mut base);
            }
            sort_by_stride(&mut axes[..count]);
        }
        count = merge(&mut axes[..count]);

        let mut run = unit;
        let mut block = unit;
        if count > 0 {
            count -= 1;
            run = axes[count];
            if sequence == Sequence::Any
                && let Some(other) = fastest_elsewhere(&axes[..count], &run)
            {
                block = axes[other];
                axes.copy_within(other + 1..count, other);
                count -= 1;
            }
        }
        Walk {
            outer: count,
            shape: array::from_fn(|axis| axes[axis].size),
            strides: array::from_fn(|axis| axes[axis].strides),
            block,
            run,
            base,
        }
    }

    /// The stride of each operand within a run.
    #[inline]
    pub(crate) fn run_strides(&self) -> [isize; N] {
        self.run.strides
    }

    /// How many elements a run has.
    #[inline]
    pub(crate) fn run_len(&self) -> usize {
        self.run.size
    }

    /// The axes outside of the runs, from the slowest on: sizes, and strides of each operand.
    #[inline]
    pub(crate) fn outer_axes(&self) -> (&[usize], &[[isize; N]]) {
        (&self.shape[..self.outer], &self.strides[..self.outer])
    }

    #[cfg(feature = "rayon")]
    /// How many elements are visited.
    pub(crate) fn len(&self) -> usize {
        self.run.size * self.block.size * self.shape[..self.outer].iter().product::<usize>()
    }

    /// Calls `visit(at, len)` for each run: `at` is where it starts in each operand, in elements
    /// from the operand's index zero; its elements follow at [`run_strides`](Self::run_strides).
    #[inline(always)]
    pub(crate) fn for_each_run(&self, mut visit: impl FnMut([isize; N], usize)) {
        if self.run.size == 0 {
            return;
        }
        let mut index = [0; R];
        let mut at = self.base;
        loop {
            if self.block.size == 1 {
                visit(at, self.run.size);
            } else {
                self.visit_blocks(at, &mut visit);
            }
            let mut axis = self.outer;
            loop {
                if axis == 0 {
                    return;
                }
                axis -= 1;
                index[axis] += 1;
                let steps = &self.strides[axis];
                if index[axis] < self.shape[axis] {
                    at = array::from_fn(|n| at[n] + steps[n]);
                    break;
                }
                let back = (index[axis] - 1) as isize;
                at = array::from_fn(|n| at[n] - steps[n] * back);
                index[axis] = 0;
            }
        }
    }

    #[inline(always)]
    fn visit_blocks(&self, at: [isize; N], visit: &mut impl FnMut([isize; N], usize)) {
        let (down, right) = (&self.block, &self.run);
        for top in (0..down.size).step_by(SIDE) {
            for left in (0..right.size).step_by(SIDE) {
                let width = SIDE.min(right.size - left);
                for row in top..down.size.min(top + SIDE) {
                    let (row, left) = (row as isize, left as isize);
                    visit(
                        array::from_fn(|n| at[n] + row * down.strides[n] + left * right.strides[n]),
                        width,
                    );
                }
            }
        }
    }

    #[cfg(feature = "rayon")]
    /// Cuts the visit in two along its longest outer way, for two threads; `None` if there is only
    /// one element left.
    pub(crate) fn split(&self) -> Option<(Self, Self)> {
        let (mut first, mut second) = (self.clone(), self.clone());
        if let Some(axis) = (0..self.outer).find(|&axis| self.shape[axis] > 1) {
            let middle = self.shape[axis] / 2;
            first.shape[axis] = middle;
            second.shape[axis] -= middle;
            second.advance(middle, &self.strides[axis]);
        } else if self.block.size > 1 {
            let middle = self.block.size / 2;
            first.block.size = middle;
            second.block.size -= middle;
            second.advance(middle, &self.block.strides);
        } else if self.run.size > 1 {
            let middle = self.run.size / 2;
            first.run.size = middle;
            second.run.size -= middle;
            second.advance(middle, &self.run.strides);
        } else {
            return None;
        }
        Some((first, second))
    }

    #[cfg(feature = "rayon")]
    fn advance(&mut self, steps: usize, strides: &[isize; N]) {
        for (base, stride) in self.base.iter_mut().zip(strides) {
            *base += steps as isize * stride;
        }
    }
}

impl<const N: usize> Axis<N> {
    /// Turns an axis that all operands walk backwards, moving their start to its other end.
    fn face_forward(&mut self, base: &mut [isize; N]) {
        let backwards = self.strides.iter().any(|&stride| stride < 0);
        if backwards && self.strides.iter().all(|&stride| stride <= 0) {
            for (base, stride) in base.iter_mut().zip(&mut self.strides) {
                *base += *stride * (self.size - 1) as isize;
                *stride = -*stride;
            }
        }
    }

    /// Whether this axis belongs outside of `other`: by the first operand that moves on both.
    fn is_slower_than(&self, other: &Self) -> bool {
        for (mine, theirs) in self.strides.iter().zip(&other.strides) {
            let (mine, theirs) = (mine.unsigned_abs(), theirs.unsigned_abs());
            if mine != 0 && theirs != 0 && mine != theirs {
                return mine > theirs;
            }
        }
        false
    }
}

/// Orders the axes from the slowest to the fastest; the order of equals is kept.
pub(crate) fn sort_by_stride<const N: usize>(axes: &mut [Axis<N>]) {
    for end in 1..axes.len() {
        let mut at = end;
        while at > 0 && axes[at].is_slower_than(&axes[at - 1]) {
            axes.swap(at, at - 1);
            at -= 1;
        }
    }
}

/// Merges neighbours that every operand walks as one; returns how many axes are left.
#[inline]
pub(crate) fn merge<const N: usize>(axes: &mut [Axis<N>]) -> usize {
    let mut kept = 0;
    for axis in 1..axes.len() {
        let inner = axes[axis];
        let outer = &mut axes[kept];
        // One step past the end of an axis can be further than an `isize` counts.
        let end = |n: usize| inner.strides[n].checked_mul(inner.size as isize);
        let follows = (0..N).all(|n| end(n) == Some(outer.strides[n]));
        if follows {
            *outer = Axis { size: outer.size * inner.size, strides: inner.strides };
        } else {
            kept += 1;
            axes[kept] = inner;
        }
    }
    if axes.is_empty() { 0 } else { kept + 1 }
}

/// Finds the outer axis along which some operand is dense while the run strides far across it.
fn fastest_elsewhere<const N: usize>(outer: &[Axis<N>], run: &Axis<N>) -> Option<usize> {
    for n in 0..N {
        let here = run.strides[n].unsigned_abs();
        if here < FAR || run.size < FAR {
            continue;
        }
        let there = (0..outer.len())
            .filter(|&axis| outer[axis].strides[n] != 0)
            .min_by_key(|&axis| outer[axis].strides[n].unsigned_abs());
        if let Some(axis) = there
            && outer[axis].strides[n].unsigned_abs() * FAR <= here
            && outer[axis].size >= FAR
        {
            return Some(axis);
        }
    }
    None
}
