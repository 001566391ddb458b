// B: returning a view of a local tensor
use holor::prelude::*;

fn identity<'a>() -> TensorView<'a, f64, 1> {
    let t = Tensor::<f64, 2>::eye(3);
    t.row(0)
}

fn main() {
    identity();
}
