//! Sums and products.

use super::{layout_left, reduce, repeated};
use crate::error::raise;
use crate::kernels::fold::{self, FEW, fold, fold_any, fold_by, simple};
use crate::kernels::operand::Source;
use crate::ops::cast::CastTo;
use crate::rank::{Over, Rank};
use crate::tensor::{Tensor, TensorRef};
use alloc::vec::Vec;
use num_traits::{One, Zero};

/// Marks the element types that have a sum: every type that implements [`Zero`].
///
/// A blanket implementation covers them. The trait exists for the message that the compiler gives
/// for other types.
#[diagnostic::on_unimplemented(
    message = "a tensor of `{Self}` elements has no sum",
    label = "`{Self}` cannot be added up",
    note = "of a mask: `count_nonzero` counts what is true, `.cast::<f64>()` makes ones and zeros",
    note = "other elements need `num_traits::Zero`"
)]
pub trait Summable: Zero {}

#[diagnostic::do_not_recommend]
impl<T: Zero> Summable for T {}

impl<T, const R: usize> TensorRef<T, R> {
    /// Returns the sum of the elements along the given axes.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, c]`, `(axes![0, 2]): [a, b, c] -> [b]`, `(All): [..] -> []`,
    /// `(Keep(Last)): [a, b, c] -> [a, b, 1]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(m.sum(Axis::<0>), tensor![5, 7, 9]);
    /// assert_eq!(m.sum(Keep(Last)), tensor![[6], [15]]);
    /// assert_eq!(m.sum(All).item(), 21);
    /// ```
    ///
    /// An axis that does not exist is refused by the compiler:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![[1, 2, 3], [4, 5, 6]].sum(Axis::<2>); // no such axes in rank 2
    /// ```
    ///
    /// An empty axis gives zero. Integers overflow as in std, also where only a partial sum does;
    /// [`sum_as`](TensorRef::sum_as) adds in a wider type. Floats are added pairwise, along every
    /// axis and for every stride, so the rounding error grows with the logarithm of the number of
    /// elements. Higham (1993), "The accuracy of floating point summation".
    ///
    /// The order of the additions is not specified: the addition of a number type of your own has
    /// to be associative and commutative, up to rounding. [`cumsum`](TensorRef::cumsum) adds in
    /// order.
    ///
    /// numpy: `sum`, which widens small integers; torch: `sum`; ndarray: `sum`, `sum_axis`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn sum<A, const O: usize>(&self, axes: A) -> Tensor<T, O>
    where
        T: Clone + Summable,
        A: Over<R, Output = Rank<O>>,
    {
        reduce("sum", self, axes, (fold::sum::<T>(), 0), sum_any, T::zero)
    }

    /// Returns the sum of the elements along the given axes in another element type.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, c]`
    ///
    /// Each element is converted before it is added, as by `as`: the sum has the range and the
    /// precision of `U`. `true` is converted to 1.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let bytes = tensor![[200_u8, 100], [250, 3]];
    /// let rows: Tensor<u32, 1> = bytes.sum_as(Last);
    /// assert_eq!(rows, tensor![300, 253]);
    /// assert_eq!(bytes.sum_as::<f64, _, _>(All).item(), 553.0);
    /// assert_eq!(tensor![true, false, true].sum_as::<f32, _, _>(All).item(), 2.0);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![[200_u8, 100], [250, 3]].sum_as::<u32, _, _>(axes![1, 1]); // `Axis<1>` is named twice
    /// ```
    ///
    /// An empty axis gives zero. Floats are added pairwise, as in [`sum`](TensorRef::sum).
    ///
    /// numpy and torch: `sum(dtype=..)`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn sum_as<U, A, const O: usize>(&self, axes: A) -> Tensor<U, O>
    where
        T: CastTo<U>,
        U: Copy + Zero + 'static,
        A: Over<R, Output = Rank<O>>,
    {
        let _ = axes;
        let layout = raise(layout_left::<U, A, R, O>("sum_as", self));
        let elements = if self.is_empty() {
            repeated(layout.len(), &U::zero)
        } else {
            let (source, add) = (self.source(), |a, b| a + b);
            let sum = simple::<false, FEW, T, U, U>(T::cast_to, add, |sum| sum);
            fold_by(sum, source, A::REDUCED, || {
                fold_any(source, A::REDUCED, |x, _| x.cast_to(), add, |sum| sum)
            })
        };
        Tensor::owned(elements, layout)
    }

    /// Returns the product of the elements along the given axes.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(m.prod(Axis::<1>), tensor![6, 120]);
    /// assert_eq!(m.prod(All).item(), 720);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1, 2, 3].prod(Back::<2>); // no such axes in rank 1
    /// ```
    ///
    /// An empty axis gives one. Integers overflow as in std. Of floats no partial product overflows or
    /// underflows unless the product does: that of `[10.0, 0.1]`, fifty times, is 1. The order of the multiplications is
    /// not specified: the multiplication of a number type of your own has to be associative and
    /// commutative, up to rounding.
    ///
    /// numpy and torch: `prod`; ndarray: `product`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn prod<A, const O: usize>(&self, axes: A) -> Tensor<T, O>
    where
        T: Clone + One,
        A: Over<R, Output = Rank<O>>,
    {
        reduce("prod", self, axes, (fold::product::<T>(), 0), product_any, T::one)
    }
}

/// The sums of the elements along the marked axes, of which none is empty.
pub(in crate::ops) fn sums<T: Clone + Zero, const R: usize>(
    source: Source<'_, T, R>,
    reduced: [bool; R],
) -> Vec<T> {
    fold((fold::sum::<T>(), 0), source, reduced, || sum_any(source, reduced))
}

pub(super) fn sum_any<T: Clone + Zero, const R: usize>(
    source: Source<'_, T, R>,
    reduced: [bool; R],
) -> Vec<T> {
    fold_any(source, reduced, |x, _| x.clone(), |a, b| a + b, |sum| sum)
}

fn product_any<T: Clone + One, const R: usize>(
    source: Source<'_, T, R>,
    reduced: [bool; R],
) -> Vec<T> {
    fold_any(source, reduced, |x, _| x.clone(), |a, b| a * b, |product| product)
}
