//! Covariances and correlation coefficients of the rows of a matrix.

use crate::error::raise;
use crate::kernels::product;
use crate::layout::{Layout, Order};
use crate::ops::elementwise::binary;
use crate::ops::reduce::sums;
use crate::ops::small_floats::{narrowed, widened};
use crate::rank::{IsRankTwo, Rank};
use crate::tensor::{Tensor, TensorRef};
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
    /// are NaN.
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
        let covariances = covariance("corrcoef", self, 1);
        let deviations = covariances.layout().diagonal::<1>(0, 1, 0);
        let deviations = covariances.with_layout(deviations).map(|x| x.sqrt());
        let n = deviations.len();
        let layout = *covariances.layout();
        let (mut elements, deviations) = (covariances.into_vec(), deviations.into_vec());
        for (i, x) in elements.iter_mut().enumerate() {
            let coefficient = *x / deviations[i / n] / deviations[i % n];
            let is_rounded = coefficient.abs() > T::one() || i / n == i % n;
            // A NaN stays.
            *x = match is_rounded && !coefficient.is_nan() {
                true => coefficient.signum(),
                false => coefficient,
            };
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
    let x = x.with_layout::<2>(raise(x.layout().broadcast_to([n, observations], size_of::<T>())));
    let result = raise(Layout::new_in(name, [n, n], Order::RowMajor, size_of::<T>()));
    let float = |count: usize| T::from(count).unwrap_or_else(T::infinity);
    let divisor = float(observations.saturating_sub(ddof));
    if x.is_empty() {
        return Tensor::owned(alloc::vec![T::nan(); result.len()], result);
    }
    let means = sums(x.source(), [false, true]).into_iter().map(|sum| sum / float(observations));
    let column = raise(Layout::new_in(name, [n, 1], Order::RowMajor, size_of::<T>()));
    let means = Tensor::owned(means.collect(), column);
    let centred: Tensor<T, 2> = raise(binary(name, &x, &means, |&x, &mean| x - mean));
    let turned = centred.with_layout(centred.layout().transpose());
    let mut elements = product::matmul(centred.source(), turned.source(), &result);
    for i in 0..n {
        for j in i..n {
            let covariance = elements[i * n + j] / divisor;
            (elements[i * n + j], elements[j * n + i]) = (covariance, covariance);
        }
    }
    Tensor::owned(elements, result)
}
