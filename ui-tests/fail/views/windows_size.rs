// B: the size of windows given for one axis of two
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([4, 5]);
    let windows = m.sliding_windows([3]);
}
