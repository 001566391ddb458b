// A: an axis for `nan_sum` that a vector does not have
use holor::prelude::*;

fn main() {
    let v = Tensor::<f64, 1>::ones([6]);
    let s = v.nan_sum(Axis::<1>);
}
