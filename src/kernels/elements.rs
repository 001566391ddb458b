//! Elements one by one: from a slice where all lie in row-major order, else by a cursor.
//!
//! The slice is there for `for` loops, which call `next`: the compiler takes the choice between the
//! two out of the loop and vectorises what is left. A cursor alone, whose stride is a variable, was
//! measured to take five times as long to add up a contiguous tensor.

use super::cursor::{Borrowed, Cursor};
use super::operand::outside;
use crate::layout::{Layout, Offsets, Order};
use crate::storage::{Span, SpanMut};
use core::slice;

/// Yields elements in row-major order from both ends: `D` is the iterator of a slice, `S` the borrow that
/// the elements are reached by where there is no slice.
#[derive(Clone)]
pub(crate) enum SliceOrCursor<D, S, const R: usize> {
    Dense(D),
    Strided(Cursor<S, Offsets<R>>),
}

impl<'a, T, const R: usize> SliceOrCursor<slice::Iter<'a, T>, Span<'a, T>, R> {
    #[inline]
    pub(crate) fn read(span: Span<'a, T>, layout: &Layout<R>) -> Self {
        match span.run(layout, Order::RowMajor) {
            Some(run) => SliceOrCursor::Dense(run.iter()),
            None => SliceOrCursor::Strided(Cursor::elements(span, layout)),
        }
    }
}

impl<'a, T, const R: usize> SliceOrCursor<slice::IterMut<'a, T>, SpanMut<'a, T>, R> {
    #[inline]
    pub(crate) fn write(span: SpanMut<'a, T>, layout: &Layout<R>) -> Self {
        if !layout.is_contiguous() {
            return SliceOrCursor::Strided(Cursor::elements(span, layout));
        }
        let Some(run) = span.run(layout, Order::RowMajor) else { outside() };
        SliceOrCursor::Dense(run.iter_mut())
    }
}

/// Calls a method of the iterator that there is.
macro_rules! either {
    ($iterator:expr, $method:ident($($argument:expr),*)) => {
        match $iterator {
            SliceOrCursor::Dense(run) => run.$method($($argument),*),
            SliceOrCursor::Strided(cursor) => cursor.$method($($argument),*),
        }
    };
}

impl<D: Iterator<Item = S::Element>, S: Borrowed, const R: usize> Iterator
    for SliceOrCursor<D, S, R>
{
    type Item = S::Element;

    #[inline]
    fn next(&mut self) -> Option<S::Element> {
        either!(self, next())
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<S::Element> {
        either!(self, nth(n))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        either!(self, size_hint())
    }

    #[inline]
    fn fold<B, F: FnMut(B, S::Element) -> B>(self, init: B, f: F) -> B {
        either!(self, fold(init, f))
    }
}

impl<D, S: Borrowed, const R: usize> DoubleEndedIterator for SliceOrCursor<D, S, R>
where
    D: DoubleEndedIterator<Item = S::Element>,
{
    #[inline]
    fn next_back(&mut self) -> Option<S::Element> {
        either!(self, next_back())
    }

    #[inline]
    fn nth_back(&mut self, n: usize) -> Option<S::Element> {
        either!(self, nth_back(n))
    }
}
