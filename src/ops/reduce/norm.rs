//! Norms of vectors, and the logarithm of a sum of exponentials.

use super::extrema::best_of;
use super::nan::{float, sums};
use super::softmax::{reduced_last, rows_along};
use super::{kept, layout_left, reduced, repeated};
use crate::error::raise;
use crate::kernels::copy::in_row_major;
use crate::kernels::fold::{self, fold_any};
use crate::kernels::math::rows::LOG_SUM;
use crate::ops::elementwise::{binary, unary};
use crate::ops::float_element::{FloatElement, absolute};
use crate::ops::small_floats::{is_small, narrow, wide, widened};
use crate::rank::seal::Seal;
use crate::rank::{Over, Rank};
use crate::tensor::{Tensor, TensorRef};
use alloc::vec::Vec;
use num_complex::Complex;
use num_traits::Float;

impl<T, const R: usize> TensorRef<T, R> {
    /// Returns the Euclidean norm of the elements along the given axes: the square root of the sum
    /// of their squares.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[3.0, 4.0], [5.0, 12.0]];
    /// assert_eq!(m.norm(Last), tensor![5.0, 13.0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![3.0, 4.0].norm(Axis::<1>); // no such axes in rank 1
    /// ```
    ///
    /// An empty axis gives zero. The squares neither overflow nor underflow unless the norm does: where they
    /// might have, the elements are divided by the largest one first. Blue (1978), "A portable Fortran program
    /// to find the Euclidean norm of a vector".
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let norm = tensor![3e200, 4e200].norm(All);
    /// assert!(norm.all_close(5e200, 1e-15, 0.0));
    /// ```
    ///
    /// The norm of complex elements is that of their absolute values, a real number:
    ///
    /// ```
    /// use holor::num_complex::Complex;
    /// use holor::prelude::*;
    ///
    /// let z = tensor![Complex::new(3.0, 4.0), Complex::new(0.0, 12.0)];
    /// assert_eq!(z.norm(Last).item(), 13.0);
    /// ```
    ///
    /// [`norm_with_order`](TensorRef::norm_with_order) has other norms.
    ///
    /// numpy: `linalg.norm(axis=..)`, over two axes `linalg.norm(ord="fro")`; torch:
    /// `linalg.vector_norm`.
    #[doc(alias = "vector_norm")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn norm<A, K, F, const O: usize>(&self, _axes: A) -> Tensor<F, O>
    where
        T: FloatElement<K, Real = F>,
        F: Float,
        A: Over<R, Output = Rank<O>>,
    {
        let layout = raise(layout_left::<F, A, R, O>("norm", self));
        Tensor::owned(T::euclidean_norms(self, A::REDUCED, layout.len(), Seal), layout)
    }

