//! What a reduction is, and what it is given: runs and blocks of rows.

use super::super::prefetch::prefetch_ahead;
use alloc::vec::Vec;
use core::marker::PhantomData;

/// A reduction: blocks of elements become parts, parts are merged.
///
/// The order of the elements is not kept, so merging has to be associative and commutative, up to
/// rounding.
pub(crate) trait Fold<'a, T: 'a> {
    /// What is known of some of the elements.
    type Part;
    /// Whether the position of an element among those reduced matters.
    const POSITIONS: bool = false;

    /// Up to which length a run that is all of an output goes to [`short`](Self::short).
    const SHORT: usize = 0;

    /// Up to which length a run is reduced in one go. A power of two.
    const BLOCK: usize = 512;

    /// Whether parts are made of plain numbers, which may be sent to other threads.
    fn parts_are_plain() -> bool {
        false
    }

    /// Reduces a run, which is not empty.
    fn column(&self, run: FoldRun<'a, T>) -> Self::Part;

    /// Reduces a run without any set-up.
    #[inline(always)]
    fn short(&self, run: FoldRun<'a, T>) -> Self::Part {
        self.column(run)
    }

    /// Reduces each column of a block, which has rows, to a part at the end of `parts`, which is
    /// empty. Called only if parts need no drop.
    #[inline(always)]
    fn columns(&self, rows: FoldRows<'a, T>, parts: &mut Vec<Self::Part>) {
        parts.extend((0..rows.width).map(|column| self.column(rows.column(column))));
    }

    /// Merges what is known of two disjoint sets of elements.
    fn merge(&self, earlier: Self::Part, later: Self::Part) -> Self::Part;
}

/// Elements at one distance from each other, as they lie along one reduced axis.
pub(crate) struct FoldRun<'a, T> {
    first: *const T,
    stride: isize,
    len: usize,
    /// The position of the first element, and by how much it grows to the next.
    position: isize,
    step: isize,
    elements: PhantomData<&'a T>,
}

impl<T> Clone for FoldRun<'_, T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for FoldRun<'_, T> {}

impl<'a, T> FoldRun<'a, T> {
    /// The elements of a slice, which has some, at positions from 0 on.
    #[inline(always)]
    pub(super) fn of_slice(elements: &'a [T]) -> Self {
        assert!(!elements.is_empty());
        let (first, len) = (elements.as_ptr(), elements.len());
        FoldRun { first, stride: 1, len, position: 0, step: 1, elements: PhantomData }
    }

    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    #[inline(always)]
    pub(super) fn stride(&self) -> isize {
        self.stride
    }

    /// The element `i`; `STRIDE` is the stride of the run, or 0 if it is not known in advance.
    ///
    /// # Safety
    /// `i < len`, and `STRIDE` is as said.
    #[inline(always)]
    pub(super) unsafe fn get<const STRIDE: isize>(&self, i: usize) -> &'a T {
        let stride = if STRIDE == 0 { self.stride } else { STRIDE };
        // SAFETY: an element of the source by the caller's promise (invariant 7).
        let element = unsafe { self.first.offset(i as isize * stride) };
        // SAFETY: the same.
        unsafe { &*element }
    }

    /// Asks for what a loop over `len` elements from `i` on, without gaps, comes to later.
    #[inline(always)]
    pub(super) fn prefetch_ahead(&self, i: usize, len: usize) {
        prefetch_ahead(self.first.wrapping_add(i), len);
    }

    /// The lowest and the highest position.
    #[inline]
    pub(super) fn positions(&self) -> (isize, isize) {
        let last = self.position + self.step * (self.len - 1) as isize;
        (self.position.min(last), self.position.max(last))
    }

    /// The position of the element `i`.
    #[inline]
    pub(super) fn position(&self, i: usize) -> isize {
        self.position + self.step * i as isize
    }

    /// The element `i` alone.
    #[inline]
    pub(super) fn only(&self, i: usize) -> Self {
        assert!(i < self.len);
        // SAFETY: inside of the run (invariant 7).
        let first = unsafe { self.first.offset(i as isize * self.stride) };
        FoldRun { first, len: 1, position: self.position(i), ..*self }
    }
}

