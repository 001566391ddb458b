use holor::prelude::*;

fn total(x: &TensorRef<f32, 2>) -> f32 {
    x.sum(All).item()
}

fn main() {
    assert_eq!(total(&Tensor::ones([2, 3])), 6.0);
}
