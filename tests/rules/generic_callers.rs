//! Generic functions as a user of the crate writes them: few bounds, no ranks named twice.

use holor::prelude::*;

/// A layer over any number of batch axes: three bounds.
fn linear<const R: usize>(
    x: &Tensor<f32, R>,
    weights: &Tensor<f32, 2>,
    bias: &Tensor<f32, 1>,
) -> Tensor<f32, R>
where
    Rank<R>: MatrixRank
        + BroadcastWith<Rank<2>, Output = Rank<R>>
        + BroadcastWith<Rank<1>, Output = Rank<R>>,
{
    x.matmul(weights) + bias
}

/// The operands may change places, and the rank of one may be fixed.
fn twice<const R: usize>(x: &Tensor<f32, R>, weights: &Tensor<f32, 2>) -> Tensor<f32, R>
where
    Rank<R>: MatrixRank + BroadcastWith<Rank<2>, Output = Rank<R>>,
{
    x.matmul(weights).matmul(weights.transpose())
}

/// Equal ranks broadcast without a bound; any storage on each side.
fn scores<const R: usize, S1, S2>(q: &Tensor<f32, R, S1>, k: &Tensor<f32, R, S2>) -> Tensor<f32, R>
where
    Rank<R>: MatrixRank,
    S1: Storage<Elem = f32>,
    S2: Storage<Elem = f32>,
{
    q.matmul(k.view().transpose())
}

/// A softmax over the last axis of any rank: one bound.
fn softmax<const R: usize>(x: &Tensor<f32, R>) -> Tensor<f32, R>
where
    Last: Over<R>,
{
    let powers = (x - &x.max(Keep(Last))).exp();
    &powers / &powers.sum(Keep(Last))
}

/// Attention over any number of batch axes: two bounds.
fn attention<const R: usize>(
    q: &Tensor<f32, R>,
    k: &Tensor<f32, R>,
    v: &Tensor<f32, R>,
) -> Tensor<f32, R>
where
    Rank<R>: MatrixRank,
    Last: Over<R>,
{
    softmax(&q.matmul(k.transpose())).matmul(v)
}

/// Any number type.
fn gram<T, const R: usize>(x: &Tensor<T, R>) -> Tensor<T, R>
where
    Rank<R>: MatrixRank,
    T: Clone + num_traits::Zero + core::ops::Mul<Output = T>,
{
    x.transpose().matmul(x)
}

#[test]
fn generic_callers_find_the_ranks() {
    let (w, b) = (tensor![[1.0, 2.0], [3.0, 4.0]], tensor![0.5, 0.25]);
    let x = tensor![[1.0, 0.0], [0.0, 1.0]];
    assert_eq!(linear(&x, &w, &b), tensor![[1.5, 2.25], [3.5, 4.25]]);
    let batch = stack(Axis::<0>, &[x.clone(), x.clone()]);
    assert_eq!(linear(&batch, &w, &b).shape(), [2, 2, 2]);
    assert_eq!(twice(&batch, &w).to_vec(), [5.0, 11.0, 11.0, 25.0, 5.0, 11.0, 11.0, 25.0]);
    assert_eq!(scores(&batch, &batch.view()).to_vec(), [1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0]);
    // Equal scores: the mean of the rows of `v`.
    let zeros = Tensor::zeros([2, 2, 2]);
    assert_eq!(attention(&zeros, &batch, &batch), Tensor::full([2, 2, 2], 0.5));
    assert_eq!(gram(&tensor![[1, 2], [3, 4]]).to_vec(), [10, 14, 14, 20]);
}

#[test]
fn the_traits_of_bounds_are_named_without_another_dependency() {
    use holor::num_complex::Complex;
    use holor::num_traits::{Float, Zero};

    fn hypotenuse<T: Float, const R: usize>(x: &Tensor<T, R>, y: &Tensor<T, R>) -> Tensor<T, R> {
        zip((x, y)).map(|x, y| x.hypot(*y))
    }
    fn none<T: Zero + Clone>() -> Tensor<T, 1> {
        Tensor::zeros([2])
    }
    assert_eq!(hypotenuse(&tensor![3.0], &tensor![4.0]), tensor![5.0]);
    assert_eq!(none::<Complex<f32>>(), tensor![Complex::new(0.0, 0.0), Complex::new(0.0, 0.0)]);
}
