// A: a permutation with too many axes
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let p = m.permute(axes![1, 0, 2]);
}
