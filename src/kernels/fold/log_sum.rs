//! The logarithm of a sum of exponentials.

use super::super::specialize::is_plain;
use super::block::{Fold, FoldRun};
use super::position::best;
use super::simple::Simple;
use crate::kernels::math::{Exp, Function};
use crate::kernels::specialize::Same;
use num_traits::Float;

/// The reduction to log(sum(exp(x))), without overflow: the largest element is taken out first, in
/// each block and again where blocks are merged (Milakov and Gimelshein 2018, "Online normalizer
/// calculation for softmax").
pub(crate) struct LogSum<W> {
    widen: W,
}

/// What is known of some elements: the largest, and the sum of `exp(x - largest)`, which means
/// nothing where the largest is infinite or NaN.
pub(crate) struct Exponentials<A> {
    largest: A,
    sum: A,
}

/// By the formula that vectorises, for any number, where there is one for the type.
#[inline(always)]
fn exp<A: Float>(x: A) -> A {
    if let Some(same) = Same::<A, f32>::proof() {
        return same.value_back(Exp::far::<false>(same.value(x)));
    }
    if let Some(same) = Same::<A, f64>::proof() {
        return same.value_back(Exp::far::<false>(same.value(x)));
    }
    x.exp()
}

impl<W> LogSum<W> {
    /// `widen` makes of an element the number that is calculated with.
    #[inline(always)]
    pub(crate) fn new<T, A>(widen: W) -> Self
    where
        W: Fn(&T) -> A,
    {
        LogSum { widen }
    }
}

impl<A: Float> Exponentials<A> {
    /// The sum as if `largest` had been taken out.
    #[inline(always)]
    fn rescaled(&self, largest: A) -> A {
        if self.largest == largest { self.sum } else { self.sum * (self.largest - largest).exp() }
    }

    /// Returns the logarithm of the sum.
    #[inline]
    pub(crate) fn log(self) -> A {
        if self.largest.is_finite() { self.largest + self.sum.ln() } else { self.largest }
    }
}

impl<'a, T, A, W> Fold<'a, T> for LogSum<W>
where
    T: PartialOrd + Clone + 'a,
    A: Float,
    W: Fn(&T) -> A,
{
    type Part = Exponentials<A>;

    fn parts_are_plain() -> bool {
        is_plain::<A>()
    }

    #[inline(always)]
    fn column(&self, run: FoldRun<'a, T>) -> Exponentials<A> {
        let largest = (self.widen)(&best(T::gt).column(run));
        if !largest.is_finite() {
            return Exponentials { largest, sum: A::zero() };
        }
        let widen = &self.widen;
        let term = |x: &'a T| exp(widen(x) - largest);
        let push = |sum: A, x: &'a T| sum + term(x);
        let sum = Simple::new(term, push, |a: A, b: A| a + b).column(run);
        Exponentials { largest, sum }
    }

    #[inline(always)]
    fn merge(&self, a: Exponentials<A>, b: Exponentials<A>) -> Exponentials<A> {
        let b_is_larger = b.largest > a.largest || b.largest.is_nan();
        let largest = if b_is_larger { b.largest } else { a.largest };
        Exponentials { largest, sum: a.rescaled(largest) + b.rescaled(largest) }
    }
}
