// B: a result of type `TensorRef` without `&`
use holor::prelude::*;

fn double(x: &TensorRef<f64, 2>) -> TensorRef<f64, 2> {
    x * 2.0
}

fn main() {
    double(&Tensor::ones([2, 3]));
}
