// B: a sum of floats that wraps around
use holor::prelude::*;

fn main() {
    let x = Tensor::<f64, 1>::ones([3]);
    let sum = x.wrapping_add(1.0);
}