/// Rows of elements: each column is reduced to one.
pub(crate) struct FoldRows<'a, T> {
    first: *const T,
    /// How many rows, and the distance of one to the next.
    pub(super) len: usize,
    pub(super) stride: isize,
    /// How many columns, and the distance of one to the next.
    pub(super) width: usize,
    pub(super) by: isize,
    position: isize,
    /// By how much the position grows from one row to the next.
    pub(super) step: isize,
    /// Columns this far apart have positions that differ by `period_step`; others are equal.
    period: usize,
    period_step: isize,
    elements: PhantomData<&'a T>,
}

impl<T> Clone for FoldRows<'_, T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for FoldRows<'_, T> {}

impl<'a, T> FoldRows<'a, T> {
    /// Cuts `len` rows of `width` columns out of a source.
    ///
    /// # Safety
    /// Each element lies at an index of one source that is readable for `'a`.
    #[inline(always)]
    pub(super) unsafe fn new(
        first: *const T,
        (len, stride): (usize, isize),
        (width, by): (usize, isize),
        (position, step): (isize, isize),
    ) -> Self {
        let (period, period_step, elements) = (width, 0, PhantomData);
        FoldRows { first, len, stride, width, by, position, step, period, period_step, elements }
    }

    /// The rows `start..start + len`.
    #[inline(always)]
    pub(super) fn part(&self, start: usize, len: usize) -> Self {
        debug_assert!(start + len <= self.len);
        // Wrapping, because without rows left it may point anywhere.
        let first = self.first.wrapping_offset(start as isize * self.stride);
        FoldRows { first, len, position: self.position + self.step * start as isize, ..*self }
    }

    /// Reads `many` rows as one, as long as there are that many; the rows have no gaps between.
    #[inline(always)]
    pub(super) fn widened(&self, many: usize) -> Self {
        debug_assert!(self.stride == self.width as isize && self.by == 1);
        FoldRows {
            len: self.len / many,
            stride: self.stride * many as isize,
            width: self.width * many,
            step: self.step * many as isize,
            period: self.width,
            period_step: self.step,
            ..*self
        }
    }

    #[inline(always)]
    pub(super) fn column(&self, column: usize) -> FoldRun<'a, T> {
        debug_assert!(column < self.width);
        let first = self.first.wrapping_offset(column as isize * self.by);
        let position = self.position + (column / self.period) as isize * self.period_step;
        let FoldRows { len, stride, step, elements, .. } = *self;
        FoldRun { first, stride, len, position, step, elements }
    }

    /// The element of a row in a column; `BY` is the distance of columns, or 0 if it is not known
    /// in advance.
    ///
    /// # Safety
    /// `row < len`, `column < width`, and `BY` is as said.
    #[inline(always)]
    pub(super) unsafe fn get<const BY: isize>(&self, row: usize, column: usize) -> &'a T {
        let by = if BY == 0 { self.by } else { BY };
        let offset = row as isize * self.stride + column as isize * by;
        // SAFETY: an element of the source by the caller's promise (invariant 7).
        let element = unsafe { self.first.offset(offset) };
        // SAFETY: the same.
        unsafe { &*element }
    }
}

/// Replaces a value by what `f` makes of it.
///
/// # Safety
/// The value needs no drop, and if `f` panics nobody looks at it again.
#[inline(always)]
pub(super) unsafe fn update<A>(place: &mut A, f: impl FnOnce(A) -> A) {
    debug_assert!(!core::mem::needs_drop::<A>());
    // SAFETY: the copy left behind is overwritten, or forgotten by the caller's promise.
    let value = unsafe { core::ptr::read(place) };
    let value = f(value);
    // SAFETY: a place that may be written.
    unsafe { core::ptr::write(place, value) };
}
