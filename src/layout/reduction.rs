//! The planner of reductions: steps along the axes that are kept, and along those that are reduced.

use super::{Layout, Steps, WalkAxis, merge, sort_by_stride};

/// A layout without its rank, and which of its axes are reduced.
pub(crate) struct Reduction<'r> {
    pub(crate) shape: &'r [usize],
    pub(crate) strides: &'r [isize],
    pub(crate) reduced: &'r [bool],
    /// Room for as many axes.
    pub(crate) axes: &'r mut [WalkAxis<2>],
}

impl<'r> Reduction<'r> {
    #[inline]
    pub(crate) fn new<const R: usize>(
        layout: &'r Layout<R>,
        reduced: &'r [bool; R],
        axes: &'r mut [WalkAxis<2>; R],
    ) -> Self {
        Reduction { shape: layout.shape_ref(), strides: layout.strides_ref(), reduced, axes }
    }

    /// How many elements a result has, and how many results there are.
    pub(crate) fn sizes(&self) -> [usize; 2] {
        let mut sizes = [1; 2];
        for (size, reduced) in self.shape.iter().zip(self.reduced) {
            sizes[usize::from(!reduced)] *= size;
        }
        sizes
    }

    /// Whether there is one axis to reduce, of at most so many elements.
    pub(crate) fn is_along_one_axis(&self, most: usize) -> bool {
        let axes = self.shape.iter().zip(self.reduced);
        let mut sizes = axes.filter(|&(&size, &reduced)| reduced && size != 1);
        sizes.next().is_none_or(|(&size, _)| size <= most) && sizes.next().is_none()
    }

    /// Whether the elements are contiguous in row-major order of the axes marked `inner` inside of the others.
    pub(crate) fn is_contiguous(&self, inner: bool) -> bool {
        let (mut count, mut is_contiguous) = (1, true);
        for mark in [inner, !inner] {
            for axis in (0..self.shape.len()).rev() {
                let size = self.shape[axis];
                if self.reduced[axis] == mark && size != 1 {
                    is_contiguous &= self.strides[axis] == count as isize;
                    count *= size;
                }
            }
        }
        is_contiguous
    }

    /// Writes where the elements are, in row-major order of the results, those of each next to each other; there
    /// is room for all.
    pub(crate) fn offsets<'o>(&self, room: &'o mut [isize]) -> &'o [isize] {
        let mut count = 1;
        room[0] = 0;
        for mark in [true, false] {
            for axis in (0..self.shape.len()).rev() {
                if self.reduced[axis] != mark {
                    continue;
                }
                for step in 1..self.shape[axis] {
                    let (inner, rest) = room.split_at_mut(step * count);
                    for (place, at) in rest[..count].iter_mut().zip(&inner[..count]) {
                        *place = at + step as isize * self.strides[axis];
                    }
                }
                count *= self.shape[axis];
            }
        }
        &room[..count]
    }

    /// The steps along the axes that are kept, and those along the reduced ones. Operand 0 is the source.
    /// Operand 1 counts the results, and if `has_positions` the elements of a result, in row-major order;
    /// else it stays at 0. The order of steps is the row-major one if `in_order`, else that of the memory.
    ///
    /// This is not [`Steps::plan`]: the order has to suit the source alone, without blocks.
    pub(crate) fn plan(&mut self, has_positions: bool, in_order: bool) -> [Steps<'_, 2>; 2] {
        let start = self.reduced.iter().filter(|&&reduced| !reduced).count();
        let (kept, base) = self.among(0, false, true, in_order);
        let (reduced, reduced_base) = self.among(start, true, has_positions, in_order);
        let (axes, reduced_axes) = self.axes.split_at(start);
        [Steps::along(&axes[..kept], base), Steps::along(&reduced_axes[..reduced], reduced_base)]
    }

    /// Puts the axes marked `mark` at `start`; how many there are after merging, and where they start.
    fn among(
        &mut self,
        start: usize,
        mark: bool,
        counted: bool,
        in_order: bool,
    ) -> (usize, [isize; 2]) {
        let mut base = [0; 2];
        let mut next = isize::from(counted);
        let mut count = 0;
        let axes = &mut self.axes[start..];
        for axis in (0..self.shape.len()).rev() {
            let size = self.shape[axis];
            if self.reduced[axis] != mark || size == 1 {
                continue;
            }
            let mut found = WalkAxis { size, strides: [self.strides[axis], next] };
            next *= size as isize;
            if !in_order && found.strides[0] < 0 {
                // The memory is read forwards; operand 1 goes backwards then.
                for (base, stride) in base.iter_mut().zip(&mut found.strides) {
                    *base += *stride * (size - 1) as isize;
                    *stride = -*stride;
                }
            }
            axes[count] = found;
            count += 1;
        }
        let found = &mut axes[..count];
        found.reverse();
        if !in_order {
            sort_by_stride(found);
        }
        (merge(found), base)
    }
}
