// A: an axis for `norm_with_order` that a vector does not have
use holor::prelude::*;

fn main() {
    let v = Tensor::<f64, 1>::ones([6]);
    let n = v.norm_with_order(Axis::<1>, 1.0);
}
