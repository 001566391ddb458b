// A: axis out of range in `lanes`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let lanes = m.lanes(Axis::<2>);
}
