// A: an axis for `skew` that a matrix does not have
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::ones([2, 6]);
    let s = m.skew(Axis::<2>);
}
