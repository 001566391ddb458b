// B: `+=` on a `&TensorRef`
use holor::prelude::*;

fn raise(x: &TensorRef<f32, 2>) {
    *x += 1.0;
}

fn main() {
    raise(&Tensor::ones([2, 3]));
}
