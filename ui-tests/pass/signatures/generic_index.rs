use holor::prelude::*;

fn first<const R: usize>(t: &Tensor<f32, R>) -> f32 {
    t[[0; R]]
}

fn main() {
    assert_eq!(first(&Tensor::zeros([2, 3])), 0.0);
}
