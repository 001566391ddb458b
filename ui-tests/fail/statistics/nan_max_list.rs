// A: one axis twice for `nan_max`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::ones([2, 6]);
    let s = m.nan_max(axes![1, Last]);
}
