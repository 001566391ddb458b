//! Moments about the mean, and means with weights.

use super::nan::{float, sums};
use super::norm::{extrema, power_of_two};
use super::sum::sum_any;
use super::{count, kept, layout_left, reduce};
use crate::error::{ShapeError, raise};
use crate::kernels::fold;
use crate::ops::elementwise::{binary, unary};
use crate::ops::operators::of_clones;
use crate::ops::small_floats::{narrowed, widened};
use crate::rank::{BroadcastTo, Over, Rank};
use crate::tensor::{Tensor, TensorRef};
use alloc::vec::Vec;
use core::ops::{Div, Mul};
use num_traits::{Float, Zero};

impl<T, const R: usize> TensorRef<T, R> {
    /// Returns the moment about the mean of the elements along the given axes: the mean of the deviations from
    /// the mean, each raised to a power.
    ///
    /// `(Axis::<1>, k): [a, b, c] -> [a, c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1.0, 2.0, 3.0, 6.0], [5.0, 5.0, 5.0, 5.0]];
    /// assert_eq!(m.moment(Last, 2), m.var(Last));
    /// assert_eq!(m.moment(Last, 3), tensor![4.5, 0.0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, 2.0].moment(Axis::<1>, 3); // no such axes in rank 1
    /// ```
    ///
    /// The moment of order 0 is 1, that of order 1 is 0. NaN propagates, and an empty axis gives NaN. The mean is
    /// subtracted before the powers are taken, so a large mean does not cost precision (the two-pass algorithm: Chan, Golub and
    /// Leveque (1983), "Algorithms for computing the sample variance").
    ///
    /// scipy: `stats.moment`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn moment<A, const O: usize>(&self, axes: A, order: u32) -> Tensor<T, O>
    where
        T: Float,
        A: Over<R, Output = Rank<O>>,
    {
        if let Some(x) = widened("moment", self) {
            return narrowed("moment", &x.moment(axes, order));
        }
        let [moment] = moments("moment", self, axes, [order]);
        moment
    }

    /// Returns the skewness of the elements along the given axes: the third moment about the mean, divided by
    /// the standard deviation cubed.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![1.0, 2.0, 3.0].skew(All).item(), 0.0);
    /// assert!(tensor![1.0, 1.0, 1.0, 9.0].skew(All).item() > 1.0); // a tail to the right
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, 2.0].skew(Axis::<1>); // no such axes in rank 1
    /// ```
    ///
    /// The moments are those of the elements ([`moment`](TensorRef::moment)), not estimates from a sample.
    /// Elements that are all equal, but for rounding, and an empty axis give NaN. Joanes and Gill (1998), "Comparing
    /// measures of sample skewness and kurtosis": this one is their `g1`.
    ///
    /// scipy: `stats.skew`.
    #[doc(alias = "skewness")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn skew<A, const O: usize>(&self, axes: A) -> Tensor<T, O>
    where
        T: Float,
        A: Over<R, Output = Rank<O>>,
    {
        if let Some(x) = widened("skew", self) {
            return narrowed("skew", &x.skew(axes));
        }
        let [m2, m3] = moments("skew", self, axes, [2, 3]);
        raise(binary("skew", &m2, &m3, skewness))
    }

    /// Returns the excess kurtosis of the elements along the given axes: the fourth moment about the mean,
    /// divided by the variance squared, minus 3.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![1.0, 1.0, -1.0, -1.0].kurtosis(All).item(), -2.0);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, 2.0].kurtosis(Axis::<1>); // no such axes in rank 1
    /// ```
    ///
    /// A normal distribution has the excess kurtosis 0. The moments are those of the elements
    /// ([`moment`](TensorRef::moment)), not estimates from a sample. Elements that are all equal, but for
    /// rounding, and an empty axis give NaN. Joanes and Gill (1998), "Comparing measures of sample skewness and
    /// kurtosis": this one is their `g2`.
    ///
    /// scipy: `stats.kurtosis`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn kurtosis<A, const O: usize>(&self, axes: A) -> Tensor<T, O>
    where
        T: Float,
        A: Over<R, Output = Rank<O>>,
    {
        if let Some(x) = widened("kurtosis", self) {
            return narrowed("kurtosis", &x.kurtosis(axes));
        }
        let [m2, m4] = moments("kurtosis", self, axes, [2, 4]);
        raise(binary("kurtosis", &m2, &m4, excess_kurtosis))
    }

    /// Returns the mean of the elements along the given axes, each with a weight.
    ///
    /// `(Axis::<1>, [a, b, c]): [a, b, c] -> [a, c]`
    ///
    /// The result is the sum of the weighted elements divided by the sum of the weights.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
    /// assert_eq!(m.average(Last, &tensor![1.0, 1.0, 2.0]), tensor![2.25, 5.25]);
    /// let weights = tensor![1.0, 3.0].unsqueeze(Last).to_owned(); // of the rows
    /// assert_eq!(m.average(Axis::<0>, &weights), tensor![3.25, 4.25, 5.25]);
    /// ```
    ///
    /// The weights broadcast to the shape of the tensor. Those of higher rank do not:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// // a tensor of `Rank<2>` cannot be broadcast to `Rank<1>`
    /// tensor![1.0, 2.0].average(All, &tensor![[1.0, 2.0]]);
    /// ```
    ///
    /// Weights that sum to zero, and an empty axis, give NaN or infinity.
    ///
    /// # Panics
    /// If the weights do not broadcast to the shape:
    /// `average: [2] and [2, 3]: sizes 2 and 3 meet at axis 1 and neither is 1`.
    ///
    /// numpy: `average(weights=..)`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn average<A, const B: usize, const O: usize>(
        &self,
        axes: A,
        weights: &TensorRef<T, B>,
    ) -> Tensor<T, O>
    where
        T: Clone + Zero + Mul<Output = T> + Div<Output = T>,
        A: Over<R, Output = Rank<O>>,
        Rank<B>: BroadcastTo<Rank<R>>,
    {
        raise(self.try_average(axes, weights))
    }

    /// Fallible form of [`average`](TensorRef::average).
    pub fn try_average<A, const B: usize, const O: usize>(
        &self,
        axes: A,
        weights: &TensorRef<T, B>,
    ) -> Result<Tensor<T, O>, ShapeError>
    where
        T: Clone + Zero + Mul<Output = T> + Div<Output = T>,
        A: Over<R, Output = Rank<O>>,
        Rank<B>: BroadcastTo<Rank<R>>,
    {
        let layout = weights.layout().broadcast_to(self.shape(), size_of::<T>());
        let weights = weights.with_layout(layout.map_err(|error| error.during("average"))?);
        let weighted: Tensor<T, R> = binary("average", self, &weights, of_clones::mul)?;
        let of_weights = super::reduced(
            &weights,
            A::REDUCED,
            layout_left::<T, A, R, O>("average", self)?.len(),
            (fold::sum::<T>(), 0),
            sum_any,
            T::zero,
        );
        let sums = reduce("average", &weighted, axes, (fold::sum::<T>(), 0), sum_any, T::zero);
        let of_weights = Tensor::owned(of_weights, *sums.layout());
        binary("average", &sums, &of_weights, of_clones::div)
    }
}

