use holor::prelude::*;
use std::ops::Mul;

fn square<T: Clone + Mul<Output = T>>(x: &TensorRef<T, 2>) -> Tensor<T, 2> {
    x * x
}

fn main() {
    assert_eq!(square(&tensor![[3.0]]), tensor![[9.0]]);
}
