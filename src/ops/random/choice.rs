//! Parts of a tensor chosen at random along an axis.

use crate::algorithms::random;
use crate::error::{ErrorKind, ShapeError, raise};
use crate::layout::{Layout, Order};
use crate::ops::ListOf;
use crate::rank::AxisOf;
use crate::rank::seal::Seal;
use crate::tensor::{Tensor, TensorRef};
use alloc::string::ToString;
use alloc::vec::Vec;
use rand::Rng;

/// Parts chosen at random (feature `rand`).
impl<T, const R: usize> TensorRef<T, R> {
    /// Returns parts chosen at random along an axis, each of all parts with the same probability each time.
    ///
    /// `(Axis::<1>, count): [a, b, c] -> [a, count, c]`
    ///
    /// A part may be chosen several times; [`choice_distinct`](TensorRef::choice_distinct) chooses each at most once.
    ///
    /// ```
    /// use holor::prelude::*;
    /// use holor::rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
    ///
    /// let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    /// let m = tensor![[1, 10], [2, 20], [3, 30]];
    /// let sample = m.choice(Axis::<0>, 4, &mut rng); // a bootstrap sample
    /// assert_eq!(sample.shape(), [4, 2]);
    /// assert_eq!(sample.column(1), 10 * sample.column(0));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    /// use holor::rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
    ///
    /// let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    /// // `Axis<1>` is not an axis of a rank-1 tensor
    /// tensor![1, 2, 3].choice(Axis::<1>, 2, &mut rng);
    /// ```
    ///
    /// # Panics
    /// If the axis is empty and `count` is not 0: `choice: [0, 2]: axis 0 is empty`.
    ///
    /// numpy: `Generator.choice`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn choice<A: AxisOf<R>>(
        &self,
        axis: A,
        count: usize,
        rng: &mut (impl Rng + ?Sized),
    ) -> Tensor<T, R>
    where
        T: Clone,
    {
        raise(self.try_choice(axis, count, rng))
    }

    /// Fallible form of [`choice`](TensorRef::choice).
    pub fn try_choice<A: AxisOf<R>>(
        &self,
        axis: A,
        count: usize,
        rng: &mut (impl Rng + ?Sized),
    ) -> Result<Tensor<T, R>, ShapeError>
    where
        T: Clone,
    {
        let (operation, n) = ("choice", self.shape()[A::INDEX]);
        if n == 0 && count > 0 {
            let kind = ErrorKind::Empty { axis: A::INDEX };
            return Err(ShapeError::new(operation, &[&self.shape()], kind));
        }
        chosen(operation, self, axis, count, || (0..count).map(|_| random::below(n, rng)).collect())
    }

    /// Returns different parts chosen at random along an axis, in random order.
    ///
    /// `(Axis::<1>, count): [a, b, c] -> [a, count, c]`
    ///
    /// Each choice of `count` parts, in each order, has the same probability.
    ///
    /// ```
    /// use holor::prelude::*;
    /// use holor::rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
    ///
    /// let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    /// let m = tensor![[1, 10], [2, 20], [3, 30]];
    /// let batch = m.choice_distinct(Axis::<0>, 2, &mut rng);
    /// assert_eq!(batch.shape(), [2, 2]);
    /// assert_ne!(batch.row(0), batch.row(1));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    /// use holor::rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
    ///
    /// let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    /// // `Axis<1>` is not an axis of a rank-1 tensor
    /// tensor![1, 2, 3].choice_distinct(Axis::<1>, 2, &mut rng);
    /// ```
    ///
    /// # Panics
    /// If there are fewer parts: `choice_distinct: [3, 2]: count is 4, expected at most the size of the axis`.
    ///
    /// numpy: `Generator.choice(replace=False)`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn choice_distinct<A: AxisOf<R>>(
        &self,
        axis: A,
        count: usize,
        rng: &mut (impl Rng + ?Sized),
    ) -> Tensor<T, R>
    where
        T: Clone,
    {
        raise(self.try_choice_distinct(axis, count, rng))
    }

    /// Fallible form of [`choice_distinct`](TensorRef::choice_distinct).
    pub fn try_choice_distinct<A: AxisOf<R>>(
        &self,
        axis: A,
        count: usize,
        rng: &mut (impl Rng + ?Sized),
    ) -> Result<Tensor<T, R>, ShapeError>
    where
        T: Clone,
    {
        let (operation, n) = ("choice_distinct", self.shape()[A::INDEX]);
        at_most(operation, self, count, n, "at most the size of the axis")?;
        chosen(operation, self, axis, count, || random::distinct(n, count, rng))
    }

    /// Returns parts chosen at random along an axis, with probabilities that are proportional to weights.
    ///
    /// `(Axis::<1>, count, weights [b]): [a, b, c] -> [a, count, c]`
    ///
    /// A part may be chosen several times. The weights need not sum to 1; a part of weight 0 is never chosen.
    ///
    /// ```
    /// use holor::prelude::*;
    /// use holor::rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
    ///
    /// let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    /// let v = tensor!['a', 'b', 'c'];
    /// let chosen = v.choice_with_weights(Last, 100, &mut rng, &[1.0, 0.0, 3.0]);
    /// assert_eq!(chosen.equal(&tensor!['b']).count_nonzero(All).item(), 0);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    /// use holor::rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
    ///
    /// let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    /// // `Axis<1>` is not an axis of a rank-1 tensor
    /// tensor![1, 2, 3].choice_with_weights(Axis::<1>, 2, &mut rng, &[1.0, 1.0, 2.0]);
    /// ```
    ///
    /// # Panics
    /// - If there is not one weight for each part: `choice_with_weights: [3] and [2]: axis 0 on the left has size 3,
    ///   axis 0 on the right 2`.
    /// - If a weight is negative, infinite or NaN:
    ///   `choice_with_weights: [3]: a weight is -1, expected a finite number, at least 0`.
    /// - If the sum of the weights is infinite, or 0 and `count` is not 0:
    ///   `choice_with_weights: [3]: the sum of the weights is 0, expected a finite number above 0`.
    ///
    /// numpy: `Generator.choice(p=..)`; torch: `multinomial(replacement=True)`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn choice_with_weights<A: AxisOf<R>>(
        &self,
        axis: A,
        count: usize,
        rng: &mut (impl Rng + ?Sized),
        weights: impl ListOf<f64>,
    ) -> Tensor<T, R>
    where
        T: Clone,
    {
        raise(self.try_choice_with_weights(axis, count, rng, weights))
    }

    /// Fallible form of [`choice_with_weights`](TensorRef::choice_with_weights).
    pub fn try_choice_with_weights<A: AxisOf<R>>(
        &self,
        axis: A,
        count: usize,
        rng: &mut (impl Rng + ?Sized),
        weights: impl ListOf<f64>,
    ) -> Result<Tensor<T, R>, ShapeError>
    where
        T: Clone,
    {
        let operation = "choice_with_weights";
        let weights = weights.list(Seal);
        check(operation, self, A::INDEX, count, &weights)?;
        chosen(operation, self, axis, count, || match count {
            0 => Vec::new(),
            _ => random::weighted(&weights, count, rng),
        })
    }

    /// Returns different parts chosen at random along an axis, one after the other, each with a probability that is
    /// proportional to its weight among those that are left.
    ///
    /// `(Axis::<1>, count, weights [b]): [a, b, c] -> [a, count, c]`
    ///
    /// Algorithm A-ES of Efraimidis and Spirakis (2006), "Weighted random sampling with a reservoir".
    ///
    /// ```
    /// use holor::prelude::*;
    /// use holor::rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
    ///
    /// let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    /// let v = tensor!['a', 'b', 'c'];
    /// let chosen = v.choice_distinct_with_weights(Last, 2, &mut rng, &[1.0, 0.0, 3.0]);
    /// assert_eq!(chosen.sort(Last), tensor!['a', 'c']);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    /// use holor::rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
    ///
    /// let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    /// // `Axis<1>` is not an axis of a rank-1 tensor
    /// tensor![1, 2, 3].choice_distinct_with_weights(Axis::<1>, 2, &mut rng, &[1.0, 1.0, 2.0]);
    /// ```
    ///
    /// # Panics
    /// - If fewer weights are above 0: `choice_distinct_with_weights: [3]: count is 4, expected at most the number of
    ///   weights above 0`.
    /// - As [`choice_with_weights`](TensorRef::choice_with_weights).
    ///
    /// numpy: `Generator.choice(replace=False, p=..)`; torch: `multinomial`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn choice_distinct_with_weights<A: AxisOf<R>>(
        &self,
        axis: A,
        count: usize,
        rng: &mut (impl Rng + ?Sized),
        weights: impl ListOf<f64>,
    ) -> Tensor<T, R>
    where
        T: Clone,
    {
        raise(self.try_choice_distinct_with_weights(axis, count, rng, weights))
    }

    /// Fallible form of [`choice_distinct_with_weights`](TensorRef::choice_distinct_with_weights).
    pub fn try_choice_distinct_with_weights<A: AxisOf<R>>(
        &self,
        axis: A,
        count: usize,
        rng: &mut (impl Rng + ?Sized),
        weights: impl ListOf<f64>,
    ) -> Result<Tensor<T, R>, ShapeError>
    where
        T: Clone,
    {
        let operation = "choice_distinct_with_weights";
        let weights = weights.list(Seal);
        let n = weights.iter().filter(|&&weight| weight > 0.0).count();
        check(operation, self, A::INDEX, count, &weights)?;
        at_most(operation, self, count, n, "at most the number of weights above 0")?;
        chosen(operation, self, axis, count, || random::weighted_distinct(&weights, count, rng))
    }
}

