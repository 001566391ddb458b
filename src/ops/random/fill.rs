//! Tensors whose elements are drawn from a distribution.

use crate::algorithms::random;
use crate::error::{ErrorKind, ShapeError, raise};
use crate::kernels::uninit::with_capacity;
use crate::layout::{Layout, Order};
use crate::tensor::Tensor;
use alloc::format;
use alloc::string::ToString;
use core::fmt::{Debug, Display};
use core::ops::Range;
use num_traits::{AsPrimitive, Float};
use rand::Rng;
use rand::distr::Distribution;
use rand::distr::uniform::{SampleUniform, Uniform};

/// How often an element is drawn until it is below the end of its range. Half of the numbers are rounded to the end
/// in the worst case, a range of one number.
const DRAWS: usize = 64;

/// Random tensors (feature `rand`).
///
/// The generator is any [`Rng`](rand::Rng). Elements are drawn one after the other in row-major order, on the
/// thread of the caller, so that a generator with the same seed gives the same tensor again. A generator that
/// its crate documents as portable, such as [`Xoshiro256PlusPlus`](rand::rngs::Xoshiro256PlusPlus) or those of
/// `rand_chacha`, gives it on every platform; [`SmallRng`](rand::rngs::SmallRng) and `StdRng` do not.
impl<T, const R: usize> Tensor<T, R> {
    /// Makes a tensor of random elements of a distribution.
    ///
    /// `([a, b], distribution) -> [a, b]`
    ///
    /// The distribution is any of [`rand::distr`] or of [`rand_distr`](crate::rand_distr).
    ///
    /// ```
    /// use holor::prelude::*;
    /// use holor::rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
    /// use holor::rand_distr::{Bernoulli, Exp1};
    ///
    /// let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    /// let times: Tensor<f64, 2> = Tensor::sample([2, 3], Exp1, &mut rng);
    /// let mask = Tensor::sample([100], Bernoulli::new(0.25).unwrap(), &mut rng);
    /// assert!(times.min(All).item() >= 0.0);
    /// assert!((10..40).contains(&mask.count_nonzero(All).item()));
    /// ```
    ///
    /// ```compile_fail,E0308
    /// use holor::prelude::*;
    /// use holor::rand::{SeedableRng, distr::StandardUniform, rngs::Xoshiro256PlusPlus};
    ///
    /// let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    /// let m: Tensor<u8, 2> = Tensor::sample([2, 3, 4], StandardUniform, &mut rng); // 3 sizes, 2 axes
    /// ```
    ///
    /// Portable are the distributions of integers, floats and `bool` that need no function of floats. Those
    /// that need `ln` or `exp` (`Exp`, `Gamma`, `LogNormal`, ..) take them from the system, so that the last bit
    /// may differ between platforms; [`normal`](Tensor::normal) does not.
    ///
    /// # Panics
    /// When memory cannot address the elements of the shape:
    /// `sample: [1099511627776, 1099511627776]: more elements than memory can address`.
    ///
    /// numpy: the methods of `random.Generator`; torch: `distributions`; ndarray: `ndarray_rand::random_using`.
    #[doc(alias("random", "random_using"))]
    #[track_caller]
    pub fn sample<D: Distribution<T>>(
        shape: [usize; R],
        distribution: D,
        rng: &mut (impl Rng + ?Sized),
    ) -> Self {
        raise(Self::try_sample(shape, distribution, rng))
    }

    /// Fallible form of [`sample`](Tensor::sample).
    pub fn try_sample<D: Distribution<T>>(
        shape: [usize; R],
        distribution: D,
        rng: &mut (impl Rng + ?Sized),
    ) -> Result<Self, ShapeError> {
        drawn("sample", shape, || distribution.sample(rng))
    }

    /// Makes a tensor of random elements of a half-open range, each with the same probability.
    ///
    /// `([a, b], low..high) -> [a, b]`
    ///
    /// ```
    /// use holor::prelude::*;
    /// use holor::rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
    ///
    /// let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    /// let points = Tensor::uniform([100, 3], -1.0..1.0, &mut rng);
    /// assert!(points.max(All).item() < 1.0 && points.min(All).item() >= -1.0);
    /// let dice: Tensor<u8, 1> = Tensor::uniform([6], 1..7, &mut rng);
    /// assert_eq!(dice, tensor![1, 2, 3, 4, 4, 1]);
    /// ```
    ///
    /// ```compile_fail,E0308
    /// use holor::prelude::*;
    /// use holor::rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
    ///
    /// let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    /// let m: Matrix<f64> = Tensor::uniform([6], 0.0..1.0, &mut rng); // 1 size, 2 axes
    /// ```
    ///
    /// A `usize` is drawn from 32 bits if the range ends below 2^32, and from 64 else, on every platform. An element
    /// that rounding makes equal to the end is drawn again, after all others.
    ///
    /// # Panics
    /// - If the range is empty: `uniform: [2, 3]: the range is 1.0..1.0, expected a start less than the end`.
    /// - If a bound or the width of the range is infinite or NaN:
    ///   `uniform: [2, 3]: the range is 0.0..inf, expected finite bounds and a finite width`.
    /// - As [`sample`](Tensor::sample).
    ///
    /// numpy: `Generator.uniform`, `Generator.integers`; torch: `rand`, `randint`.
    #[doc(alias("rand", "integers", "randint"))]
    #[track_caller]
    pub fn uniform(shape: [usize; R], range: Range<T>, rng: &mut (impl Rng + ?Sized)) -> Self
    where
        T: SampleUniform + PartialOrd + Clone + Debug,
    {
        raise(Self::try_uniform(shape, range, rng))
    }