    /// Returns the norm of an order of the elements along the given axes.
    ///
    /// `(Axis::<1>, p): [a, b, c] -> [a, c]`
    ///
    /// | Order | Norm |
    /// |---|---|
    /// | infinity | the largest absolute value |
    /// | negative infinity | the smallest absolute value |
    /// | 0 | the number of elements that are not zero |
    /// | `p` | `sum(abs(x)^p)^(1/p)`, of 1 the sum of the absolute values, of 2 [`norm`](TensorRef::norm) |
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[3.0, -4.0], [0.0, -2.0]];
    /// assert_eq!(m.norm_with_order(Last, 1.0), tensor![7.0, 2.0]);
    /// assert_eq!(m.norm_with_order(Last, f64::INFINITY), tensor![4.0, 2.0]);
    /// assert_eq!(m.norm_with_order(Last, 0.0), tensor![2.0, 1.0]);
    ///
    /// // Norms of matrices: Frobenius, 1 and infinity.
    /// assert_eq!(m.norm(axes![0, 1]).item(), 29.0_f64.sqrt());
    /// assert_eq!(m.norm_with_order(Axis::<0>, 1.0).max(Last).item(), 6.0);
    /// assert_eq!(m.norm_with_order(Axis::<1>, 1.0).max(Last).item(), 7.0);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![3.0, 4.0].norm_with_order(Axis::<1>, 1.0); // no such axes in rank 1
    /// ```
    ///
    /// The norms -1 and negative infinity of a matrix are those of 1 and infinity with `min` in place of `max`.
    /// The spectral and the nuclear norm, numpy's `ord=2` and `ord="nuc"`, are the largest one and the sum of the
    /// singular values (`svdvals`, feature `linalg`), `ord=-2` is the smallest one. Of complex elements, `x` above is the absolute value:
    ///
    /// ```
    /// use holor::num_complex::Complex;
    /// use holor::prelude::*;
    ///
    /// let z = tensor![Complex::new(3.0, 4.0), Complex::new(0.0, -1.0)];
    /// assert_eq!(z.norm_with_order(Last, 1.0).item(), 6.0);
    /// assert_eq!(z.norm_with_order(Last, f64::INFINITY).item(), 5.0);
    /// ```
    ///
    /// An empty axis gives zero, or infinity if the order is negative. Powers neither overflow nor underflow
    /// unless the norm does: the elements are divided by the largest one first, as Blue (1978) divides squares.
    ///
    /// numpy: `linalg.norm(ord=..)`, `linalg.vector_norm`; torch: `linalg.vector_norm`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn norm_with_order<A, K, F, const O: usize>(&self, _axes: A, order: F) -> Tensor<F, O>
    where
        T: FloatElement<K, Real = F>,
        F: Float,
        A: Over<R, Output = Rank<O>>,
    {
        let layout = raise(layout_left::<F, A, R, O>("norm_with_order", self));
        Tensor::owned(T::norms(self, A::REDUCED, layout.len(), order, Seal), layout)
    }

    /// Returns the logarithm of the sum of the exponentials of the elements along the given axes.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, c]`
    ///
    /// The maximum is subtracted before the exponentials are taken, so they do not overflow:
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1000.0, 1000.0], [0.0, f64::NEG_INFINITY]];
    /// assert_eq!(m.logsumexp(Last), tensor![1000.0 + 2.0_f64.ln(), 0.0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// Tensor::scalar(1.0).logsumexp(Axis::<0>); // no such axes in rank 0
    /// ```
    ///
    /// An empty axis gives negative infinity, the logarithm of zero.
    ///
    /// scipy: `special.logsumexp`; torch: `logsumexp`. Milakov and Gimelshein (2018), "Online
    /// normalizer calculation for softmax".
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn logsumexp<A, const O: usize>(&self, _axes: A) -> Tensor<T, O>
    where
        T: Float,
        A: Over<R, Output = Rank<O>>,
    {
        let layout = raise(layout_left::<T, A, R, O>("logsumexp", self));
        let elements = if self.is_empty() {
            repeated(layout.len(), &T::neg_infinity)
        } else {
            rows_along(self, A::REDUCED, LOG_SUM, T::zero())
        };
        Tensor::owned(elements, layout)
    }
}

// Functions of the element type alone: their loops are compiled once for all ranks.

fn is_not_zero<T: Float>(x: &T) -> bool {
    !x.is_zero()
}

fn size<T: Float>(x: &T) -> T {
    x.abs()
}

fn size_of_ratio<T: Float>(x: &T, scale: &T) -> T {
    (*x / *scale).abs()
}

fn of_complex<F: Float>(z: &Complex<F>) -> F {
    absolute(*z)
}

fn square_of_complex<F: Float>(z: &Complex<F>) -> F {
    z.re * z.re + z.im * z.im
}

