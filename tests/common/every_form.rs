//! Forms of operands: a block is repeated with tensors that are owned, shared, and borrowed in every way.
//!
//! ```ignore
//! every_form!(forms: x: all = tensor![1, 2], y: borrowed = tensor![3, 4] => {
//!     assert_eq!(x + y, tensor![4, 6], "{forms:?}"); // such as ["shared", "view_ref"]
//! });
//! ```

use holor::prelude::*;
use std::fmt::Debug;

/// An owner of the same elements, which have to stay as they are.
pub(crate) struct Twin<T: Clone + Debug + PartialEq, const R: usize>(Tensor<T, R>, Vec<T>);

impl<T: Clone + Debug + PartialEq, const R: usize> Twin<T, R> {
    pub(crate) fn of(t: &Tensor<T, R>) -> Self {
        Twin(t.clone(), t.to_vec())
    }
}

impl<T: Clone + Debug + PartialEq, const R: usize> Drop for Twin<T, R> {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            assert_eq!(self.0.to_vec(), self.1, "a write is seen by another owner");
        }
    }
}

/// Binds a variable to a tensor in one form.
macro_rules! lend {
    (owned $x:ident $t:expr) => {
        let $x = $t;
    };
    (shared $x:ident $t:expr) => {
        let $x = $t;
        let _twin = crate::every_form::Twin::of(&$x);
    };
    (tensor $x:ident $t:expr) => {
        let t = $t;
        let $x = &t;
    };
    (reference $x:ident $t:expr) => {
        let t = $t;
        let $x: &holor::TensorRef<_, _> = &t;
    };
    (view $x:ident $t:expr) => {
        let t = $t;
        let $x = t.view();
    };
    (view_ref $x:ident $t:expr) => {
        let t = $t;
        let $x = &t.view();
    };
    (view_mut_ref $x:ident $t:expr) => {
        let mut t = $t;
        let $x = &t.view_mut();
    };
    (owned_mut $x:ident $t:expr) => {
        let mut $x = $t;
    };
    (shared_mut $x:ident $t:expr) => {
        let mut $x = $t;
        let _twin = crate::every_form::Twin::of(&$x);
    };
    (view_mut $x:ident $t:expr) => {
        let mut t = $t;
        let mut $x = t.view_mut();
    };
    (mut_tensor $x:ident $t:expr) => {
        let mut t = $t;
        let $x = &mut t;
    };
    (mut_reference $x:ident $t:expr) => {
        let mut t = $t;
        let $x: &mut holor::TensorRef<_, _> = &mut t;
    };
    (mut_view_mut $x:ident $t:expr) => {
        let mut t = $t;
        let $x = &mut t.view_mut();
    };
}

/// Repeats a block with variables bound to tensors, each in every form of a list in turn, and `$forms`
/// to the names of the forms. The tensors are made anew each time.
///
/// The lists are `all` that can be read, those `borrowed`, `values` to write to, and `places`, which are
/// such values behind `&mut`.
macro_rules! every_form {
    ($forms:ident: $($x:ident: $list:ident = $t:expr),+ => $body:block) => {
        every_form!(@split $forms [] [] [$($x $list $t,)+] $body)
    };
    (@split $forms:ident $lets:tt $names:tt [$x:ident all $t:expr, $($rest:tt)*] $body:block) => {
        every_form!(@each $forms $lets $names [$x $t] [$($rest)*] $body
            owned shared tensor reference view view_ref view_mut_ref)
    };
    (@split $forms:ident $lets:tt $names:tt [$x:ident borrowed $t:expr, $($rest:tt)*] $body:block) => {
        every_form!(@each $forms $lets $names [$x $t] [$($rest)*] $body
            tensor reference view view_ref view_mut_ref)
    };
    (@split $forms:ident $lets:tt $names:tt [$x:ident values $t:expr, $($rest:tt)*] $body:block) => {
        every_form!(@each $forms $lets $names [$x $t] [$($rest)*] $body
            owned_mut shared_mut view_mut)
    };
    (@split $forms:ident $lets:tt $names:tt [$x:ident places $t:expr, $($rest:tt)*] $body:block) => {
        every_form!(@each $forms $lets $names [$x $t] [$($rest)*] $body
            mut_tensor mut_reference mut_view_mut)
    };
    (@split $forms:ident [$($lets:tt)*] [$($name:ident)*] [] $body:block) => {{
        $($lets)*
        let $forms = [$(stringify!($name)),*];
        $body
    }};
    (@each $forms:ident $lets:tt $names:tt $tensor:tt $rest:tt $body:block) => {};
    (@each $forms:ident [$($lets:tt)*] [$($names:tt)*] [$x:ident $t:expr] $rest:tt $body:block
        $form:ident $($others:ident)*) => {
        every_form!(@split $forms [$($lets)* lend!($form $x $t);] [$($names)* $form] $rest $body);
        every_form!(@each $forms [$($lets)*] [$($names)*] [$x $t] $rest $body $($others)*)
    };
}
