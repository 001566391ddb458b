//! The planner: in which order to visit the elements of several layouts of one shape at once.
//!
//! It drops axes of size 1, orders the rest by stride, merges what lies together in every operand
//! and leaves long inner runs with one constant stride per operand. Where operands disagree on the
//! fastest axis (a transpose), the two axes in question are walked in square blocks, so that the
//! cache lines of both are used while they are there. Every kernel walks this way.

use alloc::{vec, vec::Vec};
use core::array;

/// Whether the kernel cares in which order it sees the elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sequence {
    /// By row-major index, as iterators promise and as results with destructors need.
    RowMajor,
    /// Whatever suits the memory.
    Any,
}

/// The plan for visiting `N` operands of one shape, or a part of one: planes of rows of runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Steps<'a, const N: usize> {
    outer: &'a [WalkAxis<N>],
    /// The first plane, counted in the order of the outer axes, and how many there are.
    first: usize,
    planes: usize,
    /// The axis outside of the runs; size 1 if there is none.
    pub(crate) rows: WalkAxis<N>,
    /// The innermost axis.
    pub(crate) run: WalkAxis<N>,
    /// Whether some operand is dense along `rows` and others along `run`: a plane is best walked in
    /// blocks.
    pub(crate) tiled: bool,
    base: [isize; N],
}

/// One axis: its size and the stride of each operand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WalkAxis<const N: usize> {
    pub(crate) size: usize,
    pub(crate) strides: [isize; N],
}

/// Long axes are cut where blocks of this side begin.
const SIDE: usize = 32;
/// From this many elements between neighbours on, a run uses each cache line once only.
const FAR: usize = 8;

impl<'a, const N: usize> Steps<'a, N> {
    /// Steps along axes in the order given, from the slowest on.
    pub(crate) fn along(axes: &'a [WalkAxis<N>], base: [isize; N]) -> Self {
        let unit = WalkAxis { size: 1, strides: [0; N] };
        let last = |axes: &'a [WalkAxis<N>]| match axes.split_last() {
            Some((&last, others)) => (last, others),
            None => (unit, axes),
        };
        let (run, others) = last(axes);
        let (rows, outer) = last(others);
        let planes = outer.iter().map(|axis| axis.size).product();
        Steps { outer, first: 0, planes, rows, run, tiled: false, base }
    }

    /// Whether there is one run only.
    #[inline]
    pub(crate) fn is_one_run(&self) -> bool {
        self.planes * self.rows.size == 1
    }

    /// Calls `visit` with where each run starts in each operand, row by row; not in blocks.
    pub(crate) fn for_each_run(&self, mut visit: impl FnMut([isize; N])) {
        self.for_each_plane(&mut vec![0; self.depth()], |plane| {
            for row in 0..self.rows.size as isize {
                visit(moved(plane, row, &self.rows.strides));
            }
        });
    }

    /// Where the only run starts.
    pub(crate) fn only_run(&self) -> [isize; N] {
        debug_assert!(self.is_one_run());
        let mut start = self.base;
        self.for_each_run(|at| start = at);
        start
    }

    /// How many steps the slowest axis has, of steps that were not cut.
    pub(crate) fn slowest(&self) -> usize {
        match self.outer {
            [axis, ..] => axis.size,
            [] if self.rows.size > 1 => self.rows.size,
            [] => self.run.size,
        }
    }

    /// The steps `start..start + len` of the slowest axis, of steps that were not cut.
    pub(crate) fn part(&self, start: usize, len: usize) -> Self {
        let mut part = *self;
        if let [axis, ..] = self.outer {
            let planes = self.planes / axis.size;
            (part.first, part.planes) = (start * planes, len * planes);
            return part;
        }
        let axis = if self.rows.size > 1 { &mut part.rows } else { &mut part.run };
        axis.size = len;
        let strides = axis.strides;
        part.advance(start, &strides);
        part
    }

    /// Plans the visit of every index of `shape`; `strides[n]` are those of operand `n`, and `axes` is room
    /// for as many axes.
    ///
    /// Operand 0 decides where operands disagree: a kernel puts what it writes first.
    pub(crate) fn plan(
        axes: &'a mut [WalkAxis<N>],
        shape: &[usize],
        strides: [&[isize]; N],
        sequence: Sequence,
    ) -> Self {
        let unit = WalkAxis::UNIT;
        let (mut base, mut count) = ([0; N], 0);
        for (axis, &size) in shape.iter().enumerate() {
            if size == 0 {
                // Nothing to visit: a run of no elements says so.
                let run = WalkAxis { size: 0, strides: [0; N] };
                return Steps {
                    outer: &[],
                    first: 0,
                    planes: 1,
                    rows: unit,
                    run,
                    tiled: false,
                    base,
                };
            }
            if size > 1 {
                axes[count] = WalkAxis { size, strides: array::from_fn(|n| strides[n][axis]) };
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

        let (mut run, mut rows, mut tiled) = (unit, unit, false);
        if count > 0 {
            count -= 1;
            run = axes[count];
        }
        if count > 0 {
            let mut at = count - 1;
            if sequence == Sequence::Any
                && let Some(other) = fastest_elsewhere(&axes[..count], &run)
            {
                (at, tiled) = (other, true);
            }
            rows = axes[at];
            axes.copy_within(at + 1..count, at);
            count -= 1;
        }
        let outer = &axes[..count];
        let planes = outer.iter().map(|axis| axis.size).product();
        Steps { outer, first: 0, planes, rows, run, tiled, base }
    }

    /// The axes outside of the runs, from the slowest on, of a walk that is not tiled.
    #[inline]
    pub(crate) fn outer_axes(&self) -> impl DoubleEndedIterator<Item = &WalkAxis<N>> {
        debug_assert!(!self.tiled);
        self.outer.iter().chain((self.rows.size > 1).then_some(&self.rows))
    }

    /// How many elements are visited.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.planes * self.rows.size * self.run.size
    }

    /// How many outer axes there are: the length of an index of a plane.
    #[inline]
    pub(crate) fn depth(&self) -> usize {
        self.outer.len()
    }

    /// Calls `visit` with where each plane starts in each operand, in elements from the operand's
    /// index zero. `index` has a place for each outer axis.
    #[inline(always)]
    pub(crate) fn for_each_plane(&self, index: &mut [usize], mut visit: impl FnMut([isize; N])) {
        if self.len() == 0 {
            return;
        }
        let index = &mut index[..self.outer.len()];
        let mut at = self.start(index);
        for plane in 1.. {
            visit(at);
            if plane == self.planes {
                return;
            }
            at = self.next(at, index);
        }
    }

    /// Where the first plane starts, and its index.
    #[inline]
    fn start(&self, index: &mut [usize]) -> [isize; N] {
        let mut at = self.base;
        let mut rest = self.first;
        for (axis, i) in self.outer.iter().zip(index).rev() {
            (rest, *i) = (rest / axis.size, rest % axis.size);
            at = moved(at, *i as isize, &axis.strides);
        }
        at
    }

    /// Where the plane after the one at `at` starts.
    #[inline]
    fn next(&self, mut at: [isize; N], index: &mut [usize]) -> [isize; N] {
        step_forward(
            index,
            |axis| self.outer[axis].size,
            |axis, steps| at = moved(at, steps, &self.outer[axis].strides),
        );
        at
    }

    /// Cuts the visit in two, for two threads; `None` if there is only one element left.
    pub(super) fn split(&self) -> Option<(Self, Self)> {
        let (mut first, mut second) = (*self, *self);
        if self.planes > 1 {
            first.planes = self.planes / 2;
            second.planes -= first.planes;
            second.first += first.planes;
        } else if self.rows.size > 1 {
            let middle = middle(self.rows.size);
            first.rows.size = middle;
            second.rows.size -= middle;
            second.advance(middle, &self.rows.strides);
        } else if self.run.size > 1 {
            let middle = middle(self.run.size);
            first.run.size = middle;
            second.run.size -= middle;
            second.advance(middle, &self.run.strides);
        } else {
            return None;
        }
        Some((first, second))
    }

    /// Cuts the visit in about so many parts: in each round all are cut in two, if they can be.
    pub(crate) fn parts(self, count: usize) -> Vec<Self> {
        let mut parts = vec![self];
        for _ in 0..count.next_power_of_two().ilog2() {
            for i in 0..parts.len() {
                if let Some((first, second)) = parts[i].split() {
                    parts[i] = first;
                    parts.push(second);
                }
            }
        }
        parts
    }

    fn advance(&mut self, steps: usize, strides: &[isize; N]) {
        for (base, stride) in self.base.iter_mut().zip(strides) {
            *base += steps as isize * stride;
        }
    }
}

