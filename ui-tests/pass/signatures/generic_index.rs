use holor::prelude::*;

fn first<const R: usize>(t: &TensorRef<f32, R>) -> f32 {
    t[[0; R]]
}

fn main() {
    assert_eq!(first(&Tensor::zeros([2, 3])), 0.0);
}
