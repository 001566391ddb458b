//! The view methods: each is a name, bounds on ranks, and a pure function of the layout.
//!
//! `axes.rs` orders, adds and removes axes; `cut.rs` selects along them; `position.rs` has rows,
//! columns and channels by position; `split.rs` reads the same memory by another shape. No element
//! is looked at and nothing is computed here: the functions are in `layout/`.
//!
//! Storages that may be shared give their views from `&self`, a mutable view gives them by value,
//! so that two views of the same elements never are alive. Each method is written once, in a row of
//! [`views`] or [`fallible_views`], which makes the two headers.

mod axes;
mod cut;
mod position;
mod split;

use super::Tensor;
use crate::layout::Layout;
use crate::storage::{Mut, Share};

impl<T, const R: usize, S: Share<Elem = T>> Tensor<T, R, S> {
    /// Another tensor over the same storage; `layout` selects among the elements of this one's.
    #[inline]
    pub(crate) fn with_layout<const O: usize>(&self, layout: Layout<O>) -> Tensor<T, O, S> {
        Tensor::new(self.storage.clone(), layout)
    }
}

impl<'a, T, const R: usize> Tensor<T, R, Mut<'a, T>> {
    /// The same borrow under another layout, which selects among the elements of this one's.
    #[inline]
    pub(crate) fn into_layout<const O: usize>(self, layout: Layout<O>) -> Tensor<T, O, Mut<'a, T>> {
        Tensor::new(self.storage, layout)
    }
}

/// Rows `name[generics](arguments) -> rank where [bounds] { function of the layout }` of views that
/// the types prove.
macro_rules! views {
    ($($(#[$doc:meta])* $name:ident [$($generic:tt)*] ($($arg:ident: $Arg:ty),*) -> $O:tt
        where [$($bound:tt)*] { $view:expr })+) => {
        impl<T, const R: usize, S: Share<Elem = T>> Tensor<T, R, S> { $(
            $(#[$doc])*
            #[must_use = "a view operation leaves the tensor as it is and returns the view"]
            #[inline]
            pub fn $name<$($generic)*>(&self $(, $arg: $Arg)*) -> Tensor<T, $O, S>
            where $($bound)*
            {
                $(let _ = &$arg;)*
                let view: fn(&Layout<R>) -> Layout<$O> = $view;
                self.with_layout(view(&self.layout))
            }
        )+ }

        impl<'a, T, const R: usize> Tensor<T, R, Mut<'a, T>> { $(
            #[doc = concat!("Takes the mutable view as [`", stringify!($name),
                "`](Tensor::", stringify!($name), ") takes a tensor: by value, for it is exclusive.")]
            #[must_use = "the view operation consumes the mutable view"]
            #[inline]
            pub fn $name<$($generic)*>(self $(, $arg: $Arg)*) -> Tensor<T, $O, Mut<'a, T>>
            where $($bound)*
            {
                $(let _ = &$arg;)*
                let view: fn(&Layout<R>) -> Layout<$O> = $view;
                let layout = view(&self.layout);
                self.into_layout(layout)
            }
        )+ }
    };
}

/// Rows `name or try_name[generics](arguments) -> rank where [bounds] { function of the layout and
/// the arguments }` of views that depend on sizes: a method that panics and its twin. The rank is a
/// number or a name; of a `tt` that is a number, rustdoc would show the name of the variable.
macro_rules! fallible_views {
    ($($(#[$doc:meta])* $name:ident or $try_name:ident [$($generic:tt)*]
        ($($arg:ident: $Arg:ty),*) ->
        $($N:literal where)? $($O:ident where)? [$($bound:tt)*] { $view:expr })+) => {
        impl<T, const R: usize, S: Share<Elem = T>> Tensor<T, R, S> { $(
            $(#[$doc])*
            #[must_use = "a view operation leaves the tensor as it is and returns the view"]
            #[track_caller]
            #[inline]
            pub fn $name<$($generic)*>(&self $(, $arg: $Arg)*) -> Tensor<T, $($N)? $($O)?, S>
            where $($bound)*
            {
                raise(self.$try_name($($arg),*))
            }

            #[doc = concat!("Returns what [`", stringify!($name), "`](Tensor::", stringify!($name),
                ") does, or the error it would panic with.")]
            #[inline]
            pub fn $try_name<$($generic)*>(&self $(, $arg: $Arg)*)
                -> Result<Tensor<T, $($N)? $($O)?, S>, ShapeError>
            where $($bound)*
            {
                let view = $view;
                Ok(self.with_layout(view(&self.layout $(, $arg)*)?))
            }
        )+ }

        impl<'a, T, const R: usize> Tensor<T, R, Mut<'a, T>> { $(
            #[doc = concat!("Takes the mutable view as [`", stringify!($name),
                "`](Tensor::", stringify!($name), ") takes a tensor: by value, for it is exclusive.")]
            #[must_use = "the view operation consumes the mutable view"]
            #[track_caller]
            #[inline]
            pub fn $name<$($generic)*>(self $(, $arg: $Arg)*)
                -> Tensor<T, $($N)? $($O)?, Mut<'a, T>>
            where $($bound)*
            {
                raise(self.$try_name($($arg),*))
            }

            #[doc = concat!("Returns what [`", stringify!($name), "`](Tensor::", stringify!($name),
                ") does, or the error it would panic with.")]
            #[inline]
            pub fn $try_name<$($generic)*>(self $(, $arg: $Arg)*)
                -> Result<Tensor<T, $($N)? $($O)?, Mut<'a, T>>, ShapeError>
            where $($bound)*
            {
                let view = $view;
                let layout = view(&self.layout $(, $arg)*)?;
                Ok(self.into_layout(layout))
            }
        )+ }
    };
}

pub(super) use {fallible_views, views};
