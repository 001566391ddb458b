// A: axis out of range in `axis_iter`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    for row in m.axis_iter(Axis::<2>) {}
}
