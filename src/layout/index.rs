//! From index to offset and back.

use super::Layout;
use crate::error::{ErrorKind, ShapeError};

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

    /// Returns the index of the element at `offset`, or `None` if the layout does not select that
    /// element.
    ///
    /// # Errors
    /// If two indices may share an element, as in a broadcast layout or one of windows: there an offset
    /// may have several indices.
    ///
    /// ```
    /// use holor::Layout;
    ///
    /// let every_second_column = Layout::strided([2, 3], [6, 2], 0)?;
    /// assert_eq!(every_second_column.index_of(10)?, Some([1, 2]));
    /// assert_eq!(every_second_column.index_of(3)?, None);
    ///
    /// let repeated = Layout::strided([2, 3], [0, 1], 0)?;
    /// assert_eq!(
    ///     repeated.index_of(1).unwrap_err().to_string(),
    ///     "index_of: [2, 3]: two indices may share an element"
    /// );
    /// # Ok::<(), holor::ShapeError>(())
    /// ```
    pub fn index_of(&self, offset: usize) -> Result<Option<[usize; R]>, ShapeError> {
        if !self.is_disjoint() {
            return Err(ShapeError::new("index_of", &[&self.shape], ErrorKind::Overlap));
        }
        let Some((lowest, highest)) = self.extent() else { return Ok(None) };
        if !(lowest..=highest).contains(&offset) {
            return Ok(None);
        }
        let mut rest = offset - lowest;
        let mut index = [0; R];
        let (axes, count) = self.axes_by_stride();
        // Each stride is longer than all axes of shorter strides together, as the value of a digit is:
        // the quotient is the only number of strides that leaves a rest those can cover.
        for &axis in axes[..count].iter().rev() {
            let (stride, last) = (self.strides[axis], self.shape[axis] - 1);
            let strides = rest / stride.unsigned_abs();
            if strides > last {
                return Ok(None);
            }
            rest -= strides * stride.unsigned_abs();
            index[axis] = if stride < 0 { last - strides } else { strides };
        }
        Ok((rest == 0).then_some(index))
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
