// A: `+=` of a higher rank
use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([2, 3]);
    let t = Tensor::<f32, 3>::zeros([1, 2, 3]);
    m += &t;
}
