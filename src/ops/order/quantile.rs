//! Medians and quantiles.

use crate::algorithms::order::{Spot, quantiles};
use crate::error::{ErrorKind, ShapeError, raise};
use crate::kernels::copy::to_vec;
use crate::layout::{Layout, Order};
use crate::ops::reduce::shape_left;
use crate::rank::{Axis, InsertInto, Over, Rank};
use crate::tensor::{Tensor, TensorRef};
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;
use num_traits::Float;

/// Where a quantile is among the sorted elements, and what it is between two of them: the methods of numpy
/// by their names.
///
/// Hyndman and Fan (1996), "Sample quantiles in statistical packages", number nine of them; with `n` sorted
/// elements `x[0]`, `x[1]`, .. the `q`-quantile is at these positions:
///
/// | Method | No. | Position | Between two elements |
/// |---|---|---|---|
/// | `InvertedCdf` | 1 | `n q - 1` | the next one |
/// | `AveragedInvertedCdf` | 2 | `n q - 1` | the next one; at an element, the mean of it and the next one |
/// | `ClosestObservation` | 3 | `n q - 3/2` | the next one; at an element, that or the next one, with an odd index |
/// | `InterpolatedInvertedCdf` | 4 | `n q - 1` | linear |
/// | `Hazen` | 5 | `n q - 1/2` | linear |
/// | `Weibull` | 6 | `(n + 1) q - 1` | linear |
/// | `Linear` | 7 | `(n - 1) q` | linear |
/// | `MedianUnbiased` | 8 | `(n + 1/3) q - 2/3` | linear |
/// | `NormalUnbiased` | 9 | `(n + 1/4) q - 5/8` | linear |
/// | `Lower`, `Higher`, `Nearest`, `Midpoint` | | `(n - 1) q` | the lower one, the higher one, the nearer one (of two, that with an even index), the mean of both |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum QuantileMethod {
    /// Method 1: the inverse of the distribution function of the sample.
    InvertedCdf,
    /// Method 2: method 1 with means at its steps.
    AveragedInvertedCdf,
    /// Method 3: the nearest element, of two that with an even number.
    ClosestObservation,
    /// Method 4: method 1, interpolated.
    InterpolatedInvertedCdf,
    /// Method 5, usual in hydrology.
    Hazen,
    /// Method 6: the expected share of the distribution below the k-th element is `k / (n + 1)`.
    Weibull,
    /// Method 7: the least element is the 0-quantile, the greatest the 1-quantile. The default.
    #[default]
    Linear,
    /// Method 8: nearly unbiased for the median of the quantile, whatever the distribution.
    MedianUnbiased,
    /// Method 9: nearly unbiased for normal distributions.
    NormalUnbiased,
    /// The element before the position of `Linear`.
    Lower,
    /// The element behind the position of `Linear`.
    Higher,
    /// The element nearest to the position of `Linear`.
    Nearest,
    /// The mean of the elements around the position of `Linear`.
    Midpoint,
}

impl QuantileMethod {
    /// The spot of the `q`-quantile of `n` elements, at least one.
    fn spot(self, n: usize, q: f64) -> Spot {
        use QuantileMethod as Method;
        let count = n as f64;
        // The positions of Hyndman and Fan by their two parameters.
        let position = |alpha: f64, beta: f64| count * q + (alpha + q * (1.0 - alpha - beta)) - 1.0;
        let linear = (count - 1.0) * q;
        let is_whole = |x: f64| x == x.floor();
        let at = match self {
            Method::InvertedCdf => (count * q - 1.0).ceil(),
            Method::AveragedInvertedCdf => {
                let at = count * q - 1.0;
                if is_whole(at) { at + 0.5 } else { at.ceil() }
            }
            Method::ClosestObservation => {
                let at = count * q - 1.5;
                let is_odd = at.floor() % 2.0 == 1.0;
                if is_whole(at) && is_odd { at } else { at.floor() + 1.0 }
            }
            Method::InterpolatedInvertedCdf => position(0.0, 1.0),
            Method::Hazen => position(0.5, 0.5),
            Method::Weibull => position(0.0, 0.0),
            Method::Linear => linear,
            Method::MedianUnbiased => position(1.0 / 3.0, 1.0 / 3.0),
            Method::NormalUnbiased => position(0.375, 0.375),
            Method::Lower => linear.floor(),
            Method::Higher => linear.ceil(),
            Method::Nearest => {
                let below = linear.floor();
                let part = linear - below;
                below + f64::from(part > 0.5 || (part == 0.5 && below % 2.0 == 1.0))
            }
            Method::Midpoint => 0.5 * (linear.floor() + linear.ceil()),
        };
        let at = at.clamp(0.0, count - 1.0);
        let low = at.floor() as usize;
        let weight = at - at.floor();
        Spot { low, high: if weight > 0.0 { low + 1 } else { low }, weight }
    }
}

