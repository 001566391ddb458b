// B: a result of type `TensorRef` without `&`
use holor::prelude::*;

fn double(x: &TensorRef<f32, 2>) -> TensorRef<f32, 2> {
    x * 2.0
}

fn main() {
    double(&Tensor::ones([2, 3]));
}
