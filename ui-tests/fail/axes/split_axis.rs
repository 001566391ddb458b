// A: axis out of range in `split_axis`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 6]);
    let t = m.split_axis(Axis::<2>, [2, 3]);
}
