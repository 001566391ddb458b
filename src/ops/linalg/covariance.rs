//! Covariances and correlation coefficients of the rows of a matrix.

use crate::error::raise;
use crate::kernels;
use crate::layout::{Layout, Order};
use crate::ops::elementwise::binary;
use crate::ops::reduce::{extrema, sums};
use crate::ops::small_floats::{narrowed, widened};
use crate::rank::{IsRankTwo, Rank};
use crate::tensor::{Tensor, TensorRef};
use alloc::vec::Vec;
use num_traits::Float;

impl<T, const R: usize> TensorRef<T, R> {
    /// Returns the covariance matrix of the rows, each of which has the observations of a variable.
    ///
    /// `[variables, observations] -> [variables, variables]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let x = tensor![[1.0, 2.0, 3.0], [2.0, 4.0, 6.0]];
    /// assert_eq!(x.cov(), tensor![[1.0, 2.0], [2.0, 4.0]]);
    /// let columns = x.t().to_owned(); // a variable in each column
    /// assert_eq!(columns.t().cov(), x.cov());
    /// ```
    ///
    /// A vector is not a matrix of observations; its variance is [`var_with_ddof`](TensorRef::var_with_ddof):
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, 2.0].cov(); // a matrix of rank 2 is needed here, found `Rank<1>`
    /// ```
    ///
    /// The sums of products are divided by the number of observations minus 1, which estimates the covariances
    /// from a sample; [`cov_with_ddof`](TensorRef::cov_with_ddof) divides by another number. The means are
    /// subtracted first, so large means do not cost precision: the two-pass algorithm of Chan, Golub and
    /// `LeVeque` (1983), "Algorithms for computing the sample variance". The result is symmetric to the last bit.
    /// With fewer than two observations it is NaN.
    ///
    /// numpy and torch: `cov`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn cov(&self) -> Tensor<T, 2>
    where
        Rank<R>: IsRankTwo,
        T: Float,
    {
        covariance("cov", self, 1)
    }

    /// Returns the covariance matrix of the rows with `ddof` degrees of freedom subtracted: the sums of products
    /// divided by the number of observations minus `ddof`.
    ///
    /// `[variables, observations] -> [variables, variables]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let x = tensor![[1.0, 3.0], [2.0, 6.0]];
    /// assert_eq!(x.cov_with_ddof(0), tensor![[1.0, 2.0], [2.0, 4.0]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, 2.0].cov_with_ddof(0); // a matrix of rank 2 is needed here, found `Rank<1>`
    /// ```
    ///
    /// If there are at most `ddof` observations, the divisor is zero and the result is NaN or infinite.
    ///
    /// numpy: `cov(ddof=..)`; torch: `cov(correction=..)`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn cov_with_ddof(&self, ddof: usize) -> Tensor<T, 2>
    where
        Rank<R>: IsRankTwo,
        T: Float,
    {
        covariance("cov_with_ddof", self, ddof)
    }

    /// Returns the matrix of the correlation coefficients of the rows, each of which has the observations of a
    /// variable: their covariance divided by both standard deviations.
    ///
    /// `[variables, observations] -> [variables, variables]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let x = tensor![[1.0, 2.0, 3.0], [3.0, 2.0, 1.0]];
    /// assert_eq!(x.corrcoef(), tensor![[1.0, -1.0], [-1.0, 1.0]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1.0, 2.0].corrcoef(); // a matrix of rank 2 is needed here, found `Rank<1>`
    /// ```
    ///
    /// The coefficients are at least -1 and at most 1, those of a row with itself are 1. Those of a constant row
    /// are NaN. The scale of a row does not matter.
    ///
    /// numpy and torch: `corrcoef`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn corrcoef(&self) -> Tensor<T, 2>
    where
        Rank<R>: IsRankTwo,
        T: Float,
    {
        if let Some(x) = widened("corrcoef", self) {
            return narrowed("corrcoef", &x.corrcoef());
        }
        let Some(centred) = centred("corrcoef", self) else {
            return raise(Tensor::try_full([self.shape()[0]; 2], T::nan()));
        };
        // Rows whose largest element is 1 or -1, so that nothing overflows or underflows whatever their scale.
        let n = centred.shape()[0];
        let largest = extrema(&centred, [false, true], n, false);
        let largest = Tensor::owned(largest, column("corrcoef", n));
        let units = raise(binary("corrcoef", &centred, &largest, |&x, &largest| x / largest));
        let layout = square::<T>("corrcoef", n);
        let mut elements = products("corrcoef", &units, &layout);
        let squares: Vec<T> = elements.iter().copied().step_by(n + 1).collect();
        for (i, x) in elements.iter_mut().enumerate() {
            *x = *x / (squares[i / n] * squares[i % n]).sqrt();
        }
        for (i, x) in elements.iter_mut().enumerate() {
            let is_rounded = x.abs() > T::one() || i / n == i % n;
            // A NaN stays.
            if is_rounded && !x.is_nan() {
                *x = x.signum();
            }
        }
        Tensor::owned(elements, layout)
    }
}

