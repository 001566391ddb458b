// B: a view where a function takes an owned tensor
use holor::prelude::*;

fn keep(t: Tensor<f32, 1>) -> Vec<f32> {
    t.into_vec()
}

fn main() {
    let m = Tensor::<f32, 2>::ones([2, 3]);
    keep(m.row(0));
}
