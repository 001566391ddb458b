//! The logarithm of a sum of exponentials.

use super::super::known::is_plain;
use super::block::{Fold, Run};
use super::position::best;
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

/// How many exponentials are added up one by one.
const CHUNK: usize = 16;

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
    fn column(&self, run: Run<'a, T>) -> Exponentials<A> {
        let largest = (self.widen)(&best(T::gt).column(run));
        let mut sum = A::zero();
        if largest.is_finite() {
            for start in (0..run.len()).step_by(CHUNK) {
                let mut part = A::zero();
                for i in start..run.len().min(start + CHUNK) {
                    // SAFETY: `i < len`.
                    let x = (self.widen)(unsafe { run.get::<0>(i) });
                    part = part + (x - largest).exp();
                }
                sum = sum + part;
            }
        }
        Exponentials { largest, sum }
    }

    #[inline(always)]
    fn merge(&self, a: Exponentials<A>, b: Exponentials<A>) -> Exponentials<A> {
        let b_is_larger = b.largest > a.largest || b.largest.is_nan();
        let largest = if b_is_larger { b.largest } else { a.largest };
        Exponentials { largest, sum: a.rescaled(largest) + b.rescaled(largest) }
    }
}
