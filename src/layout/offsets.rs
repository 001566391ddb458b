//! Walking a layout from both ends, in row-major order: what iterators do.
//!
//! [`Indices`] knows the index of each element, [`Offsets`] only where it lies: it merges axes as
//! the planner does and so walks long runs of one stride. Both yield each index at most once,
//! whichever end it is asked of. Offsets wrap: those that could overflow are never yielded.

use super::walk::step_forward;
use super::{Layout, Sequence, Steps, WalkAxis};
use core::mem;
use core::ops::Range;

/// An index and the offset of its element, counted from the start of the buffer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IndexAndOffset<const R: usize> {
    pub(crate) index: [usize; R],
    pub(crate) offset: isize,
}

/// The indices of a layout that are left to visit.
#[derive(Clone)]
pub(crate) struct Indices<const R: usize> {
    shape: [usize; R],
    strides: [isize; R],
    offset: isize,
    /// The positions in row-major order that are left.
    left: Range<usize>,
    /// The place at `left.start`, if anything is left.
    front: IndexAndOffset<R>,
    /// The place at `left.end - 1`, if anything is left.
    back: IndexAndOffset<R>,
}

impl<const R: usize> Indices<R> {
    #[inline]
    pub(crate) fn new(layout: &Layout<R>) -> Self {
        Self::of(layout.shape, layout.strides, layout.offset as isize)
    }

    #[inline]
    fn of(shape: [usize; R], strides: [isize; R], offset: isize) -> Self {
        let nowhere = IndexAndOffset { index: [0; R], offset };
        let left = 0..shape.iter().product();
        let mut indices = Indices { shape, strides, offset, left, front: nowhere, back: nowhere };
        if !indices.left.is_empty() {
            for axis in 0..R {
                let last = shape[axis] - 1;
                indices.back.index[axis] = last;
                indices.back.offset =
                    indices.back.offset.wrapping_add(strides[axis].wrapping_mul(last as isize));
            }
        }
        indices
    }

    /// Passes over `count` places at the front.
    #[inline]
    fn pass(&mut self, count: usize) {
        self.left.start += count.min(self.left.len());
        if count > 0 && !self.left.is_empty() {
            self.front = self.place(self.left.start);
        }
    }

    /// Passes over `count` places at the back.
    #[inline]
    fn pass_back(&mut self, count: usize) {
        self.left.end -= count.min(self.left.len());
        if count > 0 && !self.left.is_empty() {
            self.back = self.place(self.left.end - 1);
        }
    }

    fn place(&self, position: usize) -> IndexAndOffset<R> {
        let (mut index, mut offset, mut rest) = ([0; R], self.offset, position);
        for axis in (0..R).rev() {
            index[axis] = rest % self.shape[axis];
            rest /= self.shape[axis];
            let distance = self.strides[axis].wrapping_mul(index[axis] as isize);
            offset = offset.wrapping_add(distance);
        }
        IndexAndOffset { index, offset }
    }
}

impl<const R: usize> Iterator for Indices<R> {
    type Item = IndexAndOffset<R>;

    #[inline]
    fn next(&mut self) -> Option<IndexAndOffset<R>> {
        if self.left.is_empty() {
            return None;
        }
        let here = self.front;
        self.left.start += 1;
        let IndexAndOffset { index, offset } = &mut self.front;
        step_forward(
            index,
            |axis| self.shape[axis],
            |axis, steps| *offset = offset.wrapping_add(self.strides[axis].wrapping_mul(steps)),
        );
        Some(here)
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<IndexAndOffset<R>> {
        self.pass(n);
        self.next()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.left.size_hint()
    }
}

impl<const R: usize> DoubleEndedIterator for Indices<R> {
    #[inline]
    fn next_back(&mut self) -> Option<IndexAndOffset<R>> {
        if self.left.is_empty() {
            return None;
        }
        let here = self.back;
        self.left.end -= 1;
        let IndexAndOffset { index, offset } = &mut self.back;
        for axis in (0..R).rev() {
            let stride = self.strides[axis];
            if index[axis] > 0 {
                index[axis] -= 1;
                *offset = offset.wrapping_sub(stride);
                break;
            }
            index[axis] = self.shape[axis] - 1;
            *offset = offset.wrapping_add(stride.wrapping_mul(index[axis] as isize));
        }
        Some(here)
    }

