// A: a scalar sorted
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::zeros([2, 3]);
    let sorted = m.mean(All).sort(Last);
}