#[track_caller]
fn covariance<T: Float, const R: usize>(
    name: &'static str,
    x: &TensorRef<T, R>,
    ddof: usize,
) -> Tensor<T, 2> {
    if let Some(x) = widened(name, x) {
        return narrowed(name, &covariance(name, &x, ddof));
    }
    let [n, observations] = [x.shape()[0], x.shape()[1]];
    let layout = square::<T>(name, n);
    let Some(centred) = centred(name, x) else {
        return Tensor::owned(alloc::vec![T::nan(); layout.len()], layout);
    };
    let divisor = float::<T>(observations.saturating_sub(ddof));
    let mut elements = products(name, &centred, &layout);
    elements.iter_mut().for_each(|x| *x = *x / divisor);
    Tensor::owned(elements, layout)
}

/// The rows without their means, which of equal elements are these; none of a matrix without elements.
#[track_caller]
fn centred<T: Float, const R: usize>(
    name: &'static str,
    x: &TensorRef<T, R>,
) -> Option<Tensor<T, 2>> {
    let [n, observations] = [x.shape()[0], x.shape()[1]];
    let x = x.with_layout::<2>(raise(x.layout().broadcast_to([n, observations], size_of::<T>())));
    if x.is_empty() {
        return None;
    }
    let mut means = sums(x.source(), [false, true]);
    for (mean, row) in means.iter_mut().zip(x.rows()) {
        let first = row[[0]];
        let is_constant = row.iter().all(|&x| x == first);
        *mean = if is_constant { first } else { *mean / float(observations) };
    }
    let means = Tensor::owned(means, column(name, n));
    Some(raise(binary(name, &x, &means, |&x, &mean| x - mean)))
}

/// Observations that are multiplied at once: a part of the rows, and its copy, stay in the cache. `cov of 50 x 10000`.
const OBSERVATIONS: usize = 1024;

/// Rows from which on they are multiplied in halves. `cov of 50 x 10000`, ratio 0.91; of 300 x 1000 0.82.
const HALVED_ROWS: usize = 48;

/// The products of the rows with each other, symmetric to the last bit.
///
/// The first half is multiplied by all rows, the second one by itself: its products with the first are known then.
fn products<T: Float>(name: &'static str, rows: &TensorRef<T, 2>, layout: &Layout<2>) -> Vec<T> {
    let n = rows.shape()[0];
    let mut elements = alloc::vec![T::zero(); layout.len()];
    let half = if n < HALVED_ROWS { n } else { n.div_ceil(2).next_multiple_of(8) };
    for start in (0..n).step_by(half) {
        let (count, width) = (half.min(n - start), n - start);
        let from_start = |len| rows.with_layout(raise(rows.layout().narrow(0, start, len)));
        let block = product(name, &from_start(count), &from_start(width));
        for i in 0..count {
            for j in i..width {
                let x = block[i * width + j];
                elements[(start + i) * n + start + j] = x;
                elements[(start + j) * n + start + i] = x;
            }
        }
    }
    elements
}

/// The products of the rows of two matrices: `[m, k] x [n, k] -> [m, n]`.
///
/// Long rows are cut into parts, whose products are added up.
fn product<T: Float>(name: &'static str, a: &TensorRef<T, 2>, b: &TensorRef<T, 2>) -> Vec<T> {
    let ([m, observations], n) = (a.shape(), b.shape()[0]);
    let len = OBSERVATIONS.max(n);
    let parts = observations / len;
    let matrix = raise(Layout::new_in(name, [m, n], Order::RowMajor, size_of::<T>()));
    if parts < 2 {
        return product_of_rows(a, b, &matrix);
    }
    let cut = |x: &Layout<2>| {
        let (whole, rest) = raise(x.split_at(1, parts * len));
        (raise(whole.split_axis(1, [parts, len], size_of::<T>())).permute([1, 0, 2]), rest)
    };
    let ((a_parts, a_rest), (b_parts, b_rest)) = (cut(a.layout()), cut(b.layout()));
    let all = raise(Layout::new_in(name, [parts, m, n], Order::RowMajor, size_of::<T>()));
    let products = product_of_rows(&a.with_layout(a_parts), &b.with_layout(b_parts), &all);
    let mut sum = sums(Tensor::owned(products, all).source(), [true, false, false]);
    if !a_rest.is_empty() {
        let rest = product_of_rows(&a.with_layout(a_rest), &b.with_layout(b_rest), &matrix);
        sum.iter_mut().zip(rest).for_each(|(sum, rest)| *sum = *sum + rest);
    }
    sum
}

/// The products of the rows of matrices: `[.., m, k] x [.., n, k] -> [.., m, n]`.
fn product_of_rows<T: Float, const R: usize>(
    a: &TensorRef<T, R>,
    b: &TensorRef<T, R>,
    layout: &Layout<R>,
) -> Vec<T> {
    let turned = b.with_layout(b.layout().swap_axes(R - 2, R - 1));
    kernels::product::matmul(a.source(), turned.source(), layout)
}

fn float<T: Float>(count: usize) -> T {
    T::from(count).unwrap_or_else(T::infinity)
}

#[track_caller]
fn column(name: &'static str, n: usize) -> Layout<2> {
    raise(Layout::new_in(name, [n, 1], Order::RowMajor, 1))
}

#[track_caller]
fn square<T>(name: &'static str, n: usize) -> Layout<2> {
    raise(Layout::new_in(name, [n, n], Order::RowMajor, size_of::<T>()))
}
