// A: an axis for `vecdot` that one operand does not have
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::ones([2, 6]);
    let v = Tensor::<f64, 1>::ones([6]);
    let d = m.vecdot(Axis::<1>, &v);
}
