use holor::prelude::*;

fn total(x: &TensorRef<f64, 2>) -> f64 {
    x.sum(All).item()
}

fn main() {
    assert_eq!(total(&Tensor::ones([2, 3])), 6.0);
}
