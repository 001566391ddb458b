//! What iterators stand on: offsets of a proved layout, and what lies there.
//!
//! A cursor never makes a reference to more than the one element it yields, so that what it has
//! yielded may be kept, sent to another thread or forgotten while it goes on (invariants 5 and 6).

use super::operand::outside;
use crate::error::ShapeError;
use crate::layout::{Indices, Layout, Offsets, Parts};
use crate::storage::{Span, SpanMut};
use core::iter::FusedIterator;

/// Turns the offset of an element into what a cursor yields.
pub(crate) trait Reach {
    type Item;

    /// # Safety
    /// `offset` is one that the layout proved for this buffer yields; of one that writes, each
    /// is asked for once.
    unsafe fn at(&self, offset: isize) -> Self::Item;
}

impl<'a, T> Reach for Span<'a, T> {
    type Item = &'a T;

    #[inline(always)]
    unsafe fn at(&self, offset: isize) -> &'a T {
        // SAFETY: by the caller's promise the offset is in bounds of the buffer.
        let element = unsafe { self.start().offset(offset) };
        // SAFETY: initialised, and free of writers for `'a` (invariant 1).
        unsafe { element.as_ref() }
    }
}

impl<'a, T> Reach for SpanMut<'a, T> {
    type Item = &'a mut T;

    #[inline(always)]
    unsafe fn at(&self, offset: isize) -> &'a mut T {
        // SAFETY: by the caller's promise the offset is in bounds of the buffer.
        let mut element = unsafe { self.start().offset(offset) };
        // SAFETY: initialised, and this is the only reference to it for `'a`: the offset is asked
        // for once, and no other index shares it (invariants 1, 2 and 6).
        unsafe { element.as_mut() }
    }
}

/// Yields parts of one shape: a borrow of the buffer, and the layout of the part.
#[derive(Clone, Copy)]
pub(crate) struct PartAt<S, const O: usize> {
    span: S,
    part: Layout<O>,
}

impl<'a, T, const O: usize> Reach for PartAt<Span<'a, T>, O> {
    type Item = (Span<'a, T>, Layout<O>);

    #[inline(always)]
    unsafe fn at(&self, offset: isize) -> Self::Item {
        (self.span, self.part.starting_at(offset))
    }
}

impl<'a, T, const O: usize> Reach for PartAt<SpanMut<'a, T>, O> {
    type Item = (SpanMut<'a, T>, Layout<O>);

    #[inline(always)]
    unsafe fn at(&self, offset: isize) -> Self::Item {
        // SAFETY: the same buffer for the same lifetime. Each part is asked for once, the parts
        // have no index in common, and no two indices share an element (invariants 2 and 6).
        let twin = unsafe { SpanMut::from_raw(self.span.start(), self.span.extent()) };
        (twin, self.part.starting_at(offset))
    }
}

/// Yields what lies at each offset, in row-major order from both ends.
#[derive(Clone)]
pub(crate) struct Cursor<P, const K: usize> {
    reach: P,
    offsets: Offsets<K>,
}

impl<'a, T, const R: usize> Cursor<Span<'a, T>, R> {
    /// Proves the layout for the buffer.
    #[inline]
    pub(crate) fn elements(span: Span<'a, T>, layout: &Layout<R>) -> Self {
        prove_readable(span.extent(), layout);
        Cursor { reach: span, offsets: Offsets::new(layout) }
    }
}

impl<'a, T, const R: usize> Cursor<SpanMut<'a, T>, R> {
    /// Proves the layout for the buffer, and that it never meets itself.
    #[inline]
    pub(crate) fn elements_mut(span: SpanMut<'a, T>, layout: &Layout<R>) -> Self {
        prove_writable(span.extent(), layout);
        Cursor { reach: span, offsets: Offsets::new(layout) }
    }
}

impl<'a, T, const K: usize, const O: usize> Cursor<PartAt<Span<'a, T>, O>, K> {
    /// Parts to read. They prove themselves when their elements are read.
    #[inline]
    pub(crate) fn parts(span: Span<'a, T>, parts: Parts<K, O>) -> Self {
        let reach = PartAt { span, part: parts.part };
        Cursor { reach, offsets: Offsets::new(&parts.starts) }
    }
}

impl<'a, T, const K: usize, const O: usize> Cursor<PartAt<SpanMut<'a, T>, O>, K> {
    #[inline]
    fn parts_mut<const R: usize>(
        span: SpanMut<'a, T>,
        whole: &Layout<R>,
        parts: Parts<K, O>,
    ) -> Self {
        prove_writable(span.extent(), whole);
        let reach = PartAt { span, part: parts.part };
        Cursor { reach, offsets: Offsets::new(&parts.starts) }
    }
}

impl<'a, T, const O: usize> Cursor<PartAt<SpanMut<'a, T>, O>, 1> {
    /// The parts across an axis, to write.
    #[inline]
    pub(crate) fn along_mut<const R: usize>(
        span: SpanMut<'a, T>,
        whole: &Layout<R>,
        axis: usize,
    ) -> Self {
        Self::parts_mut(span, whole, whole.along(axis))
    }
}

impl<'a, T, const R: usize> Cursor<PartAt<SpanMut<'a, T>, 1>, R> {
    /// The lanes of an axis, to write.
    #[inline]
    pub(crate) fn lanes_mut(span: SpanMut<'a, T>, whole: &Layout<R>, axis: usize) -> Self {
        Self::parts_mut(span, whole, whole.lanes(axis))
    }
}

impl<'a, T, const R: usize> Cursor<PartAt<SpanMut<'a, T>, R>, R> {
    /// The blocks of a size, to write.
    #[inline]
    pub(crate) fn exact_chunks_mut(
        span: SpanMut<'a, T>,
        whole: &Layout<R>,
        size: [usize; R],
    ) -> Result<Self, ShapeError> {
        let parts = whole.exact_chunks("exact_chunks_mut", size)?;
        Ok(Self::parts_mut(span, whole, parts))
    }
}

#[inline]
pub(super) fn prove_readable<const R: usize>(extent: usize, layout: &Layout<R>) {
    if !layout.fits(extent) {
        outside();
    }
}

#[inline]
pub(super) fn prove_writable<const R: usize>(extent: usize, layout: &Layout<R>) {
    if !layout.fits(extent) || !layout.is_disjoint() {
        outside();
    }
}

impl<P: Reach, const K: usize> Iterator for Cursor<P, K> {
    type Item = P::Item;

