use holor::prelude::*;

fn total<const R: usize, const O: usize>(t: &TensorRef<f32, R>) -> Tensor<f32, O>
where
    Last: Over<R, Output = Rank<O>>,
{
    t.sum(Last)
}

fn main() {
    assert_eq!(total(&Tensor::zeros([2, 3])).shape(), [2]);
}
