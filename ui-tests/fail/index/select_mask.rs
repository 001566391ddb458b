// A: `select` by a mask of all elements
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::ones([2, 3]);
    let t = m.select(Axis::<0>, &m.greater(0.0));
}