    #[inline]
    fn next(&mut self) -> Option<P::Item> {
        let offset = self.offsets.next()?;
        // SAFETY: yielded by the offsets of the proved layout, each once (invariant 6).
        Some(unsafe { self.reach.at(offset) })
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<P::Item> {
        let offset = self.offsets.nth(n)?;
        // SAFETY: as in `next`.
        Some(unsafe { self.reach.at(offset) })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.offsets.len();
        (len, Some(len))
    }

    /// Runs of neighbours are a loop that can be vectorised; in `next` the stride is a variable.
    #[inline]
    fn fold<B, F: FnMut(B, P::Item) -> B>(self, init: B, mut f: F) -> B {
        let Cursor { reach, offsets } = self;
        let stride = offsets.stride();
        offsets.fold_runs(init, |mut state, offset, len| {
            if stride == 1 {
                for i in 0..len as isize {
                    // SAFETY: an element of the run that was yielded, each once (invariant 6).
                    state = f(state, unsafe { reach.at(offset + i) });
                }
            } else {
                for i in 0..len as isize {
                    // SAFETY: as above.
                    state =
                        f(state, unsafe { reach.at(offset.wrapping_add(i.wrapping_mul(stride))) });
                }
            }
            state
        })
    }
}

impl<P: Reach, const K: usize> DoubleEndedIterator for Cursor<P, K> {
    #[inline]
    fn next_back(&mut self) -> Option<P::Item> {
        let offset = self.offsets.next_back()?;
        // SAFETY: as in `next`.
        Some(unsafe { self.reach.at(offset) })
    }

    #[inline]
    fn nth_back(&mut self, n: usize) -> Option<P::Item> {
        let offset = self.offsets.nth_back(n)?;
        // SAFETY: as in `next`.
        Some(unsafe { self.reach.at(offset) })
    }

    #[inline]
    fn rfold<B, F: FnMut(B, P::Item) -> B>(self, init: B, mut f: F) -> B {
        let Cursor { reach, offsets } = self;
        let stride = offsets.stride();
        offsets.rfold_runs(init, |mut state, offset, len| {
            for i in (0..len as isize).rev() {
                // SAFETY: an element of the run that was yielded, each once (invariant 6).
                state = f(state, unsafe { reach.at(offset.wrapping_add(i.wrapping_mul(stride))) });
            }
            state
        })
    }
}

impl<P: Reach, const K: usize> ExactSizeIterator for Cursor<P, K> {}
impl<P: Reach, const K: usize> FusedIterator for Cursor<P, K> {}

/// Yields the elements together with their indices.
#[derive(Clone)]
pub(crate) struct IndexedCursor<P, const R: usize> {
    reach: P,
    indices: Indices<R>,
}

impl<'a, T, const R: usize> IndexedCursor<Span<'a, T>, R> {
    /// Proves the layout for the buffer.
    #[inline]
    pub(crate) fn elements(span: Span<'a, T>, layout: &Layout<R>) -> Self {
        prove_readable(span.extent(), layout);
        IndexedCursor { reach: span, indices: Indices::new(layout) }
    }
}

impl<'a, T, const R: usize> IndexedCursor<SpanMut<'a, T>, R> {
    /// Proves the layout for the buffer, and that it never meets itself.
    #[inline]
    pub(crate) fn elements_mut(span: SpanMut<'a, T>, layout: &Layout<R>) -> Self {
        prove_writable(span.extent(), layout);
        IndexedCursor { reach: span, indices: Indices::new(layout) }
    }
}

impl<P: Reach, const R: usize> Iterator for IndexedCursor<P, R> {
    type Item = ([usize; R], P::Item);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let place = self.indices.next()?;
        // SAFETY: yielded by the indices of the proved layout, each once (invariant 6).
        Some((place.index, unsafe { self.reach.at(place.offset) }))
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        self.indices.skip(n);
        self.next()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.indices.len(), Some(self.indices.len()))
    }
}

impl<P: Reach, const R: usize> DoubleEndedIterator for IndexedCursor<P, R> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let place = self.indices.next_back()?;
        // SAFETY: as in `next`.
        Some((place.index, unsafe { self.reach.at(place.offset) }))
    }

    #[inline]
    fn nth_back(&mut self, n: usize) -> Option<Self::Item> {
        self.indices.skip_back(n);
        self.next_back()
    }
}

impl<P: Reach, const R: usize> ExactSizeIterator for IndexedCursor<P, R> {}
impl<P: Reach, const R: usize> FusedIterator for IndexedCursor<P, R> {}
