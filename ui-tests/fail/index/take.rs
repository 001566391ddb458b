// A: `take` along an axis that does not exist
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::ones([2, 3]);
    let t = m.take(Axis::<2>, &[0, 1]);
}
