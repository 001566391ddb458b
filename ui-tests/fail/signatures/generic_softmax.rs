// A: a generic softmax over the last axis without its bound
use holor::prelude::*;

fn attention<const R: usize>(scores: &TensorRef<f32, R>) -> Tensor<f32, R> {
    scores.softmax(Last)
}

fn main() {
    attention(&Tensor::zeros([2, 3]));
}
