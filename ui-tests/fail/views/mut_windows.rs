// A: writing to the windows of a mutable view
use holor::prelude::*;

fn main() {
    let mut v = Tensor::<f32, 1>::zeros([5]);
    v.view_mut().sliding_windows([3]).fill(1.0);
}
