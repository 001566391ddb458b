// B: a view where an owned tensor is returned
use holor::prelude::*;

fn first(m: &TensorRef<f64, 2>) -> Tensor<f64, 1> {
    m.row(0)
}

fn main() {
    first(&Tensor::ones([2, 3]));
}
