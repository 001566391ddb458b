// A: axis out of range in `narrow`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let part = m.narrow(Axis::<2>, 0, 1);
}
