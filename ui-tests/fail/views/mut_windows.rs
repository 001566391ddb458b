// A: windowing a mutable view
use holor::prelude::*;

fn main() {
    let mut v = Tensor::<f32, 1>::zeros([5]);
    let windows = v.view_mut().sliding_windows([3]);
}
