// A: `trace` of a rank-3 tensor
use holor::prelude::*;

fn main() {
    let t = Tensor::<f32, 3>::ones([2, 3, 3]);
    let sum = t.trace();
}
