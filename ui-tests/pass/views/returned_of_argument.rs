use holor::prelude::*;

fn first<'a>(t: &'a TensorRef<f64, 2>) -> TensorView<'a, f64, 1> {
    t.row(0)
}

fn main() {
    assert_eq!(first(&Tensor::ones([2, 3])).len(), 3);
}
