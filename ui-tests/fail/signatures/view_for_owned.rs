// B: a view where a function takes an owned tensor
use holor::prelude::*;

fn keep(t: Tensor<f64, 1>) -> Vec<f64> {
    t.into_vec()
}

fn main() {
    let m = Tensor::<f64, 2>::ones([2, 3]);
    keep(m.row(0));
}
