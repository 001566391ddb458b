// A: a float as a selector
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let part = m.slice(s![0.5, ..]);
}
