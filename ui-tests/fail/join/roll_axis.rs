// A: an axis for `roll` that a vector does not have
use holor::prelude::*;

fn main() {
    let v = Tensor::<f32, 1>::zeros([6]);
    let rolled = v.roll(Axis::<1>, -2);
}
