// A: an array instead of `axes!`
use holor::prelude::*;

fn main() {
    let t = Tensor::<f32, 3>::zeros([2, 3, 4]);
    let p = t.permute([1, 0, 2]);
}
