//! Nested arrays: `From`, and `tensor!`, whose bracket depth is the rank.

use super::Tensor;
use crate::error::raise;
use crate::layout::{Layout, Order};
use alloc::vec::Vec;

/// One row per rank: the sizes from the outermost on, the nested array, and how to flatten it.
macro_rules! nested {
    ($($rank:literal: [$($n:ident)+] $Array:ty, $flatten:expr;)+) => { $(
        /// Owns the elements of nested arrays; the depth of the nesting is the rank.
        ///
        /// The target is annotated, since an array of arrays is also a vector of arrays; see
        /// [`tensor!`](crate::tensor!) for a form that needs no annotation.
        impl<T, $(const $n: usize),+> From<$Array> for Tensor<T, $rank> {
            #[track_caller]
            fn from(nested: $Array) -> Self {
                let flatten: fn($Array) -> Vec<T> = $flatten;
                // Arrays of zero-sized elements can be too long.
                let layout = Layout::new_in("from", [$($n),+], Order::RowMajor, size_of::<T>());
                let layout = raise(layout);
                Tensor::owned(flatten(nested), layout)
            }
        }
    )+ };
}

nested! {
    1: [A] [T; A], |nested| Vec::from(nested);
    2: [A B] [[T; B]; A], |nested| Vec::from(nested).into_flattened();
    3: [A B C] [[[T; C]; B]; A], |nested| Vec::from(nested).into_flattened().into_flattened();
    4: [A B C D] [[[[T; D]; C]; B]; A], |nested| {
        Vec::from(nested).into_flattened().into_flattened().into_flattened()
    };
    5: [A B C D E] [[[[[T; E]; D]; C]; B]; A], |nested| {
        Vec::from(nested).into_flattened().into_flattened().into_flattened().into_flattened()
    };
    6: [A B C D E F] [[[[[[T; F]; E]; D]; C]; B]; A], |nested| {
        Vec::from(nested).into_flattened().into_flattened().into_flattened().into_flattened()
            .into_flattened()
    };
}

/// Makes a tensor of the elements written down; the depth of the brackets is the rank.
///
/// ```
/// use holor::prelude::*;
///
/// let v: Tensor<i32, 1> = tensor![1, 2, 3];
/// let m: Tensor<i32, 2> = tensor![[1, 2, 3], [4, 5, 6]];
/// let t: Tensor<f64, 3> = tensor![[[1.0], [2.0]]];
/// assert_eq!((v.shape(), m.shape(), t.shape()), ([3], [2, 3], [1, 2, 1]));
/// ```
///
/// Rows of unequal length do not compile:
///
/// ```compile_fail,E0308
/// use holor::prelude::*;
///
/// let m = tensor![[1, 2, 3], [4, 5]];
/// ```
///
/// Elements are listed, not repeated: `vec![x; n]` is [`Tensor::full([n], x)`](crate::Tensor::full).
///
/// Up to rank 6; deeper ones are reshaped. numpy: `array`; torch: `tensor`; ndarray: `array!`.
#[macro_export]
macro_rules! tensor {
    // Finds the rank: looks through the brackets of the first element as long as all are brackets.
    // Steps of the one macro, for the name of a helper would show up in messages.
    (@1 [$($all:tt)*] $([$($a:tt)*]),+ $(,)?) => { $crate::tensor!(@2 [$($all)*] $([$($a)*]),+) };
    (@1 [$($all:tt)*] $($element:expr),* $(,)?) => { <$crate::Tensor<_, 1> as ::core::convert::From<_>>::from([$($all)*]) };
    // What no step takes is refused here: the arm at the end would wrap it again, without end.
    (@1 $all:tt $element:expr; $count:expr) => {
        ::core::compile_error!(
            "tensor! lists the elements one by one: for n times x write `Tensor::full([n], x)`"
        )
    };
    (@1 $($rest:tt)*) => {
        ::core::compile_error!(
            "tensor! takes elements, `tensor![1, 2]`, or rows in brackets, `tensor![[1, 2], [3, 4]]`, \
             with one comma between them"
        )
    };
    (@2 $all:tt [$([$($a:tt)*]),+ $(,)?] $(, $rest:tt)*) => { $crate::tensor!(@3 $all $([$($a)*]),+) };
    (@2 $all:tt $($rest:tt)*) => { <$crate::Tensor<_, 2> as ::core::convert::From<_>>::from($all) };
    (@3 $all:tt [$([$($a:tt)*]),+ $(,)?] $(, $rest:tt)*) => { $crate::tensor!(@4 $all $([$($a)*]),+) };
    (@3 $all:tt $($rest:tt)*) => { <$crate::Tensor<_, 3> as ::core::convert::From<_>>::from($all) };
    (@4 $all:tt [$([$($a:tt)*]),+ $(,)?] $(, $rest:tt)*) => { $crate::tensor!(@5 $all $([$($a)*]),+) };
    (@4 $all:tt $($rest:tt)*) => { <$crate::Tensor<_, 4> as ::core::convert::From<_>>::from($all) };
    (@5 $all:tt [$([$($a:tt)*]),+ $(,)?] $(, $rest:tt)*) => { <$crate::Tensor<_, 6> as ::core::convert::From<_>>::from($all) };
    (@5 $all:tt $($rest:tt)*) => { <$crate::Tensor<_, 5> as ::core::convert::From<_>>::from($all) };
    ($($element:tt)*) => { $crate::tensor!(@1 [$($element)*] $($element)*) };
}
