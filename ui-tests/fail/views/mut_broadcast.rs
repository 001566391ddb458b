// A: broadcasting a mutable view
use holor::prelude::*;

fn main() {
    let mut v = Tensor::<f32, 1>::zeros([3]);
    let m = v.view_mut().broadcast_to([2, 3]);
}
