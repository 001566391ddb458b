// A: one axis twice for `kurtosis`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::ones([2, 6]);
    let s = m.kurtosis(axes![1, Last]);
}
