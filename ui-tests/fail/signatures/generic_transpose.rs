// A: the transpose of any rank without its bound
use holor::prelude::*;

fn turned<const R: usize>(t: &Tensor<f32, R>) -> Tensor<f32, R> {
    t.transpose()
}

fn main() {
    turned(&Tensor::zeros([2, 3]));
}
