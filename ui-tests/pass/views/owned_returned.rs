use holor::prelude::*;

fn first(m: &TensorRef<f64, 2>) -> Tensor<f64, 1> {
    m.row(0).to_owned()
}

fn main() {
    assert_eq!(first(&Tensor::ones([2, 3])).len(), 3);
}
