// A: an inverse of elements of any type without their bound
use holor::prelude::*;

fn inverted<T>(m: &TensorRef<T, 2>) -> Tensor<T, 2> {
    m.inv()
}

fn main() {
    inverted(&Tensor::<f64, 2>::eye(3));
}
