// B: a shape of two sizes for a rank-3 tensor
use holor::prelude::*;

fn main() {
    let t = Tensor::<f32, 3>::zeros([2, 3]);
}
