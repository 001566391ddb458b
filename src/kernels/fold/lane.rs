//! What a reduction reads: lanes, the elements that become one result, and the tree in which they do.

use super::super::prefetch::prefetch_ahead;

/// Elements at one distance from each other: those of one result, or some of them.
pub(crate) struct Lane<T> {
    first: *const T,
    pub(super) stride: isize,
    pub(super) len: usize,
    /// The position of the first element among those of its result, and by how much it grows to the next.
    position: isize,
    step: isize,
}

impl<T> Clone for Lane<T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Lane<T> {}

impl<T: Copy> Lane<T> {
    /// The element `i`; `STRIDE` is the stride of the lane, or 0 if it is not known in advance.
    ///
    /// # Safety
    /// `i < len`, and `STRIDE` is as said.
    #[inline(always)]
    pub(super) unsafe fn get<const STRIDE: isize>(&self, i: usize) -> T {
        let stride = if STRIDE == 0 { self.stride } else { STRIDE };
        // SAFETY: an element of the source by the caller's promise (invariant 7).
        let element = unsafe { self.first.offset(i as isize * stride) };
        // SAFETY: the same.
        unsafe { *element }
    }

    /// Asks for what a loop over `len` elements from `i` on, without gaps, comes to later.
    #[inline(always)]
    pub(super) fn prefetch_ahead(&self, i: usize, len: usize) {
        prefetch_ahead(self.first.wrapping_add(i), len);
    }

    /// The lowest and the highest position.
    #[inline]
    pub(super) fn positions(&self) -> (isize, isize) {
        let last = self.position(self.len - 1);
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
        let first = self.first.wrapping_offset(i as isize * self.stride);
        Lane { first, len: 1, position: self.position(i), ..*self }
    }
}

/// Lanes of one length at one distance from each other, of elements whose type is known to the loops.
#[derive(Clone, Copy)]
pub(super) struct Lanes {
    pub(super) first: *const u8,
    /// How many elements a lane has, and how far one is from the next, in elements.
    pub(super) len: usize,
    pub(super) stride: isize,
    /// How many lanes there are, and how far one is from the next, in elements.
    pub(super) width: usize,
    pub(super) by: isize,
    pub(super) position: isize,
    /// By how much the position grows from one element of a lane to the next, and to the next lane.
    pub(super) step: isize,
    pub(super) lane_step: isize,
}

impl Lanes {
    #[inline(always)]
    pub(super) fn lane<T>(&self, lane: usize) -> Lane<T> {
        let first = self.first.cast::<T>().wrapping_offset(lane as isize * self.by);
        let position = self.position + lane as isize * self.lane_step;
        Lane { first, stride: self.stride, len: self.len, position, step: self.step }
    }

    /// The elements `start..start + len` of each lane; `size` is that of an element in bytes.
    #[inline]
    pub(super) fn part(&self, start: usize, len: usize, size: usize) -> Self {
        debug_assert!(start + len <= self.len);
        let first = self.first.wrapping_offset(start as isize * self.stride * size as isize);
        Lanes { first, len, position: self.position + self.step * start as isize, ..*self }
    }

    /// The element `row` of the lane `lane`; `BY` is the distance of lanes, or 0 if it is not known in
    /// advance.
    ///
    /// # Safety
    /// `row < len`, `lane < width`, and `BY` and `T` are as said.
    #[inline(always)]
    pub(super) unsafe fn get<T: Copy, const BY: isize>(&self, row: usize, lane: usize) -> T {
        let by = if BY == 0 { self.by } else { BY };
        let offset = row as isize * self.stride + lane as isize * by;
        // SAFETY: an element of the source by the caller's promise (invariant 7).
        let element = unsafe { self.first.cast::<T>().offset(offset) };
        // SAFETY: the same.
        unsafe { *element }
    }
}

/// Merges what `get` makes of the numbers below `len`, of which there are some: in `N` parts at a time, and
/// these in a tree.
///
/// The compiler does not reassociate the additions of a float sum. Here every loop goes over independent
/// parts, so that it vectorises as it is written.
#[cfg(any(feature = "std", feature = "libm"))]
#[inline(always)]
pub(crate) fn in_lanes<const N: usize, A: Copy>(
    len: usize,
    get: impl Fn(usize) -> A,
    merge: impl Fn(A, A) -> A,
) -> A {
    if len < N {
        return (1..len).fold(get(0), |part, i| merge(part, get(i)));
    }
    continued::<N, A>(core::array::from_fn(&get), N, len, get, merge)
}

/// As [`in_lanes`], from parts of what comes before `start`.
#[inline(always)]
pub(crate) fn continued<const N: usize, A: Copy>(
    mut parts: [A; N],
    mut start: usize,
    len: usize,
    get: impl Fn(usize) -> A,
    merge: impl Fn(A, A) -> A,
) -> A {
    while start + N <= len {
        for (i, part) in parts.iter_mut().enumerate() {
            *part = merge(*part, get(start + i));
        }
        start += N;
    }
    for (i, part) in parts[..len - start].iter_mut().enumerate() {
        *part = merge(*part, get(start + i));
    }
    let mut width = N / 2;
    while width > 0 {
        for i in 0..width {
            parts[i] = merge(parts[i], parts[i + width]);
        }
        width /= 2;
    }
    parts[0]
}
