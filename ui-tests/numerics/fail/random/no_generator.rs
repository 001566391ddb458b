// B: random elements without a generator
use holor::prelude::*;

fn main() {
    let m = Tensor::<f64, 2>::uniform([2, 3], 0.0..1.0);
}
