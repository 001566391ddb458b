// B: an index of one number on a matrix
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let row = m[[0]];
}
