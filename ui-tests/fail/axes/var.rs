// A: axis out of range in `var`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let spread = m.var(Axis::<2>);
}
