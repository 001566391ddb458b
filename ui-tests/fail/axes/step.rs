// A: axis out of range in `step`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let part = m.step(Axis::<2>, 2);
}
