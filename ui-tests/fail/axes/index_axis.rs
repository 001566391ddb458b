// A: axis out of range in `index_axis`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let row = m.index_axis(Axis::<2>, 0);
}
