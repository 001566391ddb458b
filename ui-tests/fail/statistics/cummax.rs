// A: an axis for `cummax` that a vector does not have
use holor::prelude::*;

fn main() {
    let v = Tensor::<f64, 1>::ones([6]);
    let d = v.cummax(Axis::<1>);
}
