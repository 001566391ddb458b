//! What a reduction reads: lanes, the elements that become one result, and contiguous runs of them.

use core::{marker::PhantomData, mem::MaybeUninit};

/// Elements at one distance from each other: those of one result, or some of them.
#[derive(Clone, Copy)]
pub(crate) struct LaneRef<T> {
    first: *const T,
    stride: isize,
    pub(super) len: usize,
    /// The position of the first element among those of its result, and by how much it grows to the next.
    position: isize,
    step: isize,
}

impl<T: Copy> LaneRef<T> {
    /// The element `i`.
    ///
    /// # Safety
    /// `i < len`.
    #[inline(always)]
    pub(super) unsafe fn get(&self, i: usize) -> T {
        let at = self.first.wrapping_offset(i as isize * self.stride);
        // SAFETY: an element of the source by the caller's promise (invariant 7).
        unsafe { *at }
    }

    /// The elements, if they are contiguous.
    pub(super) fn contiguous(&self) -> Option<&[T]> {
        // SAFETY: elements of the source (invariant 7).
        (self.stride == 1).then(|| unsafe { core::slice::from_raw_parts(self.first, self.len) })
    }

    /// The lowest and the highest position.
    pub(super) fn positions(&self) -> (isize, isize) {
        let last = self.position(self.len - 1);
        (self.position.min(last), self.position.max(last))
    }

    /// The position of the element `i`.
    pub(super) fn position(&self, i: usize) -> isize {
        self.position + self.step * i as isize
    }
}

/// Lanes of one length at one distance from each other, of elements whose type is known to the loops.
#[derive(Clone, Copy)]
pub(crate) struct LaneSet {
    pub(super) first: *const u8,
    /// How many elements a lane has, and how many lanes there are.
    pub(super) sizes: [usize; 2],
    /// How far an element of a lane is from the next, and a lane from the next, in elements.
    pub(super) strides: [isize; 2],
    /// The position of the first element of each lane, and by how much it grows to the next.
    pub(super) position: isize,
    pub(super) step: isize,
    /// Whether the contiguous runs of elements are rows of the lanes, and not lanes.
    pub(super) by_rows: bool,
    /// Whether rows are read one after the other: those of a source that is larger than the cache.
    pub(super) row_by_row: bool,
    /// The runs, of the source or of a copy, and how far one is from the next.
    pub(super) runs: (*const u8, isize),
}

impl LaneSet {
    pub(super) fn lane<T>(&self, lane: usize) -> LaneRef<T> {
        let LaneSet { sizes: [len, _], strides: [stride, by], position, step, .. } = *self;
        let first = self.first.cast::<T>().wrapping_offset(lane as isize * by);
        LaneRef { first, stride, len, position, step }
    }

    /// The runs, and the parts of the lanes.
    ///
    /// # Safety
    /// The elements and the parts are of these types; there are as many parts as lanes, which nobody else
    /// reaches.
    pub(super) unsafe fn typed<'a, T, P>(
        &self,
        parts: *mut u8,
    ) -> (ContiguousRuns<'a, T>, &'a mut [MaybeUninit<P>]) {
        let LaneSet { sizes, by_rows, row_by_row, runs: (first, apart), .. } = *self;
        let [count, len] = if by_rows { sizes } else { [sizes[1], sizes[0]] };
        let (first, reads) = (first.cast(), PhantomData);
        // SAFETY: by the caller's promise.
        let parts = unsafe { slots(parts, sizes[1]) };
        (ContiguousRuns { first, apart, count, len, row_by_row, reads }, parts)
    }
}

/// The parts at an address.
///
/// # Safety
/// There are as many, which nobody else reaches.
pub(super) unsafe fn slots<'a, P>(parts: *mut u8, count: usize) -> &'a mut [MaybeUninit<P>] {
    const { assert!(align_of::<P>() <= 16) };
    // SAFETY: by the caller's promise.
    unsafe { core::slice::from_raw_parts_mut(parts.cast(), count) }
}

/// Contiguous runs of one length at one distance from each other.
#[derive(Clone, Copy)]
pub(crate) struct ContiguousRuns<'a, T> {
    first: *const T,
    apart: isize,
    pub(super) count: usize,
    pub(super) len: usize,
    /// Whether they are read one after the other: the source is larger than the cache.
    pub(super) row_by_row: bool,
    reads: PhantomData<&'a T>,
}

impl<'a, T> ContiguousRuns<'a, T> {
    /// The elements of all, if one run follows the other and they have fewer elements than that.
    #[inline(always)]
    pub(super) fn short(&self, limit: usize) -> Option<&'a [T]> {
        let are_short = self.len < limit && self.apart == self.len as isize;
        // SAFETY: elements of the source, or copies of them (invariant 7).
        are_short.then(|| unsafe { core::slice::from_raw_parts(self.first, self.count * self.len) })
    }

    #[inline(always)]
    pub(super) fn get(&self, i: usize) -> &'a [T] {
        debug_assert!(i < self.count);
        let first = self.first.wrapping_offset(i as isize * self.apart);
        // SAFETY: as many elements of the source, or copies of them (invariant 7).
        unsafe { core::slice::from_raw_parts(first, self.len) }
    }
}
