// A: `+=` of an integer on floats
use holor::prelude::*;

fn main() {
    let mut m = Tensor::<f32, 2>::zeros([2, 3]);
    m += 1;
}
