use holor::prelude::*;

fn total<A, const R: usize, const O: usize>(x: &TensorRef<f32, R>, axis: A) -> Tensor<f32, O>
where
    A: Over<R, Output = Rank<O>>,
{
    x.sum(axis)
}

fn main() {
    assert_eq!(total(&Tensor::ones([2, 3]), Last).shape(), [2]);
}
