//! The view methods: each is a name, bounds on ranks, and a pure function of the layout.
//!
//! `axes.rs` orders, adds and removes axes; `cut.rs` selects along axes; `position.rs` selects rows,
//! columns and channels; `split.rs` splits an axis or a tensor, `parts.rs` a tensor into any number of
//! parts; `repeat.rs` broadcasts and slides
//! windows; `reshape.rs` reads the elements by another shape; `batches.rs` makes the axes of a batch
//! one axis. No code here reads an element: the functions of the layout are in `layout/`.
//!
//! Each method is written once, in a row of [`views`] or [`fallible_views`]. The row makes three
//! methods: on `&TensorRef` the result lives as long as the reference, on a `TensorView<'a>` by value
//! it lives for `'a`, and on a `TensorViewMut<'a>` by value it is a mutable view.

mod axes;
mod batches;
mod cut;
mod parts;
mod position;
mod repeat;
mod reshape;
mod split;

pub use batches::Batched;
pub use parts::PartSizes;

use crate::layout::Layout;

/// Calls the function of the layout of a row of [`views`]; gives the closure the types of its signature.
#[inline(always)]
fn seen<const R: usize, const O: usize>(
    layout: &Layout<R>,
    view: impl FnOnce(&Layout<R>) -> Layout<O>,
) -> Layout<O> {
    view(layout)
}

/// Rows `name[generics](arguments) -> rank where [bounds] { function of the layout }` of view methods
/// that cannot fail.
macro_rules! views {
    ($($(#[$doc:meta])* $name:ident [$($generic:tt)*] ($($arg:ident: $Arg:ty),*) -> $O:tt
        where [$($bound:tt)*] { $view:expr })+) => {
        impl<T, const R: usize> TensorRef<T, R> { $(
            $(#[$doc])*
            #[must_use = "a view operation leaves the tensor as it is and returns the view"]
            #[inline]
            pub fn $name<$($generic)*>(&self $(, $arg: $Arg)*) -> TensorView<'_, T, $O>
            where $($bound)*
            {
                $(let _ = &$arg;)*
                self.selecting(super::seen::<R, $O>(self.layout(), $view))
            }
        )+ }

        views! { @ TensorView ", with the lifetime of this view."
            $($name [$($generic)*] ($($arg: $Arg),*) -> $O where [$($bound)*] { $view })+ }
        views! { @ TensorViewMut " for writing; consumes this mutable view."
            $($name [$($generic)*] ($($arg: $Arg),*) -> $O where [$($bound)*] { $view })+ }
    };
    (@ $View:ident $as:literal $($name:ident [$($generic:tt)*] ($($arg:ident: $Arg:ty),*) -> $O:tt
        where [$($bound:tt)*] { $view:expr })+) => {
        impl<'a, T, const R: usize> $View<'a, T, R> { $(
            #[doc = concat!("Returns the same view as [`", stringify!($name), "`](TensorRef::",
                stringify!($name), ")", $as)]
            #[must_use = "a view operation returns the view"]
            #[inline]
            pub fn $name<$($generic)*>(self $(, $arg: $Arg)*) -> $View<'a, T, $O>
            where $($bound)*
            {
                $(let _ = &$arg;)*
                let layout = super::seen::<R, $O>(self.layout(), $view);
                self.selecting(layout)
            }
        )+ }
    };
}