/// The norms of an order of the elements along the marked axes.
pub(in crate::ops) fn real_norms<T: Float, const R: usize>(
    x: &TensorRef<T, R>,
    marked: [bool; R],
    len: usize,
    order: T,
) -> Vec<T> {
    if order == T::one() + T::one() {
        euclidean(x, marked, len)
    } else if order.is_infinite() {
        extrema(x, marked, len, order < T::zero())
    } else if order.is_zero() {
        let mask = unary("norm_with_order", x, is_not_zero);
        let otherwise = |_, _| unreachable!("booleans are built in");
        let counts = reduced(&mask, marked, len, (fold::count::<bool>(), 0), otherwise, || 0);
        counts.into_iter().map(float).collect()
    } else if order.is_one() {
        sums(&unary("norm_with_order", x, size), marked, len)
    } else if x.is_empty() {
        repeated(len, &|| if order < T::zero() { T::infinity() } else { T::zero() })
    } else {
        scaled_norms(x, marked, len, order)
    }
}

/// The same of complex elements: of their absolute values.
pub(in crate::ops) fn complex_norms<F: Float, const R: usize>(
    z: &TensorRef<Complex<F>, R>,
    marked: [bool; R],
    len: usize,
    order: F,
) -> Vec<F> {
    if order == F::one() + F::one() {
        return complex_euclidean(z, marked, len);
    }
    real_norms(&unary("norm", z, of_complex), marked, len, order)
}

/// As [`euclidean`], of complex elements.
pub(in crate::ops) fn complex_euclidean<F: Float, const R: usize>(
    z: &TensorRef<Complex<F>, R>,
    marked: [bool; R],
    len: usize,
) -> Vec<F> {
    // Without the roots, unless a square might have overflowed or underflowed.
    if !is_small::<F>() {
        let squares = unary("norm", z, square_of_complex);
        let mut norms = sums(&squares, marked, len);
        norms.iter_mut().for_each(|norm| *norm = norm.sqrt());
        if z.is_empty() || norms.iter().all(is_exact(z.shape(), marked)) {
            return norms;
        }
    }
    euclidean(&unary("norm", z, of_complex), marked, len)
}

/// The square roots of the sums of squares; where these might have overflowed or underflowed, of ratios.
pub(in crate::ops) fn euclidean<T: Float, const R: usize>(
    x: &TensorRef<T, R>,
    marked: [bool; R],
    len: usize,
) -> Vec<T> {
    let otherwise =
        |source, reduced| fold_any(source, reduced, |&x: &T, _| x * x, |a, b| a + b, T::sqrt);
    let mut norms = reduced(x, marked, len, (fold::norm::<T>(), 0), otherwise, T::zero);
    let is_exact = is_exact(x.shape(), marked);
    // Squares are added up in `f32`, where those of `f16` neither overflow nor underflow; those of `bf16` may.
    let is_f16 = is_small::<T>() && wide(T::max_value()) < 1e6;
    if is_f16 || x.is_empty() || norms.iter().all(&is_exact) {
        return norms;
    }
    let (mut order, mut back) = ([0; R], [0; R]);
    let lanes = reduced_last(&x.shape(), &marked, &mut order, &mut back);
    let x = x.with_layout(x.layout().permute(order));
    let elements = in_row_major(x.source());
    for (norm, lane) in norms.iter_mut().zip(elements.chunks(elements.len() / lanes)) {
        if !is_exact(norm) && is_small::<T>() {
            let lane: Vec<f32> = lane.iter().map(|&x| wide(x)).collect();
            *norm = narrow(norm_of_ratios(&lane));
        } else if !is_exact(norm) {
            *norm = norm_of_ratios(lane);
        }
    }
    norms
}

/// The norm of elements without NaN, which are divided by about the largest one first.
fn norm_of_ratios<T: Float>(lane: &[T]) -> T {
    let largest = lane.iter().fold(T::zero(), |largest, x| largest.max(x.abs()));
    if largest.is_zero() || largest.is_infinite() {
        return largest;
    }
    let scale = power_of_two(largest);
    scale * squares_of_ratios(lane, scale).sqrt()
}

