// B: a view where an owned tensor is annotated
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::zeros([2, 3]);
    let row: Tensor<f64, 1> = m.row(0);
}
