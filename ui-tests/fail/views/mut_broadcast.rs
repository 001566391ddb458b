// A: writing to a mutable view that was broadcast
use holor::prelude::*;

fn main() {
    let mut v = Tensor::<f32, 1>::zeros([3]);
    v.view_mut().broadcast_to([2, 3]).fill(1.0);
}
