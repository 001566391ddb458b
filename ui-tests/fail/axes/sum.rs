// A: axis out of range in `sum`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let sums = m.sum(Axis::<2>);
}