impl<T, const R: usize> TensorRef<T, R> {
    /// Returns the median of the elements along the given axes: the middle one of the sorted elements, or the
    /// mean of the two in the middle.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[3.0, 1.0, 100.0], [4.0, 0.0, 2.0]];
    /// assert_eq!(m.median(Last), tensor![3.0, 2.0]);
    /// assert_eq!(m.median(All).item(), 2.5);
    /// assert_eq!(tensor![7, 1, 2].cast::<f64>().median(All).item(), 2.0);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, 2.0].median(Axis::<1>); // no such axes in rank 1
    /// ```
    ///
    /// NaN propagates: if one of the elements is NaN, the result is NaN. An empty axis gives NaN.
    ///
    /// numpy: `median`; torch: `quantile(0.5)` (`median` returns the lower of two).
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn median<A, const O: usize>(&self, axes: A) -> Tensor<T, O>
    where
        T: Float,
        A: Over<R, Output = Rank<O>>,
    {
        raise(one("median", self, axes, 0.5, QuantileMethod::Midpoint))
    }

    /// Returns the `q`-quantile of the elements along the given axes, with linear interpolation.
    ///
    /// `(Axis::<1>, q): [a, b, c] -> [a, c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1.0, 2.0, 3.0, 4.0], [0.0, 0.0, 8.0, 8.0]];
    /// assert_eq!(m.quantile(Last, 0.5), tensor![2.5, 4.0]);
    /// assert_eq!(m.quantile(Last, 0.25), tensor![1.75, 0.0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, 2.0].quantile(axes![0, 1], 0.5); // a vector has no axis 1
    /// ```
    ///
    /// NaN propagates: if one of the elements is NaN, the result is NaN. An empty axis gives NaN.
    /// [`quantile_with_method`](TensorRef::quantile_with_method) takes another method,
    /// [`quantiles`](TensorRef::quantiles) several `q`.
    ///
    /// # Panics
    /// If `q` is not from 0 to 1: `quantile: [3]: q is 1.5, expected a number from 0 to 1`.
    ///
    /// numpy and torch: `quantile`; of a percentage, `percentile`.
    #[doc(alias = "percentile")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn quantile<A, const O: usize>(&self, axes: A, q: f64) -> Tensor<T, O>
    where
        T: Float,
        A: Over<R, Output = Rank<O>>,
    {
        raise(self.try_quantile(axes, q))
    }

    /// Fallible form of [`quantile`](TensorRef::quantile).
    pub fn try_quantile<A, const O: usize>(
        &self,
        axes: A,
        q: f64,
    ) -> Result<Tensor<T, O>, ShapeError>
    where
        T: Float,
        A: Over<R, Output = Rank<O>>,
    {
        one("quantile", self, axes, q, QuantileMethod::Linear)
    }

