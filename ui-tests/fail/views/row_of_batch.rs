// A: `row` of a rank-3 tensor
use holor::prelude::*;

fn main() {
    let t = Tensor::<f32, 3>::zeros([5, 2, 3]);
    let row = t.row(0);
}
