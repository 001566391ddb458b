// A: an axis for `split` that a vector does not have
use holor::prelude::*;

fn main() {
    let v = Tensor::<f32, 1>::zeros([6]);
    let [a, b] = v.split(Axis::<1>, [2, 4]);
}
