// B: a view where an owned tensor is returned
use holor::prelude::*;

fn first(m: &TensorRef<f32, 2>) -> Tensor<f32, 1> {
    m.row(0)
}

fn main() {
    first(&Tensor::ones([2, 3]));
}
