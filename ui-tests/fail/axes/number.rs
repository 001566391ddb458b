// A: a number where an axis is expected
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let mirrored = m.flip(1);
}
