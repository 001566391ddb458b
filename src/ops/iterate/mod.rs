//! Walking over a tensor: its elements, and views of its parts.
//!
//! `elements` has the iterators over elements, with and without index, and `IntoIterator`; `parts`
//! the one over views, and what hands it out: axes, lanes, blocks, windows, rows, columns,
//! channels. Where elements lie is computed in `layout/offsets.rs`, reached in
//! `kernels/cursor.rs`; here are names and documentation. Never handed out: counted handles.

mod elements;
mod parts;
mod parts_mut;

pub use elements::{IndexedIter, IndexedIterMut, Iter, IterMut};
pub use parts::{
    AxisIter, AxisIterMut, ExactChunks, ExactChunksMut, Lanes, LanesMut, Views, ViewsMut, Windows,
};

/// Makes an iterator of a struct that holds a cursor: `item` turns what the cursor yields into what
/// the iterator does.
macro_rules! iterators {
    ($($Iterator:ident [$($const:ident)+] => $Item:ty: $item:expr;)+) => { $(
        impl<'a, T, $(const $const: usize),+> Iterator for $Iterator<'a, T, $($const),+> {
            type Item = $Item;

            #[inline]
            fn next(&mut self) -> Option<$Item> {
                self.cursor.next().map($item)
            }

            #[inline]
            fn nth(&mut self, n: usize) -> Option<$Item> {
                self.cursor.nth(n).map($item)
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                self.cursor.size_hint()
            }

            #[inline]
            fn count(self) -> usize {
                self.len()
            }

            #[inline]
            fn last(mut self) -> Option<$Item> {
                self.next_back()
            }

            #[inline]
            fn fold<B, F: FnMut(B, $Item) -> B>(self, init: B, mut f: F) -> B {
                self.cursor.fold(init, |state, item| f(state, $item(item)))
            }
        }

        impl<T, $(const $const: usize),+> DoubleEndedIterator for $Iterator<'_, T, $($const),+> {
            #[inline]
            fn next_back(&mut self) -> Option<Self::Item> {
                self.cursor.next_back().map($item)
            }

            #[inline]
            fn nth_back(&mut self, n: usize) -> Option<Self::Item> {
                self.cursor.nth_back(n).map($item)
            }

            #[inline]
            fn rfold<B, F: FnMut(B, Self::Item) -> B>(self, init: B, mut f: F) -> B {
                self.cursor.rfold(init, |state, item| f(state, $item(item)))
            }
        }

        impl<T, $(const $const: usize),+> ExactSizeIterator for $Iterator<'_, T, $($const),+> {}
        impl<T, $(const $const: usize),+> FusedIterator for $Iterator<'_, T, $($const),+> {}
    )+ };
}

/// Makes an iterator that reads one that can be cloned, and shows what is left to come.
macro_rules! readers {
    ($($Iterator:ident [$($const:ident)+];)+) => { $(
        impl<T, $(const $const: usize),+> Clone for $Iterator<'_, T, $($const),+> {
            #[inline]
            fn clone(&self) -> Self {
                $Iterator { cursor: self.cursor.clone() }
            }
        }

        /// Lists what is left to come.
        impl<T: Debug, $(const $const: usize),+> Debug for $Iterator<'_, T, $($const),+> {
            fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                f.write_str(stringify!($Iterator))?;
                f.debug_list().entries(self.clone()).finish()
            }
        }
    )+ };
}

/// Makes an iterator that writes one that says how much is left to come.
macro_rules! writers {
    ($($Iterator:ident [$($const:ident)+];)+) => { $(
        /// Tells how many items are left to come.
        impl<T, $(const $const: usize),+> Debug for $Iterator<'_, T, $($const),+> {
            fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($Iterator)).field("len", &self.len()).finish()
            }
        }
    )+ };
}

use {iterators, readers, writers};
