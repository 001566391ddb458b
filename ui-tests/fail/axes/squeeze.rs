// A: axis out of range in `squeeze`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 1]);
    let v = m.squeeze(Axis::<2>);
}
