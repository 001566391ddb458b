// A: axis out of range in `concat`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let joined = concat(Axis::<2>, &[m.view(), m.view()]);
}
