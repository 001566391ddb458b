// A: axis out of range in `softmax`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let p = m.softmax(Axis::<2>);
}