    /// Fallible form of [`uniform`](Tensor::uniform).
    pub fn try_uniform(
        shape: [usize; R],
        range: Range<T>,
        rng: &mut (impl Rng + ?Sized),
    ) -> Result<Self, ShapeError>
    where
        T: SampleUniform + PartialOrd + Clone + Debug,
    {
        let is_empty = range.start >= range.end;
        let distribution = match Uniform::try_from(range.clone()) {
            Ok(distribution) => distribution,
            Err(_) => {
                let expected = if is_empty {
                    "a start less than the end"
                } else {
                    "finite bounds and a finite width"
                };
                let (name, value) = ("the range", format!("{range:?}"));
                let kind = ErrorKind::Argument { name, value, expected };
                return Err(ShapeError::new("uniform", &[&shape], kind));
            }
        };
        let mut all = drawn("uniform", shape, || distribution.sample(rng))?;
        // The rounding of floats may give the end. This second loop draws again, so that the state of the generator stays in
        // registers in the first. A generator that gives the same number each time ends the loop as well.
        for x in all.as_slice_mut().unwrap_or_default() {
            let mut draws = 1..DRAWS;
            while *x >= range.end {
                *x = match draws.next() {
                    Some(_) => distribution.sample(rng),
                    None => range.start.clone(),
                };
            }
        }
        Ok(all)
    }

    /// Makes a tensor of random elements of a normal distribution.
    ///
    /// `([a, b], mean, std) -> [a, b]`
    ///
    /// ```
    /// use holor::prelude::*;
    /// use holor::rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
    ///
    /// let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    /// let weights: Matrix<f32> = Tensor::normal([200, 100], 0.0, 0.1, &mut rng);
    /// assert!(weights.mean(All).item().abs() < 0.01);
    /// assert!((weights.std(All).item() - 0.1).abs() < 0.01);
    /// ```
    ///
    /// ```compile_fail,E0308
    /// use holor::prelude::*;
    /// use holor::rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
    ///
    /// let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    /// let v: Vector<f64> = Tensor::normal([200, 100], 0.0, 1.0, &mut rng); // 2 sizes, 1 axis
    /// ```
    ///
    /// The same bits give the same numbers on every platform: a number of the standard distribution is made
    /// in `f64` by the ziggurat method (Marsaglia and Tsang 2000) and rounded to the element type.
    ///
    /// # Panics
    /// - If the mean is infinite or NaN: `normal: [2, 3]: mean is NaN, expected a finite number`.
    /// - If the standard deviation is negative, infinite or NaN:
    ///   `normal: [2, 3]: std is -1, expected a finite number, at least 0`.
    /// - As [`sample`](Tensor::sample).
    ///
    /// numpy: `Generator.normal`; torch: `normal`, `randn`.
    #[doc(alias("randn", "standard_normal"))]
    #[track_caller]
    pub fn normal(shape: [usize; R], mean: T, std: T, rng: &mut (impl Rng + ?Sized)) -> Self
    where
        T: Float + Display + 'static,
        f64: AsPrimitive<T>,
    {
        raise(Self::try_normal(shape, mean, std, rng))
    }

    /// Fallible form of [`normal`](Tensor::normal).
    pub fn try_normal(
        shape: [usize; R],
        mean: T,
        std: T,
        rng: &mut (impl Rng + ?Sized),
    ) -> Result<Self, ShapeError>
    where
        T: Float + Display + 'static,
        f64: AsPrimitive<T>,
    {
        let error = |name, value: T, expected| {
            let kind = ErrorKind::Argument { name, value: value.to_string(), expected };
            Err(ShapeError::new("normal", &[&shape], kind))
        };
        if !mean.is_finite() {
            return error("mean", mean, "a finite number");
        }
        if !(std.is_finite() && std >= T::zero()) {
            return error("std", std, "a finite number, at least 0");
        }
        drawn("normal", shape, || mean + std * random::normal(rng).as_())
    }
}

/// Draws the elements in row-major order.
fn drawn<T, const R: usize>(
    operation: &'static str,
    shape: [usize; R],
    mut draw: impl FnMut() -> T,
) -> Result<Tensor<T, R>, ShapeError> {
    let layout = Layout::new_in(operation, shape, Order::RowMajor, size_of::<T>())?;
    let mut elements = with_capacity(layout.len());
    elements.extend((0..layout.len()).map(|_| draw()));
    Ok(Tensor::owned(elements, layout))
}
