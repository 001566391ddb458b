// A: the transpose of any rank without its bound
use holor::prelude::*;

fn turned<const R: usize>(t: &TensorRef<f32, R>) -> TensorView<'_, f32, R> {
    t.transpose()
}

fn main() {
    turned(&Tensor::zeros([2, 3]));
}
