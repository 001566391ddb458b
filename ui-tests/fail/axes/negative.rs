// A: an axis counted from the end by a negative number
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let total = m.sum(axes![0, -1]);
}
