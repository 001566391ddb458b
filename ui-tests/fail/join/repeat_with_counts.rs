// A: an axis for `repeat_with_counts` that a vector does not have
use holor::prelude::*;

fn main() {
    let v = Tensor::<f32, 1>::zeros([2]);
    let repeated = v.repeat_with_counts(Axis::<1>, &[2, 1]);
}
