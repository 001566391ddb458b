// A: the last axis named twice in `sum`
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let sums = m.sum(axes![1, Last]);
}
