// B: returning a view of an argument that is owned
use holor::prelude::*;

fn first<'a>(t: Tensor<f32, 2>) -> TensorView<'a, f32, 1> {
    t.row(0)
}

fn main() {
    first(Tensor::ones([2, 3]));
}