/// Their sum, in halves: the error of one from element to element would grow with their number.
fn squares_of_ratios<T: Float>(lane: &[T], scale: T) -> T {
    if lane.len() > 64 {
        let (first, second) = lane.split_at(lane.len() / 2);
        return squares_of_ratios(first, scale) + squares_of_ratios(second, scale);
    }
    lane.iter().fold(T::zero(), |sum, &x| sum + (x / scale) * (x / scale))
}

/// Tells whether no square on the way to a norm overflowed or was so small that its rounding is seen.
fn is_exact<T: Float, const R: usize>(shape: [usize; R], marked: [bool; R]) -> impl Fn(&T) -> bool {
    let count = (0..R).filter(|&axis| marked[axis]).map(|axis| shape[axis]).product();
    let least = least_exact::<T>(count);
    move |norm| norm.is_nan() || (least..=T::max_value()).contains(norm)
}

/// The least norm of so many elements whose squares are not so small that their rounding is seen.
fn least_exact<T: Float>(count: usize) -> T {
    (T::min_positive_value() / T::epsilon() * float(count)).sqrt()
}

/// The largest absolute values along the marked axes, or the smallest ones.
pub(in crate::ops) fn extrema<T: Float, const R: usize>(
    x: &TensorRef<T, R>,
    marked: [bool; R],
    len: usize,
    is_least: bool,
) -> Vec<T> {
    let number = usize::from(is_least);
    let nothing = || if is_least { T::infinity() } else { T::zero() };
    let otherwise = |_, marked| {
        let sizes = unary("norm", x, size);
        let is_better = if is_least { T::lt } else { T::gt };
        let otherwise = |source, marked| best_of(source, marked, is_better, |(x, _)| *x);
        reduced(&sizes, marked, len, (fold::best::<T>(), number), otherwise, nothing)
    };
    reduced(x, marked, len, (fold::best_size::<T>(), number), otherwise, nothing)
}

/// The largest power of two that is not larger than a number. A division by it is exact.
pub(super) fn power_of_two<T: Float>(x: T) -> T {
    let (mantissa, _, _) = x.integer_decode();
    let two = T::one() + T::one();
    let from_one_to_two =
        |number: T| number / two.powi(mantissa.checked_ilog2().unwrap_or(0) as i32);
    T::from(mantissa).map_or(x, |mantissa| x / from_one_to_two(mantissa))
}

/// The norms of an order other than 2, of elements that are divided by the largest one, or by the smallest one if the
/// order is negative.
fn scaled_norms<T: Float, const R: usize>(
    x: &TensorRef<T, R>,
    marked: [bool; R],
    len: usize,
    order: T,
) -> Vec<T> {
    if let Some(x) = widened("norm", x) {
        let norms = scaled_norms(&x, marked, len, wide(order));
        return norms.into_iter().map(narrow).collect();
    }
    // A ratio to a power of two can be 2: high powers of it overflow.
    let is_high = order.abs() > float(64);
    let mut scales = extrema(x, marked, len, order < T::zero());
    scales
        .iter_mut()
        .filter(|x| **x > T::zero() && x.is_finite())
        .for_each(|x| *x = if is_high { *x } else { power_of_two(*x) });
    let scale = kept(scales.clone(), x.shape(), marked);
    let ratios: Tensor<T, R> = raise(binary("norm", x, &scale, size_of_ratio));
    // The exponents 2 and 3 are multiplied.
    let whole = order.to_i32().filter(|&whole| T::from(whole) == Some(order));
    let powers = whole.map_or_else(|| ratios.powf(order), |whole| ratios.powi(whole));
    let mut norms = sums(&powers, marked, len);
    for (norm, scale) in norms.iter_mut().zip(scales) {
        let root = norm.powf(order.recip());
        // Zero, infinity and NaN are what they scale.
        *norm = if scale > T::zero() && scale.is_finite() { scale * root } else { scale };
    }
    norms
}
