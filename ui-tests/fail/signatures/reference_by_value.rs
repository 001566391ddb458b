// B: a parameter of type `TensorRef` without `&`
use holor::prelude::*;

fn total(x: TensorRef<f32, 2>) -> f32 {
    x.sum(All).item()
}

fn main() {
    total(Tensor::ones([2, 3]));
}
