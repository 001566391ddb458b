// A: an axis for `moment` that a matrix does not have
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::ones([2, 6]);
    let s = m.moment(Axis::<2>, 3);
}
