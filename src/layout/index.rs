//! From an index to its offset and back.

use super::Layout;

impl<const R: usize> Layout<R> {
    /// Returns the offset of the element at `index`, or `None` if the index is out of range.
    ///
    /// ```
    /// use holor::Layout;
    ///
    /// let layout = Layout::row_major([2, 3])?;
    /// assert_eq!(layout.offset_of([1, 2]), Some(5));
    /// assert_eq!(layout.offset_of([1, 3]), None);
    /// # Ok::<(), holor::ShapeError>(())
    /// ```
    #[inline]
    pub fn offset_of(&self, index: [usize; R]) -> Option<usize> {
        let mut offset = self.offset;
        for (axis, &i) in index.iter().enumerate() {
            if i >= self.shape[axis] {
                return None;
            }
            offset = super::advance(offset, i, self.strides[axis]);
        }
        Some(offset)
    }

    /// Returns an index whose element lies at `offset`, or `None` if there is none.
    ///
    /// It is the only one unless indices share elements, as those of a broadcast view do. Takes
    /// two passes over the axes where they do not; where they do, it searches.
    ///
    /// ```
    /// use holor::Layout;
    ///
    /// let every_second_column = Layout::strided([2, 3], [6, 2], 0)?;
    /// assert_eq!(every_second_column.index_of(10), Some([1, 2]));
    /// assert_eq!(every_second_column.index_of(3), None);
    /// # Ok::<(), holor::ShapeError>(())
    /// ```
    pub fn index_of(&self, offset: usize) -> Option<[usize; R]> {
        let (lowest, highest) = self.extent()?;
        if !(lowest..=highest).contains(&offset) {
            return None;
        }
        let (axes, count) = self.axes_by_stride();
        let mut search =
            Search { layout: self, axes, below: [0; R], divisor: [0; R], index: [0; R] };
        let (mut below, mut divisor) = (0, 0);
        for (level, &axis) in axes[..count].iter().enumerate() {
            let stride = self.strides[axis].unsigned_abs();
            divisor = greatest_common_divisor(divisor, stride);
            (search.below[level], search.divisor[level]) = (below, divisor);
            below += stride * (self.shape[axis] - 1);
        }
        search.solve(count, offset - lowest).then_some(search.index)
    }

    /// Returns the index at a position counted in row-major order, whatever the strides, or
    /// `None` if there are not that many elements.
    ///
    /// ```
    /// use holor::Layout;
    ///
    /// let layout = Layout::col_major([2, 3])?;
    /// assert_eq!(layout.unravel(4), Some([1, 1]));
    /// assert_eq!(layout.unravel(6), None);
    /// # Ok::<(), holor::ShapeError>(())
    /// ```
    ///
    /// numpy: `unravel_index`, torch: `unravel_index`.
    #[inline]
    pub fn unravel(&self, position: usize) -> Option<[usize; R]> {
        if position >= self.len() {
            return None;
        }
        let mut rest = position;
        let mut index = [0; R];
        for axis in (0..R).rev() {
            index[axis] = rest % self.shape[axis];
            rest /= self.shape[axis];
        }
        Some(index)
    }
}

/// Writes a distance as a sum of `steps * |stride|`, the largest stride first.
///
/// What the strides below a level can make up bounds its choices from both sides, so that without
/// overlap there is one at most. With overlap, a distance that is no multiple of the common divisor
/// of the strides is given up at once: strides of 4 and 6 would be tried in vain for each odd one.
struct Search<'a, const R: usize> {
    layout: &'a Layout<R>,
    axes: [usize; R],
    /// For each level, the longest distance that the levels below can make up.
    below: [usize; R],
    /// For each level, the greatest common divisor of its stride and those below.
    divisor: [usize; R],
    index: [usize; R],
}

impl<const R: usize> Search<'_, R> {
    fn solve(&mut self, levels: usize, distance: usize) -> bool {
        let Some(level) = levels.checked_sub(1) else { return distance == 0 };
        // 0 if there are only strides of zero: 0 is the one multiple of 0.
        if !distance.is_multiple_of(self.divisor[level]) {
            return false;
        }
        let axis = self.axes[level];
        let stride = self.layout.strides[axis];
        let step = stride.unsigned_abs();
        let last = self.layout.shape[axis] - 1;
        let (fewest, most) = match step {
            0 => (0, 0),
            _ => {
                let excess = distance.saturating_sub(self.below[level]);
                (excess.div_ceil(step), last.min(distance / step))
            }
        };
        for steps in (fewest..=most).rev() {
            if self.solve(level, distance - steps * step) {
                self.index[axis] = if stride < 0 { last - steps } else { steps };
                return true;
            }
        }
        false
    }
}

/// Euclid's algorithm; 0 is the neutral element.
fn greatest_common_divisor(a: usize, b: usize) -> usize {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
