use holor::prelude::*;

fn double(x: &TensorRef<f32, 2>) -> Tensor<f32, 2> {
    x * 2.0
}

fn main() {
    assert_eq!(double(&Tensor::ones([2, 3]))[[0, 0]], 2.0);
}
