// A: the last axis of any rank without its bound
use holor::prelude::*;

fn mirrored<const R: usize>(t: &TensorRef<f32, R>) -> TensorView<'_, f32, R> {
    t.flip(Last)
}

fn main() {
    mirrored(&Tensor::zeros([2, 3]));
}
