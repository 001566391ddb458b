use holor::prelude::*;

fn first<'a>(t: &'a TensorRef<f32, 2>) -> TensorView<'a, f32, 1> {
    t.row(0)
}

fn main() {
    assert_eq!(first(&Tensor::ones([2, 3])).len(), 3);
}
