//! Which axes are walked, in which order.

use crate::layout::{Layout, WalkAxis, merge, sort_by_stride};
use alloc::{vec, vec::Vec};

/// The axes that are kept, or those that are reduced. Operand 0 is the source; operand 1 is the
/// result, or the position among the reduced elements.
///
/// This is not a `Walk`: the order has to suit the source alone, without blocks, and a walk is
/// inlined with what it visits, which here is too much code to have once for every rank.
pub(super) struct Axes<const R: usize> {
    axes: [WalkAxis<2>; R],
    /// Which of them there are.
    first: usize,
    end: usize,
    base: [isize; 2],
}

/// Goes through the indices of some axes, all runs of the innermost one.
pub(super) struct Odometer<'a> {
    outer: &'a [WalkAxis<2>],
    index: &'a mut [usize],
    /// Where the present run starts.
    pub(super) at: [isize; 2],
    /// The innermost axis; size 1 if there is none.
    pub(super) run: WalkAxis<2>,
}

impl<const R: usize> Axes<R> {
    /// Picks out the axes marked `mark`. Operand 1 counts them in row-major order if `counted`, else it
    /// stays at 0 and is in nobody's way. The order is the row-major one if `in_order`, else that
    /// of the source's memory.
    pub(super) fn plan(
        layout: &Layout<R>,
        marks: [bool; R],
        mark: bool,
        counted: bool,
        in_order: bool,
    ) -> Self {
        let (shape, strides) = (layout.shape(), layout.strides());
        let mut axes = [WalkAxis { size: 1, strides: [0; 2] }; R];
        let mut base = [0; 2];
        let mut next = if counted { 1 } else { 0 };
        let mut first = R;
        for axis in (0..R).rev().filter(|&axis| marks[axis] == mark && shape[axis] > 1) {
            first -= 1;
            let mut found = WalkAxis { size: shape[axis], strides: [strides[axis], next] };
            next *= shape[axis] as isize;
            if !in_order && found.strides[0] < 0 {
                // The memory is read forwards; operand 1 goes backwards then.
                for (base, stride) in base.iter_mut().zip(&mut found.strides) {
                    *base += *stride * (found.size - 1) as isize;
                    *stride = -*stride;
                }
            }
            axes[first] = found;
        }
        let found = &mut axes[first..];
        if !in_order {
            sort_by_stride(found);
        }
        let end = first + merge(found);
        Axes { axes, first, end, base }
    }

    #[inline]
    pub(super) fn odometer<'a>(&'a self, index: &'a mut [usize; R]) -> Odometer<'a> {
        let (run, outer) = match self.axes[self.first..self.end].split_last() {
            Some((run, outer)) => (*run, outer),
            None => (WalkAxis { size: 1, strides: [0; 2] }, &[][..]),
        };
        let index = &mut index[..outer.len()];
        Odometer { outer, index, at: self.base, run }
    }
}

impl Odometer<'_> {
    /// How many indices there are.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.outer.iter().fold(self.run.size, |len, axis| len * axis.size)
    }

    /// Whether the innermost axis is the only one.
    #[inline(always)]
    pub(super) fn is_one_run(&self) -> bool {
        self.outer.is_empty()
    }

    /// Where the element `i` of the present run lies.
    #[inline(always)]
    pub(super) fn at_step(&self, i: isize) -> [isize; 2] {
        [self.at[0] + i * self.run.strides[0], self.at[1] + i * self.run.strides[1]]
    }

    /// Goes to the next run; after the last one, back to the first, and returns false.
    #[inline]
    pub(super) fn advance(&mut self) -> bool {
        for (axis, index) in self.outer.iter().zip(self.index.iter_mut()).rev() {
            *index += 1;
            let there = *index < axis.size;
            let steps = if there { 1 } else { 1 - axis.size as isize };
            self.at[0] += axis.strides[0] * steps;
            self.at[1] += axis.strides[1] * steps;
            if there {
                return true;
            }
            *index = 0;
        }
        false
    }
}

/// Some of the indices of an odometer, for a thread.
pub(super) struct Piece {
    outer: Vec<WalkAxis<2>>,
    index: Vec<usize>,
    at: [isize; 2],
    run: WalkAxis<2>,
}

impl Odometer<'_> {
    /// How many steps its slowest axis has.
    pub(super) fn slowest(&self) -> usize {
        self.outer.first().unwrap_or(&self.run).size
    }

    /// Cuts steps of the slowest axis out of an odometer that was not advanced.
    pub(super) fn part(&self, start: usize, len: usize) -> Piece {
        let Odometer { outer, at, run, .. } = self;
        let mut piece =
            Piece { outer: outer.to_vec(), index: vec![0; outer.len()], at: *at, run: *run };
        let slowest = piece.outer.first_mut().unwrap_or(&mut piece.run);
        slowest.size = len;
        for (at, stride) in piece.at.iter_mut().zip(slowest.strides) {
            *at += start as isize * stride;
        }
        piece
    }
}

impl Piece {
    pub(super) fn odometer(&mut self) -> Odometer<'_> {
        Odometer { outer: &self.outer, index: &mut self.index, at: self.at, run: self.run }
    }
}
