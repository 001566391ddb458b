// A: the element of any rank without its bound
use holor::prelude::*;

fn value<const R: usize>(t: &TensorRef<f32, R>) -> f32 {
    t.item()
}

fn main() {
    value(&Tensor::scalar(1.0));
}
