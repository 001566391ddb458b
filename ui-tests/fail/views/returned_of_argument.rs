// B: returning a view of an argument that is owned
use holor::prelude::*;

fn first<'a>(t: Tensor<f64, 2>) -> TensorView<'a, f64, 1> {
    t.row(0)
}

fn main() {
    first(Tensor::ones([2, 3]));
}
