//! What the gate between safe and raw proves: which offsets a layout reaches, and that no two
//! indices share one.

use super::Layout;

impl<const R: usize> Layout<R> {
    /// Returns the lowest and the highest offset reached, `None` if there is no element.
    #[inline]
    pub(crate) fn extent(&self) -> Option<(usize, usize)> {
        if self.is_empty() {
            return None;
        }
        let (mut lowest, mut highest) = (self.offset, self.offset);
        for axis in 0..R {
            let end = if self.strides[axis] < 0 { &mut lowest } else { &mut highest };
            *end = super::advance(*end, self.shape[axis] - 1, self.strides[axis]);
        }
        Some((lowest, highest))
    }

    /// As [`extent`](Self::extent), without trust in the invariants: `None` if an end cannot be
    /// expressed. The lower end may be negative. An empty axis counts as one of size 1.
    #[inline]
    pub(super) fn checked_extent(&self) -> Option<(isize, isize)> {
        let start = isize::try_from(self.offset).ok()?;
        let (mut lowest, mut highest) = (start, start);
        for axis in 0..R {
            let steps = isize::try_from(self.shape[axis].saturating_sub(1)).ok()?;
            let distance = self.strides[axis].checked_mul(steps)?;
            if distance < 0 {
                lowest = lowest.checked_add(distance)?;
            } else {
                highest = highest.checked_add(distance)?;
            }
        }
        Some((lowest, highest))
    }

    /// Returns whether each element lies inside of a buffer of that many elements.
    ///
    /// Trusts nothing: this is the check on which the soundness of every access rests.
    #[inline]
    pub(crate) fn fits(&self, buffer_len: usize) -> bool {
        if self.is_empty() {
            return true;
        }
        match self.checked_extent() {
            Some((lowest, highest)) => lowest >= 0 && (highest as usize) < buffer_len,
            None => false,
        }
    }

    /// Returns whether it is certain that no two indices share an offset.
    ///
    /// The test: ordered by the distance of their steps, each axis steps over everything that the
    /// axes before it can reach together. It is sound for all strides, and complete for what view
    /// operations other than broadcasting and windows make of a row-major layout: there an index
    /// is a number in the mixed radix of the sizes, an axis one digit (or several in step, as on a
    /// diagonal), and all lower digits together stay below the next place. An exact answer for all
    /// strides is NP-hard (numpy's `shares_memory`), and a wrong "no" only costs a copy.
    #[inline]
    pub(crate) fn is_disjoint(&self) -> bool {
        self.is_contiguous() || steps_over_itself(&self.shape, &self.strides)
    }

    /// Returns the axes of more than one element by the distance of their steps, shortest first,
    /// and how many they are.
    pub(super) fn axes_by_stride(&self) -> ([usize; R], usize) {
        let mut axes = [0; R];
        let mut count = 0;
        for axis in (0..R).filter(|&axis| self.shape[axis] > 1) {
            let step = self.strides[axis].unsigned_abs();
            let mut place = count;
            while place > 0 && self.strides[axes[place - 1]].unsigned_abs() > step {
                axes[place] = axes[place - 1];
                place -= 1;
            }
            axes[place] = axis;
            count += 1;
        }
        (axes, count)
    }
}

/// The test of [`is_disjoint`](Layout::is_disjoint), without a rank: compiled in this crate, not in each program.
#[inline(never)]
fn steps_over_itself(shape: &[usize], strides: &[isize]) -> bool {
    let (mut last, mut reach) = (None, 0_usize);
    let axes = || (0..shape.len()).filter(|&axis| shape[axis] > 1);
    // From the shortest step to the longest.
    while let Some((step, axis)) = axes()
        .map(|axis| (strides[axis].unsigned_abs(), axis))
        .filter(|&next| last.is_none_or(|last| next > last))
        .min()
    {
        if step <= reach {
            return false;
        }
        reach = reach.saturating_add(step.saturating_mul(shape[axis] - 1));
        last = Some((step, axis));
    }
    true
}
