//! Iterators over the elements of a tensor, and over views of its parts.
//!
//! `elements.rs` has the iterators over elements, with and without index, and `IntoIterator`.
//! `parts.rs` and `parts_mut.rs` have the iterators over views: along axes, lanes, blocks, windows,
//! rows, columns, channels. `layout/offsets.rs` computes the offsets of elements and
//! `kernels/cursor.rs` reads at them; here are only names and documentation.

mod elements;
mod parts;
mod parts_mut;

pub use elements::{IndexedIter, IndexedIterMut, Iter, IterMut};
pub use parts::{
    AxisIter, AxisIterMut, ExactChunks, ExactChunksMut, Lanes, LanesMut, Views, ViewsMut, Windows,
};

/// Implements the iterator traits for a struct that holds a cursor; `item` converts the items of
/// the cursor.
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
        }

        impl<T, $(const $const: usize),+> ExactSizeIterator for $Iterator<'_, T, $($const),+> {}
        impl<T, $(const $const: usize),+> FusedIterator for $Iterator<'_, T, $($const),+> {}
    )+ };
}

/// Implements `Clone` and `Debug` for iterators that read.
macro_rules! readers {
    ($($Iterator:ident [$($const:ident)+];)+) => { $(
        impl<T, $(const $const: usize),+> Clone for $Iterator<'_, T, $($const),+> {
            #[inline]
            fn clone(&self) -> Self {
                $Iterator { cursor: self.cursor.clone() }
            }
        }

        /// Lists the remaining items.
        impl<T: Debug, $(const $const: usize),+> Debug for $Iterator<'_, T, $($const),+> {
            fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                f.write_str(stringify!($Iterator))?;
                f.debug_list().entries(self.clone()).finish()
            }
        }
    )+ };
}

/// Implements `Debug` for iterators that write.
macro_rules! writers {
    ($($Iterator:ident [$($const:ident)+];)+) => { $(
        /// Shows the number of remaining items.
        impl<T, $(const $const: usize),+> Debug for $Iterator<'_, T, $($const),+> {
            fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($Iterator)).field("len", &self.len()).finish()
            }
        }
    )+ };
}

use {iterators, readers, writers};
