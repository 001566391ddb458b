// B: returning a view of a local tensor
use holor::prelude::*;

fn identity<'a>() -> TensorView<'a, f32, 1> {
    let t = Tensor::<f32, 2>::eye(3);
    t.row(0)
}

fn main() {
    identity();
}
