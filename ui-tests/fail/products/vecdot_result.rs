// B: the rank of `vecdot`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::ones([2, 6]);
    let d: Tensor<f64, 2> = m.vecdot(Last, &m);
}
