// A: the last axis of any rank without its bound
use holor::prelude::*;

fn mirrored<const R: usize>(t: &Tensor<f32, R>) -> Tensor<f32, R> {
    t.flip(Last)
}

fn main() {
    mirrored(&Tensor::zeros([2, 3]));
}
