// B: a view where an owned tensor is annotated
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let row: Tensor<f32, 1> = m.row(0);
}
