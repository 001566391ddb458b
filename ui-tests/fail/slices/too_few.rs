// A: fewer selectors than axes
use holor::prelude::*;

fn main() {
    let t = Tensor::<f32, 3>::zeros([2, 3, 4]);
    let part = t.slice(s![0, ..]);
}
