// A: more selectors than axes
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let part = m.slice(s![0, .., 1..2]);
}
