// A: axis out of range in `mean`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let means = m.mean(Axis::<2>);
}
