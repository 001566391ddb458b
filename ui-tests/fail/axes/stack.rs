// A: `stack` at an axis too far
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let stacked = stack(Axis::<3>, &[m.view(), m.view()]);
}
