use holor::prelude::*;

fn sum<const R: usize>(a: &TensorRef<f32, R>, b: &TensorRef<f32, R>) -> Tensor<f32, R> {
    zip((a, b)).map(|a, b| a + b)
}

fn main() {
    assert_eq!(sum(&Tensor::zeros([2, 3]), &Tensor::zeros([2, 3])).shape(), [2, 3]);
}
