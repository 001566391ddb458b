// A: `softmax` over a list of axes
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let p = m.softmax(axes![0, 1]);
}
