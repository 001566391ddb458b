//! The frequencies of a spectrum, and their order.

use crate::error::{ErrorKind, ShapeError, raise};
use crate::kernels::concat::side_by_side;
use crate::layout::{Layout, Order};
use crate::rank::Over;
use crate::tensor::{Tensor, TensorRef};
use alloc::vec::Vec;
use num_traits::Float;

/// Frequencies of Fourier transforms (feature `fft`).
impl<T> Tensor<T, 1> {
    /// Returns the frequencies of the numbers of [`fft`](TensorRef::fft): of `n` samples at distance `d`.
    ///
    /// `(n, d) -> [n]`: `0, 1, .., (n - 1) / 2, -(n / 2), .., -1`, each divided by `n d`.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(Tensor::fftfreq(4, 0.5), tensor![0.0, 0.5, -1.0, -0.5]);
    /// assert_eq!(Tensor::fftfreq(5, 0.2).fftshift(Last), tensor![-2.0, -1.0, 0.0, 1.0, 2.0]);
    /// ```
    ///
    /// ```compile_fail,E0308
    /// use holor::prelude::*;
    ///
    /// let f: Matrix<f64> = Tensor::fftfreq(4, 1.0); // expected `2`, found `1`
    /// ```
    ///
    /// # Panics
    /// If `n` is 0: `fftfreq: [0]: axis 0 is empty`.
    ///
    /// numpy and torch: `fft.fftfreq`.
    #[track_caller]
    pub fn fftfreq(n: usize, d: T) -> Self
    where
        T: Float,
    {
        raise(Self::try_fftfreq(n, d))
    }

    /// Fallible form of [`fftfreq`](Tensor::fftfreq).
    pub fn try_fftfreq(n: usize, d: T) -> Result<Self, ShapeError>
    where
        T: Float,
    {
        let layout = layout::<T>("fftfreq", n, n)?;
        let step = step(n, d);
        let positive = (0..n.div_ceil(2)).map(|i| number::<T>(i) * step);
        let negative = (1..=n / 2).rev().map(|i| -number::<T>(i) * step);
        Ok(Tensor::owned(positive.chain(negative).collect(), layout))
    }

    /// Returns the frequencies of the numbers of [`rfft`](TensorRef::rfft): of `n` samples at distance `d`.
    ///
    /// `(n, d) -> [n / 2 + 1]`: `0, 1, .., n / 2`, each divided by `n d`.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(Tensor::rfftfreq(4, 0.5), tensor![0.0, 0.5, 1.0]);
    /// ```
    ///
    /// ```compile_fail,E0308
    /// use holor::prelude::*;
    ///
    /// let f: Matrix<f64> = Tensor::rfftfreq(4, 1.0); // expected `2`, found `1`
    /// ```
    ///
    /// # Panics
    /// If `n` is 0: `rfftfreq: [0]: axis 0 is empty`.
    ///
    /// numpy and torch: `fft.rfftfreq`.
    #[track_caller]
    pub fn rfftfreq(n: usize, d: T) -> Self
    where
        T: Float,
    {
        raise(Self::try_rfftfreq(n, d))
    }

    /// Fallible form of [`rfftfreq`](Tensor::rfftfreq).
    pub fn try_rfftfreq(n: usize, d: T) -> Result<Self, ShapeError>
    where
        T: Float,
    {
        let layout = layout::<T>("rfftfreq", n, n / 2 + 1)?;
        let step = step(n, d);
        Ok(Tensor::owned((0..=n / 2).map(|i| number::<T>(i) * step).collect(), layout))
    }
}

fn layout<T>(operation: &'static str, n: usize, len: usize) -> Result<Layout<1>, ShapeError> {
    if n == 0 {
        return Err(ShapeError::new(operation, &[&[0]], ErrorKind::Empty { axis: 0 }));
    }
    Layout::new_in(operation, [len], Order::RowMajor, size_of::<T>())
}

fn number<T: Float>(i: usize) -> T {
    T::from(i).expect("a number")
}

fn step<T: Float>(n: usize, d: T) -> T {
    (number::<T>(n) * d).recip()
}

/// The order of frequencies (feature `fft`).
impl<T, const R: usize> TensorRef<T, R> {
    /// Moves the frequency 0 from the start of each of the given axes to its middle.
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, b, c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![0, 1, 2, -2, -1].fftshift(Last), tensor![-2, -1, 0, 1, 2]);
    /// assert_eq!(tensor![[0, 1], [2, 3]].fftshift(All), tensor![[3, 2], [1, 0]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![0, 1, -1].fftshift(Axis::<1>); // no such axes in rank 1
    /// ```
    ///
    /// # Panics
    /// If the result holds more elements than memory can address, which only a broadcast view makes
    /// possible.
    ///
    /// numpy and torch: `fft.fftshift`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn fftshift<A: Over<R>>(&self, axes: A) -> Tensor<T, R>
    where
        T: Clone,
    {
        let _ = axes;
        raise(rolled("fftshift", self, A::REDUCED, |n| n.div_ceil(2)))
    }

    /// Moves the frequency 0 from the middle of each of the given axes to its start: undoes
    /// [`fftshift`](TensorRef::fftshift).
    ///
    /// `(Axis::<1>): [a, b, c] -> [a, b, c]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![-2, -1, 0, 1, 2].ifftshift(Last), tensor![0, 1, 2, -2, -1]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![0, 1, -1].ifftshift(Axis::<1>); // no such axes in rank 1
    /// ```
    ///
    /// # Panics
    /// As [`fftshift`](TensorRef::fftshift).
    ///
    /// numpy and torch: `fft.ifftshift`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn ifftshift<A: Over<R>>(&self, axes: A) -> Tensor<T, R>
    where
        T: Clone,
    {
        let _ = axes;
        raise(rolled("ifftshift", self, A::REDUCED, |n| n / 2))
    }
}

/// Moves the elements before a middle behind the others, along each of the marked axes.
fn rolled<T: Clone, const R: usize>(
    operation: &'static str,
    x: &TensorRef<T, R>,
    marked: [bool; R],
    middle: impl Fn(usize) -> usize,
) -> Result<Tensor<T, R>, ShapeError> {
    let shape = x.shape();
    let layout = Layout::new_in(operation, shape, Order::RowMajor, size_of::<T>())?;
    let mut result: Option<Tensor<T, R>> = None;
    for axis in (0..R).filter(|&axis| marked[axis]) {
        let from = result.as_deref().unwrap_or(x);
        let (n, middle) = (shape[axis], middle(shape[axis]));
        let part = |start, len| from.layout().narrow(axis, start, len).expect("in range");
        let parts = [part(middle, n - middle), part(0, middle)];
        let parts: Vec<_> = parts.iter().map(|part| from.source_with(part)).collect();
        result = Some(Tensor::owned(side_by_side(axis, &parts, &layout), layout));
    }
    Ok(result.unwrap_or_else(|| x.to_contiguous()))
}
