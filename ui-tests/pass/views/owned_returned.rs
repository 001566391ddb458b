use holor::prelude::*;

fn first(m: &TensorRef<f32, 2>) -> Tensor<f32, 1> {
    m.row(0).to_owned()
}

fn main() {
    assert_eq!(first(&Tensor::ones([2, 3])).len(), 3);
}
