// A: `take` by signed indices
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::ones([2, 3]);
    let indices = tensor![0_i64, 1];
    let t = m.take(Axis::<1>, &indices);
}
