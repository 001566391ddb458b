// A: a generic linear layer without its bounds
use holor::prelude::*;

fn linear<const R: usize>(x: &TensorRef<f32, R>, w: &TensorRef<f32, 2>) -> Tensor<f32, R> {
    x.matmul(w)
}

fn main() {
    linear(&Tensor::<f32, 3>::ones([5, 2, 3]), &Tensor::ones([3, 4]));
}
