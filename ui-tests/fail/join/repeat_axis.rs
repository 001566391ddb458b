// A: an axis for `repeat` that a vector does not have
use holor::prelude::*;

fn main() {
    let v = Tensor::<f32, 1>::zeros([6]);
    let repeated = v.repeat(Axis::<1>, 2);
}
