//! Writing methods of a read-only view. They do not compile, and the message says what to do instead.
//!
//! A `TensorView` has no `DerefMut`, so no writing method of `TensorRef` can be called on it; rustc
//! would only say that data in a dereference cannot be borrowed as mutable. The methods here have the
//! same names, and method lookup finds them first. No call of them compiles.

use super::{TensorRef, TensorView};
use crate::rank::seal::Sealed;

/// Implemented by tensors that can be written. A [`TensorView`] is read-only.
///
/// The trait gives the message for a write through a view; no bound of a generic function needs it.
#[diagnostic::on_unimplemented(
    message = "a view is read-only: nothing can be written through `{Self}`",
    label = "this view borrows the elements for reading",
    note = "write through a mutable view of the tensor: `row_mut`, `slice_mut`, `view_mut` and their like",
    note = "for a tensor of its own, copy the elements: `.to_owned()`"
)]
pub trait Writable {}

#[diagnostic::do_not_recommend]
impl<T, const R: usize> Writable for TensorRef<T, R> {}

/// Implemented by no type: gives the message for `+=` and the other assignments to a view `V`.
///
/// Like [`Writable`], no bound of a generic function needs it.
//
// A bound on the right operand, because for one on the left rustc does not show the message.
#[diagnostic::on_unimplemented(
    message = "a view is read-only: nothing can be written through `{V}`",
    label = "the left side borrows its elements for reading",
    note = "a `*` in front does not help: what `*view` is can be read, and not written",
    note = "write through a mutable view of the tensor: `row_mut`, `slice_mut`, `view_mut` and their like",
    note = "for a tensor of its own, copy the elements: `.to_owned()`"
)]
pub trait WritesThrough<V>: Sealed {}

// The value is of any type, so that what is done with it is no further error.
macro_rules! refused {
    ($($name:ident($($arg:ident),*);)+) => {
        impl<T, const R: usize> TensorView<'_, T, R> { $(
            #[doc(hidden)]
            pub fn $name<$($arg,)* Value>(self $(, _: $arg)*) -> Value
            where
                Self: Writable,
            {
                unreachable!("no view can be written through")
            }
        )+ }
    };
}

refused! {
    fill(A);
    assign(A);
    try_assign(A);
    assign_where(A, B);
    try_assign_where(A, B);
    scatter(A, B, C);
    try_scatter(A, B, C);
    scatter_add(A, B, C);
    try_scatter_add(A, B, C);
    assign_at(A, B);
    try_assign_at(A, B);
    add_at(A, B);
    try_add_at(A, B);
    index_assign(A, B, C);
    try_index_assign(A, B, C);
    index_add(A, B, C);
    try_index_add(A, B, C);
    map_inplace(A);
    par_map_inplace(A);
    sort_inplace(A);
    shuffle(A, B);
    view_mut();
    slice_mut(A);
    try_slice_mut(A);
    row_mut(A);
    try_row_mut(A);
    column_mut(A);
    try_column_mut(A);
    channel_mut(A);
    try_channel_mut(A);
    index_axis_mut(A, B);
    try_index_axis_mut(A, B);
    index_axis_disjoint_mut(A, B);
    try_index_axis_disjoint_mut(A, B);
    narrow_mut(A, B, C);
    try_narrow_mut(A, B, C);
    get_mut(A);
    as_slice_mut();
    iter_mut();
    indexed_iter_mut();
    axis_iter_mut(A);
    lanes_mut(A);
    exact_chunks_mut(A);
    try_exact_chunks_mut(A);
    rows_mut();
    columns_mut();
    channels_mut();
    split_at_mut(A, B);
    try_split_at_mut(A, B);
    split_mut(A, B);
    try_split_mut(A, B);
    chunk_mut(A, B);
    try_chunk_mut(A, B);
}
