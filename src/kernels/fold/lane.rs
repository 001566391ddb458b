//! What a reduction reads: lanes, the elements that become one result, and contiguous runs of them.

use core::marker::PhantomData;

/// Elements at one distance from each other: those of one result, or some of them.
pub(crate) struct Lane<T> {
    first: *const T,
    stride: isize,
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
    /// The element `i`.
    ///
    /// # Safety
    /// `i < len`.
    #[inline(always)]
    pub(super) unsafe fn get(&self, i: usize) -> T {
        // SAFETY: an element of the source by the caller's promise (invariant 7).
        unsafe { *self.first.offset(i as isize * self.stride) }
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

    /// The element `i` alone.
    pub(super) fn only(&self, i: usize) -> Self {
        let first = self.first.wrapping_offset(i as isize * self.stride);
        Lane { first, len: 1, position: self.position(i), ..*self }
    }
}

/// Lanes of one length at one distance from each other, of elements whose type is known to the loops.
#[derive(Clone, Copy)]
pub(super) struct Lanes {
    pub(super) first: *const u8,
    /// How many elements a row of a lane has, and how far one is from the next, in elements.
    pub(super) len: usize,
    pub(super) stride: isize,
    /// How many rows a lane has, and how far one is from the next, in elements. Several are copied to one.
    pub(super) rows: usize,
    pub(super) down: isize,
    /// How many lanes there are, and how far one is from the next, in elements.
    pub(super) width: usize,
    pub(super) by: isize,
    /// The position of the first element of each lane, and by how much it grows to the next.
    pub(super) position: isize,
    pub(super) step: isize,
    /// The same elements in contiguous runs, each a lane or a row of lanes: the source or a copy; and how far
    /// one run is from the next.
    pub(super) runs: *const u8,
    pub(super) apart: isize,
}

impl Lanes {
    pub(super) fn lane<T>(&self, lane: usize) -> Lane<T> {
        let first = self.first.cast::<T>().wrapping_offset(lane as isize * self.by);
        let Lanes { stride, len, position, step, .. } = *self;
        Lane { first, stride, len, position, step }
    }

    /// The lanes as runs.
    ///
    /// # Safety
    /// The runs are lanes, of elements of this type.
    pub(super) unsafe fn as_runs<'a, T>(&self) -> Runs<'a, T> {
        let (first, apart) = (self.runs.cast(), self.apart);
        Runs { first, apart, count: self.width, len: self.len, reads: PhantomData }
    }

    /// The rows of the lanes as runs.
    ///
    /// # Safety
    /// The runs are rows, of elements of this type.
    pub(super) unsafe fn as_rows<'a, T>(&self) -> Runs<'a, T> {
        let (first, apart) = (self.runs.cast(), self.apart);
        Runs { first, apart, count: self.len, len: self.width, reads: PhantomData }
    }
}

/// Contiguous runs of one length at one distance from each other.
#[derive(Clone, Copy)]
pub(crate) struct Runs<'a, T> {
    first: *const T,
    apart: isize,
    pub(super) count: usize,
    len: usize,
    reads: PhantomData<&'a T>,
}

impl<'a, T> Runs<'a, T> {
    #[inline(always)]
    pub(super) fn get(&self, i: usize) -> &'a [T] {
        debug_assert!(i < self.count);
        let first = self.first.wrapping_offset(i as isize * self.apart);
        // SAFETY: as many elements of the source, or copies of them (invariant 7).
        unsafe { core::slice::from_raw_parts(first, self.len) }
    }
}

// TEMPORARY
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
