// A: `broadcast_to` a lower rank
use holor::prelude::*;

fn main() {
    let t = Tensor::<f32, 3>::zeros([1, 2, 3]);
    let m = t.broadcast_to([2, 3]);
}