    #[inline]
    fn nth_back(&mut self, n: usize) -> Option<IndexAndOffset<R>> {
        self.pass_back(n);
        self.next_back()
    }
}

impl<const R: usize> ExactSizeIterator for Indices<R> {}

/// The offsets of a layout's elements that are left to visit: a run that was begun at the front,
/// whole runs, and a run that was begun at the back.
#[derive(Clone)]
pub(crate) struct Offsets<const R: usize> {
    front: OffsetRun,
    runs: Indices<R>,
    back: OffsetRun,
    run_len: usize,
    stride: isize,
}

#[derive(Clone, Copy, Default)]
struct OffsetRun {
    offset: isize,
    len: usize,
}

impl<const R: usize> Offsets<R> {
    #[inline]
    pub(crate) fn new(layout: &Layout<R>) -> Self {
        let mut axes = [WalkAxis::UNIT; R];
        let steps = Steps::plan(&mut axes, &layout.shape, [&layout.strides], Sequence::RowMajor);
        // The axes that were merged away stand in front, where they are stepped along last.
        let (mut shape, mut strides) = ([1; R], [0; R]);
        for (axis, found) in (0..R).rev().zip(steps.outer_axes().rev()) {
            (shape[axis], strides[axis]) = (found.size, found.strides[0]);
        }
        let WalkAxis { size: run_len, strides: [stride] } = steps.run;
        let mut runs = Indices::of(shape, strides, layout.offset as isize);
        if run_len == 0 {
            runs.left = 0..0;
        }
        let mut offsets = Offsets {
            front: OffsetRun::default(),
            runs,
            back: OffsetRun::default(),
            run_len,
            stride,
        };
        offsets.open_front();
        offsets
    }

    /// Begins the next run at the front; once all are begun, takes over what is left at the back.
    #[inline]
    fn open_front(&mut self) {
        self.front = match self.runs.next() {
            Some(run) => OffsetRun { offset: run.offset, len: self.run_len },
            None => mem::take(&mut self.back),
        };
    }

    #[inline]
    fn open_back(&mut self) {
        self.back = match self.runs.next_back() {
            Some(run) => OffsetRun { offset: run.offset, len: self.run_len },
            None => mem::take(&mut self.front),
        };
    }

    #[inline]
    fn step(&self, offset: isize, steps: usize) -> isize {
        offset.wrapping_add(self.stride.wrapping_mul(steps as isize))
    }
}

impl<const R: usize> Iterator for Offsets<R> {
    type Item = isize;

    #[inline]
    fn next(&mut self) -> Option<isize> {
        if self.front.len == 0 {
            self.open_front();
            if self.front.len == 0 {
                return None;
            }
        }
        let here = self.front.offset;
        self.front.offset = here.wrapping_add(self.stride);
        self.front.len -= 1;
        Some(here)
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<isize> {
        let mut within = n;
        if n >= self.front.len {
            let beyond = n - self.front.len;
            let whole = beyond / self.run_len.max(1);
            if whole < self.runs.len() {
                within = beyond - whole * self.run_len;
                self.runs.pass(whole);
                self.open_front();
            } else {
                within = beyond - self.runs.len() * self.run_len;
                self.runs.pass(usize::MAX);
                self.front = mem::take(&mut self.back);
                if within >= self.front.len {
                    self.front.len = 0;
                    return None;
                }
            }
        }
        self.front.offset = self.step(self.front.offset, within);
        self.front.len -= within;
        self.next()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.front.len + self.runs.len() * self.run_len + self.back.len;
        (len, Some(len))
    }

    /// Runs of neighbours are a loop that can be vectorised; in `next` the stride is a variable.
    #[inline]
    fn fold<B, F: FnMut(B, isize) -> B>(self, init: B, mut f: F) -> B {
        let Offsets { front, runs, back, run_len, stride } = self;
        let mut run = |mut state: B, OffsetRun { offset, len }: OffsetRun| {
            if stride == 1 {
                for i in 0..len as isize {
                    state = f(state, offset.wrapping_add(i));
                }
            } else {
                for i in 0..len as isize {
                    state = f(state, offset.wrapping_add(i.wrapping_mul(stride)));
                }
            }
            state
        };
        let mut state = run(init, front);
        for IndexAndOffset { offset, .. } in runs {
            state = run(state, OffsetRun { offset, len: run_len });
        }
        run(state, back)
    }
}

impl<const R: usize> DoubleEndedIterator for Offsets<R> {
    #[inline]
    fn next_back(&mut self) -> Option<isize> {
        if self.back.len == 0 {
            self.open_back();
            if self.back.len == 0 {
                return None;
            }
        }
        self.back.len -= 1;
        Some(self.step(self.back.offset, self.back.len))
    }

    #[inline]
    fn nth_back(&mut self, n: usize) -> Option<isize> {
        let mut within = n;
        if n >= self.back.len {
            let beyond = n - self.back.len;
            let whole = beyond / self.run_len.max(1);
            if whole < self.runs.len() {
                within = beyond - whole * self.run_len;
                self.runs.pass_back(whole);
                self.open_back();
            } else {
                within = beyond - self.runs.len() * self.run_len;
                self.runs.pass_back(usize::MAX);
                self.back = mem::take(&mut self.front);
                if within >= self.back.len {
                    self.back.len = 0;
                    return None;
                }
            }
        }
        self.back.len -= within;
        self.next_back()
    }
}

impl<const R: usize> ExactSizeIterator for Offsets<R> {}
