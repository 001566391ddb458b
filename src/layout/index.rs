//! From index to offset and back.

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

    /// Returns an index of the element at `offset`, or `None` if the layout does not select that
    /// element.
    ///
    /// If indices share elements, as in a broadcast layout, it is one of several. Then the time it
    /// takes may grow with the sizes; otherwise it depends on the rank only.
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

    /// Returns the index at a position in row-major order, or `None` if the position is out of range.
    ///
    /// The strides have no influence on the result.
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
    /// numpy and torch: `unravel_index`.
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

/// A search for the steps along each axis that add up to a distance, by decreasing stride.
///
/// The longest distance of the axes with smaller strides bounds the number of steps from both sides.
/// Without overlap at most one number is left. With overlap, a distance that is no multiple of the
/// greatest common divisor of the strides is rejected at once; otherwise strides of 4 and 6 would be
/// tried in vain for each odd distance.
struct Search<'a, const R: usize> {
    layout: &'a Layout<R>,
    axes: [usize; R],
    /// For each level, the longest distance that the levels below can cover.
    below: [usize; R],
    /// For each level, the greatest common divisor of its stride and those below.
    divisor: [usize; R],
    index: [usize; R],
}

impl<const R: usize> Search<'_, R> {
    fn solve(&mut self, levels: usize, distance: usize) -> bool {
        let Some(level) = levels.checked_sub(1) else { return distance == 0 };
        // The divisor is 0 if all strides are zero: then only the distance 0 is a multiple.
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

/// Euclid's algorithm. The divisor of 0 and `a` is `a`.
fn greatest_common_divisor(a: usize, b: usize) -> usize {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
