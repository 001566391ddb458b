// A: a generic sum over the last axis without its bound
use holor::prelude::*;

fn total<const R: usize>(t: &TensorRef<f32, R>) {
    t.sum(Last);
}

fn main() {
    total(&Tensor::zeros([2, 3]));
}
