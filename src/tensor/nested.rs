//! Tensors of nested arrays: `From`, and `tensor!`. The depth of the nesting is the rank.

use super::Tensor;
use crate::error::raise;
use crate::layout::{Layout, Order};
use alloc::vec::Vec;

/// Rows `rank: [sizes, the outermost first] nested array, how to flatten it`.
macro_rules! nested {
    ($($rank:literal: [$($n:ident)+] $Array:ty, $flatten:expr;)+) => { $(
        /// Makes a tensor of nested arrays; the depth of the nesting is the rank.
        ///
        /// The rank has to be annotated, because an array of arrays is also a rank-1 tensor of arrays.
        /// [`tensor!`](crate::tensor!) needs no annotation.
        impl<T, $(const $n: usize),+> From<$Array> for Tensor<T, $rank> {
            #[track_caller]
            fn from(nested: $Array) -> Self {
                let flatten: fn($Array) -> Vec<T> = $flatten;
                // Only arrays of zero-sized elements can be too long.
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

/// Makes a tensor of literal elements; the depth of the brackets is the rank.
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
/// Rows of different lengths do not compile:
///
/// ```compile_fail,E0308
/// use holor::prelude::*;
///
/// let m = tensor![[1, 2, 3], [4, 5]]; // 3 and 2 elements
/// ```
///
/// There is no form for repeated elements: for `vec![x; n]` write
/// [`Tensor::full([n], x)`](crate::Tensor::full). The rank is at most 6;
/// [`reshape`](crate::Tensor::reshape) gives higher ranks.
///
/// numpy: `array`; torch: `tensor`; ndarray: `array!`.
#[macro_export]
macro_rules! tensor {
    // Finds the rank: goes into the first element as long as all elements are in brackets. The steps
    // are arms of this macro, because the name of another macro would appear in messages.
    (@1 [$($all:tt)*] $([$($a:tt)*]),+ $(,)?) => { $crate::tensor!(@2 [$($all)*] $([$($a)*]),+) };
    (@1 [$($all:tt)*] $($element:expr),* $(,)?) => { <$crate::Tensor<_, 1> as ::core::convert::From<_>>::from([$($all)*]) };
    // Other input is refused here: the last arm would match it and recurse without end.
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
