// A: the last axis of any rank without its bound, transformed
use holor::num_complex::Complex;
use holor::prelude::*;

fn spectrum<const R: usize>(x: &TensorRef<f64, R>) -> Tensor<Complex<f64>, R> {
    x.rfft(Last)
}

fn main() {
    spectrum(&Tensor::zeros([2, 8]));
}
