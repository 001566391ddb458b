//! Elements one by one: from a slice where all lie in row-major order, else by a cursor.
//!
//! The slice is there for `for` loops, which call `next`: the compiler takes the choice between the
//! two out of the loop and vectorises what is left. A cursor alone, whose stride is a variable, was
//! measured to take five times as long to add up a contiguous tensor.

use super::cursor::{Cursor, Reach, prove_readable, prove_writable};
use crate::layout::{Layout, Order};
use crate::storage::{Span, SpanMut};
use core::iter::FusedIterator;
use core::slice;

/// Yields elements in row-major order from both ends: `D` is the iterator of a slice, `P` what
/// reaches the elements where there is no slice.
#[derive(Clone)]
pub(crate) enum SliceOrCursor<D, P, const R: usize> {
    Dense(D),
    Strided(Cursor<P, R>),
}

impl<'a, T, const R: usize> SliceOrCursor<slice::Iter<'a, T>, Span<'a, T>, R> {
    /// Proves the layout for the span.
    #[inline]
    pub(crate) fn read(span: Span<'a, T>, layout: &Layout<R>) -> Self {
        if !layout.is_contiguous() {
            return SliceOrCursor::Strided(Cursor::elements(span, layout));
        }
        if layout.is_empty() {
            return SliceOrCursor::Dense([].iter());
        }
        prove_readable(span.extent(), layout);
        // SAFETY: the layout fits the buffer, so its offset is in bounds.
        let first = unsafe { span.start().add(layout.offset()) };
        // SAFETY: a contiguous layout reaches exactly the `len` elements from its offset on, all
        // initialised and free of writers for `'a` (invariant 1).
        let run = unsafe { slice::from_raw_parts(first.as_ptr(), layout.len()) };
        SliceOrCursor::Dense(run.iter())
    }
}

impl<'a, T, const R: usize> SliceOrCursor<slice::IterMut<'a, T>, SpanMut<'a, T>, R> {
    /// Proves the layout for the buffer, and that it never meets itself.
    #[inline]
    pub(crate) fn write(span: SpanMut<'a, T>, layout: &Layout<R>) -> Self {
        if !layout.is_contiguous() {
            return SliceOrCursor::Strided(Cursor::elements_mut(span, layout));
        }
        prove_writable(span.extent(), layout);
        let run = span.run(layout, Order::RowMajor);
        SliceOrCursor::Dense(run.expect("proved and contiguous").iter_mut())
    }
}

impl<D, P, const R: usize> Iterator for SliceOrCursor<D, P, R>
where
    D: Iterator<Item = P::Item>,
    P: Reach,
{
    type Item = P::Item;

    #[inline]
    fn next(&mut self) -> Option<P::Item> {
        match self {
            SliceOrCursor::Dense(run) => run.next(),
            SliceOrCursor::Strided(cursor) => cursor.next(),
        }
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<P::Item> {
        match self {
            SliceOrCursor::Dense(run) => run.nth(n),
            SliceOrCursor::Strided(cursor) => cursor.nth(n),
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            SliceOrCursor::Dense(run) => run.size_hint(),
            SliceOrCursor::Strided(cursor) => cursor.size_hint(),
        }
    }

    #[inline]
    fn fold<B, F: FnMut(B, P::Item) -> B>(self, init: B, f: F) -> B {
        match self {
            SliceOrCursor::Dense(run) => run.fold(init, f),
            SliceOrCursor::Strided(cursor) => cursor.fold(init, f),
        }
    }
}

impl<D, P, const R: usize> DoubleEndedIterator for SliceOrCursor<D, P, R>
where
    D: DoubleEndedIterator<Item = P::Item>,
    P: Reach,
{
    #[inline]
    fn next_back(&mut self) -> Option<P::Item> {
        match self {
            SliceOrCursor::Dense(run) => run.next_back(),
            SliceOrCursor::Strided(cursor) => cursor.next_back(),
        }
    }

    #[inline]
    fn nth_back(&mut self, n: usize) -> Option<P::Item> {
        match self {
            SliceOrCursor::Dense(run) => run.nth_back(n),
            SliceOrCursor::Strided(cursor) => cursor.nth_back(n),
        }
    }

    #[inline]
    fn rfold<B, F: FnMut(B, P::Item) -> B>(self, init: B, f: F) -> B {
        match self {
            SliceOrCursor::Dense(run) => run.rfold(init, f),
            SliceOrCursor::Strided(cursor) => cursor.rfold(init, f),
        }
    }
}

impl<D: ExactSizeIterator<Item = P::Item>, P: Reach, const R: usize> ExactSizeIterator
    for SliceOrCursor<D, P, R>
{
}
impl<D: FusedIterator<Item = P::Item>, P: Reach, const R: usize> FusedIterator
    for SliceOrCursor<D, P, R>
{
}
