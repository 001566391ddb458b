// A: axis out of range in `quantiles`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::zeros([2, 3]);
    let tails = m.quantiles(Axis::<2>, &[0.1, 0.9]);
}
