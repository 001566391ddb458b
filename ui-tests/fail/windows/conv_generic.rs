// A: a function over any rank that convolves, without the relation
use holor::prelude::*;

fn blurred<const R: usize>(x: &TensorRef<f32, R>, w: &TensorRef<f32, R>) -> Tensor<f32, R> {
    x.conv(w)
}

fn main() {
    let x = Tensor::<f32, 4>::zeros([1, 1, 8, 8]);
    blurred(&x, &x);
}
