// A: the inverses of matrices of any rank without their bound
use holor::prelude::*;

fn inverted<const R: usize>(m: &TensorRef<f64, R>) -> Tensor<f64, R> {
    m.inv()
}

fn main() {
    inverted(&Tensor::eye(3));
}
