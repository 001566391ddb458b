// A: a function over any rank that gives the rank up without its bound
use holor::prelude::*;

fn keep<const R: usize>(x: Tensor<f64, R>) -> AnyTensor<f64> {
    AnyTensor::from(x)
}

fn main() {
    keep(tensor![1.0, 2.0]);
}