    /// Returns the `q`-quantile of the elements along the given axes by one of thirteen methods.
    ///
    /// `(Axis::<1>, q, method): [a, b, c] -> [a, c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let v = tensor![1.0, 2.0, 4.0, 8.0];
    /// assert_eq!(v.quantile_with_method(All, 0.5, QuantileMethod::Lower).item(), 2.0);
    /// assert_eq!(v.quantile_with_method(All, 0.3, QuantileMethod::InvertedCdf).item(), 2.0);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, 2.0].quantile_with_method(Axis::<1>, 0.5, QuantileMethod::Lower); // no such axes
    /// ```
    ///
    /// [`QuantileMethod`] has the formulas. NaN and empty axes as in [`quantile`](TensorRef::quantile).
    ///
    /// # Panics
    /// If `q` is not from 0 to 1:
    /// `quantile_with_method: [3]: q is 1.5, expected a number from 0 to 1`.
    ///
    /// numpy: `quantile(method=..)`; torch: `quantile(interpolation=..)`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn quantile_with_method<A, const O: usize>(
        &self,
        axes: A,
        q: f64,
        method: QuantileMethod,
    ) -> Tensor<T, O>
    where
        T: Float,
        A: Over<R, Output = Rank<O>>,
    {
        raise(self.try_quantile_with_method(axes, q, method))
    }

    /// Fallible form of [`quantile_with_method`](TensorRef::quantile_with_method).
    pub fn try_quantile_with_method<A, const O: usize>(
        &self,
        axes: A,
        q: f64,
        method: QuantileMethod,
    ) -> Result<Tensor<T, O>, ShapeError>
    where
        T: Float,
        A: Over<R, Output = Rank<O>>,
    {
        one("quantile_with_method", self, axes, q, method)
    }

    /// Returns several quantiles of the elements along the given axes, with linear interpolation. The first axis
    /// of the result is that of the list.
    ///
    /// `(Axis::<1>, [q; k]): [a, b, c] -> [k, a, c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1.0, 2.0, 3.0], [0.0, 0.0, 8.0]];
    /// let quartiles: Matrix<f64> = m.quantiles(Last, &[0.25, 0.5, 0.75]);
    /// assert_eq!(quartiles, tensor![[1.5, 0.0], [2.0, 0.0], [2.5, 4.0]]);
    /// ```
    ///
    /// The list adds an axis:
    ///
    /// ```compile_fail,E0308
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1.0, 2.0, 3.0], [0.0, 0.0, 8.0]];
    /// let medians: Vector<f64> = m.quantiles(Last, &[0.5]); // expected `1`, found `2`
    /// ```
    ///
    /// NaN and empty axes as in [`quantile`](TensorRef::quantile). The elements are sorted once.
    ///
    /// # Panics
    /// If a `q` is not from 0 to 1: `quantiles: [3]: q is 1.5, expected a number from 0 to 1`. If the result
    /// holds more elements than memory can address.
    ///
    /// numpy and torch: `quantile` with a list.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn quantiles<A, const O: usize, const N: usize>(&self, axes: A, q: &[f64]) -> Tensor<T, N>
    where
        T: Float,
        A: Over<R, Output = Rank<O>>,
        Axis<0>: InsertInto<O, Inserted = Rank<N>>,
    {
        raise(self.try_quantiles(axes, q))
    }

    /// Fallible form of [`quantiles`](TensorRef::quantiles).
    pub fn try_quantiles<A, const O: usize, const N: usize>(
        &self,
        axes: A,
        q: &[f64],
    ) -> Result<Tensor<T, N>, ShapeError>
    where
        T: Float,
        A: Over<R, Output = Rank<O>>,
        Axis<0>: InsertInto<O, Inserted = Rank<N>>,
    {
        several("quantiles", self, axes, q, QuantileMethod::Linear)
    }

    /// Returns several quantiles of the elements along the given axes by one of thirteen methods. The first axis
    /// of the result is that of the list.
    ///
    /// `(Axis::<1>, [q; k], method): [a, b, c] -> [k, a, c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let v = tensor![1.0, 2.0, 4.0, 8.0];
    /// let ends = v.quantiles_with_method(All, &[0.1, 0.9], QuantileMethod::Nearest);
    /// assert_eq!(ends, tensor![1.0, 8.0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, 2.0].quantiles_with_method(Axis::<1>, &[0.5], QuantileMethod::Lower); // no such axes
    /// ```
    ///
    /// [`QuantileMethod`] has the formulas. NaN and empty axes as in [`quantile`](TensorRef::quantile).
    ///
    /// # Panics
    /// As [`quantiles`](TensorRef::quantiles).
    ///
    /// numpy: `quantile(method=..)` with a list.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn quantiles_with_method<A, const O: usize, const N: usize>(
        &self,
        axes: A,
        q: &[f64],
        method: QuantileMethod,
    ) -> Tensor<T, N>
    where
        T: Float,
        A: Over<R, Output = Rank<O>>,
        Axis<0>: InsertInto<O, Inserted = Rank<N>>,
    {
        raise(self.try_quantiles_with_method(axes, q, method))
    }

    /// Fallible form of [`quantiles_with_method`](TensorRef::quantiles_with_method).
    pub fn try_quantiles_with_method<A, const O: usize, const N: usize>(
        &self,
        axes: A,
        q: &[f64],
        method: QuantileMethod,
    ) -> Result<Tensor<T, N>, ShapeError>
    where
        T: Float,
        A: Over<R, Output = Rank<O>>,
        Axis<0>: InsertInto<O, Inserted = Rank<N>>,
    {
        several("quantiles_with_method", self, axes, q, method)
    }
}

