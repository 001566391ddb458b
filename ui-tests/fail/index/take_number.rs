// A: `take` of one index
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::ones([2, 3]);
    let t = m.take(Axis::<1>, 0);
}
