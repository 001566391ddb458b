// B: the axis of a list of quantiles forgotten
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::zeros([2, 3]);
    let tails: Vector<f64> = m.quantiles(Last, &[0.1, 0.9]);
}
