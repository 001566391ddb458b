// B: an index of two numbers on a tensor of any rank
use holor::prelude::*;

fn first<const R: usize>(t: &TensorRef<f32, R>) -> f32 {
    t[[0, 0]]
}

fn main() {
    first(&Tensor::zeros([2, 3]));
}
