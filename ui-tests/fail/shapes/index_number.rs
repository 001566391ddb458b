// B: a bare number as an index
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let row = &m[0];
}