fn one<T: Float, A, const R: usize, const O: usize>(
    operation: &'static str,
    x: &TensorRef<T, R>,
    _: A,
    q: f64,
    method: QuantileMethod,
) -> Result<Tensor<T, O>, ShapeError>
where
    A: Over<R, Output = Rank<O>>,
{
    check(operation, x.shape(), &[q])?;
    let shape = shape_left::<A, R, O>(x.shape());
    let layout = Layout::new_in(operation, shape, Order::RowMajor, size_of::<T>())?;
    Ok(Tensor::owned(found(x, A::REDUCED, &[q], method, layout.len()), layout))
}

fn several<T: Float, A, const R: usize, const O: usize, const N: usize>(
    operation: &'static str,
    x: &TensorRef<T, R>,
    _: A,
    q: &[f64],
    method: QuantileMethod,
) -> Result<Tensor<T, N>, ShapeError>
where
    A: Over<R, Output = Rank<O>>,
    Axis<0>: InsertInto<O, Inserted = Rank<N>>,
{
    check(operation, x.shape(), q)?;
    let mut shape = [q.len(); N];
    shape[1..].copy_from_slice(&shape_left::<A, R, O>(x.shape()));
    let layout = Layout::new_in(operation, shape, Order::RowMajor, size_of::<T>())?;
    Ok(Tensor::owned(found(x, A::REDUCED, q, method, layout.len()), layout))
}

fn check<const R: usize>(
    operation: &'static str,
    shape: [usize; R],
    q: &[f64],
) -> Result<(), ShapeError> {
    let Some(wrong) = q.iter().find(|q| !(0.0..=1.0).contains(*q)) else { return Ok(()) };
    let (name, value) = ("q", wrong.to_string());
    let kind = ErrorKind::Argument { name, value, expected: "a number from 0 to 1" };
    Err(ShapeError::new(operation, &[&shape], kind))
}

/// The quantiles, all of the first `q`, then of the next; `len` in all.
fn found<T: Float, const R: usize>(
    x: &TensorRef<T, R>,
    reduced: [bool; R],
    q: &[f64],
    method: QuantileMethod,
    len: usize,
) -> Vec<T> {
    if x.is_empty() || len == 0 {
        return vec![T::nan(); len];
    }
    let kept = (0..R).filter(|&axis| !reduced[axis]);
    let mut axes = [0; R];
    for (place, axis) in axes.iter_mut().zip(kept.chain((0..R).filter(|&axis| reduced[axis]))) {
        *place = axis;
    }
    let mut elements = to_vec(x.with_layout(x.layout().permute(axes)).source());
    let n = (0..R).filter(|&axis| reduced[axis]).map(|axis| x.shape()[axis]).product();
    let spots: Vec<Spot> = q.iter().map(|&q| method.spot(n, q)).collect();
    quantiles(&mut elements, n, &spots)
}
