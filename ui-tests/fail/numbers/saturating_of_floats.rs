// B: a difference of floats that saturates
use holor::prelude::*;

fn main() {
    let x = Tensor::<f64, 1>::ones([3]);
    let rest = x.saturating_sub(2.0);
}
