// A: `sum` over a number
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let sums = m.sum(1);
}
