//! Random orders: shuffles and permutations.

use crate::algorithms::random;
use crate::error::{ShapeError, raise};
use crate::layout::{Layout, Order};
use crate::rank::AxisOf;
use crate::tensor::{Tensor, TensorRef};
use core::mem::swap;
use rand::Rng;

impl<T, const R: usize> TensorRef<T, R> {
    /// Brings the parts along an axis into random order, in place (feature `rand`).
    ///
    /// `(Axis::<1>): [a, b, c]`
    ///
    /// A part is moved as a whole: with axis 0, rows stay rows. Each order has the same probability.
    ///
    /// ```
    /// use holor::prelude::*;
    /// use holor::rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
    ///
    /// let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
    /// let mut m = tensor![[1, 10], [2, 20], [3, 30]];
    /// m.shuffle(Axis::<0>, &mut rng);
    /// assert_eq!(m, tensor![[2, 20], [3, 30], [1, 10]]);
    /// ```
    ///
    /// Several tensors are brought into the same order by [`permutation`](Tensor::permutation) and
    /// [`take`](TensorRef::take).
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    /// use holor::rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
    ///
    /// let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    /// tensor![1, 2, 3].shuffle(Axis::<1>, &mut rng); // `Axis<1>` is not an axis of a rank-1 tensor
    /// ```
    ///
    /// The order depends on the generator and on the size of the axis, and is the same on every platform if the
    /// generator is portable. The shuffle of Fisher and Yates (1938) in the form of Durstenfeld (1964).
    ///
    /// numpy: `Generator.shuffle(axis=..)`; rand: `SliceRandom::shuffle`.
    pub fn shuffle<A: AxisOf<R> + Copy>(&mut self, axis: A, rng: &mut (impl Rng + ?Sized)) {
        let shape = self.shape();
        let n = shape[A::INDEX];
        if self.is_empty() {
            return random::shuffle(n, rng, |_, _| {});
        }
        let inner: usize = shape[A::INDEX + 1..].iter().product();
        if self.is_contiguous()
            && let Some(elements) = self.as_slice_mut()
        {
            return random::shuffle(n, rng, |i, j| {
                for block in elements.chunks_exact_mut(n * inner) {
                    swap_runs(block, i * inner, j * inner, inner);
                }
            });
        }
        random::shuffle(n, rng, |i, j| {
            let (mut before, mut from) = self.split_at_mut(axis, i.max(j));
            let mut left = before.narrow_mut(axis, i.min(j), 1);
            let mut right = from.narrow_mut(axis, 0, 1);
            left.iter_mut().zip(right.iter_mut()).for_each(|(a, b)| swap(a, b));
        });
    }
}

/// Swaps `len` elements at one position with those at another one, which is at least `len` away.
fn swap_runs<T>(elements: &mut [T], a: usize, b: usize, len: usize) {
    if len == 1 {
        return elements.swap(a, b);
    }
    let (before, from) = elements.split_at_mut(a.max(b));
    before[a.min(b)..][..len].swap_with_slice(&mut from[..len]);
}

impl Tensor<usize, 1> {
    /// Returns the numbers from 0 to `n - 1` in random order (feature `rand`).
    ///
    /// `n -> [n]`
    ///
    /// ```
    /// use holor::prelude::*;
    /// use holor::rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
    ///
    /// let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
    /// let order = Tensor::permutation(3, &mut rng);
    /// assert_eq!(order, tensor![1_usize, 2, 0]);
    ///
    /// // Samples and their labels in the same order.
    /// let (samples, labels) = (tensor![[1.0], [2.0], [3.0]], tensor!['a', 'b', 'c']);
    /// assert_eq!(samples.take(Axis::<0>, &order), tensor![[2.0], [3.0], [1.0]]);
    /// assert_eq!(labels.take(Axis::<0>, &order), tensor!['b', 'c', 'a']);
    /// ```
    ///
    /// The result is a vector:
    ///
    /// ```compile_fail,E0308
    /// use holor::prelude::*;
    /// use holor::rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
    ///
    /// let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    /// let order: Matrix<usize> = Tensor::permutation(3, &mut rng); // expected `2`, found `1`
    /// ```
    ///
    /// # Panics
    /// When memory cannot address the elements:
    /// `permutation: [9223372036854775807]: more elements than memory can address`.
    ///
    /// numpy: `Generator.permutation`; torch: `randperm`.
    #[doc(alias = "randperm")]
    #[track_caller]
    pub fn permutation(n: usize, rng: &mut (impl Rng + ?Sized)) -> Self {
        raise(Self::try_permutation(n, rng))
    }

    /// Fallible form of [`permutation`](Tensor::permutation).
    pub fn try_permutation(n: usize, rng: &mut (impl Rng + ?Sized)) -> Result<Self, ShapeError> {
        let layout = Layout::new_in("permutation", [n], Order::RowMajor, size_of::<usize>())?;
        let mut order = Tensor::owned((0..n).collect(), layout);
        order.shuffle(crate::rank::Last, rng);
        Ok(order)
    }
}
