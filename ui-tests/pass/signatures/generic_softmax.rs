use holor::prelude::*;

fn attention<const R: usize>(scores: &TensorRef<f32, R>) -> Tensor<f32, R>
where
    Last: AxisOf<R>,
{
    scores.softmax(Last)
}

fn main() {
    assert_eq!(attention(&Tensor::zeros([2, 3])).shape(), [2, 3]);
}
