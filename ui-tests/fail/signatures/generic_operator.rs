// B: an operator of generic elements without its bound
use holor::prelude::*;

fn square<T: Clone>(x: &TensorRef<T, 2>) -> Tensor<T, 2> {
    x * x
}

fn main() {
    square(&tensor![[1.0]]);
}
