use holor::prelude::*;

fn double(x: &TensorRef<f64, 2>) -> Tensor<f64, 2> {
    x * 2.0
}

fn main() {
    assert_eq!(double(&Tensor::ones([2, 3]))[[0, 0]], 2.0);
}