/// Rows `name or try_name[generics](arguments) -> rank where [bounds] { function of the layout and
/// the arguments }` of view methods that depend on sizes: a method that panics and its fallible form.
/// After the rank, `mut name_mut or try_name_mut` adds the two that borrow a tensor for writing. The
/// rank is a number or a name, because rustdoc shows the variable of a `tt` that is a number.
macro_rules! fallible_views {
    ($($(#[$doc:meta])* $name:ident or $try_name:ident $generics:tt $args:tt -> $O:tt
        $($(#[$mut_doc:meta])* mut $name_mut:ident or $try_name_mut:ident)?
        where $bounds:tt { $view:expr })+) => {
        impl<T, const R: usize> TensorRef<T, R> { $(
            fallible_views! { @read [$(#[$doc])*] $name or $try_name
                $generics $args -> $O where $bounds { $view } }
            $(fallible_views! { @write [$(#[$mut_doc])*] $name or $try_name
                $name_mut or $try_name_mut $generics $args -> $O where $bounds })?
        )+ }
        impl<T: Clone, const R: usize> Tensor<T, R> { $(
            $(fallible_views! { @forward $name_mut or $try_name_mut
                $generics $args -> $O where $bounds })?
        )+ }
        impl<T, const R: usize> TensorViewMut<'_, T, R> { $(
            $(fallible_views! { @forward $name_mut or $try_name_mut
                $generics $args -> $O where $bounds })?
        )+ }
        impl<'a, T, const R: usize> TensorView<'a, T, R> { $(
            fallible_views! { @by_value 'a TensorView ", with the lifetime of this view."
                $name or $try_name $generics $args -> $O where $bounds { $view } }
        )+ }
        impl<'a, T, const R: usize> TensorViewMut<'a, T, R> { $(
            fallible_views! { @by_value 'a TensorViewMut " for writing; consumes this mutable view."
                $name or $try_name $generics $args -> $O where $bounds { $view } }
        )+ }
    };
    (@read [$(#[$doc:meta])*] $name:ident or $try_name:ident [$($generic:tt)*]
        ($($arg:ident: $Arg:ty),*) -> [$($N:literal)? $($O:ident)?] where [$($bound:tt)*] { $view:expr }) => {
        $(#[$doc])*
        #[must_use = "a view operation leaves the tensor as it is and returns the view"]
        #[track_caller]
        #[inline]
        pub fn $name<$($generic)*>(&self $(, $arg: $Arg)*) -> TensorView<'_, T, $($N)? $($O)?>
        where $($bound)*
        {
            raise(self.$try_name($($arg),*))
        }

        #[doc = concat!("Fallible form of [`", stringify!($name), "`](TensorRef::",
            stringify!($name), ").")]
        #[inline]
        pub fn $try_name<$($generic)*>(&self $(, $arg: $Arg)*)
            -> Result<TensorView<'_, T, $($N)? $($O)?>, ShapeError>
        where $($bound)*
        {
            let view = $view;
            Ok(self.selecting(view(self.layout() $(, $arg)*)?))
        }
    };
    (@write [$(#[$doc:meta])*] $name:ident or $try_name:ident
        $name_mut:ident or $try_name_mut:ident [$($generic:tt)*]
        ($($arg:ident: $Arg:ty),*) -> [$($N:literal)? $($O:ident)?] where [$($bound:tt)*]) => {
        #[doc = concat!("Borrows for writing what [`", stringify!($name), "`](TensorRef::",
            stringify!($name), ") selects.")]
        ///
        $(#[$doc])*
        ///
        /// # Panics
        #[doc = concat!("As [`", stringify!($name), "`](TensorRef::", stringify!($name), ").")]
        #[must_use = "a view operation leaves the tensor as it is and returns the view"]
        #[track_caller]
        #[inline]
        pub fn $name_mut<$($generic)*>(&mut self $(, $arg: $Arg)*)
            -> TensorViewMut<'_, T, $($N)? $($O)?>
        where $($bound)*
        {
            self.view_mut().$name($($arg),*)
        }

        #[doc = concat!("Fallible form of [`", stringify!($name_mut), "`](TensorRef::",
            stringify!($name_mut), ").")]
        #[inline]
        pub fn $try_name_mut<$($generic)*>(&mut self $(, $arg: $Arg)*)
            -> Result<TensorViewMut<'_, T, $($N)? $($O)?>, ShapeError>
        where $($bound)*
        {
            self.view_mut().$try_name($($arg),*)
        }
    };
    (@forward $name_mut:ident or $try_name_mut:ident [$($generic:tt)*]
        ($($arg:ident: $Arg:ty),*) -> [$($N:literal)? $($O:ident)?] where [$($bound:tt)*]) => {
        #[doc = concat!("As [`", stringify!($name_mut), "`](TensorRef::", stringify!($name_mut),
            ") of a `TensorRef`; the arguments can read this tensor.")]
        ///
        /// # Panics
        #[doc = concat!("As [`", stringify!($name_mut), "`](TensorRef::", stringify!($name_mut),
            ").")]
        #[must_use = "a view operation leaves the tensor as it is and returns the view"]
        #[track_caller]
        #[inline]
        pub fn $name_mut<$($generic)*>(&mut self $(, $arg: $Arg)*)
            -> TensorViewMut<'_, T, $($N)? $($O)?>
        where $($bound)*
        {
            (**self).$name_mut($($arg),*)
        }

        #[doc = concat!("Fallible form of [`", stringify!($name_mut), "`](TensorRef::",
            stringify!($name_mut), ").")]
        #[inline]
        pub fn $try_name_mut<$($generic)*>(&mut self $(, $arg: $Arg)*)
            -> Result<TensorViewMut<'_, T, $($N)? $($O)?>, ShapeError>
        where $($bound)*
        {
            (**self).$try_name_mut($($arg),*)
        }
    };
    (@by_value $a:lifetime $View:ident $as:literal $name:ident or $try_name:ident [$($generic:tt)*]
        ($($arg:ident: $Arg:ty),*) -> [$($N:literal)? $($O:ident)?] where [$($bound:tt)*] { $view:expr }) => {
        #[doc = concat!("Returns the same view as [`", stringify!($name), "`](TensorRef::",
            stringify!($name), ")", $as)]
        ///
        /// # Panics
        #[doc = concat!("As [`", stringify!($name), "`](TensorRef::", stringify!($name), ").")]
        #[must_use = "a view operation returns the view"]
        #[track_caller]
        #[inline]
        pub fn $name<$($generic)*>(self $(, $arg: $Arg)*) -> $View<$a, T, $($N)? $($O)?>
        where $($bound)*
        {
            raise(self.$try_name($($arg),*))
        }

        #[doc = concat!("Fallible form of [`", stringify!($name), "`](", stringify!($View), "::",
            stringify!($name), ").")]
        #[inline]
        pub fn $try_name<$($generic)*>(self $(, $arg: $Arg)*)
            -> Result<$View<$a, T, $($N)? $($O)?>, ShapeError>
        where $($bound)*
        {
            let view = $view;
            let layout = view(self.layout() $(, $arg)*)?;
            Ok(self.selecting(layout))
        }
    };
}

pub(super) use {fallible_views, views};
