//! The view methods: each is a name, bounds on ranks, and a pure function of the layout.
//!
//! `axes.rs` orders, adds and removes axes; `batches.rs` makes one axis of those of a batch; `cut.rs` selects along them; `repeat.rs` broadcasts and
//! slides windows; `position.rs` has rows, columns and channels by position; `split.rs` splits an
//! axis and a mutable view; `reshape.rs` reads the same memory by another shape. No element is
//! looked at and nothing is computed here: the functions are in `layout/`.
//!
//! Each method is written once, in a row of [`views`] or [`fallible_views`], which makes its headers:
//! on `&TensorRef` it borrows for as long as the reference, on a `TensorView<'a>` by value for `'a`,
//! and on a `TensorViewMut<'a>` by value it gives the mutable view.

mod axes;
mod batches;
mod cut;
mod position;
mod repeat;
mod reshape;
mod split;

pub use batches::Batched;

/// Rows `name[generics](arguments) -> rank where [bounds] { function of the layout }` of views that
/// the types prove.
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
                let view: fn(&Layout<R>) -> Layout<$O> = $view;
                self.with_layout(view(self.layout()))
            }
        )+ }

        views! { @ TensorView $($name [$($generic)*] ($($arg: $Arg),*) -> $O
            where [$($bound)*] { $view })+ }
        views! { @ TensorViewMut $($name [$($generic)*] ($($arg: $Arg),*) -> $O
            where [$($bound)*] { $view })+ }
    };
    (@ $View:ident $($name:ident [$($generic:tt)*] ($($arg:ident: $Arg:ty),*) -> $O:tt
        where [$($bound:tt)*] { $view:expr })+) => {
        impl<'a, T, const R: usize> $View<'a, T, R> { $(
            #[doc = concat!("As [`", stringify!($name), "`](TensorRef::", stringify!($name),
                ") of a tensor, for as long as the borrow lives.")]
            #[must_use = "a view operation returns the view"]
            #[inline]
            pub fn $name<$($generic)*>(self $(, $arg: $Arg)*) -> $View<'a, T, $O>
            where $($bound)*
            {
                $(let _ = &$arg;)*
                let view: fn(&Layout<R>) -> Layout<$O> = $view;
                let layout = view(self.layout());
                self.into_layout(layout)
            }
        )+ }
    };
}

/// Rows `name or try_name[generics](arguments) -> rank where [bounds] { function of the layout and
/// the arguments }` of views that depend on sizes: a method that panics and its twin. After the rank,
/// `mut name_mut or try_name_mut` adds the two that borrow a tensor for writing. The rank is a number
/// or a name; of a `tt` that is a number, rustdoc would show the name of the variable.
macro_rules! fallible_views {
    ($($(#[$doc:meta])* $name:ident or $try_name:ident $generics:tt $args:tt -> $O:tt
        $(mut $name_mut:ident or $try_name_mut:ident)? where $bounds:tt { $view:expr })+) => {
        impl<T, const R: usize> TensorRef<T, R> { $(
            fallible_views! { @read [$(#[$doc])*] $name or $try_name
                $generics $args -> $O where $bounds { $view } }
            $(fallible_views! { @write $name or $try_name $name_mut or $try_name_mut
                $generics $args -> $O where $bounds })?
        )+ }
        impl<'a, T, const R: usize> TensorView<'a, T, R> { $(
            fallible_views! { @by_value 'a TensorView $name or $try_name
                $generics $args -> $O where $bounds { $view } }
        )+ }
        impl<'a, T, const R: usize> TensorViewMut<'a, T, R> { $(
            fallible_views! { @by_value 'a TensorViewMut $name or $try_name
                $generics $args -> $O where $bounds { $view } }
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
            Ok(self.with_layout(view(self.layout() $(, $arg)*)?))
        }
    };
    (@write $name:ident or $try_name:ident $name_mut:ident or $try_name_mut:ident [$($generic:tt)*]
        ($($arg:ident: $Arg:ty),*) -> [$($N:literal)? $($O:ident)?] where [$($bound:tt)*]) => {
        #[doc = concat!("Selects as [`", stringify!($name), "`](TensorRef::", stringify!($name),
            ") does, for writing.")]
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
    (@by_value $a:lifetime $View:ident $name:ident or $try_name:ident [$($generic:tt)*]
        ($($arg:ident: $Arg:ty),*) -> [$($N:literal)? $($O:ident)?] where [$($bound:tt)*] { $view:expr }) => {
        #[doc = concat!("As [`", stringify!($name), "`](TensorRef::", stringify!($name),
            ") of a tensor, for as long as the borrow lives.")]
        #[must_use = "a view operation returns the view"]
        #[track_caller]
        #[inline]
        pub fn $name<$($generic)*>(self $(, $arg: $Arg)*) -> $View<$a, T, $($N)? $($O)?>
        where $($bound)*
        {
            raise(self.$try_name($($arg),*))
        }

        #[doc = concat!("Fallible form of [`", stringify!($name), "`](TensorRef::",
            stringify!($name), ").")]
        #[inline]
        pub fn $try_name<$($generic)*>(self $(, $arg: $Arg)*)
            -> Result<$View<$a, T, $($N)? $($O)?>, ShapeError>
        where $($bound)*
        {
            let view = $view;
            let layout = view(self.layout() $(, $arg)*)?;
            Ok(self.into_layout(layout))
        }
    };
}

pub(super) use {fallible_views, views};
