// B: `fill` of a `&TensorRef`
use holor::prelude::*;

fn clear(x: &TensorRef<f32, 2>) {
    x.fill(0.0);
}

fn main() {
    clear(&Tensor::ones([2, 3]));
}
