use holor::prelude::*;
use std::mem;

fn swap(a: &mut TensorRef<f32, 2>, b: &mut TensorRef<f32, 2>) {
    zip((a, b)).for_each(|a, b| mem::swap(a, b));
}

fn main() {
    swap(&mut Tensor::ones([2, 3]), &mut Tensor::zeros([2, 3]));
}
