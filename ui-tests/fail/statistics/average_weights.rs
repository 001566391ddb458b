// A: a matrix of weights for a vector
use holor::prelude::*;

fn main() {
    let v = Tensor::<f64, 1>::ones([6]);
    let m = Tensor::<f64, 2>::ones([2, 6]);
    let mean = v.average(All, &m);
}