/// The moments about the mean of these orders. One that is the rounding of the mean is NaN.
#[track_caller]
fn moments<T, A, const R: usize, const O: usize, const K: usize>(
    name: &'static str,
    x: &TensorRef<T, R>,
    _axes: A,
    orders: [u32; K],
) -> [Tensor<T, O>; K]
where
    T: Float,
    A: Over<R, Output = Rank<O>>,
{
    let layout = raise(layout_left::<T, A, R, O>(name, x));
    let n: T = float(count::<A, R>(x.shape()));
    let mean_of = |x: &TensorRef<T, R>| {
        let mut means = sums(x, A::REDUCED, layout.len());
        means.iter_mut().for_each(|sum| *sum = *sum / n);
        means
    };
    if x.is_empty() {
        return orders.map(|_| Tensor::owned(alloc::vec![T::nan(); layout.len()], layout));
    }
    let means = mean_of(x);
    let is_ratio = K == 2;
    // No power of the deviations is taken where all of them are known.
    let known = |value: T| means.iter().map(|x| if x.is_nan() { *x } else { value }).collect();
    let (zeros, ones): (Vec<T>, Vec<T>) = (known(T::zero()), known(T::one()));
    let mean = kept(means.clone(), x.shape(), A::REDUCED);
    let deviations: Tensor<T, R> = raise(binary(name, x, &mean, of_clones::sub));
    // The mean is rounded: what remains of it is the mean of the deviations.
    let rest = kept(mean_of(&deviations), x.shape(), A::REDUCED);
    let deviations: Tensor<T, R> = raise(binary(name, &deviations, &rest, of_clones::sub));
    // The powers of a ratio neither overflow nor underflow: its scale does not matter.
    let mut scales = alloc::vec![T::one(); layout.len()];
    if is_ratio {
        scales = extrema(&deviations, A::REDUCED, layout.len(), false);
        let usual = |scale: T| !(scale > T::zero() && scale.is_finite());
        scales.iter_mut().for_each(|x| *x = if usual(*x) { T::one() } else { power_of_two(*x) });
    }
    let scale = kept(scales.clone(), x.shape(), A::REDUCED);
    let deviations: Tensor<T, R> = match is_ratio {
        true => raise(binary(name, &deviations, &scale, of_clones::div)),
        false => deviations,
    };
    orders.map(|order| {
        let mut moments = match order {
            0 => ones.clone(),
            1 => zeros.clone(),
            _ => mean_of(&unary(name, &deviations, power(order))),
        };
        if is_ratio && order == 2 {
            for (moment, (&mean, &scale)) in moments.iter_mut().zip(means.iter().zip(&scales)) {
                if *moment <= (T::epsilon() * mean / scale).powi(2) {
                    *moment = T::nan();
                }
            }
        }
        Tensor::owned(moments, layout)
    })
}

/// The skewness of the second and the third moment.
fn skewness<T: Float>(m2: &T, m3: &T) -> T {
    *m3 / (*m2 * m2.sqrt())
}

/// The excess kurtosis of the second and the fourth moment.
fn excess_kurtosis<T: Float>(m2: &T, m4: &T) -> T {
    *m4 / (*m2 * *m2) - (T::one() + T::one() + T::one())
}

/// Raises to an order.
fn power<T: Float>(order: u32) -> impl Fn(&T) -> T + Sync {
    move |&x| match order {
        2 => x * x,
        3 => x * x * x,
        4 => (x * x) * (x * x),
        // Of the same parity, if it is no `i32`: the power is 0, 1 or infinite.
        _ => x.powi(i32::try_from(order).unwrap_or(i32::MAX - i32::from(order.is_multiple_of(2)))),
    }
}