/// The odometer: moves to the next index in row-major order, and says along which axes by how many steps.
/// After the last index comes the first.
#[inline(always)]
pub(super) fn step_forward(
    index: &mut [usize],
    size: impl Fn(usize) -> usize,
    mut step: impl FnMut(usize, isize),
) {
    for axis in (0..index.len()).rev() {
        if index[axis] + 1 < size(axis) {
            index[axis] += 1;
            return step(axis, 1);
        }
        step(axis, -(index[axis] as isize));
        index[axis] = 0;
    }
}

/// Where it goes some steps further. On its own, not being generic over what is done there: a program
/// has many loops.
#[inline]
pub(crate) fn moved<const N: usize>(
    mut at: [isize; N],
    steps: isize,
    strides: &[isize; N],
) -> [isize; N] {
    for (at, stride) in at.iter_mut().zip(strides) {
        *at = at.wrapping_add(steps.wrapping_mul(*stride));
    }
    at
}

/// About the half; of a long axis, a whole number of blocks.
fn middle(size: usize) -> usize {
    let half = size / 2;
    if half > 4 * SIDE { half / SIDE * SIDE } else { half }
}

impl<const N: usize> WalkAxis<N> {
    /// An axis of one index.
    pub(crate) const UNIT: Self = WalkAxis { size: 1, strides: [0; N] };

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
pub(crate) fn sort_by_stride<const N: usize>(axes: &mut [WalkAxis<N>]) {
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
pub(crate) fn merge<const N: usize>(axes: &mut [WalkAxis<N>]) -> usize {
    let mut kept = 0;
    for axis in 1..axes.len() {
        let inner = axes[axis];
        let outer = &mut axes[kept];
        // One step past the end of an axis can be further than an `isize` counts.
        let end = |n: usize| inner.strides[n].checked_mul(inner.size as isize);
        let follows = (0..N).all(|n| end(n) == Some(outer.strides[n]));
        if follows {
            *outer = WalkAxis { size: outer.size * inner.size, strides: inner.strides };
        } else {
            kept += 1;
            axes[kept] = inner;
        }
    }
    if axes.is_empty() { 0 } else { kept + 1 }
}

/// Finds the outer axis along which some operand is dense while the run strides far across it.
fn fastest_elsewhere<const N: usize>(outer: &[WalkAxis<N>], run: &WalkAxis<N>) -> Option<usize> {
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
