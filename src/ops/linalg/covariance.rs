//! Covariances and correlation coefficients of the rows of a matrix.

use crate::error::raise;
use crate::kernels::product::{gram::gram, matmul};
use crate::layout::{Layout, Order};
use crate::ops::elementwise::binary;
use crate::ops::operators::of_clones;
use crate::ops::reduce::{extrema, sums};
use crate::ops::small_floats::{narrowed, widened};
use crate::rank::{IsRankTwo, Rank};
use crate::tensor::{Tensor, TensorRef, TensorView};
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
    /// are NaN. The scale of a row does not matter, as long as the sum of its elements does not overflow.
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
        let (x, n) = (matrix(self), self.shape()[0]);
        let Some(means) = means(&x) else {
            return raise(Tensor::try_full([n; 2], T::nan()));
        };
        let centred = centred("corrcoef", &x, means);
        // Rows whose largest element is 1 or -1, so that nothing overflows or underflows whatever their scale.
        let largest = extrema(&centred, [false, true], n, false);
        let largest = Tensor::owned(largest, column("corrcoef", n));
        let units = raise(binary("corrcoef", &centred, &largest, of_clones::div));
        let layout = square::<T>("corrcoef", n);
        let mut elements = products("corrcoef", &units, alloc::vec![T::zero(); n], &layout);
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
    let (x, layout) = (matrix(x), square::<T>(name, x.shape()[0]));
    let Some(means) = means(&x) else {
        return Tensor::owned(alloc::vec![T::nan(); layout.len()], layout);
    };
    let divisor = float::<T>(x.shape()[1].saturating_sub(ddof));
    let mut elements = products(name, &x, means, &layout);
    elements.iter_mut().for_each(|x| *x = *x / divisor);
    Tensor::owned(elements, layout)
}

/// The matrix, whose rank the compiler does not know to be 2.
#[track_caller]
fn matrix<T, const R: usize>(x: &TensorRef<T, R>) -> TensorView<'_, T, 2> {
    let shape = [x.shape()[0], x.shape()[1]];
    x.with_layout(raise(x.layout().broadcast_to(shape, size_of::<T>())))
}

/// The means of the rows, which of equal elements are these; none of a matrix without elements.
fn means<T: Float>(x: &TensorRef<T, 2>) -> Option<Vec<T>> {
    if x.is_empty() {
        return None;
    }
    let mut means = sums(x.source(), [false, true]);
    for (mean, row) in means.iter_mut().zip(x.rows()) {
        let first = row[[0]];
        let is_constant = row.iter().all(|&x| x == first);
        *mean = if is_constant { first } else { *mean / float(x.shape()[1]) };
    }
    Some(means)
}

/// The rows without their means.
#[track_caller]
fn centred<T: Float>(name: &'static str, x: &TensorRef<T, 2>, means: Vec<T>) -> Tensor<T, 2> {
    let means = Tensor::owned(means, column(name, x.shape()[0]));
    raise(binary(name, x, &means, of_clones::sub))
}

/// The products of the rows, less a number each, with each other: symmetric to the last bit.
#[track_caller]
fn products<T: Float>(
    name: &'static str,
    x: &TensorRef<T, 2>,
    subtracted: Vec<T>,
    layout: &Layout<2>,
) -> Vec<T> {
    let n = layout.shape()[0];
    let mut products = match gram(x.source(), &subtracted) {
        Some(products) => products,
        None => {
            let rows = centred(name, x, subtracted);
            let columns = rows.with_layout(rows.layout().swap_axes(0, 1));
            matmul(rows.source(), columns.source(), layout)
        }
    };
    for i in 0..n {
        for j in 0..i {
            products[i * n + j] = products[j * n + i];
        }
    }
    products
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
