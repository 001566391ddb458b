//! Comparisons, whose results are masks, and functions that compare: `minimum`, `maximum`, `clamp`,
//! `all_close`.

use super::elementwise::result_layout;
use super::rhs::BroadcastRhs;
use crate::error::raise;
use crate::kernels::index::compute_with;
use crate::rank::Rank;
use crate::rank::seal::Seal;
use crate::tensor::{Tensor, TensorRef};
use num_traits::float::FloatCore;

macro_rules! comparisons {
    ($($name:ident $alias:literal $symbol:literal [$Bound:path] $test:expr, $example:literal, $names:literal;)+) => {
        impl<T, const R: usize> TensorRef<T, R> { $(
            #[doc = concat!("Tests whether `a ", $symbol, " b` for each pair of elements, and returns the \
                mask.")]
            ///
            /// `[m, n], [n] -> [m, n]`: the shapes broadcast; a scalar is compared with each
            /// element.
            ///
            /// ```
            /// use holor::prelude::*;
            ///
            #[doc = concat!("let mask = tensor![1, 2, 3].", stringify!($name), "(&tensor![2, 2, 2]);")]
            #[doc = concat!("assert_eq!(mask, tensor!", $example, ");")]
            #[doc = concat!("assert_eq!(tensor![1, 2, 3].", stringify!($name), "(2), mask);")]
            /// ```
            ///
            /// # Panics
            #[doc = concat!("If the shapes do not broadcast: `", stringify!($name),
                ": [3] and [2]: sizes 3 and 2 meet at axis 0 and neither is 1`.")]
            ///
            #[doc = $names]
            #[doc(alias = $alias)]
            #[must_use = "a comparison leaves the tensors as they are and returns the mask"]
            #[inline]
            #[track_caller]
            pub fn $name<C, const O: usize>(&self, rhs: C) -> Tensor<bool, O>
            where
                T: $Bound,
                C: BroadcastRhs<T, R, Output = Rank<O>>,
            {
                // The function itself: a function pointer would be called for each element.
                rhs.combine(stringify!($name), self, $test, Seal)
            }
        )+ }
    };
}

comparisons! {
    equal "eq" "==" [PartialEq] T::eq, "[false, true, false]", "numpy: `equal`; torch: `eq`.";
    not_equal "ne" "!=" [PartialEq] T::ne, "[true, false, true]", "numpy: `not_equal`; torch: `ne`.";
    less "lt" "<" [PartialOrd] T::lt, "[true, false, false]", "numpy: `less`; torch: `lt`.";
    less_equal "le" "<=" [PartialOrd] T::le, "[true, true, false]", "numpy: `less_equal`; torch: `le`.";
    greater "gt" ">" [PartialOrd] T::gt, "[false, false, true]", "numpy: `greater`; torch: `gt`.";
    greater_equal "ge" ">=" [PartialOrd] T::ge, "[false, true, true]", "numpy: `greater_equal`; torch: `ge`.";
}

/// Returns the smaller one, or the NaN if one of the two is NaN.
#[inline(always)]
fn smaller<'a, T: PartialOrd>(a: &'a T, b: &'a T) -> &'a T {
    // A NaN equals nothing, itself included.
    #[allow(clippy::eq_op)]
    if a <= b || a != a { a } else { b }
}

/// Returns the larger one, or the NaN if one of the two is NaN.
#[inline(always)]
fn larger<'a, T: PartialOrd>(a: &'a T, b: &'a T) -> &'a T {
    #[allow(clippy::eq_op)]
    if a >= b || a != a { a } else { b }
}

// Functions of the element type alone: their loops are compiled once for all ranks and kinds of operands.

#[inline(always)]
fn least<T: Clone + PartialOrd>(a: &T, b: &T) -> T {
    smaller(a, b).clone()
}

#[inline(always)]
fn greatest<T: Clone + PartialOrd>(a: &T, b: &T) -> T {
    larger(a, b).clone()
}

#[inline(always)]
fn limited<T: Clone + PartialOrd>((x,): (&T,), [low, high]: &[T; 2]) -> T {
    smaller(larger(x, low), high).clone()
}

impl<T, const R: usize> TensorRef<T, R> {
    /// Returns the smaller element of each pair of elements.
    ///
    /// `[m, n], [n] -> [m, n]`: the shapes broadcast; a scalar is compared with each element.
    ///
    /// NaN propagates: if one element of a pair is NaN, the result is NaN.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![1, 5].minimum(&tensor![3, 2]), tensor![1, 2]);
    /// assert_eq!(tensor![1, 5].minimum(4), tensor![1, 4]);
    /// ```
    ///
    /// # Panics
    /// If the shapes do not broadcast:
    /// `minimum: [2] and [3]: sizes 2 and 3 meet at axis 0 and neither is 1`.
    ///
    /// The smallest element of one tensor is [`min`](TensorRef::min).
    ///
    /// numpy and torch: `minimum`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[inline]
    #[track_caller]
    pub fn minimum<C, const O: usize>(&self, rhs: C) -> Tensor<T, O>
    where
        T: Clone + PartialOrd,
        C: BroadcastRhs<T, R, Output = Rank<O>>,
    {
        rhs.combine("minimum", self, least, Seal)
    }

