// A: axis out of range in `argmin`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let at = m.argmin(Axis::<2>);
}
