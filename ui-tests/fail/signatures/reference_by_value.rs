// B: a parameter of type `TensorRef` without `&`
use holor::prelude::*;

fn total(x: TensorRef<f64, 2>) -> f64 {
    x.sum(All).item()
}

fn main() {
    total(Tensor::ones([2, 3]));
}
