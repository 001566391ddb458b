//! `convolve` and `correlate` of vectors.

use super::Call;
use crate::error::{ErrorKind, ShapeError, raise};
use crate::kernels::copy::in_row_major;
use crate::kernels::product::convolve::{Inputs, Sizes, Spatial, convolve, convolve_inside};
use crate::layout::{Layout, Order};
use crate::rank::{IsRankOne, Rank};
use crate::tensor::{Tensor, TensorRef};
use alloc::vec::Vec;
use core::ops::Mul;
use num_traits::Zero;

/// At which places two vectors are laid over each other by [`convolve`](TensorRef::convolve) and
/// [`correlate`](TensorRef::correlate).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Overlap {
    /// Wherever they have an element in common: `[a], [b] -> [a + b - 1]`.
    Full,
    /// At as many places as the longer vector has elements, in the middle of those of `Full`:
    /// `[a], [b] -> [max(a, b)]`.
    Same,
    /// Where the longer vector covers the other one: `[a], [b] -> [a - b + 1]`.
    Valid,
}

impl<T, const R: usize> TensorRef<T, R> {
    /// Returns the discrete convolution of two vectors: the sums of products of elements whose indices sum
    /// to the same number.
    ///
    /// `(Overlap::Full): [a], [b] -> [a + b - 1]`
    ///
    /// ```
    /// use holor::{Overlap, prelude::*};
    ///
    /// let (x, y) = (tensor![1, 2, 3], tensor![0, 1, 5]);
    /// assert_eq!(x.convolve(&y, Overlap::Full), tensor![0, 1, 7, 13, 15]);
    /// assert_eq!(x.convolve(&y, Overlap::Same), tensor![1, 7, 13]);
    /// assert_eq!(x.convolve(&y, Overlap::Valid), tensor![7]);
    /// ```
    ///
    /// Images are convolved by [`conv`](TensorRef::conv):
    ///
    /// ```compile_fail,E0277
    /// use holor::{Overlap, prelude::*};
    ///
    /// let m = tensor![[1, 2], [3, 4]];
    /// m.convolve(&m, Overlap::Full); // a vector has rank 1, found `Rank<2>`
    /// ```
    ///
    /// Every product is computed: of vectors of more than some thousand elements both, a Fourier transform
    /// is faster.
    ///
    /// # Panics
    /// If a vector is empty: `convolve: [3] and [0]: axis 0 is empty`.
    ///
    /// numpy: `convolve`; scipy: `signal.convolve`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn convolve<const B: usize>(
        &self,
        other: &TensorRef<T, B>,
        overlap: Overlap,
    ) -> Tensor<T, 1>
    where
        Rank<R>: IsRankOne,
        Rank<B>: IsRankOne,
        T: Clone + Zero + Mul<Output = T>,
    {
        raise(self.try_convolve(other, overlap))
    }

    /// Fallible form of [`convolve`](TensorRef::convolve).
    pub fn try_convolve<const B: usize>(
        &self,
        other: &TensorRef<T, B>,
        overlap: Overlap,
    ) -> Result<Tensor<T, 1>, ShapeError>
    where
        Rank<R>: IsRankOne,
        Rank<B>: IsRankOne,
        T: Clone + Zero + Mul<Output = T>,
    {
        slide("convolve", self, other, overlap)
    }

    /// Returns the cross-correlation of two vectors: the sums of products of elements whose indices have the
    /// same difference.
    ///
    /// `(Overlap::Valid): [a], [b] -> [a - b + 1]`
    ///
    /// ```
    /// use holor::{Overlap, prelude::*};
    ///
    /// let (x, y) = (tensor![1, 2, 3], tensor![0, 1, 5]);
    /// assert_eq!(x.correlate(&y, Overlap::Full), tensor![5, 11, 17, 3, 0]);
    /// assert_eq!(x.correlate(&y, Overlap::Same), tensor![11, 17, 3]);
    /// assert_eq!(x.correlate(&y, Overlap::Valid), tensor![17]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::{Overlap, prelude::*};
    ///
    /// let m = tensor![[1, 2], [3, 4]];
    /// m.correlate(&m, Overlap::Full); // a vector has rank 1, found `Rank<2>`
    /// ```
    ///
    /// Complex numbers are not conjugated; numpy's `correlate(x, y)` is `x.correlate(&y.conj(), ..)`.
    ///
    /// # Panics
    /// If a vector is empty: `correlate: [3] and [0]: axis 0 is empty`.
    ///
    /// numpy: `correlate`; scipy: `signal.correlate`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn correlate<const B: usize>(
        &self,
        other: &TensorRef<T, B>,
        overlap: Overlap,
    ) -> Tensor<T, 1>
    where
        Rank<R>: IsRankOne,
        Rank<B>: IsRankOne,
        T: Clone + Zero + Mul<Output = T>,
    {
        raise(self.try_correlate(other, overlap))
    }

    /// Fallible form of [`correlate`](TensorRef::correlate).
    pub fn try_correlate<const B: usize>(
        &self,
        other: &TensorRef<T, B>,
        overlap: Overlap,
    ) -> Result<Tensor<T, 1>, ShapeError>
    where
        Rank<R>: IsRankOne,
        Rank<B>: IsRankOne,
        T: Clone + Zero + Mul<Output = T>,
    {
        slide("correlate", self, other, overlap)
    }
}

/// Slides the shorter vector along the longer one.
fn slide<T, const A: usize, const B: usize>(
    operation: &'static str,
    a: &TensorRef<T, A>,
    b: &TensorRef<T, B>,
    overlap: Overlap,
) -> Result<Tensor<T, 1>, ShapeError>
where
    T: Clone + Zero + Mul<Output = T>,
{
    let is_swapped = a.len() < b.len();
    let sizes = [a.len().max(b.len()), a.len().min(b.len())];
    let (size, kernel) = (sizes[0], sizes[1]);
    if kernel == 0 {
        let (a, b) = (a.shape(), b.shape());
        return Err(Call { operation, shapes: &[&a, &b] }.fail(ErrorKind::Empty { axis: 0 }));
    }
    let (before, out) = match overlap {
        Overlap::Full => (kernel - 1, size.saturating_add(kernel - 1)),
        Overlap::Same => (kernel / 2, size),
        Overlap::Valid => (0, size - kernel + 1),
    };
    let layout = Layout::new_in(operation, [out], Order::RowMajor, size_of::<T>())?;
    let (a, b) = (in_row_major(a.source()), in_row_major(b.source()));
    let (long, short) = if is_swapped { (b, a) } else { (a, b) };
    let flips = operation == "convolve";
    let short: Vec<T> = match flips {
        true => short.iter().rev().cloned().collect(),
        false => short.into_owned(),
    };
    let axes = &[Spatial { size, kernel, stride: 1, dilation: 1, before, out }];
    let sizes = Sizes { count: 1, groups: 1, c_in: 1, c_out: 1, axes };
    // The fast kernels multiply with the zeros beside the longer vector, which an infinite number makes NaN.
    let is_finite = |x: &T| (x.clone() * T::zero()).is_zero();
    let inputs = Inputs { x: &long, weights: &short, bias: None };
    let mut result = match before == 0 || short.iter().all(is_finite) {
        true => convolve(&sizes, inputs),
        false => convolve_inside(&sizes, inputs),
    };
    if is_swapped && !flips {
        result.reverse();
    }
    Ok(Tensor::owned(result, layout))
}
