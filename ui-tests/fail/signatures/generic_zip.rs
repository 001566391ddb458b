// A: a generic zip of two ranks without its bound
use holor::prelude::*;

fn sum<const A: usize, const B: usize>(a: &TensorRef<f32, A>, b: &TensorRef<f32, B>) {
    zip((a, b));
}

fn main() {
    sum(&Tensor::zeros([2, 3]), &Tensor::zeros([3]));
}
