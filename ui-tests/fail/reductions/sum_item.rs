// A: `item` of a sum over one axis
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let sum = m.sum(Axis::<0>).item();
}