/// Takes the parts at indices that are in range, which are drawn if the result is not too large.
fn chosen<T: Clone, A: AxisOf<R>, const R: usize>(
    operation: &'static str,
    x: &TensorRef<T, R>,
    axis: A,
    count: usize,
    indices: impl FnOnce() -> Vec<usize>,
) -> Result<Tensor<T, R>, ShapeError> {
    let mut shape = x.shape();
    shape[A::INDEX] = count;
    Layout::new_in(operation, shape, Order::RowMajor, size_of::<T>().max(size_of::<usize>()))?;
    x.try_take(axis, &indices()[..])
}

/// Checks that there are `most` parts to choose `count` different ones of.
fn at_most<T, const R: usize>(
    operation: &'static str,
    x: &TensorRef<T, R>,
    count: usize,
    most: usize,
    expected: &'static str,
) -> Result<(), ShapeError> {
    if count <= most {
        return Ok(());
    }
    let kind = ErrorKind::Argument { name: "count", value: count.to_string(), expected };
    Err(ShapeError::new(operation, &[&x.shape()], kind))
}

/// Checks that there is a weight for each part, and that they can be probabilities.
fn check<T, const R: usize>(
    operation: &'static str,
    x: &TensorRef<T, R>,
    axis: usize,
    count: usize,
    weights: &[f64],
) -> Result<(), ShapeError> {
    let (shape, right) = (x.shape(), weights.len());
    if right != shape[axis] {
        let (left_axis, left, right_axis) = (axis, shape[axis], 0);
        let kind = ErrorKind::PairedSizes { left_axis, left, right_axis, right };
        return Err(ShapeError::new(operation, &[&shape, &[right]], kind));
    }
    let error = |name, value: f64, expected| {
        let kind = ErrorKind::Argument { name, value: value.to_string(), expected };
        Err(ShapeError::new(operation, &[&shape], kind))
    };
    if let Some(&weight) = weights.iter().find(|&&weight| !(weight >= 0.0 && weight.is_finite())) {
        return error("a weight", weight, "a finite number, at least 0");
    }
    let sum: f64 = weights.iter().sum();
    if !sum.is_finite() || (sum <= 0.0 && count > 0) {
        return error("the sum of the weights", sum, "a finite number above 0");
    }
    Ok(())
}