    /// Returns the larger element of each pair of elements.
    ///
    /// `[m, n], [n] -> [m, n]`: the shapes broadcast; a scalar is compared with each element.
    ///
    /// NaN propagates: if one element of a pair is NaN, the result is NaN.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![-1.0, 2.0].maximum(0.0), tensor![0.0, 2.0]);
    /// ```
    ///
    /// # Panics
    /// If the shapes do not broadcast:
    /// `maximum: [2] and [3]: sizes 2 and 3 meet at axis 0 and neither is 1`.
    ///
    /// The largest element of one tensor is [`max`](TensorRef::max).
    ///
    /// numpy and torch: `maximum`; torch: `relu`, with 0.
    #[doc(alias = "relu")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[inline]
    #[track_caller]
    pub fn maximum<C, const O: usize>(&self, rhs: C) -> Tensor<T, O>
    where
        T: Clone + PartialOrd,
        C: BroadcastRhs<T, R, Output = Rank<O>>,
    {
        rhs.combine("maximum", self, greatest, Seal)
    }

    /// Limits each element to the range from `low` to `high`, both included.
    ///
    /// `[m, n], [n], [] -> [m, n]`: the shapes broadcast. The limits are tensors or scalars.
    ///
    /// NaN propagates: if the element or a limit is NaN, the result is NaN. If `low` is above
    /// `high`, the result is `high`, as in numpy.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![-3, 1, 7].clamp(0, 5), tensor![0, 1, 5]);
    /// assert_eq!(tensor![-3, 1, 7].clamp(&tensor![-9, 2, 0], 5), tensor![-3, 2, 5]);
    /// ```
    ///
    /// A range with one end is `maximum` of the lower limit, or [`minimum`](TensorRef::minimum) of the
    /// upper one:
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![-3, 1, 7].maximum(0), tensor![0, 1, 7]); // numpy: `clip(x, 0, None)`
    /// ```
    ///
    /// # Panics
    /// If the shapes do not broadcast:
    /// `clamp: [2] and [3]: sizes 2 and 3 meet at axis 0 and neither is 1`.
    ///
    /// numpy: `clip`; torch and ndarray: `clamp`.
    #[doc(alias = "clip")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[inline]
    #[track_caller]
    pub fn clamp<L, H, const P: usize, const O: usize>(&self, low: L, high: H) -> Tensor<T, O>
    where
        T: Clone + PartialOrd,
        L: BroadcastRhs<T, R, Output = Rank<P>>,
        H: BroadcastRhs<T, P, Output = Rank<O>>,
    {
        if const { L::IS_SCALAR && H::IS_SCALAR } {
            let bounds = low.as_scalar(Seal).zip(high.as_scalar(Seal));
            let (low, high) = bounds.expect("both are scalars");
            let layout = raise(result_layout::<T, R>("clamp", self.shape()));
            let elements =
                compute_with((self.source(),), &layout, [low.clone(), high.clone()], limited);
            return Tensor::owned(elements, layout).into_rank_of();
        }
        let raised = low.combine("clamp", self, greatest, Seal);
        high.consume_both("clamp", raised, least, Seal)
    }

    /// Tests whether all pairs of elements are equal within a tolerance:
    /// `|a - b| <= atol + rtol * |b|`.
    ///
    /// `b` are the elements of `other`, a tensor or a scalar. The shapes broadcast. An infinity is
    /// close to the same infinity only, and NaN is close to nothing.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let a = tensor![1.0, 2.0];
    /// assert!(a.all_close(&(&a * 1.000_001), 1e-5, 1e-8));
    /// assert!(!a.all_close(&(&a * 1.01), 1e-5, 1e-8));
    /// ```
    ///
    /// # Panics
    /// If the shapes do not broadcast:
    /// `all_close: [2] and [3]: sizes 2 and 3 meet at axis 0 and neither is 1`.
    ///
    /// numpy and torch: `allclose`, with defaults of 1e-5 for `rtol` and 1e-8 for `atol`.
    #[doc(alias = "allclose")]
    #[track_caller]
    pub fn all_close<C>(&self, other: C, rtol: T, atol: T) -> bool
    where
        T: FloatCore,
        C: BroadcastRhs<T, R>,
    {
        let is_close =
            |&a: &T, &b: &T| (a == b) | (b.is_finite() & ((a - b).abs() <= atol + rtol * b.abs()));
        other.holds_for_all("all_close", self, is_close, Seal)
    }
}
