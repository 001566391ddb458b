//! What iterators stand on: offsets of a proved layout, and what lies there.
//!
//! A cursor never makes a reference to more than the one element it yields, so that what it has
//! yielded may be kept, sent to another thread or forgotten while it goes on (invariants 5 and 6).

use super::operand::prove;
use crate::layout::{IndexAndOffset, Indices, Layout, Offsets, Parts};
use crate::storage::{Span, SpanMut};

/// A borrow of a buffer: [`Span`] or [`SpanMut`].
pub(crate) trait Borrowed {
    /// A reference to an element.
    type Element;
    /// Whether elements are written through it.
    const WRITES: bool;

    fn extent(&self) -> usize;

    /// # Safety
    /// A layout that was proved for the buffer yields `offset`; where elements are written, the offset is
    /// asked for once.
    unsafe fn element(&self, offset: isize) -> Self::Element;

    /// The same borrow again.
    ///
    /// # Safety
    /// Where elements are written, no two of the borrows reach the same one.
    unsafe fn twin(&self) -> Self;
}

impl<'a, T> Borrowed for Span<'a, T> {
    type Element = &'a T;
    const WRITES: bool = false;

    #[inline(always)]
    fn extent(&self) -> usize {
        Span::extent(self)
    }

    #[inline(always)]
    unsafe fn element(&self, offset: isize) -> &'a T {
        // SAFETY: by the caller's promise the offset is in bounds of the buffer.
        let element = unsafe { self.start().offset(offset) };
        // SAFETY: initialised, and free of writers for `'a` (invariant 1).
        unsafe { element.as_ref() }
    }

    #[inline(always)]
    unsafe fn twin(&self) -> Self {
        *self
    }
}

impl<'a, T> Borrowed for SpanMut<'a, T> {
    type Element = &'a mut T;
    const WRITES: bool = true;

    #[inline(always)]
    fn extent(&self) -> usize {
        SpanMut::extent(self)
    }

    #[inline(always)]
    unsafe fn element(&self, offset: isize) -> &'a mut T {
        // SAFETY: by the caller's promise the offset is in bounds of the buffer.
        let mut element = unsafe { self.start().offset(offset) };
        // SAFETY: initialised, and this is the only reference to it for `'a`: the offset is asked
        // for once, and no other index shares it (invariants 1, 2 and 6).
        unsafe { element.as_mut() }
    }

    #[inline(always)]
    unsafe fn twin(&self) -> Self {
        // SAFETY: the same buffer for the same lifetime; by the caller's promise each element is reached
        // through one of the borrows only.
        unsafe { SpanMut::from_raw(self.start(), self.extent()) }
    }
}

/// What a cursor finds at a place that its iterator yields.
pub(crate) trait Reach<P> {
    type Item;

    /// # Safety
    /// As for [`Borrowed::element`], for the offset of the place.
    unsafe fn at(&self, place: P) -> Self::Item;
}

impl<S: Borrowed> Reach<isize> for S {
    type Item = S::Element;

    #[inline(always)]
    unsafe fn at(&self, offset: isize) -> S::Element {
        // SAFETY: the caller's promise.
        unsafe { self.element(offset) }
    }
}

impl<S: Borrowed, const R: usize> Reach<IndexAndOffset<R>> for S {
    type Item = ([usize; R], S::Element);

    #[inline(always)]
    unsafe fn at(&self, place: IndexAndOffset<R>) -> Self::Item {
        // SAFETY: the caller's promise.
        (place.index, unsafe { self.element(place.offset) })
    }
}

/// Reaches parts of one shape: a borrow of the buffer, and the layout of the part.
#[derive(Clone)]
pub(crate) struct PartAt<S, const O: usize> {
    span: S,
    part: Layout<O>,
}

impl<S: Borrowed, const O: usize> Reach<isize> for PartAt<S, O> {
    type Item = (S, Layout<O>);

    #[inline(always)]
    unsafe fn at(&self, offset: isize) -> Self::Item {
        // SAFETY: by the caller's promise each part is asked for once, where elements are written; parts
        // have no index in common, and no two indices share an element (invariants 2 and 6).
        (unsafe { self.span.twin() }, self.part.starting_at(offset))
    }
}

/// Yields what lies at each place of an iterator over a proved layout.
#[derive(Clone)]
pub(crate) struct Cursor<S, I> {
    reach: S,
    places: I,
}

impl<S: Borrowed, const R: usize> Cursor<S, Offsets<R>> {
    /// Yields the elements in row-major order.
    #[inline]
    pub(crate) fn elements(span: S, layout: &Layout<R>) -> Self {
        prove(span.extent(), layout, S::WRITES);
        Cursor { reach: span, places: Offsets::new(layout) }
    }
}

impl<S: Borrowed, const R: usize> Cursor<S, Indices<R>> {
    /// Yields the elements in row-major order, with their indices.
    #[inline]
    pub(crate) fn indexed(span: S, layout: &Layout<R>) -> Self {
        prove(span.extent(), layout, S::WRITES);
        Cursor { reach: span, places: Indices::new(layout) }
    }
}

impl<S: Borrowed, const K: usize, const O: usize> Cursor<PartAt<S, O>, Offsets<K>> {
    /// Yields the parts in row-major order. Those to read are proved when their elements are read.
    #[inline]
    pub(crate) fn parts<const R: usize>(span: S, parts: Parts<R, K, O>) -> Self {
        if S::WRITES {
            prove(span.extent(), parts.whole(), true);
            assert!(!parts.overlap(), "parts to write have no element in common");
        }
        let places = Offsets::new(parts.starts());
        Cursor { reach: PartAt { span, part: parts.part() }, places }
    }
}

impl<S: Reach<I::Item>, I: Iterator> Cursor<S, I> {
    #[inline(always)]
    fn at(&self, place: I::Item) -> S::Item {
        // SAFETY: the precondition of `at`: yielded by the iterator over the proved layout, each place once
        // (invariant 6).
        unsafe { self.reach.at(place) }
    }
}

impl<S: Reach<I::Item>, I: Iterator> Iterator for Cursor<S, I> {
    type Item = S::Item;

    #[inline]
    fn next(&mut self) -> Option<S::Item> {
        let place = self.places.next()?;
        Some(self.at(place))
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<S::Item> {
        let place = self.places.nth(n)?;
        Some(self.at(place))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.places.size_hint()
    }

    #[inline]
    fn fold<B, F: FnMut(B, S::Item) -> B>(self, init: B, mut f: F) -> B {
        // SAFETY: the precondition of `at`, as above.
        self.places.fold(init, |state, place| f(state, unsafe { self.reach.at(place) }))
    }
}

impl<S: Reach<I::Item>, I: DoubleEndedIterator> DoubleEndedIterator for Cursor<S, I> {
    #[inline]
    fn next_back(&mut self) -> Option<S::Item> {
        let place = self.places.next_back()?;
        Some(self.at(place))
    }

    #[inline]
    fn nth_back(&mut self, n: usize) -> Option<S::Item> {
        let place = self.places.nth_back(n)?;
        Some(self.at(place))
    }
}
