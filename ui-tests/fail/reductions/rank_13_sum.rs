// A: a sum over an axis of a rank beyond the relations
use holor::prelude::*;

fn main() {
    let t = Tensor::<f32, 13>::zeros([1; 13]);
    let sums = t.sum(Axis::<0>);
}
