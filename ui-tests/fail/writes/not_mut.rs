// B: writing to a tensor that is not `mut`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    m.fill(1.0);
}
